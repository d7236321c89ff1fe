"""Past-tense facts: the log of a game is nothing but these, and folding them gives its state.

Two kinds: `Event` is the truth (the table and the store hold it); `SeenEvent` is what a seat or
a watcher may be told.  `projection.mask` is the only way from one to the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from ohhell.rules.cards import Card, Seat, Suit
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import Draws


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game by `rulebook`; `persons` are the seats whose programs take part in the shuffle."""

    rulebook: Rulebook
    names: tuple[str, ...]
    persons: tuple[Seat, ...]
    commitment: bytes


@dataclass(frozen=True, slots=True)
class NonceCommitted:
    """A person's program promised a nonce."""

    seat: Seat
    commitment: bytes


@dataclass(frozen=True, slots=True)
class NonceRevealed:
    """A person's program showed its nonce, which fits what it had promised."""

    seat: Seat
    nonce: bytes


@dataclass(frozen=True, slots=True)
class NonceMissed:
    """A person's program is left out of the shuffle."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The first dealer was found: by drawing cards, or (no draws) at random."""

    dealer: Seat
    draws: Draws


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """A round was dealt.  SECRET: `hands` by seat (empty for a seat that sits out) and `stock`."""

    number: int
    size: int
    dealer: Seat
    seats: tuple[Seat, ...]
    trump: Suit | None
    turn_up: Card | None
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """`RoundDealt` as one seat sees it: its own `hand`, None for a watcher."""

    number: int
    size: int
    dealer: Seat
    seats: tuple[Seat, ...]
    trump: Suit | None
    turn_up: Card | None
    hand: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat bid.  SECRET to the others while bids are made all at once."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class BidHidden:
    """`BidMade` as the others see it before the bids are revealed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidChanged:
    """A seat replaced its bid while the rulebook still let it."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class BidsRevealed:
    """All bids made at once are shown, by seat (None for a seat that sits out)."""

    bids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat played a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The trick is complete and `seat` won it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round was scored: `points` by seat (0 for a seat that sat out) and the new `totals`."""

    number: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; `places` by seat, 1 is first, equal places are shared."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game was given up before its end."""


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The secret seed (32 bytes) of a game that is over or abandoned."""

    seed: bytes


PublicEvent = (
    GameStarted
    | NonceCommitted
    | NonceRevealed
    | NonceMissed
    | DealerDrawn
    | BidChanged
    | BidsRevealed
    | CardPlayed
    | TrickTaken
    | RoundScored
    | GameEnded
    | GameAbandoned
    | SeedRevealed
)
Event = PublicEvent | RoundDealt | BidMade
SeenEvent = PublicEvent | RoundOpened | BidMade | BidHidden
