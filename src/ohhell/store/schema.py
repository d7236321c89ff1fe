"""What the SQLite files hold, version by version.

A file is brought to the newest version when it is opened, by the statements of each version it
lacks; a new file gets all of them.  What once stood here stays as it is: files were made by it.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from ohhell.table.errors import StoreError

APPLICATION: Final = 0x4F48656C
"""Says in `application_id` that a file is ours: "OHel"."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The statements that make each version, from 1, out of the one before."""

    versions: tuple[tuple[str, ...], ...]


TABLES: Final = Schema(
    (
        (
            """
            CREATE TABLE rows (
                table_name TEXT NOT NULL,
                number INTEGER NOT NULL,
                by TEXT NOT NULL,
                action_id TEXT,
                version INTEGER NOT NULL,
                events TEXT NOT NULL,
                PRIMARY KEY (table_name, number)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE holdings (
                place INTEGER PRIMARY KEY AUTOINCREMENT,
                table_name TEXT NOT NULL,
                seat INTEGER NOT NULL,
                holder BLOB NOT NULL,
                UNIQUE (table_name, seat)
            )
            """,
            "CREATE INDEX holdings_by_holder ON holdings (holder)",
        ),
        (
            "ALTER TABLE holdings RENAME TO holdings_1",
            """
            CREATE TABLE holdings (
                place INTEGER PRIMARY KEY AUTOINCREMENT,
                table_name TEXT NOT NULL,
                seat INTEGER NOT NULL,
                holder BLOB NOT NULL,
                UNIQUE (table_name, seat, holder)
            )
            """,
            """
            INSERT INTO holdings (place, table_name, seat, holder)
            SELECT place, table_name, seat, holder FROM holdings_1
            """,
            "DROP TABLE holdings_1",
            "CREATE INDEX holdings_by_holder ON holdings (holder)",
            """
            CREATE TABLE sleeping (
                table_name TEXT PRIMARY KEY,
                since REAL NOT NULL
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE party_rows (
                party TEXT NOT NULL,
                number INTEGER NOT NULL,
                at REAL NOT NULL,
                by INTEGER,
                action_id TEXT,
                version INTEGER NOT NULL,
                events TEXT NOT NULL,
                PRIMARY KEY (party, number)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE party_members (
                place INTEGER PRIMARY KEY AUTOINCREMENT,
                party TEXT NOT NULL,
                holder BLOB NOT NULL,
                UNIQUE (party, holder)
            )
            """,
            "CREATE INDEX party_members_by_holder ON party_members (holder)",
        ),
    )
)
"""The logs, who holds which seat, since when tables sleep, and who finds which parties."""

SECRETS: Final = Schema(
    (
        (
            """
            CREATE TABLE secrets (
                table_name TEXT NOT NULL,
                name TEXT NOT NULL,
                secret BLOB NOT NULL,
                PRIMARY KEY (table_name, name)
            ) WITHOUT ROWID
            """,
        ),
    )
)
"""The seeds of running games, and whatever else must not stand in a log."""


def bring_up_to_date(connection: sqlite3.Connection, schema: Schema) -> None:
    """Give a file its newest schema, whole or not at all.

    Refuses with `StoreError` what is not ours or was written by a later version.
    """
    if version_of(connection, schema) == len(schema.versions):
        return
    connection.execute("BEGIN IMMEDIATE")
    # Asked again: two programs may start at once.
    for statements in schema.versions[version_of(connection, schema) :]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(schema.versions)}")
    connection.execute("COMMIT")


def version_of(connection: sqlite3.Connection, schema: Schema) -> int:
    """The version a file has, 0 for an empty one; refuses what is not ours or of a later version."""
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
        return 0
    if pragma(connection, "application_id") != APPLICATION:
        raise StoreError("store-foreign")
    version = pragma(connection, "user_version")
    if version > len(schema.versions):
        raise StoreError("store-newer", value=version, limit=len(schema.versions))
    return version


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """A number that SQLite keeps beside the data."""
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)
