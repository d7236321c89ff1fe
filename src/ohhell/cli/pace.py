"""`--pace`: how long CPU players wait before what they do, so that people can follow."""

from __future__ import annotations

import math
from typing import Final

import click

from ohhell.cli.numbers import is_decimal
from ohhell.cli.terminal.errors import TerminalError

SLOWEST: Final = 60
"""Seconds."""


def read_pace(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> float | None:
    """The seconds that are written, None where none are; refuses what is no such number."""
    if value is None:
        return None
    seconds = float(value) if is_decimal(value) else math.nan
    if not 0 <= seconds <= SLOWEST:
        raise TerminalError("bad-pace", value=value, limit=SLOWEST)
    return seconds
