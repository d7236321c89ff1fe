"""Bids of one-card rounds, solved: play is forced, so bidding is the whole game.

Regret matching over sampled deals.  What a bidder knows is its place, the turn-up's rank, its
card (trump or side suit, and rank: side suits are alike) and the bids before it.  The table
`chance` float32[seats, 13, 26, 2**(seats - 1)] is the average strategy: how often to bid 1; the
bids heard are read as binary digits, the first bidder's highest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ohhell.kernel.bits import (
    TRUMPS,
    ZERO,
    U,
    lane_of,
    lowest_index,
    next_fraction,
)
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.self_play import deal_round

RANK = U(15)


@inlined
def one_card_class(card, trumps):
    """0 … 12 a trump of that rank, 13 … 25 a side card."""
    rank = np.int64(lowest_index(card) & RANK)
    return rank if card & trumps != ZERO else 13 + rank


@inlined
def one_card_winner(hands, leader, trumps):
    """Who takes the only trick when `leader` leads."""
    seats = hands.shape[0]
    best = hands[leader]
    ranked = lane_of(best) | trumps
    winner = leader
    seat = leader
    for _ in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        if hands[seat] & ranked > best:
            best = hands[seat]
            winner = seat
    return winner


@inlined
def _wish(regret, place, turned, card_class, heard):
    """The chance of bidding 1 that regret matching asks for."""
    zero = max(regret[place, turned, card_class, heard, 0], 0.0)
    one = max(regret[place, turned, card_class, heard, 1], 0.0)
    return 0.5 if zero + one <= 0.0 else one / (zero + one)


@inlined
def _forced(place, seats, total, hook):
    """The only legal bid under the hook, or -1 where both are legal."""
    if hook and place == seats - 1 and total <= 1:
        return total
    return -1


@inlined
def _leader(high, lead_kind, seats):
    """Who leads: `high` is the first that bid 1, or -1."""
    if lead_kind == 0:
        return 0
    if lead_kind == 1:
        return seats - 1
    return max(high, 0)


@compiled
def solve_rounds(
    first, count, seats, has_trump, hook, at_once, lead_kind, points, dice, regret, average
):
    """Iterations `first` … of regret matching; later ones weigh more in the average.

    `points` float64[2, 2]; `regret` and `average` float64[seats, 13, 26, 2**(seats - 1), 2].
    """
    hands = np.zeros(seats, np.uint64)
    trumps = TRUMPS if has_trump else ZERO
    for iteration in range(first, first + count):
        turned_card = deal_round(1, has_trump, dice, hands)
        turned = np.int64(lowest_index(turned_card) & RANK) if has_trump else 0
        weight = 1.0 + iteration / 1e6
        heard = 0
        total = 0
        high = -1
        for place in range(seats):
            card_class = one_card_class(hands[place], trumps)
            known = 0 if at_once else heard
            wish = _wish(regret, place, turned, card_class, known)
            forced = _forced(place, seats, total, hook)
            if forced < 0:
                value0 = 0.0
                value1 = 0.0
                for bid in range(2):
                    first_high = high if high >= 0 else (place if bid == 1 else -1)
                    if lead_kind == 2 and first_high < 0:
                        # Who leads hangs on the bids still to come: sample them.
                        path = heard * 2 + bid
                        sum_bids = total + bid
                        for later in range(place + 1, seats):
                            later_class = one_card_class(hands[later], trumps)
                            must = _forced(later, seats, sum_bids, hook)
                            if must < 0:
                                chance = _wish(
                                    regret, later, turned, later_class, 0 if at_once else path
                                )
                                must = 1 if next_fraction(dice) < chance else 0
                            if must == 1 and first_high < 0:
                                first_high = later
                            path = path * 2 + must
                            sum_bids += must
                    winner = one_card_winner(hands, _leader(first_high, lead_kind, seats), trumps)
                    paid = points[bid, 1 if winner == place else 0]
                    if bid == 0:
                        value0 = paid
                    else:
                        value1 = paid
                value = wish * value1 + (1.0 - wish) * value0
                cell = regret[place, turned, card_class, known]
                cell[0] = max(cell[0] + value0 - value, 0.0)
                cell[1] = max(cell[1] + value1 - value, 0.0)
                average[place, turned, card_class, known, 0] += weight * (1.0 - wish)
                average[place, turned, card_class, known, 1] += weight * wish
                bid = 1 if next_fraction(dice) < wish else 0
            else:
                bid = forced
            if bid == 1 and high < 0:
                high = place
            heard = heard * 2 + bid
            total += bid


@compiled
def judge_rounds(
    count, seats, has_trump, hook, at_once, lead_kind, points, dice, chance, worth, outcome
):
    """Play the strategy: what each bid would have paid, and how it went.

    `worth` float64[seats, 13, 26, 2**(seats - 1), 2] adds up points of bids 0 and 1 where both
    are legal, with the others' bids as they fell; `outcome` float64[seats, 3] adds rounds, points
    and exact bids.  (With the highest bidder leading, `worth` holds the leader as it was.)
    """
    hands = np.zeros(seats, np.uint64)
    bids = np.zeros(seats, np.int64)
    heard_by = np.zeros(seats, np.int64)
    trumps = TRUMPS if has_trump else ZERO
    for _ in range(count):
        turned_card = deal_round(1, has_trump, dice, hands)
        turned = np.int64(lowest_index(turned_card) & RANK) if has_trump else 0
        heard = 0
        total = 0
        high = -1
        for place in range(seats):
            known = 0 if at_once else heard
            heard_by[place] = -1
            bid = _forced(place, seats, total, hook)
            if bid < 0:
                heard_by[place] = known
                card_class = one_card_class(hands[place], trumps)
                wish = chance[place, turned, card_class, known]
                bid = 1 if next_fraction(dice) < wish else 0
            bids[place] = bid
            if bid == 1 and high < 0:
                high = place
            heard = heard * 2 + bid
            total += bid
        winner = one_card_winner(hands, _leader(high, lead_kind, seats), trumps)
        for place in range(seats):
            tricks = 1 if winner == place else 0
            outcome[place, 0] += 1.0
            outcome[place, 1] += points[bids[place], tricks]
            if bids[place] == tricks:
                outcome[place, 2] += 1.0
            if heard_by[place] >= 0:
                card_class = one_card_class(hands[place], trumps)
                cell = worth[place, turned, card_class, heard_by[place]]
                cell[0] += points[0, tricks]
                cell[1] += points[1, tricks]


def solve(
    seats: int,
    points: Any,
    *,
    has_trump: bool = True,
    hook: bool = True,
    at_once: bool = False,
    lead_kind: int = 0,
    iterations: int = 4_000_000,
    seed: int = 1,
) -> Any:
    """The table `chance` for these rules; `points` float64[2, 2], more being better."""
    shape = (seats, 13 if has_trump else 1, 26, 1 if at_once else 2 ** (seats - 1), 2)
    dice = np.array([seed * 7919 + seats], np.uint64)
    regret, average = np.zeros(shape), np.zeros(shape)
    table = np.ascontiguousarray(points, dtype=np.float64)
    warm = iterations // 8
    rules = (seats, has_trump, hook, at_once, lead_kind, table, dice)
    solve_rounds(0, warm, *rules, regret, average)
    average[:] = 0.0
    solve_rounds(0, iterations, *rules, regret, average)
    seen = average.sum(axis=-1)
    return np.where(seen > 0.0, average[..., 1] / np.maximum(seen, 1e-12), 0.5).astype(np.float32)


def judge(
    seats: int,
    points: Any,
    chance: Any,
    *,
    has_trump: bool = True,
    hook: bool = True,
    at_once: bool = False,
    lead_kind: int = 0,
    rounds: int = 4_000_000,
    seed: int = 99,
) -> dict[str, Any]:
    """Points and exact share by place, and what a best response in each place would gain."""
    worth = np.zeros((*chance.shape, 2))
    outcome = np.zeros((seats, 3))
    table = np.ascontiguousarray(points, dtype=np.float64)
    dice = np.array([seed], np.uint64)
    judge_rounds(
        rounds, seats, has_trump, hook, at_once, lead_kind, table, dice,
        chance.astype(np.float64), worth, outcome,
    )  # fmt: skip
    best = worth.max(axis=-1)
    mine = worth[..., 0] * (1 - chance) + worth[..., 1] * chance
    return {
        "points": outcome[:, 1] / rounds,
        "exact": outcome[:, 2] / rounds,
        "gain": (best - mine).sum(axis=(1, 2, 3)) / rounds,
    }
