"""What a seat can do, and what chance can do: the only ways a game moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ohhell.rules.cards import PACK, Card, Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid this many tricks; while the rulebook lets a bid change, a second one replaces it."""

    tricks: int

    def __str__(self) -> str:
        return str(self.tricks)


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card to the trick."""

    card: Card

    def __str__(self) -> str:
        return str(self.card)


PLAY_OF: Final = tuple(Play(card) for card in PACK)
"""Playing each card, made once: what is legal is asked for many times a play."""

Action = Bid | Play
"""What a player decides; everything else happens by itself."""


@dataclass(frozen=True, slots=True)
class CommitNonce:
    """A person's program promises a nonce by its commitment (32 bytes)."""

    commitment: bytes


@dataclass(frozen=True, slots=True)
class RevealNonce:
    """A person's program shows the nonce it had promised (16 bytes)."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class MissNonce:
    """A person's program did not answer in time and is left out of the shuffle."""


NonceMove = CommitNonce | RevealNonce | MissNonce


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance deals: a whole deck, first card first.  Also the pack the dealer is drawn from."""

    deck: tuple[Card, ...]

    @classmethod
    def of(cls, deck: Sequence[Card]) -> Deal:
        """A deal of any sequence of cards."""
        return cls(tuple(deck))


@dataclass(frozen=True, slots=True)
class NameDealer:
    """Chance names the first dealer, where the rulebook says `first_dealer=random`."""

    seat: Seat


ChanceMove = Deal | NameDealer
