"""The memory store keeps every law of the store ports."""

import pytest

from ohhell.store.memory import MemoryStore
from ohhell.table.holdings import Holdings
from ohhell.table.party_ports import PartyStore
from tests.contracts.holdings import HoldingsContract, HoldingsShelf
from tests.contracts.parties import PartyShelf, PartyStoreContract
from tests.contracts.sleepers import SleepersContract, SleepersShelf
from tests.contracts.sleepers import Store as SleepingStore
from tests.contracts.stores import EventStoreContract, SecretStoreContract, Shelf, Store


class MemoryShelf:
    table = "some table"

    def new(self) -> Store:
        return MemoryStore()

    def again(self, store: Store) -> Store:
        return store  # it lives as long as its program


class TestMemoryEvents(EventStoreContract):
    @pytest.fixture
    def shelf(self) -> Shelf:
        return MemoryShelf()


class TestMemorySecrets(SecretStoreContract):
    @pytest.fixture
    def shelf(self) -> Shelf:
        return MemoryShelf()


class MemoryHoldings:
    def new(self) -> Holdings:
        return MemoryStore()

    def again(self, holdings: Holdings) -> Holdings:
        return holdings


class MemorySleepers:
    def new(self) -> SleepingStore:
        return MemoryStore()

    def again(self, store: SleepingStore) -> SleepingStore:
        return store


class TestMemoryHoldings(HoldingsContract):
    @pytest.fixture
    def holdings_shelf(self) -> HoldingsShelf:
        return MemoryHoldings()


class TestMemorySleepers(SleepersContract):
    @pytest.fixture
    def sleepers_shelf(self) -> SleepersShelf:
        return MemorySleepers()


class MemoryParties:
    def new(self) -> PartyStore:
        return MemoryStore()

    def again(self, store: PartyStore) -> PartyStore:
        return store


class TestMemoryParties(PartyStoreContract):
    @pytest.fixture
    def party_shelf(self) -> PartyShelf:
        return MemoryParties()
