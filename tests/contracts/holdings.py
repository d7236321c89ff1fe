"""What every `Holdings` keeps to."""

from __future__ import annotations

from typing import Protocol

import pytest

from ohhell.table.holdings import Holding, Holdings

ADA, EMIL, ZORA = b"a" * 32, b"e" * 32, b"z" * 32


class HoldingsShelf(Protocol):
    """Where the contract gets its adapters from."""

    def new(self) -> Holdings:
        """Nobody holds anything."""
        ...

    def again(self, holdings: Holdings, /) -> Holdings:
        """The same after the program was stopped and started again."""
        ...


@pytest.mark.asyncio
class HoldingsContract:
    """Laws of `Holdings`."""

    @pytest.fixture
    def holdings_shelf(self) -> HoldingsShelf:
        raise NotImplementedError

    async def test_holders_find_their_seats_newest_first(
        self, holdings_shelf: HoldingsShelf
    ) -> None:
        holdings = holdings_shelf.new()
        for holding in (
            Holding("first", 0, ADA),
            Holding("second", 1, ADA),
            Holding("second", 0, EMIL),
            Holding("third", 0, ADA),
        ):
            await holdings.hold(holding)
        await holdings.hold(Holding("third", 0, EMIL))  # the seat moves
        for same in (holdings, holdings_shelf.again(holdings)):
            assert [held.table for held in await same.held_by(ADA)] == ["second", "first"]
            assert [held.table for held in await same.held_by(EMIL)] == ["third", "second"]

    async def test_a_table_knows_its_holders_in_seat_order(
        self, holdings_shelf: HoldingsShelf
    ) -> None:
        holdings = holdings_shelf.new()
        await holdings.hold(Holding("a", 2, ADA))
        await holdings.hold(Holding("a", 0, EMIL))
        await holdings.hold(Holding("b", 1, EMIL))
        assert await holdings.held_at("a") == (Holding("a", 0, EMIL), Holding("a", 2, ADA))
        assert await holdings.held_at("nowhere") == ()
        assert await holdings.held_by(ZORA) == ()

    async def test_a_seat_may_have_several_holders(self, holdings_shelf: HoldingsShelf) -> None:
        holdings = holdings_shelf.new()
        await holdings.hold(Holding("a", 1, ADA))
        for _ in range(2):
            assert await holdings.also_hold(Holding("a", 1, EMIL), beside=ADA)
        await holdings.hold(Holding("a", 0, ZORA))
        everybody = (Holding("a", 0, ZORA), Holding("a", 1, ADA), Holding("a", 1, EMIL))
        for same in (holdings, holdings_shelf.again(holdings)):
            assert await same.held_at("a") == everybody
            assert await same.held_by(EMIL) == (Holding("a", 1, EMIL),)
        await holdings.hold(Holding("a", 1, ZORA))
        assert await holdings.held_by(ADA) == await holdings.held_by(EMIL) == ()
        assert await holdings.held_at("a") == (Holding("a", 0, ZORA), Holding("a", 1, ZORA))

    async def test_a_seat_is_shared_by_one_who_has_it(self, holdings_shelf: HoldingsShelf) -> None:
        holdings = holdings_shelf.new()
        await holdings.hold(Holding("a", 0, ADA))
        await holdings.hold(Holding("a", 1, EMIL))
        assert not await holdings.also_hold(Holding("a", 1, ZORA), beside=ADA)
        assert not await holdings.also_hold(Holding("b", 0, ZORA), beside=ADA)
        await holdings.hold(Holding("a", 0, EMIL))  # the seat moves
        assert not await holdings.also_hold(Holding("a", 0, ZORA), beside=ADA)
        for same in (holdings, holdings_shelf.again(holdings)):
            assert await same.held_by(ZORA) == await same.held_by(ADA) == ()
