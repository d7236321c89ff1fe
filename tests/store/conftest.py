"""What the tests of stores share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ohhell.store.sqlite import SqliteStore, open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.ohhell"


@pytest.fixture
def open_at(tmp_path: Path) -> Iterator[Callable[[], SqliteStore]]:
    """Opens the store of this test, and closes what was opened."""
    opened: list[SqliteStore] = []

    def open_here() -> SqliteStore:
        opened.append(open_store(tmp_path))
        return opened[-1]

    yield open_here
    for store in opened:
        store.close()
