"""Whole games played by legal chance, as header, rows and secret: material for records."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ohhell.rules import events as ev
from ohhell.rules.actions import ChanceMove, CommitNonce, Deal, NameDealer, RevealNonce
from ohhell.rules.axes import FirstDealer
from ohhell.rules.engine import (
    decide,
    decide_chance,
    decide_nonce,
    evolve,
    legal_actions,
    reveal_seed,
    start,
    to_act,
)
from ohhell.rules.record import By, Header, Row, record_text
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.shuffle import (
    commitment,
    deck_for_draw,
    deck_for_round,
    nonce_commitment,
    random_seat,
)
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game; `rows` are those after the header's."""

    header: Header
    rows: tuple[Row, ...]
    seed: bytes
    nonces: dict[int, bytes]
    state: GameState

    @property
    def text(self) -> str:
        """Its record."""
        return record_text(self.header, self.rows)

    @property
    def hidden_bids(self) -> dict[tuple[int, int], int]:
        """Every first bid by round number and seat."""
        bids: dict[tuple[int, int], int] = {}
        number = 0
        for row in self.rows:
            for event in row.events:
                if isinstance(event, ev.RoundDealt):
                    number = event.number
                if isinstance(event, ev.BidMade):
                    bids[number, event.seat] = event.tricks
        return bids


def play(rulebook: str, *, seed: int = 1, persons: tuple[int, ...] = (0,)) -> PlayedGame:
    """Play a whole game by uniformly random legal actions, bid changes included."""
    dice = random.Random(seed)
    rules = parse_rulebook(rulebook)
    secret = dice.randbytes(32)
    header = Header(
        rulebook=rules,
        names=tuple(f"Seat {seat}" for seat in range(rules.players)),
        players=tuple("person" if seat in persons else "random" for seat in range(rules.players)),
        persons=persons,
        commitment=commitment(secret),
        started="2026-01-02T03:04:05Z",
    )
    state = start(header.event)
    rows: list[Row] = []

    def happen(by: By, events: tuple[ev.Event, ...]) -> None:
        nonlocal state
        rows.append(Row(len(rows) + 2, by, events))
        for event in events:
            state = evolve(state, event)

    nonces = {seat: dice.randbytes(16) for seat in persons}
    for seat, nonce in nonces.items():
        promise = nonce_commitment(nonce, seat=seat, game=header.commitment)
        happen("person", decide_nonce(state, seat, CommitNonce(promise)))
    for seat, nonce in nonces.items():
        happen("person", decide_nonce(state, seat, RevealNonce(nonce)))
    while state.phase is not Phase.OVER:
        if state.phase in (Phase.DEALER, Phase.DEAL):
            happen("table", decide_chance(state, chance(state, secret)))
            continue
        seat = to_act(state)[0]
        able = [other for other in range(rules.players) if legal_actions(state, other)]
        if len(able) > 1 and dice.random() < 0.3:
            seat = dice.choice(able)
        by: By = "person" if seat in persons else "cpu"
        happen(by, decide(state, seat, dice.choice(legal_actions(state, seat))))
    happen("table", (reveal_seed(state, secret),))
    return PlayedGame(header, tuple(rows), secret, nonces, state)


def chance(state: GameState, secret: bytes) -> ChanceMove:
    """What the game's own secret makes chance do next."""
    if state.phase is Phase.DEAL:
        number = len(state.results) + 1
        return Deal(deck_for_round(secret, state.nonces, number=number))
    if state.rulebook.first_dealer is FirstDealer.RANDOM:
        return NameDealer(random_seat(secret, state.nonces, players=state.rulebook.players))
    return Deal(deck_for_draw(secret, state.nonces))
