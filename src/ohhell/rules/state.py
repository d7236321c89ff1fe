"""The whole truth of a game, frozen; only the engine, the table and tests hold it."""

from __future__ import annotations

from dataclasses import dataclass

from ohhell.rules.cards import Card, Seat, Suit
from ohhell.rules.plan import Plan
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import Draws, Phase, RoundResult, Trick


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round in progress.  Tuples are by seat, except `seats` (bidding order, dealer last).

    Each hand is sorted by card number, so that nothing can depend on how it was dealt.
    `last_bidder` may still change its bid where the rulebook says so; `trick` holds the cards on
    the table in order of play, led by `leader` (None before the bids are in).
    """

    number: int
    size: int
    dealer: Seat
    seats: tuple[Seat, ...]
    trump: Suit | None
    turn_up: Card | None
    is_extension: bool
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    bids: tuple[int | None, ...]
    last_bidder: Seat | None
    leader: Seat | None
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """A whole game.  `nonces` and `nonce_commitments` are by seat, None where there is none.

    `survived` counts by seat the extensions a seat took part in: it decides places before the
    totals do.  `dealer` dealt last, or will deal first.
    """

    rulebook: Rulebook
    plan: Plan
    names: tuple[str, ...]
    persons: tuple[Seat, ...]
    commitment: bytes
    phase: Phase
    turn: int
    nonce_commitments: tuple[bytes | None, ...]
    nonces: tuple[bytes | None, ...]
    left_out: tuple[Seat, ...]
    first_dealer: Seat | None
    draws: Draws
    round: RoundState | None
    totals: tuple[int, ...]
    results: tuple[RoundResult, ...]
    contenders: tuple[Seat, ...]
    extensions_played: int
    survived: tuple[int, ...]
    places: tuple[int, ...]
    seed: bytes | None
