"""The plan of a whole game, known before the first deal: sizes, trump and dealers.

Rounds are numbered from 1.  The number, the rotation of the deal and a trump cycle run on
through extensions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from ohhell.rules.axes import DEFAULT_MAX_SIZE, RoundSequence, Sizes, TrumpRule, TurnUp
from ohhell.rules.cards import Seat, Suit
from ohhell.rules.scoring import Points


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round of the plan; `suit` is its trump where no card is turned up (None: no trump)."""

    number: int
    size: int
    has_turn_up: bool
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What a rulebook comes to: the scheduled rounds, and `points[size][bid][tricks]`."""

    rounds: tuple[PlannedRound, ...]
    largest: int
    points: Mapping[int, Points]


def round_sizes(sequence: Sizes, max_size: int) -> tuple[int, ...]:
    """Cards a seat in every scheduled round; a list of sizes overrides `max_size`."""
    up = tuple(range(1, max_size + 1))
    match sequence:
        case RoundSequence.DOWN_UP:
            return up[:0:-1] + up
        case RoundSequence.UP:
            return up
        case RoundSequence.DOWN:
            return up[::-1]
        case RoundSequence.UP_DOWN:
            return up + up[-2::-1]
        case tuple():
            return sequence
        case _:
            assert_never(sequence)


def largest_by_default(players: int) -> int:
    """The largest size that `max_size=default` stands for."""
    return DEFAULT_MAX_SIZE[players]


def planned_round(trump: TrumpRule, *, number: int, size: int, largest: int) -> PlannedRound:
    """What round `number` of `size` cards is like; extensions are asked for the same way."""
    match trump:
        case TurnUp.EVERY_ROUND:
            return PlannedRound(number, size, has_turn_up=True, suit=None)
        case TurnUp.EXCEPT_LARGEST:
            return PlannedRound(number, size, has_turn_up=size < largest, suit=None)
        case tuple():
            suit = trump[(number - 1) % len(trump)]
            return PlannedRound(number, size, has_turn_up=False, suit=suit)
        case _:
            assert_never(trump)


def planned_rounds(trump: TrumpRule, sizes: Sequence[int]) -> tuple[PlannedRound, ...]:
    """The scheduled rounds of a game with these sizes."""
    largest = max(sizes)
    return tuple(
        planned_round(trump, number=number, size=size, largest=largest)
        for number, size in enumerate(sizes, start=1)
    )


def dealer_of(number: int, *, first_dealer: Seat, players: int) -> Seat:
    """Who deals scheduled round `number`: one seat further each round."""
    return (first_dealer + number - 1) % players


def next_dealer(seats: Sequence[Seat], *, after: Seat, players: int) -> Seat:
    """The next of `seats` clockwise after the seat that dealt last."""
    return min(seats, key=lambda seat: (seat - after - 1) % players)


def seats_from_left(seats: Sequence[Seat], *, dealer: Seat, players: int) -> tuple[Seat, ...]:
    """`seats` in the order they are dealt to and bid: clockwise, the dealer last."""
    return tuple(sorted(seats, key=lambda seat: (seat - dealer - 1) % players))
