"""Parties in SQLite: statements for a connection that a thread of the store has open."""

from __future__ import annotations

import sqlite3
from typing import Final

from ohhell.store.codec import VERSION, party_events_text, read_party_row
from ohhell.table.errors import StoreConflict, StoreError
from ohhell.table.party_events import PartyRow

_APPEND: Final = """
INSERT INTO party_rows (party, number, at, by, action_id, version, events)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
WHERE (SELECT coalesce(max(number), 0) FROM party_rows WHERE party = ?1) = ?2 - 1
"""
_NEXT: Final = "SELECT coalesce(max(number), 0) + 1 FROM party_rows WHERE party = ?"
_LOAD: Final = """
SELECT number, at, by, action_id, version, events FROM party_rows WHERE party = ? ORDER BY number
"""
_NOTE: Final = "REPLACE INTO party_members (party, holder) VALUES (?, ?)"
_FORGET: Final = "DELETE FROM party_members WHERE party = ? AND holder = ?"
_FOUND_BY: Final = "SELECT party FROM party_members WHERE holder = ? ORDER BY place DESC"


def append(connection: sqlite3.Connection, *, party: str, row: PartyRow) -> None:
    """Keep the next row of a party, or refuse one that is not the next."""
    text = party_events_text(row)
    values = (party, row.number, row.at, row.by, row.action_id, VERSION, text)
    if connection.execute(_APPEND, values).rowcount != 1:
        (number,) = connection.execute(_NEXT, (party,)).fetchone()
        raise StoreConflict("row-conflict", value=row.number, limit=number)


def load(connection: sqlite3.Connection, *, party: str) -> tuple[PartyRow, ...]:
    """The whole log of a party."""
    rows = tuple(
        read_party_row(
            number=number, at=at, by=by, action_id=action_id, version=version, events=events
        )
        for number, at, by, action_id, version, events in connection.execute(_LOAD, (party,))
    )
    for expected, row in enumerate(rows, start=1):
        if row.number != expected:
            raise StoreError("party-damaged", value=expected)
    return rows


def note(connection: sqlite3.Connection, *, party: str, holder: bytes) -> None:
    """Let a holder find a party."""
    connection.execute(_NOTE, (party, holder))


def forget(connection: sqlite3.Connection, *, party: str, holder: bytes) -> None:
    """Let a holder find it no longer."""
    connection.execute(_FORGET, (party, holder))


def found_by(connection: sqlite3.Connection, *, holder: bytes) -> tuple[str, ...]:
    """The parties of a holder, the newest first."""
    return tuple(party for (party,) in connection.execute(_FOUND_BY, (holder,)))
