"""What every `PartyStore` keeps to."""

from __future__ import annotations

import asyncio
from typing import Protocol

import pytest

from ohhell.rules.rulebook import parse_rulebook
from ohhell.table import party_events as pe
from ohhell.table.errors import StoreConflict
from ohhell.table.party_events import PartyRow
from ohhell.table.party_ports import PartyStore
from ohhell.table.settings import Settings

ADA, EMIL = b"a" * 32, b"e" * 32

EVENTS: tuple[pe.PartyEvent, ...] = (
    pe.Gathered(),
    pe.Arranged(
        parse_rulebook("party players=5 hook=off"),
        ("club", "random") * 3 + ("club",),
        Settings(turn_seconds=30, grace_seconds=10),
        True,
        8,
    ),
    pe.Arranged(parse_rulebook("common"), ("club",) * 7, Settings(), False, None),
    pe.Joined(0, "Ada", 2, ADA),
    pe.Quit(0),
    pe.Removed(1),
    pe.Moved(0, 3),
    pe.Renamed(0, "Adä 🂡"),
    pe.ReadySet(0, True),
    pe.HostChanged(1),
    pe.LinksRenewed(2),
    pe.Started("a table", (0, None, 1)),
    pe.Finished("a table", (1, 2, 2)),
    pe.Finished("a table", ()),
    pe.Regathered(),
    pe.DeviceAdded(0, EMIL),
    pe.SeatClaimed(0, 1, EMIL),
    pe.ClaimAnswered(0, False),
    pe.WatcherCame(EMIL),
    pe.Touched(),
    pe.PartyClosed(),
)
"""One of each, and more where their fields can differ."""


def party_rows() -> tuple[PartyRow, ...]:
    """A log with everything in it that a log can hold; as a party's it makes no sense."""
    return (
        PartyRow(1, 1.5, 0, "id-1", EVENTS[:4]),
        PartyRow(2, 2.25, None, None, EVENTS[4:9]),
        PartyRow(3, 1_800_000_000.125, 3, None, EVENTS[9:]),
    )


class PartyShelf(Protocol):
    """Where the contract gets its adapters from."""

    def new(self) -> PartyStore:
        """Nothing is kept."""
        ...

    def again(self, store: PartyStore, /) -> PartyStore:
        """The same after the program was stopped and started again."""
        ...


@pytest.mark.asyncio
class PartyStoreContract:
    """Laws of `PartyStore`."""

    @pytest.fixture
    def party_shelf(self) -> PartyShelf:
        raise NotImplementedError

    async def test_what_is_appended_is_loaded_at_once_and_later(
        self, party_shelf: PartyShelf
    ) -> None:
        store, rows = party_shelf.new(), party_rows()
        assert await store.load_party("a party") == ()
        for count, row in enumerate(rows, start=1):
            await store.append_party("a party", row)
            assert await store.load_party("a party") == rows[:count]
        assert await party_shelf.again(store).load_party("a party") == rows
        assert await store.load_party("another party") == ()

    async def test_a_row_comes_after_the_one_before_and_nowhere_else(
        self, party_shelf: PartyShelf
    ) -> None:
        store, rows = party_shelf.new(), party_rows()
        with pytest.raises(StoreConflict):
            await store.append_party("a party", rows[1])
        await store.append_party("a party", rows[0])
        for wrong in (rows[0], rows[2]):
            with pytest.raises(StoreConflict) as caught:
                await store.append_party("a party", wrong)
            assert dict(caught.value.params) == {"value": wrong.number, "limit": 2}
        both = (store.append_party("a party", rows[1]), store.append_party("a party", rows[1]))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(result).__name__ for result in results) == ["NoneType", "StoreConflict"]
        assert await party_shelf.again(store).load_party("a party") == rows[:2]

    async def test_people_find_their_parties_newest_first(self, party_shelf: PartyShelf) -> None:
        store = party_shelf.new()
        for party in ("first", "second", "third", "first"):
            await store.note_member(party, ADA)
        await store.note_member("second", EMIL)
        await store.forget_member("third", ADA)
        await store.forget_member("third", ADA)
        for same in (store, party_shelf.again(store)):
            assert await same.parties_of(ADA) == ("first", "second")
            assert await same.parties_of(EMIL) == ("second",)
            assert await same.parties_of(b"z" * 32) == ()
