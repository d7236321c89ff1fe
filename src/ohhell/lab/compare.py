"""How house rules change the game: the same players and the same decks by several rulebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from ohhell.lab.figures import Sums, sums_of
from ohhell.lab.referee import Played, Task, referee_for
from ohhell.lab.simulate import merged, merged_faults
from ohhell.lab.workforce import Job, Piece, Workforce, cut, hired
from ohhell.players.command_player import DECISION_SECONDS, Fault, faults_of, is_command, opened
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import RoundResult


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is to be played: so many games by each rulebook, `player` in every seat."""

    rulebooks: tuple[Rulebook, ...]
    player: str
    games: int
    seed: int
    seconds: float = DECISION_SECONDS


@dataclass(frozen=True, slots=True)
class Character:
    """What the games by one rulebook were like; every unit of the sums is a game.

    `measures` by the name of the measure (see `MEASURES`), `exact_by_size` made bids by bid.
    """

    measures: Mapping[str, Sums]
    exact_by_size: Mapping[int, Sums]
    faults: tuple[Fault, ...]

    def __add__(self, other: Character) -> Character:
        return Character(
            measures=merged(self.measures, other.measures),
            exact_by_size=merged(self.exact_by_size, other.exact_by_size),
            faults=merged_faults(self.faults, other.faults),
        )


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of a game as a pair to be summed: `count(rulebook, played)`.

    `is_share` says that it is a share of something rather than a number.
    """

    name: str
    is_share: bool
    count: Callable[[Rulebook, Played], tuple[int, int]]


def _bids(played: Played) -> Iterable[tuple[RoundResult, int, int]]:
    """Every bid of a game with its round and its seat."""
    for result in played.results:
        for seat, bid in enumerate(result.bids):
            if bid is not None:
                yield result, seat, bid


def _full_rounds(played: Played) -> Sequence[RoundResult]:
    """The rounds that all seats took part in."""
    return [result for result in played.results if None not in result.bids]


def _made(result: RoundResult, seat: int) -> bool:
    return result.bids[seat] == result.taken[seat]


def _count_exact(_: Rulebook, played: Played) -> tuple[int, int]:
    made = [_made(result, seat) for result, seat, _ in _bids(played)]
    return sum(made), len(made)


def _count_overbid(_: Rulebook, played: Played) -> tuple[int, int]:
    """Sum of the bids less the tricks there are, by round."""
    return (
        sum(sum(bid or 0 for bid in result.bids) - result.size for result in played.results),
        len(played.results),
    )


def _count_points(_: Rulebook, played: Played) -> tuple[int, int]:
    points = [result.points[seat] for result, seat, _ in _bids(played)]
    return sum(points), len(points)


def _count_total(_: Rulebook, played: Played) -> tuple[int, int]:
    return sum(played.totals), len(played.totals)


def _count_first(rulebook: Rulebook, played: Played) -> tuple[int, int]:
    return (min if rulebook.scoring.low_wins else max)(played.totals), 1


def _count_spread(_: Rulebook, played: Played) -> tuple[int, int]:
    """Points between the best total and the worst."""
    return max(played.totals) - min(played.totals), 1


def _count_dealers_exact(_: Rulebook, played: Played) -> tuple[int, int]:
    """How much more often the others make their bids than the dealer."""
    return _others_less_dealer(played, lambda result, seat: int(_made(result, seat)))


def _count_dealers_points(rulebook: Rulebook, played: Played) -> tuple[int, int]:
    """How many points a round the others do better than the dealer."""
    sign = -1 if rulebook.scoring.low_wins else 1
    return _others_less_dealer(played, lambda result, seat: sign * result.points[seat])


def _others_less_dealer(
    played: Played, value: Callable[[RoundResult, int], int]
) -> tuple[int, int]:
    others = len(played.totals) - 1
    rounds = _full_rounds(played)
    difference = 0
    for result in rounds:
        dealers = value(result, result.dealer)
        everybody = sum(value(result, seat) for seat in range(others + 1))
        difference += everybody - dealers - others * dealers
    return difference, others * len(rounds)


def _count_zeros(_: Rulebook, played: Played) -> tuple[int, int]:
    bids = [bid for *_, bid in _bids(played)]
    return bids.count(0), len(bids)


def _count_zeros_made(_: Rulebook, played: Played) -> tuple[int, int]:
    made = [_made(result, seat) for result, seat, bid in _bids(played) if bid == 0]
    return sum(made), len(made)


def _count_zero_points(_: Rulebook, played: Played) -> tuple[int, int]:
    points = [result.points[seat] for result, seat, bid in _bids(played) if bid == 0]
    return sum(points), len(points)


def _count_other_points(_: Rulebook, played: Played) -> tuple[int, int]:
    points = [result.points[seat] for result, seat, bid in _bids(played) if bid > 0]
    return sum(points), len(points)


def _count_lead_changes(rulebook: Rulebook, played: Played) -> tuple[int, int]:
    """Times that somebody else than before is alone in front."""
    alone = [leaders[0] for leaders in leaders_by_round(rulebook, played) if len(leaders) == 1]
    return sum(before != after for before, after in pairwise(alone)), 1


def _count_turned(rulebook: Rulebook, played: Played) -> tuple[int, int]:
    """Whether nobody who was in front before the last scheduled round is first at the end."""
    leaders = leaders_by_round(rulebook, played)
    last = len(rulebook.sizes)
    if last < 2:
        return 0, 1
    first = {seat for seat, place in enumerate(played.places) if place == 1}
    return int(first.isdisjoint(leaders[last - 2])), 1


def _count_ties(rulebook: Rulebook, played: Played) -> tuple[int, int]:
    """Whether the first place is shared after the last scheduled round."""
    return int(len(leaders_by_round(rulebook, played)[len(rulebook.sizes) - 1]) > 1), 1


def _count_extensions(_: Rulebook, played: Played) -> tuple[int, int]:
    return sum(result.is_extension for result in played.results), 1


def leaders_by_round(rulebook: Rulebook, played: Played) -> Sequence[tuple[int, ...]]:
    """After each round: the seats with the best total."""
    totals = [0] * len(played.totals)
    best_of = min if rulebook.scoring.low_wins else max
    leaders: list[tuple[int, ...]] = []
    for result in played.results:
        totals = [total + gain for total, gain in zip(totals, result.points, strict=True)]
        best = best_of(totals)
        leaders.append(tuple(seat for seat, total in enumerate(totals) if total == best))
    return leaders


MEASURES: Final = (
    Measure("exact", True, _count_exact),
    Measure("overbid", False, _count_overbid),
    Measure("points", False, _count_points),
    Measure("total", False, _count_total),
    Measure("first", False, _count_first),
    Measure("spread", False, _count_spread),
    Measure("dealer-exact", True, _count_dealers_exact),
    Measure("dealer-points", False, _count_dealers_points),
    Measure("zeros", True, _count_zeros),
    Measure("zeros-made", True, _count_zeros_made),
    Measure("zero-points", False, _count_zero_points),
    Measure("other-points", False, _count_other_points),
    Measure("lead-changes", False, _count_lead_changes),
    Measure("turned", True, _count_turned),
    Measure("ties", True, _count_ties),
    Measure("extensions", False, _count_extensions),
)
"""What the games by a rulebook are known by, in the order they are shown."""


def compare(
    comparison: Comparison,
    workforce: Workforce,
    *,
    on_done: Callable[[int], None] | None = None,
) -> tuple[Character, ...]:
    """Play by each rulebook in turn; one answer for each, in their order."""
    with opened((comparison.player,)):
        pass
    has_programs = is_command(comparison.player)
    with hired(workforce) as team:
        jobs = (
            Job(piece.count, partial(play_piece, comparison, index, piece), of=index)
            for index in range(len(comparison.rulebooks))
            for piece in cut(range(comparison.games), team.workers, has_programs=has_programs)
        )
        found: dict[int, Character] = {}
        for index, character in team.do(jobs, on_done=on_done):
            found[index] = found[index] + character if index in found else character
    return tuple(found.values())


def play_piece(comparison: Comparison, index: int, piece: Piece) -> Character:
    """Some of the games by one rulebook, in this process."""
    rulebook = comparison.rulebooks[index]
    cast = (comparison.player,) * rulebook.players
    tasks = (Task(game, cast) for game in piece.games)
    with opened(cast, seconds=comparison.seconds) as players:
        referee = referee_for(rulebook, cast, players)
        games = tuple(referee.play(rulebook, comparison.seed, tasks, most_rounds=None))
        faults = faults_of(players[comparison.player])
    return characterise(rulebook, games, faults)


def characterise(
    rulebook: Rulebook, games: Sequence[Played], faults: tuple[Fault, ...] = ()
) -> Character:
    """Sum up games that were played to their end."""
    return Character(
        measures={
            measure.name: sums_of(measure.count(rulebook, played) for played in games)
            for measure in MEASURES
        },
        exact_by_size={
            size: sums_of(
                _add_up(
                    _made(result, seat) for result, seat, _ in _bids(played) if result.size == size
                )
                for played in games
            )
            for size in sorted(set(rulebook.sizes))
        },
        faults=faults,
    )


def _add_up(made: Iterable[bool]) -> tuple[int, int]:
    each = list(made)
    return sum(each), len(each)
