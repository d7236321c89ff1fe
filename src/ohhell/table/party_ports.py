"""What a party needs from the world, beside what tables need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ohhell.table.hall import Hall
from ohhell.table.holdings import Holdings
from ohhell.table.party_events import PartyRow
from ohhell.table.party_messages import ToGuest
from ohhell.table.ports import Clock, Dice, EventStore


class PartyStore(Protocol):
    """The logs of all parties, which only grow, and an index of them."""

    async def append_party(self, party: str, row: PartyRow) -> None:
        """Keep one row for good, as `EventStore.append` does."""
        ...

    async def load_party(self, party: str) -> tuple[PartyRow, ...]:
        """The whole log, oldest row first; empty for a party nobody began."""
        ...

    async def note_member(self, party: str, holder: bytes) -> None:
        """Let a holder find a party again; noted anew, it is their newest."""
        ...

    async def forget_member(self, party: str, holder: bytes) -> None:
        """Let a party no longer be found by a holder; nothing happens where it was not."""
        ...

    async def parties_of(self, holder: bytes) -> tuple[str, ...]:
        """The parties noted for a holder, the newest first; the log knows whether it is so."""
        ...


class Guests(Protocol):
    """The way to the connections."""

    def tell(self, listener: str, message: ToGuest) -> None:
        """Send, or keep for sending; returns at once and never fails."""
        ...

    def put_out(self, table: str, holders: frozenset[bytes]) -> None:
        """The seat of these holders at a table is somebody else's now."""
        ...


@dataclass(frozen=True, slots=True)
class PartyPorts:
    """All that parties are plugged into; `keep_days` without a visit close one (None: never)."""

    parties: PartyStore
    holdings: Holdings
    events: EventStore
    hall: Hall
    dice: Dice
    clock: Clock
    guests: Guests
    keep_days: float | None
