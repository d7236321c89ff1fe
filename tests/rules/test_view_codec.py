"""Views as plain values: nothing is lost on the way, nothing added, nothing strange gets in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from ohhell.rules.actions import Bid, Play
from ohhell.rules.cards import Card
from ohhell.rules.projection import view_for
from ohhell.rules.view_codec import (
    LAYOUT,
    ViewCodecError,
    action_from_plain,
    action_to_plain,
    check_layout,
    view_from_plain,
    view_to_plain,
)
from tests.rules.games import Game
from tests.rules.scenes import Scene
from tests.rules.strategies import unfinished_games


def scene() -> Scene:
    """Three seats in the middle of the second trick of a two-card round."""
    scene = Scene("common players=3 sequence=2 first_dealer=seat-2 hook=off")
    scene.deal("AS 2H", "3S 3H", "4S 4H", turn_up="9D")
    scene.bid(1, 1, 0)
    scene.play("AS 3S 4S 2H")
    return scene


def plain(seat: int | None = 1) -> dict[str, Any]:
    """A view of the scene as it goes over a wire."""
    return json.loads(json.dumps(view_to_plain(view_for(scene().state, seat))))


def test_every_field_of_every_type_has_its_place() -> None:
    assert check_layout()
    assert len({owner for owner, _ in LAYOUT}) == 4


@given(unfinished_games())
def test_every_view_of_every_game_survives_json(game: Game) -> None:
    for seat in (None, *range(game.rulebook.players)):
        view = view_for(game.end, seat)
        wire = json.dumps(view_to_plain(view))
        assert view_from_plain(json.loads(wire)) == view


def test_a_view_reads_as_a_person_would_write_it() -> None:
    told = plain()
    assert told["version"] == 1
    assert told["seat"] == 1
    assert told["legal"] == [{"play": "3H"}]
    assert told["rulebook"]["hook"] == "off"
    assert told["rulebook"]["sequence"] == [2]
    assert told["phase"] == "playing"
    assert told["round"]["hand"] == ["3H"]
    assert told["round"]["trump"] == "diamonds"
    assert told["round"]["turn_up"] == "9D"
    assert told["round"]["tricks"] == [
        {"seats": [0, 1, 2], "cards": ["AS", "3S", "4S"], "winner": 0}
    ]
    assert told["round"]["trick_cards"] == ["2H"]


def test_nothing_of_the_others_hands_is_told() -> None:
    text = json.dumps(plain())
    assert "4H" not in text
    assert "3H" not in json.dumps(plain(None))


@pytest.mark.parametrize("action", [Bid(0), Bid(13), Play(Card.SQ), Play(Card.CT)])
def test_actions_survive_json(action: Bid | Play) -> None:
    assert action_from_plain(json.loads(json.dumps(action_to_plain(action)))) == action


@pytest.mark.parametrize(
    "answer",
    [
        *(3, "3", None, [], {}, [{"bid": 1}], {"bid": "1"}, {"bid": 1.0}, {"bid": True}),
        *({"bid": 1, "play": "QS"}, {"play": "qs"}, {"play": 7}, {"Bid": 1}, {"bid": None}),
        {"bid": 1, "why": "because"},
    ],
)
def test_strange_actions_are_refused(answer: object) -> None:
    with pytest.raises(ViewCodecError) as refusal:
        action_from_plain(answer)
    assert refusal.value.code == "not-an-action"


def changed(path: str, value: object) -> dict[str, Any]:
    """The view with one value replaced; `…` in place of a value removes the key."""
    told = plain()
    inner: Any = told
    *way, last = path.split(".")
    for step in way:
        inner = inner[int(step) if step.isdigit() else step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return told


@pytest.mark.parametrize(
    ("path", "value", "code", "field"),
    [
        ("version", 2, "view-version", None),
        ("version", True, "view-version", None),
        ("version", ..., "view-version", None),
        ("seat", "1", "view-bad-field", "seat"),
        ("seat", True, "view-bad-field", "seat"),
        ("totals", ..., "view-missing-field", "totals"),
        ("hands", [["AS"]], "view-unknown-field", "hands"),
        ("round.stock", ["AS"], "view-unknown-field", "stock"),
        ("round.hand", ["3h"], "view-bad-field", "hand"),
        ("round.hand", "3H", "view-bad-field", "hand"),
        ("round.has_hook", 1, "view-bad-field", "has_hook"),
        ("round.trump", "D", "view-bad-field", "trump"),
        ("round.tricks.0.winner", None, "view-bad-field", "winner"),
        ("round.tricks", ["AS"], "view-bad-field", "tricks"),
        ("round", [], "view-bad-field", "round"),
        ("legal", [{"fold": 1}], "view-bad-field", "legal"),
        ("phase", "PLAYING", "view-bad-field", "phase"),
        ("rulebook", "common", "view-bad-field", "rulebook"),
        ("rulebook.players", 9, "view-bad-field", "rulebook"),
        ("rulebook.hook", "OFF", "view-bad-field", "rulebook"),
        ("rulebook.hook", ..., "view-bad-field", "rulebook"),
    ],
)
def test_strange_views_are_refused(path: str, value: object, code: str, field: str | None) -> None:
    with pytest.raises(ViewCodecError) as refusal:
        view_from_plain(changed(path, value))
    assert refusal.value.code == code
    assert refusal.value.params.get("field") == field


def test_what_is_no_object_is_no_view() -> None:
    with pytest.raises(ViewCodecError) as refusal:
        view_from_plain([plain()])
    assert refusal.value.code == "not-a-view"
