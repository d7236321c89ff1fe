"""Games played step by step through the engine alone: material for laws and stories."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ohhell.rules import events as ev
from ohhell.rules.actions import (
    Action,
    ChanceMove,
    CommitNonce,
    Deal,
    MissNonce,
    NameDealer,
    NonceMove,
    RevealNonce,
)
from ohhell.rules.axes import FirstDealer
from ohhell.rules.cards import Seat
from ohhell.rules.engine import (
    abandon,
    decide,
    decide_chance,
    decide_nonce,
    evolve,
    legal_actions,
    new_game,
    start,
    to_act,
)
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.shuffle import (
    commitment,
    deck_for_draw,
    deck_for_round,
    nonce_commitment,
    random_seat,
)
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase

Choose = Callable[[GameState], tuple[Seat, Action]]
"""Who moves next, and how, in a game that waits for a seat."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move with all that came of it; `seat` None is chance, `move` None gives the game up."""

    before: GameState
    seat: Seat | None
    move: Action | NonceMove | ChanceMove | None
    events: tuple[ev.Event, ...]
    after: GameState


@dataclass(frozen=True, slots=True)
class Game:
    """A game from its first event; `steps` may end before it is over."""

    started: ev.GameStarted
    secret: bytes
    steps: tuple[Step, ...]

    @property
    def rulebook(self) -> Rulebook:
        """What it was played by."""
        return self.started.rulebook

    @property
    def log(self) -> tuple[ev.Event, ...]:
        """Every event, the first included."""
        return (self.started, *(event for step in self.steps for event in step.events))

    @property
    def states(self) -> tuple[GameState, ...]:
        """The state before the first step and after each."""
        return (start(self.started), *(step.after for step in self.steps))

    @property
    def end(self) -> GameState:
        """The last state."""
        return self.states[-1]

    def up_to(self, steps: int) -> Game:
        """This game when only so many steps were made."""
        return Game(self.started, self.secret, self.steps[:steps])


def play_game(
    rulebook: Rulebook,
    secret: bytes,
    choose: Choose,
    *,
    persons: Iterable[Seat] = (),
    nonce_moves: Callable[[GameState], tuple[Seat, NonceMove]] | None = None,
    most_extensions: int = 100,
) -> Game:
    """Play to the end, or give up when a tie outlasts `most_extensions`.

    All cards come from `secret` (32 bytes) and the nonces, as at a real table.
    """
    names = tuple(f"Seat {seat}" for seat in range(rulebook.players))
    started = new_game(rulebook, names, persons=persons, commitment=commitment(secret))
    return Game(
        started, secret, tuple(_steps(started, secret, choose, nonce_moves, most_extensions))
    )


def _steps(
    started: ev.GameStarted,
    secret: bytes,
    choose: Choose,
    nonce_moves: Callable[[GameState], tuple[Seat, NonceMove]] | None,
    most_extensions: int,
) -> Iterator[Step]:
    state = start(started)
    while state.phase not in (Phase.OVER, Phase.ABANDONED):
        seat: Seat | None = None
        move: Action | NonceMove | ChanceMove | None = None
        events: tuple[ev.Event, ...]
        if state.phase is Phase.NONCES:
            assert nonce_moves is not None, "persons need nonces"
            seat, move = nonce_moves(state)
            events = decide_nonce(state, seat, move)
        elif state.phase in (Phase.DEALER, Phase.DEAL):
            if state.extensions_played >= most_extensions:
                events = (abandon(state),)
            else:
                move = chance_move(state, secret)
                events = decide_chance(state, move)
        else:
            seat, move = choose(state)
            events = decide(state, seat, move)
        after = state
        for event in events:
            after = evolve(after, event)
        yield Step(state, seat, move, events, after)
        state = after


def chance_move(state: GameState, secret: bytes) -> ChanceMove:
    """What the secret and the nonces make chance do next."""
    if state.phase is Phase.DEAL:
        return Deal(deck_for_round(secret, state.nonces, number=len(state.results) + 1))
    if state.rulebook.first_dealer is FirstDealer.RANDOM:
        return NameDealer(random_seat(secret, state.nonces, players=state.rulebook.players))
    return Deal(deck_for_draw(secret, state.nonces))


def at_random(dice: random.Random) -> Choose:
    """Any legal action; seats that may still change their bid sometimes get in first."""

    def choose(state: GameState) -> tuple[Seat, Action]:
        waiting = to_act(state)
        able = waiting
        if dice.random() < 0.3:
            able = tuple(seat for seat in range(len(state.totals)) if legal_actions(state, seat))
        seat = dice.choice(able)
        return seat, dice.choice(legal_actions(state, seat))

    return choose


def nonces_at_random(dice: random.Random) -> Callable[[GameState], tuple[Seat, NonceMove]]:
    """Programs that commit and show their nonces in any order; now and then one misses."""
    nonces: dict[Seat, bytes] = {}

    def choose(state: GameState) -> tuple[Seat, NonceMove]:
        promised = state.nonce_commitments
        missing = [
            seat
            for seat in state.persons
            if seat not in state.left_out and state.nonces[seat] is None
        ]
        uncommitted = [seat for seat in missing if promised[seat] is None]
        seat = dice.choice(uncommitted or missing)
        if dice.random() < 0.2:
            return seat, MissNonce()
        if uncommitted:
            nonces[seat] = dice.randbytes(16)
            return seat, CommitNonce(
                nonce_commitment(nonces[seat], seat=seat, game=state.commitment)
            )
        return seat, RevealNonce(nonces[seat])

    return choose
