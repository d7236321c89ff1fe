"""What people reported of other programs: the kind of fault behind each case about rules.

Cases about screens, servers and CPU players stand with those; here is a list of all, so that a
new one cannot be overlooked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.actions import Bid, Play
from ohhell.rules.cards import Card, parse_card, parse_suit
from ohhell.rules.engine import legal_actions, to_act
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.trick import winning_index
from ohhell.rules.view import Phase
from tests.rules.games import Game
from tests.rules.scenes import Scene
from tests.rules.strategies import games

GOLDEN: Final = Path(__file__).parents[1] / "golden"

HERE: Final = frozenset(
    {
        "LB-order",
        "PJ-dealer-forced-zero",
        "LB-ace-high",
        "TB-trump-led-trick",
        "SK-next-player-wrap",
        "LO-one-cursor",
        "AB-turn-check",
        "BD-odd-even",
        "IV-zero-vs-none",
        "KS-zero-round",
        "CZ-dealer-moves",
    }
)
ELSEWHERE: Final = frozenset(
    {
        "OS-void-sampling",  # imagined deals: the fast twin
        "BD-overwrite-tricks",  # entries on the page of the score sheet
    }
)


def read(name: str) -> dict[str, Mapping[str, Any]]:
    with (GOLDEN / name).open(encoding="utf-8") as lines:
        return {case["id"]: case for case in map(json.loads, lines)}


CASES: Final = read("behaviours.jsonl") | read("positions.jsonl")


def test_every_case_about_rules_is_somebodys() -> None:
    about_rules = {name for name, case in CASES.items() if case["kind"] in ("rule", "scorekeeper")}
    assert about_rules == HERE | ELSEWHERE
    assert not HERE & ELSEWHERE


def seat(letter: str) -> int:
    """Seat A is left of the dealer: our seat 0 where the last seat deals."""
    return "ABCDEFG".index(letter)


def scene_of(case: Mapping[str, Any], *, hand: list[str] | None = None) -> Scene:
    """A position up to the seat that is to act, the unknown hands filled with spare cards."""
    players, size = case["players"], case["hand_size"]
    hook = "on" if case["hook"] else "off"
    table = Scene(f"players={players} sequence={size} hook={hook} first_dealer=seat-{players - 1}")
    hands = [""] * players
    hands[seat(case["to_act"])] = " ".join(hand or case["hand"])
    table.deal(*hands, turn_up=case["turned"])
    assert table.round.trump is parse_suit(case["trump"])
    table.bid(*case["bids"].values())
    assert table.next == seat(case["to_act"])
    return table


# --- Positions.


def test_advice_cannot_depend_on_the_order_of_a_hand() -> None:
    case = CASES["LB-order"]
    one = scene_of(case, hand=["AH", "2H"])
    other = scene_of(case, hand=["2H", "AH"])
    who = seat(case["to_act"])
    assert view_for(one.state, who) == view_for(other.state, who)
    assert legal_actions(one.state, who) == legal_actions(other.state, who)


def test_a_dealer_after_noughts_in_a_one_card_round_bids_nought() -> None:
    case = CASES["PJ-dealer-forced-zero"]
    table = scene_of(case)
    assert list(table.bids()) == case["acceptable"]
    for wrong in case["wrong"]:
        assert table.refusal(table.next, Bid(wrong)) == "hook"


@pytest.mark.parametrize("name", ["LB-ace-high", "TB-trump-led-trick"])
def test_the_trick_goes_to_the_ace_or_to_the_ruff(name: str) -> None:
    case = CASES[name]
    seats = [who for who, _ in case["trick"]]
    cards = [parse_card(card) for _, card in case["trick"]]
    winner = seats[winning_index(cards, parse_suit(case["trump"]))]
    assert case["acceptable"] == [f"trick won by {winner}"]


@pytest.mark.parametrize("led", [card for card in Card if card.rank.letter == "A"])
def test_no_card_of_its_suit_beats_an_ace(led: Card) -> None:
    for card in Card:
        if card.suit is led.suit and card is not led:
            assert winning_index([led, card], None) == 0
            assert winning_index([card, led], led.suit) == 1


# --- Turn order.


@given(games())
def test_turns_wrap_by_the_number_of_seats_from_whoever_led(game: Game) -> None:
    for state in game.states:
        if state.phase is not Phase.PLAYING or state.round is None:
            continue
        current = state.round
        assert current.leader is not None
        order = sorted(current.seats)
        start = order.index(current.leader)
        (expected,) = to_act(state)
        assert order[(start + len(current.trick)) % len(order)] == expected


@given(games())
def test_the_deal_moves_by_rounds_and_the_lead_by_tricks(game: Game) -> None:
    for step in game.steps:
        after, before = step.after.round, step.before.round
        if after is None or before is None or len(after.tricks) == len(before.tricks):
            continue
        assert after.leader == after.tricks[-1].winner
        assert (after.dealer, after.seats) == (before.dealer, before.seats)


@given(st.integers(3, 7), st.data())
def test_a_move_of_any_other_seat_is_refused(players: int, data: st.DataObject) -> None:
    table = Scene(f"players={players} sequence=2 hook=off first_dealer=seat-0")
    table.deal()
    table.bid(*(0 for _ in range(data.draw(st.integers(0, players)))))
    for who in range(players):
        if who != table.next:
            expected = "bid-stands" if table.round.bids[who] is not None else "out-of-turn"
            assert table.refusal(who, Bid(0)) == expected
            if table.phase is Phase.PLAYING:
                assert table.refusal(who, Play(table.round.hands[who][0])) == "out-of-turn"


# --- What score keepers got wrong.


@pytest.mark.parametrize("players", range(3, 8))
def test_odd_and_even_games_of_every_table(players: int) -> None:
    largest = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}[players]
    for first in (1, 2):
        sizes = tuple(range(first, largest + 1, 2))
        text = ",".join(map(str, sizes))
        rulebook = parse_rulebook(f"players={players} sequence={text}")
        assert rulebook.sizes == sizes
        assert rulebook.sizes[0] == first


def test_a_bid_not_made_is_not_a_bid_of_nought_and_a_game_waits_before_its_first_bid() -> None:
    table = Scene("players=3 sequence=2 first_dealer=seat-2")
    table.deal()
    assert table.round.bids == (None, None, None)
    seen = view_for(table.state, 0).round
    assert seen is not None
    assert (seen.bids, seen.has_bid) == ((None,) * 3, (False,) * 3)
    assert table.refusal(0, Play(table.round.hands[0][0])) == "bids-first"
    table.bid(0, 0)
    assert table.round.bids == (0, 0, None)
    assert table.refusal(0, Play(table.round.hands[0][0])) == "bids-first"


def test_a_round_worth_nought_is_recorded_for_every_seat() -> None:
    table = Scene("players=3 sequence=1 first_dealer=seat-2 scoring=exact-only hook=off")
    table.one_trick({0: 1, 1: 1, 2: 0}, winner=2)
    (result,) = table.state.results
    assert result.points == (0, 0, 0)
    assert (result.bids, result.taken) == ((1, 1, 0), (0, 0, 1))


@given(games())
def test_closing_a_round_moves_the_deal(game: Game) -> None:
    dealers = [result.dealer for result in game.end.results if not result.is_extension]
    for before, after in pairwise(dealers):
        assert after == (before + 1) % game.rulebook.players
