"""Whole rounds and rests of rounds played by the table policy, and what can be read from plays.

A round's public past is two arrays, `play_seats` and `play_cards`, in the order played; all else
(tricks won, voids shown, the trick on the table) is derived from them by `replay`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ohhell.kernel.bits import ONE, ZERO, below, lane_of, next_fraction, next_word, nth_card
from ohhell.kernel.bits import popcount as count_cards
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.policy import (
    MOST_CARDS,
    barred_bid,
    best_bid,
    best_card,
    legal_cards,
    policy_bids,
    policy_cards,
)


class Tables(NamedTuple):
    """What was trained for one number of seats and one size.

    `one_card` has no rows where no solved table fits the round; `bid_model` is a `BidModel`;
    `calibration` is that of `kernel.calibration`, without rows where none was made.
    """

    future: Any
    now: Any
    one_card: Any
    bid_model: Any
    calibration: Any


class Scratch(NamedTuple):
    """Space the compiled functions work in, so that they allocate nothing."""

    cards: Any
    values: Any
    spread: Any
    extra: Any
    bids: Any
    won: Any
    voids: Any
    hands: Any


def scratch(seats: int) -> Scratch:
    """Fresh working space."""
    return Scratch(
        np.zeros(MOST_CARDS + 1, np.uint64),
        np.zeros(MOST_CARDS + 1),
        np.zeros(MOST_CARDS + 2, np.float32),
        np.zeros((2, MOST_CARDS + 2), np.float32),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.uint64),
    )


new_scratch = inlined(scratch)
"""The same, made inside compiled code."""


@inlined
def lay_card(rules, seat, card, leader, led, best, winner, place, won, voids):
    """Lay a card on the table; the last one of a trick gathers it, and its winner leads the next.

    Takes and gives (leader of this trick, lane led, best card, its seat, cards in this trick);
    `won` int64[seats] and `voids` uint64[seats] are kept up.
    """
    lane = lane_of(card)
    if place == 0:
        led = lane
    elif lane != led:
        voids[seat] |= led
    if best == ZERO or card & (led | rules.trumps) > best:
        best = card
        winner = seat
    if place + 1 < rules.seats:
        return leader, led, best, winner, place + 1
    won[winner] += 1
    return winner, ZERO, ZERO, winner, 0


@inlined
def replay(rules, leader, play_seats, play_cards, plays, won, voids):
    """Derive `won` int64[seats] and `voids` uint64[seats] from the plays so far.

    Gives (seen, leader of this trick, lane led, best card, its seat, cards in this trick).
    """
    for seat in range(rules.seats):
        won[seat] = 0
        voids[seat] = ZERO
    seen = rules.turned
    if plays > 0:
        leader = play_seats[0]
    led = ZERO
    best = ZERO
    winner = leader
    place = 0
    for index in range(plays):
        card = play_cards[index]
        seen |= card
        leader, led, best, winner, place = lay_card(
            rules, play_seats[index], card, leader, led, best, winner, place, won, voids
        )
    return seen, leader, led, best, winner, place


@compiled
def read_table(rules, leader, hand, bids, me, play_seats, play_cards, plays, won, voids):
    """What `replay` tells, for other rooms: (legal cards, open cards, best card, its seat, barred).

    `won` and `voids` are filled; `barred` is the bid the hook would forbid to `me`, or -1.
    """
    seen, _, led, best, winner, _ = replay(rules, leader, play_seats, play_cards, plays, won, voids)
    total = 0
    place = me
    for seat in range(me):
        total += max(bids[seat], 0)
    barred = barred_bid(rules.size, rules.seats, place, total, rules.hook)
    return legal_cards(hand, led), seen, best, winner, barred


@inlined
def play_out(
    rules,
    tables,
    work,
    hands,
    bids,
    won,
    voids,
    seen,
    leader,
    led,
    best,
    winner,
    place,
    noise,
    dice,
):
    """Play the round to its end by the policy from any moment; `won` is the outcome.

    All arrays are consumed.  `noise` is the share of cards played at random.
    """
    seats = rules.seats
    seat = (leader + place) % seats
    left = np.int64(count_cards(hands[seat]))
    while left > 0:
        hand = hands[seat]
        legal = legal_cards(hand, led)
        if legal & (legal - ONE) == ZERO:
            card = legal
        elif noise > 0.0 and next_fraction(dice) < noise:
            card = nth_card(legal, below(next_word(dice), count_cards(legal)))
        else:
            options = policy_cards(
                seat, hand, legal, bids, won, voids, seen, rules.trumps, led, best, place, leader,
                left, rules.points, tables.future, tables.now,
                work.cards, work.values, work.spread, work.extra,
            )  # fmt: skip
            card = best_card(work.cards, work.values, options)
        hands[seat] = hand ^ card
        seen |= card
        leader, led, best, winner, place = lay_card(
            rules, seat, card, leader, led, best, winner, place, won, voids
        )
        if place == 0:
            seat = leader
            left -= 1
        else:
            seat = seat + 1 if seat + 1 < seats else 0


@inlined
def bid_by_policy(rules, tables, work, hand, place, total):
    """The policy's bid, legal, at `place` after bids that sum to `total`."""
    known = 0 if rules.at_once else place
    policy_bids(
        hand, rules.turned, rules.trumps, rules.size, rules.seats, known, total if known else 0,
        rules.points, tables.future, work.spread, work.values,
    )  # fmt: skip
    barred = barred_bid(rules.size, rules.seats, place, total, rules.hook)
    return best_bid(work.values, rules.size, barred)


@inlined
def bid_likelihood(rules, tables, work, hand, bids, seat, trust, doubt):
    """The logarithm of how likely the policy makes the bid of `seat` with the whole `hand`.

    A softmax over expected points, mixed with a share `doubt` of random bids; `trust` is how
    many of its steps making a bid is worth.
    """
    total = 0
    place = seat
    if rules.at_once:
        place = 0
    for earlier in range(place):
        if bids[earlier] < 0:
            place = 0
            total = 0
            break
        total += bids[earlier]
    policy_bids(
        hand, rules.turned, rules.trumps, rules.size, rules.seats, place, total,
        rules.points, tables.future, work.spread, work.values,
    )  # fmt: skip
    barred = -1 if place != seat else barred_bid(rules.size, rules.seats, seat, total, rules.hook)
    steep = trust / rules.scale
    most = -1e18
    for bid in range(rules.size + 1):
        if bid != barred and work.values[bid] > most:
            most = work.values[bid]
    norm = 0.0
    for bid in range(rules.size + 1):
        if bid != barred:
            norm += np.exp((work.values[bid] - most) * steep)
    share = np.exp((work.values[bids[seat]] - most) * steep) / norm
    return np.log((1.0 - doubt) * share + doubt / (rules.size + 1) + 1e-30)


@inlined
def play_likelihood(
    rules,
    tables,
    work,
    me,
    hands,
    played,
    bids,
    leader,
    play_seats,
    play_cards,
    plays,
    trust,
    doubt,
):
    """The logarithm of how likely the policy makes the others' plays so far.

    `hands` uint64[seats] what each holds now, `played` what each has played.  A softmax over
    expected points as in `bid_likelihood`, mixed with a share `doubt` of random cards.
    """
    held = work.hands
    won = work.won
    voids = work.voids
    for seat in range(rules.seats):
        held[seat] = hands[seat] | played[seat]
        won[seat] = 0
        voids[seat] = ZERO
    steep = trust / rules.scale
    total = 0.0
    seen = rules.turned
    led = ZERO
    best = ZERO
    winner = leader
    place = 0
    left = rules.size
    for index in range(plays):
        seat = play_seats[index]
        card = play_cards[index]
        hand = held[seat]
        if seat != me:
            legal = legal_cards(hand, led)
            if legal & (legal - ONE) != ZERO:
                options = policy_cards(
                    seat, hand, legal, bids, won, voids, seen, rules.trumps, led, best, place,
                    leader, left, rules.points, tables.future, tables.now,
                    work.cards, work.values, work.spread, work.extra,
                )  # fmt: skip
                most = -1e18
                mine = 0
                for option in range(options):
                    if work.values[option] > most:
                        most = work.values[option]
                    # Of equal cards the lowest stands for all: the last one not above `card`
                    # in the same suit is the one that stands for it.
                    if work.cards[option] <= card and work.cards[option] & lane_of(card) != ZERO:
                        mine = option
                norm = 0.0
                for option in range(options):
                    norm += np.exp((work.values[option] - most) * steep)
                share = np.exp((work.values[mine] - most) * steep) / norm
                total += np.log((1.0 - doubt) * share + doubt / options)
        held[seat] = hand ^ card
        seen |= card
        leader, led, best, winner, place = lay_card(
            rules, seat, card, leader, led, best, winner, place, won, voids
        )
        if place == 0:
            left -= 1
    return total
