"""How cards and suits look on a terminal, in the order a hand is sorted.

Everything is drawn with suit signs; what a terminal cannot show is put into letters where it is
written out (`paper`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from ohhell.rules.cards import Card, Rank, Suit
from ohhell.text import say

SIGNS: Final = "♣♦♥♠"
"""The sign of each suit, in the order suits are numbered."""

# Four colours, so that no two suits of one colour lie next to each other.
SUIT_STYLES: Final = ("green", "bright_blue", "red", "bold")

FACE_WIDTH: Final = 3
"""Cells of the widest card, a ten."""

_ROUND_THE_TABLE: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Black and red in turn, wherever one begins."""


def rank_text(card: Card) -> str:
    """`A`, `K`, … `10`, … `2`: people write the ten with two digits."""
    return "10" if card.rank is Rank.TEN else card.rank.letter


def plain_face(card: Card) -> str:
    """A card without colour: `10♠`."""
    return rank_text(card) + SIGNS[card.suit]


def face(card: Card, *, is_bold: bool = False, is_dim: bool = False) -> Text:
    """A card in the colour of its suit; dim, without it, where it cannot be played."""
    style = "dim" if is_dim else SUIT_STYLES[card.suit]
    return Text(plain_face(card), f"bold {style}" if is_bold else style)


def suit_word(suit: Suit) -> Text:
    """A suit by its word: `hearts`."""
    return Text(say(f"suit.{suit}"), SUIT_STYLES[suit])


def suit_name(suit: Suit) -> Text:
    """A suit by its sign and its word: `♥ hearts`."""
    return Text(f"{SIGNS[suit]} ", SUIT_STYLES[suit]).append_text(suit_word(suit))


def sorted_hand(hand: Iterable[Card], trump: Suit | None) -> tuple[Card, ...]:
    """Suit by suit, trumps first, each from the ace down: the order in which cards are numbered."""
    first = 0 if trump is None else _ROUND_THE_TABLE.index(trump)
    place = {suit: (_ROUND_THE_TABLE.index(suit) - first) % 4 for suit in Suit}
    return tuple(sorted(hand, key=lambda card: (place[card.suit], -card.rank)))
