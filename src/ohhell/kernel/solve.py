"""Perfect play of the last cards when every hand is open, each seat for its own points (max^n).

Every seat takes the card that ends best for itself by `points[bid, tricks]`, the lowest of equal
ones; of cards that nothing in play separates only the lowest is tried.  What was found at the
start of a trick is kept in a table, so that no position is solved twice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ohhell.kernel.bits import (
    MIX,
    ONE,
    STEP,
    ZERO,
    U,
    choose,
    lane_of,
    lowest,
    mixed,
)
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.policy import legal_cards

TRICK_BITS = U(8)
"""Results are packed: the tricks of seat s in bits 8 s … 8 s + 7."""
MASK = U(255)
FIRST = np.int64(0)
"""The place of whoever leads, of the type that every place has: a function that calls itself must
not need a second signature, or its kept machine code calls into nothing."""


def solver_workspace(bits: int = 16) -> tuple[Any, Any]:
    """Fresh table: keys and results, uint64[2**bits]; one for as many positions as wanted."""
    return np.zeros(1 << bits, np.uint64), np.zeros(1 << bits, np.uint64)


@inlined
def distinct_cards(legal, others):
    """The lowest of every run of cards of `legal` that no card of `others` separates."""
    kept = ZERO
    cards = legal
    before = ZERO
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        same_lane = before != ZERO and lane_of(card) == lane_of(before)
        between = (card - ONE) & ~((before << ONE) - ONE)
        if not same_lane or others & between != ZERO:
            kept |= card
        before = card
    return kept


@inlined
def packed(won):
    """Tricks by seat as one word."""
    word = ZERO
    for seat in range(won.shape[0]):
        word |= U(won[seat]) << (TRICK_BITS * U(seat))
    return word


@inlined
def position_key(hands, won, bids, seat, salt):
    """A 64-bit fingerprint of a position at the start of a trick."""
    key = mixed(salt ^ U(seat + 1))
    for other in range(hands.shape[0]):
        key = mixed(key ^ hands[other]) + STEP
        key = mixed(key ^ (U(won[other]) << U(8) | U(bids[other] + 1))) ^ MIX
    return choose(key != ZERO, key, ONE)


@compiled
def solve_cards(
    hands, won, bids, points, trumps, seat, place, led, best, winner, left, salt, keys, results
):
    """The tricks every seat ends with, packed, when all play perfectly from here.

    `hands` uint64[seats], `won` and `bids` int64[seats], `points` float64[size + 1, size + 1];
    `seat` is to play as number `place` of a trick in which `led`, `best`, `winner` stand (0, 0
    and anything at its start) and `left` tricks, this one included, are to come.  `salt` tells
    tables of different points or trumps apart.  All arrays are left as they were.
    """
    seats = hands.shape[0]
    if place == seats:
        won[winner] += 1
        found = solve_cards(
            hands, won, bids, points, trumps, winner, FIRST, ZERO, ZERO, winner, left - 1, salt,
            keys, results,
        )  # fmt: skip
        won[winner] -= 1
        return found
    if left == 0:
        return packed(won)
    key = ZERO
    slot = ZERO
    if place == 0 and left > 1:
        key = position_key(hands, won, bids, seat, salt)
        slot = key & U(keys.shape[0] - 1)
        if keys[slot] == key:
            return results[slot]
    hand = hands[seat]
    others = best
    for other in range(seats):
        if other != seat:
            others |= hands[other]
    cards = distinct_cards(legal_cards(hand, led), others)
    bid = bids[seat]
    have = won[seat]
    limit = points[bid, have]
    for more in range(1, left + 1):
        limit = max(limit, points[bid, have + more])
    follower = seat + 1 if seat + 1 < seats else 0
    best_result = ZERO
    most = -1e18
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        hands[seat] = hand ^ card
        this_led = lane_of(card) if place == 0 else led
        beats = place == 0 or card & (this_led | trumps) > best
        found = solve_cards(
            hands, won, bids, points, trumps, follower, place + 1, this_led,
            card if beats else best, seat if beats else winner, left, salt, keys, results,
        )  # fmt: skip
        paid = points[bid, np.int64((found >> (TRICK_BITS * U(seat))) & MASK)]
        if paid > most:
            most = paid
            best_result = found
            if paid >= limit:
                break
    hands[seat] = hand
    if key != ZERO:
        keys[slot] = key
        results[slot] = best_result
    return best_result


def unpacked(word: int, seats: int) -> list[int]:
    """The tricks of every seat."""
    return [(int(word) >> (8 * seat)) & 255 for seat in range(seats)]
