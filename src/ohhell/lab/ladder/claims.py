"""Everything the page says, as claims that can be measured: what is asked, and how exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from ohhell.lab.ladder.cells import Cell, Kind, sizes_for


class Ask(StrEnum):
    """What a claim asks of the figure and its 95 % interval."""

    ABOVE = "above"
    """The interval lies above the mark."""
    NOT_BELOW = "not-below"
    """The same, of a mark below 0: at worst so much is lost."""
    AT_LEAST = "at-least"
    """The figure itself reaches the mark."""
    AT_MOST = "at-most"
    """The figure itself stays within the mark."""
    SHOWN = "shown"
    """Nothing; the figure is there to be read."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure: over `ones` alone or, where there are `others`, the difference on the same deals.

    One cell for each size.  `target` is the half-width of the interval that is always enough;
    less will do where the mark lies twice the half-width away.  `section` groups claims on the
    page.  `bound` is the cell that says how much anybody at all could reach.
    """

    section: str
    ask: Ask
    mark: float
    target: float
    ones: tuple[Cell, ...]
    others: tuple[Cell, ...] = ()
    bound: Cell | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All it is computed from."""
        return (*self.ones, *self.others)

    @property
    def size(self) -> int:
        """The one size it speaks of, or 0."""
        return self.ones[0].size if len(self.ones) == 1 else 0


ONE_CARD_BOUND: Final = Cell(Kind.RESPONSE, "R2", field="R2", size=1)

OPEN_MARK: Final = -0.3
"""`not below`: an interval above this."""

GAMES: Final = "tricks-plus-ten"
TEN_SIZES: Final = (1, 3, 5, 10)
MIXED_TABLE: Final = "expert,club,R2,R1"

_RULE_MARKS: Final = {1: 0.61, 3: 0.58, 5: 0.52, 10: 0.44}
_TABLE_MARKS: Final = {1: 0.74, 3: 0.65, 5: 0.60, 10: 0.54}
_CLUB_MARKS: Final = {1: 0.10, 3: 0.30, 5: 0.45, 10: 1.0}
_GAME_MARKS: Final = {"R1": 0.0, "R2": 0.0, "club": 0.645, "expert": 0.66}
_CLOCKS: Final = {"R1": 0.0, "novice": 0.0, "casual": 0.0, "club": 0.050, "expert": 0.500}

ONE_CARD_MARK: Final = 0.06
CALIBRATION_MARK: Final = 0.03


def duel(
    section: str,
    ask: Ask,
    one: str,
    other: str,
    field: str,
    *,
    mark: float = 0.0,
    target: float = 0.1,
    seats: int = 4,
    scoring: str = "exact-only",
    sizes: tuple[int, ...] = (),
    bound: Cell | None = None,
) -> Claim:
    """`one` in the place of `other`, on the same deals among the same others."""
    found = sizes or sizes_for(seats)

    def cells(who: str) -> tuple[Cell, ...]:
        return tuple(Cell(Kind.DUEL, who, seats, scoring, field, size) for size in found)

    return Claim(section, ask, mark, target, cells(one), cells(other), bound)


@cache
def claims(fine: float = 1.0) -> tuple[Claim, ...]:
    """All claims in the order of the page; `fine` 2 asks for intervals half as wide."""
    return tuple(_claims(1.0 / fine))


def _claims(width: float) -> Iterator[Claim]:
    for field in ("R1", "R2", "noisy", "mixed"):
        for lower, upper in (("R1", "R2"), ("R2", "R3"), ("R3", "R4")):
            yield duel("rungs", Ask.ABOVE, upper, lower, field, target=0.08 * width)
    for field in ("R2", "mixed"):
        for upper in ("R5", "R6"):
            yield duel(
                "inference", Ask.NOT_BELOW, upper, "R4", field, mark=OPEN_MARK, target=0.15 * width
            )
    for size, mark in _CLUB_MARKS.items():
        yield duel(
            "club", Ask.AT_LEAST, "club", "R2", "R2", mark=mark, sizes=(size,),
            target=(0.04 if size == 1 else 0.06 if size == 3 else 0.1 if size == 5 else 0.2) * width,
            bound=ONE_CARD_BOUND if size == 1 else None,
        )  # fmt: skip
    for field in ("R2", "mixed"):
        yield duel("club", Ask.ABOVE, "club", "R2", field, target=0.1 * width)
    for field in ("R2", "mixed"):
        yield duel(
            "expert", Ask.NOT_BELOW, "expert", "club", field, mark=OPEN_MARK, target=0.15 * width
        )
        yield duel("expert", Ask.ABOVE, "expert", "club", field, sizes=(5, 10), target=0.15 * width)
    # The lowest rungs cost next to nothing: they are measured well at once.
    for scoring in (GAMES, "club-sheet"):
        for lower, upper, target in (("R1", "R2", 0.08), ("R2", "club", 0.3)):
            yield duel(
                "scorings", Ask.ABOVE, upper, lower, "R2", scoring=scoring, target=target * width
            )
    for seats in (3, 5, 6, 7):
        for lower, upper, target in (("R1", "R2", 0.03), ("R2", "club", 0.2)):
            yield duel("seats", Ask.ABOVE, upper, lower, "R2", seats=seats, target=target * width)
    for who, marks in (("R1", _RULE_MARKS), ("R2", _TABLE_MARKS)):
        for size, mark in marks.items():
            yield Claim(
                "self-play", Ask.AT_LEAST, mark, 0.004 * width, (Cell(Kind.TABLE, who, size=size),)
            )
    for size, mark in _RULE_MARKS.items():
        yield Claim(
            "self-play", Ask.AT_LEAST, mark, 0.02 * width, (Cell(Kind.REFEREED, "R1", size=size),)
        )
    for who in ("R0", "R3", "novice", "casual", "club", "expert"):
        for size in TEN_SIZES:
            yield Claim(
                "places", Ask.SHOWN, 0.0, 0.025 * width, (Cell(Kind.TABLE, who, size=size),)
            )
    for who, mark in _GAME_MARKS.items():
        yield Claim(
            "games", Ask.AT_LEAST if mark else Ask.SHOWN, mark, 0.008 * width,
            (Cell(Kind.GAME, who, scoring=GAMES),),
        )  # fmt: skip
    yield Claim(
        "wins", Ask.SHOWN, 0.0, 0.08 * width, (Cell(Kind.GAME, MIXED_TABLE, scoring=GAMES),)
    )
    for who in ("club", "expert"):
        for field in ("R2", ""):
            cells = (Cell(Kind.JUDGE, who, field=field, size=size) for size in TEN_SIZES)
            target = (0.02 if who == "club" else 0.03) * width
            yield Claim("calibration", Ask.AT_MOST, CALIBRATION_MARK, target, tuple(cells))
    yield Claim("one-card", Ask.SHOWN, 0.0, 1.0, (ONE_CARD_BOUND,))
    for seats in (3, 4, 5, 6, 7):
        yield Claim(
            "one-card", Ask.AT_MOST, ONE_CARD_MARK, 1.0,
            (Cell(Kind.SOLVED, "club", seats=seats, size=1),),
        )  # fmt: skip
    for who, mark in _CLOCKS.items():
        yield Claim(
            "clock", Ask.AT_MOST if mark else Ask.SHOWN, mark, 1.0,
            (Cell(Kind.CLOCK, who, scoring=GAMES),),
        )  # fmt: skip
