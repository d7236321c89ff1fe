"""A table in this program that moves only while somebody waits for its next message.

So nothing happens behind the back of a person who is reading or thinking, and Ctrl-C at the
prompt finds every row stored and nothing under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Self, TypeVar, cast

from ohhell.cli import interrupts
from ohhell.cli.terminal.brains import LocalBrains, decide_with
from ohhell.players.adviser import Advice
from ohhell.players.command_player import Fault
from ohhell.players.player import Player
from ohhell.rules.actions import Action
from ohhell.rules.cards import Seat
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import PlayerView
from ohhell.table.hall import Hall
from ohhell.table.messages import FromOutside, Push, Sit, ToListener
from ohhell.table.ports import Dice, EventStore, Ports, SecretStore
from ohhell.table.settings import STAND_IN_LEVEL, Seating, Timing
from ohhell.table.state import is_finished
from ohhell.table.table import Table
from ohhell.table.world import SystemClock

_Result = TypeVar("_Result")

LISTENER: Final = "terminal"
"""What the table knows this program's one connection by."""

# The person is at the keyboard: nobody's time may run out (brains see to their own), and CPU
# players that could wait for a change of a bid wait until it is confirmed.
_NEVER: Final = 1e9
_HEEDED: Final = 0.1
"""Seconds between two looks whether somebody has asked to stop, while others think."""

_TIMING: Final = Timing(bid_wait=_NEVER, pace=0.0, nonces=_NEVER, think=_NEVER)


class Letterbox:
    """The port `Outbox` for the only connection there is."""

    def __init__(self) -> None:
        self._letters: asyncio.Queue[ToListener] = asyncio.Queue()

    def tell(self, listener: str, message: ToListener) -> None:
        """Keep the message until it is asked for."""
        self._letters.put_nowait(message)

    async def next(self) -> ToListener:
        """The oldest message not yet read."""
        return await self._letters.get()


class LocalTable:
    """One table of a hall of its own, over a store; a context that closes both its ends.

    `on_wait` is called where the CPU players are not ready soon.
    """

    def __init__(
        self,
        events: EventStore,
        secrets: SecretStore,
        dice: Dice,
        *,
        programs: Mapping[str, Player] | None = None,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        self._letterbox = Letterbox()
        self._brains = LocalBrains(programs, on_wait=on_wait)
        self._runner = asyncio.Runner()
        self._secrets = secrets
        self._table: Table | None = None
        ports = Ports(
            events=events,
            secrets=secrets,
            dice=dice,
            clock=SystemClock(),
            brains=self._brains,
            fast=_stand_in,
            outbox=self._letterbox,
        )
        self._hall = Hall(ports, _TIMING)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        try:
            with interrupts.held():
                self._close()
        finally:
            self._brains.close()
            self._runner.close()

    def _close(self) -> None:
        """Close the table, also where Ctrl-C has broken off what was under way."""
        loop = self._runner.get_loop()
        closing = loop.create_task(self._hall.close_all())
        while not closing.done():
            # What was broken off may have left a call that stops the loop, once, on its next run.
            with suppress(RuntimeError):
                loop.run_until_complete(closing)
        closing.result()

    def _run(self, work: Coroutine[object, object, _Result]) -> _Result:
        """Let the table move; Ctrl-C meanwhile waits until every row is stored."""
        with interrupts.held():
            result = self._runner.run(work)
        interrupts.check()
        return result

    def _wait(self, work: Coroutine[object, object, _Result]) -> _Result:
        """Let the table move until others have thought; Ctrl-C breaks that off.

        Storing a row never gives way to anything else, so none is half stored then.
        """

        async def heedful() -> _Result | None:
            with _broken_off_by_ctrl_c():
                return await work
            return None

        result = self._run(heedful())  # which raises where Ctrl-C has come
        return cast("_Result", result)

    def open(self, name: str, rulebook: Rulebook, seats: Sequence[Seating]) -> None:
        """Start a game at a new table; refuses what `Hall.open` refuses."""
        self._run(self._prepare([who.player for who in seats]))
        self._table = self._run(self._hall.open(rulebook, seats, name=name))

    def find(self, name: str) -> None:
        """Go on with a game that is stored; refuses what `Hall.find` refuses."""
        self._table = self._run(self._hall.find(name))
        state = self._table.state
        if not is_finished(state):
            self._run(self._prepare(state.players))

    async def _prepare(self, levels: Sequence[str]) -> None:
        self._brains.prepare(levels)

    @property
    def name(self) -> str:
        """The name of the table that was opened or found."""
        assert self._table is not None, "a table is opened or found first"
        return self._table.name

    def sit(self, seat: Seat | None) -> None:
        """Sit down at a seat, or (None) among the watchers; answered by the first message."""
        self.post(Sit(self.name, LISTENER, seat))

    def look(self) -> Push:
        """The table as a watcher sees it; nothing moves meanwhile where a person has a seat."""
        self.sit(None)
        message = self.next()
        assert isinstance(message, Push), "whoever watches is shown the table"
        return message

    def post(self, message: FromOutside) -> None:
        """Say something to the table, which hears it when the next message is waited for."""
        assert self._table is not None, "a table is opened or found first"
        self._table.post(message)

    def next(self) -> ToListener:
        """Let the table go on until it has something to say."""
        return self._wait(self._letterbox.next())

    def advise(self, view: PlayerView, level: str) -> tuple[str, Advice]:
        """Whose advice it is, that level's where it can give any, and the advice for this view."""
        return self._wait(self._brains.advise(view, level))

    @property
    def faults(self) -> Mapping[str, tuple[Fault, ...]]:
        """By level or program: the decisions that somebody else had to make instead."""
        return self._brains.faults

    def keep_secret(self, name: str, secret: bytes) -> None:
        """Keep something beside the seed that a game that goes on later needs."""
        self._run(self._secrets.keep(self.name, name, secret))

    def find_secret(self, name: str) -> bytes | None:
        """What was kept, until the seed is revealed."""
        return self._run(self._secrets.find(self.name, name))


def _stand_in(view: PlayerView, *, dice_key: bytes) -> Action:
    """The port `FastPolicy`."""
    return decide_with(view, STAND_IN_LEVEL, dice_key)


@contextmanager
def _broken_off_by_ctrl_c() -> Generator[None]:
    """What this coroutine waits for meanwhile it waits for no longer, once Ctrl-C has come.

    The loop is woken for a look now and then: a signal alone does not end its sleep.
    """
    loop, waiting = asyncio.get_running_loop(), asyncio.current_task()
    assert waiting is not None, "a coroutine runs in a task"

    def look() -> None:
        nonlocal alarm
        if interrupts.has_come():
            waiting.cancel()
        else:
            alarm = loop.call_later(_HEEDED, look)

    alarm = loop.call_later(_HEEDED, look)
    try:
        with suppress(asyncio.CancelledError):
            yield
    finally:
        alarm.cancel()
