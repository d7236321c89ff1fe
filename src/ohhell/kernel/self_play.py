"""Rounds in which every seat plays the table policy, counted card by card: the tables' teacher.

`deal_round` and `finish_trick` are shared with the arena; `count_rounds` plays and counts.
"""

from __future__ import annotations

import numpy as np

from ohhell.kernel.bits import (
    LANE_OF,
    PACK,
    TRUMPS,
    ZERO,
    U,
    below,
    lane_of,
    lowest,
    lowest_index,
    next_fraction,
    next_word,
    nth_card,
    popcount,
    rotate_left,
)
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.policy import (
    MOST_CARDS,
    appetite,
    barred_bid,
    best_bid,
    best_card,
    contested,
    density_step,
    forecast,
    higher_unseen,
    legal_cards,
    length_step,
    policy_bids,
    policy_cards,
    trump_step,
)
from ohhell.kernel.worlds import take_cards


@inlined
def deal_round(size, has_turn_up, dice, hands):
    """Deal `hands` uint64[seats] with the trump suit in lane 3; the turn-up's bit, or 0."""
    pool = PACK
    for seat in range(hands.shape[0]):
        hand = take_cards(pool, size, dice)
        hands[seat] = hand
        pool ^= hand
    if not has_turn_up:
        return ZERO
    turned = take_cards(pool, 1, dice)
    turn = LANE_OF - (lowest_index(turned) & LANE_OF)
    for seat in range(hands.shape[0]):
        hands[seat] = rotate_left(hands[seat], turn)
    return rotate_left(turned, turn)


@inlined
def first_leader(bids, lead_kind):
    """Who leads: the dealer's left, the dealer, or the highest bidder nearest to the left."""
    seats = bids.shape[0]
    if lead_kind == 0:
        return 0
    if lead_kind == 1:
        return seats - 1
    best = 0
    for seat in range(1, seats):
        if bids[seat] > bids[best]:
            best = seat
    return best


@inlined
def random_legal_bid(size, barred, dice):
    """Any bid but the barred one."""
    count = size + 1 if barred < 0 else size
    bid = np.int64(below(next_word(dice), U(count)))
    return bid + 1 if 0 <= barred <= bid else bid


@inlined
def near_bid(bid, size, barred, dice):
    """`bid` or a neighbour of it, legal."""
    tried = bid + np.int64(below(next_word(dice), U(3))) - 1
    if tried < 0 or tried > size or tried == barred:
        return bid
    return tried


@inlined
def future_index(row, kind, higher, crowd, want, length):
    """Where a cell of `future` lies in the flat table."""
    return ((((row * 3 + kind) * 13 + higher) * 5 + crowd) * 4 + want) * 3 + length


@inlined
def now_index(seats, to_play, hungry, card_class, higher, trump_left, danger, dense):
    """Where a cell of `now` lies in the flat table."""
    cell = ((to_play * seats + hungry) * 4 + card_class) * 13 + higher
    return ((cell * 4 + trump_left) * 2 + danger) * 4 + dense


@compiled
def count_rounds(
    count, seats, size, trump_share, hook_share, points, dice, noise, future, now,
    future_seen, future_won, now_seen, now_won, made,
):  # fmt: skip
    """Self-play of the policy; adds up how often each cell was seen and came true.

    `points` float64[kinds, size + 1, size + 1], one of which is drawn for each round; `noise` is
    the share of random cards and, doubled, of neighbouring bids.  The four counters are flat
    int64; `made` int64[2] counts bids and bids made exactly.
    """
    hands = np.zeros(seats, np.uint64)
    bids = np.zeros(seats, np.int64)
    won = np.zeros(seats, np.int64)
    voids = np.zeros(seats, np.uint64)
    cards = np.zeros(MOST_CARDS + 1, np.uint64)
    values = np.zeros(MOST_CARDS + 1)
    spread = np.zeros(MOST_CARDS + 2, np.float32)
    extra = np.zeros((2, MOST_CARDS + 2), np.float32)
    most = seats * (size * (size + 1) // 2 + size)
    log_index = np.zeros(most, np.int64)
    log_card = np.zeros(most, np.int64)
    pending = np.zeros(seats + 1, np.int64)
    now_log = np.zeros(seats, np.int64)
    has_won = np.zeros(64, np.uint8)
    for _ in range(count):
        table = points[np.int64(below(next_word(dice), U(points.shape[0])))]
        has_trump = next_fraction(dice) < trump_share
        trumps = TRUMPS if has_trump else ZERO
        seen = deal_round(size, has_trump and seats * size < 52, dice, hands)
        hook = next_fraction(dice) < hook_share
        luck = next_fraction(dice)
        lead_kind = 0 if luck < 0.7 or hook_share == 1.0 else (1 if luck < 0.85 else 2)
        kind_plain = 0 if has_trump else 2
        total = 0
        logged = 0
        for seat in range(seats):
            hand = hands[seat]
            policy_bids(hand, seen, trumps, size, seats, seat, total, table, future, spread, values)
            barred = barred_bid(size, seats, seat, total, hook)
            bid = best_bid(values, size, barred)
            if next_fraction(dice) < 2.0 * noise:
                bid = near_bid(bid, size, barred, dice)
            crowd = forecast(total, seat, seats, size)
            want = appetite(bid, size)
            unseen = PACK & ~(seen | hand)
            left_cards = hand
            while left_cards != ZERO:
                card = lowest(left_cards)
                left_cards ^= card
                kind = 1 if card & trumps != ZERO else kind_plain
                length = length_step(np.int64(popcount(hand & lane_of(card))))
                log_index[logged] = future_index(
                    size, kind, higher_unseen(card, unseen), crowd, want, length
                )
                log_card[logged] = np.int64(lowest_index(card))
                logged += 1
            bids[seat] = bid
            won[seat] = 0
            voids[seat] = ZERO
            total += bid
        has_won[:] = 0
        lead = first_leader(bids, lead_kind)
        for trick in range(size):
            left = size - trick
            later = left - 1
            led = ZERO
            best = ZERO
            winner = lead
            seat = lead
            for place in range(seats):
                pending[place] = logged
                hand = hands[seat]
                legal = legal_cards(hand, led)
                if next_fraction(dice) < noise:
                    card = nth_card(legal, below(next_word(dice), popcount(legal)))
                else:
                    options = policy_cards(
                        seat, hand, legal, bids, won, voids, seen, trumps, led, best, place, lead,
                        left, table, future, now, cards, values, spread, extra,
                    )  # fmt: skip
                    card = best_card(cards, values, options)
                unseen = PACK & ~(seen | hand)
                lane = lane_of(card)
                needed = 0
                for other in range(seats):
                    if bids[other] > won[other]:
                        needed += bids[other] - won[other]
                crowd = contested(needed, left)
                kept = hand ^ card
                while kept != ZERO:
                    other_card = lowest(kept)
                    kept ^= other_card
                    other_lane = lane_of(other_card)
                    length = np.int64(popcount(hand & other_lane))
                    if other_lane == lane:
                        length -= 1
                    kind = 1 if other_card & trumps != ZERO else kind_plain
                    log_index[logged] = future_index(
                        later, kind, higher_unseen(other_card, unseen), crowd, 0,
                        length_step(length),
                    )  # fmt: skip
                    log_card[logged] = np.int64(lowest_index(other_card))
                    logged += 1
                is_best = best == ZERO or card & (led | trumps) > best
                to_play = seats - 1 - place
                now_log[place] = -1
                if is_best and to_play > 0:
                    this_led = lane if led == ZERO else led
                    hungry = 0
                    danger = 0
                    other = seat
                    for _ in range(to_play):
                        other = other + 1 if other + 1 < seats else 0
                        if bids[other] > won[other]:
                            hungry += 1
                        if voids[other] & this_led != ZERO:
                            danger = 1
                    if trumps == ZERO:
                        card_class = 3
                    elif card & trumps != ZERO:
                        card_class = 2 if this_led & trumps != ZERO else 1
                    else:
                        card_class = 0
                    dense = density_step(
                        to_play * left + (seats - 1 - to_play) * later,
                        np.int64(popcount(unseen)),
                    )
                    now_log[place] = now_index(
                        seats, to_play, hungry, card_class, higher_unseen(card, unseen),
                        trump_step(np.int64(popcount(unseen & trumps))), danger, dense,
                    )  # fmt: skip
                if led == ZERO:
                    led = lane
                elif lane != led:
                    voids[seat] |= led
                hands[seat] = hand ^ card
                seen |= card
                if is_best:
                    best = card
                    winner = seat
                seat = seat + 1 if seat + 1 < seats else 0
            pending[seats] = logged
            won[winner] += 1
            has_won[np.int64(lowest_index(best))] = 1
            seat = lead
            for place in range(seats):
                want = appetite(bids[seat] - won[seat], later)
                for index in range(pending[place], pending[place + 1]):
                    log_index[index] += want * 3
                if now_log[place] >= 0:
                    now_seen[now_log[place]] += 1
                    if seat == winner:
                        now_won[now_log[place]] += 1
                seat = seat + 1 if seat + 1 < seats else 0
            lead = winner
        for index in range(logged):
            future_seen[log_index[index]] += 1
            future_won[log_index[index]] += has_won[log_card[index]]
        for seat in range(seats):
            made[0] += 1
            if bids[seat] == won[seat]:
                made[1] += 1
