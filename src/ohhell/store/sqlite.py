"""Logs, secrets and holdings in SQLite files: one thread writes, others read on meanwhile.

`tables.sqlite` holds the logs and who holds which seat, `secrets.sqlite` the seeds of running games.
A row is on disk (write-ahead log, synchronous) before `append` returns, so that neither a killed
program nor a power cut takes back what somebody was told.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from ohhell.store.codec import VERSION, events_text, read_row
from ohhell.store.group_commit import GroupCommit
from ohhell.store.row_writer import RowWriter
from ohhell.store.sqlite_errors import store_error
from ohhell.table.errors import StoreError
from ohhell.table.holdings import Holding
from ohhell.table.ports import StoredRow

TABLES_FILE: Final = "tables.sqlite"
SECRETS_FILE: Final = "secrets.sqlite"

SCHEMA_VERSION: Final = 1
"""Stands in `user_version` of each file; a file of a later version is refused."""

_APPLICATION: Final = 0x4F48656C
"""Says in `application_id` that a file is ours: "OHel"."""

_BUSY_MS: Final = 2000
"""How long another program may keep the file locked before that is an error."""

_TABLES_SCHEMA: Final = """
CREATE TABLE rows (
    table_name TEXT NOT NULL,
    number INTEGER NOT NULL,
    by TEXT NOT NULL,
    action_id TEXT,
    version INTEGER NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (table_name, number)
) WITHOUT ROWID;
CREATE TABLE holdings (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    table_name TEXT NOT NULL,
    seat INTEGER NOT NULL,
    holder BLOB NOT NULL,
    UNIQUE (table_name, seat)
);
CREATE INDEX holdings_by_holder ON holdings (holder);
"""

_SECRETS_SCHEMA: Final = """
CREATE TABLE secrets (
    table_name TEXT NOT NULL,
    name TEXT NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (table_name, name)
) WITHOUT ROWID;
"""

_LOAD: Final = """
SELECT number, action_id, by, version, events FROM rows WHERE table_name = ? ORDER BY number
"""
_HOLD: Final = "REPLACE INTO holdings (table_name, seat, holder) VALUES (?, ?, ?)"
_HELD_BY: Final = """
SELECT table_name, seat, holder FROM holdings WHERE holder = ? ORDER BY place DESC
"""
_HELD_AT: Final = """
SELECT table_name, seat, holder FROM holdings WHERE table_name = ? ORDER BY seat
"""

_Result = TypeVar("_Result")


class SqliteStore:
    """An `EventStore`, `SecretStore` and `Holdings` in one folder; made by `open_store`."""

    def __init__(self, folder: Path) -> None:
        tables, secrets = folder / TABLES_FILE, folder / SECRETS_FILE
        self._tables = GroupCommit(
            partial(_connect, tables, _TABLES_SCHEMA), name="tables", write_rows=RowWriter()
        )
        self._secrets = GroupCommit(partial(_connect, secrets, _SECRETS_SCHEMA), name="secrets")
        self._table_reader = _Reader(partial(_connect, tables, _TABLES_SCHEMA), name="reader")
        self._secret_reader = _Reader(partial(_connect, secrets, _SECRETS_SCHEMA), name="reader")

    async def append(self, table: str, row: StoredRow) -> None:
        """Keep the next row of a table."""
        await self._tables.add(
            (table, row.number, row.by, row.action_id, VERSION, events_text(row))
        )

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        """The whole log of a table."""

        def read(connection: sqlite3.Connection) -> tuple[StoredRow, ...]:
            return tuple(
                read_row(
                    table, number=number, action_id=action_id, by=by, version=version, events=events
                )
                for number, action_id, by, version, events in connection.execute(_LOAD, (table,))
            )

        rows = await self._table_reader.do(read)
        for expected, row in enumerate(rows, start=1):
            if row.number != expected:
                raise StoreError("row-damaged", table=table, value=expected)
        return rows

    async def keep(self, table: str, name: str, secret: bytes) -> None:
        """Keep a secret; the same one may be kept twice."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR IGNORE INTO secrets VALUES (?, ?, ?)", (table, name, secret)
            )
            if _find_secret(connection, table, name) != secret:
                raise StoreError("secret-exists", table=table, field=name)

        await self._secrets.do(work)

    async def find(self, table: str, name: str) -> bytes | None:
        """A secret of a table."""
        return await self._secret_reader.do(partial(_find_secret, table=table, name=name))

    async def forget(self, table: str) -> None:
        """Drop all secrets of a table; their bytes are overwritten."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM secrets WHERE table_name = ?", (table,))

        await self._secrets.do(work)

    async def hold(self, holding: Holding) -> None:
        """Give a seat to a holder."""
        values = (holding.table, holding.seat, holding.holder)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(_HOLD, values)

        await self._tables.do(work)

    async def held_by(self, holder: bytes) -> tuple[Holding, ...]:
        """All that a holder holds, the newest first."""
        return await self._table_reader.do(partial(_holdings, query=_HELD_BY, value=holder))

    async def held_at(self, table: str) -> tuple[Holding, ...]:
        """Who holds the seats of a table."""
        return await self._table_reader.do(partial(_holdings, query=_HELD_AT, value=table))

    async def check(self) -> None:
        """Return when something could be kept now; `StoreError` where not."""
        for writer in (self._tables, self._secrets):
            await writer.do(_pragma_version)

    def close(self) -> None:
        """Write what was asked for and let the files go."""
        for part in (self._tables, self._secrets, self._table_reader, self._secret_reader):
            part.close()


def open_store(folder: Path) -> SqliteStore:
    """The store in this folder, which is made if need be, for its owner alone.

    Refuses with `StoreError` what is damaged, locked, written by a later version or not ours.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, schema in ((TABLES_FILE, _TABLES_SCHEMA), (SECRETS_FILE, _SECRETS_SCHEMA)):
            (folder / name).touch(mode=0o600)
            _connect(folder / name, schema).close()
    except (sqlite3.Error, OSError) as error:
        raise store_error(error) from error
    return SqliteStore(folder)


class _Reader:
    """One thread with a connection of its own, which a writer never keeps waiting."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], *, name: str) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._is_closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, read: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """What `read` finds, or `StoreError`."""
        if self._is_closed:
            raise StoreError("store-closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, read)

    def close(self) -> None:
        """Finish what was asked for."""
        if self._is_closed:
            return
        self._is_closed = True
        self._thread.submit(self._let_go)
        self._thread.shutdown()

    def _read(self, read: Callable[[sqlite3.Connection], _Result]) -> _Result:
        try:
            if self._connection is None:
                self._connection = self._connect()
                self._connection.execute("PRAGMA query_only = ON")
            return read(self._connection)
        except sqlite3.Error as error:
            self._let_go()
            raise store_error(error) from error

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _find_secret(connection: sqlite3.Connection, table: str, name: str) -> bytes | None:
    row = connection.execute(
        "SELECT secret FROM secrets WHERE table_name = ? AND name = ?", (table, name)
    ).fetchone()
    return None if row is None else row[0]


def _holdings(
    connection: sqlite3.Connection, query: str, value: str | bytes
) -> tuple[Holding, ...]:
    return tuple(Holding(*row) for row in connection.execute(query, (value,)))


def _connect(file: Path, schema: str) -> sqlite3.Connection:
    """A connection to a file that has its schema, ready for `BEGIN`."""
    connection = sqlite3.connect(file, timeout=_BUSY_MS / 1000, isolation_level=None)
    try:
        is_new = _is_new(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        if is_new:
            connection.execute("BEGIN IMMEDIATE")
            if _is_new(connection):  # still: two programs may start at once
                for statement in schema.strip().removesuffix(";").split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _is_new(connection: sqlite3.Connection) -> bool:
    """Whether a file is empty; refuses one that is not ours or from a later version."""
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
        return True
    if _pragma(connection, "application_id") != _APPLICATION:
        raise StoreError("store-foreign")
    version = _pragma(connection, "user_version")
    if version > SCHEMA_VERSION:
        raise StoreError("store-newer", value=version, limit=SCHEMA_VERSION)
    return False


def _pragma_version(connection: sqlite3.Connection) -> int:
    return _pragma(connection, "user_version")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
