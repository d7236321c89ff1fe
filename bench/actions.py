"""How fast the checked engine is in plain Python on one core, against the project's targets.

Medians of several runs; nothing here uses the fast kernel.  The time of `ohhell --help` is wall
time of a fresh process, everything else processor time.
"""

from __future__ import annotations

import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from ohhell.rules.actions import Action, Bid, ChanceMove, Deal, Play
from ohhell.rules.cards import Seat
from ohhell.rules.engine import (
    decide,
    decide_chance,
    evolve,
    legal_actions,
    new_game,
    reveal_seed,
    start,
    to_act,
)
from ohhell.rules.events import Event
from ohhell.rules.record import By, Header, Row, read_record, record_text
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.shuffle import commitment, deck_for_draw, deck_for_round
from ohhell.rules.state import GameState
from ohhell.rules.verify import verify
from ohhell.rules.view import Phase

RULEBOOK: Final = parse_rulebook("common")
"""Four seats, nineteen rounds, 476 actions a game."""

NAMES: Final = ("North", "East", "South", "West")
RUNS: Final = 5
GAMES_A_RUN: Final = 15

LEAST_ACTIONS: Final = 15_000
LEAST_GAMES: Final = 25
LONGEST_VERIFYING: Final = 60.0
LONGEST_HELP: Final = 0.3

Move = tuple[Seat | None, Action | ChanceMove]
"""One move of a game; seat None is chance."""


def chance_move(state: GameState, secret: bytes) -> ChanceMove:
    """The fair deck that is wanted now."""
    if state.phase is Phase.DEALER:
        return Deal(deck_for_draw(secret, state.nonces))
    return Deal(deck_for_round(secret, state.nonces, number=len(state.results) + 1))


def random_game(
    seed: int, note: Callable[[Move, tuple[Event, ...]], None] | None = None
) -> GameState:
    """A whole game by random legal actions, every action checked, decks from a secret."""
    dice = random.Random(seed)
    secret = dice.randbytes(32)
    state = start(new_game(RULEBOOK, NAMES, persons=(), commitment=commitment(secret)))
    while state.phase is not Phase.OVER:
        waiting = to_act(state)
        if waiting:
            action = dice.choice(legal_actions(state, waiting[0]))
            move: Move = (waiting[0], action)
            events = decide(state, waiting[0], action)
        else:
            deal = chance_move(state, secret)
            move = (None, deal)
            events = decide_chance(state, deal)
        if note is not None:
            note(move, events)
        for event in events:
            state = evolve(state, event)
    if note is not None:
        note((None, Deal(())), (reveal_seed(state, secret),))
    return state


def actions_a_second() -> float:
    """Actions of known games, each checked by `decide` and folded by `evolve`; deals not timed."""
    games: list[list[Move]] = []
    for seed in range(GAMES_A_RUN):
        moves: list[Move] = []
        random_game(seed, lambda move, _, moves=moves: moves.append(move))
        games.append(moves[:-1])
    clock = time.process_time
    found: list[float] = []
    for _ in range(RUNS):
        spent, actions = 0.0, 0
        for moves in games:
            state = start(new_game(RULEBOOK, NAMES, persons=(), commitment=bytes(32)))
            began = clock()
            for seat, move in moves:
                if seat is None:
                    spent += clock() - began
                    assert isinstance(move, Deal)
                    for event in decide_chance(state, move):
                        state = evolve(state, event)
                    began = clock()
                    continue
                assert isinstance(move, (Bid, Play))
                actions += 1
                for event in decide(state, seat, move):
                    state = evolve(state, event)
            spent += clock() - began
        found.append(actions / spent)
    return statistics.median(found)


def games_a_second() -> float:
    """Whole games by random legal actions, fair decks included."""
    found: list[float] = []
    for run in range(RUNS):
        began = time.process_time()
        for seed in range(GAMES_A_RUN):
            random_game(run * GAMES_A_RUN + seed)
        found.append(GAMES_A_RUN / (time.process_time() - began))
    return statistics.median(found)


def record_of(seed: int) -> str:
    """The record of one whole game."""
    rows: list[Row] = []

    def note(move: Move, events: tuple[Event, ...]) -> None:
        by: By = "table" if move[0] is None else "cpu"
        rows.append(Row(len(rows) + 2, by, events))

    secret = random.Random(seed).randbytes(32)
    random_game(seed, note)
    header = Header(
        rulebook=RULEBOOK,
        names=NAMES,
        players=("random",) * 4,
        persons=(),
        commitment=commitment(secret),
        started="2026-01-01T00:00:00Z",
    )
    return record_text(header, rows)


def verifying_a_thousand() -> float:
    """Seconds for a thousand records, read and verified, from as many as the runs cover."""
    found: list[float] = []
    for run in range(RUNS):
        texts = [record_of(1000 + run * GAMES_A_RUN + game) for game in range(GAMES_A_RUN)]
        began = time.process_time()
        for text in texts:
            verdict = verify(read_record(text))
            assert verdict.is_finished, "a whole game"
            assert not verdict.faults, "a sound one"
        found.append((time.process_time() - began) / GAMES_A_RUN * 1000)
    return statistics.median(found)


def help_seconds() -> float:
    """Wall time of `ohhell --help` in a fresh process."""
    command = [str(Path(sys.executable).with_name("ohhell")), "--help"]
    found: list[float] = []
    for _ in range(2 * RUNS + 1):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found.append(time.perf_counter() - began)
    return statistics.median(found)


def main() -> None:
    where = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{datetime.now().astimezone():%Y-%m-%d}, {where}, one core, medians")
    actions = actions_a_second()
    print_figure(
        "checked actions", f"{actions:,.0f} /s", f"{LEAST_ACTIONS:,}", actions >= LEAST_ACTIONS
    )
    games = games_a_second()
    print_figure("whole games at random", f"{games:.1f} /s", f"{LEAST_GAMES}", games >= LEAST_GAMES)
    seconds = verifying_a_thousand()
    within = seconds < LONGEST_VERIFYING
    print_figure("verifying 1,000 games", f"{seconds:.1f} s", f"< {LONGEST_VERIFYING:.0f}", within)
    seconds = help_seconds()
    print_figure("ohhell --help", f"{seconds:.3f} s", f"< {LONGEST_HELP}", seconds < LONGEST_HELP)


def print_figure(name: str, figure: str, target: str, is_met: bool) -> None:
    print(f"  {name:<24}{figure:>12}   target {target:<8}{'met' if is_met else 'MISSED'}")


if __name__ == "__main__":
    main()
