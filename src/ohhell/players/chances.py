"""How likely a card is to win a trick, now or some time later, by counting alone.

Nothing here looks at what others bid or at what they are known to be out of.  The constants were
fitted once to rounds that this player played against itself, for three to seven seats, and
rounded; none of them knows a scoring.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp
from typing import Final

from ohhell.players.reading import BIT, Reading
from ohhell.rules.cards import SUIT_OF, Card, Suit

# Log-odds of a kept card: at best, less for each higher card that others can be expected to hold,
# and less for the share of opponents who may be out of its suit (and, with a trump, ruff).
_TRUMP_AT_BEST: Final = 1.5
_TRUMP_PER_HIGHER: Final = 0.75
_SIDE_AT_BEST: Final = 1.2
_SIDE_PER_HIGHER: Final = 0.85
_SIDE_IF_RUFFED: Final = 9.0
_PLAIN_AT_BEST: Final = 1.65
_PLAIN_PER_HIGHER: Final = 1.1
_PLAIN_IF_NOT_LED: Final = 3.4

# A seat that could beat a card does not always want to.
_WILLING_TO_BEAT: Final = 0.7
_WILLING_TO_RUFF: Final = 0.4


def chances_later(hand: Sequence[Card], reading: Reading, *, sure: int) -> list[float]:
    """By card of `hand` (ascending): the chance that it wins a trick if it is kept.

    Cards of the set `sure` have the chance 1.
    """
    trump = reading.trump
    unseen_count = reading.unseen_count
    share = reading.held_by_others / unseen_count if unseen_count else 0.0
    by_suit = reading.unseen_by_suit
    lengths = [count * share / reading.opponents for count in by_suit]
    ruffers = 0.0 if trump is None else 1.0 - exp(-lengths[trump])
    found: list[float] = []
    for card in hand:
        suit = SUIT_OF[card]
        higher = reading.higher(card) * share
        if BIT[card] & sure:
            found.append(1.0)
            continue
        if suit is trump:
            odds = _TRUMP_AT_BEST - _TRUMP_PER_HIGHER * higher
        elif trump is not None:
            ruffed = exp(-lengths[suit]) * ruffers
            odds = _SIDE_AT_BEST - _SIDE_PER_HIGHER * higher - _SIDE_IF_RUFFED * ruffed
        else:
            gone = exp(-lengths[suit])
            odds = _PLAIN_AT_BEST - _PLAIN_PER_HIGHER * higher - _PLAIN_IF_NOT_LED * gone
        found.append(1.0 / (1.0 + exp(-odds)))
    return found


def chance_now(card: Card, led: Suit, reading: Reading, *, behind: int, cards: int) -> float:
    """The chance that `card`, best in the trick so far, holds against the seats still to play.

    `behind` counts those seats, `cards` what each of them holds.
    """
    if not behind:
        return 1.0
    trump = reading.trump
    suit = SUIT_OF[card]
    lacking = 1.0 - cards / reading.unseen_count
    higher = 1.0 - lacking ** reading.higher(card)
    if suit is led:
        beaten = _WILLING_TO_BEAT * higher
        if trump is not None and suit is not trump:
            void = lacking ** reading.unseen_by_suit[led]
            has_trump = 1.0 - lacking ** reading.unseen_by_suit[trump]
            beaten += (1.0 - beaten) * _WILLING_TO_RUFF * void * has_trump
    else:
        beaten = _WILLING_TO_RUFF * lacking ** reading.unseen_by_suit[led] * higher
    return (1.0 - beaten) ** behind


def chance_alone(card: Card, reading: Reading, *, leads: bool, ones: int) -> float:
    """The chance that the only card of a one-card round wins after `ones` earlier bids of 1.

    Whoever bid 1 is taken to hold a trump, each unseen one alike; others' cards may be anything.
    A side card that is not led itself needs the leader to hold a lower card of its suit.
    """
    suit = SUIT_OF[card]
    higher = reading.higher(card)
    unseen, others = reading.unseen_count, reading.opponents
    chance = 1.0
    if reading.trump is not None:
        trumps = reading.unseen_by_suit[reading.trump]
        beaten = higher / trumps if suit is reading.trump and trumps else 1.0
        higher += 0 if suit is reading.trump else trumps
        chance = (1.0 - beaten) ** ones
        unseen -= ones
        others -= ones
    if not (leads or suit is reading.trump) and others:
        lower = reading.unseen_by_suit[suit] - reading.higher(card)
        chance *= lower / unseen
        others -= 1
        unseen -= 1
    return chance * comb(unseen - higher, others) / comb(unseen, others)


def distribution(chances: Sequence[float]) -> list[float]:
    """By number of tricks: its chance, where each card wins with its own chance by itself."""
    found = [1.0]
    for chance in chances:
        missed = 1.0 - chance
        found = [
            found[0] * missed,
            *[found[k] * missed + found[k - 1] * chance for k in range(1, len(found))],
            found[-1] * chance,
        ]
    return found


def without(whole: Sequence[float], chance: float) -> list[float]:
    """The distribution that `distribution` made `whole` of by one more card of that chance."""
    last = len(whole) - 1
    found = [0.0] * last
    before = 0.0
    if chance < 0.5:  # always divide by the larger of the two, so that nothing blows up
        missed = 1.0 - chance
        for k in range(last):
            before = found[k] = (whole[k] - before * chance) / missed
        return found
    missed = 1.0 - chance
    for k in range(last, 0, -1):
        before = found[k - 1] = (whole[k] - before * missed) / chance
    return found
