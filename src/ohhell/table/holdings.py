"""Whose seat is whose: what a border must remember to give people their seats back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ohhell.rules.cards import Seat


@dataclass(frozen=True, slots=True)
class Holding:
    """`holder` has this seat; it is a hash of what the person's program knows, never that itself."""

    table: str
    seat: Seat
    holder: bytes


class Holdings(Protocol):
    """Who holds which seat, kept for good."""

    async def hold(self, holding: Holding) -> None:
        """Give a seat to a holder alone, whoever had it before; kept before this returns.

        Raises `StoreError` where it could not be kept.
        """
        ...

    async def also_hold(self, holding: Holding, *, beside: bytes) -> bool:
        """Give a seat to one more holder, as to another device of the person whose one is `beside`.

        False, and nothing is given, where that one does not hold the seat (any more).
        """
        ...

    async def held_by(self, holder: bytes) -> tuple[Holding, ...]:
        """All that a holder holds, the newest first."""
        ...

    async def held_at(self, table: str) -> tuple[Holding, ...]:
        """Who holds the seats of a table, in seat order; a seat may have several holders."""
        ...
