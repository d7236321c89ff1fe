"""The record of a game: a text file of JSON lines, appended action by action.

The first line is the header (rulebook, seats, commitment); every further line is one action with
its consequences as a watcher may see them, so a record hides what is hidden while the game runs.
Whoever holds the secret can restore the whole truth from it.  The format is in docs/record.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast

from ohhell.rules import events as ev
from ohhell.rules.axes import Bidding
from ohhell.rules.errors import OhHellError
from ohhell.rules.event_codec import CodecError, event_from_plain, event_to_plain
from ohhell.rules.projection import mask
from ohhell.rules.rulebook import Rulebook, parse_rulebook

FORMAT: Final = "ohhell"
VERSION: Final = 1
PERSON: Final = "person"
"""What the header says of a seat where a person sits; other seats name their CPU level."""

By = Literal["person", "cpu", "timeout", "table"]
"""Who acted: the person, a CPU player, a CPU player for want of time, or the table itself."""

_BY: Final[tuple[By, ...]] = ("person", "cpu", "timeout", "table")


@dataclass(frozen=True, slots=True)
class Header:
    """What is fixed before the first action; `players[seat]` is `person` or a CPU level.

    `started` is the date and time in UTC (ISO 8601), for people only.
    """

    rulebook: Rulebook
    names: tuple[str, ...]
    players: tuple[str, ...]
    persons: tuple[int, ...]
    commitment: bytes
    started: str

    @property
    def event(self) -> ev.GameStarted:
        """The first event of the game this header belongs to."""
        return ev.GameStarted(self.rulebook, self.names, self.persons, self.commitment)


@dataclass(frozen=True, slots=True)
class Row:
    """One action of the true log with its consequences; row 1 is `GameStarted`, the header."""

    number: int
    by: By
    events: tuple[ev.Event, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One action as the record shows it; `line` is its place in the file, the header's is 1."""

    line: int
    number: int
    by: By
    events: tuple[ev.SeenEvent, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a record: the line (from 1), a stable code and its parameters."""

    line: int
    error: OhHellError


@dataclass(frozen=True, slots=True)
class Record:
    """A record as far as it could be read; `header` is None where the first line is no header."""

    header: Header | None
    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]
    is_cut: bool
    """The last line is broken off; everything before it was read."""

    @property
    def seed(self) -> bytes | None:
        """The secret, where the record reveals it; nothing that comes after it counts."""
        for line in self.lines:
            for event in line.events:
                if isinstance(event, ev.SeedRevealed):
                    return event.seed
        return None

    @property
    def is_over(self) -> bool:
        """Whether the record says that the game ended or was abandoned."""
        return any(
            isinstance(event, (ev.GameEnded, ev.GameAbandoned))
            for line in self.lines
            for event in line.events
        )


class RecordError(OhHellError):
    """A line of a record that cannot be what it should be."""


# ---------------------------------------------------------------------------- writing


def header_line(header: Header) -> str:
    """The first line of a record, without its line end."""
    return _dump(
        {
            "record": FORMAT,
            "version": VERSION,
            "started": header.started,
            "rulebook": str(header.rulebook),
            "seats": [
                {"name": name, "player": player}
                for name, player in zip(header.names, header.players, strict=True)
            ],
            "persons": list(header.persons),
            "commitment": header.commitment.hex(),
        }
    )


def row_line(row: Row, rulebook: Rulebook) -> str:
    """One line of a record, without its line end: the row as a watcher may see it."""
    hidden = rulebook.bidding is Bidding.ALL_AT_ONCE
    seen = [event_to_plain(mask(event, None, bids_hidden=hidden)) for event in row.events]
    return _dump({"number": row.number, "by": row.by, "events": seen})


def record_text(header: Header, rows: Iterable[Row]) -> str:
    """A whole record as text; `rows` are those after the first."""
    lines = [header_line(header), *(row_line(row, header.rulebook) for row in rows)]
    return "\n".join(lines) + "\n"


def _dump(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(", ", ": "))


# ---------------------------------------------------------------------------- reading


def read_record(text: str) -> Record:
    """Read a record to its end, collecting every fault with its line.

    A last line without a line end that is not whole is the mark of a file cut off while it was
    written: it is left out and `is_cut` is set, which is no fault.
    """
    faults: list[Fault] = []
    lines = text.split("\n")
    unfinished = lines.pop()
    is_cut = False
    if unfinished:
        if _is_whole(unfinished):
            lines.append(unfinished)
        else:
            is_cut = True
    header: Header | None = None
    read: list[Line] = []
    if not lines:
        faults.append(Fault(1, RecordError("no-header")))
    for place, raw in enumerate(lines, start=1):
        if place > 1 and not raw.strip():
            faults.append(Fault(place, RecordError("empty-line")))
            continue
        try:
            plain = _load(raw)
            if place == 1:
                header = _read_header(plain)
            else:
                read.append(_read_line(plain, place))
        except OhHellError as error:
            faults.append(Fault(place, error))
    for earlier, later in _pairs(read):
        if later.number != earlier + 1:
            error = RecordError("wrong-number", value=later.number, limit=earlier + 1)
            faults.append(Fault(later.line, error))
    faults.sort(key=lambda fault: fault.line)
    return Record(header, tuple(read), tuple(faults), is_cut)


def _pairs(lines: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    number = 1  # the header is the first row
    for line in lines:
        yield number, line
        number = line.number


def _is_whole(raw: str) -> bool:
    try:
        return isinstance(json.loads(raw), dict)
    except (ValueError, RecursionError):
        return False


def _load(raw: str) -> dict[str, object]:
    def refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
        plain = dict(pairs)
        if len(plain) != len(pairs):
            raise RecordError("key-twice", found=raw[:40])
        return plain

    try:
        plain: object = json.loads(raw, object_pairs_hook=refuse_twice)
    except RecordError:
        raise
    except (ValueError, RecursionError):
        raise RecordError("not-json", found=raw[:40]) from None
    if not isinstance(plain, dict):
        raise RecordError("not-an-object", found=raw[:40])
    return cast("dict[str, object]", plain)


def _field(plain: dict[str, object], name: str, kind: type) -> object:
    if name not in plain:
        raise RecordError("missing-key", field=name)
    value = plain[name]
    if type(value) is not kind:
        raise RecordError("bad-key", field=name, found=str(value)[:40])
    return value


def _only(plain: dict[str, object], *names: str) -> None:
    for name in plain:
        if name not in names:
            raise RecordError("unknown-key", field=name[:40])


def _read_header(plain: dict[str, object]) -> Header:
    if plain.get("record") != FORMAT:
        raise RecordError("not-a-record", found=str(plain.get("record"))[:40], limit=FORMAT)
    version = plain.get("version")
    if type(version) is not int or version != VERSION:  # 1.0 and true are equal to 1
        raise RecordError("unknown-version", found=str(version)[:40], limit=str(VERSION))
    _only(plain, "record", "version", "started", "rulebook", "seats", "persons", "commitment")
    seats = cast("list[object]", _field(plain, "seats", list))
    names: list[str] = []
    players: list[str] = []
    for entry in seats:
        seat = cast("dict[str, object]", entry) if isinstance(entry, dict) else {}
        names.append(cast("str", _field(seat, "name", str)))
        players.append(cast("str", _field(seat, "player", str)))
        _only(seat, "name", "player")
    rulebook = parse_rulebook(cast("str", _field(plain, "rulebook", str)))
    if len(names) != rulebook.players:
        limit = rulebook.players
        raise RecordError("wrong-number-of-names", value=len(names), limit=limit)
    started = event_from_plain(
        {
            "event": "started",
            "rulebook": str(rulebook),
            "names": names,
            "persons": plain.get("persons"),
            "commitment": plain.get("commitment"),
        }
    )
    assert isinstance(started, ev.GameStarted), "read from its tag"
    if len(started.commitment) != 32:
        raise RecordError("bad-key", field="commitment", found=started.commitment.hex()[:40])
    if any(not 0 <= seat < rulebook.players for seat in started.persons) or (
        tuple(sorted(set(started.persons))) != started.persons
    ):
        raise RecordError("bad-key", field="persons", found=str(started.persons))
    for seat, player in enumerate(players):
        if not player:
            raise RecordError("no-player", seat=seat)
        if seat in started.persons and player != PERSON:
            raise RecordError("not-a-person", seat=seat, found=player[:40], right=PERSON)
    when = cast("str", _field(plain, "started", str))
    return Header(
        rulebook, started.names, tuple(players), started.persons, started.commitment, when
    )


def _read_line(plain: dict[str, object], place: int) -> Line:
    _only(plain, "number", "by", "events")
    number = cast("int", _field(plain, "number", int))
    by = cast("str", _field(plain, "by", str))
    if by not in _BY:
        raise RecordError("bad-key", field="by", found=by[:40])
    seen: list[ev.SeenEvent] = []
    for entry in cast("list[object]", _field(plain, "events", list)):
        event = event_from_plain(entry)
        if isinstance(event, (ev.RoundDealt, ev.GameStarted)):
            tag = cast("str", cast("dict[str, object]", entry)["event"])
            raise CodecError("event-not-in-records", found=tag)
        seen.append(event)
    if not seen:
        raise RecordError("no-events")
    return Line(place, number, by, tuple(seen))
