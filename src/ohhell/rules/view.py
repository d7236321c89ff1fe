"""`PlayerView`: all that one seat, or a watcher, may know at one moment.

A type and nothing else: it knows nothing of the true state, and whoever plays from it (CPU
players, screens) needs nothing but it.  It is built up field by field in `projection`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ohhell.rules.actions import Action
from ohhell.rules.cards import Card, Seat, Suit
from ohhell.rules.rulebook import Rulebook

Draws = tuple[tuple[tuple[Seat, Card], ...], ...]
"""Drawing for dealer: each time round, who drew what; later times only those tied."""


class Phase(Enum):
    """What a game waits for."""

    NONCES = "nonces"
    DEALER = "dealer"
    DEAL = "deal"
    BIDDING = "bidding"
    PLAYING = "playing"
    OVER = "over"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: `cards` in the order played, `seats[i]` played `cards[i]`."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round.  All tuples are by seat; a seat that sat out has bid None, 0 and 0."""

    number: int
    size: int
    dealer: Seat
    trump: Suit | None
    is_extension: bool
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """The round in progress as one seat sees it.

    `seats` take part, in the order they are dealt to and bid, the dealer last.  `hand` is sorted
    by card number and empty for a watcher; `cards_left`, `bids` and `taken` are by seat.  A bid
    is None while it is not made or not shown; `has_bid` tells the two apart.
    """

    number: int
    size: int
    dealer: Seat
    seats: tuple[Seat, ...]
    trump: Suit | None
    turn_up: Card | None
    is_extension: bool
    has_hook: bool
    hand: tuple[Card, ...]
    cards_left: tuple[int, ...]
    bids: tuple[int | None, ...]
    has_bid: tuple[bool, ...]
    taken: tuple[int, ...]
    leader: Seat | None
    trick_seats: tuple[Seat, ...]
    trick_cards: tuple[Card, ...]
    trick_winner: Seat | None
    tricks: tuple[Trick, ...]
    barred_bid: int | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What `seat` (None: a watcher) may know.

    `turn` moves when the game moves and names the moment an action is meant for.  `to_act` are
    the seats the game waits for; `legal` is what this seat may do now (a seat may also change
    its bid while it is not its turn).  `draws` is empty unless the first dealer was drawn for.
    `contenders` are the seats still playing for the first place in extensions; `places` is empty
    until the end.
    """

    rulebook: Rulebook
    seat: Seat | None
    names: tuple[str, ...]
    phase: Phase
    turn: int
    to_act: tuple[Seat, ...]
    legal: tuple[Action, ...]
    round: RoundView | None
    totals: tuple[int, ...]
    results: tuple[RoundResult, ...]
    first_dealer: Seat | None
    draws: Draws
    extensions_played: int
    contenders: tuple[Seat, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """What one seat may know beyond what a watcher sees; for a watcher (seat None) nothing is.

    `bids` are those of the round by seat, with the seat's own where bids are still hidden.
    """

    seat: Seat | None
    legal: tuple[Action, ...]
    hand: tuple[Card, ...]
    bids: tuple[int | None, ...]
