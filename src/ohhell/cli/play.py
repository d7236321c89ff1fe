"""`ohhell play`: a game against CPU players in this terminal."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from ohhell.cli.rulebook_options import rulebook_options
from ohhell.cli.terminal.errors import TerminalError
from ohhell.cli.terminal.game import new_game, paper, resumed_game, seatings
from ohhell.cli.terminal.luck import Luck, parse_seed
from ohhell.cli.terminal.options import given_options, shared_options
from ohhell.cli.terminal.records import data_folder, new_record
from ohhell.rules.rulebook import Rulebook
from ohhell.text import say

_PACE: Final = 0.35

_WITH_RESUME: Final = ("--resume", "--pace")
"""The only options that mean something when a game goes on."""


@click.command("play", short_help=say("command.play"), help=say("terminal.help.play"))
@shared_options
@click.option("--name", metavar="NAME", help=say("terminal.option.name"))
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="FILE", help=say("terminal.option.record")
)
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="FILE", help=say("terminal.option.resume")
)
@rulebook_options
@click.pass_context
def command(
    context: click.Context,
    rulebook: Rulebook,
    *,
    cpu: str,
    seed: str | None,
    pace: float | None,
    name: str | None,
    record: Path | None,
    resume: Path | None,
) -> int:
    """Begin a game, or go on with one."""
    page = paper(pace=pace, default_pace=_PACE)
    if resume is not None:
        others = [option for option in given_options(context) if option not in _WITH_RESUME]
        if others:
            raise TerminalError("resume-alone", field=", ".join(others))
        return resumed_game(resume, paper=page)
    luck = Luck(None if seed is None else parse_seed(seed))
    seats = seatings(rulebook.players, name=name, cpu=cpu, has_person=True)
    if record is None:
        now = datetime.now().astimezone()
        record = new_record(data_folder(os.environ), rulebook.preset, now)
    return new_game(rulebook, seats, record=record, luck=luck, paper=page)
