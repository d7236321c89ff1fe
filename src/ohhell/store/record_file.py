"""One table kept as a record file that people can read, with its secrets beside it.

The record (docs/record.md) shows what a watcher may see.  All else that the table needs to go on
lies in `FILE.secret`, readable by its owner alone, and only until the game is over: the seed, bids
still face down, nonces, and what concerns the table rather than the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from ohhell.rules import events as ev
from ohhell.rules.axes import Bidding
from ohhell.rules.cards import Seat
from ohhell.rules.errors import DealError, OhHellError
from ohhell.rules.record import Fault, Header, Record, Row, header_line, read_record, row_line
from ohhell.rules.retrace import HiddenBids, retrace
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.shuffle import check_seed
from ohhell.store.append_file import AppendFile, read_whole, refuse
from ohhell.store.side_notes import Heading, Note, Secret, completed, entry_of, line_of
from ohhell.table.errors import StoreConflict, StoreError
from ohhell.table.events import (
    TABLE_EVENTS,
    CpuTookOver,
    LogEvent,
    Opened,
    PauseWanted,
    Resigned,
    Resumed,
    Returned,
    Sat,
    SettingsChanged,
    StandInWanted,
    VotedOut,
)
from ohhell.table.ports import StoredRow
from ohhell.table.settings import Settings

_SEED: Final = "seed"


def secret_path(path: Path) -> Path:
    """Where the secrets of a record lie while its game runs."""
    return path.with_name(path.name + ".secret")


class RecordFile:
    """An `EventStore` and `SecretStore` for one table, the one of the name `table`.

    Made by `create` or `open`; only one program at a time can hold the record of a running game.
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self.table: Final = path.name
        self._rows: list[StoredRow] = []
        self._secrets: dict[str, bytes] = {}
        self._record: AppendFile | None = None
        self._notes: AppendFile | None = None
        self._rulebook: Rulebook | None = None
        self._lines = 0
        self._round = 0

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new record, for a table that is yet to be opened.

        Refuses where a record is already (`record-exists`) or where the secrets of one are left
        (`secrets-exist`): neither is ever overwritten.
        """
        if path.exists() or path.is_symlink():
            raise StoreError("record-exists", value=str(path))
        if not path.parent.is_dir():
            raise StoreError("folder-missing", value=str(path.parent))
        found = cls(path)
        if secret_path(path).exists() and found._take_over():
            return found
        found._notes = AppendFile.create(secret_path(path), mode=0o600, if_there="secrets-exist")
        try:
            found._notes.lock(if_taken="record-in-use", named=path)
            found._notes.append(line_of(Heading()))
        except StoreError:
            found._notes.delete()
            raise
        return found

    @classmethod
    def open(cls, path: Path) -> Self:
        """A record that exists; broken ends of a program that was stopped are cut off.

        Refuses a record that is not there (`record-missing`), is played elsewhere now
        (`record-in-use`), has faults (`record-faulty`), or whose game runs and whose secrets are
        lost (`secrets-missing`) or damaged (`secrets-faulty`).
        """
        found = cls(path)
        try:
            found._read()
        except BaseException:
            found.close()
            raise
        return found

    def close(self) -> None:
        """Give the record free for other programs; what is stored stays."""
        for file in (self._record, self._notes):
            if file is not None:
                file.close()
        self._record = self._notes = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # ------------------------------------------------------------------ EventStore

    async def append(self, table: str, row: StoredRow) -> None:
        """Write a row: first its note, where it needs one, then its line of the record."""
        self._check_table(table)
        if row.number != len(self._rows) + 1:
            raise StoreConflict("row-conflict", value=row.number, limit=len(self._rows) + 1)
        if self._notes is None:
            raise StoreError("record-closed", value=str(self.path))
        if self._record is not None:
            self._record.check()
        game_events = tuple(e for e in row.events if not isinstance(e, TABLE_EVENTS))
        note = self._note(row)
        before = self._notes.length
        if note.is_needed:
            self._notes.append(line_of(note))
        try:
            if game_events:
                self._write_line(row, game_events)
        except StoreError:
            self._notes.cut_back(before)
            raise
        self._take(row, game_events)

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        """All rows; none for any other table than this file's."""
        return tuple(self._rows) if table == self.table else ()

    # ------------------------------------------------------------------ SecretStore

    async def keep(self, table: str, name: str, secret: bytes) -> None:
        """Write a secret beside the record."""
        self._check_table(table)
        if self._notes is None:
            raise StoreError("record-closed", value=str(self.path))
        if self._secrets.get(name, secret) != secret:
            raise StoreError("secret-exists", table=table, field=name)
        if name not in self._secrets:
            self._notes.append(line_of(Secret(name, secret)))
            self._secrets[name] = secret

    async def find(self, table: str, name: str) -> bytes | None:
        """A secret that lies beside the record."""
        return self._secrets.get(name) if table == self.table else None

    async def forget(self, table: str) -> None:
        """Delete the file of secrets; from now on the record is all there is."""
        if table == self.table and self._notes is not None:
            self._notes.delete()
            self._notes = None
            self._secrets.clear()

    def _take_over(self) -> bool:
        """Go on with the secrets of a program that was stopped before it wrote a record.

        No game of theirs was ever seen, so what they hold is replaced; whether they are such.
        """
        notes = AppendFile.open(secret_path(self.path), if_missing="secrets-missing")
        try:
            notes.lock(if_taken="record-in-use", named=self.path)
            if self.path.exists() or not _is_unbegun(notes):
                notes.close()
                return False
            notes.cut_back(0)
            notes.append(line_of(Heading()))
        except BaseException:
            notes.close()
            raise
        self._notes = notes
        return True

    # ------------------------------------------------------------------ writing

    def _check_table(self, table: str) -> None:
        if table != self.table:
            raise StoreError("other-table", value=table, limit=self.table)

    def _note(self, row: StoredRow) -> Note:
        bid: tuple[int, Seat, int] | None = None
        if self._rulebook is not None and self._rulebook.bidding is Bidding.ALL_AT_ONCE:
            for event in row.events:
                if isinstance(event, ev.BidMade):
                    bid = (self._round, event.seat, event.tricks)
        events = tuple(e if isinstance(e, TABLE_EVENTS) else None for e in row.events)
        return Note(row.number, row.by, row.action_id, events, bid)

    def _write_line(self, row: StoredRow, game_events: tuple[ev.Event, ...]) -> None:
        if self._record is not None and self._rulebook is not None:
            line = row_line(Row(self._lines + 1, row.by, game_events), self._rulebook)
            self._record.append(line)
            return
        record = AppendFile.create(self.path, mode=0o644, if_there="record-exists")
        try:
            record.append(header_line(_header(row.events)))
        except StoreError:
            with suppress(StoreError):
                record.delete()
            raise
        self._record = record

    def _take(self, row: StoredRow, game_events: Sequence[ev.Event]) -> None:
        """Remember a row that is stored."""
        self._rows.append(row)
        self._lines += bool(game_events)
        for event in game_events:
            if isinstance(event, ev.GameStarted):
                self._rulebook = event.rulebook
            elif isinstance(event, ev.RoundDealt):
                self._round = event.number

    # ------------------------------------------------------------------ reading

    def _read(self) -> None:
        if not secret_path(self.path).exists():
            record, header = _checked(self.path, read_record(_text(self.path)))
            if record.seed is None:
                raise StoreError("secrets-missing", value=str(secret_path(self.path)))
            self._join(header, _true_rows(self.path, record, header, record.seed, None), {})
            return
        self._record = AppendFile.open(self.path, if_missing="record-lost")
        self._notes = AppendFile.open(secret_path(self.path), if_missing="secrets-missing")
        self._notes.lock(if_taken="record-in-use", named=self.path)
        notes, offsets, places = self._read_notes(self._notes.read())
        record, header = _checked(self.path, read_record(self._record.read()))
        if _SEED not in self._secrets:
            raise _faulty_secrets(self.path, 1, "seed-lost")
        bids = {note.bid[:2]: note.bid[2] for note in notes.values() if note.bid is not None}
        seats = range(header.rulebook.players)
        for number, note in notes.items():
            if any(seat not in seats for event in note.events for seat in _seats(event)):
                raise _faulty_secrets(self.path, places[number], "not-a-note")
        rows = _true_rows(self.path, record, header, self._secrets[_SEED], bids)
        self._join(header, rows, notes)
        if not self._rows or not _is_opening(self._rows[0], header):
            raise _faulty_secrets(self.path, places.get(1, 1), "not-a-note")
        stale = [at for number, at in offsets.items() if number > len(self._rows)]
        if stale:  # notes of a row that never came
            self._notes.cut_back(min(stale))

    def _read_notes(self, text: str) -> tuple[dict[int, Note], dict[int, int], dict[int, int]]:
        """The notes by row, where in the file each begins, and its line; secrets are remembered."""
        notes: dict[int, Note] = {}
        offsets: dict[int, int] = {}
        places: dict[int, int] = {}
        offset = 0
        for place, line in enumerate(text.split("\n")[:-1], start=1):
            try:
                entry = entry_of(line)
            except OhHellError as error:
                raise _faulty_secrets(self.path, place, error.code) from None
            except ValueError:
                raise _faulty_secrets(self.path, place, "not-a-note") from None
            match entry:
                case Secret():
                    self._secrets[entry.name] = entry.value
                case Note():
                    if not entry.events:
                        raise _faulty_secrets(self.path, place, "not-a-note")
                    notes[entry.number], offsets[entry.number] = entry, offset
                    places[entry.number] = place
                case Heading():
                    pass
            offset += len(line.encode()) + 1
        return notes, offsets, places

    def _join(self, header: Header, rows: Sequence[Row], notes: Mapping[int, Note]) -> None:
        """Put the rows of the table together from the lines of the record and the notes."""
        lines = iter(rows)
        while True:
            number = len(self._rows) + 1
            note = notes.get(number)
            if note is not None and note.is_whole_row:
                self._take(StoredRow(number, note.action_id, note.by, completed(note, ())), ())
                continue
            row = next(lines, None)
            if row is None:
                return
            events: tuple[LogEvent, ...] = row.events
            if note is not None:
                if note.events.count(None) != len(events):
                    raise _faulty_secrets(self.path, number, "not-a-note")
                events = completed(note, events)
            elif number == 1:
                events = _opening(header)
            action_id = None if note is None else note.action_id
            self._take(StoredRow(number, action_id, row.by, events), row.events)


def _header(events: Sequence[LogEvent]) -> Header:
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


def _opening(header: Header) -> tuple[LogEvent, ...]:
    """The first row of a table, as far as a header tells of it."""
    seats = enumerate(zip(header.names, header.players, strict=True))
    return (
        Opened(header.started),
        SettingsChanged(Settings()),
        *(Sat(seat, name, player) for seat, (name, player) in seats),
        header.event,
    )


def _is_unbegun(notes: AppendFile) -> bool:
    """Whether these secrets have no row yet, so that no record was ever written to go with them."""
    with suppress(ValueError, OhHellError):
        text = notes.peek()
        heading = line_of(Heading()) + "\n"
        if len(text) < len(heading):
            return heading.startswith(text)
        whole = text[: text.rfind("\n")].split("\n")
        return text.startswith(heading) and all(
            isinstance(entry_of(line), Heading | Secret) for line in whole
        )
    return False


_OF_A_SEAT: Final = (Sat, CpuTookOver, Returned, Resigned, VotedOut, PauseWanted, Resumed)


def _seats(event: LogEvent | None) -> tuple[Seat, ...]:
    """The seats that an event of a table concerns."""
    if isinstance(event, StandInWanted):
        return (event.seat, event.by)
    return (event.seat,) if isinstance(event, _OF_A_SEAT) else ()


def _is_opening(row: StoredRow, header: Header) -> bool:
    """Whether a table can begin with this row: somebody sits at every seat of the game."""
    seats = sorted(event.seat for event in row.events if isinstance(event, Sat))
    return header.event in row.events and seats == list(range(header.rulebook.players))


def _checked(path: Path, record: Record) -> tuple[Record, Header]:
    """A record without a fault, and its header."""
    for fault in record.faults:
        raise _faulty_record(path, fault) from fault.error
    assert record.header is not None, "a record without faults has a header"
    return record, record.header


def _true_rows(
    path: Path, record: Record, header: Header, seed: bytes, bids: HiddenBids | None
) -> tuple[Row, ...]:
    try:
        check_seed(seed, header.commitment)
    except DealError as error:
        raise _faulty_secrets(path, 1, error.code) from None
    retraced = retrace(header, record.lines, seed=seed, hidden_bids=bids)
    for fault in retraced.faults:
        raise _faulty_record(path, fault) from fault.error
    return retraced.rows


def _text(path: Path) -> str:
    """A record that nobody goes on writing."""
    try:
        return read_whole(path).decode()
    except FileNotFoundError:
        raise StoreError("record-missing", value=str(path)) from None
    except OSError as error:
        refuse(path, error)
    except UnicodeDecodeError:
        raise StoreError("not-text", value=str(path)) from None


def _faulty_record(path: Path, fault: Fault) -> StoreError:
    """To be raised from the fault's own error, which says what is wrong."""
    return StoreError("record-faulty", value=str(path), line=fault.line, found=fault.error.code)


def _faulty_secrets(path: Path, line: int, found: str) -> StoreError:
    return StoreError("secrets-faulty", value=str(secret_path(path)), line=line, found=found)
