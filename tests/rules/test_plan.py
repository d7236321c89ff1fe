"""Sizes, dealers and trump of a whole game, known before the first deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.axes import RoundSequence, TurnUp
from ohhell.rules.cards import Suit
from ohhell.rules.plan import (
    PlannedRound,
    dealer_of,
    largest_by_default,
    next_dealer,
    planned_round,
    planned_rounds,
    round_sizes,
    seats_from_left,
)
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from tests.rules.strategies import rulebooks


@pytest.mark.parametrize(
    ("sequence", "max_size", "sizes"),
    [
        (RoundSequence.DOWN_UP, 4, (4, 3, 2, 1, 2, 3, 4)),
        (RoundSequence.UP, 4, (1, 2, 3, 4)),
        (RoundSequence.DOWN, 4, (4, 3, 2, 1)),
        (RoundSequence.UP_DOWN, 4, (1, 2, 3, 4, 3, 2, 1)),
        (RoundSequence.DOWN_UP, 2, (2, 1, 2)),
        (RoundSequence.UP_DOWN, 2, (1, 2, 1)),
        *((sequence, 1, (1,)) for sequence in RoundSequence),
        ((3, 1, 3, 3), 10, (3, 1, 3, 3)),
    ],
)
def test_sizes_run_between_the_largest_and_one_with_no_turning_point_twice(
    sequence: RoundSequence | tuple[int, ...], max_size: int, sizes: tuple[int, ...]
) -> None:
    assert round_sizes(sequence, max_size) == sizes


@pytest.mark.parametrize(
    ("players", "largest", "rounds"),
    [(3, 10, 19), (4, 10, 19), (5, 10, 19), (6, 8, 15), (7, 7, 13)],
)
@pytest.mark.parametrize("preset", ["club-sheet", "common", "party"])
def test_the_usual_game_has_19_15_or_13_rounds(
    preset: str, players: int, largest: int, rounds: int
) -> None:
    rulebook = parse_rulebook(f"{preset} players={players}")
    plan = rulebook.compile()
    assert largest_by_default(players) == plan.largest == rulebook.largest == largest
    assert len(plan.rounds) == rounds
    assert [planned.size for planned in plan.rounds] == list(rulebook.sizes)
    assert [planned.number for planned in plan.rounds] == list(range(1, rounds + 1))
    assert set(plan.points) == set(range(1, largest + 1))


@pytest.mark.parametrize("players", range(3, 8))
def test_the_usual_largest_size_leaves_a_card_to_turn(players: int) -> None:
    largest = largest_by_default(players)
    assert players * largest + 1 <= 52
    if players > 4:
        assert players * (largest + 1) + 1 > 52


def test_odd_games_start_at_one_card_and_even_games_reach_the_largest_even_hand() -> None:
    odd = parse_rulebook("sequence=1,3,5,7,9")
    even = parse_rulebook("sequence=2,4,6,8,10")
    assert odd.sizes == (1, 3, 5, 7, 9)
    assert even.sizes == (2, 4, 6, 8, 10)
    assert (odd.largest, even.largest) == (9, 10)


def test_a_list_of_sizes_overrides_the_largest_size() -> None:
    rulebook = parse_rulebook("max_size=10 sequence=2,5,2 trump=turn-up-except-largest")
    assert rulebook.sizes == (2, 5, 2)
    assert rulebook.largest == 5
    assert [planned.has_turn_up for planned in rulebook.compile().rounds] == [True, False, True]
    # Not even a size that could not be dealt stands in its way.
    assert parse_rulebook("max_size=52 sequence=2,5").sizes == (2, 5)


def test_largest_rounds_without_trump_are_all_rounds_of_that_size() -> None:
    plan = parse_rulebook("max_size=3 trump=turn-up-except-largest").compile()
    assert [(planned.size, planned.has_turn_up) for planned in plan.rounds] == [
        (3, False),
        (2, True),
        (1, True),
        (2, True),
        (3, False),
    ]
    assert all(planned.suit is None for planned in plan.rounds)


def test_a_trump_cycle_goes_by_round_number_and_starts_again() -> None:
    plan = parse_rulebook("sequence=5,4,3,2,1 trump=spades,hearts,none").compile()
    spades, hearts = Suit.SPADES, Suit.HEARTS
    assert [planned.suit for planned in plan.rounds] == [spades, hearts, None, spades, hearts]
    assert not any(planned.has_turn_up for planned in plan.rounds)


def test_a_fixed_suit_and_no_trump_hold_in_every_round() -> None:
    fixed = parse_rulebook("max_size=3 trump=hearts").compile()
    assert {(planned.suit, planned.has_turn_up) for planned in fixed.rounds} == {
        (Suit.HEARTS, False)
    }
    none = parse_rulebook("max_size=3 trump=none").compile()
    assert {(planned.suit, planned.has_turn_up) for planned in none.rounds} == {(None, False)}


def test_a_plan_is_the_same_for_equal_rulebooks_and_made_once() -> None:
    assert parse_rulebook("max_size=4").compile() is parse_rulebook("max_size=4").compile()


@given(rulebooks())
def test_every_round_of_every_plan_fits_the_pack(rulebook: Rulebook) -> None:
    plan = rulebook.compile()
    assert tuple(planned.size for planned in plan.rounds) == rulebook.sizes
    assert plan.largest == max(rulebook.sizes)
    assert planned_rounds(rulebook.trump, rulebook.sizes) == plan.rounds
    for planned in plan.rounds:
        assert rulebook.players * planned.size + planned.has_turn_up <= 52
        assert not (planned.has_turn_up and planned.suit is not None)
        assert len(plan.points[planned.size]) == planned.size + 1
        assert rulebook.has_hook(planned.size) == (
            rulebook.hook is not None and rulebook.hook <= planned.size
        )


def test_extensions_are_planned_as_rounds_of_the_largest_size() -> None:
    def extension(trump: str, number: int) -> PlannedRound:
        rulebook = parse_rulebook(f"max_size=3 trump={trump}")
        return planned_round(rulebook.trump, number=number, size=3, largest=3)

    assert extension("turn-up", 6) == PlannedRound(6, 3, has_turn_up=True, suit=None)
    assert extension(TurnUp.EXCEPT_LARGEST.value, 6).has_turn_up is False
    assert extension("spades,hearts,none", 6).suit is None
    assert extension("spades,hearts,none", 7).suit is Suit.SPADES


# --- Dealers.


def test_the_deal_goes_round_from_the_first_dealer() -> None:
    dealers = [dealer_of(number, first_dealer=3, players=4) for number in range(1, 7)]
    assert dealers == [3, 0, 1, 2, 3, 0]


@pytest.mark.parametrize(
    ("seats", "after", "dealer"),
    [
        ((0, 1, 2, 3, 4), 2, 3),
        ((0, 1, 2, 3, 4), 4, 0),
        ((1, 3), 1, 3),
        ((1, 3), 2, 3),
        ((1, 3), 3, 1),
        ((1, 3), 0, 1),
        ((1, 3), 4, 1),
        ((2,), 2, 2),
    ],
)
def test_the_next_dealer_is_the_next_seat_that_takes_part(
    seats: Sequence[int], after: int, dealer: int
) -> None:
    assert next_dealer(seats, after=after, players=5) == dealer


@pytest.mark.parametrize(
    ("seats", "dealer", "order"),
    [
        (range(4), 3, (0, 1, 2, 3)),
        (range(4), 1, (2, 3, 0, 1)),
        ((0, 2, 4), 2, (4, 0, 2)),
        ((0, 3), 3, (0, 3)),
        ((0, 3), 0, (3, 0)),
    ],
)
def test_bidding_goes_clockwise_from_the_dealers_left_and_the_dealer_is_last(
    seats: Sequence[int], dealer: int, order: tuple[int, ...]
) -> None:
    assert seats_from_left(seats, dealer=dealer, players=5) == order


@given(st.integers(3, 7), st.data())
def test_the_dealer_is_last_of_any_seats(players: int, data: st.DataObject) -> None:
    seats = data.draw(st.sets(st.integers(0, players - 1), min_size=1))
    dealer = data.draw(st.sampled_from(sorted(seats)))
    order = seats_from_left(tuple(seats), dealer=dealer, players=players)
    assert order[-1] == dealer
    assert set(order) == seats
    steps = [(seat - dealer - 1) % players for seat in order]
    assert steps == sorted(steps)
