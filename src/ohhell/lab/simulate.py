"""Many whole games among given players: who scores, makes bids and wins how often."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import add
from typing import Final, TypeVar

from ohhell.lab.durations import Durations, durations_of
from ohhell.lab.errors import LabError
from ohhell.lab.figures import Sums, sums_of
from ohhell.lab.luck import dice_for
from ohhell.lab.referee import Played, Task, referee_for
from ohhell.lab.workforce import Job, Piece, Workforce, cut, hired
from ohhell.players.command_player import DECISION_SECONDS, Fault, faults_of, is_command, opened
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import RoundResult

WHOLE_WIN: Final = 420
"""A win in the units it is counted in: what two to seven winners share evenly."""

_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be played: `lineup` names a player for each seat.

    Who sits where is drawn anew for each game, unless `keeps_seats`.  `seconds` is what other
    people's programs may take for a decision.
    """

    rulebook: Rulebook
    lineup: tuple[str, ...]
    games: int
    seed: int
    keeps_seats: bool = False
    seconds: float = DECISION_SECONDS

    def __post_init__(self) -> None:
        if len(self.lineup) != self.rulebook.players:
            raise LabError("wrong-lineup", value=len(self.lineup), limit=self.rulebook.players)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player did, in all seats it had; every unit of the sums is a game.

    `points`: totals by seat.  `wins`: 420ths of a win by seat.  `round_points` and `exact` (made
    bids) by round, and the same by size; `exact_by_place` by place in the order of bidding, the
    dealer last, in rounds that all seats take part in.
    """

    seats: int
    points: Sums
    wins: Sums
    round_points: Sums
    exact: Sums
    points_by_size: Mapping[int, Sums]
    exact_by_size: Mapping[int, Sums]
    exact_by_place: Mapping[int, Sums]
    thinking: Durations
    faults: tuple[Fault, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            seats=self.seats,
            points=self.points + other.points,
            wins=self.wins + other.wins,
            round_points=self.round_points + other.round_points,
            exact=self.exact + other.exact,
            points_by_size=merged(self.points_by_size, other.points_by_size),
            exact_by_size=merged(self.exact_by_size, other.exact_by_size),
            exact_by_place=merged(self.exact_by_place, other.exact_by_place),
            thinking=self.thinking + other.thinking,
            faults=merged_faults(self.faults, other.faults),
        )


Tallies = Mapping[str, Tally]
"""By the name of the player, in the order of the line-up."""


def simulate(
    simulation: Simulation,
    workforce: Workforce,
    *,
    on_done: Callable[[int], None] | None = None,
) -> Tallies:
    """Play all games; `on_done` hears of finished ones."""
    with opened(simulation.lineup):  # a name that is none is refused here, not in a worker
        pass
    with hired(workforce) as team:
        has_programs = any(map(is_command, simulation.lineup))
        pieces = cut(range(simulation.games), team.workers, has_programs=has_programs)
        jobs = (Job(piece.count, partial(play_piece, simulation, piece)) for piece in pieces)
        return reduce(_add_tallies, (found for _, found in team.do(jobs, on_done=on_done)))


def play_piece(simulation: Simulation, piece: Piece) -> Tallies:
    """Some of the games, in this process."""
    tasks = (Task(game, cast_of(simulation, game)) for game in piece.games)
    with opened(simulation.lineup, seconds=simulation.seconds) as players:
        referee = referee_for(simulation.rulebook, simulation.lineup, players)
        played = referee.play(simulation.rulebook, simulation.seed, tasks, most_rounds=None)
        tallies = tally(tuple(played), simulation.lineup)
        return {
            name: replace(found, faults=faults_of(players[name])) for name, found in tallies.items()
        }


def cast_of(simulation: Simulation, game: int) -> tuple[str, ...]:
    """Who sits where in that game."""
    if simulation.keeps_seats:
        return simulation.lineup
    dice = dice_for(simulation.seed, game, "seats")
    return tuple(dice.sample(simulation.lineup, len(simulation.lineup)))


def tally(games: Sequence[Played], lineup: Sequence[str]) -> Tallies:
    """Sum up games that were played to their end."""
    return {name: _tally_one(games, name, lineup.count(name)) for name in dict.fromkeys(lineup)}


def _tally_one(games: Sequence[Played], name: str, count: int) -> Tally:
    own = [_own_seats(played, name) for played in games]
    rounds = [list(_own_rounds(played, seats)) for played, seats in zip(games, own, strict=True)]
    sizes = sorted({result.size for results in rounds for _, result in results})
    players = len(games[0].totals) if games else 0
    return Tally(
        seats=count,
        points=sums_of(
            (sum(played.totals[seat] for seat in seats), count)
            for played, seats in zip(games, own, strict=True)
        ),
        wins=sums_of(
            (sum(_win(played, seat) for seat in seats), count)
            for played, seats in zip(games, own, strict=True)
        ),
        round_points=_points(rounds),
        exact=_exact(rounds),
        points_by_size={
            size: _points(_where(rounds, lambda _, result, size=size: result.size == size))
            for size in sizes
        },
        exact_by_size={
            size: _exact(_where(rounds, lambda _, result, size=size: result.size == size))
            for size in sizes
        },
        exact_by_place={
            place: _exact(
                _where(rounds, lambda seat, result, place=place: place_of(seat, result) == place)
            )
            for place in range(players)
        },
        thinking=durations_of(
            seconds
            for played, seats in zip(games, own, strict=True)
            for seat in seats
            for seconds in played.seconds[seat]
        ),
    )


_Rounds = Sequence[Sequence[tuple[int, RoundResult]]]
"""By game: the rounds of the seats in question, each with the seat."""


def _own_seats(played: Played, name: str) -> tuple[int, ...]:
    return tuple(seat for seat, other in enumerate(played.task.cast) if other == name)


def _own_rounds(played: Played, seats: Iterable[int]) -> Iterable[tuple[int, RoundResult]]:
    for result in played.results:
        for seat in seats:
            if result.bids[seat] is not None:
                yield seat, result


def _where(rounds: _Rounds, is_wanted: Callable[[int, RoundResult], bool]) -> _Rounds:
    return [[entry for entry in results if is_wanted(*entry)] for results in rounds]


def _points(rounds: _Rounds) -> Sums:
    return sums_of(
        (sum(result.points[seat] for seat, result in results), len(results)) for results in rounds
    )


def _exact(rounds: _Rounds) -> Sums:
    return sums_of(
        (sum(result.bids[seat] == result.taken[seat] for seat, result in results), len(results))
        for results in rounds
    )


def place_of(seat: int, result: RoundResult) -> int | None:
    """The place of a seat in the order of bidding, from 0; None in rounds of a few seats."""
    if None in result.bids:
        return None
    return (seat - result.dealer - 1) % len(result.bids)


def _win(played: Played, seat: int) -> int:
    """The seat's part of the win, in 420ths."""
    return WHOLE_WIN // played.places.count(1) if played.places[seat] == 1 else 0


def _add_tallies(one: Tallies, other: Tallies) -> Tallies:
    return {name: found + other[name] for name, found in one.items()}


def merged(one: Mapping[_Key, Sums], other: Mapping[_Key, Sums]) -> Mapping[_Key, Sums]:
    """Sums by key, added up."""
    keys = dict.fromkeys((*one, *other))
    return {key: reduce(add, (sums[key] for sums in (one, other) if key in sums)) for key in keys}


def merged_faults(*all_faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Counts added up by kind; the first example of each kind stays."""
    found: dict[str, Fault] = {}
    for faults in all_faults:
        for fault in faults:
            before = found.get(fault.kind, Fault(fault.kind, 0, fault.example))
            found[fault.kind] = Fault(fault.kind, before.count + fault.count, before.example)
    return tuple(found.values())
