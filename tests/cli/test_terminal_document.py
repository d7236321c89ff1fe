"""docs/terminal.md names everything there is to type."""

from pathlib import Path

import click
import pytest

from ohhell.cli import play, watch
from ohhell.cli.terminal.keys import Asked, Look, Quit, read_line
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import AXES
from ohhell.text import say
from tests.rules.scenes import Scene

DOCUMENT = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [play.command, watch.command])
def test_every_option_is_described(command: click.Command) -> None:
    axes = {f"--{axis.replace('_', '-')}" for axis in AXES}
    for parameter in command.params:
        for option in parameter.opts:
            assert not option.startswith("-") or option in axes or f"`{option} " in DOCUMENT, option


def test_every_key_is_described_in_the_document_and_in_the_help() -> None:
    view = view_for(Scene("common first_dealer=seat-0").state, 0)
    for name in ("table", "sheet", "last", "rules", "help", "quit"):
        key = say(f"terminal.help.{name}-key")
        assert f"| `{key}` |" in DOCUMENT
        meant = read_line(key, view, Asked.NOTHING)
        assert isinstance(meant, (Look, Quit)), key
