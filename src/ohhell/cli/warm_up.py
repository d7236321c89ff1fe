"""Compile the CPU players at install, with progress: `python -m ohhell.cli.warm_up`."""

from __future__ import annotations

import click

from ohhell.players.warm_up import is_kept, warm_up
from ohhell.text import say


def main() -> None:
    """Compile what is not compiled yet, a line for each part that takes a moment."""
    warm_up(_tell)
    if not is_kept():
        click.echo(say("warmup.not-kept"))


def _tell(part: str, number: int, of: int, seconds: float) -> None:
    name = say(f"warmup.{part}")
    click.echo(say("warmup.part", name=name, number=number, of=of, seconds=round(seconds)))


if __name__ == "__main__":
    main()
