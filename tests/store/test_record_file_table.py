"""A game at a table that is kept in a record file, with stops on the way."""

# ruff: noqa: ASYNC240  (nothing else waits while these tests use the disk)

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from ohhell.rules.events import GameStarted
from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from ohhell.rules.view import Phase
from ohhell.store.record_file import RecordFile, secret_path
from ohhell.table.errors import StoreError
from ohhell.table.hall import Hall
from ohhell.table.messages import Abandon
from ohhell.table.state import fold
from ohhell.table.table import Table
from tests.contracts.stores import (
    seed_of,
    whole_log,
)
from tests.store.record_files import HIDDEN, SHORT, Disk, written
from tests.table.scripted import World


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
