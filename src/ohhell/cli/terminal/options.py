"""The options that `ohhell play` and `ohhell watch` share."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import click
from click.core import ParameterSource

from ohhell.cli.numbers import is_decimal
from ohhell.cli.player_names import DEFAULT_PLAYER
from ohhell.cli.terminal.errors import TerminalError
from ohhell.players.levels import LEVELS
from ohhell.text import say

_SLOWEST: Final = 60

_Command = Callable[..., Any]


def _pace(context: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    if value is None:
        return None
    seconds = float(value) if is_decimal(value) else math.nan
    if not 0 <= seconds <= _SLOWEST:
        raise TerminalError("bad-pace", value=value, limit=_SLOWEST)
    return seconds


def shared_options(command: _Command) -> _Command:
    """`--cpu`, `--seed` and `--pace`."""
    for option in (
        click.option(
            "--pace",
            callback=_pace,
            metavar="SECONDS",
            help=say("terminal.option.pace", limit=_SLOWEST),
        ),
        click.option("--seed", metavar="HEX", help=say("terminal.option.seed")),
        click.option(
            "--cpu",
            default=DEFAULT_PLAYER,
            show_default=True,
            metavar="LEVEL",
            help=say("terminal.option.cpu", levels=LEVELS),
        ),
    ):
        command = option(command)
    return command


def given_options(context: click.Context) -> tuple[str, ...]:
    """What was written on the command line, each as people write it."""
    return tuple(
        parameter.opts[0] if isinstance(parameter, click.Option) else say("terminal.the-rulebook")
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    )
