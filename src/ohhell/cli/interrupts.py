"""Being told to stop, from the first moment of a run on: it may wait for a safe place but is never lost.

By Ctrl-C, by a wish to end, or because the terminal is closed.  An exception out of a signal alone
would not do: libraries swallow it, and while modules are being imported nobody is there to catch it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

_ENDS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_ABOVE: Final = 128
"""What a shell adds to the number of the signal that stopped a program."""

_Handler = Callable[[int, FrameType | None], object] | int | None


class _State:
    """What this process has been told: signals belong to the process, so there is one."""

    came = 0
    is_held = False


def leave_at_once() -> None:
    """Until `listen`: leave without a word, for nothing has begun and nothing is to be closed."""
    _handle_by(_leave)


def _handle_by(handler: Callable[[int, FrameType | None], object]) -> dict[int, _Handler]:
    """Give all signals to a handler; returns who had them before.

    What `nohup` has ignored stays ignored; Ctrl-C does not, since shells also ignore it for what
    runs in the background.
    """
    before: dict[int, _Handler] = {}
    with suppress(ValueError):  # only the main thread is told of signals
        for number in _ENDS:
            found = signal.getsignal(number)
            if found is not signal.SIG_IGN or number == signal.SIGINT:
                signal.signal(number, handler)
                before[number] = found
    return before


def _leave(number: int, _frame: object) -> NoReturn:
    os._exit(_ABOVE + number)


def listen() -> None:
    """From here on raise `KeyboardInterrupt`, at once or where it was `held`, at its end."""
    _handle_by(_notice)


def _notice(number: int, _frame: object) -> None:
    is_second = has_come()
    _State.came = _State.came or number
    if not _State.is_held or is_second:  # whoever asks twice has waited long enough
        raise KeyboardInterrupt


def has_come() -> bool:
    """Whether this run has been told to stop."""
    return _State.came != 0


def status() -> int:
    """What a run that was stopped leaves with; from the keyboard where nobody knows."""
    return _ABOVE + (_State.came or signal.SIGINT)


def check() -> None:
    """Raise what has come and was held or swallowed."""
    if has_come():
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
    began_early = signal.getsignal(signal.SIGINT) is _leave
    _State.came = 0
    _State.is_held = False
    before: dict[int, _Handler] = {}
    try:
        if not began_early:
            before = _handle_by(_notice)
        yield
    finally:
        with suppress(ValueError):
            for number, handler in before.items():
                signal.signal(number, handler)
