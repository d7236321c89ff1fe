"""A pause by agreement: every clock stops, and goes on with what was left."""

from __future__ import annotations

import pytest

from ohhell.rules.view import Phase
from ohhell.table.events import Paused, PauseWanted, Resumed
from ohhell.table.messages import Pause, Push, Refused, WantPause, WantStandIn
from ohhell.table.settings import Settings, Timing
from ohhell.table.table import Table
from tests.table.scripted import HangingBrains, World, called, nonce_of, told_events
from tests.table.test_nonces import commitment_of

RULES = "party players=3 sequence=2 first_dealer=seat-2"
LIMITED = Settings(turn_seconds=60, grace_seconds=30)


async def begun(world: World, persons: int = 2, settings: Settings | None = None) -> Table:
    table = await world.open(RULES, *("person",) * persons, settings=settings)
    await world.sit(table, *range(persons))
    await world.exchange_nonces(table, *range(persons))
    return table


async def want(world: World, table: Table, *seats: int | None, is_wanted: bool = True) -> None:
    for seat in seats:
        name = f"pause-{seat}-{is_wanted}-{len(world.letters.all(called(seat)))}"
        await world.send(table, WantPause(table.name, called(seat), name, is_wanted))


def last_code(world: World, seat: int | None) -> str:
    last = world.letters.last(called(seat))
    return last.code if isinstance(last, Refused) else ""


@pytest.mark.asyncio
async def test_the_table_pauses_when_all_want_it_and_goes_on_when_one_does() -> None:
    async with World() as world:
        table = await begun(world)
        await want(world, table, 0)
        assert world.letters.now("p1").pause == Pause(is_paused=False, wanted_by=(0,))
        await want(world, table, 0, is_wanted=False)
        assert world.letters.now("p1").pause == Pause(is_paused=False, wanted_by=())
        await want(world, table, 1)
        await want(world, table, 0)
        assert world.letters.now("p1").pause == Pause(is_paused=True, wanted_by=(0, 1))
        assert told_events(world.letters, "p1")[-2:] == [
            PauseWanted(0, is_wanted=True),
            Paused(None),
        ]
        await world.send(table, world.act(table, 0, world.letters.view("p0").legal[0]))
        assert last_code(world, 0) == "paused"
        await want(world, table, 0)
        assert table.state.pause is not None, "wanted already"
        await want(world, table, 1, is_wanted=False)
        assert told_events(world.letters, "p0")[-1] == Resumed(1)
        assert world.letters.now("p0").pause == Pause(is_paused=False, wanted_by=())
        number = table.state.number
        await want(world, table, 1, is_wanted=False)
        assert table.state.number == number
        assert await world.act_once(table, 0)


@pytest.mark.asyncio
async def test_what_was_left_of_the_turn_is_left_also_after_a_restart() -> None:
    async with World() as world:
        table = await begun(world, settings=LIMITED)
        await world.pass_time(table, 40.0)
        await want(world, table, 0, 1)
        assert table.state.pause == Paused(20.0)
        assert world.letters.now("p0").deadline is None
        assert not world.clock.alarms
        await world.pass_time(table, 5_000.0)
        table = await world.restart(table)
        await world.sit(table, 0, 1)
        await world.pass_time(table, 5_000.0)
        assert table.state.game.phase is Phase.BIDDING
        assert world.letters.now("p1").pause.is_paused
        await want(world, table, 0, is_wanted=False)
        assert world.letters.now("p0").deadline == world.clock.now() + 20.0
        await world.pass_time(table, 19.0)
        assert world.letters.now("p0").view.to_act == (0,)
        await world.pass_time(table, 1.0)
        assert world.letters.now("p0").view.to_act != (0,)


@pytest.mark.asyncio
async def test_nobody_is_missed_while_the_table_pauses() -> None:
    async with World() as world:
        table = await begun(world)
        await want(world, table, 0, 1)
        await world.leave(table, 1)
        await world.pass_time(table, 1_000.0)
        assert not table.state.stood_in
        await want(world, table, 0, is_wanted=False)
        await world.pass_time(table, 29.0)
        assert not table.state.stood_in
        await world.pass_time(table, 1.0)
        assert table.state.stood_in == {1}


@pytest.mark.asyncio
async def test_only_who_is_there_and_plays_has_to_agree() -> None:
    async with World() as world:
        table = await begun(world, 3)
        await world.sit(table, None)
        await world.resign(table, 2)
        await want(world, table, None, 2)
        assert last_code(world, None) == "only-watching"
        assert last_code(world, 2) == "resigned"
        await world.leave(table, 1)
        await want(world, table, 0)
        assert table.state.pause is not None


@pytest.mark.asyncio
async def test_who_leaves_no_longer_stands_in_the_way_of_a_pause() -> None:
    async with World() as world:
        table = await begun(world)
        await want(world, table, 0)
        await world.leave(table, 1)
        assert table.state.pause is not None


@pytest.mark.asyncio
async def test_who_was_voted_out_cannot_want_a_pause_but_end_one() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await world.pass_time(table, 20.0)
        await world.send(table, WantStandIn(table.name, "p1", "vote", 0, is_wanted=True))
        await want(world, table, 0)
        assert last_code(world, 0) == "stood-in"
        await want(world, table, 1)
        assert table.state.pause is not None
        await want(world, table, 0, is_wanted=False)
        assert table.state.pause is None


@pytest.mark.asyncio
async def test_cpu_players_pause_too() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, 1)
        await world.act_once(table, 0)
        assert len(world.brains.asked) == 1
        await want(world, table, 0)
        assert isinstance(world.brains, HangingBrains)
        world.brains.answer.set()
        await world.quiet(table)
        assert table.state.game.round is not None
        assert table.state.game.round.bids[1] is None
        assert len(world.brains.asked) == 1
        await want(world, table, 0, is_wanted=False)
        assert table.state.game.round.bids[1] is not None


@pytest.mark.asyncio
async def test_programs_may_give_nonces_in_a_pause_and_are_not_left_out() -> None:
    async with World(timing=Timing(nonces=5.0)) as world:
        table = await world.open(RULES, "person", "person")
        await world.sit(table, 0, 1)
        await want(world, table, 0, 1)
        await world.pass_time(table, 100.0)
        assert table.state.game.left_out == ()
        await world.exchange_nonces(table, 0, 1)
        assert table.state.game.nonces == (nonce_of(0), nonce_of(1), None)
        assert table.state.game.phase is Phase.DEAL
        await want(world, table, 1, is_wanted=False)
        assert table.state.game.phase is Phase.BIDDING
        assert commitment_of(table, 0)


@pytest.mark.asyncio
async def test_a_pause_ends_when_the_last_person_resigns() -> None:
    async with World() as world:
        table = await begun(world, settings=LIMITED)
        await want(world, table, 0, 1)
        await world.resign(table, 0)
        assert table.state.pause is not None
        await world.resign(table, 1)
        assert table.state.game.phase is Phase.OVER


@pytest.mark.asyncio
async def test_a_turn_that_nobody_limited_before_is_limited_after_the_pause() -> None:
    """Somebody who was stood in for comes back in the pause: the turn is theirs, and limited."""
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, settings=LIMITED)
        await world.leave(table, 0)
        await world.pass_time(table, 30.0)
        assert table.state.stood_in == {0}
        await want(world, table, 1)
        assert table.state.pause == Paused(None)
        await world.sit(table, 0)
        assert table.state.stood_in == frozenset()
        assert world.letters.now("p0").deadline is None
        await want(world, table, 0, is_wanted=False)
        deadline = world.letters.now("p0").deadline
        assert deadline is not None
        assert deadline <= world.clock.now() + 60.0


@pytest.mark.asyncio
async def test_a_wish_for_a_pause_sent_twice_counts_once_and_a_late_one_not_at_all() -> None:
    async with World() as world:
        table = await begun(world)
        wish = WantPause(table.name, "p0", "pause", is_wanted=True)
        await world.send(table, wish)
        await want(world, table, 1)
        await want(world, table, 1, is_wanted=False)
        number = table.state.number
        await world.send(table, wish)
        assert table.state.number == number
        last = world.letters.last("p0")
        assert isinstance(last, Push)
        assert last.re == "pause"
        await world.play(table, 0, 1)
        await want(world, table, 0)
        assert last_code(world, 0) == "game-over"
