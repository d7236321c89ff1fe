"""A table's log as a record that anyone may check."""

from __future__ import annotations

import pytest

from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from ohhell.table.events import TABLE_EVENTS
from ohhell.table.recording import record_of
from tests.contracts.stores import RULEBOOKS, whole_log


@pytest.mark.asyncio
@pytest.mark.parametrize("rulebook", RULEBOOKS)
async def test_the_record_tells_the_game_and_not_who_came_and_went(rulebook: str) -> None:
    rows = await whole_log(rulebook)
    assert any(all(isinstance(event, TABLE_EVENTS) for event in row.events) for row in rows)
    verdict = verify(read_record(record_of(rows)))
    assert not verdict.faults
    assert verdict.is_finished
    half = read_record(record_of(rows[: len(rows) // 2]))
    assert not verify(half).faults
    assert half.seed is None
