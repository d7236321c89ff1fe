"""Work spread over processes of this machine, each asked for one piece after another."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeVar, cast

from ohhell.lab.errors import LabError
from ohhell.players.leash import SPAWN, Leash, deaf_children, follow
from ohhell.rules.errors import OhHellError

_Result = TypeVar("_Result")


class Processes:
    """As many processes as there is work for, at most `most`; they live as long as `running`."""

    def __init__(self, most: int, leash: Leash) -> None:
        self._most = most
        self._leash = leash
        self._idle: list[Connection] = []
        self._started: list[BaseProcess] = []

    def each(self, calls: Iterable[Callable[[], _Result]]) -> Iterator[tuple[int, _Result]]:
        """The result of every call with its number, from 0, as they come.

        A call is taken from `calls` only when a process is free for it; it and its result must be
        picklable.  Raises what a call raised, and `LabError` where a process died.
        """
        waiting = enumerate(calls)
        at_work: dict[Connection, int] = {}
        while True:
            while len(at_work) < self._most and (given := next(waiting, None)) is not None:
                number, call = given
                worker = self._idle.pop() if self._idle else self._new()
                worker.send(call)
                at_work[worker] = number
            if not at_work:
                return
            for worker in cast("list[Connection]", wait(list(at_work))):
                try:
                    result, error = cast("tuple[_Result, Exception | None]", worker.recv())
                except (EOFError, OSError):
                    raise LabError("worker-died") from None
                if error is not None:
                    raise error
                self._idle.append(worker)
                yield at_work.pop(worker), result

    def _new(self) -> Connection:
        here, there = cast("tuple[Connection, Connection]", SPAWN.Pipe())
        process = SPAWN.Process(target=_work, args=(there, self._leash.held), daemon=True)
        with deaf_children():
            process.start()
        there.close()
        self._started.append(process)
        return here

    def join(self) -> None:
        """Wait until all have ended."""
        for process in self._started:
            process.join()


@contextmanager
def running(most: int) -> Generator[Processes]:
    """Processes that have ended when the block ends, or when this program does."""
    leash = Leash()
    processes = Processes(most, leash)
    try:
        yield processes
    finally:
        leash.let_go()
        processes.join()


def _work(tasks: Connection, held: Connection) -> None:
    """In a process: answer one call after another, until it is let go."""
    follow(held)
    with suppress(EOFError, OSError):  # nobody is there any more: the leash ends this process
        while True:
            tasks.send(_answer(tasks.recv()))


def _answer(call: Callable[[], object]) -> tuple[object, Exception | None]:
    try:
        return call(), None
    except Exception as error:
        if not isinstance(error, OhHellError):
            error.add_note(traceback.format_exc())  # where it was, which does not travel
        return None, error
