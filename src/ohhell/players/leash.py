"""Processes that work for this program and end with it, however it ends.

Whoever starts them keeps one end of a pipe, the leash, and they watch the other: it closes when
they are let go, and no less when the program that holds it is killed.  Processes that a library
starts watch whose children they are.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Final, cast

SPAWN: Final = SpawnContext()
"""A process forked from one with threads may hang; a fresh one never does."""

_WARNINGS: Final = "PYTHONWARNINGS"

_LOOKS_EVERY: Final = 0.5
"""Seconds between looks at whether a parent is still there."""


class Leash:
    """The end that this program keeps, and the one for the processes it starts."""

    def __init__(self) -> None:
        if sys.platform != "win32":
            with silent_tracker():
                resource_tracker.ensure_running()
        self.held, self._kept = cast("tuple[Connection, Connection]", SPAWN.Pipe(duplex=False))

    def let_go(self) -> None:
        """End all processes that follow `held`, whatever they are at."""
        self.held.close()
        self._kept.close()


@contextmanager
def silent_tracker() -> Generator[None]:
    """Python's process that clears up after others keeps silent for ever if it is started here.

    Otherwise it would tell the screen of it when this program is killed.
    """
    before = os.environ.get(_WARNINGS)
    os.environ[_WARNINGS] = "ignore:resource_tracker:UserWarning"
    try:
        yield
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
    _leave_after(partial(wait, [held]))


def follow_parent(parent: int) -> None:
    """As `follow`, in a process that a library began for the program with this number."""
    _leave_after(partial(_wait_for_orphanage, parent))


def _leave_after(event: Callable[[], object]) -> None:
    def leave() -> None:
        event()
        os._exit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave, daemon=True).start()


def _wait_for_orphanage(parent: int) -> None:
    # Where a process keeps the number of a parent that has gone (Windows), this never ends.
    while os.getppid() == parent:
        time.sleep(_LOOKS_EVERY)
