"""One thread that writes for everybody: what is asked while a commit is under way shares the next.

A commit costs the disk the same for one row as for a hundred, so under load many rows share one.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from ohhell.store.sqlite_errors import Damage, store_error
from ohhell.table.errors import StoreError

_Result = TypeVar("_Result")

_MOST_AT_ONCE: Final = 1000

Work = Callable[[sqlite3.Connection], _Result]
"""Some statements of a transaction; a `StoreError` of its own has changed nothing."""


@dataclass(slots=True)
class _Job:
    work: Work[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    outcome: Any = field(default=None)


class GroupCommit:
    """Writes to one database.  `connect` is called in the writing thread, anew after a failure."""

    def __init__(
        self, connect: Callable[[], sqlite3.Connection], *, name: str, damage: Damage
    ) -> None:
        self._connect = connect
        self._damage = damage
        self._connection: sqlite3.Connection | None = None
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._asked: list[_Job] = []
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Work[_Result]) -> _Result:
        """Do the work and return when it is on disk; `StoreError` where it is not, and never will be."""
        if self._is_closed:
            raise StoreError("store-closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_Result] = loop.create_future()
        if not self._asked:  # waking the thread costs as much as all the rest: once for many
            loop.call_soon(self._hand_over)
        self._asked.append(_Job(work, future, loop))
        return await future

    def close(self) -> None:
        """Finish what was asked for, and let the database go; returns when that is done."""
        if not self._is_closed:
            self._is_closed = True
            self._hand_over()
            self._jobs.put(None)
            self._thread.join()

    def _hand_over(self) -> None:
        """Give the thread what was asked for since it was given something last."""
        if self._asked:
            self._jobs.put(self._asked)
            self._asked = []

    # ------------------------------------------------------------------ in the thread

    def _run(self) -> None:
        is_last = False
        while not is_last:
            batch: list[_Job] = []
            jobs = self._jobs.get()
            while jobs is not None:
                batch += jobs
                if len(batch) >= _MOST_AT_ONCE or self._jobs.empty():
                    break
                jobs = self._jobs.get()
            is_last = jobs is None
            if batch:
                self._commit(batch)
                _tell(batch)
        self._let_go()

    def _commit(self, batch: Sequence[_Job]) -> None:
        """Either all of the batch is on disk, apart from what refused, or nothing of it is."""
        try:
            connection = self._connection = self._connection or self._connect()
            connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                try:
                    job.outcome = job.work(connection)
                except StoreError as refused:
                    job.outcome = refused
            connection.execute("COMMIT")
        except Exception as error:
            self._let_go()
            failed = store_error(error)
            self._damage.note(failed)
            for job in batch:
                job.outcome = failed

    def _let_go(self) -> None:
        """Close the database; what was not committed is undone by that."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()


def _tell(batch: Sequence[_Job]) -> None:
    """Wake those who wait, with one call for all of them that wait in one event loop."""
    for loop in {job.loop for job in batch}:
        jobs = [job for job in batch if job.loop is loop]
        with suppress(RuntimeError):  # that loop is closed, and nobody waits in it
            loop.call_soon_threadsafe(_answer, jobs)


def _answer(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        if job.future.done():
            continue
        if isinstance(job.outcome, StoreError):
            job.future.set_exception(job.outcome)
        else:
            job.future.set_result(job.outcome)
