"""A table in this program that moves only while somebody waits for its next message.

So nothing happens behind the back of a person who is reading or thinking, and Ctrl-C at the
prompt finds every row stored and nothing under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Final, Self, TypeVar

from ohhell.cli import interrupts
from ohhell.cli.terminal.brains import LocalBrains, decide_with
from ohhell.players.player import Player
from ohhell.rules.actions import Action
from ohhell.rules.cards import Seat
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import PlayerView
from ohhell.table.hall import Hall
from ohhell.table.messages import FromOutside, Push, Sit, ToListener
from ohhell.table.ports import Dice, EventStore, Ports, SecretStore
from ohhell.table.settings import STAND_IN_LEVEL, Seating, Timing
from ohhell.table.table import Table
from ohhell.table.world import SystemClock

_Result = TypeVar("_Result")

LISTENER: Final = "terminal"
"""What the table knows this program's one connection by."""

# The person is at the keyboard: nobody else's time may run out, and CPU players that could wait
# for a change of a bid wait until it is confirmed.
_NEVER: Final = 1e9
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
    """One table of a hall of its own, over a store; a context that closes both its ends."""

    def __init__(
        self,
        events: EventStore,
        secrets: SecretStore,
        dice: Dice,
        *,
        programs: Mapping[str, Player] | None = None,
    ) -> None:
        self._letterbox = Letterbox()
        self._runner = asyncio.Runner()
        self._secrets = secrets
        self._table: Table | None = None
        ports = Ports(
            events=events,
            secrets=secrets,
            dice=dice,
            clock=SystemClock(),
            brains=LocalBrains(programs),
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

    def open(self, name: str, rulebook: Rulebook, seats: Sequence[Seating]) -> None:
        """Start a game at a new table; refuses what `Hall.open` refuses."""
        self._table = self._run(self._hall.open(rulebook, seats, name=name))

    def find(self, name: str) -> None:
        """Go on with a game that is stored; refuses what `Hall.find` refuses."""
        self._table = self._run(self._hall.find(name))

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
        return self._run(self._letterbox.next())

    def keep_secret(self, name: str, secret: bytes) -> None:
        """Keep something beside the seed that a game that goes on later needs."""
        self._run(self._secrets.keep(self.name, name, secret))

    def find_secret(self, name: str) -> bytes | None:
        """What was kept, until the seed is revealed."""
        return self._run(self._secrets.find(self.name, name))


def _stand_in(view: PlayerView, *, dice_key: bytes) -> Action:
    """The port `FastPolicy`."""
    return decide_with(view, STAND_IN_LEVEL, dice_key)
