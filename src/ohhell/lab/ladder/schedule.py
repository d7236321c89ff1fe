"""Which cell to play next: the one that narrows what is still too wide most, for its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Final

from ohhell.lab.figures import student
from ohhell.lab.ladder.cells import Cell, Kind
from ohhell.lab.ladder.claims import Ask, Claim
from ohhell.lab.ladder.judgements import Verdict, error_by_size, fewest_of, judge_claim
from ohhell.lab.ladder.ledger import Ledger
from ohhell.lab.ladder.rungs import RUNGS

JOB_SECONDS: Final = 4.0
"""About how long a piece of work takes; a block of a slow cell may take longer."""

_HAND_SECONDS: Final = 1e-4
"""About how long a hand takes that is played without search, everything around it included …"""

_WORLD_SECONDS: Final = 1.2e-6
"""… and what a world takes, times the square of the size: both only until it was measured."""

_FIRST: Final = 1e9
"""What filling an empty figure is worth: more than narrowing any."""


_WIDEST: Final = 1.0
"""How wide one size may be, over what the mean of all sizes may: once for each of them."""

_ASIDE: Final = 0.03
"""What narrowing such a size is worth where the claim itself is settled."""


_OPEN: Final = 0.5
"""How wide a figure may be whose interval still holds the mark, over what is enough elsewhere."""


_IDLE: Final = 0.2
"""What narrowing a figure of which nothing is asked is worth."""


@dataclass(frozen=True, slots=True)
class Work:
    """Units `first` … `first + count - 1` of a cell, to be played in one go."""

    cell: Cell
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class _Need:
    """What a claim lacks in one size: variance over what it may have, the cells, their units."""

    cells: tuple[Cell, ...]
    units: int
    excess: float


@dataclass(slots=True)
class Schedule:
    """Hands out work until every claim is narrow or clear enough."""

    claims: Sequence[Claim]
    ledger: Ledger
    _given: dict[Cell, int] = field(default_factory=dict[Cell, int])
    _known: dict[Claim, tuple[int, tuple[_Need, ...]]] = field(
        default_factory=dict[Claim, tuple[int, tuple[_Need, ...]]]
    )

    def next_work(self) -> Work | None:
        """The most useful piece of work; None where nothing is left to do."""
        best: Cell | None = None
        most = 0.0
        gains: dict[Cell, float] = {}
        for claim in self.claims:
            for need in self._needs(claim):
                self._count(need, gains)
        for cell, gain in gains.items():
            if gain > most:
                best, most = cell, gain
        if best is None:
            return None
        first = self._end(best)
        blocks = round(JOB_SECONDS / (self._seconds(best) * best.block))
        blocks = max(1, min(blocks, first // best.block))  # at most twice as many as there were
        self._given[best] = first + blocks * best.block
        return Work(best, first, blocks * best.block)

    def _count(self, need: _Need, gains: dict[Cell, float]) -> None:
        """Add what a block more of each cell would do for this need."""
        ends = [self._end(cell) for cell in need.cells]
        behind = min(ends)
        lagging = [cell for cell, end in zip(need.cells, ends, strict=True) if end == behind]
        cost = sum(self._seconds(cell) * cell.block for cell in lagging)
        block = need.cells[0].block
        if need.excess == inf:
            if behind >= fewest_of(need.cells[0]):
                return  # being played
            worth = _FIRST
        else:
            worth = need.excess * need.units * block / max(behind, need.units) ** 2
        for cell in lagging:
            gains[cell] = gains.get(cell, 0.0) + worth / cost

    def _needs(self, claim: Claim) -> tuple[_Need, ...]:
        played = sum(self.ledger.tally(cell).units for cell in claim.cells)
        known = self._known.get(claim)
        if known is None or known[0] != played:
            known = self._known[claim] = (played, tuple(needs(claim, self.ledger)))
        return known[1]

    def _end(self, cell: Cell) -> int:
        return max(self._given.get(cell, 0), self.ledger.tally(cell).end)

    def _seconds(self, cell: Cell) -> float:
        """Processor time of a unit, as measured or as of the like of it."""
        tally = self.ledger.tally(cell)
        if tally.units:
            return max(tally.seconds / tally.units, 1e-6)
        return likely_seconds(cell)


def likely_seconds(cell: Cell) -> float:
    """Processor time of a unit that was never played, roughly."""
    depths = [RUNGS[name].depth for name in cell.who.split(",")]
    worlds = sum(depth.card_worlds + depth.bid_worlds for depth in depths) / len(depths)
    sizes = (cell.size,) if cell.size else (*range(1, 11), *range(2, 11))
    hands = 1 if cell.kind is Kind.CLOCK else cell.seats
    return sum(hands * (_HAND_SECONDS + _WORLD_SECONDS * worlds * size**2) for size in sizes)


def needs(claim: Claim, ledger: Ledger) -> list[_Need]:
    """Where a claim is too wide still, size by size; nothing where it is narrow or clear."""
    found = list(error_by_size(claim, ledger))
    pairs = zip(claim.ones, claim.others or claim.ones, strict=True)
    cells = [tuple(dict.fromkeys(pair)) for pair in pairs]
    empty = [index for index, (_, error) in enumerate(found) if error == inf]
    if empty:
        return [_Need(cells[index], found[index][0], inf) for index in empty]
    variance = sum(error * error for _, error in found)
    width = student(max(1, min(units for units, _ in found) - 1))
    margin = width * sqrt(variance) / len(found)
    allowed = allowed_margin(claim, ledger)
    open_by = (margin / allowed) ** 2 if margin > allowed else 0.0
    widest = _WIDEST * claim.target * len(found)
    wanted: list[_Need] = []
    for index, (units, error) in enumerate(found):
        excess = open_by * error * error / variance if variance else 0.0
        if claim.ask is Ask.SHOWN:
            excess *= _IDLE
        if width * error > widest:
            excess = max(excess, _ASIDE * (width * error / widest) ** 2)
        if excess:
            wanted.append(_Need(cells[index], units, excess))
    return wanted


def allowed_margin(claim: Claim, ledger: Ledger) -> float:
    """Half the width that is enough: the target, or half the way to the mark where that is more.

    An interval half as wide as the way to the mark is doubly clear of it; and where it is open on
    which side of the mark the figure lies, the target is not enough yet.
    """
    if claim.ask is Ask.SHOWN or claim.ones[0].kind is Kind.JUDGE:
        return claim.target
    judged = judge_claim(claim, ledger)
    if judged.figure is None:
        return claim.target
    target = claim.target * (_OPEN if judged.verdict is Verdict.OPEN else 1.0)
    return max(target, abs(judged.figure.mean - claim.mark) / 2)
