"""How long decisions took, as counts in classes that can be added up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, log10
from typing import Final

_CLASSES_A_DECADE: Final = 20
_SHORTEST: Final = 1e-6
_CLASSES: Final = 9 * _CLASSES_A_DECADE
"""From a microsecond to a thousand seconds, in steps of 12 %."""


@dataclass(frozen=True, slots=True)
class Durations:
    """Counts by class, shortest first; as many as were ever needed."""

    counts: tuple[int, ...] = ()

    def __add__(self, other: Durations) -> Durations:
        longer, shorter = sorted((self.counts, other.counts), key=len, reverse=True)
        summed = [mine + its for mine, its in zip(longer, shorter, strict=False)]
        return Durations((*summed, *longer[len(shorter) :]))

    @property
    def number(self) -> int:
        """How many decisions were timed."""
        return sum(self.counts)

    def quantile(self, share: float) -> float | None:
        """Seconds that this share of the decisions did not exceed, to within 6 %; None of none."""
        wanted = share * self.number
        passed = 0
        for index, count in enumerate(self.counts):
            passed += count
            if count and passed >= wanted:
                return _SHORTEST * 10 ** ((index + 0.5) / _CLASSES_A_DECADE)
        return None


def durations_of(seconds: Iterable[float]) -> Durations:
    """Sort durations into classes."""
    counts: list[int] = []
    for taken in seconds:
        index = floor(log10(max(taken, _SHORTEST) / _SHORTEST) * _CLASSES_A_DECADE)
        index = min(max(index, 0), _CLASSES - 1)
        if index >= len(counts):
            counts += [0] * (index + 1 - len(counts))
        counts[index] += 1
    return Durations(tuple(counts))
