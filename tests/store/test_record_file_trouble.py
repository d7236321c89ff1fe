"""Whatever happens to a record file, cut off anywhere or on a broken disk, it loses nothing."""

# ruff: noqa: ASYNC240  (nothing else waits while these tests use the disk)

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from ohhell.rules.events import CardPlayed
from ohhell.store.record_file import RecordFile, secret_path
from ohhell.table.errors import StoreError
from ohhell.table.events import CpuTookOver
from ohhell.text import sentence
from tests.contracts.stores import (
    RULEBOOKS,
    seed_of,
    whole_log,
)
from tests.store.record_files import SHORT, Disk, game_rows, refusal, written

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


# ---------------------------------------------------------------------------- cut back


@pytest.mark.asyncio
@pytest.mark.parametrize("kept", [3, 12, 25])
async def test_a_record_that_was_cut_back_is_known_to_be_shorter(path: Path, kept: int) -> None:
    rows = await whole_log(SHORT)
    await written(path, rows, 30)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:kept]), encoding="utf-8")
    noted = max(row.number for row in rows[:30] if row.action_id is not None)
    with RecordFile.open(path) as store:
        stored = len(await store.load(path.name))
        assert store.missing == max(0, noted - stored - 1)
    with RecordFile.open(path) as store:
        assert store.missing == 0, "it is said once, and the game has gone on from there"


@pytest.mark.asyncio
async def test_a_record_with_the_line_ends_of_another_system_is_not_cut(path: Path) -> None:
    await written(path, await whole_log(SHORT), 20)
    raw = path.read_bytes().replace(b"\n", b"\r")
    path.write_bytes(raw)
    assert refusal(lambda: RecordFile.open(path)).code == "other-line-ends"
    assert path.read_bytes() == raw
