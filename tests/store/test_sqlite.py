"""The SQLite store: the contract of every store, and what disks do to it."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ohhell.store.sqlite import SECRETS_FILE, TABLES_FILE, SqliteStore, open_store
from ohhell.table.errors import StoreError
from ohhell.table.holdings import Holdings
from ohhell.table.party_ports import PartyStore
from ohhell.table.ports import Sleepers
from tests.contracts.holdings import HoldingsContract, HoldingsShelf
from tests.contracts.parties import PartyShelf, PartyStoreContract, party_rows
from tests.contracts.sleepers import SleepersContract, SleepersShelf
from tests.contracts.stores import EventStoreContract, SecretStoreContract, Shelf, Store
from tests.store.rows import Open, contents, row


class SqliteShelf:
    """Stores in one folder; those opened before stay open, as in a program that hangs."""

    table = "a table"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: list[SqliteStore] = []

    def new(self) -> SqliteStore:
        self._opened.append(open_store(self._folder))
        return self._opened[-1]

    def again(self, store: Store | Holdings | Sleepers | PartyStore) -> SqliteStore:
        return self.new()

    def close(self) -> None:
        for store in self._opened:
            store.close()


class _OnSqlite:
    @pytest.fixture
    def shelf(self, tmp_path: Path) -> Iterator[Shelf]:
        shelf = SqliteShelf(tmp_path)
        yield shelf
        shelf.close()


class TestEvents(_OnSqlite, EventStoreContract):
    """Logs on disk."""


class TestSecrets(_OnSqlite, SecretStoreContract):
    """Secrets on disk."""


class TestHoldings(HoldingsContract):
    """Seats on disk."""

    @pytest.fixture
    def holdings_shelf(self, tmp_path: Path) -> Iterator[HoldingsShelf]:
        shelf = SqliteShelf(tmp_path)
        yield shelf
        shelf.close()


class TestParties(PartyStoreContract):
    """Parties on disk."""

    @pytest.fixture
    def party_shelf(self, tmp_path: Path) -> Iterator[PartyShelf]:
        shelf = SqliteShelf(tmp_path)
        yield shelf
        shelf.close()


class TestSleepers(SleepersContract):
    """Sleeping tables on disk."""

    @pytest.fixture
    def sleepers_shelf(self, tmp_path: Path) -> Iterator[SleepersShelf]:
        shelf = SqliteShelf(tmp_path)
        yield shelf
        shelf.close()


@pytest.mark.asyncio
async def test_many_tables_share_commits_and_none_is_mixed_up(open_at: Open) -> None:
    store = open_at()

    async def write(table: str) -> None:
        for number in range(1, 21):
            await store.append(table, row(number, action_id=f"{table}-{number}"))

    names = [f"table {count}" for count in range(50)]
    await asyncio.gather(*map(write, names))
    for name in names:
        loaded = await store.load(name)
        assert [one.action_id for one in loaded] == [f"{name}-{number}" for number in range(1, 21)]


@pytest.mark.asyncio
async def test_one_refused_row_leaves_the_rows_it_shares_a_commit_with(open_at: Open) -> None:
    store = open_at()
    await store.append("a", row(1))
    results = await asyncio.gather(
        store.append("a", row(1)),
        store.append("a", row(2)),
        store.append("b", row(2)),
        store.append("b", row(1)),
        return_exceptions=True,
    )
    assert [getattr(result, "code", None) for result in results] == [
        "row-conflict",
        None,
        "row-conflict",
        None,
    ]
    assert await store.load("a") == (row(1), row(2))
    assert await store.load("b") == (row(1),)


@pytest.mark.asyncio
async def test_rows_of_another_program_are_never_written_over_nor_skipped(open_at: Open) -> None:
    store, other = open_at(), open_at()
    names = [f"table {count}" for count in range(150)]
    for number in (1, 2):
        await asyncio.gather(*(store.append(name, row(number)) for name in names))
    await other.append("table 7", row(3, action_id="theirs"))
    results = await asyncio.gather(
        *(store.append(name, row(3)) for name in names), return_exceptions=True
    )
    assert [getattr(one, "code", None) for one in results] == [
        "row-conflict" if name == "table 7" else None for name in names
    ]
    assert (await store.load("table 7"))[2].action_id == "theirs"
    assert len(await store.load("table 8")) == 3
    with pytest.raises(StoreError, match=r"row-conflict \(value=5, limit=4\)"):
        await store.append("table 7", row(5))
    await asyncio.gather(*(store.append(name, row(4)) for name in names))
    assert len(await store.load("table 7")) == 4


@pytest.mark.asyncio
async def test_what_was_undone_is_not_taken_for_written(open_at: Open) -> None:
    store = open_at()
    await store.append("a", row(1))

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("SELECT no_such_function()")

    failing = asyncio.create_task(store._tables.do(fail))
    results = await asyncio.gather(failing, store.append("a", row(2)), return_exceptions=True)
    assert [isinstance(one, StoreError) for one in results] == [True, True]
    with pytest.raises(StoreError, match=r"row-conflict \(value=3, limit=2\)"):
        await store.append("a", row(3))
    await store.append("a", row(2))
    assert len(await store.load("a")) == 2


@pytest.mark.asyncio
async def test_secrets_stand_apart_and_are_wiped(open_at: Open, tmp_path: Path) -> None:
    store = open_at()
    seed = bytes(range(100, 132))
    await store.keep("a", "seed", seed)
    await store.append("a", row(1))
    await store.forget("a")
    store.close()
    assert not any(seed in content for content in contents(tmp_path).values())


def test_files_are_for_their_owner_alone(open_at: Open, tmp_path: Path) -> None:
    open_at()
    for name in (TABLES_FILE, SECRETS_FILE):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


@pytest.mark.asyncio
async def test_a_closed_store_says_so(open_at: Open) -> None:
    store = open_at()
    store.close()
    store.close()
    for asked in (store.append("a", row(1)), store.load("a"), store.keep("a", "seed", b"")):
        with pytest.raises(StoreError, match="store-closed"):
            await asked


# ---------------------------------------------------------------------------- disks


@pytest.mark.asyncio
async def test_readers_go_on_while_another_program_locks_the_file(
    open_at: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ohhell.store.sqlite._BUSY_MS", 50)
    store = open_at()
    await store.append("a", row(1))
    other = sqlite3.connect(tmp_path / TABLES_FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="store-locked"):
        await store.append("a", row(2))
    assert await store.load("a") == (row(1),)
    other.execute("ROLLBACK")
    other.close()
    await store.append("a", row(2))
    assert await store.load("a") == (row(1), row(2))


@pytest.mark.asyncio
async def test_a_full_disk_loses_nothing_and_can_be_waited_out(
    open_at: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_at()
    await store.append("a", row(1))
    limit = 10

    def with_limit(connection: sqlite3.Connection) -> None:
        connection.execute(f"PRAGMA max_page_count = {limit}")

    await store._tables.do(with_limit)
    stored = 1
    with pytest.raises(StoreError, match="store-full"):
        while True:
            await store.append("a", row(stored + 1))
            stored += 1
    assert await store.load("a") == tuple(map(row, range(1, stored + 1)))
    await store.append("a", row(stored + 1))  # a new connection has no such limit
    assert len(await store.load("a")) == stored + 1


@pytest.mark.asyncio
async def test_damage_is_found_where_it_is_and_the_rest_stays_readable(
    open_at: Open, tmp_path: Path
) -> None:
    store = open_at()
    for table in ("a", "b"):
        for number in range(1, 4):
            await store.append(table, row(number))
    store.close()
    other = sqlite3.connect(tmp_path / TABLES_FILE)
    other.execute("UPDATE rows SET events = '[{\"event\":' WHERE table_name = 'a' AND number = 2")
    other.commit()
    other.close()
    again = open_at()
    assert not again.is_damaged
    with pytest.raises(StoreError, match=r"row-damaged \(table=a, value=2\)"):
        await again.load("a")
    assert again.is_damaged
    assert await again.load("b") == tuple(map(row, range(1, 4)))


@pytest.mark.asyncio
async def test_a_missing_row_is_damage(open_at: Open, tmp_path: Path) -> None:
    store = open_at()
    for number in range(1, 4):
        await store.append("a", row(number))
    store.close()
    other = sqlite3.connect(tmp_path / TABLES_FILE)
    other.execute("DELETE FROM rows WHERE number = 2")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match=r"row-damaged \(table=a, value=2\)"):
        await open_at().load("a")


@pytest.mark.asyncio
async def test_a_row_of_a_later_version_is_not_guessed_at(open_at: Open, tmp_path: Path) -> None:
    store = open_at()
    await store.append("a", row(1))
    store.close()
    other = sqlite3.connect(tmp_path / TABLES_FILE)
    other.execute("UPDATE rows SET version = 99")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match="store-newer"):
        await open_at().load("a")


# ---------------------------------------------------------------------------- power cuts

_WRITER = """
import asyncio, sys
from pathlib import Path
from ohhell.store.sqlite import open_store
from tests.store.rows import Open, contents, row

async def write(store, table):
    number = len(await store.load(table))
    while True:
        number += 1
        await store.append(table, row(number))
        print(table, number, flush=True)

async def main():
    store = open_store(Path(sys.argv[1]))
    await asyncio.gather(*(write(store, f"t{count}") for count in range(5)))

asyncio.run(main())
"""


def test_a_killed_program_keeps_every_row_it_told_of(open_at: Open, tmp_path: Path) -> None:
    told: dict[str, int] = {}
    for lines in (40, 150, 1, 400):
        program = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        with program:
            for _ in range(lines):
                table, number = program.stdout.readline().split()
                told[table] = int(number)
            program.kill()
            for line in program.stdout:
                if line.endswith("\n"):
                    table, number = line.split()
                    told[table] = int(number)
    store = open_at()
    for table, number in told.items():
        stored = len(asyncio.run(store.load(table)))
        assert stored >= number


@pytest.mark.asyncio
async def test_a_missing_row_of_a_party_is_damage(open_at: Open, tmp_path: Path) -> None:
    store = open_at()
    for one in party_rows():
        await store.append_party("a", one)
    store.close()
    other = sqlite3.connect(tmp_path / TABLES_FILE)
    other.execute("DELETE FROM party_rows WHERE number = 2")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match=r"party-damaged \(value=2\)"):
        await open_at().load_party("a")
