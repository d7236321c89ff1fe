"""A small network that says how many tricks a bid will come to, for any seats, size and rules.

Inputs (`INPUTS` numbers; version 1): what the bidder knows, then what it might bid.

    0  … 51   hand: trump lane (or the longest suit), then the other lanes, longest first
    52 … 64   rank of the turn-up, one of 13, all 0 without
    65        no trump            66  bids all at once     67  hooked (last to bid, hook on)
    68 … 73   seats, one of 2 … 7
    74 … 77   size / 10 · 1 / size · share of the pack dealt · size is 1
    78 … 84   bids still to come after this one, one of 0 … 6
    85 … 91   place in the first trick counted from the leader, one of 0 … 6, all 0 if not known
    92 … 97   the bids heard, the latest first, each over the size
    98        how far they run over their share, over the size       99  whether any was heard
    100, 101  mean and spread of the policy's own count of tricks
    102 … 109 the bid tried: less that mean · its square · is 0 · is 1 · over the size · is the
              size · bids so far and this one less the tricks · the chance the policy gives it

Outputs: chances that tricks less the bid are -4 or fewer, -3 … 3, 4 or more.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ohhell.kernel.bits import (
    LANE,
    PACK,
    TRUMPS,
    ZERO,
    U,
    below,
    lowest_index,
    next_fraction,
    next_word,
    popcount,
)
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.play import RoundRules
from ohhell.kernel.policy import MOST_CARDS, barred_bid, forecast, hand_spread
from ohhell.kernel.rollout import bid_by_policy, play_out
from ohhell.kernel.self_play import deal_round, first_leader

INPUTS: Final = 110
BID_INPUTS: Final = 102
OUTPUTS: Final = 9
REACH: Final = 4
NOT_MODELLED: Final = -1e17
"""The value of a bid that the model was not asked for."""


class BidModel(NamedTuple):
    """Weights float32, inputs first: `first` [INPUTS, a], `second` [a, b], `last` [b, 9]."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


@inlined
def lay_lanes(hand, trumps, x):
    """The hand as 52 inputs: trump lane first, the others by length and then by ranks."""
    used = 0
    slot = 0
    if trumps != ZERO:
        ranks = hand >> U(48)
        used = 8
        slot = 1
        for rank in range(13):
            if (ranks >> U(rank)) & U(1) != ZERO:
                x[rank] = np.float32(1.0)
    while slot < 4:
        best = -1
        most = -1
        for lane in range(4):
            if (used >> lane) & 1 == 0:
                ranks = (hand >> U(16 * lane)) & LANE
                key = np.int64(popcount(ranks)) * 8192 + np.int64(ranks)
                if key > most:
                    most = key
                    best = lane
        used |= 1 << best
        ranks = (hand >> U(16 * best)) & LANE
        for rank in range(13):
            if (ranks >> U(rank)) & U(1) != ZERO:
                x[13 * slot + rank] = np.float32(1.0)
        slot += 1


@inlined
def lay_state(rules, tables, me, hand, bids, place, total, spread, x):
    """Fill the inputs that do not hang on the bid tried; gives the policy's mean count.

    `place` bids are known and sum to `total`; `spread` is left holding the policy's
    distribution for a middling bid.
    """
    for index in range(INPUTS):
        x[index] = np.float32(0.0)
    seats = rules.seats
    size = rules.size
    lay_lanes(hand, rules.trumps, x)
    if rules.turned != ZERO:
        x[52 + np.int64(lowest_index(rules.turned) & U(15))] = np.float32(1.0)
    if rules.trumps == ZERO:
        x[65] = np.float32(1.0)
    if rules.at_once:
        x[66] = np.float32(1.0)
    if rules.hook and me == seats - 1:
        x[67] = np.float32(1.0)
    x[68 + seats - 2] = np.float32(1.0)
    x[74] = np.float32(size / 10.0)
    x[75] = np.float32(1.0 / size)
    x[76] = np.float32(seats * size / 52.0)
    if size == 1:
        x[77] = np.float32(1.0)
    x[78 + seats - 1 - me] = np.float32(1.0)
    if rules.lead_kind == 0:
        x[85 + me] = np.float32(1.0)
    elif rules.lead_kind == 1:
        x[85 + (me + 1) % seats] = np.float32(1.0)
    for back in range(place):
        x[92 + back] = np.float32(bids[me - 1 - back] / size)
    if place > 0:
        x[98] = np.float32((total - size * place / seats) / size)
        x[99] = np.float32(1.0)
    unseen = PACK & ~(rules.turned | hand)
    crowd = forecast(total, place, seats, size)
    hand_spread(hand, unseen, rules.trumps, tables.future[size], crowd * 4 + 1, spread)
    mean = np.float32(0.0)
    square = np.float32(0.0)
    for tricks in range(size + 1):
        mean += spread[tricks] * np.float32(tricks)
        square += spread[tricks] * np.float32(tricks * tricks)
    x[100] = mean
    x[101] = np.sqrt(max(square - mean * mean, np.float32(0.0)))
    return mean


@inlined
def lay_bid(size, bid, mean, total, spread, x):
    """Fill the inputs of one bid tried."""
    apart = np.float32(bid) - mean
    x[102] = apart
    x[103] = apart * apart * np.float32(0.25)
    x[104] = np.float32(1.0 if bid == 0 else 0.0)
    x[105] = np.float32(1.0 if bid == 1 else 0.0)
    x[106] = np.float32(bid / size)
    x[107] = np.float32(1.0 if bid == size else 0.0)
    x[108] = np.float32((total + bid - size) / size)
    x[109] = spread[bid]


@inlined
def model_bids(rules, tables, model, me, hand, bids, place, total, spread, values, chances):
    """Expected points of every bid 0 … size by the model into `values`, of making it into `chances`.

    Bids far from the policy's mean are not looked at: they get `NOT_MODELLED` and 0.
    """
    size = rules.size
    x = np.zeros(INPUTS, np.float32)
    hidden = np.zeros(model.first_bias.shape[0], np.float32)
    mean = lay_state(rules, tables, me, hand, bids, place, total, spread, x)
    for unit in range(hidden.shape[0]):
        hidden[unit] = model.first_bias[unit]
    for index in range(BID_INPUTS):
        if x[index] != np.float32(0.0):
            for unit in range(hidden.shape[0]):
                hidden[unit] += x[index] * model.first[index, unit]
    one = np.zeros(hidden.shape[0], np.float32)
    two = np.zeros(model.second_bias.shape[0], np.float32)
    out = np.zeros(OUTPUTS)
    for bid in range(size + 1):
        if bid > mean + 3.0 or bid < mean - 3.0:
            values[bid] = NOT_MODELLED
            chances[bid] = 0.0
            continue
        lay_bid(size, bid, mean, total, spread, x)
        for unit in range(hidden.shape[0]):
            one[unit] = hidden[unit]
        for index in range(BID_INPUTS, INPUTS):
            if x[index] != np.float32(0.0):
                for unit in range(hidden.shape[0]):
                    one[unit] += x[index] * model.first[index, unit]
        for unit in range(two.shape[0]):
            two[unit] = model.second_bias[unit]
        for index in range(one.shape[0]):
            if one[index] > np.float32(0.0):
                for unit in range(two.shape[0]):
                    two[unit] += one[index] * model.second[index, unit]
        most = -1e18
        for place_out in range(OUTPUTS):
            total_out = np.float64(model.last_bias[place_out])
            for index in range(two.shape[0]):
                if two[index] > np.float32(0.0):
                    total_out += two[index] * model.last[index, place_out]
            tricks = bid + place_out - REACH
            if tricks < 0 or tricks > size:
                total_out = -1e18
            out[place_out] = total_out
            most = max(most, total_out)
        norm = 0.0
        value = 0.0
        for place_out in range(OUTPUTS):
            if out[place_out] > -1e17:
                chance = np.exp(out[place_out] - most)
                norm += chance
                value += chance * rules.points[bid, bid + place_out - REACH]
        values[bid] = value / norm
        chances[bid] = np.exp(out[REACH] - most) / norm


@compiled
def bid_examples(count, seats, size, points, tables, work, dice, inputs, answers):
    """Rounds of self-play by the policy, in which bids are explored: examples to learn from.

    Each round gives `seats` rows of `inputs` float32[count * seats, INPUTS] and of `answers`
    int64[count * seats] (the output that came true).  `points` float64[kinds, size + 1, size + 1].
    """
    hands = np.zeros(seats, np.uint64)
    bids = np.zeros(seats, np.int64)
    won = np.zeros(seats, np.int64)
    voids = np.zeros(seats, np.uint64)
    spread = np.zeros(MOST_CARDS + 2, np.float32)
    for index in range(count):
        has_trump = next_fraction(dice) < 0.8
        trumps = TRUMPS if has_trump else ZERO
        turned = deal_round(size, has_trump and seats * size < 52, dice, hands)
        hook = next_fraction(dice) < 0.8
        at_once = not hook and next_fraction(dice) < 0.3
        luck = next_fraction(dice)
        lead_kind = 0 if luck < 0.6 else (1 if luck < 0.9 else 2)
        paid = points[np.int64(below(next_word(dice), U(points.shape[0])))]
        rules = RoundRules(seats, size, trumps, turned, hook, at_once, lead_kind, paid, 10.0)
        explorer = np.int64(below(next_word(dice), U(seats + 1)))
        total = 0
        for seat in range(seats):
            place = 0 if at_once else seat
            heard = 0 if at_once else total
            bid = bid_by_policy(rules, tables, work, hands[seat], seat, total)
            barred = barred_bid(size, seats, seat, total, hook)
            shift = 0
            if seat == explorer:
                shift = np.int64(below(next_word(dice), U(5))) - 2
            elif next_fraction(dice) < 0.1:
                shift = np.int64(below(next_word(dice), U(3))) - 1
            if 0 <= bid + shift <= size and bid + shift != barred:
                bid += shift
            row = inputs[index * seats + seat]
            mean = lay_state(rules, tables, seat, hands[seat], bids, place, heard, spread, row)
            lay_bid(size, bid, mean, heard, spread, row)
            bids[seat] = bid
            won[seat] = 0
            voids[seat] = ZERO
            total += bid
        leader = first_leader(bids, lead_kind)
        play_out(
            rules, tables, work, hands, bids, won, voids, turned,
            leader, ZERO, ZERO, leader, 0, 0.0, dice,
        )  # fmt: skip
        for seat in range(seats):
            away = min(max(won[seat] - bids[seat], -REACH), REACH)
            answers[index * seats + seat] = away + REACH
