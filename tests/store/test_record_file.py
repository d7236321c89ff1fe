"""A record file keeps the laws of the stores, and whatever happens to it loses nothing."""

# ruff: noqa: ASYNC221, ASYNC240  (nothing else waits while these tests use the disk)

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ohhell.rules.events import CardPlayed, GameStarted, RoundDealt, SeedRevealed
from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from ohhell.rules.view import Phase
from ohhell.store.record_file import RecordFile, secret_path
from ohhell.table.errors import StoreError
from ohhell.table.events import (
    TABLE_EVENTS,
    CpuTookOver,
    LogEvent,
    Opened,
    Sat,
    SettingsChanged,
)
from ohhell.table.hall import Hall
from ohhell.table.messages import Abandon
from ohhell.table.ports import StoredRow
from ohhell.table.state import fold
from ohhell.table.table import Table
from ohhell.text import sentence
from tests.contracts.stores import (
    RULEBOOKS,
    EventStoreContract,
    SecretStoreContract,
    Store,
    seed_of,
    whole_log,
)
from tests.table.scripted import World

SHORT, CLUB, HIDDEN = RULEBOOKS


class RecordShelf:
    def __init__(self, directory: Path) -> None:
        self.path = directory / "game.ohhell"
        self.table = self.path.name
        self._open: list[RecordFile] = []

    def new(self) -> Store:
        return self._kept(RecordFile.create(self.path))

    def again(self, store: Store) -> Store:
        assert isinstance(store, RecordFile)
        store.close()
        return self._kept(RecordFile.open(self.path))

    def close(self) -> None:
        for file in self._open:
            file.close()

    def _kept(self, file: RecordFile) -> RecordFile:
        self._open.append(file)
        return file


class TestRecordEvents(EventStoreContract):
    @pytest.fixture
    def shelf(self, tmp_path: Path):
        shelf = RecordShelf(tmp_path)
        yield shelf
        shelf.close()


class TestRecordSecrets(SecretStoreContract):
    @pytest.fixture
    def shelf(self, tmp_path: Path):
        shelf = RecordShelf(tmp_path)
        yield shelf
        shelf.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.ohhell"


async def written(path: Path, rows: tuple[StoredRow, ...], count: int | None = None) -> None:
    """A record with the first rows of a log, its program gone."""
    with RecordFile.create(path) as store:
        await store.keep(path.name, "seed", seed_of(rows))
        for row in rows[:count]:
            await store.append(path.name, row)


def refusal(work: Callable[[], object]) -> StoreError:
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value


def is_tables_own(event: LogEvent) -> bool:
    return isinstance(event, TABLE_EVENTS)


def game_rows(rows: tuple[StoredRow, ...]) -> tuple[StoredRow, ...]:
    """A log without what only concerns the table, numbered anew."""
    kept: list[StoredRow] = []
    for row in rows:
        told = (Opened, SettingsChanged, Sat)
        events = tuple(e for e in row.events if isinstance(e, told) or not is_tables_own(e))
        if events:
            kept.append(StoredRow(len(kept) + 1, None, row.by, events))
    return tuple(kept)


# ---------------------------------------------------------------------------- what is in it


@pytest.mark.asyncio
@pytest.mark.parametrize("rulebook", RULEBOOKS)
async def test_the_record_is_one_that_verifies_and_hides_what_is_hidden(
    path: Path, rulebook: str
) -> None:
    rows = await whole_log(rulebook)
    dealt = False
    with RecordFile.create(path) as store:
        await store.keep(path.name, "seed", seed_of(rows))
        for row in rows:
            await store.append(path.name, row)
            text = path.read_text(encoding="utf-8")
            record = read_record(text)
            verdict = verify(record)
            assert not record.faults
            assert not record.is_cut
            assert not verdict.faults
            if any(isinstance(event, RoundDealt) for event in row.events):
                dealt = True
            if dealt and fold(rows[: row.number]).game.phase is Phase.BIDDING:
                state = fold(rows[: row.number]).game.round
                assert state is not None
                last = [line for line in text.splitlines() if '"event": "round"' in line][-1]
                hidden = {str(card) for hand in state.hands for card in hand}
                assert not any(f'"{card}"' in last for card in hidden)
            if not any(isinstance(event, SeedRevealed) for event in row.events):
                assert seed_of(rows).hex() not in text
    assert verify(read_record(path.read_text(encoding="utf-8"))).is_finished


@pytest.mark.asyncio
async def test_bids_made_all_at_once_are_in_the_secrets_and_not_in_the_record(path: Path) -> None:
    rows = await whole_log(HIDDEN)
    first_bid = next(row for row in rows if type(row.events[0]).__name__ == "BidMade")
    await written(path, rows, first_bid.number)
    assert "bid-hidden" in path.read_text(encoding="utf-8").splitlines()[-1]
    assert "tricks" not in path.read_text(encoding="utf-8").splitlines()[-1]
    note = json.loads(secret_path(path).read_text(encoding="utf-8").splitlines()[-1])
    assert note["bid"][0] == 1
    with RecordFile.open(path) as store:
        assert (await store.load(path.name))[-1] == first_bid


@pytest.mark.asyncio
async def test_the_secrets_are_for_their_owner_alone_and_go_with_the_game(path: Path) -> None:
    rows = await whole_log(SHORT)
    with RecordFile.create(path) as store:
        assert stat.S_IMODE(secret_path(path).stat().st_mode) == 0o600
        await store.keep(path.name, "seed", seed_of(rows))
        for row in rows:
            await store.append(path.name, row)
        await store.forget(path.name)
        assert not secret_path(path).exists()
        with pytest.raises(StoreError, match="record-closed"):
            await store.append(path.name, replace(rows[-1], number=len(rows) + 1))
        with pytest.raises(StoreError, match="record-closed"):
            await store.keep(path.name, "seed", seed_of(rows))


@pytest.mark.asyncio
@pytest.mark.parametrize("rulebook", RULEBOOKS)
async def test_a_finished_record_alone_tells_the_whole_game(path: Path, rulebook: str) -> None:
    rows = await whole_log(rulebook)
    await written(path, rows)
    secret_path(path).unlink()
    with RecordFile.open(path) as store:
        found = await store.load(path.name)
    assert fold(found).game == fold(rows).game
    assert fold(found).opened == fold(rows).opened
    assert fold(found).players == fold(rows).players
    assert [row.events[-1] for row in found] == [row.events[-1] for row in game_rows(rows)]


@pytest.mark.asyncio
async def test_a_record_belongs_to_one_table(path: Path) -> None:
    rows = await whole_log(SHORT)
    with RecordFile.create(path) as store:
        with pytest.raises(StoreError, match="other-table"):
            await store.keep("another table", "seed", bytes(32))
        with pytest.raises(StoreError, match="other-table"):
            await store.append("another table", rows[0])
        await store.forget("another table")
        assert secret_path(path).exists()


# ---------------------------------------------------------------------------- never overwritten


def test_a_file_that_exists_is_never_taken_for_a_new_record(path: Path) -> None:
    path.write_text("my diary\n", encoding="utf-8")
    error = refusal(lambda: RecordFile.create(path))
    assert (error.code, dict(error.params)) == ("record-exists", {"value": str(path)})
    assert path.read_text(encoding="utf-8") == "my diary\n"
    assert not secret_path(path).exists()


def test_not_even_a_link_that_leads_nowhere_is_overwritten(path: Path) -> None:
    path.symlink_to(path.with_name("gone"))
    assert refusal(lambda: RecordFile.create(path)).code == "record-exists"


@pytest.mark.asyncio
async def test_a_file_that_appears_meanwhile_is_not_overwritten(path: Path) -> None:
    rows = await whole_log(SHORT)
    with RecordFile.create(path) as store:
        await store.keep(path.name, "seed", seed_of(rows))
        path.write_text("my diary\n", encoding="utf-8")
        with pytest.raises(StoreError, match="record-exists"):
            await store.append(path.name, rows[0])
        assert await store.load(path.name) == ()
    assert path.read_text(encoding="utf-8") == "my diary\n"


def test_secrets_of_another_game_are_not_overwritten(path: Path) -> None:
    secret_path(path).write_text("someone's\n", encoding="utf-8")
    error = refusal(lambda: RecordFile.create(path))
    assert (error.code, error.params["value"]) == ("secrets-exist", str(secret_path(path)))
    assert secret_path(path).read_text(encoding="utf-8") == "someone's\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_may_never_end_is_no_record(path: Path) -> None:
    os.mkfifo(path)
    assert refusal(lambda: RecordFile.open(path)).code == "no-regular-file"
    secret_path(path).write_text("", encoding="utf-8")
    assert refusal(lambda: RecordFile.open(path)).code == "no-regular-file"


@pytest.mark.asyncio
@pytest.mark.parametrize("lines", [0, 1, 2])
async def test_secrets_of_a_game_that_never_began_are_taken_over(path: Path, lines: int) -> None:
    rows = await whole_log(SHORT)
    await written(path, rows, 1)
    path.unlink()
    kept = secret_path(path).read_bytes().splitlines(keepends=True)
    secret_path(path).write_bytes(b"".join(kept[:lines]) + kept[lines][:5])
    await written(path, rows, 8)
    with RecordFile.open(path) as store:
        assert await store.load(path.name) == rows[:8]


@pytest.mark.asyncio
async def test_secrets_that_may_belong_to_a_record_moved_away_are_kept(path: Path) -> None:
    rows = await whole_log(SHORT)
    await written(path, rows, 1)
    path.unlink()
    kept = secret_path(path).read_bytes()
    assert refusal(lambda: RecordFile.create(path)).code == "secrets-exist"
    assert refusal(lambda: RecordFile.open(path)).code == "record-lost"
    assert secret_path(path).read_bytes() == kept


@pytest.mark.asyncio
async def test_secrets_in_use_are_not_taken_over(path: Path) -> None:
    with RecordFile.create(path):
        assert refusal(lambda: RecordFile.create(path)).code == "record-in-use"


def test_a_game_that_cannot_be_opened_leaves_nothing_behind(tmp_path: Path) -> None:
    error = refusal(lambda: RecordFile.create(tmp_path / "no such folder" / "game.ohhell"))
    folder = str(tmp_path / "no such folder")
    assert (error.code, dict(error.params)) == ("folder-missing", {"value": folder})
    assert not any(tmp_path.iterdir())


# ---------------------------------------------------------------------------- two programs


@pytest.mark.asyncio
async def test_a_running_record_is_open_in_one_program_alone(path: Path) -> None:
    rows = await whole_log(SHORT)
    await written(path, rows, 5)
    before = path.read_bytes(), secret_path(path).read_bytes()
    code = (
        "import sys; from pathlib import Path; from ohhell.store.record_file import RecordFile\n"
        "try: RecordFile.open(Path(sys.argv[1]))\n"
        "except ValueError as error: print(error.code)"
    )
    with RecordFile.open(path) as store:
        error = refusal(lambda: RecordFile.open(path))
        assert (error.code, error.params["value"]) == ("record-in-use", str(path))
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert done.stdout == "record-in-use\n"
        assert (path.read_bytes(), secret_path(path).read_bytes()) == before
        await store.append(path.name, rows[5])
    with RecordFile.open(path) as store:
        assert await store.load(path.name) == rows[:6]


@pytest.mark.asyncio
async def test_a_new_record_is_open_in_one_program_alone(path: Path) -> None:
    rows = await whole_log(SHORT)
    with RecordFile.create(path) as store:
        await store.keep(path.name, "seed", seed_of(rows))
        await store.append(path.name, rows[0])
        error = refusal(lambda: RecordFile.open(path))
        assert (error.code, error.params["value"]) == ("record-in-use", str(path))


@pytest.mark.asyncio
async def test_a_disk_without_locks_is_played_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(descriptor: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr("ohhell.store.append_file._lock", no_locks)
    rows = await whole_log(SHORT)
    await written(path, rows, 5)
    with RecordFile.open(path) as store:
        assert await store.load(path.name) == rows[:5]


# ---------------------------------------------------------------------------- cut off anywhere


@pytest.mark.asyncio
@pytest.mark.parametrize("rulebook", RULEBOOKS)
async def test_a_record_cut_off_anywhere_goes_on_from_its_last_whole_row(
    path: Path, rulebook: str
) -> None:
    rows = await whole_log(rulebook)
    await written(path, rows)
    record, secrets = path.read_bytes(), secret_path(path).read_bytes()
    header = record.index(b"\n") + 1
    for cut in sorted({*range(header, len(record), 61), len(record) - 1, len(record)}):
        path.write_bytes(record[:cut])
        secret_path(path).write_bytes(secrets)
        with RecordFile.open(path) as store:
            found = await store.load(path.name)
            assert found == rows[: len(found)]
            is_whole = record[:cut].endswith(b"}") and record[cut : cut + 1] == b"\n"
            lines = record[:cut].count(b"\n") + is_whole
            assert len(game_rows(found)) == lines
            for row in rows[len(found) :][:3]:
                await store.append(path.name, row)
        assert record.startswith(path.read_bytes())


@pytest.mark.asyncio
async def test_secrets_cut_off_with_the_row_they_were_written_for_lose_nothing(path: Path) -> None:
    rows = await whole_log(SHORT)
    noted = next(row for row in rows if row.number > 6 and row.action_id is not None)
    await written(path, rows, noted.number - 1)
    record, secrets = path.read_bytes(), secret_path(path).read_bytes()
    with RecordFile.open(path) as store:
        await store.append(path.name, noted)
    whole = secret_path(path).read_bytes()
    for cut in range(len(secrets), len(whole) + 1, 3):
        path.write_bytes(record)
        secret_path(path).write_bytes(whole[:cut])
        with RecordFile.open(path) as store:
            assert await store.load(path.name) == rows[: noted.number - 1]
            await store.append(path.name, replace(noted, action_id=None))
        with RecordFile.open(path) as store:
            assert (await store.load(path.name))[-1].action_id is None


@pytest.mark.asyncio
async def test_a_record_cut_within_its_first_line_is_none(path: Path) -> None:
    rows = await whole_log(SHORT)
    await written(path, rows, 3)
    path.write_bytes(path.read_bytes()[:40])
    error = refusal(lambda: RecordFile.open(path))
    assert (error.code, dict(error.params)) == (
        "record-faulty",
        {"value": str(path), "line": 1, "found": "no-header"},
    )
    assert sentence(error) == (
        f"The game in {path} cannot go on, because line 1 of it is wrong."
        " It is empty, or broken off before its first line is whole."
    )


# ---------------------------------------------------------------------------- what is refused


@pytest.mark.asyncio
async def test_what_cannot_go_on_is_refused_by_name(path: Path, tmp_path: Path) -> None:
    assert refusal(lambda: RecordFile.open(path)).code == "record-missing"
    assert refusal(lambda: RecordFile.open(tmp_path)).code == "file-trouble"
    rows = await whole_log(SHORT)
    await written(path, rows, 8)
    record, secrets = path.read_bytes(), secret_path(path).read_bytes()

    secret_path(path).unlink()
    error = refusal(lambda: RecordFile.open(path))
    assert (error.code, error.params["value"]) == ("secrets-missing", str(secret_path(path)))

    def with_secrets(raw: bytes) -> tuple[str, object]:
        secret_path(path).write_bytes(raw)
        error = refusal(lambda: RecordFile.open(path))
        return error.code, error.params.get("found")

    lines = secrets.splitlines(keepends=True)
    assert with_secrets(lines[0]) == ("secrets-faulty", "seed-lost")
    assert with_secrets(lines[0] + b"[]\n") == ("secrets-faulty", "not-a-note")
    assert with_secrets(b'{"secrets": "ohhell", "version": 9}\n') == (
        "secrets-faulty",
        "unknown-version",
    )
    other = b'{"name": "seed", "secret": "' + b"00" * 32 + b'"}\n'
    assert with_secrets(lines[0] + other) == ("secrets-faulty", "seed-does-not-match")
    wrong = (
        b'{"row": 2, "by": "person", "id": null, "events": [null, null], "bid": null}\n',
        b'{"row": 2, "by": "nobody", "id": null, "events": [null], "bid": null}\n',
        b'{"row": 2, "by": "person", "id": null, "events": 7, "bid": null}\n',
        b'{"row": 2, "by": "person", "id": null, "bid": null}\n',
        b'{"row": 2, "by": "person", "id": null, "events": [null], "bid": [1, "two"]}\n',
        b'{"row": 2, "by": "cpu", "id": null, "events": [{"event": "abandoned"}], "bid": null}\n',
        b'{"name": "seed", "secret": "no hexadecimal"}\n',
        b"no JSON\n",
        b"[" * 5000 + b"\n",
        b'{"row": 2, "by": "cpu", "id": null, "events": [], "bid": null}\n',
        b'{"row":2,"by":"cpu","id":null,"events":[{"event":"returned","seat":9}],"bid":null}\n',
        (
            b'{"row":2,"by":"person","id":null,"events":[{"event":"stand-in-wanted","seat":0,"by":9,'
            b'"is_wanted":true}],"bid":null}\n'
        ),
    )
    for line in wrong:
        assert with_secrets(secrets + line) == ("secrets-faulty", "not-a-note")
    opening = secrets.replace(b'"event": "sat", "seat": 1', b'"event": "sat", "seat": 9')
    assert opening != secrets
    assert with_secrets(opening) == ("secrets-faulty", "not-a-note")
    unknown = b'{"row": 2, "by": "cpu", "id": null, "events": [{"event": "x"}], "bid": null}\n'
    assert with_secrets(secrets + unknown) == ("secrets-faulty", "unknown-event")

    secret_path(path).write_bytes(secrets)
    path.write_bytes(record.replace(b'"tricks": ', b'"tricks": 9', 1))
    error = refusal(lambda: RecordFile.open(path))
    assert error.code == "record-faulty"
    assert sentence(error).startswith(f"The game in {path} cannot go on, because line ")
    assert "(Seat " in sentence(error)
    path.write_bytes(record.replace(b'"by": "table"', b'"by": "cat"', 1))
    error = refusal(lambda: RecordFile.open(path))
    assert (error.code, error.params["found"]) == ("record-faulty", "bad-key")
    path.write_bytes(record.replace(b"Seat 0", b"Seat \xff"))
    assert refusal(lambda: RecordFile.open(path)).code == "not-text"
    path.write_bytes(record)
    with RecordFile.open(path) as store:
        assert await store.load(path.name) == rows[:8]


@pytest.mark.asyncio
async def test_a_finished_record_is_refused_for_its_faults_too(path: Path, tmp_path: Path) -> None:
    rows = await whole_log(SHORT)
    await written(path, rows)
    secret_path(path).unlink()
    record = path.read_bytes()
    path.write_bytes(record.replace(b'"totals": [', b'"totals": [1', 1))
    error = refusal(lambda: RecordFile.open(path))
    assert (error.code, error.params["found"]) == ("record-faulty", "wrong-value")
    path.write_bytes(record.replace(b"Seat 0", b"Seat \xff"))
    assert refusal(lambda: RecordFile.open(path)).code == "not-text"


# ---------------------------------------------------------------------------- disks


class Disk:
    """Lets writes fail from a moment on, after some bytes of the next one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: int | None = None
        self.room = 0
        self.is_cutting_broken = False
        self._write, self._cut, self._sync = os.write, os.ftruncate, os.fsync
        monkeypatch.setattr(os, "write", self.write)
        monkeypatch.setattr(os, "ftruncate", self.cut)
        monkeypatch.setattr(os, "fsync", self.sync)
        self.is_syncing_broken = False

    def write(self, descriptor: int, raw: bytes) -> int:
        if self.error is None:
            return self._write(descriptor, raw[:50])
        if self.room == 0:
            raise OSError(self.error, os.strerror(self.error))
        written = self._write(descriptor, raw[: self.room])
        self.room -= written
        return written

    def cut(self, descriptor: int, length: int) -> None:
        if self.is_cutting_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._cut(descriptor, length)

    def sync(self, descriptor: int) -> None:
        if self.is_syncing_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._sync(descriptor)


@pytest.mark.asyncio
@pytest.mark.parametrize("is_cutting_broken", [False, True])
@pytest.mark.parametrize("room", [0, 1, 30, 60, 90, 110, 130, 150])
async def test_a_full_disk_refuses_a_row_and_keeps_the_others(
    path: Path, monkeypatch: pytest.MonkeyPatch, room: int, is_cutting_broken: bool
) -> None:
    rows = await whole_log(SHORT)
    noted = next(row for row in rows if row.number > 6 and row.action_id is not None)
    before = rows[: noted.number - 1]
    await written(path, rows, len(before))
    disk = Disk(monkeypatch)
    with RecordFile.open(path) as store:
        disk.error, disk.room, disk.is_cutting_broken = errno.ENOSPC, room, is_cutting_broken
        for _ in range(2):
            with pytest.raises(StoreError) as caught:
                await store.append(path.name, noted)
            assert caught.value.code in {"disk-full", "file-trouble"}
            assert await store.load(path.name) == before
        disk.error, disk.is_cutting_broken = None, False
        for row in rows[len(before) :]:
            await store.append(path.name, row)
    with RecordFile.open(path) as store:
        assert await store.load(path.name) == rows


@pytest.mark.asyncio
async def test_a_disk_that_does_not_keep_what_it_is_given_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = await whole_log(SHORT)
    await written(path, rows, 8)
    disk = Disk(monkeypatch)
    with RecordFile.open(path) as store:
        disk.is_syncing_broken = True
        with pytest.raises(StoreError) as caught:
            await store.append(path.name, rows[8])
        assert caught.value.code == "file-trouble"
        disk.is_syncing_broken = False
        await store.append(path.name, rows[8])
    with RecordFile.open(path) as store:
        assert await store.load(path.name) == rows[:9]


@pytest.mark.asyncio
async def test_a_disk_that_is_full_from_the_start_leaves_no_half_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = await whole_log(SHORT)
    disk = Disk(monkeypatch)
    disk.error = errno.ENOSPC
    assert refusal(lambda: RecordFile.create(path)).code == "disk-full"
    assert not any(path.parent.iterdir())
    disk.error = None
    with RecordFile.create(path) as store:
        await store.keep(path.name, "seed", seed_of(rows))
        disk.error, disk.room = errno.ENOSPC, 700
        with pytest.raises(StoreError, match="disk-full"):
            await store.append(path.name, rows[0])
        assert not path.exists()
        disk.error = None
        await store.append(path.name, rows[0])
        assert await store.load(path.name) == rows[:1]


@pytest.mark.asyncio
@pytest.mark.parametrize("event_type", [CardPlayed, CpuTookOver])
async def test_a_file_that_is_taken_away_or_changed_is_not_written_to(
    path: Path, event_type: type
) -> None:
    rows = await whole_log(SHORT)
    row = next(row for row in rows if row.number > 6 and type(row.events[0]) is event_type)
    await written(path, rows, row.number - 1)
    away = path.with_name("elsewhere")
    with RecordFile.open(path) as store:
        path.rename(away)
        with pytest.raises(StoreError) as caught:
            await store.append(path.name, row)
        assert (caught.value.code, caught.value.params["value"]) == ("file-vanished", str(path))
        path.write_text("another\n", encoding="utf-8")
        with pytest.raises(StoreError, match="file-changed"):
            await store.append(path.name, row)
        assert path.read_text(encoding="utf-8") == "another\n"
        away.replace(path)
        with path.open("a", encoding="utf-8") as file:
            file.write("a remark of mine\n")
        with pytest.raises(StoreError, match="file-changed"):
            await store.append(path.name, row)
        os.truncate(path, path.stat().st_size - len("a remark of mine\n"))
        await store.append(path.name, row)
    with RecordFile.open(path) as store:
        assert await store.load(path.name) == rows[: row.number]


@pytest.mark.asyncio
async def test_secrets_that_cannot_be_deleted_are_said_to_be_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with RecordFile.create(path) as store:
        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refuse)
            with pytest.raises(StoreError, match="file-trouble"):
                await store.forget(path.name)
        await store.forget(path.name)
        assert not secret_path(path).exists()


# ---------------------------------------------------------------------------- at a table


async def table_at(world: World, file: RecordFile, rulebook: str) -> Table:
    world.store = file
    world.hall = world.new_hall()
    return await world.open(rulebook, "person", name=file.table)


@pytest.mark.asyncio
async def test_a_game_is_played_to_its_end_with_stops_on_the_way(path: Path) -> None:
    async with World() as world:
        table = await table_at(world, RecordFile.create(path), SHORT)
        for stop in range(60):
            await world.sit(table, 0)
            if stop == 3:
                await world.exchange_nonces(table, 0)
            if table.state.game.phase is Phase.OVER:
                break
            await world.act_once(table, 0)
            assert isinstance(world.store, RecordFile)
            world.store.close()
            world.store = RecordFile.open(path)
            table = await world.restart(table)
        assert table.state.game.phase is Phase.OVER
    assert not secret_path(path).exists()
    verdict = verify(read_record(path.read_text(encoding="utf-8")))
    assert verdict.is_finished
    assert not verdict.faults


@pytest.mark.asyncio
async def test_a_program_stopped_between_the_end_and_the_seed_reveals_it_later(path: Path) -> None:
    rows = await whole_log(SHORT)
    for count in (len(rows) - 1, len(rows)):
        await written(path, rows, count)
        async with World(store=RecordFile.open(path)) as world:
            table = await world.hall.find(path.name)
            await world.quiet(table)
            assert table.state.game.seed == seed_of(rows)
            assert not secret_path(path).exists()
        path.unlink()


@pytest.mark.asyncio
async def test_an_abandoned_game_with_hidden_bids_stays_readable(path: Path) -> None:
    async with World() as world:
        table = await table_at(world, RecordFile.create(path), HIDDEN)
        await world.sit(table, 0)
        await world.exchange_nonces(table, 0)
        await world.send(table, Abandon(table.name))
        assert table.state.game.phase is Phase.ABANDONED
        assert table.state.game.seed is not None
    assert not secret_path(path).exists()
    with RecordFile.open(path) as store:
        rows = await store.load(path.name)
    assert fold(rows).game.phase is Phase.ABANDONED
    assert isinstance(rows[0].events[-1], GameStarted)


@pytest.mark.asyncio
async def test_opening_a_table_that_cannot_be_stored_leaves_nothing_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)
    async with World(store=RecordFile.create(path)) as world:
        disk.error, disk.room = errno.ENOSPC, 150
        hall: Hall = world.hall
        with pytest.raises(StoreError, match="disk-full"):
            await world.open(SHORT, "person", name=path.name)
        assert hall is world.hall
    assert not any(path.parent.iterdir())
