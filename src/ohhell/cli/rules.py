"""`ohhell rules`: a rulebook in plain words, made from its values."""

from __future__ import annotations

import click

from ohhell.cli.rulebook_options import rulebook_options
from ohhell.rules.rulebook import Rulebook


@click.command("rules")
@rulebook_options
def command(rulebook: Rulebook) -> None:
    """Explain a rulebook in plain words."""
    click.echo(str(rulebook))
