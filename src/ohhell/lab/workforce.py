"""Spreading the games of an experiment over processes, or over the machines of a Dask cluster.

How games are cut into pieces never shows in a result: each piece brings sums that are whole
numbers, and luck hangs on the number of the game alone.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar, cast

from ohhell.lab.cluster import Cluster
from ohhell.lab.errors import LabError
from ohhell.lab.processes import running

_Result = TypeVar("_Result")

MOST_GAMES: Final = 1_000_000_000
"""Of an experiment, or deals of a size; one machine takes days for them."""

MOST_WORKERS: Final = 1024

_PIECES_A_WORKER: Final = 48
_PIECES_WITH_PROGRAMS: Final = 6
"""Fewer, because each piece starts the program anew, which may take seconds."""
_LARGEST_PIECE: Final = 500
_USUAL_PORT: Final = 8786
_PATIENCE: Final = 20
"""Seconds to wait for a Dask scheduler, and again for its workers."""


@dataclass(frozen=True, slots=True)
class Workforce:
    """Who plays the games: `processes` here (None: one a processor), or a cluster at `dask`."""

    processes: int | None = None
    dask: str | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Games `first` … `first + count - 1` of an experiment."""

    first: int
    count: int

    @property
    def games(self) -> range:
        """Their numbers."""
        return range(self.first, self.first + self.count)


@dataclass(frozen=True, slots=True)
class Job(Generic[_Result]):
    """Something to do that plays so many games; it and its result must be picklable.

    `of` is the part of the experiment that it belongs to.
    """

    games: int
    work: Callable[[], _Result]
    of: int = 0


class Hands(Protocol):
    """Whoever does the work of a team."""

    def each(self, calls: Iterable[Callable[[], _Result]]) -> Iterator[tuple[int, _Result]]:
        """The result of every call with its number, from 0, as they come.

        Calls are taken as they are wanted; they and their results must be picklable.
        """
        ...


class Alone:
    """Everything in this process, one after the other."""

    def each(self, calls: Iterable[Callable[[], _Result]]) -> Iterator[tuple[int, _Result]]:
        """As `Hands` says."""
        return ((number, call()) for number, call in enumerate(calls))


@dataclass(frozen=True, slots=True)
class Team:
    """A workforce that is ready; from `hired`."""

    workers: int
    hands: Hands

    def do(
        self, jobs: Iterable[Job[_Result]], *, on_done: Callable[[int], None] | None = None
    ) -> Iterator[tuple[int, _Result]]:
        """What came of all jobs, in their order, each with its `of`.

        `on_done` hears how many games each had.  A job is taken when somebody is free for it, and
        what came of it is kept only until those before it are there: whatever their number, they
        need no memory.
        """
        given: dict[int, Job[_Result]] = {}
        early: dict[int, tuple[int, _Result]] = {}
        wanted = 0

        def calls() -> Iterator[Callable[[], _Result]]:
            for number, job in enumerate(jobs):
                given[number] = job
                yield job.work

        for number, result in self.hands.each(calls()):
            job = given.pop(number)
            if on_done is not None:
                on_done(job.games)
            early[number] = job.of, result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1


def cut(games: range, workers: int, *, has_programs: bool = False) -> Iterator[Piece]:
    """Pieces small enough to keep all workers busy to the end, in order."""
    wanted = workers * (_PIECES_WITH_PROGRAMS if has_programs else _PIECES_A_WORKER)
    each = min(max(1, -(-len(games) // wanted)), _LARGEST_PIECE)
    for first in range(games.start, games.stop, each):
        yield Piece(first, min(each, games.stop - first))


@contextmanager
def hired(workforce: Workforce) -> Generator[Team]:
    """Get a workforce ready, and let it go on the way out."""
    if workforce.dask is not None:
        with _cluster(workforce.dask) as team:
            yield team
        return
    workers = _processors() if workforce.processes is None else workforce.processes
    if workers <= 1:
        yield Team(1, Alone())
        return
    with running(workers) as processes:
        yield Team(workers, processes)


def _processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _cluster(address: str) -> Generator[Team]:
    try:
        from distributed import Client
    except ImportError:
        raise LabError("lab-extra-missing", value="dask") from None
    _check_reachable(address)
    with Client(address, timeout=_PATIENCE, set_as_default=False) as client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise LabError("no-workers", value=address) from None
        threads = cast("Mapping[str, int]", client.nthreads())
        workers = sum(threads.values())
        yield Team(workers, Cluster(client, workers))


def _check_reachable(address: str) -> None:
    """Knock first: a client that finds nobody tries on for a minute."""
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.registry import get_backend

    try:
        scheme, place = parse_address(address)
        get_backend(scheme)
        if scheme in ("tcp", "tls"):
            host, port = parse_host_port(place, _USUAL_PORT)
            socket.create_connection((host, port), timeout=_PATIENCE).close()
    except (OSError, ValueError):
        raise LabError("no-cluster", value=address) from None
