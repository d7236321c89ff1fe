"""Whole games of every preset and number of players, through the table."""

from __future__ import annotations

import pytest

from ohhell.rules.engine import replay
from ohhell.rules.events import SeedRevealed
from ohhell.rules.presets import PRESETS, preset_rulebook
from ohhell.rules.record import Header, Row, read_record, record_text
from ohhell.rules.verify import verify
from ohhell.rules.view import Phase
from ohhell.table.events import TABLE_EVENTS
from ohhell.table.messages import Push
from ohhell.table.ports import StoredRow
from ohhell.table.state import fold
from ohhell.table.table import Table
from tests.table.scripted import World, called

PLAYERS = (3, 4, 5, 6, 7)


def record_of(table: Table, rows: tuple[StoredRow, ...]) -> str:
    """The game of a log as a record."""
    game = table.state.game
    header = Header(
        game.rulebook,
        game.names,
        table.state.players,
        game.persons,
        game.commitment,
        table.state.opened,
    )
    kept: list[Row] = []
    for row in rows[1:]:
        events = tuple(event for event in row.events if not isinstance(event, TABLE_EVENTS))
        kept.append(Row(len(kept) + 2, row.by, events))
    return record_text(header, kept)


@pytest.mark.asyncio
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_preset_is_played_to_its_end_and_verifies(preset: str, players: int) -> None:
    async with World() as world:
        table = await world.open(preset_rulebook(preset, players=players), "person", "person")
        await world.sit(table, 0, 1, None)
        await world.exchange_nonces(table, 0, 1)
        await world.play(table, 0, 1)

        rows = await world.store.load(table.name)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert fold(rows) == table.state
        events = [event for row in rows for event in row.events]
        game = [event for event in events if not isinstance(event, TABLE_EVENTS)]
        assert replay(game) == table.state.game
        assert isinstance(events[-1], SeedRevealed)
        assert await world.store.find(table.name, "seed") is None

        verdict = verify(read_record(record_of(table, rows)))
        assert verdict.is_finished
        assert not verdict.faults

        for listener in ("p0", "p1", "watcher"):
            pushes = world.letters.all(listener)
            assert all(isinstance(push, Push) for push in pushes)
            last = world.letters.now(listener)
            assert last.view.places == table.state.game.places
            assert last.push == len(pushes)
            assert last.number == len(rows)
            numbers = [push.push for push in world.letters.pushes(listener)]
            assert numbers == list(range(1, len(pushes) + 1))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "rulebook",
    [
        "party players=4 sequence=2,1 bidding=all-at-once hook=off first_lead=highest-bidder",
        "party players=5 sequence=1 ties=leaders-3 scoring=exact-only",
        "common players=3 sequence=1,2 trump=none first_dealer=seat-2 bid_change=until-next",
        "club-sheet players=3 sequence=1,1",
    ],
)
async def test_cpu_players_alone_play_while_somebody_watches(rulebook: str) -> None:
    async with World() as world:
        table = await world.open(rulebook)
        await world.quiet(table)
        assert table.state.number == 1, "nobody is there: nothing is dealt"
        await world.sit(table, None)
        await world.quiet(table)
        assert table.state.game.phase is Phase.OVER
        rows = await world.store.load(table.name)
        assert not verify(read_record(record_of(table, rows))).faults
        assert {row.by for row in rows} == {"cpu", "table"}
        assert not world.clock.alarms


@pytest.mark.asyncio
async def test_everybody_is_told_the_same_game_in_the_same_order() -> None:
    async with World() as world:
        table = await world.open("party players=3 sequence=2,1", "person", "person", "person")
        await world.sit(table, 0, 1, 2, None)
        await world.exchange_nonces(table, 0, 1, 2)
        await world.play(table, 0, 1, 2)
        rows = await world.store.load(table.name)
        for seat in (0, 1, 2, None):
            told = [push for push in world.letters.pushes(called(seat)) if push.did]
            assert [push.number for push in told] == [row.number for row in rows[1:]]
            assert [push.by for push in told] == [row.by for row in rows[1:]]
            assert [len(push.did) for push in told] == [len(row.events) for row in rows[1:]]
            assert {push.boot for push in told} == {world.hall.boot}


@pytest.mark.asyncio
async def test_the_same_script_gives_the_same_game() -> None:
    logs: list[tuple[StoredRow, ...]] = []
    for _ in range(2):
        async with World() as world:
            table = await world.open("party players=4 sequence=2,1", "person")
            await world.sit(table, 0)
            await world.exchange_nonces(table, 0)
            await world.play(table, 0)
            logs.append(await world.store.load(table.name))
    assert logs[0] == logs[1]
