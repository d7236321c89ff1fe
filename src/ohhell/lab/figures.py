"""Means with the interval they are known to, from sums that may be added in any order.

All sums are whole numbers, so that an experiment cut into pieces adds up to exactly the figures
of the whole one, whatever the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval; `low` and `high` are infinite where too little is known."""

    mean: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over independent units (games, or deals) of a quantity and of what it is counted in.

    Each unit adds a pair (top, bottom): points and rounds, made bids and bids.  What happens
    within a unit may hang together; the interval allows for it.
    """

    units: int = 0
    top: int = 0
    bottom: int = 0
    top_top: int = 0
    top_bottom: int = 0
    bottom_bottom: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.units + other.units,
            self.top + other.top,
            self.bottom + other.bottom,
            self.top_top + other.top_top,
            self.top_bottom + other.top_bottom,
            self.bottom_bottom + other.bottom_bottom,
        )

    @property
    def mean(self) -> float | None:
        """The ratio of the sums; None where nothing was counted."""
        return self.top / self.bottom if self.bottom else None

    def standard_error(self, *, scale: float = 1) -> float:
        """Of `mean` / `scale`: linearised ratio over independent units; infinite below two."""
        if self.units < 2 or not self.bottom:
            return inf
        mean = self.top / self.bottom
        spread = self.top_top - 2 * mean * self.top_bottom + mean * mean * self.bottom_bottom
        units = self.units
        return sqrt(max(spread, 0.0) * units / (units - 1)) / self.bottom / scale

    def estimate(self, *, scale: float = 1) -> Estimate | None:
        """`mean` / `scale` with its 95 % interval; None where nothing was counted."""
        mean = self.mean
        if mean is None:
            return None
        error = self.standard_error(scale=scale)
        return interval(mean / scale, error, width=student(self.units - 1))


def sums_of(pairs: Iterable[tuple[int, int]]) -> Sums:
    """Add up units; those of which nothing was counted are left out."""
    units = top = bottom = top_top = top_bottom = bottom_bottom = 0
    for above, below in pairs:
        if below:
            units += 1
            top += above
            bottom += below
            top_top += above * above
            top_bottom += above * below
            bottom_bottom += below * below
    return Sums(units, top, bottom, top_top, top_bottom, bottom_bottom)


def interval(mean: float, error: float, *, width: float) -> Estimate:
    """`width` standard errors to either side."""
    return Estimate(mean, mean - width * error, mean + width * error)


def student(freedom: int) -> float:
    """Standard errors to either side of a mean with 95 % confidence (Student's t).

    By the Cornish–Fisher expansion, good to .01 from 4 degrees of freedom on; below, the
    table's values.
    """
    if freedom < 1:
        return inf
    if freedom < 4:
        return (12.706, 4.303, 3.182)[freedom - 1]
    z = _Z
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
