"""The others let a CPU player act for somebody idle, and take that back."""

from __future__ import annotations

import pytest

from ohhell.rules.view import Phase
from ohhell.table.events import CpuTookOver, Returned, StandInWanted, VotedOut
from ohhell.table.messages import Back, Push, Refused, WantPause, WantStandIn
from ohhell.table.ports import SEED
from ohhell.table.settings import Settings
from ohhell.table.table import Table
from tests.table.scripted import HangingBrains, World, called, told_events

RULES = "party players={} sequence=2 first_dealer=seat-{}"
GRACE = Settings(grace_seconds=600, stand_in="club")


async def begun(
    world: World, persons: int = 4, *, players: int | None = None, settings: Settings = GRACE
) -> Table:
    """Seat 0 is to bid, and has been waited for long enough."""
    count = persons if players is None else players
    rules = RULES.format(count, count - 1)
    table = await world.open(rules, *("person",) * persons, settings=settings)
    await world.sit(table, *range(persons))
    await world.exchange_nonces(table, *range(persons))
    await world.pass_time(table, 20.0)
    return table


async def vote(
    world: World, table: Table, by: int | None, seat: int = 0, *, is_wanted: bool = True
) -> Push | Refused:
    """What the voter is answered."""
    name = f"{by}-{seat}-{is_wanted}-{table.state.number}-{len(world.letters.all(called(by)))}"
    await world.send(table, WantStandIn(table.name, called(by), name, seat, is_wanted))
    for answer in reversed(world.letters.all(called(by))):
        if isinstance(answer, (Push, Refused)) and answer.re == name:
            return answer
    raise AssertionError("no answer")


def code(answer: Push | Refused) -> str:
    return answer.code if isinstance(answer, Refused) else ""


async def back(world: World, table: Table, seat: int = 0) -> None:
    await world.send(table, Back(table.name, called(seat), f"back-{table.state.number}"))


def has_bid(table: Table, seat: int = 0) -> bool:
    assert table.state.game.round is not None
    return table.state.game.round.bids[seat] is not None


@pytest.mark.asyncio
async def test_most_of_the_others_let_a_cpu_player_act() -> None:
    async with World() as world:
        table = await begun(world)
        assert not code(await vote(world, table, 1))
        assert world.letters.now("p3").seats[0].wanted_by == (1,)
        assert not world.letters.now("p3").seats[0].is_voted_out
        assert not has_bid(table)
        assert not code(await vote(world, table, 2))
        assert world.letters.now("p0").seats[0].wanted_by == (1, 2)
        assert world.letters.now("p0").seats[0].is_voted_out
        assert has_bid(table)
        rows = await world.store.load(table.name)
        by = {type(row.events[0]): row.by for row in rows}
        assert (by[StandInWanted], by[VotedOut]) == ("person", "table")
        assert rows[-1].by == "cpu"
        assert world.brains.asked[0][1] == "club"


@pytest.mark.asyncio
async def test_half_of_the_others_are_not_enough() -> None:
    async with World() as world:
        table = await begun(world, 3)
        await vote(world, table, 1)
        assert not has_bid(table)
        await vote(world, table, 2)
        assert has_bid(table)


@pytest.mark.asyncio
async def test_who_left_has_no_say_until_they_are_back() -> None:
    async with World() as world:
        table = await begun(world)
        await vote(world, table, 1)
        await world.leave(table, 2)
        assert not has_bid(table), "one of two is no majority"
        await world.leave(table, 1)
        assert not has_bid(table)
        await world.leave(table, 3)
        await world.sit(table, 1)
        assert has_bid(table), "the only other one there wants it"


@pytest.mark.asyncio
async def test_seats_of_cpu_players_have_no_say() -> None:
    async with World() as world:
        table = await begun(world, 2, players=4)
        await vote(world, table, 1)
        assert has_bid(table)


@pytest.mark.asyncio
async def test_nobody_is_voted_for_who_need_not_act_or_has_only_begun_to_think() -> None:
    async with World() as world:
        table = await begun(world)
        assert code(await vote(world, table, 0, 1)) == "not-waited-for"
        await world.act_once(table, 0)
        idle_at = world.letters.now("p2").idle_at
        assert idle_at == world.clock.now() + 20.0
        await world.pass_time(table, 18.5)
        refusal = await vote(world, table, 2, 1)
        assert isinstance(refusal, Refused)
        assert (refusal.code, refusal.params) == ("not-idle", {"seat": 1, "limit": 2})
        await world.pass_time(table, 1.5)
        assert not code(await vote(world, table, 2, 1))


@pytest.mark.asyncio
async def test_votes_that_cannot_be_are_refused() -> None:
    async with World() as world:
        table = await begun(world, 3, players=4)
        await world.sit(table, None)
        assert code(await vote(world, table, 1, 1)) == "own-seat"
        assert code(await vote(world, table, 1, 3)) == "cpu-seat"
        assert code(await vote(world, table, 1, 4)) == "no-such-seat"
        assert code(await vote(world, table, 1, -1)) == "no-such-seat"
        assert code(await vote(world, table, None)) == "only-watching"
        for seat in range(3):
            await world.send(table, WantPause(table.name, called(seat), f"pause {seat}", True))
        assert code(await vote(world, table, 1)) == "paused"
        await world.send(table, WantPause(table.name, "p0", "go on", False))
        await world.resign(table, 2)
        assert code(await vote(world, table, 2)) == "resigned"
        await world.resign(table, 0)
        await world.pass_time(table, 0.0)
        assert world.letters.now("p1").idle_at is None, "nobody is left to vote"
        await world.play(table, 1)
        assert code(await vote(world, table, 1)) == "game-over"


@pytest.mark.asyncio
async def test_where_turns_are_limited_the_clock_decides() -> None:
    async with World() as world:
        table = await begun(world, settings=Settings(turn_seconds=60, grace_seconds=600))
        assert world.letters.now("p1").idle_at is None
        assert code(await vote(world, table, 1)) == "turn-limited"


@pytest.mark.asyncio
async def test_who_was_voted_out_acts_only_after_saying_to_be_back() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await vote(world, table, 1)
        await vote(world, table, 2)
        act = world.act(table, 0, world.letters.view("p0").legal[0])
        await world.send(table, act)
        refusal = world.letters.last("p0")
        assert isinstance(refusal, Refused)
        assert (refusal.code, refusal.re) == ("stood-in", act.id)
        await world.leave(table, 0)
        await world.sit(table, 0)
        assert world.letters.now("p0").seats[0].is_voted_out, "a phone connects by itself"
        assert code(await vote(world, table, 0, 1)) == "stood-in"
        await back(world, table)
        assert told_events(world.letters, "p1")[-1] == Returned(0)
        seat = world.letters.now("p1").seats[0]
        assert (seat.is_voted_out, seat.wanted_by) == (False, ())
        await world.send(table, act)
        assert has_bid(table)


@pytest.mark.asyncio
async def test_to_say_back_without_having_been_away_does_nothing() -> None:
    async with World() as world:
        table = await begun(world)
        number = table.state.number
        await back(world, table)
        assert table.state.number == number
        assert isinstance(world.letters.last("p0"), Push)


@pytest.mark.asyncio
async def test_most_of_the_others_take_it_back() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, 5)
        for by in (1, 2, 3):
            await vote(world, table, by)
        assert table.state.voted_out == {0}
        assert not code(await vote(world, table, 4)), "a late vote counts too"
        await vote(world, table, 1, is_wanted=False)
        await vote(world, table, 2, is_wanted=False)
        assert table.state.voted_out == {0}, "two of four"
        await vote(world, table, 3, is_wanted=False)
        assert table.state.voted_out == frozenset()
        assert told_events(world.letters, "p4")[-2:] == [StandInWanted(0, 3, False), Returned(0)]
        assert table.state.votes == frozenset()


@pytest.mark.asyncio
async def test_one_who_never_wanted_it_can_take_it_back_when_alone_there() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world, 4)
        await vote(world, table, 1)
        await vote(world, table, 2)
        number = table.state.number
        await vote(world, table, 3, is_wanted=False)
        assert table.state.number == number, "one of three changes nothing"
        await world.leave(table, 1, 2)
        assert table.state.voted_out == {0}
        await vote(world, table, 3, is_wanted=False)
        assert table.state.voted_out == frozenset()


@pytest.mark.asyncio
async def test_a_vote_sent_twice_counts_once() -> None:
    async with World() as world:
        table = await begun(world)
        number = table.state.number
        message = WantStandIn(table.name, "p1", "once", 0, is_wanted=True)
        await world.send(table, message, message)
        await vote(world, table, 1)
        assert table.state.number == number + 1
        await vote(world, table, 1, is_wanted=False)
        await vote(world, table, 1, is_wanted=False)
        assert table.state.number == number + 2
        assert table.state.votes == frozenset()


@pytest.mark.asyncio
async def test_who_acts_in_time_is_idle_no_more() -> None:
    async with World() as world:
        table = await begun(world)
        await vote(world, table, 1)
        await world.act_once(table, 0)
        assert world.letters.now("p1").seats[0].wanted_by == ()
        await world.pass_time(table, 20.0)
        await vote(world, table, 2, 1)
        assert world.letters.now("p1").seats[1].wanted_by == (2,)
        await world.resign(table, 2)
        assert world.letters.now("p1").seats[1].wanted_by == ()


@pytest.mark.asyncio
async def test_what_the_cpu_player_does_leaves_the_votes_alone() -> None:
    async with World() as world:
        table = await begun(world)
        await vote(world, table, 1)
        await vote(world, table, 2)
        await world.play(table, 1, 2, 3, until=Phase.PLAYING)
        assert table.state.votes == {(0, 1), (0, 2)}
        await world.play(table, 1, 2, 3)
        assert table.state.game.phase is Phase.OVER


@pytest.mark.asyncio
async def test_who_is_not_even_there_is_played_until_they_come() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await world.leave(table, 0)
        await vote(world, table, 1)
        await vote(world, table, 2)
        assert CpuTookOver(0) in told_events(world.letters, "p1")
        assert world.letters.now("p1").seats[0].wanted_by == ()
        await world.sit(table, 0)
        assert told_events(world.letters, "p1")[-1] == Returned(0)


@pytest.mark.asyncio
async def test_votes_outlast_the_program() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await vote(world, table, 1)
        voted = WantStandIn(table.name, "p2", "the deciding vote", 0, is_wanted=True)
        await world.send(table, voted)
        table = await world.restart(table)
        assert table.state.voted_out == {0}
        await world.sit(table, 0, 1, 2, 3)
        number = table.state.number
        await world.send(table, voted)
        assert table.state.number == number, "its id is in the log"
        await back(world, table)
        assert table.state.voted_out == frozenset()
        table = await world.restart(table)
        assert table.state.voted_out == frozenset()


@pytest.mark.asyncio
async def test_a_program_killed_between_vote_and_stand_in_loses_neither() -> None:
    async with World() as world:
        table = await begun(world)
        await vote(world, table, 1)
        await vote(world, table, 2)
        rows = await world.store.load(table.name)
        seed = await world.store.find(table.name, SEED)
        assert seed is not None
        voted = [row for row in rows if isinstance(row.events[0], StandInWanted)]
    async with World() as world:
        await world.store.keep(table.name, SEED, seed)
        for row in rows[: voted[-1].number]:
            await world.store.append(table.name, row)
        table = await world.hall.find(table.name)
        await world.sit(table, 0, 3)
        assert not has_bid(table)
        await world.sit(table, 1)
        assert not has_bid(table), "one of two who are there"
        await world.sit(table, 2)
        assert has_bid(table)


@pytest.mark.asyncio
async def test_a_lone_person_is_never_idle() -> None:
    async with World() as world:
        await begun(world, 1, players=3)
        assert world.letters.now("p0").view.to_act == (0,)
        assert world.letters.now("p0").idle_at is None


@pytest.mark.asyncio
async def test_nothing_is_written_when_the_game_is_over() -> None:
    """The last row of a log reveals the seed, by which the table is found again."""
    async with World() as world:
        table = await begun(world)
        await vote(world, table, 1)
        await vote(world, table, 2)
        await world.play(table, 1, 2, 3)
        number = table.state.number
        await back(world, table)
        assert isinstance(world.letters.last("p0"), Push)
        assert table.state.number == number
        table = await world.restart(table)
        assert table.state.game.phase is Phase.OVER


@pytest.mark.asyncio
async def test_a_person_who_was_voted_out_may_resign() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await vote(world, table, 1)
        await vote(world, table, 2)
        await world.resign(table, 0)
        assert table.state.voted_out == frozenset()
        assert table.state.votes == frozenset()
        assert table.state.resigned == {0}
