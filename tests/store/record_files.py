"""Record files as tests write them, and what is refused of them."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ohhell.store.record_file import RecordFile
from ohhell.table.errors import StoreError
from ohhell.table.events import TABLE_EVENTS, LogEvent, Opened, Sat, SettingsChanged
from ohhell.table.ports import StoredRow
from tests.contracts.stores import (
    RULEBOOKS,
    Store,
    seed_of,
)

SHORT, CLUB, HIDDEN = RULEBOOKS


class RecordShelf:
    def __init__(self, directory: Path) -> None:
        self.path = directory / "game.ohhell"
        self.table = self.path.name
        self._open: list[RecordFile] = []

    def new(self) -> Store:
        return self._kept(RecordFile.create(self.path))

    def again(self, store: Store) -> Store:
        assert isinstance(store, RecordFile)
        store.close()
        return self._kept(RecordFile.open(self.path))

    def close(self) -> None:
        for file in self._open:
            file.close()

    def _kept(self, file: RecordFile) -> RecordFile:
        self._open.append(file)
        return file


async def written(path: Path, rows: tuple[StoredRow, ...], count: int | None = None) -> None:
    """A record with the first rows of a log, its program gone."""
    with RecordFile.create(path) as store:
        await store.keep(path.name, "seed", seed_of(rows))
        for row in rows[:count]:
            await store.append(path.name, row)


def refusal(work: Callable[[], object]) -> StoreError:
    with pytest.raises(StoreError) as caught:
        work()
    return caught.value


def is_tables_own(event: LogEvent) -> bool:
    return isinstance(event, TABLE_EVENTS)


def game_rows(rows: tuple[StoredRow, ...]) -> tuple[StoredRow, ...]:
    """A log without what only concerns the table, numbered anew."""
    kept: list[StoredRow] = []
    for row in rows:
        told = (Opened, SettingsChanged, Sat)
        events = tuple(e for e in row.events if isinstance(e, told) or not is_tables_own(e))
        if events:
            kept.append(StoredRow(len(kept) + 1, None, row.by, events))
    return tuple(kept)


class Disk:
    """Lets writes fail from a moment on, after some bytes of the next one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: int | None = None
        self.room = 0
        self.is_cutting_broken = False
        self._write, self._cut, self._sync = os.write, os.ftruncate, os.fsync
        monkeypatch.setattr(os, "write", self.write)
        monkeypatch.setattr(os, "ftruncate", self.cut)
        monkeypatch.setattr(os, "fsync", self.sync)
        self.is_syncing_broken = False

    def write(self, descriptor: int, raw: bytes) -> int:
        if self.error is None:
            return self._write(descriptor, raw[:50])
        if self.room == 0:
            raise OSError(self.error, os.strerror(self.error))
        written = self._write(descriptor, raw[: self.room])
        self.room -= written
        return written

    def cut(self, descriptor: int, length: int) -> None:
        if self.is_cutting_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._cut(descriptor, length)

    def sync(self, descriptor: int) -> None:
        if self.is_syncing_broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._sync(descriptor)
