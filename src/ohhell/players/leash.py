"""Processes that work for this program and end with it, however it ends.

Whoever starts them keeps one end of a pipe, the leash, and they watch the other: it closes when
they are let go, and no less when the program that holds it is killed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Final, cast

SPAWN: Final = SpawnContext()
"""A process forked from one with threads may hang; a fresh one never does."""

_WARNINGS: Final = "PYTHONWARNINGS"


class Leash:
    """The end that this program keeps, and the one for the processes it starts."""

    def __init__(self) -> None:
        _start_tracker()
        self.held, self._kept = cast("tuple[Connection, Connection]", SPAWN.Pipe(duplex=False))

    def let_go(self) -> None:
        """End all processes that follow `held`, whatever they are at."""
        self.held.close()
        self._kept.close()


def _start_tracker() -> None:
    """Start Python's own process that clears up after processes, and let it keep silent.

    Otherwise it would tell the screen of it when this program is killed.
    """
    if sys.platform == "win32":
        return
    before = os.environ.get(_WARNINGS)
    os.environ[_WARNINGS] = "ignore:resource_tracker:UserWarning"
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ[_WARNINGS]
        else:
            os.environ[_WARNINGS] = before


@contextmanager
def deaf_children() -> Generator[None]:
    """What is started here never hears Ctrl-C, not even before it could say what it makes of it.

    A signal that comes meanwhile reaches this program afterwards.
    """
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def follow(held: Connection) -> None:
    """In a process: leave with whoever began it; Ctrl-C is for that program to deal with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_after, args=(held,), daemon=True).start()


def _leave_after(held: Connection) -> None:
    wait([held])
    os._exit(0)
