"""A program stopped after any row, and started again, goes on to the same game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ohhell.rules.view import Phase
from ohhell.store.memory import MemoryStore
from ohhell.store.record_file import RecordFile
from ohhell.table.events import DeadlineSet
from ohhell.table.messages import Act
from ohhell.table.ports import StoredRow
from ohhell.table.state import fold
from ohhell.table.table import Table
from tests.table.scripted import Store, World, called, told_events

RULEBOOKS = (
    "party players=3 sequence=2,1 ties=share",
    "club-sheet players=4 sequence=1,2 ties=share",
    "common players=3 sequence=2,1 bidding=all-at-once hook=off ties=leaders-1",
)
NAME = "evening.ohhell"


async def play_on(world: World, table: Table) -> tuple[StoredRow, ...]:
    """The person of seat 0 comes (back) and plays to the end, by chance but always the same."""
    await world.sit(table, 0)
    await world.exchange_nonces(table, 0)  # what is given already is refused
    await world.play(table, 0)
    return await world.store.load(NAME)


async def whole_game(store: Store, rulebook: str) -> tuple[StoredRow, ...]:
    async with World(store=store) as world:
        table = await world.open(rulebook, "person", name=NAME)
        return await play_on(world, table)


async def fill(store: Store, rows: tuple[StoredRow, ...], seed: bytes) -> None:
    await store.keep(NAME, "seed", seed)
    for row in rows:
        await store.append(NAME, row)


def seed_in(rows: tuple[StoredRow, ...]) -> bytes:
    seed = fold(rows).game.seed
    assert seed is not None
    return seed


@pytest.mark.asyncio
@pytest.mark.parametrize("rulebook", RULEBOOKS)
async def test_from_every_row_of_the_memory_store_the_same_game_comes(rulebook: str) -> None:
    rows = await whole_game(MemoryStore(), rulebook)
    for count in range(1, len(rows) + 1):
        store = MemoryStore()
        await fill(store, rows[:count], seed_in(rows))
        async with World(store=store) as world:
            table = await world.hall.find(NAME)
            assert table.state == fold(rows[:count])
            assert await play_on(world, table) == rows


@pytest.mark.asyncio
@pytest.mark.parametrize("rulebook", RULEBOOKS)
async def test_from_every_row_of_a_record_file_the_same_game_comes(
    rulebook: str, tmp_path: Path
) -> None:
    rows = await whole_game(MemoryStore(), rulebook)
    for count in range(1, len(rows) + 1, 3):
        path = tmp_path / str(count) / NAME
        path.parent.mkdir()
        with RecordFile.create(path) as store:
            await fill(store, rows[:count], seed_in(rows))
        with RecordFile.open(path) as store:
            async with World(store=store) as world:
                table = await world.hall.find(NAME)
                assert await play_on(world, table) == rows


@pytest.mark.asyncio
async def test_a_client_that_goes_on_as_if_nothing_had_happened_loses_no_action() -> None:
    """Random stops; the client sends what it had not seen confirmed again, now and then twice."""
    dice = random.Random(7)
    async with World() as world:
        table = await world.open("party players=3 sequence=3,2", "person", "person", name=NAME)
        seats = (0, 1)
        await world.sit(table, *seats)
        await world.exchange_nonces(table, *seats)
        sent: dict[str, Act] = {}
        while table.state.game.phase is not Phase.OVER:
            seat = dice.choice(seats)
            view = world.letters.view(called(seat))
            if seat in view.to_act:
                act = world.act(table, seat, view.legal[0], name=f"{len(sent)}")
                sent[act.id] = act
                table.post(act)
            if sent and dice.random() < 0.3:
                table.post(dice.choice(tuple(sent.values())))
            if dice.random() < 0.2:
                table = await world.restart(table)
                await world.sit(table, *seats)
            await world.quiet(table)
        rows = await world.store.load(NAME)
        ids = [row.action_id for row in rows if row.action_id in sent]
        assert len(ids) == len(set(ids))
        for row in rows:
            if row.action_id in sent:
                act = sent[row.action_id]
                assert fold(rows[: row.number - 1]).game.turn == act.turn
        assert fold(rows) == table.state
        assert any(told_events(world.letters, "p0"))
        assert not any(isinstance(e, DeadlineSet) for e in told_events(world.letters, "p0"))
