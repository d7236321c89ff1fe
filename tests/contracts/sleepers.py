"""What every `Sleepers` keeps to."""

from __future__ import annotations

from typing import Protocol

import pytest

from ohhell.table.ports import SEED, Asleep, SecretStore, Sleepers


class Store(Sleepers, SecretStore, Protocol):
    """One adapter for both ports."""


class SleepersShelf(Protocol):
    """Where the contract gets its adapters from."""

    def new(self) -> Store:
        """Nothing is noted."""
        ...

    def again(self, store: Store, /) -> Store:
        """The same after the program was stopped and started again."""
        ...


@pytest.mark.asyncio
class SleepersContract:
    """Laws of `Sleepers`."""

    @pytest.fixture
    def sleepers_shelf(self) -> SleepersShelf:
        raise NotImplementedError

    async def test_who_sleeps_is_known_longest_asleep_first(
        self, sleepers_shelf: SleepersShelf
    ) -> None:
        sleepers = sleepers_shelf.new()
        assert await sleepers.asleep() == ()
        await sleepers.note_asleep("late", 30.5)
        await sleepers.note_asleep("early", 10.0)
        await sleepers.note_asleep("woken", 5.0)
        await sleepers.note_asleep("late", 31.5)
        await sleepers.note_awake("woken")
        await sleepers.note_awake("never heard of")
        for same in (sleepers, sleepers_shelf.again(sleepers)):
            assert await same.asleep() == (Asleep("early", 10.0), Asleep("late", 31.5))

    async def test_a_game_is_unfinished_while_its_seed_is_secret(
        self, sleepers_shelf: SleepersShelf
    ) -> None:
        store = sleepers_shelf.new()
        await store.keep("b", SEED, b"1" * 32)
        await store.keep("a", SEED, b"2" * 32)
        await store.keep("a", "nonce", b"3" * 16)
        await store.keep("a party", "invite/1", b"4" * 16)
        assert await store.unfinished() == ("a", "b")
        await store.forget("a")
        assert await sleepers_shelf.again(store).unfinished() == ("b",)
