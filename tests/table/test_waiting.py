"""What a table waits for: bids that may still be changed, the pace, and turns that run out."""

from __future__ import annotations

import pytest

from ohhell.rules.actions import Bid
from ohhell.rules.events import BidChanged, BidMade, CardPlayed
from ohhell.rules.view import Phase
from ohhell.table.events import DeadlineSet
from ohhell.table.messages import Refused, Settle
from ohhell.table.settings import Settings, Timing
from ohhell.table.table import Table
from tests.table.scripted import HangingBrains, World, called, told_events

CHANGING = "party players=3 sequence=2 bid_change=until-next hook=off first_dealer=seat-2"
LIMITED = "party players=3 sequence=2 first_dealer=seat-2"


async def begun(world: World, rules: str, *persons: int, settings: Settings | None = None) -> Table:
    """A table with persons at these seats (0 up), dealt."""
    table = await world.open(rules, *("person" for _ in persons), settings=settings)
    await world.sit(table, *persons)
    await world.exchange_nonces(table, *persons)
    return table


def bids(table: Table) -> tuple[int | None, ...]:
    assert table.state.game.round is not None
    return table.state.game.round.bids


# ---------------------------------------------------------------------------- bids that may change


@pytest.mark.asyncio
async def test_cpu_players_wait_two_seconds_while_a_persons_bid_may_be_changed() -> None:
    async with World() as world:
        table = await begun(world, CHANGING, 0)
        await world.send(table, world.act(table, 0, Bid(1)))
        assert bids(table) == (1, None, None)
        assert not world.brains.asked
        await world.pass_time(table, 1.9)
        assert bids(table) == (1, None, None)
        await world.send(table, world.act(table, 0, Bid(2)))
        await world.pass_time(table, 1.9)
        assert bids(table) == (2, None, None), "a changed bid may be changed again"
        await world.pass_time(table, 0.2)
        assert None not in bids(table)
        assert BidChanged(0, 2) in told_events(world.letters, "p0")


@pytest.mark.asyncio
async def test_a_person_may_let_the_bid_stand_and_the_cpu_players_go_on() -> None:
    async with World() as world:
        table = await begun(world, CHANGING, 0, 1)
        await world.sit(table, None)
        await world.send(table, world.act(table, 0, Bid(1)))
        await world.send(table, world.act(table, 1, Bid(1)))
        turn = table.state.game.turn
        await world.send(
            table,
            Settle(table.name, "p1", turn - 1),
            Settle(table.name, "p0", turn),
            Settle(table.name, "watcher", turn),
            Settle(table.name, "stranger", turn),
        )
        assert bids(table) == (1, 1, None)
        await world.send(table, Settle(table.name, "p1", turn), Settle(table.name, "p1", turn))
        assert None not in bids(table)
        assert not any(isinstance(message, Refused) for message in world.letters.all("p1"))


@pytest.mark.asyncio
async def test_a_bid_that_stands_may_be_changed_as_long_as_nobody_has_bid() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, CHANGING, 0)
        await world.send(table, world.act(table, 0, Bid(1)))
        await world.send(table, Settle(table.name, "p0", table.state.game.turn))
        assert len(world.brains.asked) == 1
        await world.send(table, world.act(table, 0, Bid(2)))
        assert bids(table) == (2, None, None)
        assert isinstance(world.brains, HangingBrains)
        world.brains.answer.set()
        await world.quiet(table)
        assert bids(table) == (2, None, None), "what was thought about the old bid is void"
        await world.pass_time(table, 2.0)
        assert None not in bids(table)


@pytest.mark.asyncio
async def test_the_dealers_bid_is_waited_for_until_the_opening_lead() -> None:
    rules = "party players=3 sequence=2 bid_change=until-next hook=off first_dealer=seat-0"
    async with World() as world:
        table = await begun(world, rules, 0)
        assert bids(table)[0] is None
        assert None not in bids(table)[1:], "nobody waits after a CPU player's bid"
        await world.send(table, world.act(table, 0, Bid(1)))
        assert table.state.game.phase is Phase.PLAYING
        await world.pass_time(table, 1.0)
        assert not any(isinstance(e, CardPlayed) for e in told_events(world.letters, "p0"))
        await world.pass_time(table, 1.0)
        assert any(isinstance(e, CardPlayed) for e in told_events(world.letters, "p0"))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "rules",
    [
        LIMITED,
        # Every other bid is barred to the dealer, who has nothing to change to.
        "party players=3 sequence=1 bid_change=until-next first_dealer=seat-0",
    ],
)
async def test_where_no_bid_can_be_changed_nobody_waits(rules: str) -> None:
    async with World() as world:
        table = await begun(world, rules, 0)
        while table.state.game.phase is Phase.BIDDING:
            legal = world.letters.view("p0").legal
            await world.send(table, world.act(table, 0, legal[0]))
        may_change = any(isinstance(action, Bid) for action in world.letters.view("p0").legal)
        assert not may_change, "these bids were to leave nothing to change to"
        assert not world.clock.alarms


@pytest.mark.asyncio
async def test_nobody_waits_for_a_person_who_is_to_act_next() -> None:
    async with World() as world:
        table = await begun(world, CHANGING, 0, 1)
        await world.send(table, world.act(table, 0, Bid(1)))
        assert not world.clock.alarms
        await world.send(table, world.act(table, 1, Bid(1)))
        assert world.clock.alarms == [2.0]


# ---------------------------------------------------------------------------- the pace


@pytest.mark.asyncio
async def test_cpu_players_act_at_the_pace_of_the_house() -> None:
    async with World(timing=Timing(pace=1.5)) as world:
        table = await world.open("party players=3 sequence=1")
        await world.sit(table, None)
        for done in range(6):
            acts = [
                event
                for event in told_events(world.letters, "watcher")
                if isinstance(event, (BidMade, CardPlayed))
            ]
            assert len(acts) == done
            assert world.clock.alarms == [1.5]
            await world.pass_time(table, 1.5)
        assert table.state.game.phase is Phase.OVER


@pytest.mark.asyncio
async def test_an_alarm_that_rings_early_late_or_twice_does_no_harm() -> None:
    async with World() as world:
        table = await begun(world, CHANGING, 0)
        await world.send(table, world.act(table, 0, Bid(1)))
        number = table.state.number
        for _ in range(3):
            table._mailbox._rang()
            await world.quiet(table)
        assert table.state.number == number
        world.clock.skip(100.0)
        world.clock.ring_due()
        table._mailbox._rang()
        await world.quiet(table)
        assert [e for e in told_events(world.letters, "p0") if isinstance(e, BidMade)][1:] == [
            BidMade(seat, bid) for seat, bid in enumerate(bids(table)) if seat and bid is not None
        ]


# ---------------------------------------------------------------------------- turns that run out


@pytest.mark.asyncio
async def test_without_a_limit_a_turn_takes_as_long_as_it_takes() -> None:
    async with World() as world:
        table = await begun(world, LIMITED, 0)
        assert world.letters.now("p0").deadline is None
        await world.pass_time(table, 100_000.0)
        assert bids(table) == (None, None, None)


@pytest.mark.asyncio
async def test_a_turn_that_runs_out_is_taken_by_a_cpu_player_that_once() -> None:
    settings = Settings(turn_seconds=30, stand_in="club")
    async with World() as world:
        table = await begun(world, LIMITED, 0, settings=settings)
        push = world.letters.now("p0")
        assert push.deadline == world.clock.now() + 30
        assert push.deadline is not None
        assert DeadlineSet(push.turn, push.deadline) in push.did
        await world.pass_time(table, 29.0)
        assert bids(table) == (None, None, None)
        await world.pass_time(table, 1.0)
        assert bids(table)[0] is not None
        assert [level for view, level, _ in world.brains.asked if view.seat == 0] == ["club"]
        rows = await world.store.load(table.name)
        by = {
            row.by for row in rows if isinstance(row.events[0], BidMade) and not row.events[0].seat
        }
        assert by == {"timeout"}
        assert world.letters.now("p0").deadline == world.clock.now() + 30, "the next turn"
        await world.act_once(table, 0)
        rows = await world.store.load(table.name)
        assert any(row.by == "person" and isinstance(row.events[0], CardPlayed) for row in rows)


@pytest.mark.asyncio
async def test_whoever_acts_in_time_hears_nothing_of_the_deadline() -> None:
    async with World() as world:
        table = await begun(world, LIMITED, 0, 1, settings=Settings(turn_seconds=30))
        await world.pass_time(table, 20.0)
        await world.act_once(table, 0)
        await world.pass_time(table, 20.0)
        assert bids(table)[1] is None, "a deadline belongs to its turn"
        await world.pass_time(table, 10.0)
        assert bids(table)[1] is not None


@pytest.mark.asyncio
async def test_a_person_may_still_act_while_the_cpu_player_thinks() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, LIMITED, 0, 1, settings=Settings(turn_seconds=30))
        await world.pass_time(table, 30.0)
        assert len(world.brains.asked) == 1
        await world.send(table, world.act(table, 0, Bid(2)))
        assert bids(table) == (2, None, None)
        assert isinstance(world.brains, HangingBrains)
        world.brains.answer.set()
        await world.quiet(table)
        assert bids(table) == (2, None, None)


@pytest.mark.asyncio
async def test_all_who_have_not_bid_in_time_are_bid_for_where_all_bid_at_once() -> None:
    rules = LIMITED + " bidding=all-at-once hook=off"
    async with World() as world:
        table = await begun(world, rules, 0, 1, 2, settings=Settings(turn_seconds=30))
        await world.pass_time(table, 29.0)
        await world.send(table, world.act(table, 1, Bid(1)))
        await world.pass_time(table, 1.0)
        assert table.state.game.phase is Phase.PLAYING
        rows = await world.store.load(table.name)
        by = {row.events[0].seat: row.by for row in rows if isinstance(row.events[0], BidMade)}
        assert by == {0: "timeout", 1: "person", 2: "timeout"}


@pytest.mark.asyncio
async def test_a_deadline_survives_a_restart() -> None:
    async with World() as world:
        table = await begun(world, LIMITED, 0, settings=Settings(turn_seconds=30))
        deadline = world.letters.now("p0").deadline
        assert deadline is not None
        await world.pass_time(table, 10.0)
        table = await world.restart(table)
        world.clock.skip(5.0)
        await world.sit(table, 0)
        assert world.letters.now("p0").deadline == deadline
        await world.pass_time(table, 15.0)
        assert bids(table)[0] is not None


@pytest.mark.asyncio
async def test_a_turn_that_ran_out_while_the_program_was_down_starts_afresh() -> None:
    async with World() as world:
        table = await begun(world, LIMITED, 0, settings=Settings(turn_seconds=30))
        table = await world.restart(table)
        world.clock.skip(3600.0)
        await world.sit(table, 0)
        assert bids(table) == (None, None, None)
        assert world.letters.now("p0").deadline == world.clock.now() + 30


@pytest.mark.asyncio
async def test_the_clocks_stop_while_nobody_is_there() -> None:
    async with World() as world:
        table = await begun(world, LIMITED, 0, settings=Settings(turn_seconds=30))
        await world.pass_time(table, 10.0)
        await world.leave(table, 0)
        assert not world.clock.alarms
        await world.pass_time(table, 3600.0)
        assert bids(table) == (None, None, None)
        await world.sit(table, 0)
        assert world.letters.now("p0").deadline == world.clock.now() + 20
        rows = await world.store.load(table.name)
        assert isinstance(rows[-1].events[0], DeadlineSet)


@pytest.mark.asyncio
async def test_a_turn_that_ran_out_before_the_table_slept_starts_afresh() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, LIMITED, 0, settings=Settings(turn_seconds=30))
        await world.pass_time(table, 31.0)
        await world.leave(table, 0)
        await world.sit(table, 0)
        assert world.letters.now("p0").deadline == world.clock.now() + 30


@pytest.mark.asyncio
async def test_cpu_players_have_no_deadline() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, LIMITED, 0, settings=Settings(turn_seconds=30))
        await world.act_once(table, 0)
        assert world.letters.now(called(0)).deadline is None
