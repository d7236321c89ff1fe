"""The memory store keeps every law of the store ports."""

import pytest

from ohhell.store.memory import MemoryStore
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
