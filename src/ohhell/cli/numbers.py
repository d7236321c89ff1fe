"""Numbers on the command line, written as everybody writes them: 0 to 9, nothing else.

Python alone also takes the digits of other scripts, underscores and the names of no numbers.
"""

from __future__ import annotations

import re
from typing import Any, Final

import click

from ohhell.text import say

_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,40}", re.ASCII)
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]{1,40}(?:\.[0-9]{0,40})?|\.[0-9]{1,40})", re.ASCII)


class WholeNumber(click.IntRange):
    """A whole number within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; refuses what is none or lies outside."""
        if not _is_written(value, _WHOLE):
            self.fail(say("option.not-whole", value=value), param, ctx)
        return super().convert(value, param, ctx)


class DecimalNumber(click.FloatRange):
    """A number within limits, perhaps with a decimal point."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; refuses what is none or lies outside."""
        if not _is_written(value, _DECIMAL):
            self.fail(say("option.not-decimal", value=value), param, ctx)
        return super().convert(value, param, ctx)


def is_decimal(text: str) -> bool:
    """Whether this is a number as people write it: `2`, `0.35`, `.5`."""
    return _is_written(text, _DECIMAL)


def _is_written(value: object, pattern: re.Pattern[str]) -> bool:
    """Whether it matches; a default that is a number already is not written."""
    return not isinstance(value, str) or pattern.fullmatch(value.strip()) is not None
