"""Logs and secrets in memory: for tests, and for games nobody wants to keep."""

from __future__ import annotations

from ohhell.table.errors import StoreConflict, StoreError
from ohhell.table.ports import StoredRow


class MemoryStore:
    """An `EventStore` and `SecretStore` that forgets everything with the program."""

    def __init__(self) -> None:
        self._rows: dict[str, list[StoredRow]] = {}
        self._secrets: dict[str, dict[str, bytes]] = {}

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
