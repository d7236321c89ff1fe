"""No change to what happened goes unnoticed, with the seed and mostly without it."""

from __future__ import annotations

import pytest

from ohhell.rules.cards import Card
from ohhell.rules.shuffle import commitment
from tests.rules.changed_records import (
    RULEBOOK,
    Mutation,
    Plain,
    first,
    line_with,
    loaded,
    verdict_of,
    written,
)
from tests.rules.played import PlayedGame, play


@pytest.fixture(scope="module")
def game() -> PlayedGame:
    """A finished game with drawn dealer, changed bids and a person's nonce."""
    return play(RULEBOOK, seed=5)


def swap_cards(lines: list[Plain]) -> None:
    """Two seats swap the cards they played to the first trick."""
    one, other = first(lines, "played"), first(lines, "played", skip=1)
    one["card"], other["card"] = other["card"], one["card"]


def play_another(lines: list[Plain]) -> None:
    """A seat plays a card it never had."""
    seen = written(lines)
    strange = next(str(card) for card in Card if f'"{card}"' not in seen)
    first(lines, "played")["card"] = strange


def bid_more(lines: list[Plain]) -> None:
    """A bid is raised by one."""
    bid = first(lines, "bid")
    bid["tricks"] = (bid["tricks"] + 1) % 3


def bid_by_another(lines: list[Plain]) -> None:
    """A bid is put down to the next seat."""
    bid = first(lines, "bid")
    bid["seat"] = (bid["seat"] + 1) % 4


def bid_too_much(lines: list[Plain]) -> None:
    """A bid exceeds the size of the round."""
    first(lines, "bid")["tricks"] = 4


def take_by_another(lines: list[Plain]) -> None:
    """A trick goes to the wrong seat."""
    trick = first(lines, "trick")
    trick["seat"] = (trick["seat"] + 1) % 4


def more_points(lines: list[Plain]) -> None:
    """Points are raised."""
    first(lines, "scored")["points"][1] += 10


def more_total(lines: list[Plain]) -> None:
    """A total is raised."""
    first(lines, "scored", skip=1)["totals"][2] += 1


def other_places(lines: list[Plain]) -> None:
    """The places are turned round."""
    first(lines, "ended")["places"].reverse()


def other_turn_up(lines: list[Plain]) -> None:
    """Another card of the same suit is turned up."""
    opened = first(lines, "round")
    opened["turn_up"] = ("2" if opened["turn_up"][0] != "2" else "3") + opened["turn_up"][1]


def other_trump(lines: list[Plain]) -> None:
    """The trump suit is not the turn-up's."""
    opened = first(lines, "round")
    opened["trump"] = "clubs" if opened["trump"] != "clubs" else "spades"


def other_size(lines: list[Plain]) -> None:
    """A round has a size that is not planned."""
    first(lines, "round")["size"] = 2


def other_dealer(lines: list[Plain]) -> None:
    """A round is dealt by the wrong seat."""
    opened = first(lines, "round", skip=1)
    opened["dealer"] = (opened["dealer"] + 1) % 4


def other_order(lines: list[Plain]) -> None:
    """The bidding order is turned round."""
    first(lines, "round")["seats"].reverse()


def other_draw(lines: list[Plain]) -> None:
    """The first dealer did not draw the highest card."""
    drawn = first(lines, "dealer")
    drawn["dealer"] = (drawn["dealer"] + 1) % 4


def other_drawn_card(lines: list[Plain]) -> None:
    """Two seats swap the cards they drew."""
    draws = first(lines, "dealer")["draws"][0]
    draws[0][1], draws[1][1] = draws[1][1], draws[0][1]


def other_nonce(lines: list[Plain]) -> None:
    """A nonce is not the one promised."""
    first(lines, "nonce-shown")["nonce"] = "00" * 16


def nonce_left_out(lines: list[Plain]) -> None:
    """A nonce that was shown is said to be missing."""
    shown = first(lines, "nonce-shown")
    shown.pop("nonce")
    shown["event"] = "nonce-missed"


def other_seed(lines: list[Plain]) -> None:
    """The revealed seed is another one."""
    first(lines, "seed")["seed"] = "11" * 32


def other_seed_and_commitment(lines: list[Plain]) -> None:
    """Seed and commitment are replaced by a pair that fits, the cards are not."""
    first(lines, "seed")["seed"] = "11" * 32
    lines[0]["commitment"] = commitment(b"\x11" * 32).hex()


def other_commitment(lines: list[Plain]) -> None:
    """The commitment is another one."""
    lines[0]["commitment"] = "22" * 32


def other_scoring(lines: list[Plain]) -> None:
    """The header names another scoring."""
    lines[0]["rulebook"] += " scoring=exact-only"


def other_lead(lines: list[Plain]) -> None:
    """The header lets another seat lead."""
    lines[0]["rulebook"] = lines[0]["rulebook"].replace("dealers-left", "highest-bidder")


def other_persons(lines: list[Plain]) -> None:
    """The header drops the person whose nonce was mixed in."""
    lines[0]["persons"] = []


def line_gone(lines: list[Plain]) -> None:
    """A card is left out and the lines renumbered."""
    del lines[line_with(lines, "played")]
    for number, line in enumerate(lines[1:], start=2):
        line["number"] = number


def line_lost(lines: list[Plain]) -> None:
    """A line is lost."""
    del lines[line_with(lines, "bid")]


def line_twice(lines: list[Plain]) -> None:
    """A line stands twice."""
    index = line_with(lines, "played")
    lines.insert(index, dict(lines[index]))


def lines_swapped(lines: list[Plain]) -> None:
    """Two bids change places, numbers and all."""
    index = line_with(lines, "bid")
    one, other = lines[index], lines[index + 1]
    lines[index], lines[index + 1] = other, one
    one["number"], other["number"] = other["number"], one["number"]


def consequence_gone(lines: list[Plain]) -> None:
    """A trick is not recorded as taken."""
    line = lines[line_with(lines, "trick")]
    line["events"] = [event for event in line["events"] if event["event"] != "trick"]


def consequence_alone(lines: list[Plain]) -> None:
    """A trick is taken though nobody played."""
    lines[line_with(lines, "bid")]["events"].append({"event": "trick", "seat": 0})


def abandoned_after_the_end(lines: list[Plain]) -> None:
    """A finished game is given up."""
    lines[line_with(lines, "seed")]["events"].append({"event": "abandoned"})


def seed_too_early(lines: list[Plain]) -> None:
    """The secret is out before the game is over."""
    lines[line_with(lines, "played")]["events"].append(first(lines, "seed"))


def hand_shown(lines: list[Plain]) -> None:
    """A hand stands in the record."""
    first(lines, "round")["hand"] = ["2C"]


# What a record shows wrongly is found while the game still runs, too: no seed is there to help.
SEEN_WITHOUT_SEED: tuple[Mutation, ...] = (
    bid_by_another,
    bid_too_much,
    take_by_another,
    more_points,
    more_total,
    other_trump,
    other_size,
    other_dealer,
    other_order,
    other_draw,
    other_nonce,
    other_scoring,
    line_gone,
    line_lost,
    line_twice,
    lines_swapped,
    consequence_gone,
    consequence_alone,
)

MUTATIONS: tuple[Mutation, ...] = (
    *SEEN_WITHOUT_SEED,
    swap_cards,
    play_another,
    bid_more,
    other_places,
    other_turn_up,
    other_drawn_card,
    nonce_left_out,
    other_seed,
    other_seed_and_commitment,
    other_commitment,
    other_lead,
    other_persons,
    abandoned_after_the_end,
    seed_too_early,
    hand_shown,
)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_the_verifier_notices(game: PlayedGame, mutation: Mutation) -> None:
    lines = loaded(game)
    mutation(lines)
    assert lines != loaded(game)
    assert verdict_of(lines).faults


@pytest.mark.parametrize("mutation", SEEN_WITHOUT_SEED, ids=lambda mutation: mutation.__name__)
def test_the_verifier_notices_in_an_unfinished_game(game: PlayedGame, mutation: Mutation) -> None:
    lines = loaded(game)
    lines = lines[: line_with(lines, "round", skip=3)]
    assert not verdict_of(lines).faults
    mutation(lines)
    verdict = verdict_of(lines)
    assert verdict.faults
    assert not verdict.has_seed


def test_a_wrong_total_is_one_fault_and_not_one_a_round(game: PlayedGame) -> None:
    lines = loaded(game)
    more_total(lines)
    faults = verdict_of(lines).faults
    assert [(fault.line, fault.error.code) for fault in faults] == [
        (line_with(loaded(game), "scored", skip=1) + 1, "wrong-value")
    ]
    assert faults[0].error.params["field"] == "totals"


def test_lines_after_an_impossible_action_are_counted(game: PlayedGame) -> None:
    lines = loaded(game)
    index = line_with(lines, "bid")
    bid_too_much(lines)
    assert verdict_of(lines).unchecked == len(lines) - index - 1
