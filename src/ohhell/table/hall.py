"""Where tables are opened, found again, woken from the store, and closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from weakref import WeakValueDictionary

from ohhell.rules.engine import new_game
from ohhell.rules.events import SeedRevealed
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.shuffle import commitment
from ohhell.rules.view import Phase
from ohhell.table.errors import StoreError, TableError
from ohhell.table.events import Opened, Sat, SettingsChanged
from ohhell.table.messages import AbandonAsleep, FromOutside
from ohhell.table.ports import SEED, Ports, StoredRow
from ohhell.table.settings import Seating, Settings, Timing
from ohhell.table.state import TableState
from ohhell.table.table import Table


class Hall:
    """All tables of one program, each alive at most once; it needs a running event loop.

    `boot` names this run of the program in every push.  `when_over` is told of every game that is
    over, perhaps more than once.
    """

    def __init__(self, ports: Ports, timing: Timing | None = None) -> None:
        self._ports = ports
        self._timing = Timing() if timing is None else timing
        self.boot = ports.dice.identifier()
        self._tables: dict[str, Table] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.when_over: Callable[[str, TableState], None] = _nobody_asks

    async def open(
        self,
        rulebook: Rulebook,
        seats: Sequence[Seating],
        settings: Settings | None = None,
        *,
        name: str | None = None,
        party: str | None = None,
    ) -> Table:
        """Start a game at a new table, which deals when somebody sits down at it.

        `seats` has one entry a seat; `party` is whose table it is, and told to whoever looks.  Refuses what `new_game` refuses, a `name` in use
        (`table-exists`), and whatever the store cannot keep (`StoreError`).
        """
        name = self._ports.dice.identifier() if name is None else name
        seed = self._ports.dice.seed()
        started = new_game(
            rulebook,
            [seat.name for seat in seats],
            persons=[seat for seat, who in enumerate(seats) if who.is_person],
            commitment=commitment(seed),
        )
        at = datetime.fromtimestamp(self._ports.clock.now(), UTC).isoformat(timespec="seconds")
        first = StoredRow(
            number=1,
            action_id=None,
            by="table",
            events=(
                Opened(at.replace("+00:00", "Z"), party),
                SettingsChanged(Settings() if settings is None else settings),
                *(Sat(seat, who.name, who.player) for seat, who in enumerate(seats)),
                started,
            ),
        )
        async with self._door(name):
            if name in self._tables or await self._ports.events.load(name):
                raise TableError("table-exists", table=name)
            await self._ports.secrets.keep(name, SEED, seed)
            try:
                await self._ports.events.append(name, first)
            except StoreError:
                await self._ports.secrets.forget(name)
                raise
            return self._set_up(name, (first,), seed)

    async def find(self, name: str) -> Table:
        """The table of that name, woken from the store where it was not alive.

        Refuses a name that no table has (`no-such-table`) and a game whose seed is lost
        (`seed-lost`): without it no further round can be dealt.
        """
        async with self._door(name):
            table = self.awake(name)
            if table is not None:
                return table
            rows = await self._ports.events.load(name)
            if not rows:
                raise TableError("no-such-table", table=name)
            seed = _revealed(rows) or await self._ports.secrets.find(name, SEED)
            if seed is None:
                raise StoreError("seed-lost", table=name)
            return self._set_up(name, rows, seed)

    async def post(self, message: FromOutside) -> None:
        """Bring a message to its table, waking it where need be; refuses what `find` refuses."""
        (await self.find(message.table)).post(message)

    async def abandon_asleep(self, name: str) -> bool:
        """Give up a table's game, unless somebody has come who wakes it; whether it was.

        Refuses what `find` refuses.
        """
        table = await self.find(name)
        table.post(AbandonAsleep(name))
        await table.caught_up()
        if table.is_deserted:
            await self.close(name)
        return table.state.game.phase is Phase.ABANDONED

    def is_awake(self, name: str) -> bool:
        """Whether a table is played at just now."""
        table = self._tables.get(name)
        return table is not None and not table.is_closed and not table.is_asleep

    def awake(self, name: str) -> Table | None:
        """The table of that name, where it is in memory."""
        table = self._tables.get(name)
        return None if table is None or table.is_closed else table

    async def close(self, name: str) -> None:
        """Let a table say goodbye and go; its log stays, and it can be found again."""
        async with self._door(name):
            table = self._tables.pop(name, None)
            if table is not None:
                await table.close()

    async def close_all(self) -> None:
        """Close every table."""
        await asyncio.gather(*(self.close(name) for name in tuple(self._tables)))

    def _door(self, name: str) -> asyncio.Lock:
        """One at a time may open, find or close a table of one name; kept while one does."""
        return self._doors.setdefault(name, asyncio.Lock())

    def _set_up(self, name: str, rows: Sequence[StoredRow], seed: bytes) -> Table:
        table = Table(
            name,
            rows,
            seed=seed,
            ports=self._ports,
            timing=self._timing,
            boot=self.boot,
            ended=lambda state: self.when_over(name, state),
        )
        self._tables[name] = table
        return table


def _revealed(rows: Sequence[StoredRow]) -> bytes | None:
    """The seed that the last row of a finished game's log reveals."""
    last = rows[-1].events[-1]
    return last.seed if isinstance(last, SeedRevealed) else None


def _nobody_asks(name: str, state: TableState) -> None:
    """Nothing hangs on the end of a game."""
