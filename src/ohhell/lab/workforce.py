"""Spreading the games of an experiment over processes, or over the machines of a Dask cluster.

How games are cut into pieces never shows in a result: each piece brings sums that are whole
numbers, and luck hangs on the number of the game alone.
"""

from __future__ import annotations

import os
import socket
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

import joblib
from joblib.externals.loky.process_executor import TerminatedWorkerError

from ohhell.lab.errors import LabError
from ohhell.players.leash import deaf_children, follow_parent, silent_tracker

_Result = TypeVar("_Result")
_Results = Generator[tuple[int, _Result]]

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


@dataclass(frozen=True, slots=True)
class Team:
    """A workforce that is ready; from `hired`."""

    workers: int

    def each(self, calls: Iterable[Callable[[], _Result]]) -> Iterator[tuple[int, _Result]]:
        """The result of every call with its number, from 0, as they come.

        Calls are taken when somebody will be free for them; they and their results must be
        picklable.  Raises what a call raised, and `LabError` where a process died.
        """
        # One at a time: what a later call is may hang on what came back.
        options: Any = {"batch_size": 1, "return_as": "generator_unordered"}
        parallel = joblib.Parallel(n_jobs=self.workers, **options)
        numbered = (joblib.delayed(_numbered)(number, call) for number, call in enumerate(calls))
        with deaf_children(), silent_tracker():  # the first call starts the processes
            found = cast("_Results[_Result]", parallel(numbered))
        try:
            # `yield from` would close it where its warning is still heard.
            for one in found:  # noqa: UP028
                yield one
        except GeneratorExit:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that what nobody wants any more is given up
                found.close()
            raise
        except TerminatedWorkerError:
            raise LabError("worker-died") from None

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

        for number, result in self.each(calls()):
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


def _numbered(number: int, call: Callable[[], _Result]) -> tuple[int, _Result]:
    return number, call()


@contextmanager
def hired(workforce: Workforce) -> Generator[Team]:
    """Get a workforce ready, and let it go on the way out."""
    if workforce.dask is None:
        workers = joblib.cpu_count() if workforce.processes is None else workforce.processes
        own: Any = {"initializer": follow_parent, "initargs": (os.getpid(),)}
        with joblib.parallel_config(backend="loky", **own):
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
