"""A table's log as the record of its game: what a watcher may see, as anyone may check it."""

from __future__ import annotations

from collections.abc import Sequence

from ohhell.rules import events as ev
from ohhell.rules.record import Header, Row, record_text
from ohhell.table.events import TABLE_EVENTS, LogEvent, Opened, Sat
from ohhell.table.ports import StoredRow


def header_of(events: Sequence[LogEvent]) -> Header:
    """The header that the first row of a table comes to."""
    started = next(event for event in events if isinstance(event, ev.GameStarted))
    return Header(
        rulebook=started.rulebook,
        names=started.names,
        players=tuple(event.player for event in events if isinstance(event, Sat)),
        persons=started.persons,
        commitment=started.commitment,
        started=next(event.at for event in events if isinstance(event, Opened)),
    )


def record_of(rows: Sequence[StoredRow]) -> str:
    """The record as text; rows that tell of the table alone are left out, and not counted."""
    kept: list[Row] = []
    for row in rows[1:]:
        events = tuple(event for event in row.events if not isinstance(event, TABLE_EVENTS))
        if events:
            kept.append(Row(len(kept) + 2, row.by, events))
    return record_text(header_of(rows[0].events), kept)
