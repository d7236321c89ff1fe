"""Cards, suits, ranks and seats, and the text people write for them.

A card is the number `suit * 13 + rank`, suits in the order clubs, diamonds, hearts, spades and
ranks from the two (0) to the ace (12).  Its text form is rank then suit: `QS`, `TC`, `2D`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from ohhell.rules.errors import CardError

Seat = int
"""A place at the table, 0 … players - 1, clockwise."""


class Suit(IntEnum):
    """The four suits, in the order cards are numbered."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One capital letter: `C`, `D`, `H` or `S`."""
        return "CDHS"[self]

    def __str__(self) -> str:
        """The word of the text form: `clubs`, `diamonds`, `hearts` or `spades`."""
        return self.name.lower()


class Rank(IntEnum):
    """The thirteen ranks, two low and ace high."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """One character: `2` … `9`, `T`, `J`, `Q`, `K` or `A`."""
        return "23456789TJQKA"[self]


class Card(IntEnum):
    """One of the 52 cards; `Card.SQ` is the queen of spades, written `QS`."""

    C2 = 0
    C3 = 1
    C4 = 2
    C5 = 3
    C6 = 4
    C7 = 5
    C8 = 6
    C9 = 7
    CT = 8
    CJ = 9
    CQ = 10
    CK = 11
    CA = 12
    D2 = 13
    D3 = 14
    D4 = 15
    D5 = 16
    D6 = 17
    D7 = 18
    D8 = 19
    D9 = 20
    DT = 21
    DJ = 22
    DQ = 23
    DK = 24
    DA = 25
    H2 = 26
    H3 = 27
    H4 = 28
    H5 = 29
    H6 = 30
    H7 = 31
    H8 = 32
    H9 = 33
    HT = 34
    HJ = 35
    HQ = 36
    HK = 37
    HA = 38
    S2 = 39
    S3 = 40
    S4 = 41
    S5 = 42
    S6 = 43
    S7 = 44
    S8 = 45
    S9 = 46
    ST = 47
    SJ = 48
    SQ = 49
    SK = 50
    SA = 51

    @property
    def suit(self) -> Suit:
        """The suit this card belongs to."""
        return SUIT_OF[self]

    @property
    def rank(self) -> Rank:
        """The rank of this card within its suit."""
        return RANK_OF[self]

    def __str__(self) -> str:
        """The text form, rank then suit: `QS`, `TC`."""
        return TEXT_OF[self]

    def __repr__(self) -> str:
        return f"Card({TEXT_OF[self]!r})"

    @classmethod
    def _missing_(cls, value: object) -> Card | None:
        """Let `Card("QS")` read the text form, so that `repr` evaluates to an equal card."""
        return parse_card(value) if isinstance(value, str) else None


PACK: Final = tuple(Card)
"""All 52 cards in number order."""

# Looked up several times an action: a tuple index costs a fraction of a property on an enum.
SUIT_OF: Final = tuple(Suit(number // 13) for number in range(52))
RANK_OF: Final = tuple(Rank(number % 13) for number in range(52))
TEXT_OF: Final = tuple(f"{RANK_OF[n].letter}{SUIT_OF[n].letter}" for n in range(52))

_RANKS: Final = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_SUITS: Final = {suit.letter: suit for suit in Suit} | {
    symbol: suit for symbols in ("♣♦♥♠", "♧♢♡♤") for symbol, suit in zip(symbols, Suit, strict=True)
}


def parse_card(text: str) -> Card:
    """Read `QS`, `qs`, `10s`, `Q♠` or `TC`; anything else raises `CardError` (`not-a-card`)."""
    plain = text.strip().replace("\ufe0f", "").upper()
    rank, suit = _RANKS.get(plain[:-1]), _SUITS.get(plain[-1:])
    if rank is None or suit is None:
        raise CardError("not-a-card", value=text)
    return Card(suit * 13 + rank)


def parse_suit(text: str) -> Suit:
    """Read `hearts`, `heart`, `H` or `♥` in any case; else `CardError` (`not-a-suit`)."""
    plain = text.strip().replace("\ufe0f", "").lower()
    for suit in Suit:
        if plain in (str(suit), str(suit)[:-1]):
            return suit
    found = _SUITS.get(plain.upper())
    if found is None:
        raise CardError("not-a-suit", value=text)
    return found


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as one line of text, separated by spaces."""
    return " ".join(TEXT_OF[card] for card in cards)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The inverse of `format_cards`; raises `CardError` for the first word that is no card."""
    return tuple(parse_card(word) for word in text.split())
