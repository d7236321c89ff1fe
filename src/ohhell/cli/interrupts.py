"""Ctrl-C, from the first moment of a run on: it may wait for a safe place but is never lost.

An exception out of a signal alone would not do: libraries swallow it, and while modules are being
imported nobody is there to catch it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final, NoReturn

STATUS: Final = 130
"""What a run that was stopped from the keyboard leaves with."""


class _State:
    """What this process has been told: signals belong to the process, so there is one."""

    has_come = False
    is_held = False


def leave_at_once() -> None:
    """Until `listen`: leave without a word, for nothing has begun and nothing is to be closed."""
    with suppress(ValueError):  # only the main thread is told of signals
        signal.signal(signal.SIGINT, _leave)


def _leave(_number: int, _frame: object) -> NoReturn:
    os._exit(STATUS)


def listen() -> None:
    """From here on raise `KeyboardInterrupt`, at once or where it was `held`, at its end."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, _notice)


def _notice(_number: int, _frame: object) -> None:
    is_second = _State.has_come
    _State.has_come = True
    if not _State.is_held or is_second:  # whoever asks twice has waited long enough
        raise KeyboardInterrupt


def has_come() -> bool:
    """Whether somebody has asked this run to stop."""
    return _State.has_come


def check() -> None:
    """Raise what has come and was held or swallowed."""
    if _State.has_come:
        raise KeyboardInterrupt


@contextmanager
def held() -> Generator[None]:
    """Finish what must not break off in the middle; a second Ctrl-C breaks it off all the same."""
    before, _State.is_held = _State.is_held, True
    try:
        yield
    finally:
        _State.is_held = before


@contextmanager
def run() -> Generator[None]:
    """One run of the program: nothing has come yet, and what listened before listens after it."""
    before = signal.getsignal(signal.SIGINT)
    _State.has_come = _State.is_held = False
    try:
        if before is not _leave:
            listen()
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGINT, before)
