"""Plain rows for tests of stores that care about rows and not about games."""

from __future__ import annotations

from ohhell.rules import events as ev
from ohhell.rules.cards import Card
from ohhell.table.ports import StoredRow


def row(number: int, *, action_id: str | None = None) -> StoredRow:
    """A row that differs from its neighbours."""
    events = (ev.CardPlayed(number % 4, Card(number % 52)), ev.TrickTaken(number % 3))
    return StoredRow(number, action_id or f"act-{number}", "person", events)
