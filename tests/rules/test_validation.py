"""Rulebooks that cannot be played are refused with the field, the value and the limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from ohhell.rules.axes import MOST_ROUNDS, RoundSequence, TieRule, Ties, TurnUp
from ohhell.rules.errors import OhHellError, Param, RulebookError
from ohhell.rules.presets import find_preset, preset_rulebook
from ohhell.rules.rulebook import Rulebook, parse_rulebook, rulebook_from_dict

SEATS: Final = "random, drawn, seat-0 … seat-6"
TRUMPS: Final = "turn-up, turn-up-except-largest, none, a suit, a list of suits"

REFUSED: Final[list[tuple[str, str, str, Param, Param]]] = [
    # text, code, field, value, limit
    ("players=2", "out-of-range", "players", 2, "3 to 7"),
    ("players=8", "out-of-range", "players", 8, "3 to 7"),
    ("players=-3", "out-of-range", "players", -3, "3 to 7"),
    ("players=12345678", "out-of-range", "players", 12345678, "3 to 7"),
    ("players=four", "not-a-number", "players", "four", "3 to 7"),
    ("players=4.5", "not-a-number", "players", "4.5", "3 to 7"),
    ("players=", "not-a-number", "players", "", "3 to 7"),
    ("players=٤", "not-a-number", "players", "٤", "3 to 7"),
    ("max_size=0", "out-of-range", "max_size", 0, "1 to 52"),
    ("max_size=53", "out-of-range", "max_size", 53, "1 to 52"),
    ("max_size=-1", "out-of-range", "max_size", -1, "1 to 52"),
    ("players=" + "9" * 20, "far-out-of-range", "players", "9" * 20, "3 to 7"),
    ("sequence=1," + "9" * 500, "far-out-of-range", "sequence", "9" * 500, "1 to 52"),
    ("max_size=big", "not-a-number", "max_size", "big", "1 to 52"),
    # The pack, with a card to turn up.
    ("players=3 max_size=18", "pack-too-small", "max_size", 18, 17),
    ("players=4 max_size=13", "pack-too-small", "max_size", 13, 12),
    ("players=5 max_size=11", "pack-too-small", "max_size", 11, 10),
    ("players=6 max_size=9", "pack-too-small", "max_size", 9, 8),
    ("players=7 max_size=8", "pack-too-small", "max_size", 8, 7),
    ("players=4 sequence=1,13,2", "pack-too-small", "sequence", 13, 12),
    ("players=7 sequence=8 max_size=7", "pack-too-small", "sequence", 8, 7),
    # The pack, without.
    ("players=4 max_size=14 trump=none", "pack-too-small", "max_size", 14, 13),
    ("players=4 max_size=14 trump=hearts", "pack-too-small", "max_size", 14, 13),
    ("players=6 max_size=9 trump=spades,none", "pack-too-small", "max_size", 9, 8),
    ("max_size=14 trump=turn-up-except-largest", "pack-too-small", "max_size", 14, 13),
    ("sequence=13,14 trump=none", "pack-too-small", "sequence", 14, 13),
    # Sizes.
    ("sequence=", "no-rounds", "sequence", "", "at least 1"),
    ("sequence=[]", "no-rounds", "sequence", "[]", "at least 1"),
    ("sequence=sideways", "not-a-choice", "sequence", "sideways", "down-up, up, down, up-down"),
    ("sequence=1,2,x", "not-a-number", "sequence", "x", "1 to 52"),
    ("sequence=1,,2", "not-a-number", "sequence", "", "1 to 52"),
    ("sequence=3,0", "out-of-range", "sequence", 0, "1 to 52"),
    ("sequence=53", "out-of-range", "sequence", 53, "1 to 52"),
    ("sequence=" + ",".join("1" * 101), "too-many-rounds", "sequence", 101, "100"),
    # The first dealer.
    ("first_dealer=me", "not-a-choice", "first_dealer", "me", SEATS),
    ("first_dealer=seat-4", "out-of-range", "first_dealer", 4, "0 to 3"),
    ("players=7 first_dealer=seat-7", "out-of-range", "first_dealer", 7, "0 to 6"),
    ("first_dealer=seat--1", "out-of-range", "first_dealer", -1, "0 to 6"),
    ("first_dealer=seat-x", "not-a-number", "first_dealer", "x", "0 to 6"),
    # Trump.
    ("trump=stars", "not-a-choice", "trump", "stars", TRUMPS),
    ("trump=", "not-a-choice", "trump", "", TRUMPS),
    ("trump=turn-up,hearts", "not-a-choice", "trump", "turn-up,hearts", TRUMPS),
    ("trump=hearts,", "not-a-choice", "trump", "hearts,", TRUMPS),
    ("trump=" + ",".join("h" * 21), "out-of-range", "trump", 21, "1 to 20"),
    # Bidding.
    ("bidding=sealed", "not-a-choice", "bidding", "sealed", "in-turn, all-at-once"),
    ("hook=maybe", "not-a-choice", "hook", "maybe", "on, off, from-N"),
    ("hook=3", "not-a-choice", "hook", "3", "on, off, from-N"),
    ("hook=from-0", "out-of-range", "hook", 0, "1 to 52"),
    ("hook=from-53", "out-of-range", "hook", 53, "1 to 52"),
    ("hook=from-x", "not-a-number", "hook", "x", "1 to 52"),
    ("bid_change=always", "not-a-choice", "bid_change", "always", "none, until-next"),
    ("bidding=all-at-once", "needs-bids-in-turn", "hook", "on", "off"),
    ("bidding=all-at-once hook=from-3", "needs-bids-in-turn", "hook", "from-3", "off"),
    (
        "club-sheet bidding=all-at-once hook=off",
        "needs-bids-in-turn",
        "bid_change",
        "until-next",
        "none",
    ),
    # The lead.
    (
        "first_lead=left",
        "not-a-choice",
        "first_lead",
        "left",
        "dealers-left, dealer, highest-bidder",
    ),
    # Ties.
    ("ties=leaders", "not-a-choice", "ties", "leaders", "share, leaders-N, all-seats"),
    ("ties=dice", "not-a-choice", "ties", "dice", "share, leaders-N, all-seats"),
    ("ties=leaders-0", "out-of-range", "ties", 0, "1 to 20"),
    ("ties=leaders-21", "out-of-range", "ties", 21, "1 to 20"),
    ("ties=leaders-x", "not-a-number", "ties", "x", "1 to 20"),
    (
        "ties=all-seats scoring='exact: 1; missed: 1'",
        "ties-never-end",
        "ties",
        "all-seats",
        "share or leaders-N",
    ),
    (  # It pays differently only in smaller rounds, which are never played again.
        "ties=all-seats sequence=2,1 scoring='exact: 10 if size < 2 else 3; missed: 3'",
        "ties-never-end",
        "ties",
        "all-seats",
        "share or leaders-N",
    ),
    # Scoring: one of each kind; the others stand with the formulas.
    (
        "scoring='exact: 10 // bid; missed: 0'",
        "formula-divides-by-zero",
        "scoring",
        "10 // bid",
        1,
    ),
    (
        "scoring='exact: 10'",
        "scoring-part-missing",
        "scoring",
        "exact: 10",
        "exact, missed / exact, over, short",
    ),
    # The text itself.
    ("hook=on hook=off", "axis-twice", "hook", "on and off", "once"),
    ("max-size=3 max_size=3", "axis-twice", "max_size", "3 and 3", "once"),
    ("party preset=common", "axis-twice", "preset", "party and common", "once"),
    ("players=5 party", "no-value", "party", "", "name=value"),
    ("scoring='exact", "open-quote", "rulebook", "scoring='exact", "'…'"),
    ("x" * 2001, "text-too-long", "rulebook", 2001, "2000 characters"),
]


@pytest.mark.parametrize(("text", "code", "field", "value", "limit"), REFUSED)
def test_an_impossible_rulebook_is_refused(
    text: str, code: str, field: str, value: Param, limit: Param
) -> None:
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(text)
    assert caught.value.code == code
    params = caught.value.params
    assert (params["field"], params["value"], params["limit"]) == (field, value, limit)


@pytest.mark.parametrize(
    ("text", "near"), [("hok=off", "hook"), ("player=4", "players"), ("colour=red", "")]
)
def test_an_unknown_axis_is_refused_with_the_one_most_like_it(text: str, near: str) -> None:
    with pytest.raises(RulebookError) as caught:
        parse_rulebook(text)
    assert caught.value.code == "unknown-axis"
    assert caught.value.params["near"] == near
    assert "first_lead" in str(caught.value.params["limit"])


@pytest.mark.parametrize(("text", "near"), [("parti", "party"), ("bridge", ""), ("hook", "")])
def test_an_unknown_preset_is_refused_with_the_one_most_like_it(text: str, near: str) -> None:
    for read in (lambda: parse_rulebook(text), lambda: find_preset(text)):
        with pytest.raises(RulebookError) as caught:
            read()
        assert caught.value.code == "unknown-preset"
        assert caught.value.params["near"] == near
        assert caught.value.params["limit"] == "cardgames, club-sheet, common, party"


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("players", 4.0, "float"),
        ("players", None, "NoneType"),
        ("hook", True, "bool"),
        ("sequence", {"1": 2}, "dict"),
        ("sequence", [1, 2.5], "float"),
        ("sequence", [True], "bool"),
        ("sequence", [[1, 2]], "list"),
        ("preset", None, "NoneType"),
    ],
)
def test_a_dict_with_a_value_of_another_kind_is_refused(
    field: str, value: object, found: str
) -> None:
    with pytest.raises(RulebookError) as caught:
        rulebook_from_dict({field: value})
    assert caught.value.code == "not-a-value"
    assert dict(caught.value.params) == {
        "field": field,
        "value": found,
        "limit": "text, a whole number or a list",
    }


@pytest.mark.parametrize("value", ["x" * 2001, [1] * 1500])
def test_a_dict_with_a_very_long_value_is_refused_by_its_length(value: object) -> None:
    with pytest.raises(RulebookError) as caught:
        rulebook_from_dict({"sequence": value})
    assert (caught.value.code, caught.value.params["field"]) == ("text-too-long", "sequence")


# --- Values made by hand, which no text could give.

COMMON: Final = preset_rulebook("common")


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"players": 2}, "out-of-range", "players"),
        ({"max_size": 0}, "out-of-range", "max_size"),
        ({"max_size": 53}, "out-of-range", "max_size"),
        ({"sequence": ()}, "no-rounds", "sequence"),
        ({"sequence": (1,) * (MOST_ROUNDS + 1)}, "too-many-rounds", "sequence"),
        ({"sequence": (0,)}, "out-of-range", "sequence"),
        ({"first_dealer": -1}, "out-of-range", "first_dealer"),
        ({"trump": ()}, "out-of-range", "trump"),
        ({"hook": 0}, "out-of-range", "hook"),
        ({"ties": Ties(TieRule.LEADERS)}, "out-of-range", "ties"),
        ({"ties": Ties(TieRule.SHARE, 1)}, "out-of-range", "ties"),
        ({"ties": Ties(TieRule.ALL_SEATS, 3)}, "out-of-range", "ties"),
    ],
)
def test_a_rulebook_made_by_hand_is_held_to_the_same_limits(
    changes: dict[str, object], code: str, field: str
) -> None:
    with pytest.raises(RulebookError) as caught:
        replace(COMMON, **changes)
    assert (caught.value.code, caught.value.params["field"]) == (code, field)


# --- The edge of what is possible.


@pytest.mark.parametrize(
    "text",
    [
        "players=3 max_size=17",
        "players=4 max_size=12",
        "players=4 max_size=13 trump=none",
        "players=4 max_size=13 trump=hearts",
        "players=4 max_size=13 trump=turn-up-except-largest",
        "players=5 max_size=10",
        "players=6 max_size=8",
        "players=7 max_size=7",
        "players=4 sequence=13 trump=none max_size=1",
        "players=3 sequence=" + ",".join(["1"] * 100),
        "trump=" + ",".join(["none"] * 20),
        "hook=from-52",
        "ties=leaders-20",
        "ties=all-seats scoring=binary",
        "ties=all-seats sequence=1,2 scoring='exact: 3 if size < 2 else 10; missed: 3'",
        "ties=share scoring='exact: 1; missed: 1'",
        "ties=leaders-1 scoring='exact: 1; missed: 1'",
        "bidding=all-at-once hook=off",
        "max_size=1",
    ],
)
def test_what_just_fits_is_a_rulebook(text: str) -> None:
    assert isinstance(parse_rulebook(text), Rulebook)


def test_the_limit_of_the_pack_is_the_size_that_would_do() -> None:
    for players in range(3, 8):
        for trump in ("turn-up", "turn-up-except-largest", "none"):
            with pytest.raises(RulebookError) as caught:
                parse_rulebook(f"players={players} max_size=18 sequence=up trump={trump}")
            limit = caught.value.params["limit"]
            assert isinstance(limit, int)
            text = f"players={players} sequence=up trump={trump} max_size="
            assert parse_rulebook(f"{text}{limit}").largest == limit
            with pytest.raises(RulebookError):
                parse_rulebook(f"{text}{limit + 1}")


def test_a_preset_is_refused_for_a_size_its_players_cannot_have() -> None:
    rulebook = replace(COMMON, players=3, max_size=16, sequence=RoundSequence.UP)
    with pytest.raises(OhHellError):
        replace(rulebook, players=4)
    with pytest.raises(OhHellError):
        replace(COMMON, max_size=13, trump=TurnUp.EVERY_ROUND)
