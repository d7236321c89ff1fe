"""The files of the SQLite store: older ones, foreign ones, damaged ones, and one without the other."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ohhell.store import sqlite
from ohhell.store.schema import APPLICATION, SECRETS, TABLES
from ohhell.store.sqlite import SECRETS_FILE, TABLES_FILE, open_store
from ohhell.table.errors import StoreError
from ohhell.table.holdings import Holding
from tests.store.rows import Open, contents, row


def _spoil(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[:4096] = b"\x5a" * 4096
    file.write_bytes(content)


@pytest.mark.asyncio
async def test_files_of_the_first_version_are_brought_up_to_date(
    open_at: Open, tmp_path: Path
) -> None:
    for name, schema in ((TABLES_FILE, TABLES), (SECRETS_FILE, SECRETS)):
        old = sqlite3.connect(tmp_path / name)
        for statement in schema.versions[0]:
            old.execute(statement)
        old.execute(f"PRAGMA application_id = {APPLICATION}")
        old.execute("PRAGMA user_version = 1")
        if name == TABLES_FILE:
            old.executemany(
                "INSERT INTO holdings (table_name, seat, holder) VALUES (?, ?, ?)",
                [("first", 0, b"a" * 32), ("second", 2, b"a" * 32)],
            )
        old.commit()
        old.close()
    store = open_at()
    assert [one.table for one in await store.held_by(b"a" * 32)] == ["second", "first"]
    await store.also_hold(Holding("first", 0, b"e" * 32), beside=b"a" * 32)
    await store.hold(Holding("third", 0, b"a" * 32))
    again = open_at()
    assert [one.table for one in await again.held_by(b"a" * 32)] == ["third", "second", "first"]
    assert len(await again.held_at("first")) == 2
    assert await again.asleep() == ()


def _make_newer(file: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("PRAGMA user_version = 99")
    other.close()


def _make_foreign(file: Path) -> None:
    file.unlink()
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE recipes (soup TEXT)")
    other.commit()
    other.close()


def _make_foreign_with_version(file: Path) -> None:
    _make_foreign(file)
    other = sqlite3.connect(file)
    other.execute("PRAGMA user_version = 1")
    other.close()


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (_spoil, "store-not-opened"),
        (_make_newer, "store-newer"),
        (_make_foreign, "store-foreign"),
        (_make_foreign_with_version, "store-foreign"),
    ],
)
@pytest.mark.parametrize("name", [TABLES_FILE, SECRETS_FILE])
def test_a_file_that_is_no_store_is_refused_and_left_alone(
    open_at: Open, tmp_path: Path, harm: Callable[[Path], None], code: str, name: str
) -> None:
    open_at().close()
    harm(tmp_path / name)
    before = (tmp_path / name).read_bytes()
    with pytest.raises(StoreError, match=code):
        open_store(tmp_path)
    assert (tmp_path / name).read_bytes() == before


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _cut_from_its_log(file: Path) -> None:
    """A copy of the file that was made without the one beside it."""
    empty = sqlite3.connect(file.with_name("empty"))
    empty.execute("PRAGMA journal_mode = WAL")
    empty.close()
    file.with_name("empty").replace(file)


@pytest.mark.asyncio
@pytest.mark.parametrize("harm", [Path.unlink, _empty, _cut_from_its_log])
@pytest.mark.parametrize(
    ("name", "code"), [(TABLES_FILE, "no-tables"), (SECRETS_FILE, "no-secrets")]
)
async def test_one_file_without_the_other_is_refused_and_left_as_it_is(
    open_at: Open, tmp_path: Path, harm: Callable[[Path], None], name: str, code: str
) -> None:
    store = open_at()
    await store.append("a", row(1))
    await store.keep("a", "seed", b"s" * 32)
    store.close()
    harm(tmp_path / name)
    before = contents(tmp_path)
    for _ in range(2):
        with pytest.raises(StoreError, match=rf"{code} \(value=.*{name}\)"):
            open_store(tmp_path)
    assert before.items() <= contents(tmp_path).items()


@pytest.mark.asyncio
@pytest.mark.parametrize("harm", [Path.unlink, _empty])
async def test_rows_beside_an_empty_file_are_not_thrown_away(
    open_at: Open, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    """Rows not yet moved into the database lie in the file beside it, as after a power cut."""
    store = open_at()
    await store.append("a", row(1))
    wal = tmp_path / f"{TABLES_FILE}-wal"
    kept = wal.read_bytes()
    store.close()
    wal.write_bytes(kept)
    harm(tmp_path / TABLES_FILE)
    (tmp_path / SECRETS_FILE).unlink()
    with pytest.raises(StoreError, match="no-tables"):
        open_store(tmp_path)
    assert wal.read_bytes() == kept


def test_a_start_that_was_cut_short_is_made_good(open_at: Open, tmp_path: Path) -> None:
    open_at().close()
    (tmp_path / SECRETS_FILE).unlink()
    open_at().close()
    for name in (TABLES_FILE, SECRETS_FILE):
        (tmp_path / name).write_bytes(b"")
    open_at()


@pytest.mark.asyncio
async def test_a_file_that_vanishes_is_not_made_anew(open_at: Open, tmp_path: Path) -> None:
    store = open_at()
    await store.append("a", row(1))
    for name in (TABLES_FILE, f"{TABLES_FILE}-wal", f"{TABLES_FILE}-shm"):
        (tmp_path / name).rename(tmp_path / f"away-{name}")

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("SELECT no_such_function()")

    with pytest.raises(StoreError, match="store-failed"):
        await store._tables.do(fail)
    with pytest.raises(StoreError, match="store-failed"):
        await store.append("a", row(2))
    assert not (tmp_path / TABLES_FILE).exists()
    (tmp_path / TABLES_FILE).touch()
    with pytest.raises(StoreError, match="store-vanished"):
        await store.append("a", row(2))
    assert store.is_damaged
    for name in (TABLES_FILE, f"{TABLES_FILE}-wal", f"{TABLES_FILE}-shm"):
        (tmp_path / f"away-{name}").replace(tmp_path / name)
    await store.append("a", row(2))
    assert len(await store.load("a")) == 2


@pytest.mark.asyncio
async def test_text_that_is_no_text_any_more_is_damage(open_at: Open, tmp_path: Path) -> None:
    """One byte of a row is another: it never gets better, so it is not said to be for now."""
    store = open_at()
    await store.append("a", row(1))
    with closing(sqlite3.connect(tmp_path / TABLES_FILE)) as tables, tables:
        tables.execute("UPDATE rows SET events = CAST(x'5bb65d' AS TEXT)")
    with pytest.raises(StoreError, match="store-damaged"):
        await store.load("a")
    assert store.is_damaged


def test_a_schema_that_is_no_text_any_more_is_refused(open_at: Open, tmp_path: Path) -> None:
    """SQLite's own sentence about it holds the bytes."""
    open_at().close()
    file = tmp_path / TABLES_FILE
    kept = file.read_bytes()
    file.write_bytes(kept.replace(b"CREATE TABLE rows", b"CREATE TABLE \xb6(ws"))
    assert file.read_bytes() != kept
    with pytest.raises(StoreError, match="store-not-opened"):
        open_store(tmp_path)


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="store-not-opened"):
        open_store(tmp_path / "file" / "folder")


@pytest.mark.parametrize("file", [TABLES_FILE, SECRETS_FILE])
@pytest.mark.asyncio
async def test_the_check_fails_while_there_is_no_room_for_a_row_and_not_after(
    open_at: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    store = open_at()
    with monkeypatch.context() as patched:
        _leave_pages(patched, file, pages=2)
        for _ in range(2):
            with pytest.raises(StoreError) as full:
                await store.check()
            assert full.value.code == "store-full"
    await store.check()
    await store.append("table", row(1))
    await store.keep("table", "seed", b"secret")
    with sqlite3.connect(tmp_path / TABLES_FILE) as tables:
        assert tables.execute("SELECT table_name FROM rows").fetchall() == [("table",)]
    with sqlite3.connect(tmp_path / SECRETS_FILE) as secrets:
        assert secrets.execute("SELECT table_name FROM secrets").fetchall() == [("table",)]


def _leave_pages(patched: pytest.MonkeyPatch, file: str, *, pages: int) -> None:
    """Leave a file of the store no room for more than these."""
    opens = sqlite._open

    def open_small(place: Path) -> sqlite3.Connection:
        connection = opens(place)
        if place.name == file:
            (count,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {count + pages}")
        return connection

    patched.setattr(sqlite, "_open", open_small)
