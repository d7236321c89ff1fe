"""Rows of a table's log as text to be stored, and back.

The text is a JSON list of the row's events; `VERSION` stands beside it, so that text of every past
version stays readable: a version that changes what is written here keeps the reading of the old.
"""

from __future__ import annotations

from typing import Final

import msgspec

from ohhell.rules.errors import OhHellError
from ohhell.rules.record import By
from ohhell.table.errors import StoreError
from ohhell.table.event_codec import log_event_from_plain, log_event_to_plain
from ohhell.table.ports import StoredRow

VERSION: Final = 1
"""Of what is written; readers know every version up to this one."""

ACTORS: Final[tuple[By, ...]] = ("person", "cpu", "timeout", "table")

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(list[object])


def events_text(row: StoredRow) -> str:
    """The events of a row as JSON."""
    return _ENCODER.encode([log_event_to_plain(event) for event in row.events]).decode()


def read_row(
    table: str, *, number: int, action_id: str | None, by: str, version: int, events: str
) -> StoredRow:
    """A row as it was stored; `StoreError` where it was damaged or a later program wrote it."""
    if version > VERSION:
        raise StoreError("store-newer", value=version, limit=VERSION)
    try:
        read = tuple(log_event_from_plain(plain) for plain in _DECODER.decode(events))
    except (OhHellError, msgspec.DecodeError) as error:
        raise StoreError("row-damaged", table=table, value=number) from error
    if by not in ACTORS or not read:
        raise StoreError("row-damaged", table=table, value=number)
    return StoredRow(number, action_id, by, read)
