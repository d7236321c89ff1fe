"""Simulations: what is counted, and that it never depends on who counted it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import count, islice
from typing import Any, cast

import pytest
from distributed import LocalCluster

from ohhell.lab.durations import Durations
from ohhell.lab.errors import LabError
from ohhell.lab.referee import Played, Task
from ohhell.lab.simulate import (
    WHOLE_WIN,
    Simulation,
    Tallies,
    Tally,
    cast_of,
    merged_faults,
    simulate,
    tally,
)
from ohhell.lab.workforce import Job, Piece, Workforce, cut, hired
from ohhell.players.command_player import Fault
from ohhell.players.levels import LevelError
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import RoundResult

SMALL = Simulation(
    parse_rulebook("party max_size=2 ties=leaders-2"),
    ("rule-of-thumb", "random", "random", "random"),
    games=40,
    seed=5,
)


def untimed(tallies: Tallies) -> Mapping[str, Tally]:
    """What is left when the clocks are taken out."""
    return {name: replace(one, thinking=Durations()) for name, one in tallies.items()}


@pytest.fixture(scope="module")
def alone() -> Mapping[str, Tally]:
    """The figures of one process."""
    return untimed(simulate(SMALL, Workforce(1)))


@pytest.mark.parametrize("processes", [2, 3])
def test_processes_change_no_figure(alone: Mapping[str, Tally], processes: int) -> None:
    heard: list[int] = []
    found = simulate(SMALL, Workforce(processes), on_done=heard.append)
    assert untimed(found) == alone
    assert sum(heard) == 40
    assert len(heard) > 1


def test_a_real_cluster_changes_no_figure(alone: Mapping[str, Tally]) -> None:
    settings: dict[str, Any] = {"processes": True, "dashboard_address": None}
    with cast("Any", LocalCluster)(n_workers=2, threads_per_worker=1, **settings) as cluster:
        found = simulate(SMALL, Workforce(dask=cluster.scheduler_address))
    assert untimed(found) == alone


def test_another_seed_changes_them(alone: Mapping[str, Tally]) -> None:
    assert untimed(simulate(replace(SMALL, seed=6), Workforce(1))) != alone


def result(
    number: int, dealer: int, bids: tuple[int | None, ...], taken: tuple[int, ...]
) -> RoundResult:
    """A round by `tricks-plus-ten`."""
    points = tuple(
        0 if bid is None else took + 10 * (bid == took)
        for bid, took in zip(bids, taken, strict=True)
    )
    return RoundResult(number, sum(taken), dealer, None, number > 2, bids, taken, points)


GAME = Played(
    task=Task(0, ("a", "b", "b")),
    results=(
        result(1, 0, (1, 0, 1), (1, 0, 0)),
        result(2, 1, (2, 1, 0), (1, 1, 0)),
        result(3, 2, (None, 1, 0), (0, 2, 0)),
    ),
    totals=(12, 23, 20),
    places=(3, 1, 1),
    seconds=((0.001, 0.001), (0.002,), (0.003,)),
)


def test_what_is_counted_of_a_game() -> None:
    tallies = tally([GAME], ("a", "b", "b"))
    a, b = tallies["a"], tallies["b"]
    assert (a.seats, b.seats) == (1, 2)
    assert (a.points.top, a.points.bottom) == (12, 1)
    assert (b.points.top, b.points.bottom) == (43, 2)
    assert (a.wins.top, b.wins.top) == (0, WHOLE_WIN)
    assert (a.exact.top, a.exact.bottom) == (1, 2)
    assert (b.exact.top, b.exact.bottom) == (4, 6)
    assert {size: (s.top, s.bottom) for size, s in b.exact_by_size.items()} == {
        1: (1, 2),
        2: (3, 4),
    }
    assert {size: (s.top, s.bottom) for size, s in b.points_by_size.items()} == {
        1: (10, 2),
        2: (11 + 10 + 2 + 10, 4),
    }
    # Left of the dealer is the first place; the extension of two has no third.
    places = {place: (s.top, s.bottom) for place, s in b.exact_by_place.items()}
    assert places == {0: (2, 2), 1: (0, 1), 2: (1, 1)}
    assert (a.thinking.number, b.thinking.number) == (2, 2)


def test_seats_are_drawn_anew_and_every_player_sits() -> None:
    casts = [cast_of(SMALL, game) for game in range(50)]
    assert {tuple(sorted(cast)) for cast in casts} == {tuple(sorted(SMALL.lineup))}
    assert {cast.index("rule-of-thumb") for cast in casts} == {0, 1, 2, 3}
    kept = replace(SMALL, keeps_seats=True)
    assert {cast_of(kept, game) for game in range(5)} == {SMALL.lineup}


def test_wins_share_out_to_one_a_game(alone: Mapping[str, Tally]) -> None:
    shares = sum(one.wins.top for one in alone.values())
    assert shares == 40 * WHOLE_WIN
    assert alone["rule-of-thumb"].points.units == 40


def test_a_line_up_has_a_player_for_each_seat() -> None:
    with pytest.raises(LabError) as refusal:
        replace(SMALL, lineup=("random",) * 3)
    assert refusal.value.code == "wrong-lineup"


def test_a_name_that_is_none_is_refused_before_anything_is_played() -> None:
    with pytest.raises(LevelError) as refusal:
        simulate(replace(SMALL, lineup=("random",) * 3 + ("rnadom",)), Workforce(2))
    assert refusal.value.code == "unknown-level"


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1", "nonsense://x", "\0"]
)
def test_a_cluster_that_is_not_there_is_refused_at_once(address: str) -> None:
    with pytest.raises(LabError) as refusal, hired(Workforce(dask=address)):
        pass
    assert refusal.value.code == "no-cluster"


def test_without_the_library_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(LabError) as refusal, hired(Workforce(dask="tcp://127.0.0.1:1")):
        pass
    assert refusal.value.code == "lab-extra-missing"


@pytest.mark.parametrize(("games", "workers"), [(1, 8), (5, 2), (100, 3), (100_000, 2), (0, 2)])
def test_pieces_cover_every_game_once(games: int, workers: int) -> None:
    pieces = list(cut(range(10, 10 + games), workers))
    assert [game for piece in pieces for game in piece.games] == list(range(10, 10 + games))
    assert all(piece.count > 0 for piece in pieces)


def fail(piece: Piece) -> int:
    """Work that is refused somewhere else."""
    raise LabError("never-plays", value=str(piece.first))


def test_a_refusal_in_a_worker_arrives_as_it_was() -> None:
    with hired(Workforce(2)) as team, pytest.raises(LabError) as refusal:
        list(team.do(Job(1, partial(fail, Piece(first, 1))) for first in range(4)))
    assert refusal.value.code == "never-plays"


def double(number: int) -> int:
    """Work that is done at once."""
    return 2 * number


@pytest.mark.parametrize("workers", [1, 2])
def test_jobs_are_taken_as_they_are_wanted_and_come_back_in_order(workers: int) -> None:
    taken: list[int] = []

    def jobs() -> Iterator[Job[int]]:
        for number in count():
            taken.append(number)
            yield Job(1, partial(double, number), of=number)

    with hired(Workforce(workers)) as team:
        done = list(islice(team.do(jobs()), 50))
    assert done == [(number, 2 * number) for number in range(50)]
    assert len(taken) < 1000


def die(piece: Piece) -> int:
    """Work during which its process is killed."""
    os.kill(os.getpid(), signal.SIGKILL)
    return piece.first


def test_a_worker_that_dies_is_a_refusal() -> None:
    with hired(Workforce(2)) as team, pytest.raises(LabError) as refusal:
        list(team.do(Job(1, partial(die, Piece(first, 1))) for first in range(4)))
    assert refusal.value.code == "worker-died"


def test_faults_add_up_by_kind_and_keep_the_first_example() -> None:
    late, illegal = Fault("late", 2, "5"), Fault("illegal", 1, "AS")
    merged = merged_faults((late,), (), (illegal, Fault("late", 3, "6")))
    assert merged == (Fault("late", 5, "5"), illegal)
