"""Whatever networks and servers do: one truth for all, nothing lost or doubled, no secret shown."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.web.schedules import run

_EXAMPLES = max(1, settings.default.max_examples // 2) if settings.default else 25


@example(luck=4_294_967_295, steps=106)  # said to be back when the game was over
@settings(max_examples=_EXAMPLES)
@given(luck=st.integers(0, 2**32 - 1), steps=st.integers(0, 300))
def test_nothing_is_lost_or_doubled_or_shown_whatever_happens(luck: int, steps: int) -> None:
    assert asyncio.run(run(luck, steps)) > 1


@pytest.mark.parametrize("luck", [2, 3, 4, 10])
def test_schedules_that_once_went_wrong(luck: int) -> None:
    assert asyncio.run(run(luck, 150)) > 1
