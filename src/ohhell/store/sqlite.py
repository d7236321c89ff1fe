"""Logs, secrets and holdings in SQLite files: one thread writes, others read on meanwhile.

`tables.sqlite` holds the logs, who holds which seat and since when tables sleep, `secrets.sqlite`
the seeds of running games.
A row is on disk (write-ahead log, synchronous) before `append` returns, so that neither a killed
program nor a power cut takes back what somebody was told.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from ohhell.store import sqlite_parties
from ohhell.store.codec import VERSION, events_text, read_row
from ohhell.store.group_commit import GroupCommit
from ohhell.store.schema import SECRETS, TABLES, Schema, bring_up_to_date, version_of
from ohhell.store.sqlite_errors import Damage, store_error
from ohhell.table.errors import StoreConflict, StoreError
from ohhell.table.holdings import Holding
from ohhell.table.party_events import PartyRow
from ohhell.table.ports import SEED, Asleep, StoredRow

TABLES_FILE: Final = "tables.sqlite"
SECRETS_FILE: Final = "secrets.sqlite"

_BUSY_MS: Final = 2000
"""How long another program may keep the file locked before that is an error."""

_APPEND: Final = """
INSERT INTO rows (table_name, number, by, action_id, version, events)
SELECT ?1, ?2, ?3, ?4, ?5, ?6
WHERE (SELECT coalesce(max(number), 0) FROM rows WHERE table_name = ?1) = ?2 - 1
"""
_NEXT: Final = "SELECT coalesce(max(number), 0) + 1 FROM rows WHERE table_name = ?"
_LOAD: Final = """
SELECT number, action_id, by, version, events FROM rows WHERE table_name = ? ORDER BY number
"""
_LET_GO: Final = "DELETE FROM holdings WHERE table_name = ? AND seat = ?"
_HOLD: Final = "INSERT OR IGNORE INTO holdings (table_name, seat, holder) VALUES (?, ?, ?)"
_HOLDS: Final = """
SELECT EXISTS (SELECT 1 FROM holdings WHERE table_name = ? AND seat = ? AND holder = ?)
"""
_HELD_BY: Final = """
SELECT table_name, seat, holder FROM holdings WHERE holder = ? ORDER BY place DESC
"""
_HELD_AT: Final = """
SELECT table_name, seat, holder FROM holdings WHERE table_name = ? ORDER BY seat, place
"""
_SLEEP: Final = "REPLACE INTO sleeping (table_name, since) VALUES (?, ?)"
_WAKE: Final = "DELETE FROM sleeping WHERE table_name = ?"
_SLEEPING: Final = "SELECT table_name, since FROM sleeping ORDER BY since, table_name"
_PUT_IN_ROWS: Final = "REPLACE INTO rows VALUES ('', 0, '', NULL, 0, zeroblob(?))"
_TAKE_FROM_ROWS: Final = "DELETE FROM rows WHERE table_name = '' AND number = 0"
_PUT_IN_SECRETS: Final = "REPLACE INTO secrets VALUES ('', '', zeroblob(?))"
_TAKE_FROM_SECRETS: Final = "DELETE FROM secrets WHERE table_name = '' AND name = ''"
_TRIED_BYTES: Final = 32_768
"""More than the rows of a play or a deal take with their indices."""

_LOGS: Final = {
    "rows": "SELECT EXISTS (SELECT 1 FROM rows)",
    "party_rows": "SELECT EXISTS (SELECT 1 FROM party_rows)",
}
_MADE: Final = "SELECT name FROM sqlite_master"
_UNFINISHED: Final = "SELECT table_name FROM secrets WHERE name = ? ORDER BY table_name"

_Result = TypeVar("_Result")


class SqliteStore:
    """All that a server keeps, in one folder; made by `open_store`."""

    def __init__(self, folder: Path) -> None:
        tables = partial(_connect, folder / TABLES_FILE, TABLES)
        secrets = partial(_connect, folder / SECRETS_FILE, SECRETS)
        damage = self._damage = Damage()
        self._tables = GroupCommit(tables, name="tables", damage=damage)
        self._secrets = GroupCommit(secrets, name="secrets", damage=damage)
        self._table_reader = _Reader(tables, name="reader", damage=damage)
        self._secret_reader = _Reader(secrets, name="reader", damage=damage)

    @property
    def is_damaged(self) -> bool:
        """Whether something that was kept could not be read any more."""
        return self._damage.is_found

    async def append(self, table: str, row: StoredRow) -> None:
        """Keep the next row of a table."""
        values = (table, row.number, row.by, row.action_id, VERSION, events_text(row))

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute(_APPEND, values).rowcount != 1:
                (number,) = connection.execute(_NEXT, (table,)).fetchone()
                raise StoreConflict("row-conflict", value=row.number, limit=number)

        await self._tables.do(work)

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        """The whole log of a table."""

        def read(connection: sqlite3.Connection) -> tuple[StoredRow, ...]:
            rows = tuple(
                read_row(
                    table, number=number, action_id=action_id, by=by, version=version, events=events
                )
                for number, action_id, by, version, events in connection.execute(_LOAD, (table,))
            )
            for expected, row in enumerate(rows, start=1):
                if row.number != expected:
                    raise StoreError("row-damaged", table=table, value=expected)
            return rows

        return await self._table_reader.do(read)

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
        """Give a seat to a holder alone."""
        values = (holding.table, holding.seat, holding.holder)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(_LET_GO, values[:2])
            connection.execute(_HOLD, values)

        await self._tables.do(work)

    async def also_hold(self, holding: Holding, *, beside: bytes) -> bool:
        """Give a seat to a holder, beside one who has it."""
        values = (holding.table, holding.seat, holding.holder)

        def work(connection: sqlite3.Connection) -> bool:
            (has_seat,) = connection.execute(_HOLDS, (*values[:2], beside)).fetchone()
            if has_seat:
                connection.execute(_HOLD, values)
            return bool(has_seat)

        return await self._tables.do(work)

    async def held_by(self, holder: bytes) -> tuple[Holding, ...]:
        """All that a holder holds, the newest first."""
        return await self._table_reader.do(partial(_holdings, query=_HELD_BY, value=holder))

    async def held_at(self, table: str) -> tuple[Holding, ...]:
        """Who holds the seats of a table."""
        return await self._table_reader.do(partial(_holdings, query=_HELD_AT, value=table))

    async def note_asleep(self, table: str, since: float) -> None:
        """Remember since when a table sleeps."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(_SLEEP, (table, since))

        await self._tables.do(work)

    async def note_awake(self, table: str) -> None:
        """Remember that it does not."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(_WAKE, (table,))

        await self._tables.do(work)

    async def asleep(self) -> tuple[Asleep, ...]:
        """Which tables sleep, the longest asleep first."""

        def read(connection: sqlite3.Connection) -> tuple[Asleep, ...]:
            return tuple(Asleep(*row) for row in connection.execute(_SLEEPING))

        return await self._table_reader.do(read)

    async def unfinished(self) -> tuple[str, ...]:
        """The tables whose seed is kept."""

        def read(connection: sqlite3.Connection) -> tuple[str, ...]:
            return tuple(table for (table,) in connection.execute(_UNFINISHED, (SEED,)))

        return await self._secret_reader.do(read)

    async def append_party(self, party: str, row: PartyRow) -> None:
        """Keep the next row of a party."""
        await self._tables.do(partial(sqlite_parties.append, party=party, row=row))

    async def load_party(self, party: str) -> tuple[PartyRow, ...]:
        """The whole log of a party."""
        return await self._table_reader.do(partial(sqlite_parties.load, party=party))

    async def note_member(self, party: str, holder: bytes) -> None:
        """Let a holder find a party."""
        await self._tables.do(partial(sqlite_parties.note, party=party, holder=holder))

    async def forget_member(self, party: str, holder: bytes) -> None:
        """Let a holder find it no longer."""
        await self._tables.do(partial(sqlite_parties.forget, party=party, holder=holder))

    async def parties_of(self, holder: bytes) -> tuple[str, ...]:
        """The parties of a holder, the newest first."""
        return await self._table_reader.do(partial(sqlite_parties.found_by, holder=holder))

    async def check(self) -> None:
        """Return when something could be kept now; `StoreError` where not."""
        await self._tables.do(partial(_try_to_write, insert=_PUT_IN_ROWS, delete=_TAKE_FROM_ROWS))
        await self._secrets.do(
            partial(_try_to_write, insert=_PUT_IN_SECRETS, delete=_TAKE_FROM_SECRETS)
        )

    def close(self) -> None:
        """Write what was asked for and let the files go."""
        for part in (self._tables, self._secrets, self._table_reader, self._secret_reader):
            part.close()


def open_store(folder: Path) -> SqliteStore:
    """The store in this folder, which is made if need be, for its owner alone.

    Refuses with `StoreError` what cannot be opened, is damaged, locked, written by a later version or
    not ours, and one file without the other, before anything is changed.
    """
    tables, secrets = folder / TABLES_FILE, folder / SECRETS_FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_both(tables, secrets)
        for file, schema in ((tables, TABLES), (secrets, SECRETS)):
            file.touch(mode=0o600)
            with closing(_open(file)) as connection:
                _set_up(connection, schema)
                bring_up_to_date(connection, schema)
    except (sqlite3.Error, UnicodeError) as error:
        raise StoreError("store-not-opened", value=str(folder), found=str(error)) from error
    except OSError as error:
        found = error.strerror or type(error).__name__
        raise StoreError("store-not-opened", value=str(folder), found=found) from error
    return SqliteStore(folder)


def _check_both(tables: Path, secrets: Path) -> None:
    """Refuse one file of the two where the other is gone: what it held would be gone without a word.

    The file of tables is made first, and nothing is written to it before the other is there.
    """
    has_secrets = _is_made(secrets, SECRETS)
    if not _is_made(tables, TABLES):
        if has_secrets or _has_wal(tables):
            raise StoreError("no-tables", value=str(tables))
    elif not has_secrets and _has_games(tables):
        raise StoreError("no-secrets", value=str(secrets))
    if not has_secrets and _has_wal(secrets):
        raise StoreError("no-secrets", value=str(secrets))


def _is_made(file: Path, schema: Schema) -> bool:
    """Whether a file was ever set up; SQLite must not see an empty one: it drops its `-wal` file."""
    if _is_empty(file):
        return False
    with closing(_open(file)) as connection:
        return version_of(connection, schema) > 0


def _has_wal(file: Path) -> bool:
    """Whether rows lie beside a file that is gone."""
    return _is_empty(file) and not _is_empty(file.with_name(f"{file.name}-wal"))


def _is_empty(file: Path) -> bool:
    return not file.exists() or file.stat().st_size == 0


def _has_games(tables: Path) -> bool:
    with closing(_open(tables)) as connection:
        made = {name for (name,) in connection.execute(_MADE)}
        logs = (ask for name, ask in _LOGS.items() if name in made)
        return any(connection.execute(ask).fetchone() == (1,) for ask in logs)


class _Reader:
    """One thread with a connection of its own, which a writer never keeps waiting."""

    def __init__(
        self, connect: Callable[[], sqlite3.Connection], *, name: str, damage: Damage
    ) -> None:
        self._connect = connect
        self._damage = damage
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
        except StoreError as error:
            self._damage.note(error)
            raise
        except (sqlite3.Error, UnicodeError) as error:
            self._let_go()
            failed = store_error(error)
            self._damage.note(failed)
            raise failed from error

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


def _connect(file: Path, schema: Schema) -> sqlite3.Connection:
    """A connection to a file that `open_store` set up, ready for `BEGIN`; makes no new one."""
    connection = _open(file)
    try:
        if version_of(connection, schema) == 0:
            raise StoreError("store-vanished", value=file.name)
        _set_up(connection, schema)
    except BaseException:
        connection.close()
        raise
    return connection


def _open(file: Path) -> sqlite3.Connection:
    """A connection to a file that is there."""
    place = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(place, uri=True, timeout=_BUSY_MS / 1000, isolation_level=None)


def _set_up(connection: sqlite3.Connection, schema: Schema) -> None:
    """Make what is written safe; refuses a file that is not ours before anything is changed."""
    version_of(connection, schema)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")


def _try_to_write(connection: sqlite3.Connection, *, insert: str, delete: str) -> None:
    """Write, and leave nothing behind: what is written and taken back at once is on disk too.

    A full disk often has room for a page yet, and none for the several of a row.
    """
    connection.execute(insert, (_TRIED_BYTES,))
    connection.execute(delete)
