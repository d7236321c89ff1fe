"""What a table needs from the world; whoever puts the program together plugs it in.

`tests/contracts` holds one suite for each store port, which every adapter passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from ohhell.rules.actions import Action
from ohhell.rules.record import By
from ohhell.rules.view import PlayerView
from ohhell.table.events import LogEvent
from ohhell.table.messages import ToListener

SEED: Final = "seed"
"""What the secret store knows the secret of a game by."""


@dataclass(frozen=True, slots=True)
class StoredRow:
    """One action with its consequences, the whole truth: only the table and the store hold it.

    `number` counts the rows of one table from 1.  `action_id` is the id its person's program
    gave, None where no program asked for it.
    """

    number: int
    action_id: str | None
    by: By
    events: tuple[LogEvent, ...]


class EventStore(Protocol):
    """The logs of all tables, which only grow."""

    async def append(self, table: str, row: StoredRow) -> None:
        """Keep one row for good, whole or not at all, before this returns.

        Raises `StoreConflict` where `row.number` is not the next of this table, `StoreError`
        where the row could not be kept; either way the log is what it was.
        """
        ...

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        """The whole log, oldest row first; empty for a table nobody opened."""
        ...


class SecretStore(Protocol):
    """What must not stand in a log while the game runs: its seed, above all."""

    async def keep(self, table: str, name: str, secret: bytes) -> None:
        """Keep a secret for good before this returns.

        Raises `StoreError` (`secret-exists`) rather than replace one by another.
        """
        ...

    async def find(self, table: str, name: str) -> bytes | None:
        """A secret that was kept and not forgotten."""
        ...

    async def forget(self, table: str) -> None:
        """Drop all secrets of a table whose seed is revealed; nothing happens where are none."""
        ...


@dataclass(frozen=True, slots=True)
class Asleep:
    """A table with a game that nobody is at, `since` (seconds since 1970 in UTC)."""

    table: str
    since: float


class Sleepers(Protocol):
    """Since when tables sleep: what must be remembered to give up games nobody comes back to."""

    async def note_asleep(self, table: str, since: float) -> None:
        """A table sleeps; takes the place of what was noted before."""
        ...

    async def note_awake(self, table: str) -> None:
        """A table is awake, or its game is over; nothing happens where nothing was noted."""
        ...

    async def asleep(self) -> tuple[Asleep, ...]:
        """What is noted."""
        ...

    async def unfinished(self) -> tuple[str, ...]:
        """All tables whose game has a seed that is still a secret."""
        ...


class Dice(Protocol):
    """Fresh randomness that nobody can guess; decks come from `rules.shuffle` and its seed."""

    def seed(self) -> bytes:
        """32 bytes, the secret of one game."""
        ...

    def identifier(self) -> str:
        """A name that was never given before: of a table, of a connection, of this program run."""
        ...


class Alarm(Protocol):
    """Something that will ring once."""

    def cancel(self) -> None:
        """Let it not ring; harmless when it has rung."""
        ...


class Clock(Protocol):
    """The time of day, and being called later."""

    def now(self) -> float:
        """Seconds since 1970 in UTC."""
        ...

    def ring(self, at: float, call: Callable[[], None]) -> Alarm:
        """Call once, not before the time `at`, and never from within this call."""
        ...


class Brains(Protocol):
    """CPU players, wherever they think.  May fail, be late or answer nonsense."""

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """One of `view.legal`; the same view, level and key (32 bytes) give the same answer."""
        ...


class FastPolicy(Protocol):
    """What a seat does when its brains give no usable answer; at once, without waiting."""

    def __call__(self, view: PlayerView, *, dice_key: bytes) -> Action:
        """One of `view.legal`."""
        ...


class Outbox(Protocol):
    """The way to the connections."""

    def tell(self, listener: str, message: ToListener) -> None:
        """Send, or keep for sending; returns at once and never fails, whoever is slow or gone."""
        ...


@dataclass(frozen=True, slots=True)
class Ports:
    """All that tables are plugged into; `sleepers` is for a house that gives up forgotten games."""

    events: EventStore
    secrets: SecretStore
    dice: Dice
    clock: Clock
    brains: Brains
    fast: FastPolicy
    outbox: Outbox
    sleepers: Sleepers | None = None
