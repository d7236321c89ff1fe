"""Writing the rows of many tables with few statements, each of which is next in its log.

Every statement takes the interpreter's lock from the thread that runs the tables, and gets it back only
after a while when that thread is busy; a statement for a hundred rows does so once.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from ohhell.store.group_commit import Row
from ohhell.table.errors import StoreConflict, StoreError

_MOST_TOGETHER: Final = 100
"""Rows of one statement; every SQLite allows ten times as many values."""

_MOST_KNOWN: Final = 20_000
"""Tables whose last row is remembered."""

_INSERT: Final = "INSERT INTO rows (table_name, number, by, action_id, version, events) VALUES "
_VALUES: Final = "(?, ?, ?, ?, ?, ?)"

_LAST: Final = "SELECT coalesce(max(number), 0) FROM rows WHERE table_name = ?"


class RowWriter:
    """The port `WriteRows` for rows (table, number, by, action id, version, events).

    It remembers the last row it wrote of each table.  Logs only grow: a row that follows the one
    remembered is next, unless another program has written, and then its key is taken.
    """

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None
        self._last: OrderedDict[object, int] = OrderedDict()

    def __call__(
        self, connection: sqlite3.Connection, rows: Sequence[Row]
    ) -> Sequence[StoreError | None]:
        """Write the rows that are next in their logs; a `StoreConflict` for each other one."""
        if connection is not self._connection:  # what was written by the one before may be undone
            self._connection = connection
            self._last.clear()
        outcomes: list[StoreError | None] = [None] * len(rows)
        together: list[int] = []
        for place, row in enumerate(rows):
            table, number = row[0], row[1]
            assert isinstance(number, int)
            if self._last.get(table) != number - 1:
                self._write(connection, rows, together, outcomes)
                together = []
                outcomes[place] = self._check(connection, table, number)
                if outcomes[place] is not None:
                    continue
            self._remember(table, number)
            together.append(place)
            if len(together) == _MOST_TOGETHER:
                self._write(connection, rows, together, outcomes)
                together = []
        self._write(connection, rows, together, outcomes)
        return outcomes

    def _write(
        self,
        connection: sqlite3.Connection,
        rows: Sequence[Row],
        places: Sequence[int],
        outcomes: list[StoreError | None],
    ) -> None:
        """Write the rows at these places, or note which of them are not next."""
        if not places:
            return
        values = [value for place in places for value in rows[place]]
        try:
            connection.execute(_INSERT + ", ".join([_VALUES] * len(places)), values)
        except sqlite3.IntegrityError:  # another program wrote; the whole statement is undone
            for place in places:
                table, number = rows[place][0], rows[place][1]
                assert isinstance(number, int)
                outcomes[place] = self._check(connection, table, number)
                if outcomes[place] is None:
                    connection.execute(_INSERT + _VALUES, rows[place])

    def _check(
        self, connection: sqlite3.Connection, table: object, number: int
    ) -> StoreConflict | None:
        """Why a row is not the next of its log, by what the log says."""
        (last,) = connection.execute(_LAST, (table,)).fetchone()
        self._remember(table, last)
        if last == number - 1:
            return None
        return StoreConflict("row-conflict", value=number, limit=last + 1)

    def _remember(self, table: object, number: int) -> None:
        self._last[table] = number
        self._last.move_to_end(table)
        if len(self._last) > _MOST_KNOWN:
            self._last.popitem(last=False)
