"""What every store keeps to, whatever it keeps its rows in."""

from __future__ import annotations

import asyncio
from typing import Protocol

import pytest

from ohhell.rules.shuffle import commitment
from ohhell.table.errors import StoreConflict, StoreError
from ohhell.table.messages import WantPause
from ohhell.table.ports import EventStore, SecretStore, StoredRow
from ohhell.table.settings import Settings
from tests.table.scripted import ScriptedDice, World

RULEBOOKS = (
    "party players=3 sequence=1,2 ties=share",
    "club-sheet players=4 sequence=2,1 ties=share",
    "party players=5 sequence=2 bidding=all-at-once hook=off",
)


class Store(EventStore, SecretStore, Protocol):
    """One adapter for both ports."""


class Shelf(Protocol):
    """Where a contract gets its stores from."""

    @property
    def table(self) -> str:
        """A name of a table this shelf's stores take."""
        ...

    def new(self) -> Store:
        """An empty store."""
        ...

    def again(self, store: Store) -> Store:
        """The same store after the program that had it was stopped and started again."""
        ...


async def whole_log(rulebook: str) -> tuple[StoredRow, ...]:
    """A game with everything in its log that a log can hold."""
    async with World() as world:
        settings = Settings(turn_seconds=30, grace_seconds=10)
        table = await world.open(rulebook, "person", "person", settings=settings)
        await world.sit(table, 0, 1)
        await world.exchange_nonces(table, 0)
        await world.pass_time(table, 10.0)  # the nonce of seat 1 is missed
        await world.act_once(table, 0, 1)
        for seat, is_wanted in ((0, True), (1, True), (1, False)):
            wish = WantPause(table.name, f"p{seat}", f"pause {is_wanted}", is_wanted)
            await world.send(table, wish)
        await world.leave(table, 1)
        await world.pass_time(table, 35.0)  # time for a stand-in, and for a turn to run out
        await world.sit(table, 1)
        await world.act_once(table, 0, 1)
        await world.resign(table, 1)
        await world.play(table, 0)
        return await world.store.load(table.name)


def seed_of(rows: tuple[StoredRow, ...]) -> bytes:
    """The secret of the one game the scripted dice make."""
    dice = ScriptedDice()
    dice.identifier()  # of the program run
    return dice.seed()


@pytest.mark.asyncio
class EventStoreContract:
    """Laws of an `EventStore`."""

    @pytest.fixture
    def shelf(self) -> Shelf:
        raise NotImplementedError

    @pytest.mark.parametrize("rulebook", RULEBOOKS)
    async def test_what_is_appended_is_loaded_at_once_and_later(
        self, shelf: Shelf, rulebook: str
    ) -> None:
        rows = await whole_log(rulebook)
        store = shelf.new()
        await store.keep(shelf.table, "seed", seed_of(rows))
        assert await store.load(shelf.table) == ()
        for count, row in enumerate(rows, start=1):
            await store.append(shelf.table, row)
            assert await store.load(shelf.table) == rows[:count]
            if count % 7 == 1:
                store = shelf.again(store)
                assert await store.load(shelf.table) == rows[:count]
        store = shelf.again(store)
        assert await store.load(shelf.table) == rows

    async def test_a_row_comes_after_the_one_before_and_nowhere_else(self, shelf: Shelf) -> None:
        rows = await whole_log(RULEBOOKS[0])
        store = shelf.new()
        await store.keep(shelf.table, "seed", seed_of(rows))
        with pytest.raises(StoreConflict):
            await store.append(shelf.table, rows[1])
        await store.append(shelf.table, rows[0])
        await store.append(shelf.table, rows[1])
        for wrong in (rows[0], rows[1], rows[3]):
            with pytest.raises(StoreConflict) as caught:
                await store.append(shelf.table, wrong)
            assert caught.value.code == "row-conflict"
            assert dict(caught.value.params) == {"value": wrong.number, "limit": 3}
            assert await store.load(shelf.table) == rows[:2]
        await store.append(shelf.table, rows[2])
        assert await shelf.again(store).load(shelf.table) == rows[:3]

    async def test_of_two_that_write_at_once_one_is_refused(self, shelf: Shelf) -> None:
        rows = await whole_log(RULEBOOKS[0])
        store = shelf.new()
        await store.keep(shelf.table, "seed", seed_of(rows))
        both = (store.append(shelf.table, rows[0]), store.append(shelf.table, rows[0]))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["NoneType", "StoreConflict"]
        assert await store.load(shelf.table) == rows[:1]

    async def test_a_table_nobody_opened_has_no_rows(self, shelf: Shelf) -> None:
        rows = await whole_log(RULEBOOKS[0])
        store = shelf.new()
        await store.keep(shelf.table, "seed", seed_of(rows))
        await store.append(shelf.table, rows[0])
        assert await store.load("another table") == ()

    async def test_the_log_of_these_tests_has_everything_in_it(self) -> None:
        kinds: set[str] = set()
        makers: set[str] = set()
        for rulebook in RULEBOOKS:
            for row in await whole_log(rulebook):
                kinds |= {type(event).__name__ for event in row.events}
                makers.add(row.by)
        assert makers == {"person", "cpu", "timeout", "table"}
        assert kinds >= {"DeadlineSet", "CpuTookOver", "Returned", "Resigned", "NonceMissed"}
        assert kinds >= {"BidsRevealed", "BidMade", "RoundDealt", "GameEnded", "SeedRevealed"}


@pytest.mark.asyncio
class SecretStoreContract:
    """Laws of a `SecretStore`."""

    @pytest.fixture
    def shelf(self) -> Shelf:
        raise NotImplementedError

    async def _opened(self, shelf: Shelf, seed: bytes) -> Store:
        rows = await whole_log(RULEBOOKS[0])
        assert commitment(seed) in {getattr(event, "commitment", b"") for event in rows[0].events}
        store = shelf.new()
        await store.keep(shelf.table, "seed", seed)
        await store.append(shelf.table, rows[0])
        return store

    async def test_a_secret_is_found_under_its_name_at_once_and_later(self, shelf: Shelf) -> None:
        seed = seed_of(())
        store = await self._opened(shelf, seed)
        await store.keep(shelf.table, "nonce of seat 0", b"\x00\xff")
        for same in (store, shelf.again(store)):
            assert await same.find(shelf.table, "seed") == seed
            assert await same.find(shelf.table, "nonce of seat 0") == b"\x00\xff"
            assert await same.find(shelf.table, "anything else") is None
            assert await same.find("another table", "seed") is None

    async def test_a_secret_is_never_replaced(self, shelf: Shelf) -> None:
        seed = seed_of(())
        store = await self._opened(shelf, seed)
        await store.keep(shelf.table, "seed", seed)
        with pytest.raises(StoreError) as caught:
            await store.keep(shelf.table, "seed", bytes(32))
        assert caught.value.code == "secret-exists"
        assert await shelf.again(store).find(shelf.table, "seed") == seed

    async def test_secrets_are_forgotten_all_together(self, shelf: Shelf) -> None:
        store = await self._opened(shelf, seed_of(()))
        await store.keep(shelf.table, "nonce of seat 0", b"\x01")
        await store.forget("another table")
        assert await store.find(shelf.table, "seed") is not None
        await store.forget(shelf.table)
        await store.forget(shelf.table)
        assert await store.find(shelf.table, "seed") is None
        assert await store.find(shelf.table, "nonce of seat 0") is None
