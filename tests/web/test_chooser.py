"""Choosing a rulebook: what is offered, what is refused, and what it comes to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from ohhell.rules.errors import DealError, RulebookError
from ohhell.rules.presets import PRESETS, preset_rulebook
from ohhell.rules.rulebook import AXES, Rulebook, axis_text, parse_rulebook
from ohhell.rules.scoring import NAMED
from ohhell.web.chooser import Levels, explained, minutes, rulebooks
from ohhell.web.protocol import outgoing
from tests.rules.strategies import rulebooks as any_rulebooks
from tests.web.house import House


def control(found: outgoing.Explained, axis: str) -> outgoing.Control:
    return next(one for one in found.controls if one.axis == axis)


def option(found: outgoing.Explained, axis: str, value: str) -> outgoing.Option:
    return next(one for one in control(found, axis).options if one.value == value)


@given(any_rulebooks())
def test_every_rulebook_can_be_explained_and_changed_back(rulebook: Rulebook) -> None:
    found = explained(str(rulebook), {}, re="a")
    assert parse_rulebook(found.rulebook) == rulebook
    assert [one.axis for one in found.controls] == list(AXES)
    for one in found.controls:
        chosen = option(found, one.axis, one.value)
        assert chosen.refusal is None
        assert chosen.label
        assert one.line
    assert found.tricks == sum(found.plan.sizes)
    assert len(found.examples) == 3


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", range(3, 8))
def test_every_value_on_offer_is_possible_or_says_why_not(name: str, players: int) -> None:
    rulebook = preset_rulebook(name, players=4).changed(players=players)
    found = explained(str(rulebook), {}, re="a")
    for one in found.controls:
        for value in one.options:
            if value.refusal is None:
                changed = rulebook.changed(**{one.axis: value.value})
                assert axis_text(changed, one.axis) == value.value
            else:
                with pytest.raises(RulebookError):
                    rulebook.changed(**{one.axis: value.value})


def test_what_the_source_allows_is_told_from_what_it_does_not() -> None:
    found = explained("party players=5", {}, re="a")
    assert option(found, "sequence", "up").is_by_source
    assert not option(found, "sequence", "down").is_by_source
    assert found.standing == "as-written"
    assert explained("party players=5", {"sequence": "up"}, re="a").standing == "variation"
    assert explained("party players=5", {"sequence": "down"}, re="a").standing == "custom"
    assert explained("common", {"sequence": "down"}, re="a").standing == "variation"


@pytest.mark.parametrize(
    ("rulebook", "label"),
    [
        ("common players=7", "as published"),
        ("common scoring='exact: 10 + bid * bid; missed: 0'", "a rulebook of your own"),
        ("common players=7 max_size=2 scoring=negative-square", "a rulebook of your own"),
        ("cardgames hook=off", "a rulebook of your own"),
    ],
)
def test_what_nobody_published_is_not_called_published(rulebook: str, label: str) -> None:
    """A source that lets people change things has not published what they make of it."""
    assert explained(rulebook, {}, re="a").standing_label == label


def test_impossible_values_are_explained_in_place() -> None:
    found = explained("common players=4", {}, re="a")
    assert "hook=off" in (option(found, "bidding", "all-at-once").refusal or "")
    assert option(found, "max_size", "12").refusal is None
    assert "52" in (option(found, "max_size", "13").refusal or "")


def test_bids_at_once_and_the_hook_are_both_shown_with_what_parts_them() -> None:
    """What the source knows stays in sight where another rule rules it out; the rest does not."""
    hooked = explained("common", {}, re="a")
    at_once = option(hooked, "bidding", "all-at-once")
    assert at_once.is_by_source
    assert at_once.refusal == (
        "The hook needs bids made in turn: with all bids at once it must be off (hook=off)."
    )
    freed = explained("common hook=off bidding=all-at-once", {}, re="a")
    assert [(one.value, one.is_by_source) for one in control(freed, "hook").options] == [
        (value, True) for value in ("on", "off", "from-2", "from-3", "from-4")
    ]
    assert option(freed, "hook", "off").refusal is None
    assert option(freed, "hook", "on").refusal == at_once.refusal
    assert "bid_change=none" in (option(freed, "bid_change", "until-next").refusal or "")
    fixed = explained("cardgames", {}, re="a")
    assert not option(fixed, "bidding", "all-at-once").is_by_source
    capped = explained("party max_size=5", {}, re="a")
    sizes = {one.value for one in control(capped, "max_size").options if one.is_by_source}
    assert sizes == {"default", *map(str, range(1, 10))}


def heard(found: outgoing.Explained) -> str:
    return " ".join(line.text for section in found.sections for line in section.lines)


@pytest.mark.parametrize(
    ("names", "called"),
    [
        ((), ("you", "seat 1", "seat 2", "seat 3")),
        (("Seat 1", "Seat 2", "Seat 3", "Seat 4"), ("Seat 1", "Seat 2", "Seat 3", "Seat 4")),
        (("Ada", None, "Emil", "Chiyo"), ("Ada", "you", "Emil", "Chiyo")),
    ],
)
def test_the_first_dealer_is_called_what_the_seats_are_called(
    names: tuple[str | None, ...], called: tuple[str, ...]
) -> None:
    found = explained("common", {"first_dealer": "seat-1"}, re="a", names=names)
    offered = control(found, "first_dealer").options[2:]
    assert tuple(one.label for one in offered) == called
    assert [one.line for one in offered] == [f"First dealer: {who}." for who in called]
    told = heard(found)
    assert f"First dealer: {called[1]}. The deal moves one seat clockwise after each round" in told
    assert f"{called[2]}, {called[3]} and {called[0]}, and so on" in told
    assert f"first dealer: {called[1]} instead of by drawing" in told
    assert "count clockwise from 0" not in told


def test_names_that_are_not_as_many_as_the_seats_are_refused() -> None:
    with pytest.raises(DealError, match="wrong-number-of-names"):
        explained("common", {}, re="a", names=("Ada", "Emil"))


def test_where_it_comes_from_is_told_in_words() -> None:
    told = heard(explained("cardgames players=5 max_size=4 hook=off ties=leaders-1", {}, re="a"))
    for words in (
        "players: 5 instead of 4",
        "largest size: 4 instead of usual",
        "hook: off instead of on",
        "ties: leaders play up to 1 more round instead of shared",
    ):
        assert words in told
    assert "scoring: Tricks plus ten or Exact only" in heard(explained("party", {}, re="a"))


@pytest.mark.parametrize("bidding", ["in-turn", "all-at-once"])
def test_the_first_lead_is_explained_as_the_rules_in_words_have_it(bidding: str) -> None:
    found = explained(f"common hook=off bidding={bidding}", {}, re="a")
    told = heard(found)
    lines = {one.value: one.line for one in control(found, "first_lead").options}
    assert lines["dealers-left"] in told
    assert not any("bid first" in line or "bid last" in line for line in lines.values())


def test_what_a_scoring_pays_is_said_in_words() -> None:
    found = explained("common", {}, re="a")
    assert option(found, "scoring", "club-sheet").line == (
        "Made: 10 for each trick bid; for a bid of 0: 10. Missed: -10 for each trick off the bid."
    )
    for one in control(found, "scoring").options:
        assert not any(sign in one.line for sign in "*/_()="), one.line


def test_the_named_rulebooks_are_told_apart() -> None:
    found = {one.name: one.line for one in rulebooks(Levels(("club",), "club"), re="").presets}
    assert len(set(found.values())) == len(PRESETS)
    assert found["common"] == (
        "3–7 players, 13–19 rounds, Tricks plus ten; first dealer: by drawing; ties: shared"
    )
    assert found["party"].endswith(
        "; first dealer: at random; ties: leaders play up to 3 more rounds"
    )
    assert "first lead: the dealer; ties: everybody plays on" in found["club-sheet"]
    assert found["cardgames"].startswith("4 players, 19 rounds, ")


def test_the_usual_largest_size_is_offered_once() -> None:
    """By its name, in its place among the numbers; written as a number it is there as well."""
    sizes = [one.value for one in control(explained("common", {}, re="a"), "max_size").options]
    assert sizes == [*map(str, range(1, 10)), "default", "11", "12", "13"]
    written = explained("common max_size=10", {}, re="a")
    assert option(written, "max_size", "10").refusal is None
    assert option(written, "max_size", "default").label == "usual (10)"


def test_values_of_ones_own_are_told_from_those_on_offer() -> None:
    """A cycle of trumps or a list of sizes says itself, with room to break its line."""
    found = explained("common trump=hearts,none sequence=2,1", {}, re="a")
    assert option(found, "trump", "hearts,none").label == "in turn: hearts, none"
    assert option(found, "sequence", "2,1").label == "sizes 2, 1"
    for one in found.controls:
        assert len({value.label for value in one.options}) == len(one.options), one.axis


def test_a_largest_size_that_no_longer_fits_follows_the_players() -> None:
    found = explained("common players=3 max_size=17", {"players": 7}, re="a")
    assert found.rulebook == "common players=7"
    assert len(found.adjusted) == 1
    assert "17" in found.adjusted[0]
    with pytest.raises(RulebookError, match="pack-too-small"):
        explained("common players=7", {"max_size": 17}, re="a")


@pytest.mark.parametrize("name", PRESETS)
def test_games_by_the_presets_take_as_long_as_people_say(name: str) -> None:
    for players in range(PRESETS[name].fewest, PRESETS[name].most + 1):
        brisk, leisurely = minutes(players, preset_rulebook(name, players=players).sizes)
        assert 18 <= brisk < leisurely <= 45


def test_a_short_game_takes_a_minute_at_least() -> None:
    assert minutes(3, (1,)) == (1, 1)


def test_every_scoring_has_a_name_that_people_read() -> None:
    found = explained("common", {}, re="")
    labels = [one.label for one in control(found, "scoring").options]
    assert len({*labels}) == len(NAMED)
    assert not any("-" in label or "{" in label for label in labels)
    presets = rulebooks(Levels(("club",), "club"), re="").presets
    assert all("-" not in preset.line.rpartition(", ")[2] for preset in presets)


def test_all_there_is_to_choose_from_has_words() -> None:
    found = rulebooks(Levels(("random", "club", "expert"), "club"), re="a")
    assert [preset.name for preset in found.presets] == list(PRESETS)
    for preset in found.presets:
        assert preset.label
        assert preset.line
        assert parse_rulebook(preset.rulebook).preset == preset.name
    assert all(level.label and level.line for level in found.levels)
    assert (found.rulebook, found.level) == ("common", "club")


@pytest.mark.asyncio
async def test_a_client_asks_for_all_of_it() -> None:
    async with House() as house:
        client = await house.client()
        listed = await client.ask("rulebooks")
        assert [level["level"] for level in listed["levels"]] == ["random", "rule-of-thumb"]
        given: dict[str, Any] = {"preset": "party", "players": 5}
        found = await client.ask("explain", rulebook=given, change={"hook": "off"})
        assert found["type"] == "explained"
        assert found["rulebook"] == "party players=5 hook=off"
        assert found["sections"][0]["heading"]
        refused = await client.ask("explain", rulebook=given, change={"max_size": 11})
        assert refused["code"] == "pack-too-small"
        assert refused["params"]["field"] == "max_size"
