"""Random legal rounds by the million: deal, bid, play and score, for every kind of round.

One body serves both kernels: `random_rounds` takes players and size as they come, while
`frozen_rounds` holds them as constants, which lets the compiler unroll every loop.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from ohhell.kernel.bits import (
    HALF,
    LANE,
    LANE_OF,
    ONE,
    PACK,
    STEP,
    TRUMPS,
    ZERO,
    U,
    below,
    choose,
    lowest_index,
    mixed,
    nth_card,
    nth_card_portable,
    popcount,
    rotate_left,
)
from ohhell.kernel.compiled import compiled

NO_TRUMP: Final = 0
TURN_UP: Final = 1
FIXED_TRUMP: Final = 2
LEFT_LEADS: Final = 0
DEALER_LEADS: Final = 1
HIGHEST_LEADS: Final = 2

MOST_SEATS: Final = 7


class RoundRules(NamedTuple):
    """What the kernel knows of the rules of one round; seats are numbered in bidding order.

    `trumps` is lane 3 or 0; `turned` the turn-up's bit or 0; `lead_kind` 0 dealer's left, 1
    dealer, 2 highest bidder; `points` float64[size + 1, size + 1] by bid and tricks, the more the
    better; `scale` what making a bid is worth on average, in points.
    """

    seats: int
    size: int
    trumps: Any
    turned: Any
    hook: bool
    at_once: bool
    lead_kind: int
    points: Any
    scale: float


def _body(nth: Any) -> Any:
    """The round itself, with one way of selecting a card built in."""

    @njit(inline="always")
    def rounds(
        count, seats, size, trump_kind, hook, lead_kind, points, dice, score, hand, bid, won
    ):
        all_seats = U(seats)
        trumps = ZERO if trump_kind == 0 else TRUMPS
        state = dice[0]
        word = ZERO
        for _ in range(count):
            deck = PACK
            left = U(52)
            for seat in range(seats):
                cards = ZERO
                for place in range(size):
                    if place & 1 == 0:
                        state += STEP
                        word = mixed(state)
                    else:
                        word >>= HALF
                    card = nth(deck, below(word, left))
                    deck ^= card
                    cards |= card
                    left -= ONE
                hand[seat] = cards
            if trump_kind == 1:
                state += STEP
                word = mixed(state)
                turned = nth(deck, below(word, left))
                turn = LANE_OF - (lowest_index(turned) & LANE_OF)
                for seat in range(seats):
                    hand[seat] = rotate_left(hand[seat], turn)
            total = 0
            high = 0
            lead = ZERO
            for seat in range(seats):
                if seat & 1 == 0:
                    state += STEP
                    word = mixed(state)
                else:
                    word >>= HALF
                barred = size - total
                hooked = 1 if (hook and seat == seats - 1 and barred >= 0) else 0
                tricks = np.int64(below(word, U(size + 1 - hooked)))
                if hooked == 1 and tricks >= barred:
                    tricks += 1
                bid[seat] = tricks
                won[seat] = 0
                total += tricks
                if lead_kind == 2 and tricks > high:
                    high = tricks
                    lead = U(seat)
            if lead_kind == 1:
                lead = all_seats - ONE
            for trick in range(size):
                state += STEP
                word = mixed(state)
                at = lead
                winner = lead
                cards = hand[at]
                best = nth(cards, below(word, U(size - trick)))
                hand[at] = cards ^ best
                led = LANE << (lowest_index(best) & LANE_OF)
                ranked = led | trumps
                for place in range(1, seats):
                    at = at + ONE if at + ONE < all_seats else ZERO
                    if place & 1 == 0:
                        state += STEP
                        word = mixed(state)
                    else:
                        word >>= HALF
                    cards = hand[at]
                    legal = cards & led
                    legal = choose(legal != ZERO, legal, cards)
                    card = nth(legal, below(word, popcount(legal)))
                    hand[at] = cards ^ card
                    card &= ranked
                    beats = card > best
                    winner = choose(beats, at, winner)
                    best = choose(beats, card, best)
                won[winner] += 1
                lead = winner
            for seat in range(seats):
                score[seat] += points[bid[seat], won[seat]]
        dice[0] = state

    return rounds


_rounds = _body(nth_card)
_rounds_portable = _body(nth_card_portable)


@compiled
def random_rounds(
    count, seats, size, trump_kind, hook, lead_kind, points, dice, score, hand, bid, won
):
    """Play `count` random legal rounds and add every seat's points to `score`.

    `points` int64[size + 1, size + 1] by bid and tricks; `dice` uint64[1]; `score` int64[seats];
    `hand` uint64[seats], `bid` and `won` int64[seats] are left as the last round ended.
    """
    _rounds(count, seats, size, trump_kind, hook, lead_kind, points, dice, score, hand, bid, won)


_STRETCH: Final = 128
"""Bytes that processors fetch at a time, at most: two cache lines of 64."""


def frozen_rounds(seats: int, size: int, *, portable: bool = False) -> Any:
    """`random_rounds` for turn-up trump, hook, dealer's left leading; half a second to compile."""
    rounds = _rounds_portable if portable else _rounds

    @njit(nogil=True, error_model="numpy")
    def frozen(count, points, dice, score, hand, bid, won):
        rounds(count, seats, size, 1, True, 0, points, dice, score, hand, bid, won)

    return frozen


def workspace(seats: int, seed: int) -> tuple[Any, Any, Any, Any, Any]:
    """Fresh `dice, score, hand, bid, won` for `random_rounds`, for one thread.

    Each begins a stretch of memory of its own, so that threads never write to the same cache line.
    """
    words = _STRETCH // 8
    room = np.zeros(6 * words, np.uint64)
    first = -room.ctypes.data % _STRETCH // 8
    dice, score, hand, bid, won = (
        room[first + number * words :][: max(seats, 1)] for number in range(5)
    )
    dice[0] = seed
    return dice[:1], score.view(np.int64), hand, bid.view(np.int64), won.view(np.int64)
