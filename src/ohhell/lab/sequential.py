"""Looking several times at an experiment that goes on, without fooling oneself.

Whoever stops as soon as an ordinary 95 % interval leaves out 0 is wrong far more often than once
in twenty.  O'Brien and Fleming's bounds (Biometrics 1979) make the intervals of early looks so
much wider that all looks together are wrong once in twenty; the last is hardly wider than if it
were the only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Final

from ohhell.lab.figures import CONFIDENCE, student

MOST_LOOKS: Final = 10
_FEWEST_AT_A_LOOK: Final = 20
"""Deals before the first look, so that their mean is nearly normal."""

_LAST_BOUND: Final = (1.960, 1.977, 2.004, 2.024, 2.040, 2.053, 2.063, 2.072, 2.080, 2.087)
"""Standard errors at the last of 1 … 10 evenly spaced looks, for 95 % in all."""

_ALONE: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def looks(most: int) -> Sequence[int]:
    """After how many deals of `most` to look: evenly spaced, the last at the end."""
    count = max(1, min(MOST_LOOKS, most // _FEWEST_AT_A_LOOK))
    return [-(-most * look // count) for look in range(1, count + 1)]


def bound(look: int, count: int, *, freedom: int) -> float:
    """Standard errors to either side at look 1 … `count`, wider still where deals are few."""
    return _LAST_BOUND[count - 1] * sqrt(count / look) * student(freedom) / _ALONE
