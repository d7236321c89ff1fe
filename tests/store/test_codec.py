"""What was once stored stays readable."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from ohhell.rules.view import Phase
from ohhell.store.codec import VERSION, events_text, read_row
from ohhell.table.errors import StoreError
from ohhell.table.state import fold
from tests.store.rows import row

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_rows_of_every_version_add_up_to_whole_games(version: int) -> None:
    text = (GOLDEN / f"rows-version-{version}.jsonl").read_text(encoding="utf-8")
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    tables = [list(group) for _, group in groupby(lines, key=lambda line: line.pop("table"))]
    assert len(tables) == 3
    for stored in tables:
        rows = [read_row("a table", **line) for line in stored]
        state = fold(rows)
        assert state.game.phase is Phase.OVER
        assert state.game.seed is not None
        if version == VERSION:
            assert [events_text(one) for one in rows] == [line["events"] for line in stored]


def read(**changes: Any) -> None:
    """Read a row in which something is not as it was written."""
    good = row(3)
    stored: dict[str, Any] = {
        "number": 3,
        "action_id": good.action_id,
        "by": good.by,
        "version": VERSION,
        "events": events_text(good),
    }
    assert read_row("a table", **stored) == good
    read_row("a table", **{**stored, **changes})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"version": VERSION + 1}, "store-newer"),
        ({"by": "nobody"}, "row-damaged"),
        ({"events": "[]"}, "row-damaged"),
        ({"events": ""}, "row-damaged"),
        ({"events": "{}"}, "row-damaged"),
        ({"events": '[{"event":"unheard-of"}]'}, "row-damaged"),
        ({"events": '[{"event":"trick","seat":1,"more":2}]'}, "row-damaged"),
        ({"events": '[{"event":"trick","seat":"1"}]'}, "row-damaged"),
        ({"events": '[{"event":"bid-hidden","seat":1}]'}, "row-damaged"),
    ],
)
def test_what_was_not_written_so_is_not_read(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(StoreError, match=code):
        read(**changes)
