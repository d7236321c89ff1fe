"""The most that anybody could gain in a one-card round among table players, counted exactly.

Play is forced, and a table player's bid hangs on nothing but its card, the turn-up and the bids
before it.  So what a bid is worth can be counted over every deal there is, for everything that a
bidder may know; whoever then takes the better bid each time plays as well as anybody can.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ohhell.kernel.bits import PACK, ZERO, U, lowest, lowest_index
from ohhell.kernel.compiled import compiled
from ohhell.kernel.one_card import one_card_class, one_card_winner
from ohhell.kernel.policy import barred_bid
from ohhell.kernel.rollout import bid_by_policy
from ohhell.kernel.search import new_scratch

TURNED_LANE = U(48)


@compiled
def count_deals(rules, tables, seat, wins):
    """Count every deal of one turn-up, `rules.turned`, to four seats of one card each.

    `wins` int64[26, 2**seat, 2, 2]: by the class of the card at `seat`, the bids heard there (as
    binary digits, the first bidder's highest), what a table player would bid in that place, and
    whether it takes the trick.  All other seats are table players.
    """
    work = new_scratch(4)
    hands = np.zeros(4, np.uint64)
    wish = np.zeros((4, 64, 5), np.int64)
    pool = PACK & ~rules.turned
    cards = pool
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        for place in range(4):
            for total in range(place + 1):
                bid = bid_by_policy(rules, tables, work, card, place, total)
                wish[place, np.int64(lowest_index(card)), total] = bid
    one = pool
    while one != ZERO:
        hands[0] = lowest(one)
        one ^= hands[0]
        two = pool & ~hands[0]
        while two != ZERO:
            hands[1] = lowest(two)
            two ^= hands[1]
            three = pool & ~hands[0] & ~hands[1]
            while three != ZERO:
                hands[2] = lowest(three)
                three ^= hands[2]
                four = pool & ~hands[0] & ~hands[1] & ~hands[2]
                while four != ZERO:
                    hands[3] = lowest(four)
                    four ^= hands[3]
                    heard = 0
                    total = 0
                    for place in range(seat):
                        bid = wish[place, np.int64(lowest_index(hands[place])), total]
                        heard = heard * 2 + bid
                        total += bid
                    own = wish[seat, np.int64(lowest_index(hands[seat])), total]
                    leader = 3 if rules.lead_kind == 1 else 0
                    taken = 1 if one_card_winner(hands, leader, rules.trumps) == seat else 0
                    wins[one_card_class(hands[seat], rules.trumps), heard, own, taken] += 1


def best_response(rules: Any, tables: Any) -> tuple[list[float], list[float]]:
    """By seat: points a round of a table player, and of the best any player could do there.

    `rules` are those of a one-card round of four seats with a turn-up, bids one after the other,
    led by the dealer's left or by the dealer.
    """
    plain: list[float] = []
    best: list[float] = []
    for seat in range(4):
        mine = most = deals = 0.0
        for rank in range(13):
            turned = U(1) << (TURNED_LANE + U(rank))
            wins = np.zeros((26, 2**seat, 2, 2), np.int64)
            count_deals(rules._replace(turned=turned), tables, seat, wins)
            deals += wins.sum()
            # What bids of 0 and 1 are worth, by card, bids heard and the table player's own bid.
            worth = np.stack([wins @ rules.points[bid] for bid in (0, 1)], axis=-1)
            mine += worth[:, :, 0, 0].sum() + worth[:, :, 1, 1].sum()
            both = worth.sum(axis=2)
            for heard in range(2**seat):
                barred = barred_bid.py_func(1, 4, seat, heard.bit_count(), rules.hook)
                allowed = both[:, heard, [bid for bid in (0, 1) if bid != barred]]
                most += allowed.max(axis=-1).sum()
        plain.append(mine / deals)
        best.append(most / deals)
    return plain, best
