"""Events as plain values: nothing is lost on the way, and nothing strange gets in."""

from __future__ import annotations

import json

import pytest

from ohhell.rules import events as ev
from ohhell.rules.cards import Card, Suit
from ohhell.rules.errors import OhHellError
from ohhell.rules.event_codec import (
    TAGS,
    CodecError,
    check_layout,
    event_from_plain,
    event_to_plain,
)
from ohhell.rules.rulebook import parse_rulebook
from tests.rules.played import play

GAMES = (
    "club-sheet max_size=3",
    "party players=3 max_size=2 bidding=all-at-once hook=off",
    "common max_size=2 trump=none,hearts first_dealer=random",
)
RARE = (
    ev.GameStarted(parse_rulebook("party"), ("Ann", "B", "C", "D"), (0, 2), b"\x01" * 32),
    ev.NonceMissed(1),
    ev.RoundOpened(1, 1, 2, (0, 1, 2), Suit.HEARTS, Card.HQ, (Card.C2,)),
    ev.RoundOpened(1, 1, 2, (0, 1, 2), None, None, None),
    ev.BidHidden(3),
    ev.BidsRevealed((0, None, 2)),
    ev.GameAbandoned(),
    ev.SeedRevealed(b"\xff" * 32),
)


def test_every_field_of_every_event_has_its_place() -> None:
    assert check_layout()


@pytest.mark.parametrize("rulebook", GAMES)
def test_whole_games_survive_json(rulebook: str) -> None:
    events = [event for row in play(rulebook).rows for event in row.events]
    wire = json.dumps([event_to_plain(event) for event in events])
    assert [event_from_plain(plain) for plain in json.loads(wire)] == events


@pytest.mark.parametrize("event", RARE, ids=lambda event: type(event).__name__)
def test_rare_events_survive_json(event: ev.Event | ev.SeenEvent) -> None:
    assert event_from_plain(json.loads(json.dumps(event_to_plain(event)))) == event


def test_tags_are_those_the_documents_promise() -> None:
    assert TAGS == (
        "started",
        "nonce-promised",
        "nonce-shown",
        "nonce-missed",
        "dealer",
        "dealt",
        "round",
        "bid",
        "bid-hidden",
        "bid-changed",
        "bids",
        "played",
        "trick",
        "scored",
        "ended",
        "abandoned",
        "seed",
    )


@pytest.mark.parametrize(
    ("plain", "code"),
    [
        ([], "not-an-event"),
        ("bid", "not-an-event"),
        ({}, "unknown-event"),
        ({"event": 3}, "unknown-event"),
        ({"event": "BidMade"}, "unknown-event"),
        ({"event": "bid", "seat": 1}, "missing-field"),
        ({"event": "bid", "seat": 1, "tricks": 1, "by": "me"}, "unknown-field"),
        ({"event": "bid", "seat": "1", "tricks": 1}, "bad-field"),
        ({"event": "bid", "seat": True, "tricks": 1}, "bad-field"),
        ({"event": "bid", "seat": 1.0, "tricks": 1}, "bad-field"),
        ({"event": "bid", "seat": None, "tricks": 1}, "bad-field"),
        ({"event": "played", "seat": 1, "card": "qh"}, "bad-field"),
        ({"event": "played", "seat": 1, "card": "10H"}, "bad-field"),
        ({"event": "played", "seat": 1, "card": 7}, "bad-field"),
        ({"event": "seed", "seed": "ABCD"}, "bad-field"),
        ({"event": "seed", "seed": "ab cd"}, "bad-field"),
        ({"event": "seed", "seed": "xyz"}, "bad-field"),
        ({"event": "bids", "bids": 3}, "bad-field"),
        ({"event": "bids", "bids": "0 1"}, "bad-field"),
        ({"event": "dealer", "dealer": 1, "draws": [[[0]]]}, "bad-field"),
        ({"event": "dealer", "dealer": 1, "draws": [[0, "QH"]]}, "bad-field"),
        ({"event": "scored", "number": 1, "points": [1, "2"], "totals": []}, "bad-field"),
        (
            {
                "event": "round",
                "number": 1,
                "size": 1,
                "dealer": 0,
                "seats": [1, 0],
                "trump": "H",
                "turn_up": None,
                "hand": None,
            },
            "bad-field",
        ),
    ],
)
def test_strange_values_are_refused_with_a_code(plain: object, code: str) -> None:
    with pytest.raises(CodecError) as refusal:
        event_from_plain(plain)
    assert refusal.value.code == code


def test_a_game_by_impossible_rules_is_refused_by_the_rules() -> None:
    plain = event_to_plain(RARE[0]) | {"rulebook": "party players=9"}
    with pytest.raises(OhHellError) as refusal:
        event_from_plain(plain)
    assert refusal.value.code == "out-of-range"
