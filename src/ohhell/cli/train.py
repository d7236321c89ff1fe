"""`ohhell train`: the trained tables of the CPU players, made anew from nothing."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ohhell.cli import interrupts
from ohhell.cli.numbers import DecimalNumber
from ohhell.cli.paths import NamedPath
from ohhell.text import say


@click.command("train", short_help=say("command.train"), help=say("train.help"))
@click.option(
    "--out",
    type=NamedPath(file_okay=False, path_type=Path),
    required=True,
    metavar="DIRECTORY",
    help=say("train.option.out"),
)
@click.option(
    "--effort",
    type=DecimalNumber(1),
    default=1.0,
    show_default=True,
    metavar="SHARE",
    help=say("train.option.effort"),
)
def command(out: Path, effort: float) -> None:
    """Train everything, saying how far it is."""
    # The bid model's matrices are too small to share: two threads would wait for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from ohhell.players.train_everything import train_everything

    def tell(line: str) -> None:
        interrupts.check()
        click.echo(line)

    train_everything(out, effort=effort, say=tell)
