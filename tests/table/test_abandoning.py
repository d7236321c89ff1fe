"""Games to which nobody comes back are given up, and no others."""

from __future__ import annotations

import logging

import pytest

from ohhell.rules.view import Phase
from ohhell.store.memory import MemoryStore
from ohhell.table.abandoning import abandon_sleepers
from ohhell.table.errors import StoreError
from ohhell.table.messages import AbandonAsleep, Closed, Push, Sit
from ohhell.table.ports import SEED, Asleep
from ohhell.table.table import Table
from tests.table.scripted import World

RULES = "party players=3 sequence=2 first_dealer=seat-2"
DAYS = 86_400.0
AFTER = 30 * DAYS


class House(World):
    """A world whose store remembers who sleeps."""

    @property
    def sleepers(self) -> MemoryStore:
        assert isinstance(self.store, MemoryStore)
        return self.store

    async def sweep(self) -> int:
        now = self.clock.now()
        return await abandon_sleepers(self.hall, self.sleepers, now=now, after=AFTER)


async def left(world: House, name: str) -> Table:
    """A game that its two persons have left in the first round."""
    table = await world.open(RULES, "person", "person", name=name)
    await world.sit(table, 0, 1)
    await world.exchange_nonces(table, 0, 1)
    await world.act_once(table, 0)
    await world.leave(table, 0, 1)
    return table


@pytest.mark.asyncio
async def test_a_game_that_slept_long_enough_is_given_up_with_its_seed_shown() -> None:
    async with House() as world:
        table = await left(world, "forgotten")
        seed = await world.store.find(table.name, SEED)
        assert await world.sleepers.asleep() == (Asleep("forgotten", world.clock.now()),)
        world.clock.skip(AFTER - 1)
        assert await world.sweep() == 0
        world.clock.skip(1)
        assert await world.sweep() == 1
        assert table.is_closed, "nobody looks at it"
        assert await world.sleepers.asleep() == ()
        assert await world.store.find(table.name, SEED) is None
        again = await world.hall.find("forgotten")
        assert again.state.game.phase is Phase.ABANDONED
        assert again.state.game.seed == seed
        assert await world.sweep() == 0


@pytest.mark.asyncio
async def test_games_that_were_woken_or_came_to_their_end_are_left_alone() -> None:
    async with House() as world:
        woken, slept_again, played, over = [
            await left(world, name) for name in ("woken", "slept again", "played", "over")
        ]
        await world.send(over, Sit(over.name, "p0", 0), Sit(over.name, "p1", 1))
        await world.play(over, 0, 1)
        world.clock.skip(AFTER - 10)
        await world.sit(woken, 0)
        await world.leave(woken, 0)
        await world.sit(slept_again, 1)
        await world.leave(slept_again, 1)
        await world.sit(played, 0)
        world.clock.skip(10)
        assert await world.sweep() == 0
        assert woken.state.game.phase is Phase.BIDDING
        assert played.state.game.phase is not Phase.ABANDONED
        names = [one.table for one in await world.sleepers.asleep()]
        assert names == ["slept again", "woken"]


@pytest.mark.asyncio
async def test_who_comes_while_the_look_is_under_way_keeps_the_game() -> None:
    async with House() as world:
        table = await left(world, "just in time")
        world.clock.skip(AFTER)
        table.post(Sit(table.name, "p0", 0))
        assert await world.sweep() == 0
        await world.quiet(table)
        assert table.state.game.phase is Phase.BIDDING
        await world.send(table, AbandonAsleep(table.name))
        assert table.state.game.phase is Phase.BIDDING
        assert not table.is_closed


@pytest.mark.asyncio
async def test_since_when_it_slept_is_known_to_the_next_program() -> None:
    async with House() as world:
        table = await left(world, "forgotten")
        await world.stop(table)
        world.clock.skip(AFTER / 2)
        world.hall = world.new_hall()
        assert await world.sweep() == 0
        world.clock.skip(AFTER / 2)
        world.hall = world.new_hall()
        assert await world.sweep() == 1


@pytest.mark.asyncio
async def test_a_game_that_was_played_when_the_program_was_killed_sleeps_from_the_start_on() -> (
    None
):
    async with House() as world:
        table = await left(world, "cut off")
        world.clock.skip(AFTER)
        await world.sit(table, 0)
        await world.stop(table)
        world.hall = world.new_hall()
        started = world.clock.now()
        assert await world.sweep() == 0
        assert await world.sleepers.asleep() == (Asleep("cut off", started),)
        world.clock.skip(AFTER - 1)
        assert await world.sweep() == 0
        world.clock.skip(1)
        assert await world.sweep() == 1


@pytest.mark.asyncio
async def test_who_watches_a_sleeping_table_is_told_and_does_not_save_it() -> None:
    async with House() as world:
        table = await left(world, "watched")
        await world.sit(table, None)
        world.clock.skip(AFTER)
        assert await world.sweep() == 1
        assert world.letters.view("watcher").phase is Phase.ABANDONED
        assert not table.is_closed
        assert not any(isinstance(one, Closed) for one in world.letters.all("watcher"))


@pytest.mark.asyncio
async def test_a_damaged_log_keeps_nobody_else_from_being_looked_at(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with House() as world:
        for name in ("seedless", "sound"):
            await world.stop(await left(world, name))
        await world.store.forget("seedless")
        world.hall = world.new_hall()
        world.clock.skip(AFTER)
        with caplog.at_level(logging.WARNING):
            assert await world.sweep() == 1
        assert "seedless could not be given up: seed-lost" in caplog.text


class ForgetfulStore(MemoryStore):
    """Cannot note who sleeps."""

    async def note_asleep(self, table: str, since: float) -> None:
        raise StoreError("store-full", found="no room")

    async def note_awake(self, table: str) -> None:
        raise StoreError("store-full", found="no room")


@pytest.mark.asyncio
async def test_a_game_goes_on_where_its_sleep_cannot_be_noted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        async with House(store=ForgetfulStore()) as world:
            table = await left(world, "evening")
            await world.sit(table, 0, 1)
            await world.play(table, 0, 1)
            assert table.state.game.phase is Phase.OVER
            assert all(isinstance(one, Push) for one in world.letters.all("p0"))
    assert "its sleep could not be noted: store-full" in caplog.text
