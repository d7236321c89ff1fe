"""Every rulebook can be told in words, and the words hold its numbers and nothing of the machine."""

import random
import re

import pytest
from hypothesis import given

from ohhell.cli.rules import explanation
from ohhell.rules.explanation import explain
from ohhell.rules.presets import PRESETS, preset_rulebook
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.scoring import NAMED
from ohhell.text import catalogue, say
from tests.rules.strategies import rulebooks

TEMPLATES = catalogue().templates

# What a program shows when it meant to say something else.
OF_THE_MACHINE = re.compile(r"None|True|False|[{}\[\]<]|Suit\.|Ties\(|\(\d+,\)|  |\.\.|,,| [,.;]")


def told(rulebook: Rulebook) -> dict[str, list[str]]:
    """All sentences by section, each checked for what no sentence should hold."""
    sections: dict[str, list[str]] = {}
    for section in explain(rulebook):
        said = [say(one.key, **one.params) for one in section.statements]
        for one, text in zip(section.statements, said, strict=True):
            assert text.isprintable()
            shows_formula = {"formula", "text", "value", "usual"} & one.params.keys()
            assert shows_formula or not OF_THE_MACHINE.search(text), text
            assert one.is_item or text[-1] in ".:" or "text" in one.params, text
        sections[section.key] = said
    return sections


def at_random(dice: random.Random) -> Rulebook | None:
    """Any rulebook, put together from words; None where they do not go together."""
    words = {
        "players": dice.choice("34567"),
        "max_size": dice.choice(["default", "1", "2", "5", "7"]),
        "sequence": dice.choice(["down-up", "up", "down", "up-down", "1", "4,4", "1,3,5,7,5,4,3"]),
        "first_dealer": dice.choice(["random", "drawn", "seat-2"]),
        "trump": dice.choice(["turn-up", "turn-up-except-largest", "none", "hearts", "clubs,none"]),
        "bidding": dice.choice(["in-turn", "in-turn", "all-at-once"]),
        "hook": dice.choice(["on", "off", "off", "from-3", "from-9"]),
        "bid_change": dice.choice(["none", "until-next"]),
        "first_lead": dice.choice(["dealers-left", "dealer", "highest-bidder"]),
        "scoring": dice.choice([*NAMED, "exact: 10 // (bid + 1); over: -1; short: bid; low wins"]),
        "ties": dice.choice(["share", "leaders-1", "leaders-3", "all-seats"]),
    }
    try:
        return preset_rulebook(dice.choice(list(PRESETS))).changed(**words)
    except ValueError:
        return None


def some_rulebooks(count: int) -> list[Rulebook]:
    dice = random.Random(2)
    found: list[Rulebook] = []
    while len(found) < count:
        rulebook = at_random(dice)
        if rulebook is not None:
            found.append(rulebook)
    return found


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_told_with_their_numbers(preset: str, players: int) -> None:
    said = told(preset_rulebook(preset, players=players))
    most, rounds = {3: (10, 19), 4: (10, 19), 5: (10, 19), 6: (8, 15), 7: (7, 13)}[players]
    assert said["rounds"][:4] == [
        (
            f"{players} players, each alone, with the usual 52 cards. The ace is the highest card"
            " of its suit, the two the lowest."
        ),
        f"There are {rounds} rounds, with {most * (most + 1) - 1} tricks in all:",
        f"rounds 1 to {most}: from {most} cards each down to 1",
        f"rounds {most + 1} to {rounds}: from 2 cards each up to {most}",
    ]
    assert (
        f"In the largest rounds {players * most} of the 52 cards are dealt." in said["dealing"][0]
    )
    paid = "30 points" if preset == "club-sheet" else "13 points"
    assert f"bid 3, take 3: {paid}" in said["scoring"]
    lead = "The dealer leads" if preset == "club-sheet" else "The seat on the dealer's left leads"
    assert said["play"][0].startswith(lead)


def test_the_documented_examples_are_told() -> None:
    said = told(parse_rulebook("club-sheet"))["scoring"]
    assert "bid 3, take 2: -10 points; take 4: -10 points" in said
    said = told(parse_rulebook("common sequence=4"))
    assert (
        "in a round of 4 cards, after bids of 1, 2 and 0, the dealer may bid anything from 0 to 4"
        " but 1"
    ) in said["bidding"]
    assert "bid 3, take 2: 2 points; take 4: 4 points" in said["scoring"]
    said = told(parse_rulebook("common sequence=1"))
    assert "There is 1 round, with 1 trick in all:" in said["rounds"]
    assert "round 1: 1 card each" in said["rounds"]
    assert "In the largest round 4 of the 52 cards are dealt." in said["dealing"][0]
    assert (
        "in a round of 1 card, after bids of 0, 0 and 0, the dealer may not bid 1, only 0"
    ) in said["bidding"]
    assert "bid 1, take 0: 0 points" in said["scoring"]
    assert "bid 0, take 0: 10 points; take 1: 1 point" in said["scoring"]


@pytest.mark.parametrize("rulebook", some_rulebooks(200), ids=str)
def test_any_rulebook_is_told(rulebook: Rulebook) -> None:
    said = told(rulebook)
    everything = "\n".join(line for lines in said.values() for line in lines)
    assert f"{rulebook.players} players, each alone" in everything
    assert f"{len(rulebook.sizes)} round" in everything
    assert f"{sum(rulebook.sizes)} trick" in everything
    assert f"{rulebook.players * max(rulebook.sizes)} of the 52" in everything
    assert ("lowest total wins" in everything) == rulebook.scoring.low_wins
    assert rulebook.scoring.exact in everything
    assert rulebook.scoring.short in everything
    assert everything.endswith(f"In short: {rulebook}")


@given(rulebooks())
def test_no_rulebook_lacks_words(rulebook: Rulebook) -> None:
    told(rulebook)


def test_no_words_are_left_over() -> None:
    """Whatever the catalogue can say of a rulebook is said of some."""
    some = [
        *some_rulebooks(200),
        *map(preset_rulebook, PRESETS),
        parse_rulebook("common sequence=9,8,7,6,5,4,3,2,9"),
        parse_rulebook("common scoring='exact: max(bid, players); missed: min(bid, size)'"),
        parse_rulebook("common hook=from-3"),
    ]
    said = {one.key for rulebook in some for part in explain(rulebook) for one in part.statements}
    rarely = {"explain.dealer.names", "explain.may-change.any"}
    assert {key for key in TEMPLATES if key.startswith("explain.")} == said | rarely


def test_nothing_is_said_and_taken_back() -> None:
    """Where some rounds have no turn-up, the first word of turning up says which have one."""
    said = " ".join(
        told(parse_rulebook("party max_size=4 trump=turn-up-except-largest"))["dealing"]
    )
    assert "In rounds of fewer than 4 cards, the next card is then turned up" in said
    assert "In rounds 1 and 7, of 4 cards each, there is no trump" in said
    assert said.count("turned up") == 2


def test_it_is_said_who_a_seat_is() -> None:
    said = " ".join(told(parse_rulebook("common first_dealer=seat-2"))["rounds"])
    assert "Seat 2 deals first. Seats count clockwise from 0; seat 0 is you where you play," in said
    assert said.endswith("the deal moves one seat clockwise: 3, 0 and 1, and so on.")


def test_who_deals_an_extension_is_said_whoever_plays_it() -> None:
    assert (
        "the deal goes on to the next seat clockwise" in told(parse_rulebook("club-sheet"))["end"]
    )


def test_a_game_under_way_is_told_with_its_seats() -> None:
    rulebook = preset_rulebook("party", players=3)
    lines = explanation(rulebook, width=80, first_dealer=1, names=("Ada", "Bo", "Cy"))
    text = " ".join(" ".join(lines).split())
    assert (
        "First dealer: Bo. The deal moves one seat clockwise after each round: Cy and Ada," in text
    )
