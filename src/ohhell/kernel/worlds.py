"""Deal the hidden cards as one seat may imagine them, with the right frequencies.

Every assignment of the unseen cards to the other hands and the undealt stock that agrees with
the hand sizes and the voids shown is equally likely.  Seats that have shown no void share a pool
with the stock; each seat with a void takes its cards before them, suit by suit in numbers drawn
from an exact count: with `a[lane]` cards unseen and seats j, j + 1, … still to be served

    ways[j](a) = sum over n of  product of C(a[lane], n[lane])  *  ways[j + 1](a - n)

where n runs over what seat j may hold.  The totals are fixed stage by stage, so three lanes
tell the fourth and a stage has at most 14 * 14 * 14 states.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ohhell.kernel.bits import (
    LANE,
    ONE,
    ZERO,
    U,
    below,
    next_fraction,
    next_word,
    nth_card,
    popcount,
)
from ohhell.kernel.compiled import compiled, inlined

LANES = 4
STATES = 14 * 14 * 14


def _binomials() -> Any:
    table = np.zeros((14, 14))
    for total in range(14):
        table[total, 0] = 1.0
        for taken in range(1, total + 1):
            table[total, taken] = table[total - 1, taken - 1] + table[total - 1, taken]
    return table


CHOOSE = _binomials()


def ways_workspace() -> Any:
    """The table that `count_ways` fills: float64[7, 14**3]."""
    return np.zeros((7, STATES))


@inlined
def lane_of_voids(voids, lane):
    """Whether the mask `voids` (whole lanes) holds `lane`."""
    return (voids >> U(16 * lane)) & ONE != ZERO


@inlined
def take_cards(pool, count, dice):
    """`count` cards of `pool` at random, as a mask."""
    taken = ZERO
    left = popcount(pool)
    word = ZERO
    for place in range(count):
        if place & 1 == 0:
            word = next_word(dice)
        else:
            word >>= U(32)
        card = nth_card(pool, below(word, left))
        pool ^= card
        taken |= card
        left -= ONE
    return taken


@inlined
def count_ways(pool, needs, voids, me, order, ways):
    """Prepare dealing `pool`; the number of seats with voids, or -1 where no world fits.

    `needs` int64[seats] cards each other seat holds, `voids` uint64[seats] whole lanes each has
    shown not to hold, `me` the seat that looks (or -1).  `order` int64[7] is filled with the
    seats that have voids, then the others; `ways` float64[7, 14**3] with the counts.
    """
    seats = needs.shape[0]
    stages = 0
    total = np.int64(popcount(pool))
    wanted = 0
    for seat in range(seats):
        if seat != me:
            wanted += needs[seat]
            if voids[seat] != ZERO and needs[seat] > 0:
                order[stages] = seat
                stages += 1
    if wanted > total:
        return -1
    place = stages
    for seat in range(seats):
        if seat != me and needs[seat] > 0 and voids[seat] == ZERO:
            order[place] = seat
            place += 1
    while place < 7:
        order[place] = -1
        place += 1
    if stages == 0:
        return 0
    u0 = np.int64(popcount(pool & LANE))
    u1 = np.int64(popcount((pool >> U(16)) & LANE))
    u2 = np.int64(popcount((pool >> U(32)) & LANE))
    u3 = np.int64(popcount(pool >> U(48)))
    left = total
    for stage in range(stages):
        left -= needs[order[stage]]
    for back in range(stages):
        stage = stages - 1 - back
        seat = order[stage]
        need = needs[seat]
        after = left
        left += need
        free0 = not lane_of_voids(voids[seat], 0)
        free1 = not lane_of_voids(voids[seat], 1)
        free2 = not lane_of_voids(voids[seat], 2)
        free3 = not lane_of_voids(voids[seat], 3)
        for a0 in range(u0 + 1):
            for a1 in range(u1 + 1):
                for a2 in range(u2 + 1):
                    a3 = left - a0 - a1 - a2
                    if a3 < 0 or a3 > u3 or (stage == 0 and (a0 < u0 or a1 < u1 or a2 < u2)):
                        continue
                    sum_ways = 0.0
                    for n0 in range((min(a0, need) if free0 else 0) + 1):
                        w0 = CHOOSE[a0, n0]
                        rest0 = need - n0
                        for n1 in range((min(a1, rest0) if free1 else 0) + 1):
                            w1 = w0 * CHOOSE[a1, n1]
                            rest1 = rest0 - n1
                            for n2 in range((min(a2, rest1) if free2 else 0) + 1):
                                n3 = rest1 - n2
                                if n3 > a3 or (n3 > 0 and not free3):
                                    continue
                                follow = 1.0
                                if stage + 1 < stages:
                                    at = ((a0 - n0) * 14 + a1 - n1) * 14 + a2 - n2
                                    follow = ways[stage + 1, at]
                                sum_ways += w1 * CHOOSE[a2, n2] * CHOOSE[a3, n3] * follow
                    ways[stage, (a0 * 14 + a1) * 14 + a2] = sum_ways
        if after < 0:
            return -1
    if ways[0, (u0 * 14 + u1) * 14 + u2] <= 0.0:
        return -1
    return stages


@inlined
def deal_world(pool, needs, voids, me, order, stages, ways, dice, hands):
    """Deal one world into `hands` uint64[seats] after `count_ways`; `hands[me]` is left alone."""
    left = pool
    for stage in range(stages):
        seat = order[stage]
        need = needs[seat]
        a0 = np.int64(popcount(left & LANE))
        a1 = np.int64(popcount((left >> U(16)) & LANE))
        a2 = np.int64(popcount((left >> U(32)) & LANE))
        a3 = np.int64(popcount(left >> U(48)))
        goal = next_fraction(dice) * ways[stage, (a0 * 14 + a1) * 14 + a2]
        free0 = not lane_of_voids(voids[seat], 0)
        free1 = not lane_of_voids(voids[seat], 1)
        free2 = not lane_of_voids(voids[seat], 2)
        free3 = not lane_of_voids(voids[seat], 3)
        found = False
        m0 = 0
        m1 = 0
        m2 = 0
        m3 = 0
        for n0 in range((min(a0, need) if free0 else 0) + 1):
            rest0 = need - n0
            for n1 in range((min(a1, rest0) if free1 else 0) + 1):
                rest1 = rest0 - n1
                for n2 in range((min(a2, rest1) if free2 else 0) + 1):
                    n3 = rest1 - n2
                    if n3 > a3 or (n3 > 0 and not free3):
                        continue
                    weight = CHOOSE[a0, n0] * CHOOSE[a1, n1] * CHOOSE[a2, n2] * CHOOSE[a3, n3]
                    if stage + 1 < stages:
                        at = ((a0 - n0) * 14 + a1 - n1) * 14 + a2 - n2
                        weight *= ways[stage + 1, at]
                    if weight <= 0.0:
                        continue
                    m0 = n0  # kept also when rounding leaves a rest of `goal` at the very end
                    m1 = n1
                    m2 = n2
                    m3 = n3
                    goal -= weight
                    if goal < 0.0:
                        found = True
                        break
                if found:
                    break
            if found:
                break
        taken = take_cards(left & LANE, m0, dice)
        taken |= take_cards(left & (LANE << U(16)), m1, dice)
        taken |= take_cards(left & (LANE << U(32)), m2, dice)
        taken |= take_cards(left & (LANE << U(48)), m3, dice)
        hands[seat] = taken
        left ^= taken
    for stage in range(stages, 7):
        seat = order[stage]
        if seat < 0:
            break
        taken = take_cards(left, needs[seat], dice)
        hands[seat] = taken
        left ^= taken


@compiled
def deal_worlds(pool, needs, voids, me, dice, worlds):
    """Deal as many worlds as `worlds` uint64[count, seats] has rows; False where none fits."""
    order = np.empty(7, np.int64)
    ways = np.empty((7, STATES))
    stages = count_ways(pool, needs, voids, me, order, ways)
    if stages < 0:
        return False
    for index in range(worlds.shape[0]):
        for seat in range(needs.shape[0]):
            worlds[index, seat] = ZERO
        deal_world(pool, needs, voids, me, order, stages, ways, dice, worlds[index])
    return True
