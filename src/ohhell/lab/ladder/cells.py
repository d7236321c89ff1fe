"""Cells: what is played again and again to fill one figure, each with its own stream of deals."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ohhell.lab.ladder.rungs import FIELDS, state_of
from ohhell.rules.presets import preset_rulebook
from ohhell.rules.rulebook import Rulebook

USUAL_SIZES: Final = (1, 3, 5, 10)


class Kind(StrEnum):
    """What a cell measures."""

    DUEL = "duel"
    """`who` once in each seat, the field in the others: points by deal."""
    TABLE = "table"
    """`who` in every seat: points and bids made by deal and by place in bidding."""
    JUDGE = "judge"
    """As a duel (or, without a field, a table): how likely `who` held its bid, and how it went."""
    GAME = "game"
    """Whole games among `who`, names between commas: totals and bids made by size."""
    CLOCK = "clock"
    """Whole games of the player people sit down with: processor time of each decision."""
    SOLVED = "solved"
    """One-card rounds by the solved table: what a best response in each place would gain."""
    RESPONSE = "response"
    """One-card rounds among table players: the most anybody could gain there, counted exactly."""
    REFEREED = "refereed"
    """Rounds of the player people sit down with, through the rules themselves: bids made."""


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One figure's worth of play; `size` 0 and `field` "" where they mean nothing."""

    kind: Kind
    who: str
    seats: int = 4
    scoring: str = "exact-only"
    field: str = ""
    size: int = 0

    @property
    def key(self) -> str:
        """The cell as one word for files."""
        return "/".join(
            (self.kind, self.who, str(self.seats), self.scoring, self.field, str(self.size))
        )

    @property
    def rungs(self) -> tuple[str, ...]:
        """All that play in it."""
        return (*self.who.split(","), *(FIELDS[self.field] if self.field else ()))

    @property
    def state(self) -> str:
        """A digest of how they play now."""
        return state_of(self.rungs, self.seats, self.size)

    @property
    def block(self) -> int:
        """Units (deals or games) that are always played together; the same for all of a size."""
        if self.kind in (Kind.DUEL, Kind.TABLE, Kind.JUDGE):
            return 10 if self.size > 5 else 50 if self.size > 3 else 100
        return 4 if self.kind is Kind.GAME else 1


def cell_of(key: str) -> Cell:
    """The inverse of `Cell.key`."""
    kind, who, seats, scoring, field, size = key.split("/")
    return Cell(Kind(kind), who, int(seats), scoring, field, int(size))


def rulebook_for(seats: int, scoring: str) -> Rulebook:
    """Turn-up trump, hook, dealer's left leading, down from the most cards and up again."""
    return preset_rulebook("common", players=seats).changed(scoring=scoring)


def sizes_for(seats: int) -> tuple[int, ...]:
    """1, 3, 5 and 10 cards, or the largest."""
    largest = rulebook_for(seats, "exact-only").largest
    return tuple(dict.fromkeys(min(size, largest) for size in USUAL_SIZES))


def deal_seed(seed: int, cell: Cell, *uses: int) -> int:
    """Where the deals come from: the same for all players, fields and kinds of a setting."""
    text = f"ladder {seed} {cell.seats} {cell.scoring} {cell.size} {uses}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
