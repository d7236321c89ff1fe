"""A mailbox: messages put in from anywhere, and one task that takes them one by one.

Tables and parties are built on it.  It also keeps their one alarm, which is a message like others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from ohhell.table.ports import Alarm, Clock

_Message = TypeVar("_Message")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the clock: something may be due.  The first message of all, and what an alarm puts."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """Take no more messages."""


class Mailbox(Generic[_Message]):
    """The mailbox of `owner` (for the log), whose messages `take` deals with.

    `take` raises nothing that it foresaw: an exception ends the mailbox for good.  `ended` is called
    once, when no more is taken, with whether that was the reason and what came too late.
    """

    def __init__(
        self,
        owner: str,
        clock: Clock,
        *,
        take: Callable[[_Message | Look], Awaitable[None]],
        ended: Callable[[bool, Sequence[_Message]], None],
    ) -> None:
        self._owner: Final = owner
        self._clock = clock
        self._take = take
        self._ended = ended
        self._messages: deque[_Message | Look | _Stop] = deque()
        self._arrived: asyncio.Future[None] | None = None
        self._is_empty = asyncio.Event()
        self._is_closed = False
        self._alarm: tuple[float, Alarm] | None = None
        self._put(Look())
        self._task = asyncio.create_task(self._run(), name=owner)

    @property
    def is_closed(self) -> bool:
        """Whether it takes no more messages."""
        return self._is_closed

    def put(self, message: _Message) -> None:
        """Put a message in; it goes nowhere once the mailbox is closed."""
        self._put(message)

    def set_alarm(self, at: float | None) -> None:
        """Put a `Look` in at this time, in place of any alarm that was set; None for no alarm."""
        if self._alarm is not None:
            if self._alarm[0] == at:
                return
            self._alarm[1].cancel()
        self._alarm = None if at is None else (at, self._clock.ring(at, self._rang))

    async def caught_up(self) -> None:
        """Return when every message that was put in has been dealt with."""
        await self._is_empty.wait()

    async def close(self) -> None:
        """Have dealt with what was put in before, and stop."""
        self._put(_Stop())
        await asyncio.wait((self._task,))

    def _put(self, message: _Message | Look | _Stop) -> None:
        if self._is_closed:
            return
        self._messages.append(message)
        self._is_empty.clear()
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    async def _next(self) -> _Message | Look | _Stop:
        """Take the oldest message; `asyncio.Queue` does no more, and takes twice as long."""
        if not self._messages:
            self._is_empty.set()
            self._arrived = asyncio.get_running_loop().create_future()
            await self._arrived
        return self._messages.popleft()

    def _rang(self) -> None:
        self._alarm = None
        self._put(Look())

    async def _run(self) -> None:
        has_crashed = False
        try:
            while not isinstance(message := await self._next(), _Stop):
                await self._take(message)
        except Exception:
            has_crashed = True
            _log.exception("%s crashed; opened again, it goes on from its log", self._owner)
        finally:
            self._is_closed = True
            self.set_alarm(None)
            late = [one for one in self._messages if not isinstance(one, (Look, _Stop))]
            self._messages.clear()
            self._is_empty.set()
            self._ended(has_crashed, late)
