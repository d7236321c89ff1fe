"""Two players in each other's place: the same deals, every seat, the same others at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise
from math import sqrt
from typing import Final

from ohhell.lab.durations import Durations, durations_of
from ohhell.lab.figures import Estimate, Sums, interval, sums_of
from ohhell.lab.referee import Played, Task, referee_for
from ohhell.lab.sequential import bound, looks
from ohhell.lab.simulate import merged_faults
from ohhell.lab.workforce import Job, Piece, Workforce, cut, hired
from ohhell.players.command_player import (
    DECISION_SECONDS,
    Fault,
    faults_of,
    has_decided,
    is_command,
    opened,
)
from ohhell.players.player import Player
from ohhell.players.single_round import round_rulebook
from ohhell.rules.axes import TrumpRule
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import RoundResult

USUAL_SIZES: Final = (1, 3, 5, 10)

_DEALS_A_SIZE: Final = 1_000_000_000
"""More than anybody plays: deals of different sizes are different games."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is to be played: at most `deals` deals of each size.

    On every deal `one` and `other` sit once in each seat, with `field` in the seats left.
    """

    rulebook: Rulebook
    one: str
    other: str
    field: str
    sizes: tuple[int, ...]
    deals: int
    seed: int
    seconds: float = DECISION_SECONDS


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two did, by round; every unit of the sums is a deal.

    `has_played`: whether any decision was its own; where none was, all this is somebody else's.
    """

    points: Sums
    exact: Sums
    thinking: Durations
    faults: tuple[Fault, ...]
    has_played: bool = True

    def __add__(self, other: Side) -> Side:
        return Side(
            points=self.points + other.points,
            exact=self.exact + other.exact,
            thinking=self.thinking + other.thinking,
            faults=merged_faults(self.faults, other.faults),
            has_played=self.has_played or other.has_played,
        )


@dataclass(frozen=True, slots=True)
class Score:
    """A duel in rounds of one size.  `gain`: by how many points `one` did better, by round."""

    one: Side
    other: Side
    gain: Sums

    def __add__(self, later: Score) -> Score:
        return Score(self.one + later.one, self.other + later.other, self.gain + later.gain)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a duel ended: after look `look` of `count`, `deals` deals of each size played.

    `gains` by size and `gain`, their plain mean, are in points a round, positive where `one` is
    better; their intervals hold at whatever look the duel ends.
    """

    scores: Mapping[int, Score]
    gains: Mapping[int, Estimate]
    gain: Estimate
    deals: int
    look: int
    count: int


def usual_sizes(rulebook: Rulebook) -> tuple[int, ...]:
    """1, 3, 5 and 10 cards, or the largest that is played where 10 is not."""
    largest = rulebook.largest
    return tuple(dict.fromkeys(min(size, largest) for size in USUAL_SIZES))


def fight(
    duel: Duel,
    workforce: Workforce,
    *,
    on_done: Callable[[int], None] | None = None,
    on_look: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Play until it is clear who is better, or all deals are played.

    `on_done` hears how many more deals (of any size) are finished; `on_look` of each look.
    """
    for size in duel.sizes:
        rulebook_of(duel, size=size, deal=0)  # which refuses what the pack cannot do
    with opened((duel.one, duel.other, duel.field)):
        pass
    has_programs = any(map(is_command, (duel.one, duel.other, duel.field)))
    planned = looks(duel.deals)
    scores: dict[int, Score] = {}
    outcome: Outcome | None = None
    with hired(workforce) as team:
        for look, (begin, end) in enumerate(pairwise((0, *planned)), start=1):
            jobs = (
                Job(piece.count, partial(play_piece, duel, size, piece), of=size)
                for size in duel.sizes
                for piece in cut(range(begin, end), team.workers, has_programs=has_programs)
            )
            for size, score in team.do(jobs, on_done=on_done):
                scores[size] = scores[size] + score if size in scores else score
            outcome = _outcome(scores, end, look, len(planned))
            if on_look is not None:
                on_look(outcome)
            if outcome.gain.is_clear:
                break
    assert outcome is not None, "there is at least one look"
    return outcome


def _outcome(scores: Mapping[int, Score], deals: int, look: int, count: int) -> Outcome:
    width = bound(look, count, freedom=deals - 1)
    errors = {size: score.gain.standard_error() for size, score in scores.items()}
    means = {size: score.gain.mean or 0.0 for size, score in scores.items()}
    error = sqrt(sum(error * error for error in errors.values())) / len(scores)
    return Outcome(
        scores=dict(scores),
        gains={size: interval(means[size], errors[size], width=width) for size in scores},
        gain=interval(sum(means.values()) / len(scores), error, width=width),
        deals=deals,
        look=look,
        count=count,
    )


def rulebook_of(duel: Duel, *, size: int, deal: int) -> Rulebook:
    """The rules of one deal: a cycle of trumps goes round with the deals."""
    return round_rulebook(duel.rulebook, size=size, trump=_turned(duel.rulebook.trump, deal))


def _turned(trump: TrumpRule, deal: int) -> TrumpRule:
    if isinstance(trump, tuple):
        start = deal % len(trump)
        return trump[start:] + trump[:start]
    return trump


def play_piece(duel: Duel, size: int, piece: Piece) -> Score:
    """Some of the deals of one size, in this process."""
    lineup = (duel.one, duel.other, duel.field)
    cycle = len(duel.rulebook.trump) if isinstance(duel.rulebook.trump, tuple) else 1
    entered: list[tuple[_Entries, _Entries]] = []
    with opened(lineup, seconds=duel.seconds) as players:
        for turn in range(min(cycle, piece.count)):
            rulebook = rulebook_of(duel, size=size, deal=piece.first + turn)
            referee = referee_for(rulebook, lineup, players)
            deals = piece.games[turn::cycle]
            tasks = [task for deal in deals for task in _tasks(duel, size, deal)]
            rounds = referee.play(rulebook, duel.seed, tasks, most_rounds=1)
            entered += [
                (_enter(duel, duel.one, rounds), _enter(duel, duel.other, rounds)) for _ in deals
            ]
    sign = -1 if duel.rulebook.scoring.low_wins else 1
    return Score(
        one=_side([one for one, _ in entered], players[duel.one]),
        other=_side([other for _, other in entered], players[duel.other]),
        gain=sums_of((sign * (_points(one) - _points(other)), len(one)) for one, other in entered),
    )


_Entries = Sequence[tuple[int, Played]]
"""What a side did on one deal: for each seat, the seat and the round it sat there."""


def _tasks(duel: Duel, size: int, deal: int) -> Iterator[Task]:
    """`one` in each seat, then `other`; once for all seats where it is the field itself."""
    game = size * _DEALS_A_SIZE + deal
    for name in (duel.one, duel.other):
        for seat in range(1 if name == duel.field else duel.rulebook.players):
            cast = [duel.field] * duel.rulebook.players
            cast[seat] = name
            yield Task(game, tuple(cast))


def _enter(duel: Duel, name: str, rounds: Iterator[Played]) -> _Entries:
    """Take the rounds of one deal and one side, in the order of `_tasks`."""
    seats = range(duel.rulebook.players)
    if name == duel.field:
        played = next(rounds)
        return [(seat, played) for seat in seats]
    return list(zip(seats, islice(rounds, len(seats)), strict=True))


def _side(deals: Sequence[_Entries], player: Player) -> Side:
    return Side(
        points=sums_of((_points(entries), len(entries)) for entries in deals),
        exact=sums_of((_exact(entries), len(entries)) for entries in deals),
        thinking=durations_of(
            seconds
            for entries in deals
            for seat, played in entries
            for seconds in played.seconds[seat]
        ),
        faults=faults_of(player),
        has_played=has_decided(player),
    )


def _points(entries: _Entries) -> int:
    return sum(played.totals[seat] for seat, played in entries)


def _exact(entries: _Entries) -> int:
    return sum(_is_exact(played.results[0], seat) for seat, played in entries)


def _is_exact(result: RoundResult, seat: int) -> bool:
    return result.bids[seat] == result.taken[seat]
