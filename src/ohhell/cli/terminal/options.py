"""The options that `ohhell play` and `ohhell watch` share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource

from ohhell.cli.pace import SLOWEST, read_pace
from ohhell.cli.player_names import DEFAULT_PLAYER
from ohhell.players.levels import LEVELS
from ohhell.text import say

_Command = Callable[..., Any]


def shared_options(command: _Command) -> _Command:
    """`--cpu`, `--seed` and `--pace`."""
    for option in (
        click.option(
            "--pace",
            callback=read_pace,
            metavar="SECONDS",
            help=say("terminal.option.pace", limit=SLOWEST),
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
