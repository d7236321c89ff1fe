"""Tables opened, found, woken and closed."""

from __future__ import annotations

import asyncio

import pytest

from ohhell.rules.errors import DealError
from ohhell.rules.events import GameStarted
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.shuffle import commitment
from ohhell.store.memory import MemoryStore
from ohhell.table.errors import StoreError, TableError
from ohhell.table.events import Opened, Sat, SettingsChanged
from ohhell.table.messages import Closed, Push, Sit
from ohhell.table.ports import StoredRow
from ohhell.table.settings import Seating, Settings
from tests.table.scripted import FailingStore, World

RULES = parse_rulebook("party players=3 sequence=1")
SEATS = (Seating("Ann", "person"), Seating("Bob", "club"), Seating("Cleo", "person"))


@pytest.mark.asyncio
async def test_a_table_begins_with_who_sits_where_and_the_promise_of_its_seed() -> None:
    async with World() as world:
        table = await world.hall.open(RULES, SEATS, Settings(turn_seconds=60))
        (row,) = await world.store.load(table.name)
        seed = await world.store.find(table.name, "seed")
        assert seed is not None
        started = GameStarted(RULES, ("Ann", "Bob", "Cleo"), (0, 2), commitment(seed))
        assert row == StoredRow(
            1,
            None,
            "table",
            (
                Opened("2027-01-15T08:00:00Z"),
                SettingsChanged(Settings(turn_seconds=60)),
                Sat(0, "Ann", "person"),
                Sat(1, "Bob", "club"),
                Sat(2, "Cleo", "person"),
                started,
            ),
        )
        assert table.state.opened == "2027-01-15T08:00:00Z"
        other = await world.hall.open(RULES, SEATS)
        assert other.name != table.name
        assert await world.store.find(other.name, "seed") != seed
        assert world.hall.boot not in {table.name, other.name}


@pytest.mark.asyncio
async def test_a_name_in_use_is_refused_be_the_table_awake_or_stored() -> None:
    async with World() as world:
        await world.hall.open(RULES, SEATS, name="ours")
        seed = await world.store.find("ours", "seed")
        for hall in (world.hall, world.new_hall()):
            with pytest.raises(TableError, match="table-exists"):
                await hall.open(RULES, SEATS, name="ours")
        assert await world.store.find("ours", "seed") == seed
        assert len(await world.store.load("ours")) == 1


@pytest.mark.asyncio
async def test_a_table_for_the_wrong_number_of_people_is_refused() -> None:
    async with World() as world:
        with pytest.raises(DealError, match="wrong-number-of-names"):
            await world.hall.open(RULES, SEATS[:2], name="ours")
        assert await world.store.load("ours") == ()
        assert await world.store.find("ours", "seed") is None


@pytest.mark.asyncio
async def test_a_table_that_cannot_be_stored_leaves_no_secret() -> None:
    store = FailingStore()
    async with World(store=store) as world:
        store.failures = ["before"]
        with pytest.raises(StoreError, match="store-full"):
            await world.hall.open(RULES, SEATS, name="ours")
        assert await store.find("ours", "seed") is None
        await world.hall.open(RULES, SEATS, name="ours")


@pytest.mark.asyncio
async def test_a_table_is_alive_once_however_many_look_for_it() -> None:
    async with World() as world:
        table = await world.hall.open(RULES, SEATS, name="ours")
        assert await world.hall.find("ours") is table
        hall = world.new_hall()
        found = await asyncio.gather(*(hall.find("ours") for _ in range(5)))
        assert len({id(one) for one in found}) == 1
        assert found[0].state == table.state
        await hall.close_all()


@pytest.mark.asyncio
async def test_a_message_wakes_its_table() -> None:
    async with World() as world:
        await world.hall.open(RULES, SEATS, name="ours")
        await world.hall.close("ours")
        world.hall = world.new_hall()
        await world.hall.post(Sit("ours", "Ann's phone", 0))
        await world.quiet(await world.hall.find("ours"))
        push = world.letters.last("Ann's phone")
        assert isinstance(push, Push)
        assert (push.boot, push.push) == (world.hall.boot, 1)
        with pytest.raises(TableError) as caught:
            await world.hall.post(Sit("theirs", "Ann's phone", 0))
        assert (caught.value.code, dict(caught.value.params)) == (
            "no-such-table",
            {"table": "theirs"},
        )


@pytest.mark.asyncio
async def test_a_game_without_its_seed_cannot_go_on_unless_it_is_over() -> None:
    async with World() as world:
        table = await world.hall.open(RULES, (Seating("", "random"),) * 3, name="ours")
        await world.hall.open(RULES, SEATS, name="theirs")
        await world.sit(table, None)
        assert table.state.game.seed is not None
        await world.store.forget("theirs")
        await world.hall.close_all()
        assert (await world.hall.find("ours")).state == table.state
        with pytest.raises(StoreError, match="seed-lost"):
            await world.hall.find("theirs")


@pytest.mark.asyncio
async def test_closing_says_goodbye_and_keeps_the_log() -> None:
    async with World() as world:
        table = await world.hall.open(RULES, SEATS, name="ours")
        await world.sit(table, 0)
        await world.hall.close("ours")
        await world.hall.close("ours")
        await world.hall.close("nobody's")
        assert world.letters.last("p0") == Closed("ours", "closing")
        again = await world.hall.find("ours")
        assert again is not table
        assert again.state == table.state


class SlowStore(MemoryStore):
    """Takes its time, and counts how many wait."""

    def __init__(self) -> None:
        super().__init__()
        self.loads = 0

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        self.loads += 1
        await asyncio.sleep(0)
        return await super().load(table)


@pytest.mark.asyncio
async def test_of_two_who_open_the_same_table_at_once_one_is_refused() -> None:
    async with World(store=SlowStore()) as world:
        both = (world.hall.open(RULES, SEATS, name="ours") for _ in range(2))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert [type(result).__name__ for result in results] == ["Table", "TableError"]
        assert await world.store.find("ours", "seed") is not None
