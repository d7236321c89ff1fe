"""Store, then tell: what the store does not keep has not happened, and nobody hears of it."""

from __future__ import annotations

import logging

import pytest

from ohhell.rules.actions import Bid
from ohhell.rules.view import Phase
from ohhell.table.errors import StoreConflict
from ohhell.table.messages import Abandon, Act, Closed, Push, Refused, Sit
from ohhell.table.ports import StoredRow
from ohhell.table.settings import Settings, Timing
from ohhell.table.state import fold
from ohhell.table.table import Table
from tests.table.scripted import FailingStore, HangingBrains, World

RULES = "party players=3 sequence=2 first_dealer=seat-2"


async def begun(world: World, persons: int = 1) -> Table:
    table = await world.open(RULES, *("person",) * persons)
    await world.sit(table, *range(persons), None)
    await world.exchange_nonces(table, *range(persons))
    return table


@pytest.mark.asyncio
async def test_an_action_that_cannot_be_stored_is_refused_and_nobody_else_hears_of_it() -> None:
    store = FailingStore()
    async with World(store=store) as world:
        table = await begun(world, persons=3)
        before, told = table.state, len(world.letters.all("p1"))
        bid = world.act(table, 0, Bid(1), name="mine")
        store.failures = ["before"]
        await world.send(table, bid)
        refusal = world.letters.last("p0")
        assert isinstance(refusal, Refused)
        assert (refusal.code, refusal.re) == ("store-full", "mine")
        assert refusal.now is not None
        assert refusal.now.turn == bid.turn
        assert table.state == before
        assert len(world.letters.all("p1")) == told
        await world.send(table, bid)  # once more, with the same id
        assert isinstance(world.letters.last("p0"), Push)
        assert table.state.game.turn == bid.turn + 1
        assert fold(await store.load(table.name)) == table.state


@pytest.mark.asyncio
async def test_a_row_that_was_stored_after_all_is_found_and_not_doubled() -> None:
    store = FailingStore()
    async with World(store=store) as world:
        table = await begun(world, persons=3)
        bid = world.act(table, 0, Bid(1), name="mine")
        store.failures = ["after"]
        await world.send(table, bid)
        assert isinstance(world.letters.last("p0"), Refused)
        await world.send(table, bid)
        answer = world.letters.last("p0")
        assert isinstance(answer, Push)
        assert (answer.re, answer.turn) == ("mine", bid.turn + 1)
        assert world.letters.now("p1").turn == bid.turn + 1
        rows = await store.load(table.name)
        assert fold(rows) == table.state
        assert [row.action_id for row in rows].count("mine") == 1


@pytest.mark.asyncio
async def test_while_nothing_can_be_stored_the_table_says_so_once_and_tries_again() -> None:
    store = FailingStore()
    async with World(store=store, timing=Timing(retry=2.0)) as world:
        table = await begun(world)
        store.failures = ["", *["before"] * 5]
        await world.act_once(table, 0)
        await world.pass_time(table, 7.0)
        trouble = world.letters.refusals("p0")
        assert [(refusal.code, refusal.re) for refusal in trouble] == [("store-full", None)]
        assert world.letters.refusals("watcher")[0].code == "store-full"
        assert table.state.game.turn == 2
        attempts = store.attempts
        await world.sit(table, None)
        assert world.letters.refusals("watcher")[-1].code == "store-full", "news for who comes now"
        assert store.attempts == attempts
        await world.pass_time(table, 6.0)
        assert store.failures == []
        assert table.state.game.turn > 2
        await world.play(table, 0)
        assert table.state.game.phase is Phase.OVER
        assert fold(await store.load(table.name)) == table.state


@pytest.mark.asyncio
async def test_what_a_cpu_player_thought_of_a_past_turn_is_nothing_while_the_store_fails() -> None:
    """A person's time runs out, and they act after all; the table cannot go on; then comes the answer."""
    store, brains = FailingStore(), HangingBrains()
    async with World(store=store, brains=brains) as world:
        rules = "common players=3 sequence=1,1"
        table = await world.open(rules, *("person",) * 3, settings=Settings(turn_seconds=5))
        await world.sit(table, 0, 1, 2)
        await world.exchange_nonces(table, 0, 1, 2)
        while table.state.game.round is None or len(table.state.game.round.trick) < 2:
            await world.act_once(table, world.letters.view("p0").to_act[0])
        (seat,) = world.letters.view("p0").to_act
        await world.pass_time(table, 5.1)
        assert len(brains.asked) == 1
        store.failures = ["", "before"]  # the card is stored, the next deal is not
        await world.act_once(table, seat)
        after = table.state
        brains.answer.set()
        await world.quiet(table)
        assert table.state == after
        assert not table.is_closed
        await world.pass_time(table, 3.0)
        assert fold(await store.load(table.name)) == table.state


@pytest.mark.asyncio
async def test_another_failure_is_said_too() -> None:
    store = FailingStore()
    async with World(store=store) as world:
        table = await begun(world)
        store.failures = ["", "before", "after", "before"]
        await world.act_once(table, 0)
        await world.pass_time(table, 10.0)
        codes = [refusal.code for refusal in world.letters.refusals("p0")]
        assert codes == ["store-full", "store-failed", "store-full"]


@pytest.mark.asyncio
async def test_an_action_that_can_be_stored_ends_the_trouble_at_once() -> None:
    store = FailingStore()
    async with World(store=store) as world:
        table = await world.open(RULES, "person")
        await world.sit(table, 0)
        store.failures = ["", "", "before"]
        await world.exchange_nonces(table, 0)
        assert table.state.game.phase is Phase.DEAL
        assert world.letters.refusals("p0")[-1].re is None
        await world.resign(table, 0)
        assert table.state.game.phase is Phase.OVER


class OnceFailingStore(FailingStore):
    """Fails for every row number once."""

    def __init__(self, failure: str) -> None:
        super().__init__()
        self._failure = failure
        self._failed = {1}

    async def append(self, table: str, row: StoredRow) -> None:
        if row.number not in self._failed:
            self._failed.add(row.number)
            self.failures = [self._failure]
        await super().append(table, row)


@pytest.mark.asyncio
@pytest.mark.parametrize("failure", ["before", "after"])
async def test_every_row_of_a_game_may_fail_to_be_stored_once(failure: str) -> None:
    store = OnceFailingStore(failure)
    async with World(store=store) as world:
        table = await world.open(RULES, "person", settings=Settings(turn_seconds=60))
        seed = await store.find(table.name, "seed")
        await world.sit(table, 0)
        for _ in range(3):
            await world.exchange_nonces(table, 0)
        assert table.state.game.nonces[0] is not None
        await world.play(table, 0)
        await world.pass_time(table, 10.0)
        assert table.state.game.seed == seed
        assert await store.find(table.name, "seed") is None
        assert fold(await store.load(table.name)) == table.state
        assert world.letters.now("p0").number == table.state.number
        codes = {refusal.code for refusal in world.letters.refusals("p0")}
        assert codes >= {"store-full" if failure == "before" else "store-failed"}


@pytest.mark.asyncio
async def test_a_game_is_given_up_as_soon_as_that_can_be_stored() -> None:
    store = FailingStore()
    async with World(store=store) as world:
        table = await begun(world)
        store.failures = ["before", "before"]
        await world.send(table, Abandon(table.name))
        assert table.state.game.phase is Phase.BIDDING
        await world.pass_time(table, 4.0)
        assert table.state.game.phase is Phase.ABANDONED
        assert table.state.game.seed is not None


@pytest.mark.asyncio
async def test_where_somebody_else_wrote_the_table_goes_on_from_there() -> None:
    async with World() as world:
        table = await begun(world, persons=3)
        other = await world.new_hall().find(table.name)
        await world.quiet(other)
        bid = world.act(table, 0, Bid(1), name="mine")
        other.post(Sit(table.name, "elsewhere", 0))
        other.post(Act(table.name, "elsewhere", bid.turn, "mine", bid.action))
        await world.quiet(other)
        assert table.state.game.turn == bid.turn
        await world.send(table, bid)
        answer = world.letters.last("p0")
        assert isinstance(answer, Push)
        assert (answer.re, answer.turn) == ("mine", bid.turn + 1)
        assert table.state == other.state
        await world.send(table, world.act(table, 1, Bid(0)))
        late = world.act(table, 2, Bid(0), name="too late")
        assert table.state.number == other.state.number + 1
        other.post(Sit(table.name, "also elsewhere", 1))
        other.post(Act(table.name, "also elsewhere", bid.turn + 1, "x", Bid(2)))
        await world.quiet(other)
        refusal = world.letters.last("also elsewhere")
        assert isinstance(refusal, Refused)
        assert refusal.code == "stale"
        assert other.state == table.state
        await world.send(table, late)
        assert table.state.game.phase is Phase.PLAYING
        await other.close()


class QuarrellingStore(FailingStore):
    """Says for ever that somebody else was faster."""

    is_quarrelling = False

    async def append(self, table: str, row: StoredRow) -> None:
        if self.is_quarrelling:
            raise StoreConflict("row-conflict", value=row.number, limit=row.number)
        await super().append(table, row)


@pytest.mark.asyncio
async def test_a_store_that_conflicts_for_ever_is_not_asked_for_ever() -> None:
    store = QuarrellingStore()
    async with World(store=store) as world:
        table = await begun(world)
        store.is_quarrelling = True
        await world.act_once(table, 0)
        refusal = world.letters.last("p0")
        assert isinstance(refusal, Refused)
        assert refusal.code == "row-conflict"
        store.is_quarrelling = False
        await world.act_once(table, 0)
        assert table.state.game.turn > 1


class BrokenStore(FailingStore):
    """Has a mistake in its program."""

    is_broken = False

    async def append(self, table: str, row: StoredRow) -> None:
        if self.is_broken:
            raise ZeroDivisionError
        await super().append(table, row)


@pytest.mark.asyncio
async def test_a_table_that_crashes_says_so_and_is_found_again_as_it_was(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = BrokenStore()
    async with World(store=store) as world:
        table = await begun(world)
        store.is_broken = True
        bid = world.act(table, 0, Bid(1))
        with caplog.at_level(logging.ERROR):
            table.post(bid)
            table.post(bid)
            table.post(Sit(table.name, "late", None))
            await table.caught_up()
        assert "crashed" in caplog.text
        assert world.letters.last("late") == Closed(table.name, "crashed")
        assert world.letters.last("p0") == Closed(table.name, "crashed")
        assert table.is_closed
        await table.close()
        store.is_broken = False
        again = await world.hall.find(table.name)
        assert again is not table
        assert again.state == table.state
        await world.sit(again, 0)
        await world.send(again, bid)
        assert again.state.game.turn > bid.turn
