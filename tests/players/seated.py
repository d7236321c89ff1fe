"""CPU players put in the seats of a game that the engine alone runs."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ohhell.players.levels import player_for
from ohhell.players.player import Player
from ohhell.rules.actions import Action
from ohhell.rules.cards import Seat
from ohhell.rules.engine import to_act
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.state import GameState
from tests.rules.games import Choose, Game, play_game


def seated(players: Sequence[Player], dice: random.Random) -> Choose:
    """One player a seat; each must answer with an action its own view shows as legal."""

    def choose(state: GameState) -> tuple[Seat, Action]:
        seat = to_act(state)[0]
        view = view_for(state, seat)
        action = players[seat].choose(view, dice)
        assert action in view.legal
        return seat, action

    return choose


def game_of(
    rulebook: str | Rulebook, *levels: str, seed: int = 1, most_extensions: int = 100
) -> Game:
    """A whole game; the levels go round the table, so one level fills it."""
    rules = parse_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    players = [player_for(levels[seat % len(levels)]) for seat in range(rules.players)]
    secret = random.Random(seed).randbytes(32)
    choose = seated(players, random.Random(seed))
    return play_game(rules, secret, choose, most_extensions=most_extensions)
