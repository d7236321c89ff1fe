"""What a seat can work out by counting the cards it has seen, as plain numbers.

Sets of cards are 52-bit integers, one bit a card: how many unseen cards beat a card is then one
mask and one count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ohhell.rules.cards import PACK, SUIT_OF, Card, Seat, Suit
from ohhell.rules.view import RoundView

BIT: Final = tuple(1 << card for card in range(52))
"""By card: the set that holds it alone."""

WHOLE_SUIT: Final = tuple(0x1FFF << (13 * suit) for suit in range(4))
"""By suit: its thirteen cards."""

HIGHER: Final = tuple(
    sum(BIT[other] for other in PACK if SUIT_OF[other] is SUIT_OF[card] and other > card)
    for card in PACK
)
"""By card: the higher cards of its suit."""

_WHOLE_PACK: Final = (1 << 52) - 1


@dataclass(frozen=True, slots=True)
class Reading:
    """One seat's count at one moment.

    `unseen` is the set of cards that others hold or that were not dealt, `unseen_by_suit` how
    many of them are of each suit, `held_by_others` how many of them are in the hands of the
    `opponents` other seats that take part.
    """

    unseen: int
    unseen_count: int
    unseen_by_suit: tuple[int, int, int, int]
    held_by_others: int
    opponents: int
    trump: Suit | None

    def higher(self, card: Card) -> int:
        """How many unseen cards of its suit are higher."""
        return (HIGHER[card] & self.unseen).bit_count()


def read(current: RoundView, seat: Seat) -> Reading:
    """What `seat`, whose hand the view shows, can count now."""
    seen = card_set(current.hand) | card_set(current.trick_cards)
    for trick in current.tricks:
        seen |= card_set(trick.cards)
    if current.turn_up is not None:
        seen |= BIT[current.turn_up]
    unseen = _WHOLE_PACK & ~seen
    clubs, diamonds, hearts, spades = WHOLE_SUIT
    return Reading(
        unseen=unseen,
        unseen_count=unseen.bit_count(),
        unseen_by_suit=(
            (unseen & clubs).bit_count(),
            (unseen & diamonds).bit_count(),
            (unseen & hearts).bit_count(),
            (unseen & spades).bit_count(),
        ),
        held_by_others=sum(current.cards_left) - current.cards_left[seat],
        opponents=len(current.seats) - 1,
        trump=current.trump,
    )


def card_set(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    found = 0
    for card in cards:
        found |= BIT[card]
    return found


def sure_tricks(
    hand: Sequence[Card], reading: Reading, *, leads: bool, to_beat: Card | None = None
) -> int:
    """The set of as many cards of `hand` (ascending) as must win, whatever others hold and do.

    A trump loses only to a higher one, and each of those can beat only one of ours: all but the
    most that can be paired with a higher trump, unseen or `to_beat` on the table, are certain.
    King and queen against the ace are one sure trick of two; the lower one stands for it.
    Without trump the cards that nothing unseen beats are certain for a seat that `leads` and can
    cash them one by one.
    """
    sure = 0
    if reading.trump is None:
        if leads:
            for card in hand:
                if not reading.higher(card):
                    sure |= BIT[card]
        return sure
    against = reading.unseen if to_beat is None else reading.unseen | BIT[to_beat]
    paired = 0
    for card in reversed(hand):
        if SUIT_OF[card] is reading.trump:
            if (HIGHER[card] & against).bit_count() > paired:
                paired += 1
            else:
                sure |= BIT[card]
    return sure
