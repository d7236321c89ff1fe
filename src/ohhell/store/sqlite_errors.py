"""What SQLite says, as refusals with codes of our own."""

from __future__ import annotations

import sqlite3

from ohhell.table.errors import StoreError


def store_error(error: Exception) -> StoreError:
    """The refusal that tells of a failure; `found` is SQLite's own name for it, and no path."""
    if isinstance(error, StoreError):
        return error
    found: str = getattr(error, "sqlite_errorname", type(error).__name__)
    made = _refusal(getattr(error, "sqlite_errorcode", None), found)
    made.__cause__ = error
    return made


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
