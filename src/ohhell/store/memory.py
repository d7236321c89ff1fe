"""Logs and secrets in memory: for tests, and for games nobody wants to keep."""

from __future__ import annotations

from dataclasses import replace

from ohhell.table.errors import StoreConflict, StoreError
from ohhell.table.holdings import Holding
from ohhell.table.party_events import PartyRow
from ohhell.table.ports import SEED, Asleep, StoredRow


class MemoryStore:
    """All that a server keeps, forgotten with the program."""

    def __init__(self) -> None:
        self._rows: dict[str, list[StoredRow]] = {}
        self._secrets: dict[str, dict[str, bytes]] = {}
        self._holdings: list[Holding] = []
        self._asleep: dict[str, float] = {}
        self._party_rows: dict[str, list[PartyRow]] = {}
        self._party_members: dict[tuple[str, bytes], None] = {}

    async def append(self, table: str, row: StoredRow) -> None:
        """Keep the next row of a table."""
        rows = self._rows.setdefault(table, [])
        if row.number != len(rows) + 1:
            raise StoreConflict("row-conflict", value=row.number, limit=len(rows) + 1)
        rows.append(row)

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        """The whole log of a table."""
        return tuple(self._rows.get(table, ()))

    async def keep(self, table: str, name: str, secret: bytes) -> None:
        """Keep a secret; the same one may be kept twice."""
        if self._secrets.setdefault(table, {}).setdefault(name, secret) != secret:
            raise StoreError("secret-exists", table=table, field=name)

    async def find(self, table: str, name: str) -> bytes | None:
        """A secret of a table."""
        return self._secrets.get(table, {}).get(name)

    async def forget(self, table: str) -> None:
        """Drop all secrets of a table."""
        self._secrets.pop(table, None)

    async def hold(self, holding: Holding) -> None:
        """Give a seat to a holder alone."""
        where = (holding.table, holding.seat)
        self._holdings = [one for one in self._holdings if (one.table, one.seat) != where]
        self._holdings.append(holding)

    async def also_hold(self, holding: Holding, *, beside: bytes) -> bool:
        """Give a seat to a holder, beside one who has it."""
        if replace(holding, holder=beside) not in self._holdings:
            return False
        if holding not in self._holdings:
            self._holdings.append(holding)
        return True

    async def held_by(self, holder: bytes) -> tuple[Holding, ...]:
        """All that a holder holds, the newest first."""
        return tuple(one for one in reversed(self._holdings) if one.holder == holder)

    async def held_at(self, table: str) -> tuple[Holding, ...]:
        """Who holds the seats of a table, in seat order."""
        held = [one for one in self._holdings if one.table == table]
        return tuple(sorted(held, key=lambda one: one.seat))

    async def note_asleep(self, table: str, since: float) -> None:
        """Remember since when a table sleeps."""
        self._asleep[table] = since

    async def note_awake(self, table: str) -> None:
        """Remember that it does not."""
        self._asleep.pop(table, None)

    async def asleep(self) -> tuple[Asleep, ...]:
        """Which tables sleep, the longest asleep first."""
        found = (Asleep(table, since) for table, since in self._asleep.items())
        return tuple(sorted(found, key=lambda one: (one.since, one.table)))

    async def unfinished(self) -> tuple[str, ...]:
        """The tables whose seed is kept."""
        return tuple(sorted(table for table, kept in self._secrets.items() if SEED in kept))

    async def append_party(self, party: str, row: PartyRow) -> None:
        """Keep the next row of a party."""
        rows = self._party_rows.setdefault(party, [])
        if row.number != len(rows) + 1:
            raise StoreConflict("row-conflict", value=row.number, limit=len(rows) + 1)
        rows.append(row)

    async def load_party(self, party: str) -> tuple[PartyRow, ...]:
        """The whole log of a party."""
        return tuple(self._party_rows.get(party, ()))

    async def note_member(self, party: str, holder: bytes) -> None:
        """Let a holder find a party."""
        self._party_members.pop((party, holder), None)
        self._party_members[party, holder] = None

    async def forget_member(self, party: str, holder: bytes) -> None:
        """Let a holder find it no longer."""
        self._party_members.pop((party, holder), None)

    async def parties_of(self, holder: bytes) -> tuple[str, ...]:
        """The parties of a holder, the newest first."""
        return tuple(party for party, whose in reversed(self._party_members) if whose == holder)

    async def check(self) -> None:
        """Memory can always be written to."""
