"""Rows of a table's or a party's log as text to be stored, and back.

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
from ohhell.table.party_codec import party_event_from_plain, party_event_to_plain
from ohhell.table.party_events import PartyRow
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


def party_events_text(row: PartyRow) -> str:
    """The events of a party's row as JSON."""
    return _ENCODER.encode([party_event_to_plain(event) for event in row.events]).decode()


def read_party_row(
    *, number: int, at: float, by: int | None, action_id: str | None, version: int, events: str
) -> PartyRow:
    """A party's row as it was stored; `StoreError` as with a table's."""
    if version > VERSION:
        raise StoreError("store-newer", value=version, limit=VERSION)
    try:
        read = tuple(party_event_from_plain(plain) for plain in _DECODER.decode(events))
    except (OhHellError, msgspec.DecodeError) as error:
        raise StoreError("party-damaged", value=number) from error
    if not read:
        raise StoreError("party-damaged", value=number)
    return PartyRow(number, at, by, action_id, read)
