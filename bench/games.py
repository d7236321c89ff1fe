"""How fast and how well the plain CPU players play.

Whole 4-seat, 19-round games a second with one level in every seat, and the share of bids made
exactly by round size (4 seats, hook on, turn-up, `exact-only`).  More rounds: ARGS="--rounds 2000".
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from datetime import datetime
from operator import eq
from typing import Final

from ohhell.players.levels import player_for
from ohhell.players.player import Player
from ohhell.rules.actions import Deal, NameDealer
from ohhell.rules.axes import FirstDealer
from ohhell.rules.cards import PACK
from ohhell.rules.engine import decide, decide_chance, evolve, new_game, start, to_act
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase

LEVELS: Final = ("random", "rule-of-thumb")
RUNS: Final = 5
GAMES_A_RUN: Final = 10
LEAST_GAMES: Final = 20
"""Games a second of every level: what makes `watch --pace 0` feel immediate."""

LEAST_EXACT: Final = {1: 0.61, 3: 0.58, 5: 0.52, 10: 0.44}
"""By size: the share of bids the rule-of-thumb player must make in self-play."""

ROUNDS_A_GAME: Final = 50


def play_game(rulebook: Rulebook, players: Sequence[Player], dice: random.Random) -> GameState:
    """A whole game; cards come from `dice`, since fair decks are not what is measured here."""
    names = [f"Seat {seat}" for seat in range(rulebook.players)]
    state = start(new_game(rulebook, names, persons=(), commitment=bytes(32)))
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEALER and rulebook.first_dealer is FirstDealer.RANDOM:
            events = decide_chance(state, NameDealer(dice.randrange(rulebook.players)))
        elif state.phase is Phase.DEALER or state.phase is Phase.DEAL:
            events = decide_chance(state, Deal.of(dice.sample(PACK, len(PACK))))
        else:
            seat = to_act(state)[0]
            events = decide(state, seat, players[seat].choose(view_for(state, seat), dice))
        for event in events:
            state = evolve(state, event)
    return state


def games_a_second(level: str) -> float:
    """The median of some runs on one core, views included."""
    rulebook, players = parse_rulebook("common"), [player_for(level)] * 4
    found: list[float] = []
    for run in range(RUNS):
        dice = random.Random(run)
        began = time.process_time()
        for _ in range(GAMES_A_RUN):
            play_game(rulebook, players, dice)
        found.append(GAMES_A_RUN / (time.process_time() - began))
    return statistics.median(found)


def self_play(level: str, size: int, rounds: int) -> tuple[float, float]:
    """The share of bids made exactly and the points a hand, over at least that many rounds."""
    sequence = ",".join([str(size)] * ROUNDS_A_GAME)
    rulebook = parse_rulebook(f"common scoring=exact-only sequence={sequence}")
    players = [player_for(level)] * 4
    exact = points = hands = 0
    for seed in range(-(-rounds // ROUNDS_A_GAME)):
        for result in play_game(rulebook, players, random.Random(seed)).results:
            exact += sum(map(eq, result.bids, result.taken))
            points += sum(result.points)
            hands += len(result.points)
    return exact / hands, points / hands


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="rounds of each size")
    rounds = parser.parse_known_args()[0].rounds
    print(
        f"{datetime.now().astimezone():%Y-%m-%d}, one core, whole 4-seat 19-round games by CPU players"
    )
    for level in LEVELS:
        print(f"  {level:<14}{games_a_second(level):7.1f} games/s   (at least {LEAST_GAMES})")
    print(f"Self-play over {rounds} rounds of each size: bids made exactly, points a hand")
    for level in LEVELS:
        for size, least in LEAST_EXACT.items():
            exact, points = self_play(level, size, rounds)
            wanted = f"   (at least {least:.2f})" if level == "rule-of-thumb" else ""
            print(f"  {level:<14}{size:>3} cards{exact:7.3f}{points:7.2f}{wanted}")


if __name__ == "__main__":
    main()
