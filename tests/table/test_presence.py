"""People who leave, come back and resign, and tables that sleep."""

from __future__ import annotations

import pytest

from ohhell.rules.actions import Bid
from ohhell.rules.events import BidMade, CardPlayed
from ohhell.rules.view import Phase
from ohhell.table.events import CpuTookOver, Resigned, Returned
from ohhell.table.messages import Leave, Push, Refused, Resign, SeatStatus, Sit
from ohhell.table.settings import Settings
from ohhell.table.state import fold
from ohhell.table.table import Table
from tests.table.scripted import HangingBrains, World, told_events

RULES = "party players=3 sequence=2 first_dealer=seat-2"
GRACE = Settings(grace_seconds=30, stand_in="club")


async def begun(
    world: World, persons: int = 2, settings: Settings = GRACE, *, rules: str = RULES
) -> Table:
    table = await world.open(rules, *("person",) * persons, settings=settings)
    await world.sit(table, *range(persons))
    await world.exchange_nonces(table, *range(persons))
    return table


def bids(table: Table) -> tuple[int | None, ...]:
    assert table.state.game.round is not None
    return table.state.game.round.bids


@pytest.mark.asyncio
async def test_everybody_sees_who_is_there() -> None:
    async with World() as world:
        table = await world.open(RULES, "person", "person")
        await world.sit(table, 0)
        here = SeatStatus("person", is_present=True, has_stand_in=False, has_resigned=False)
        away = SeatStatus("person", is_present=False, has_stand_in=False, has_resigned=False)
        cpu = SeatStatus("random", is_present=False, has_stand_in=False, has_resigned=False)
        assert world.letters.now("p0").seats == (here, away, cpu)
        await world.sit(table, 1)
        assert world.letters.now("p0").seats == (here, here, cpu)
        told = len(world.letters.all("p0"))
        await world.send(table, Sit(table.name, "phone of 1", 1))
        await world.send(table, Leave(table.name, "phone of 1"))
        assert len(world.letters.all("p0")) == told, "a second screen changes nothing for others"
        await world.leave(table, 1)
        assert world.letters.now("p0").seats == (here, away, cpu)
        await world.sit(table, None)
        await world.leave(table, None)
        assert world.letters.now("p0").did == ()


@pytest.mark.asyncio
async def test_after_the_grace_a_cpu_player_plays_for_who_is_away() -> None:
    async with World() as world:
        table = await begun(world)
        await world.leave(table, 0)
        await world.pass_time(table, 29.0)
        assert bids(table) == (None, None, None)
        await world.pass_time(table, 1.0)
        assert bids(table)[0] is not None
        assert CpuTookOver(0) in told_events(world.letters, "p1")
        assert world.letters.now("p1").seats[0].has_stand_in
        rows = await world.store.load(table.name)
        assert next(row.by for row in rows if isinstance(row.events[0], CpuTookOver)) == "table"
        assert next(row.by for row in rows if isinstance(row.events[0], BidMade)) == "cpu"
        assert world.brains.asked[0][1] == "club"


@pytest.mark.asyncio
async def test_who_comes_back_in_time_was_never_away() -> None:
    async with World() as world:
        table = await begun(world)
        for _ in range(3):
            await world.leave(table, 0)
            await world.pass_time(table, 20.0)
            await world.sit(table, 0)
        assert not any(isinstance(e, CpuTookOver) for e in told_events(world.letters, "p1"))
        assert bids(table) == (None, None, None)


@pytest.mark.asyncio
async def test_who_comes_back_has_the_seat_at_once_even_while_the_cpu_player_thinks() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await world.leave(table, 0)
        await world.pass_time(table, 30.0)
        assert len(world.brains.asked) == 1
        await world.sit(table, 0)
        assert told_events(world.letters, "p0")[-1] == Returned(0)
        assert not world.letters.now("p1").seats[0].has_stand_in
        assert isinstance(world.brains, HangingBrains)
        world.brains.answer.set()
        await world.quiet(table)
        assert bids(table) == (None, None, None)
        await world.send(table, world.act(table, 0, Bid(1)))
        assert bids(table)[0] == 1
        rows = await world.store.load(table.name)
        assert next(row.by for row in rows if isinstance(row.events[0], Returned)) == "person"


@pytest.mark.asyncio
async def test_who_comes_back_gets_the_time_of_a_turn() -> None:
    settings = Settings(turn_seconds=60, grace_seconds=10)
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, settings=settings)
        await world.leave(table, 0)
        await world.pass_time(table, 15.0)
        assert world.letters.now("p1").deadline is None
        await world.sit(table, 0)
        deadline = world.letters.now("p0").deadline
        assert deadline is not None
        assert world.clock.now() < deadline <= world.clock.now() + 60


@pytest.mark.asyncio
async def test_what_is_done_for_a_person_is_told_until_they_act_themselves() -> None:
    """By whom, in which row; on a phone beside it what they do themselves is nothing to be told."""
    async with World() as world:
        table = await begun(world)
        await world.send(table, Sit(table.name, "phone of 0", 0))
        await world.act_once(table, 0)
        assert world.letters.now("phone of 0").seats[0].acted_for == ()
        await world.leave(table, 0)
        await world.send(table, Leave(table.name, "phone of 0"))
        await world.act_once(table, 1)
        await world.pass_time(table, 30.0)
        await world.sit(table, 0)
        rows = await world.store.load(table.name)
        done = [
            (row.number, row.by, event.card)
            for row in rows
            for event in row.events
            if isinstance(event, CardPlayed) and event.seat == 0
        ]
        told = world.letters.now("p0").seats[0].acted_for
        assert [(one.number, one.by, one.card) for one in told] == done
        assert {one.by for one in told} == {"cpu"}
        assert told == world.letters.now("p1").seats[0].acted_for
        assert world.letters.now("p1").seats[1].acted_for == ()
        table = await world.restart(table)
        await world.sit(table, 0, 1)
        assert world.letters.now("p0").seats[0].acted_for == told
        while world.letters.now("p0").seats[0].acted_for:
            assert await world.act_once(table, 1, 0)
        assert fold(await world.store.load(table.name)) == table.state


@pytest.mark.asyncio
async def test_of_rounds_played_for_a_person_the_last_act_of_each_is_told() -> None:
    async with World() as world:
        table = await begun(world, rules="common players=3 sequence=3,2,1 first_dealer=seat-2")
        await world.leave(table, 0)
        await world.pass_time(table, 30.0)
        told = world.letters.now("p1").seats[0].acted_for
        for _ in range(100):
            told = world.letters.now("p1").seats[0].acted_for
            if told[-1].round == 3:
                break
            await world.act_once(table, 1)
            await world.pass_time(table, 1.0)
        before = [(one.round, one.card) for one in told if one.round < 3]
        assert before == [(1, None), (2, None)]
        await world.sit(table, 0)
        await world.resign(table, 0)
        assert world.letters.now("p1").seats[0].acted_for == ()


@pytest.mark.asyncio
async def test_a_stand_in_stays_over_a_restart() -> None:
    async with World() as world:
        table = await begun(world)
        await world.leave(table, 0)
        await world.pass_time(table, 30.0)
        table = await world.restart(table)
        await world.sit(table, 1)
        assert world.letters.now("p1").seats[0].has_stand_in
        await world.sit(table, 0)
        assert not world.letters.now("p1").seats[0].has_stand_in


@pytest.mark.asyncio
async def test_with_nobody_there_nothing_is_played() -> None:
    async with World() as world:
        table = await begun(world)
        await world.act_once(table, 0)
        await world.leave(table, 1)
        await world.leave(table, 0)
        number = table.state.number
        await world.sit(table, None)
        assert not world.clock.alarms
        await world.pass_time(table, 100_000.0)
        assert table.state.number == number, "a watcher does not wake a table of persons"
        await world.sit(table, 1)
        assert world.clock.alarms == [30.0], "the other one has the whole grace to come too"


@pytest.mark.asyncio
async def test_a_table_falls_asleep_in_the_middle_of_a_thought() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, persons=1)
        await world.act_once(table, 0)
        await world.leave(table, 0)
        assert isinstance(world.brains, HangingBrains)
        world.brains.answer.set()
        await world.quiet(table)
        assert bids(table)[1] is None
        await world.sit(table, 0)
        assert bids(table)[1] is not None


@pytest.mark.asyncio
async def test_who_resigns_is_played_by_a_cpu_player_to_the_end() -> None:
    async with World() as world:
        table = await begun(world)
        await world.resign(table, 0)
        assert Resigned(0) in told_events(world.letters, "p1")
        assert bids(table)[0] is not None
        push = world.letters.pushes("p0")
        assert any(p.re == "I resign" for p in push)
        await world.resign(table, 0)
        again = world.letters.last("p0")
        assert isinstance(again, Push)
        assert again.re == "I resign"
        await world.send(table, Resign(table.name, "p0", "really"))
        refusal = world.letters.last("p0")
        assert isinstance(refusal, Refused)
        assert refusal.code == "resigned"
        await world.leave(table, 0)
        await world.sit(table, 0)
        assert world.letters.now("p1").seats[0].has_resigned
        await world.play(table, 1)
        assert table.state.game.phase is Phase.OVER
        assert not any(isinstance(e, Returned) for e in told_events(world.letters, "p1"))


@pytest.mark.asyncio
async def test_who_resigned_and_watches_does_not_keep_the_table_awake() -> None:
    async with World() as world:
        table = await begun(world)
        await world.resign(table, 0)
        await world.leave(table, 1)
        number = table.state.number
        await world.pass_time(table, 100_000.0)
        assert table.state.number == number


@pytest.mark.asyncio
async def test_where_everybody_resigned_the_game_goes_on_for_who_watches() -> None:
    async with World() as world:
        table = await begun(world, persons=1)
        await world.resign(table, 0)
        assert table.state.game.phase is Phase.OVER


@pytest.mark.asyncio
async def test_who_is_away_and_resigns_from_elsewhere_needs_no_stand_in() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await world.leave(table, 0)
        await world.pass_time(table, 30.0)
        assert table.state.stood_in == {0}
        await world.send(table, Sit(table.name, "p0", 0), Resign(table.name, "p0", "from my phone"))
        assert table.state.stood_in == frozenset()
        assert table.state.resigned == {0}
