"""Numbers on the command line, written as everybody writes them: 0 to 9, nothing else.

Python alone also takes the digits of other scripts, underscores and the names of no numbers.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

import click

from ohhell.text import say

_WHOLE: Final = re.compile(r"[+-]?[0-9]+", re.ASCII)
_MOST_BITS: Final = 64
"""Of a largest number that is still written out."""
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)", re.ASCII)


class WholeNumber(click.IntRange):
    """A whole number from `low` to `high`."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(low, high)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; refuses what is none or lies outside."""
        if isinstance(value, str):
            number = _read(value, _WHOLE)
            if number is None:
                self.fail(say("option.not-whole", value=value), param, ctx)
            if self.min is None or self.max is None or not self.min <= number <= self.max:
                limit = self._describe_range()
                self.fail(say("option.out-of-range", value=value, limit=limit), param, ctx)
            return int(number)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        """What the help says as well; nobody reads numbers of forty digits."""
        high = 0 if self.max is None else int(self.max)
        if high.bit_length() > _MOST_BITS:
            return say("option.up-to-bits", bits=high.bit_length())
        return say("option.from-to", low=str(self.min), high=str(high))


class DecimalNumber(click.FloatRange):
    """A number above 0 and up to `high`, perhaps with a decimal point."""

    def __init__(self, high: float) -> None:
        super().__init__(0, high, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; refuses what is none or lies outside."""
        if isinstance(value, str):
            number = _read(value, _DECIMAL)
            if number is None:
                self.fail(say("option.not-decimal", value=value), param, ctx)
            if self.max is None or not 0 < float(number) <= self.max:
                limit = self._describe_range()
                self.fail(say("option.out-of-range", value=value, limit=limit), param, ctx)
            return float(number)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        return say("option.above-0", high=f"{self.max or 0:g}")


def is_decimal(text: str) -> bool:
    """Whether this is a number as people write it: `2`, `0.35`, `.5`."""
    return _read(text, _DECIMAL) is not None


def _read(text: str, pattern: re.Pattern[str]) -> Decimal | None:
    """The number that is written, however long it is; None where none is."""
    written = text.strip()
    return Decimal(written) if pattern.fullmatch(written) else None
