"""The rule-of-thumb player in compiled code, the ladder's lowest rung that thinks.

The same reckoning as `ohhell.players.rule_of_thumb`, decision for decision (a test holds them
together; of cards worth the same in different suits this one takes the lower lane).
"""

from __future__ import annotations

from math import exp

import numpy as np

from ohhell.kernel.bits import (
    LANE,
    LANE_OF,
    PACK,
    ZERO,
    highest,
    lane_of,
    lowest,
    lowest_index,
)
from ohhell.kernel.bits import popcount as count_cards
from ohhell.kernel.compiled import compiled, inlined
from ohhell.kernel.policy import MOST_CARDS, barred_bid, higher_unseen

EQUAL = 1e-12

TRUMP_AT_BEST = 1.5
TRUMP_PER_HIGHER = 0.75
SIDE_AT_BEST = 1.2
SIDE_PER_HIGHER = 0.85
SIDE_IF_RUFFED = 9.0
PLAIN_AT_BEST = 1.65
PLAIN_PER_HIGHER = 1.1
PLAIN_IF_NOT_LED = 3.4
WILLING_TO_BEAT = 0.7
WILLING_TO_RUFF = 0.4


@inlined
def sure_cards(hand, unseen, trumps, leads, to_beat):
    """The cards of `hand` that must win; without trump only those a leader can cash."""
    sure = ZERO
    if trumps == ZERO:
        if leads:
            cards = hand
            while cards != ZERO:
                card = lowest(cards)
                cards ^= card
                if higher_unseen(card, unseen) == 0:
                    sure |= card
        return sure
    paired = 0
    cards = hand & trumps
    while cards != ZERO:
        card = highest(cards)
        cards ^= card
        if higher_unseen(card, unseen | to_beat) > paired:
            paired += 1
        else:
            sure |= card
    return sure


@inlined
def kept_spread(hand, sure, unseen, held, opponents, trumps, spread):
    """The distribution of tricks of `hand` if it is kept, into `spread` float64[cards + 1].

    `held` is how many of the unseen cards the `opponents` hold.
    """
    unseen_count = np.float64(count_cards(unseen))
    share = held / unseen_count if unseen_count > 0.0 else 0.0
    ruffers = 0.0
    if trumps != ZERO:
        ruffers = 1.0 - exp(-np.float64(count_cards(unseen & trumps)) * share / opponents)
    spread[0] = 1.0
    count = 0
    cards = hand
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        chance = 1.0
        if card & sure == ZERO:
            higher = higher_unseen(card, unseen) * share
            if card & trumps != ZERO:
                odds = TRUMP_AT_BEST - TRUMP_PER_HIGHER * higher
            else:
                gone = exp(-np.float64(count_cards(unseen & lane_of(card))) * share / opponents)
                if trumps != ZERO:
                    odds = SIDE_AT_BEST - SIDE_PER_HIGHER * higher - SIDE_IF_RUFFED * gone * ruffers
                else:
                    odds = PLAIN_AT_BEST - PLAIN_PER_HIGHER * higher - PLAIN_IF_NOT_LED * gone
            chance = 1.0 / (1.0 + exp(-odds))
        spread[count + 1] = spread[count] * chance
        for tricks in range(count, 0, -1):
            spread[tricks] = spread[tricks] * (1.0 - chance) + spread[tricks - 1] * chance
        spread[0] *= 1.0 - chance
        count += 1


@inlined
def no_higher(unseen, higher, others):
    """The chance that none of `higher` cards is among `others` drawn from `unseen`."""
    chance = 1.0
    for drawn in range(others):
        chance *= max(0.0, (unseen - higher - drawn) / (unseen - drawn))
    return chance


@inlined
def chance_alone(card, unseen_cards, opponents, trumps, leads, ones):
    """The chance that the only card of a one-card round wins after `ones` earlier bids of 1."""
    higher = higher_unseen(card, unseen_cards)
    unseen = np.int64(count_cards(unseen_cards))
    others = opponents
    is_trump = card & trumps != ZERO
    chance = 1.0
    own_higher = higher
    if trumps != ZERO:
        count = np.int64(count_cards(unseen_cards & trumps))
        beaten = higher / count if is_trump and count > 0 else 1.0
        if not is_trump:
            higher += count
        for _ in range(ones):
            chance *= 1.0 - beaten
        unseen -= ones
        others -= ones
    if not leads and not is_trump and others > 0:
        lower = np.int64(count_cards(unseen_cards & lane_of(card))) - own_higher
        chance *= lower / unseen
        others -= 1
        unseen -= 1
    return chance * no_higher(unseen, higher, others)


@inlined
def rule_bid(rules, me, hand, bids):
    """The bid worth most, the lower of equals; `bids` holds -1 for those still to come."""
    size = rules.size
    seats = rules.seats
    total = 0
    ones = 0
    for seat in range(me):
        if bids[seat] >= 0 and not rules.at_once:
            total += bids[seat]
            if bids[seat] == 1:
                ones += 1
    leads = (rules.lead_kind == 0 and me == 0) or (rules.lead_kind == 1 and me == seats - 1)
    unseen = PACK & ~(rules.turned | hand)
    sure = sure_cards(hand, unseen, rules.trumps, leads, ZERO)
    spread = np.zeros(MOST_CARDS + 2)
    if size == 1:
        spread[1] = chance_alone(hand, unseen, seats - 1, rules.trumps, leads, ones)
        spread[0] = 1.0 - spread[1]
    else:
        held = (seats - 1) * size
        kept_spread(hand, sure, unseen, held, seats - 1, rules.trumps, spread)
    certain = np.int64(count_cards(sure))
    barred = barred_bid(size, seats, me, total, rules.hook)
    best = -1
    best_value = 0.0
    for turn in range(2):
        for bid in range(size + 1):
            if bid == barred:
                continue
            if turn == 0 and bid < certain:
                most = rules.points[bid, certain]
                for tricks in range(certain, size + 1):
                    most = max(most, rules.points[bid, tricks])
                if rules.points[bid, bid] > most:
                    continue
            value = 0.0
            for tricks in range(size + 1):
                value += spread[tricks] * rules.points[bid, tricks]
            if best < 0 or value > best_value + EQUAL:
                best = bid
                best_value = value
        if best >= 0:
            break
    return best


@inlined
def chance_now(card, led, unseen, behind, left, trumps):
    """The chance that `card`, best so far, holds against `behind` seats with `left` cards each."""
    if behind == 0:
        return 1.0
    lacking = 1.0 - left / np.float64(count_cards(unseen))
    higher = 1.0 - lacking ** higher_unseen(card, unseen)
    lane = LANE << (lowest_index(card) & LANE_OF)
    if lane == led:
        beaten = WILLING_TO_BEAT * higher
        if trumps != ZERO and lane != trumps:
            void = lacking ** np.int64(count_cards(unseen & led))
            has_trump = 1.0 - lacking ** np.int64(count_cards(unseen & trumps))
            beaten += (1.0 - beaten) * WILLING_TO_RUFF * void * has_trump
    else:
        beaten = WILLING_TO_RUFF * lacking ** np.int64(count_cards(unseen & led)) * higher
    return (1.0 - beaten) ** behind


@inlined
def rule_card(rules, me, hand, legal, bids, won, seen, led, best, place):
    """The card after which the bid is worth most, as one bit; arguments as in `policy_cards`."""
    seats = rules.seats
    trumps = rules.trumps
    left = np.int64(count_cards(hand))
    unseen = PACK & ~(seen | hand)
    held = (seats - 1) * left - place
    behind = seats - 1 - place
    paid = np.zeros(MOST_CARDS + 2)
    most = -1e18
    for more in range(left + 1):
        paid[more] = rules.points[bids[me], won[me] + more]
        if more < left:
            most = max(most, paid[more])
    if bids[me] - won[me] == left and paid[left] > most:
        mine = legal & trumps
        if best == ZERO:
            if mine != ZERO:
                return highest(mine)
        else:
            winning = ZERO
            cards = legal
            while cards != ZERO:
                card = lowest(cards)
                cards ^= card
                if card & (led | trumps) > best:
                    winning |= card
            if winning != ZERO:
                legal = winning
    certain = np.int64(count_cards(sure_cards(hand, unseen, trumps, False, best)))
    is_settled = True
    for more in range(certain, left + 1):
        if paid[more] != paid[certain]:
            is_settled = False
    if is_settled:
        wanted = 0
        for other in range(seats):
            if other != me and bids[other] > won[other]:
                wanted += bids[other] - won[other]
        for more in range(left + 1):
            paid[more] = np.float64(more) if wanted >= left else np.float64(-more)
    sure = sure_cards(hand, unseen, trumps, False, ZERO)
    spread = np.zeros(MOST_CARDS + 2)
    choice = lowest(legal)
    worth = -1e300
    cards = legal
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        rest = hand ^ card
        still = sure & rest
        if sure != ZERO and card & trumps != ZERO:
            still = sure_cards(rest, unseen, trumps, False, ZERO)
        kept_spread(rest, still, unseen, held, seats - 1, trumps, spread)
        lost = 0.0
        gained = 0.0
        for tricks in range(left):
            lost += spread[tricks] * paid[tricks]
            gained += spread[tricks] * paid[tricks + 1]
        value = lost
        if best == ZERO or card & (led | trumps) > best:
            this_led = lane_of(card) if led == ZERO else led
            value += chance_now(card, this_led, unseen, behind, left, trumps) * (gained - lost)
        if value > worth + EQUAL:
            choice = card
            worth = value
    return choice


@compiled
def rule_of_thumb_bid(rules, me, hand, bids):
    """`rule_bid` for other rooms."""
    return rule_bid(rules, me, hand, bids)


@compiled
def rule_of_thumb_card(rules, me, hand, legal, bids, won, seen, led, best, place):
    """`rule_card` for other rooms."""
    return rule_card(rules, me, hand, legal, bids, won, seen, led, best, place)
