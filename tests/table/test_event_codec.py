"""The log as plain values and back."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest

from ohhell.rules.event_codec import TAGS, CodecError
from ohhell.rules.events import BidMade
from ohhell.table import event_codec
from ohhell.table.event_codec import TABLE_TAGS, log_event_from_plain, log_event_to_plain
from ohhell.table.events import (
    TABLE_EVENTS,
    CpuTookOver,
    DeadlineSet,
    LogEvent,
    Opened,
    Paused,
    PauseWanted,
    Resigned,
    Resumed,
    Returned,
    Sat,
    SettingsChanged,
    StandInWanted,
    VotedOut,
)
from ohhell.table.settings import Settings
from tests.contracts.stores import RULEBOOKS, whole_log

EVENTS: tuple[tuple[LogEvent, dict[str, object]], ...] = (
    (Opened("2027-01-15T08:00:00Z"), {"event": "opened", "at": "2027-01-15T08:00:00Z"}),
    (
        SettingsChanged(Settings(turn_seconds=None, grace_seconds=20, stand_in="club")),
        {"event": "settings", "turn_seconds": None, "grace_seconds": 20, "stand_in": "club"},
    ),
    (Sat(0, "Zoë", "person"), {"event": "sat", "seat": 0, "name": "Zoë", "player": "person"}),
    (CpuTookOver(3), {"event": "cpu-took-over", "seat": 3}),
    (Returned(3), {"event": "returned", "seat": 3}),
    (Resigned(3), {"event": "resigned", "seat": 3}),
    (DeadlineSet(7, 1.5), {"event": "deadline", "turn": 7, "at": 1.5}),
    (
        Opened("2027-01-15T08:00:00Z", "kP0x7Qm2Lr4s"),
        {"event": "opened", "at": "2027-01-15T08:00:00Z", "party": "kP0x7Qm2Lr4s"},
    ),
    (
        StandInWanted(2, 1, is_wanted=True),
        {"event": "stand-in-wanted", "seat": 2, "by": 1, "is_wanted": True},
    ),
    (VotedOut(2), {"event": "voted-out", "seat": 2}),
    (
        PauseWanted(1, is_wanted=False),
        {"event": "pause-wanted", "seat": 1, "is_wanted": False},
    ),
    (Paused(12.5), {"event": "paused", "seconds_left": 12.5}),
    (Paused(None), {"event": "paused", "seconds_left": None}),
    (Resumed(0), {"event": "resumed", "seat": 0}),
    (BidMade(1, 2), {"event": "bid", "seat": 1, "tricks": 2}),
)


@pytest.mark.parametrize(("event", "plain"), EVENTS)
def test_an_event_has_one_plain_form(event: LogEvent, plain: dict[str, object]) -> None:
    assert log_event_to_plain(event) == plain
    assert list(log_event_to_plain(event)) == list(plain)
    assert log_event_from_plain(json.loads(json.dumps(plain))) == event


def test_every_kind_of_event_has_a_tag_of_its_own() -> None:
    assert {type(event) for event, _ in EVENTS} >= set(TABLE_EVENTS)
    assert not set(TABLE_TAGS) & set(TAGS)
    document = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    for tag in TABLE_TAGS:
        assert f"| `{tag}` |" in document


@pytest.mark.asyncio
@pytest.mark.parametrize("rulebook", RULEBOOKS)
async def test_whole_logs_come_back_as_they_were(rulebook: str) -> None:
    for row in await whole_log(rulebook):
        for event in row.events:
            plain = json.loads(json.dumps(log_event_to_plain(event)))
            assert log_event_from_plain(plain) == event


@pytest.mark.parametrize(
    ("plain", "code", "field"),
    [
        (None, "not-an-event", None),
        ({}, "unknown-event", None),
        ({"event": "slept"}, "unknown-event", None),
        ({"event": ["opened"]}, "unknown-event", None),
        ({"event": "opened"}, "missing-field", "at"),
        ({"event": "opened", "at": 3}, "bad-field", "at"),
        ({"event": "deadline", "turn": 1, "at": "noon"}, "bad-field", "at"),
        ({"event": "resigned", "seat": True}, "bad-field", "seat"),
        ({"event": "opened", "at": "", "party": 3}, "bad-field", "party"),
        ({"event": "paused"}, "missing-field", "seconds_left"),
        ({"event": "pause-wanted", "seat": 1, "is_wanted": 1}, "bad-field", "is_wanted"),
        ({"event": "resigned", "seat": 1, "why": "tired"}, "unknown-field", "why"),
        (
            {"event": "settings", "turn_seconds": "30", "grace_seconds": 1, "stand_in": ""},
            "bad-field",
            "turn_seconds",
        ),
        ({"event": "bid-hidden", "seat": 1}, "masked-event", None),
    ],
)
def test_what_is_no_event_is_refused(plain: object, code: str, field: str | None) -> None:
    with pytest.raises(CodecError) as caught:
        log_event_from_plain(plain)
    assert caught.value.code == code
    assert caught.value.params.get("field") == field


def test_the_layout_knows_every_field() -> None:
    for tag, event_type in event_codec._TYPES.items():
        layout = Settings if event_type is SettingsChanged else event_type
        for field in fields(layout):
            assert f"{field.name}.{tag}" in event_codec._KINDS or field.name in event_codec._KINDS
