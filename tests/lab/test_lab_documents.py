"""The pages about the lab show what the program prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell.cli.main import COMMANDS
from ohhell.players.position import KEYS
from tests.lab.documents import DOCS, PAGES, commands, output_of, timeless

SHOWN = [(page, command, output) for page in PAGES for command, output in commands(page)]


@pytest.mark.parametrize(
    ("command", "output"), [shown[1:] for shown in SHOWN], ids=[shown[1] for shown in SHOWN]
)
def test_a_command_prints_what_the_page_shows(tmp_path: Path, command: str, output: str) -> None:
    assert timeless(output_of(command, tmp_path)) == timeless(output)


def test_every_command_of_the_lab_is_shown() -> None:
    shown = {command.split("| ")[-1].split()[1] for _, command, _ in SHOWN}
    assert shown == {"sim", "duel", "compare", "advise"} <= set(COMMANDS)


def test_every_key_of_a_position_is_in_the_table() -> None:
    table = (DOCS / "lab.md").read_text(encoding="utf-8").split("| key | what | when", 1)[1]
    for key in KEYS:
        assert f"\n| `{key}` |" in table
