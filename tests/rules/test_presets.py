"""The named rulebooks, and what the source of each lets a table change."""

from __future__ import annotations

import pytest

from ohhell.rules.axes import (
    BidChange,
    FirstDealer,
    FirstLead,
    RoundSequence,
    TieRule,
    Ties,
    TurnUp,
)
from ohhell.rules.presets import (
    PRESETS,
    Standing,
    axes_beyond_source,
    changeable,
    changed_axes,
    find_preset,
    is_known,
    preset_rulebook,
    standing,
)
from ohhell.rules.rulebook import AXES, parse_rulebook

AS_WRITTEN = Standing.AS_WRITTEN
VARIATION = Standing.VARIATION
CUSTOM = Standing.CUSTOM


def test_the_four_rulebooks_of_the_sources() -> None:
    assert list(PRESETS) == ["cardgames", "club-sheet", "common", "party"]
    for name, preset in PRESETS.items():
        rulebook = preset_rulebook(name)
        assert (rulebook.preset, rulebook.players) == (name, 4)
        assert (rulebook.sequence, rulebook.trump) == (RoundSequence.DOWN_UP, TurnUp.EVERY_ROUND)
        assert (rulebook.max_size, rulebook.hook) == (None, 1)
        assert standing(rulebook) is AS_WRITTEN
        assert changed_axes(rulebook) == axes_beyond_source(rulebook) == ()
        assert find_preset(f" {name.upper()} ") is preset
        assert preset.source


def test_where_the_four_differ() -> None:
    cardgames, club, common, party = (preset_rulebook(name) for name in PRESETS)
    assert cardgames.first_dealer is party.first_dealer is FirstDealer.RANDOM
    assert club.first_dealer is common.first_dealer is FirstDealer.DRAWN
    assert club.first_lead is FirstLead.DEALER
    assert cardgames.first_lead is common.first_lead is party.first_lead is FirstLead.DEALERS_LEFT
    assert club.bid_change is BidChange.UNTIL_NEXT
    assert cardgames.bid_change is common.bid_change is party.bid_change is BidChange.NONE
    assert club.scoring.name == "club-sheet"
    assert {rules.scoring.name for rules in (cardgames, common, party)} == {"tricks-plus-ten"}
    assert cardgames.ties == common.ties == Ties(TieRule.SHARE)
    assert club.ties == Ties(TieRule.ALL_SEATS)
    assert party.ties == Ties(TieRule.LEADERS, 3)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_as_written_for_the_players_its_source_knows(name: str) -> None:
    preset = find_preset(name)
    assert (preset.fewest, preset.most) == ((4, 4) if name == "cardgames" else (3, 7))
    for players in range(3, 8):
        rulebook = preset_rulebook(name, players=players)
        known = preset.fewest <= players <= preset.most
        assert standing(rulebook) is (AS_WRITTEN if known else CUSTOM)
        assert axes_beyond_source(rulebook) == (() if known else ("players",))


@pytest.mark.parametrize(
    ("text", "expected", "beyond"),
    [
        # cardgames: nothing may change.
        ("cardgames", AS_WRITTEN, ()),
        ("cardgames max_size=10", AS_WRITTEN, ()),
        ("cardgames hook=off", CUSTOM, ("hook",)),
        ("cardgames players=5", CUSTOM, ("players",)),
        ("cardgames players=5 hook=off ties=all-seats", CUSTOM, ("players", "hook", "ties")),
        ("cardgames sequence=up", CUSTOM, ("sequence",)),
        ("cardgames max_size=7", CUSTOM, ("max_size",)),
        # club-sheet: three variations, one at a time.
        ("club-sheet players=7", AS_WRITTEN, ()),
        ("club-sheet sequence=up", VARIATION, ()),
        ("club-sheet scoring=tricks-plus-ten", VARIATION, ()),
        ("club-sheet hook=off", VARIATION, ()),
        ("club-sheet players=6 hook=off", VARIATION, ()),
        ("club-sheet hook=from-20", VARIATION, ()),  # there is no round so large
        ("club-sheet sequence=1,2,3,4,5,6,7,8,9,10", VARIATION, ()),
        ("club-sheet sequence=up hook=off", CUSTOM, ("sequence", "hook")),
        (
            "club-sheet sequence=up scoring=tricks-plus-ten hook=off",
            CUSTOM,
            ("sequence", "hook", "scoring"),
        ),
        ("club-sheet sequence=up first_lead=dealers-left", CUSTOM, ("first_lead",)),
        ("club-sheet sequence=down", CUSTOM, ("sequence",)),
        ("club-sheet scoring=exact-only", CUSTOM, ("scoring",)),
        ("club-sheet hook=from-2", CUSTOM, ("hook",)),
        ("club-sheet ties=share", CUSTOM, ("ties",)),
        ("club-sheet max_size=5", CUSTOM, ("max_size",)),
        ("club-sheet players=7 max_size=7", AS_WRITTEN, ()),
        # common: "house rules can vary".
        ("common players=3", AS_WRITTEN, ()),
        ("common trump=none max_size=13 sequence=up ties=all-seats", VARIATION, ()),
        ("common bidding=all-at-once hook=off scoring='exact: 1; missed: 0'", VARIATION, ()),
        # party: some axes freely, the largest size up to the usual one.
        ("party players=5 max_size=5 sequence=up", VARIATION, ()),
        ("party max_size=1", VARIATION, ()),
        ("party max_size=10", AS_WRITTEN, ()),
        ("party players=4 max_size=11", CUSTOM, ("max_size",)),
        ("party players=6 max_size=8", AS_WRITTEN, ()),
        ("party players=3 max_size=17", CUSTOM, ("max_size",)),
        (
            "party hook=off scoring=exact-only trump=turn-up-except-largest ties=share max_size=6",
            VARIATION,
            (),
        ),
        ("party sequence=down", CUSTOM, ("sequence",)),
        ("party sequence=1,2,3", CUSTOM, ("sequence",)),
        ("party hook=from-3", CUSTOM, ("hook",)),
        ("party scoring=club-sheet", CUSTOM, ("scoring",)),
        ("party trump=none", CUSTOM, ("trump",)),
        ("party ties=leaders-2", CUSTOM, ("ties",)),
        ("party ties=all-seats", CUSTOM, ("ties",)),
        ("party first_lead=dealer", CUSTOM, ("first_lead",)),
        ("party first_dealer=seat-0", CUSTOM, ("first_dealer",)),
        ("party bid_change=until-next", CUSTOM, ("bid_change",)),
        ("party bidding=all-at-once hook=off", CUSTOM, ("bidding",)),
    ],
)
def test_what_a_source_allows_is_a_variation_and_anything_else_is_custom(
    text: str, expected: Standing, beyond: tuple[str, ...]
) -> None:
    rulebook = parse_rulebook(text)
    assert standing(rulebook) is expected
    assert axes_beyond_source(rulebook) == beyond


_USUAL_SIZES = ",".join(map(str, (*range(10, 1, -1), *range(1, 11))))


@pytest.mark.parametrize(
    "text",
    [
        "common max_size=10",
        f"common sequence={_USUAL_SIZES}",
        f"cardgames sequence={_USUAL_SIZES} max_size=5",
        "common scoring='exact: 5 * 2 + bid; missed: bid + tricks - bid'",
    ],
)
def test_the_same_game_in_other_words_is_as_written(text: str) -> None:
    rulebook = parse_rulebook(text)
    assert str(rulebook) != rulebook.preset
    assert standing(rulebook) is AS_WRITTEN
    assert changed_axes(rulebook) == ()


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("common sequence=1", ("sequence",)),
        ("common max_size=1 sequence=1", ("max_size",)),
        ("common max_size=1 sequence=up", ("max_size",)),
        ("common sequence=5,4,3 hook=from-2", ("sequence",)),
        ("common sequence=5,4,3 hook=from-4", ("sequence", "hook")),
        ("common scoring='exact: 10 + tricks; missed: tricks; low wins'", ("scoring",)),
    ],
)
def test_what_makes_no_difference_counts_as_no_change(text: str, changed: tuple[str, ...]) -> None:
    assert changed_axes(parse_rulebook(text)) == changed


def test_what_may_change_can_be_told_before_anything_is_changed() -> None:
    def told(name: str) -> dict[str, tuple[str, ...]]:
        return dict(changeable(find_preset(name)))

    assert told("cardgames") == {}
    assert told("club-sheet") == {
        "sequence": ("up",),
        "scoring": ("tricks-plus-ten",),
        "hook": ("off",),
    }
    assert told("common") == dict.fromkeys(AXES, ())
    assert told("party") == {
        "max_size": (),
        "sequence": ("down-up", "up"),
        "hook": ("on", "off"),
        "scoring": ("tricks-plus-ten", "exact-only"),
        "trump": ("turn-up", "turn-up-except-largest"),
        "ties": ("leaders-3", "share"),
    }


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_a_source_allows_makes_a_variation(name: str) -> None:
    for axis, values in changeable(find_preset(name)):
        for value in values:
            rulebook = preset_rulebook(name).changed(**{axis: value})
            written = rulebook == preset_rulebook(name)
            assert standing(rulebook) is (AS_WRITTEN if written else VARIATION)


@pytest.mark.parametrize(
    ("text", "axis", "known", "unknown"),
    [
        ("cardgames", "players", ("4",), ("3", "5")),
        ("cardgames", "bidding", ("in-turn",), ("all-at-once",)),
        ("club-sheet", "hook", ("on", "off"), ("from-2",)),
        ("common", "hook", ("on", "off", "from-2"), ()),
        ("common bidding=all-at-once hook=off", "bidding", ("in-turn", "all-at-once"), ()),
        ("party", "max_size", ("1", "10", "default"), ("11",)),
        ("party players=7", "max_size", ("7",), ("8",)),
        ("party", "trump", ("turn-up", "turn-up-except-largest"), ("none",)),
    ],
)
def test_what_a_source_knows_of_one_axis(
    text: str, axis: str, known: tuple[str, ...], unknown: tuple[str, ...]
) -> None:
    """Also what the other axes do not let be: all at once with a hook."""
    rulebook = parse_rulebook(text)
    assert all(is_known(rulebook, axis, value) for value in known)
    assert not any(is_known(rulebook, axis, value) for value in unknown)


def test_a_source_is_silent_on_what_it_does_not_say() -> None:
    silent = {name: preset.silent for name, preset in PRESETS.items() if preset.silent}
    assert silent == {"common": ("ties",), "party": ("first_dealer", "first_lead")}
    for axes in silent.values():
        assert set(axes) <= set(AXES)
