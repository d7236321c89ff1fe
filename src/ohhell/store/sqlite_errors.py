"""What SQLite says, as refusals with codes of our own."""

from __future__ import annotations

import sqlite3
from typing import Final

from ohhell.table.errors import StoreError

_DAMAGE: Final = ("store-damaged", "store-vanished", "row-damaged", "party-damaged")


class Damage:
    """Whether anything that was kept could not be read any more; told of every failure."""

    def __init__(self) -> None:
        self.is_found = False

    def note(self, error: StoreError) -> None:
        """Remember a failure that is one of what is kept, not of the moment."""
        self.is_found = self.is_found or error.code in _DAMAGE


def store_error(error: Exception) -> StoreError:
    """The refusal that tells of a failure; `found` is SQLite's own name for it, and no path."""
    if isinstance(error, StoreError):
        return error
    found: str = getattr(error, "sqlite_errorname", type(error).__name__)
    if _is_of_broken_text(error):
        made = StoreError("store-damaged", found=found)
    else:
        made = _refusal(getattr(error, "sqlite_errorcode", None), found)
    made.__cause__ = error
    return made


def _is_of_broken_text(error: Exception) -> bool:
    """Whether a text in the file, or in what SQLite says of the file, is no UTF-8 any more.

    Python's module says so by itself, without a number of SQLite's.
    """
    return isinstance(error, UnicodeError) or str(error).startswith("Could not decode to UTF-8")


def _refusal(number: int | None, found: str) -> StoreError:
    match None if number is None else number & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError("store-locked", found=found)
        case sqlite3.SQLITE_FULL:
            return StoreError("store-full", found=found)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreError("store-damaged", found=found)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreError("store-read-only", found=found)
        case _:
            return StoreError("store-failed", found=found)
