"""`ohhell play`: a game against CPU players in this terminal."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Final

import click

from ohhell.cli.paths import NamedPath
from ohhell.cli.rulebook_options import rulebook_options
from ohhell.cli.terminal.errors import TerminalError
from ohhell.cli.terminal.game import new_game, paper, resumed_game, seatings
from ohhell.cli.terminal.luck import Luck, parse_seed
from ohhell.cli.terminal.options import given_options, shared_options
from ohhell.cli.terminal.paper import Paper
from ohhell.cli.terminal.records import data_folder, found_record, new_record, newest_unfinished
from ohhell.cli.terminal.welcome import going_on_line, unfinished_line
from ohhell.rules.rulebook import Rulebook
from ohhell.text import say

_PACE: Final = 0.35

_WITH_RESUME: Final = ("--resume", "--pace")
"""The only options that mean something when a game goes on."""


@click.command("play", short_help=say("command.play"), help=say("terminal.help.play"))
@shared_options
@click.option("--name", metavar="NAME", help=say("terminal.option.name"))
@click.option(
    "--record", type=NamedPath(path_type=Path), metavar="FILE", help=say("terminal.option.record")
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[GAME]",
    help=say("terminal.option.resume"),
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
    resume: str | None,
) -> int:
    """Begin a game, or go on with one."""
    page = paper(pace=pace, default_pace=_PACE)
    folder = data_folder(os.environ)
    if resume is not None:
        others = [option for option in given_options(context) if option not in _WITH_RESUME]
        if others:
            raise TerminalError("resume-alone", field=", ".join(others))
        return resumed_game(_meant(resume, folder, page), paper=page)
    luck = Luck(None if seed is None else parse_seed(seed))
    seats = seatings(rulebook.players, name=name, cpu=cpu, has_person=True)
    if record is None:
        now = datetime.now().astimezone()
        record = new_record(folder, rulebook.preset, now)
    left = newest_unfinished(folder)
    if left is not None:
        page.show([unfinished_line(left)], is_paced=False)
    return new_game(rulebook, seats, record=record, luck=luck, paper=page)


def _meant(resume: str, folder: Path, page: Paper) -> Path:
    """The record to go on with; where none is named, the newest that can, which is said."""
    if resume:
        return found_record(resume, folder)
    newest = newest_unfinished(folder)
    if newest is None:
        raise TerminalError("nothing-to-resume", value=str(folder))
    page.show([going_on_line(newest)], is_paced=False)
    return newest
