"""Work that a server does by itself: at its start, and again and again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ohhell.rules.errors import OhHellError
from ohhell.table.ports import Alarm, Clock

_log = logging.getLogger(__name__)


class Regularly:
    """Does some work when it is started, and `every` so many seconds from then on.

    What goes wrong is logged, and tried again the next time.
    """

    def __init__(self, work: Callable[[], Awaitable[None]], clock: Clock, *, every: float) -> None:
        self._work = work
        self._clock = clock
        self._every = every
        self._alarm: Alarm | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; needs a running event loop."""
        self._alarm = self._clock.ring(self._clock.now() + self._every, self.start)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._do())

    async def stop(self) -> None:
        """Let work that is under way go, and begin no more."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    async def _do(self) -> None:
        try:
            await self._work()
        except OhHellError as error:
            _log.warning("some regular work was not done: %s", error.code)
        except Exception:
            _log.exception("some regular work failed")
