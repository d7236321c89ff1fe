"""Whole rounds among any players, all compiled: where players are measured by the thousand."""

from __future__ import annotations

from typing import Final

import numpy as np

from ohhell.kernel.bits import (
    TRUMPS,
    ZERO,
    below,
    lane_of,
    next_fraction,
    next_word,
    nth_card,
)
from ohhell.kernel.bits import popcount as count_cards
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.play import RoundRules
from ohhell.kernel.policy import MOST_CARDS, barred_bid, legal_cards
from ohhell.kernel.rule_of_thumb import rule_bid, rule_card
from ohhell.kernel.search import search_bid, search_card
from ohhell.kernel.self_play import deal_round, first_leader, near_bid, random_legal_bid

RANDOM: Final = 0
RULE: Final = 1
TABLE: Final = 2
NOISY: Final = 3
"""A table player that now and then bids one beside its bid, or plays any card."""

NOISE: Final = 0.15
"""How often: the share of a noisy player's bids, and of its cards."""


@inlined
def arena_round(
    rules, tables, kinds, depths, judges, hands, bids, won, chances, play_seats, play_cards, dice,
    second,
):  # fmt: skip
    """Bid and play one dealt round; `dice` uint64[seats, 1], one stream for each seat.

    `chances` float64[seats, size + 1] is how likely each seat held its bid to be made: first as
    its `judges` look at the bid (dice `second`, so that being asked changes nothing), then as it
    told itself with each card it played; -1 where there was nothing to tell.
    """
    seats = rules.seats
    size = rules.size
    cards = np.zeros(MOST_CARDS + 1, np.uint64)
    means = np.zeros(MOST_CARDS + 1)
    makes = np.zeros(MOST_CARDS + 1)
    total = 0
    for seat in range(seats):
        bids[seat] = -1
        won[seat] = 0
        for index in range(size + 1):
            chances[seat, index] = -1.0
    for seat in range(seats):
        barred = barred_bid(size, seats, seat, total, rules.hook)
        if kinds[seat] == RANDOM:
            bid = random_legal_bid(size, barred, dice[seat])
        elif kinds[seat] == RULE:
            bid = rule_bid(rules, seat, hands[seat], bids)
        else:
            bid = search_bid(
                rules, tables, depths[seat], seat, hands[seat], bids, dice[seat], means, makes
            )
            if kinds[seat] == NOISY and next_fraction(dice[seat]) < NOISE:
                bid = near_bid(bid, size, barred, dice[seat])
            if judges[seat].bid_worlds > 0:
                search_bid(
                    rules, tables, judges[seat], seat, hands[seat], bids, second, means, makes
                )
                chances[seat, 0] = makes[bid]
        bids[seat] = bid
        total += bid
    first = first_leader(bids, rules.lead_kind)
    leader = first
    plays = 0
    seen = rules.turned
    for trick in range(size):
        led = ZERO
        best = ZERO
        winner = leader
        seat = leader
        for place in range(seats):
            hand = hands[seat]
            legal = legal_cards(hand, led)
            kind = kinds[seat]
            if kind == NOISY:
                kind = RANDOM if next_fraction(dice[seat]) < NOISE else TABLE
            if kind == RANDOM:
                card = nth_card(legal, below(next_word(dice[seat]), count_cards(legal)))
            elif kind == RULE:
                card = rule_card(rules, seat, hand, legal, bids, won, seen, led, best, place)
            else:
                choice, _options = search_card(
                    rules, tables, depths[seat], seat, hand, bids, first, play_seats, play_cards,
                    plays, dice[seat], cards, means, makes,
                )  # fmt: skip
                card = cards[choice]
                chances[seat, trick + 1] = makes[choice]
            if place == 0:
                led = lane_of(card)
            if best == ZERO or card & (led | rules.trumps) > best:
                best = card
                winner = seat
            hands[seat] = hand ^ card
            seen |= card
            play_seats[plays] = seat
            play_cards[plays] = card
            plays += 1
            seat = seat + 1 if seat + 1 < seats else 0
        won[winner] += 1
        leader = winner


@compiled
def contest_rounds(
    first, count, seats, size, has_trump, hook, at_once, lead_kind, points, scale, tables, kinds,
    depths, judges, seed, out_bids, out_won, out_chances,
):  # fmt: skip
    """Play rounds `first` … `first + count - 1` of the series `seed`.

    Round k is dealt from `seed` and k alone, so that two line-ups meet the same deals.  `kinds`
    int64[seats]; `depths` and `judges` (lists of `Depth`) by seat, judges without worlds for
    none.  `out_bids`, `out_won` int64[count, seats]; `out_chances` float64[count, seats, size + 1].
    """
    hands = np.zeros(seats, np.uint64)
    dice = np.zeros((seats, 1), np.uint64)
    deck = np.zeros(1, np.uint64)
    second = np.zeros(1, np.uint64)
    play_seats = np.zeros(seats * size, np.int64)
    play_cards = np.zeros(seats * size, np.uint64)
    for index in range(count):
        number = np.uint64(first + index) * np.uint64(1_000_003) + np.uint64(seed)
        deck[0] = number * np.uint64(0x9E3779B97F4A7C15)
        next_word(deck)
        turned = deal_round(size, has_trump and seats * size < 52, deck, hands)
        for seat in range(seats):
            dice[seat, 0] = next_word(deck)
        second[0] = next_word(deck)
        trumps = TRUMPS if has_trump else ZERO
        rules = RoundRules(seats, size, trumps, turned, hook, at_once, lead_kind, points, scale)
        arena_round(
            rules, tables, kinds, depths, judges, hands, out_bids[index], out_won[index],
            out_chances[index], play_seats, play_cards, dice, second,
        )  # fmt: skip
