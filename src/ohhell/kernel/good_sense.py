"""What no level gets wrong, and how the weaker levels are weak: memory and indifference.

Nothing here knows a scoring by name; each rule holds only where the points table makes it right.
"""

from __future__ import annotations

import numpy as np

from ohhell.kernel.bits import (
    ONE,
    PACK,
    ZERO,
    U,
    below,
    highest,
    lowest,
    next_word,
)
from ohhell.kernel.bits import popcount as count_cards
from ohhell.kernel.compiled import inlined

HIGH_CARDS = U(0x1F001F001F001F00)
"""Ten to ace of every suit."""


@inlined
def sure_trumps(hand, unseen, trumps):
    """How many tricks the trumps of `hand` must win, whatever others hold.

    Each higher unseen trump can beat one of ours at most, and only a lower one: walking down
    from the highest, a trump with no unpaired higher trump above it is certain.
    """
    sure = 0
    paired = 0
    cards = hand & trumps
    while cards != ZERO:
        card = highest(cards)
        cards ^= card
        higher = np.int64(count_cards(unseen & trumps & ~((card << ONE) - ONE)))
        if higher > paired:
            paired += 1
        else:
            sure += 1
    return sure


@inlined
def rule_out_bids(rules, me, hand, barred, means):
    """Set `means` of bids that are barred or that sure trumps make impossible to -1e18."""
    unseen = PACK & ~(rules.turned | hand)
    sure = sure_trumps(hand, unseen, rules.trumps)
    left = 0
    for bid in range(rules.size + 1):
        if bid != barred and (bid >= sure or not pays_less_over(rules, bid, sure)):
            left += 1
    for bid in range(rules.size + 1):
        hopeless = left > 0 and bid < sure and pays_less_over(rules, bid, sure)
        if bid == barred or hopeless:
            means[bid] = -1e18


@inlined
def pays_less_over(rules, bid, least):
    """Whether `bid` pays less for `least` tricks or more than for being made."""
    for tricks in range(least, rules.size + 1):
        if rules.points[bid, tricks] >= rules.points[bid, bid]:
            return False
    return True


@inlined
def making_pays_most(rules, bid, have, left):
    """Whether making `bid` pays more than anything else that can still happen."""
    for tricks in range(have, have + left + 1):
        if tricks != bid and rules.points[bid, tricks] >= rules.points[bid, bid]:
            return False
    return True


@inlined
def sensible_cards(rules, me, hand, legal, bids, won, seen, led, best, place):
    """`legal` without what is plainly wrong.

    Who needs every trick and leads, leads its highest trump.  Who leads, holds trumps alone and
    needs all tricks but one, loses the smallest while others still have what beats it.  Who needs
    one of two tricks, holds the highest trump left and can throw a card that loses, throws it.
    """
    left = np.int64(count_cards(hand))
    need = bids[me] - won[me]
    if left < 2 or not making_pays_most(rules, bids[me], won[me], left):
        return legal
    mine = legal & rules.trumps
    if place == 0 and need == left and mine != ZERO:
        return highest(mine)
    if place == 0 and need == left - 1 and need > 0 and hand == mine:
        small = lowest(hand)
        if PACK & ~(seen | hand) & rules.trumps & ~((small << ONE) - ONE) != ZERO:
            return small
    if place > 0 and left == 2 and need == 1 and mine != ZERO:
        boss = highest(mine)
        unseen = PACK & ~(seen | hand)
        if unseen & rules.trumps & ~((boss << ONE) - ONE) == ZERO:
            other = legal & ~boss
            if other != ZERO and other & (led | rules.trumps) < best:
                return other
    return legal


@inlined
def remembered(rules, play_cards, plays, place, seen, forgets):
    """The open cards a forgetful player still has in mind: `forgets` 1 high ones, 2 none."""
    kept = rules.turned
    for index in range(plays - place, plays):
        kept |= play_cards[index]
    if forgets == 1:
        kept |= seen & HIGH_CARDS
    return kept


@inlined
def within_slack(means, count, slack, dice):
    """Any choice whose mean lies within `slack` of the best, each equally likely."""
    most = -1e18
    for index in range(count):
        most = max(most, means[index])
    fitting = 0
    for index in range(count):
        if means[index] >= most - slack:
            fitting += 1
    left = np.int64(below(next_word(dice), U(fitting)))
    for index in range(count):
        if means[index] >= most - slack:
            if left == 0:
                return index
            left -= 1
    return 0
