"""`ohhell` with a clock that a test sets: `python -m tests.e2e.impatient`.

Whoever does not act counts as idle after half a second.  Whenever the program is sent SIGUSR1, its
clock leaps a minute ahead, and what was to ring in that minute rings at once.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from functools import partial
from typing import Final
from unittest.mock import patch

from ohhell.cli import serve
from ohhell.cli.main import main
from ohhell.table.settings import Timing
from ohhell.table.world import SystemClock

LEAP: Final = 61.0
"""Seconds: more than any time the tests wait for."""


class Bell:
    """An alarm that can be set anew."""

    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self._at = at
        self._call = call
        self._timer = self._set()

    def _set(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(max(0.0, self._at - now()), self._ring)

    def _ring(self) -> None:
        bells.discard(self)
        self._call()

    def cancel(self) -> None:
        """It does not ring any more."""
        bells.discard(self)
        self._timer.cancel()

    def set_anew(self) -> None:
        """The clock has leapt."""
        self._timer.cancel()
        self._timer = self._set()


bells: set[Bell] = set()
leaps: list[float] = []


def now(_clock: SystemClock | None = None) -> float:
    """Seconds since 1970, and all leaps."""
    return time.time() + sum(leaps)


def ring(_clock: SystemClock, at: float, call: Callable[[], None]) -> Bell:
    """As the system's clock, but that the alarm is known here."""
    loop = asyncio.get_running_loop()
    bell = Bell(at, call)
    bells.add(bell)

    def leap() -> None:
        leaps.append(LEAP)
        for one in [*bells]:
            one.set_anew()

    loop.add_signal_handler(signal.SIGUSR1, leap)
    return bell


if __name__ == "__main__":
    with (
        patch.object(serve, "Timing", partial(Timing, idle=0.5)),
        patch.object(SystemClock, "now", now),
        patch.object(SystemClock, "ring", ring),
    ):
        main()
