"""The text form and the dict form of a rulebook."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ohhell.rules import axes
from ohhell.rules.axes import (
    BidChange,
    Bidding,
    FirstDealer,
    FirstLead,
    RoundSequence,
    TieRule,
    Ties,
    TurnUp,
)
from ohhell.rules.cards import Suit
from ohhell.rules.errors import RulebookError
from ohhell.rules.presets import PRESETS, preset_rulebook
from ohhell.rules.rulebook import (
    AXES,
    Rulebook,
    axis_text,
    parse_rulebook,
    rulebook_from_dict,
    rulebook_to_fit,
    with_players,
)
from tests.rules.strategies import field_dicts, rulebooks


@given(rulebooks())
def test_the_text_form_is_read_back(rulebook: Rulebook) -> None:
    assert parse_rulebook(str(rulebook)) == rulebook
    assert eval(repr(rulebook)) == rulebook
    # However it is spelled: in capitals, and with hyphens as on a command line.
    words = [word.partition("=") for word in str(rulebook).split(" ")]
    if "'" not in str(rulebook):
        shouted = " ".join(name.upper().replace("_", "-") + eq + value for name, eq, value in words)
        assert parse_rulebook(shouted) == rulebook


@given(rulebooks())
def test_the_dict_form_is_read_back_through_json(rulebook: Rulebook) -> None:
    plain = rulebook.as_dict()
    assert list(plain) == ["preset", *AXES]
    assert rulebook_from_dict(json.loads(json.dumps(plain))) == rulebook


@given(rulebooks())
def test_every_axis_is_read_back_by_itself(rulebook: Rulebook) -> None:
    for axis in AXES:
        assert rulebook.changed(**{axis: axis_text(rulebook, axis)}) == rulebook


@given(rulebooks())
def test_the_text_names_only_what_differs_from_the_preset(rulebook: Rulebook) -> None:
    base = preset_rulebook(rulebook.preset)
    words = str(rulebook).split(" ")
    assert words[0] == rulebook.preset
    for axis in AXES:
        differs = axis_text(rulebook, axis) != axis_text(base, axis)
        assert any(word.startswith(f"{axis}=") for word in words) == differs


@given(field_dicts())
@example({"players": 10**30})
@example({"sequence": [True]})
@example({"sequence": [[1]]})
@example({"sequence": ["1" * 3000]})
@example({"preset": ["party"]})
def test_any_dict_makes_a_rulebook_or_a_refusal_with_field_value_and_limit(
    plain: Mapping[str, object],
) -> None:
    check(made(lambda: rulebook_from_dict(plain)))


@given(
    st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            (
                "party",
                "players=5",
                "hook=off",
                "hook",
                "=",
                "'",
                "scoring='exact: 1; missed: 0'",
                "max-size=3",
                "\\",
                "ties=all-seats",
            )
        )
    ).map(" ".join)
)
def test_any_text_makes_a_rulebook_or_a_refusal_with_field_value_and_limit(text: str) -> None:
    check(made(lambda: parse_rulebook(text)))


def made(read: Callable[[], Rulebook]) -> Rulebook | RulebookError:
    try:
        return read()
    except RulebookError as refusal:
        return refusal


def check(found: Rulebook | RulebookError) -> None:
    if isinstance(found, Rulebook):
        assert parse_rulebook(str(found)) == found
    else:
        assert {"field", "value", "limit"} <= set(found.params)
        assert found.params["limit"] != ""


# --- By hand.


def test_the_text_form_as_people_paste_it() -> None:
    rulebook = parse_rulebook("party players=5 max_size=5 sequence=up hook=off")
    assert (rulebook.preset, rulebook.players, rulebook.max_size) == ("party", 5, 5)
    assert (rulebook.sequence, rulebook.hook) == (RoundSequence.UP, None)
    assert rulebook.ties == Ties(TieRule.LEADERS, 3)
    assert str(rulebook) == "party players=5 max_size=5 sequence=up hook=off"
    assert repr(rulebook) == ("parse_rulebook('party players=5 max_size=5 sequence=up hook=off')")


def test_without_a_name_in_front_the_text_starts_from_common() -> None:
    assert parse_rulebook("") == preset_rulebook("common") == parse_rulebook("common")
    assert parse_rulebook("hook=off") == parse_rulebook("common hook=off")
    assert parse_rulebook("hook=off preset=party") == parse_rulebook("party hook=off")
    assert parse_rulebook(" PARTY  hook=off\n") == parse_rulebook("party hook=off")


def test_quotes_hold_a_value_with_spaces_together() -> None:
    text = "common scoring='exact: 10 + bid * bid; missed: -abs(bid - tricks)'"
    assert str(parse_rulebook(text)) == text
    assert parse_rulebook(text.replace("'", '"')) == parse_rulebook(text)


@pytest.mark.parametrize(
    ("text", "axis", "value"),
    [
        ("players=7", "players", 7),
        ("max_size=default", "max_size", None),
        ("max_size=3", "max_size", 3),
        ("sequence=up-down", "sequence", RoundSequence.UP_DOWN),
        ("sequence=5,3,1", "sequence", (5, 3, 1)),
        ("sequence='5, 3, 1'", "sequence", (5, 3, 1)),
        ("sequence=[5,3,1]", "sequence", (5, 3, 1)),
        ("sequence=4", "sequence", (4,)),
        ("first_dealer=random", "first_dealer", FirstDealer.RANDOM),
        ("first_dealer=seat-3", "first_dealer", 3),
        ("trump=turn-up-except-largest", "trump", TurnUp.EXCEPT_LARGEST),
        ("trump=none", "trump", (None,)),
        ("trump=hearts", "trump", (Suit.HEARTS,)),
        ("trump=♥", "trump", (Suit.HEARTS,)),
        ("trump=s,h,none", "trump", (Suit.SPADES, Suit.HEARTS, None)),
        ("bidding=all-at-once hook=off", "bidding", Bidding.ALL_AT_ONCE),
        ("hook=on", "hook", 1),
        ("hook=from-1", "hook", 1),
        ("hook=from-4", "hook", 4),
        ("hook=off", "hook", None),
        ("bid_change=until-next", "bid_change", BidChange.UNTIL_NEXT),
        ("first_lead=highest-bidder", "first_lead", FirstLead.HIGHEST_BIDDER),
        ("ties=leaders-2", "ties", Ties(TieRule.LEADERS, 2)),
        ("ties=all-seats", "ties", Ties(TieRule.ALL_SEATS)),
    ],
)
def test_every_value_of_every_axis_has_words(text: str, axis: str, value: object) -> None:
    assert getattr(parse_rulebook(text), axis) == value


def test_the_dict_form_keeps_numbers_and_lists_as_json_has_them() -> None:
    plain = parse_rulebook("party players=5 max_size=3 sequence=1,2,3 trump=hearts,none").as_dict()
    assert plain == {
        "preset": "party",
        "players": 5,
        "max_size": 3,
        "sequence": [1, 2, 3],
        "first_dealer": "random",
        "trump": "hearts,none",
        "bidding": "in-turn",
        "hook": "on",
        "bid_change": "none",
        "first_lead": "dealers-left",
        "scoring": "tricks-plus-ten",
        "ties": "leaders-3",
    }
    assert parse_rulebook("common").as_dict()["max_size"] == "default"
    assert rulebook_from_dict({}) == preset_rulebook("common")
    assert rulebook_from_dict({"trump": ["spades", "none"]}).trump == (Suit.SPADES, None)


def test_the_default_largest_size_follows_the_players() -> None:
    rulebook = parse_rulebook("common")
    assert with_players(rulebook, 7).largest == 7
    assert with_players(rulebook, 7).changed(players=4) == rulebook
    assert rulebook.changed(players="6", hook="off").largest == 8


def test_a_change_that_cannot_be_is_refused_as_if_it_were_written() -> None:
    with pytest.raises(RulebookError) as caught:
        parse_rulebook("players=5 max_size=10").changed(players=7)
    assert (caught.value.code, caught.value.params["limit"]) == ("pack-too-small", 7)
    with pytest.raises(RulebookError) as caught:
        parse_rulebook("common").changed(hok="off")
    assert (caught.value.code, caught.value.params["near"]) == ("unknown-axis", "hook")


def test_a_largest_size_that_no_longer_fits_follows_the_players() -> None:
    four = parse_rulebook("common max_size=12")
    assert rulebook_to_fit(four, {}) == (four, None)
    assert rulebook_to_fit(four, {"players": 3}) == (with_players(four, 3), None)
    assert rulebook_to_fit(four, {"players": 6}) == (parse_rulebook("common players=6"), 12)
    with pytest.raises(RulebookError, match="pack-too-small"):
        rulebook_to_fit(four, {"players": 6, "max_size": 12})
    with pytest.raises(RulebookError, match="players"):
        rulebook_to_fit(four, {"players": 9})


def test_a_rulebook_made_by_hand_knows_its_preset_by_its_one_spelling() -> None:
    rulebook = replace(parse_rulebook("party"), preset=" Party ")
    assert rulebook.preset == "party"
    with pytest.raises(RulebookError) as caught:
        replace(rulebook, preset="patience")
    assert caught.value.code == "unknown-preset"


def test_axes_are_the_fields_of_a_rulebook_and_presets_name_them_all() -> None:
    assert ("preset", *AXES) == tuple(Rulebook.__dataclass_fields__)
    for preset in PRESETS.values():
        assert tuple(preset.values) == AXES


def test_a_range_includes_both_ends() -> None:
    assert axes.check_range("players", 3, low=3, high=7) == 3
    assert axes.check_range("players", 7, low=3, high=7) == 7
