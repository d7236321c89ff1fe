"""What a table or its store refuses; like every refusal a stable code and parameters."""

from __future__ import annotations

from typing import Final

from ohhell.rules.errors import OhHellError


class TableError(OhHellError):
    """A message the table does not act on; nothing was stored and nobody was told."""


class StoreError(OhHellError):
    """The store could not keep or read something; what was stored before is still there."""


class StoreConflict(StoreError):
    """The row's number is not the next one of this log: somebody else wrote, so load it again."""


UNREADABLE: Final = frozenset({"row-damaged", "party-damaged", "store-newer"})
"""Refusals of one log whose rows cannot be read, while others in the same store can be."""
