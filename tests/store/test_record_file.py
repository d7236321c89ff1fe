"""A record file keeps the laws of the stores, hides what is hidden, and belongs to one program."""

# ruff: noqa: ASYNC221, ASYNC240  (nothing else waits while these tests use the disk)

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ohhell.rules.events import RoundDealt, SeedRevealed
from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from ohhell.rules.view import Phase
from ohhell.store.record_file import RecordFile, secret_path
from ohhell.table.errors import StoreError
from ohhell.table.state import fold
from tests.contracts.stores import (
    RULEBOOKS,
    EventStoreContract,
    SecretStoreContract,
    seed_of,
    whole_log,
)
from tests.store.record_files import HIDDEN, SHORT, RecordShelf, game_rows, refusal, written


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
