"""The lines of `FILE.secret`: what a table must remember and its record must not show.

After the first line come secrets, and notes that complete rows of the record.
A note is written before its row, so one without its row is the mark of a program that was stopped
in between.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, cast

from ohhell.rules.cards import Seat
from ohhell.rules.errors import OhHellError
from ohhell.rules.record import By
from ohhell.table.event_codec import log_event_from_plain, log_event_to_plain
from ohhell.table.events import TABLE_EVENTS, LogEvent, TableEvent

FORMAT: Final = "ohhell"
VERSION: Final = 1
_BYS: Final[tuple[By, ...]] = ("person", "cpu", "timeout", "table")


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line: what kind of file this is."""


@dataclass(frozen=True, slots=True)
class Secret:
    """Something secret and its name."""

    name: str
    value: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """What row `number` of a table holds beside what the record says of it.

    `events` are all of the row's in order, None for each that the record has; `bid` is the one
    that the record hides: round number, seat, tricks.
    """

    number: int
    by: By
    action_id: str | None
    events: tuple[TableEvent | None, ...]
    bid: tuple[int, Seat, int] | None

    @property
    def is_whole_row(self) -> bool:
        """Whether the record has no line for this row."""
        return None not in self.events

    @property
    def is_needed(self) -> bool:
        """Whether it says anything that the record does not."""
        return any(self.events) or self.action_id is not None or self.bid is not None


def completed(note: Note, game_events: tuple[LogEvent, ...]) -> tuple[LogEvent, ...]:
    """The events of a row, its game's ones put back where they were."""
    rest = iter(game_events)
    return tuple(next(rest) if event is None else event for event in note.events)


def line_of(entry: Heading | Secret | Note) -> str:
    """One line, without its line end."""
    match entry:
        case Heading():
            plain: dict[str, object] = {"secrets": FORMAT, "version": VERSION}
        case Secret():
            plain = {"name": entry.name, "secret": entry.value.hex()}
        case Note():
            events = [
                None if event is None else log_event_to_plain(event) for event in entry.events
            ]
            plain = {"row": entry.number, "by": entry.by, "id": entry.action_id, "events": events}
            plain["bid"] = None if entry.bid is None else list(entry.bid)
    return json.dumps(plain, ensure_ascii=False)


def entry_of(line: str) -> Heading | Secret | Note:
    """The inverse of `line_of`; raises ValueError for anything else."""
    try:
        plain = cast("dict[str, object]", json.loads(line))
        match plain:
            case {"secrets": str(kind), "version": version}:
                if (kind, version) != (FORMAT, VERSION):
                    raise OhHellError("unknown-version", found=str(version), limit=str(VERSION))
                return Heading()
            case {"name": str(name), "secret": str(secret)}:
                return Secret(name, bytes.fromhex(secret))
            case {"row": int(number), "by": str(by), "id": None | str() as action_id}:
                return Note(
                    number, _by(by), action_id, _events(plain["events"]), _bid(plain["bid"])
                )
            case _:
                raise ValueError
    except (KeyError, TypeError, RecursionError):
        raise ValueError from None


def _by(text: str) -> By:
    for by in _BYS:
        if by == text:
            return by
    raise ValueError


def _events(plain: object) -> tuple[TableEvent | None, ...]:
    events: list[TableEvent | None] = []
    for entry in cast("list[object]", plain):
        event = None if entry is None else log_event_from_plain(entry)
        if event is not None and not isinstance(event, TABLE_EVENTS):
            raise ValueError
        events.append(event)
    return tuple(events)


def _bid(plain: object) -> tuple[int, Seat, int] | None:
    if plain is None:
        return None
    match plain:
        case [int(number), int(seat), int(tricks)]:
            return number, seat, tricks
        case _:
            raise ValueError
