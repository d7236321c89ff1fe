"""How values that were read from JSON are shown to whoever wrote them."""

from __future__ import annotations

from ohhell.rules.plain_values import as_json


def test_a_value_is_shown_as_it_was_written() -> None:
    assert as_json({"a": [1, None, "ä"]}) == '{"a": [1, null, "ä"]}'


def test_one_that_is_too_deep_is_shown_as_left_out() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert as_json(deep) == "…"
