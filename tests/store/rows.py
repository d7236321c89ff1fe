"""Plain rows for tests of stores that care about rows and not about games, and what lies on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ohhell.rules import events as ev
from ohhell.rules.cards import Card
from ohhell.store.sqlite import SqliteStore
from ohhell.table.ports import StoredRow

Open = Callable[[], SqliteStore]
"""What the fixture `open_at` gives."""


def row(number: int, *, action_id: str | None = None) -> StoredRow:
    """A row that differs from its neighbours."""
    events = (ev.CardPlayed(number % 4, Card(number % 52)), ev.TrickTaken(number % 3))
    return StoredRow(number, action_id or f"act-{number}", "person", events)


def contents(folder: Path) -> dict[str, bytes]:
    """What the files of a folder hold."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}
