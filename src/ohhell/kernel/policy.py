"""The table policy: bid and play by the chances of single cards.

Two learned tables say how often a card wins a trick: later, if it is kept (`future`), and now, if
it is played and would be best so far (`now`).  The number of tricks still to come is taken as a
sum of independent cards (a Poisson binomial), and the bid or card with the highest expected
points is chosen.  The scoring enters here only, through `points[bid, tricks]`.

`future` float32[left + 1, 3, 13, 5, 4, 3] for one number of seats and one size:
    tricks left after this one (the last row: before bidding) · kind (plain suit, trump, suit of
    a no-trump round) · higher cards unseen · how contested · how much this seat wants · length
`now` float32[seats, seats, 4, 13, 4, 2, 4] for one number of seats:
    seats still to play · how many of them want a trick · kind (plain, ruff, trump led, no-trump)
    · higher cards unseen · trumps unseen · one of them known void · how much is in play
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ohhell.kernel.bits import (
    LANE,
    LANE_OF,
    ONE,
    PACK,
    ZERO,
    U,
    lowest,
    lowest_index,
    popcount,
)
from ohhell.kernel.compiled import inlined

FUTURE_SHAPE = (3, 13, 5, 4, 3)
MOST_CARDS = 25


def now_shape(seats: int) -> tuple[int, ...]:
    """The shape of `now` for a number of seats."""
    return (seats, seats, 4, 13, 4, 2, 4)


@inlined
def contested(needed, left):
    """How many more tricks the seats want than there are, in five steps."""
    over = needed - left
    return 0 if over < -1 else (4 if over > 1 else over + 2)


@inlined
def appetite(need, left):
    """How much of what is `left` a seat still needs: nothing, some, most, all or more."""
    if need <= 0:
        return 0
    if need >= left:
        return 3
    return 1 if 2 * need <= left else 2


@inlined
def forecast(total, place, seats, size):
    """How far the bids so far run over their share, in the steps of `contested`."""
    if place == 0:
        return 2
    over = total - size * place / seats
    if over < -1.0:
        return 0
    if over < -0.35:
        return 1
    if over <= 0.35:
        return 2
    return 3 if over <= 1.0 else 4


@inlined
def length_step(length):
    """Cards of one suit in hand: one, two, more."""
    return 0 if length <= 1 else (1 if length == 2 else 2)


@inlined
def trump_step(unseen):
    """Trumps not seen yet: none, few, some, many."""
    return 0 if unseen == 0 else (1 if unseen <= 3 else (2 if unseen <= 7 else 3))


@inlined
def density_step(held, unseen):
    """The share of the unseen cards that other seats hold, in quarters."""
    step = 4 * held // max(unseen, 1)
    return min(step, 3)


@inlined
def higher_unseen(card, unseen):
    """How many unseen cards of its suit beat `card`."""
    lane = LANE << (lowest_index(card) & LANE_OF)
    return np.int64(popcount(unseen & lane & ~((card << ONE) - ONE)))


@inlined
def add_card(spread, count, chance):
    """Add one card to the distribution of tricks `spread` of `count` cards, in place."""
    stay = np.float32(1.0) - chance
    spread[count + 1] = spread[count] * chance
    for tricks in range(count, 0, -1):
        spread[tricks] = spread[tricks] * stay + spread[tricks - 1] * chance
    spread[0] *= stay


@inlined
def hand_spread(hand, unseen, trumps, row, wanted, spread):
    """The distribution of tricks of `hand` before bidding: `row` is `future[-1]`."""
    spread[0] = np.float32(1.0)
    count = 0
    cards = hand
    kind_plain = 0 if trumps != ZERO else 2
    crowd = wanted // 4
    want = wanted % 4
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        lane = LANE << (lowest_index(card) & LANE_OF)
        kind = 1 if card & trumps != ZERO else kind_plain
        length = length_step(np.int64(popcount(hand & lane)))
        chance = row[kind, higher_unseen(card, unseen), crowd, want, length]
        add_card(spread, count, chance)
        count += 1


@inlined
def policy_bids(hand, seen, trumps, size, seats, place, total, points, future, spread, values):
    """Expected points of every bid 0 … size into `values` float64[size + 1].

    `place` is how many bids are known (0 where bids are all at once), `total` their sum.
    """
    unseen = PACK & ~(seen | hand)
    crowd = forecast(total, place, seats, size)
    done = -1
    for bid in range(size + 1):
        want = appetite(bid, size)
        if want != done:
            hand_spread(hand, unseen, trumps, future[size], crowd * 4 + want, spread)
            done = want
        value = 0.0
        for tricks in range(size + 1):
            value += spread[tricks] * points[bid, tricks]
        values[bid] = value


@inlined
def barred_bid(size, seats, place, total, hook):
    """The bid the hook forbids at `place`, or -1."""
    if hook and place == seats - 1 and total <= size:
        return size - total
    return -1


@inlined
def best_bid(values, size, barred):
    """The bid of most expected points that is not `barred`; the lowest of equals."""
    best = -1
    for bid in range(size + 1):
        if bid != barred and (best < 0 or values[bid] > values[best] + 1e-9):
            best = bid
    return best


@inlined
def policy_cards(
    seat, hand, legal, bids, won, voids, seen, trumps, led, best, place, lead, left, points,
    future, now, cards, values, spread, extra,
):  # fmt: skip
    """Expected points of every different legal card; how many there are.

    `legal` the cards that may be played, `seen` all that lie open including this trick, `led` the
    lane led (0 for the leader), `best` the best card so far, `place` cards in the trick, `lead`
    the leader's seat, `left` tricks left including this one.  Fills `cards` uint64[26] and
    `values` float64[26]; of cards that are equal here only the lowest is entered.
    """
    seats = bids.shape[0]
    need = bids[seat] - won[seat]
    unseen = PACK & ~(seen | hand)
    needed = 0
    for other in range(seats):
        lack = bids[other] - won[other]
        if lack > 0:
            needed += lack
    crowd = contested(needed, left)
    later = left - 1
    to_play = seats - 1 - place
    hungry = 0
    known_void = 0
    at = seat
    for _ in range(to_play):
        at = at + 1 if at + 1 < seats else 0
        if bids[at] > won[at]:
            hungry += 1
        if voids[at] & led != ZERO:
            known_void = 1
    trump_left = trump_step(np.int64(popcount(unseen & trumps)))
    dense = density_step(to_play * left + (seats - 1 - to_play) * later, np.int64(popcount(unseen)))
    kind_plain = 0 if trumps != ZERO else 2
    row = future[later]
    have = won[seat]
    want_won = appetite(need - 1, later)
    want_lost = appetite(need, later)
    count = 0
    for lane_index in range(4):
        lane = LANE << U(16 * lane_index)
        own = hand & lane
        options = own & legal
        if options == ZERO:
            continue
        is_trump = lane & trumps != ZERO
        kind = 1 if is_trump else kind_plain
        length = np.int64(popcount(own))
        short = length_step(length - 1)
        # The other suits are common to all candidates of this lane: one spread for each appetite.
        for turn in range(2):
            want = want_won if turn == 0 else want_lost
            base = extra[turn]
            if turn == 1 and want_lost == want_won:
                for tricks in range(later + 2):
                    base[tricks] = extra[0, tricks]
                continue
            base[0] = np.float32(1.0)
            held = 0
            others = hand & ~lane
            while others != ZERO:
                card = lowest(others)
                others ^= card
                card_lane = LANE << (lowest_index(card) & LANE_OF)
                card_kind = 1 if card & trumps != ZERO else kind_plain
                card_length = length_step(np.int64(popcount(hand & card_lane)))
                chance = row[card_kind, higher_unseen(card, unseen), crowd, want, card_length]
                add_card(base, held, chance)
                held += 1
        rest_of_options = options
        last_higher = -1
        last_wins = -1
        while rest_of_options != ZERO:
            card = lowest(rest_of_options)
            rest_of_options ^= card
            higher = higher_unseen(card, unseen)
            if best == ZERO:
                wins = 1
            elif card & (led | trumps) > best:
                wins = 1
            else:
                wins = 0
            if higher == last_higher and wins == last_wins:
                continue
            last_higher = higher
            last_wins = wins
            chance_now = 0.0
            if wins == 1:
                if to_play == 0:
                    chance_now = 1.0
                else:
                    this_led = lane if led == ZERO else led
                    if trumps == ZERO:
                        card_class = 3
                    elif is_trump:
                        card_class = 2 if this_led & trumps != ZERO else 1
                    else:
                        card_class = 0
                    danger = known_void
                    if led == ZERO:
                        danger = 0
                        other = seat
                        for _ in range(to_play):
                            other = other + 1 if other + 1 < seats else 0
                            if voids[other] & lane != ZERO:
                                danger = 1
                    chance_now = np.float64(
                        now[to_play, hungry, card_class, higher, trump_left, danger, dense]
                    )
            value = 0.0
            for turn in range(2):
                share = chance_now if turn == 0 else 1.0 - chance_now
                if share <= 0.0:
                    continue
                want = want_won if turn == 0 else want_lost
                for tricks in range(later + 1):
                    spread[tricks] = extra[turn, tricks]
                held = later - (length - 1)
                kept = own ^ card
                while kept != ZERO:
                    other_card = lowest(kept)
                    kept ^= other_card
                    chance = row[kind, higher_unseen(other_card, unseen), crowd, want, short]
                    add_card(spread, held, chance)
                    held += 1
                got = have + 1 if turn == 0 else have
                part = 0.0
                for tricks in range(later + 1):
                    part += spread[tricks] * points[bids[seat], got + tricks]
                value += share * part
            cards[count] = card
            # Where nothing is left to win, keep tricks from the others.
            values[count] = value + 1e-6 * chance_now
            count += 1
    return count


@inlined
def best_card(cards, values, count):
    """The card of most expected points; the lowest of equals."""
    best = 0
    for index in range(1, count):
        if values[index] > values[best] + 1e-9:
            best = index
    return cards[best]


@inlined
def legal_cards(hand, led):
    """What may be played when the lane `led` (0: none) was led."""
    following = hand & led
    return following if following != ZERO else hand


def policy_workspace() -> tuple[Any, ...]:
    """Fresh `cards, values, spread, extra` for `policy_cards`."""
    return (
        np.zeros(MOST_CARDS + 1, np.uint64),
        np.zeros(MOST_CARDS + 1),
        np.zeros(MOST_CARDS + 2, np.float32),
        np.zeros((2, MOST_CARDS + 2), np.float32),
    )
