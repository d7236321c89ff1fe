"""`ohhell watch`: CPU players play a whole game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from ohhell.cli.paths import NamedPath
from ohhell.cli.rulebook_options import rulebook_options
from ohhell.cli.terminal.game import new_game, paper, seatings
from ohhell.cli.terminal.luck import Luck, parse_seed
from ohhell.cli.terminal.options import shared_options
from ohhell.rules.rulebook import Rulebook
from ohhell.text import say

_PACE: Final = 0.5


@click.command("watch", short_help=say("command.watch"), help=say("terminal.help.watch"))
@shared_options
@click.option(
    "--record",
    type=NamedPath(path_type=Path),
    metavar="FILE",
    help=say("terminal.option.record-watch"),
)
@rulebook_options
def command(
    rulebook: Rulebook, *, cpu: str, seed: str | None, pace: float | None, record: Path | None
) -> int:
    """Seat CPU players everywhere and show what they do."""
    page = paper(pace=pace, default_pace=_PACE)
    luck = Luck(None if seed is None else parse_seed(seed))
    seats = seatings(rulebook.players, name=None, cpu=cpu, has_person=False)
    return new_game(rulebook, seats, record=record, luck=luck, paper=page)
