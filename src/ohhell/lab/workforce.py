"""Spreading the games of an experiment over processes, or over the machines of a Dask cluster.

How games are cut into pieces never shows in a result: each piece brings sums that are whole
numbers, and luck hangs on the number of the game alone.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Generic, TypeVar, cast

import joblib

from ohhell.lab.errors import LabError

_Result = TypeVar("_Result")

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
    """Something to do that plays so many games; it and its result must be picklable."""

    games: int
    work: Callable[[], _Result]


@dataclass(frozen=True, slots=True)
class Team:
    """A workforce that is ready; from `hired`."""

    workers: int

    def do(
        self, jobs: Sequence[Job[_Result]], *, on_done: Callable[[int], None] | None = None
    ) -> tuple[_Result, ...]:
        """The results of all jobs, in their order; `on_done` hears how many games each had."""
        parallel = joblib.Parallel(
            n_jobs=max(1, min(self.workers, len(jobs))), return_as="generator_unordered"
        )
        calls = (joblib.delayed(_numbered)(index, job.work) for index, job in enumerate(jobs))
        done: dict[int, _Result] = {}
        for index, result in cast("Iterator[tuple[int, _Result]]", parallel(calls)):
            done[index] = result
            if on_done is not None:
                on_done(jobs[index].games)
        return tuple(done[index] for index in range(len(jobs)))


def cut(games: range, workers: int, *, has_programs: bool = False) -> list[Piece]:
    """Pieces small enough to keep all workers busy to the end, in order."""
    wanted = workers * (_PIECES_WITH_PROGRAMS if has_programs else _PIECES_A_WORKER)
    each = min(max(1, -(-len(games) // wanted)), _LARGEST_PIECE)
    return [
        Piece(first, min(each, games.stop - first))
        for first in range(games.start, games.stop, each)
    ]


def _numbered(index: int, work: Callable[[], _Result]) -> tuple[int, _Result]:
    return index, work()


@contextmanager
def hired(workforce: Workforce) -> Generator[Team]:
    """Get a workforce ready, and let it go on the way out."""
    if workforce.dask is None:
        workers = joblib.cpu_count() if workforce.processes is None else workforce.processes
        with joblib.parallel_config(backend="loky"):
            yield Team(max(1, workers))
        return
    try:
        from distributed import Client
    except ImportError:
        raise LabError("lab-extra-missing", value="dask") from None
    _check_reachable(workforce.dask)
    with Client(workforce.dask, timeout=_PATIENCE, set_as_default=False) as client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise LabError("no-workers", value=workforce.dask) from None
        threads = cast("Mapping[str, int]", client.nthreads())
        with joblib.parallel_config(backend="dask", client=client):
            yield Team(sum(threads.values()))


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
