"""What may be played to a trick and who wins it, as functions on plain values.

Every room that asks one of these two questions asks it here.
"""

from __future__ import annotations

from collections.abc import Sequence

from ohhell.rules.cards import SUIT_OF, Card, Suit


def legal_cards(hand: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
    """The cards of `hand` that may be played when `led` was led (None: this seat leads)."""
    if led is not None:
        following = tuple(card for card in hand if SUIT_OF[card] is led)
        if following:
            return following
    return tuple(hand)


def winning_index(cards: Sequence[Card], trump: Suit | None) -> int:
    """Where the winning card of a (perhaps unfinished) trick stands, counted from the lead.

    `cards` are in the order they were played and are at least one.
    """
    best = 0
    best_card = cards[0]
    best_suit = SUIT_OF[best_card]
    for index in range(1, len(cards)):
        card = cards[index]
        suit = SUIT_OF[card]
        if (card > best_card) if suit is best_suit else (suit is trump):
            best, best_card, best_suit = index, card, suit
    return best
