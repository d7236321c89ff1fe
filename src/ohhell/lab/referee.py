"""Whole games between players, each move checked by the rules: the neutral measure.

A `Referee` plays whatever it is given; `PlainReferee` seats any player there is.  A faster one
that knows only some players may stand in for it where `can_play` says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ohhell.lab.errors import LabError
from ohhell.lab.luck import chance_move, player_dice
from ohhell.players.player import Player
from ohhell.rules.engine import decide, decide_chance, evolve, new_game, start, to_act
from ohhell.rules.evolve import places_of
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase, RoundResult

MOST_EXTENSIONS: Final = 100
"""A tie that lasts longer is left as it stands: some players never break one."""

_MOST_MOVES: Final = 1000
"""Of one round, which has 60 at most; whoever changes its bid for ever would never play."""

_NO_SEED: Final = bytes(32)


@dataclass(frozen=True, slots=True)
class Task:
    """Game number `game` of an experiment, with the players (by name) that sit in each seat."""

    game: int
    cast: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game, or its first rounds, as it went.  `seconds` holds each decision's time by seat.

    `places` is empty where the game was not played to its end.
    """

    task: Task
    results: tuple[RoundResult, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    seconds: tuple[tuple[float, ...], ...]


class Referee(Protocol):
    """Whoever can play the games of an experiment."""

    def can_play(self, rulebook: Rulebook, names: Iterable[str]) -> bool:
        """Whether it knows these rules and all these players."""
        ...

    def play(
        self, rulebook: Rulebook, seed: int, tasks: Iterable[Task], *, most_rounds: int | None
    ) -> Iterator[Played]:
        """Play each task, to its end or for so many rounds; same seed and task, same game."""
        ...


class PlainReferee:
    """Any players by any rules, through the engine that decides real games."""

    __slots__ = ("_players",)

    def __init__(self, players: Mapping[str, Player]) -> None:
        self._players = players

    def can_play(self, rulebook: Rulebook, names: Iterable[str]) -> bool:
        """Whether all of them are here; it knows every rule."""
        return all(name in self._players for name in names)

    def play(
        self, rulebook: Rulebook, seed: int, tasks: Iterable[Task], *, most_rounds: int | None
    ) -> Iterator[Played]:
        """One game after another."""
        for task in tasks:
            seated = [self._players[name] for name in task.cast]
            yield _play(rulebook, seed, task, seated, most_rounds)


def referee_for(rulebook: Rulebook, names: Iterable[str], players: Mapping[str, Player]) -> Referee:
    """The fastest referee that can play these: the one place where another is plugged in."""
    plain = PlainReferee(players)
    assert plain.can_play(rulebook, names), "all are open"
    return plain


def _play(
    rulebook: Rulebook,
    seed: int,
    task: Task,
    players: Sequence[Player],
    most_rounds: int | None,
) -> Played:
    # Names by seat: who plays is nobody's business at the table.
    names = "ABCDEFG"[: rulebook.players]
    state = start(new_game(rulebook, names, persons=(), commitment=_NO_SEED))
    dice = [player_dice(seed, task.game, seat) for seat in range(rulebook.players)]
    seconds: list[list[float]] = [[] for _ in players]
    moves = 0
    while not _is_done(state, most_rounds):
        if state.phase in (Phase.DEALER, Phase.DEAL):
            events = decide_chance(state, chance_move(state, seed, task.game))
            moves = 0
        else:
            seat = to_act(state)[0]
            view = view_for(state, seat)
            began = time.perf_counter()
            action = players[seat].choose(view, dice[seat])
            seconds[seat].append(time.perf_counter() - began)
            events = decide(state, seat, action)
            moves += 1
            if moves > _MOST_MOVES:
                raise LabError("never-plays", value=task.cast[seat])
        for event in events:
            state = evolve(state, event)
    is_ended = state.phase is Phase.OVER or state.extensions_played >= MOST_EXTENSIONS
    return Played(
        task=task,
        results=state.results,
        totals=state.totals,
        places=places_of(state) if is_ended else (),
        seconds=tuple(map(tuple, seconds)),
    )


def _is_done(state: GameState, most_rounds: int | None) -> bool:
    if state.phase is Phase.OVER or state.extensions_played >= MOST_EXTENSIONS:
        return True
    return most_rounds is not None and len(state.results) >= most_rounds
