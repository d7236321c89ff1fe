"""What was once stored of a party stays readable, and what is none is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ohhell.store.codec import VERSION, party_events_text, read_party_row
from ohhell.table.errors import StoreError
from ohhell.table.party_codec import PARTY_TAGS
from ohhell.table.party_events import PARTY_EVENTS
from tests.contracts.parties import EVENTS, party_rows

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_rows_of_every_version_are_read(version: int) -> None:
    text = (GOLDEN / f"party-rows-version-{version}.jsonl").read_text(encoding="utf-8")
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    rows = tuple(read_party_row(**line) for line in lines)
    assert {event["event"] for line in lines for event in json.loads(line["events"])} == {
        *PARTY_TAGS
    }
    if version == VERSION:
        assert rows == party_rows()
        assert [party_events_text(row) for row in rows] == [line["events"] for line in lines]


def test_every_kind_of_event_is_tried() -> None:
    assert {type(event) for event in EVENTS} == {*PARTY_EVENTS}
    assert len(PARTY_TAGS) == len(PARTY_EVENTS)


def test_a_field_that_was_added_later_has_its_default() -> None:
    text = party_events_text(party_rows()[0]).replace(',"stand_in":"rule-of-thumb"', "")
    assert "stand_in" not in text
    row = read_party_row(number=1, at=1.5, by=0, action_id="id-1", version=1, events=text)
    assert row == party_rows()[0]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"version": VERSION + 1}, "store-newer"),
        ({"events": "[]"}, "party-damaged"),
        ({"events": ""}, "party-damaged"),
        ({"events": "{}"}, "party-damaged"),
        ({"events": "[7]"}, "party-damaged"),
        ({"events": '[{"event":7}]'}, "party-damaged"),
        ({"events": '[{"event":"unheard-of"}]'}, "party-damaged"),
        ({"events": '[{"event":"quit"}]'}, "party-damaged"),
        ({"events": '[{"event":"quit","member":true}]'}, "party-damaged"),
        ({"events": '[{"event":"quit","member":"1"}]'}, "party-damaged"),
        ({"events": '[{"event":"quit","member":1,"more":2}]'}, "party-damaged"),
        ({"events": '[{"event":"watcher","holder":"xyz"}]'}, "party-damaged"),
        ({"events": '[{"event":"finished","table":"t","places":[1,"2"]}]'}, "party-damaged"),
        ({"events": '[{"event":"finished","table":"t","places":1}]'}, "party-damaged"),
    ],
)
def test_anything_else_is_refused(changes: dict[str, Any], code: str) -> None:
    stored: dict[str, Any] = {
        "number": 3,
        "at": 1.0,
        "by": None,
        "action_id": None,
        "version": VERSION,
        "events": '[{"event":"touched"}]',
    }
    read_party_row(**stored)
    with pytest.raises(StoreError) as caught:
        read_party_row(**{**stored, **changes})
    assert caught.value.code == code
