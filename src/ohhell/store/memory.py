"""Logs and secrets in memory: for tests, and for games nobody wants to keep."""

from __future__ import annotations

from ohhell.table.errors import StoreConflict, StoreError
from ohhell.table.holdings import Holding
from ohhell.table.ports import StoredRow


class MemoryStore:
    """An `EventStore`, `SecretStore` and `Holdings` that forgets everything with the program."""

    def __init__(self) -> None:
        self._rows: dict[str, list[StoredRow]] = {}
        self._secrets: dict[str, dict[str, bytes]] = {}
        self._holdings: list[Holding] = []

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
        """Give a seat to a holder."""
        where = (holding.table, holding.seat)
        self._holdings = [one for one in self._holdings if (one.table, one.seat) != where]
        self._holdings.append(holding)

    async def held_by(self, holder: bytes) -> tuple[Holding, ...]:
        """All that a holder holds, the newest first."""
        return tuple(one for one in reversed(self._holdings) if one.holder == holder)

    async def held_at(self, table: str) -> tuple[Holding, ...]:
        """Who holds the seats of a table, in seat order."""
        held = [one for one in self._holdings if one.table == table]
        return tuple(sorted(held, key=lambda one: one.seat))

    async def check(self) -> None:
        """Memory can always be written to."""
