"""docs/terminal.md names everything there is to type."""

from pathlib import Path

import click
import pytest

from ohhell.cli import play, watch
from ohhell.cli.terminal.keys import Asked, Look, Quit, read_line
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import AXES
from ohhell.text import say
from tests.cli.typing_at import Program
from tests.rules.scenes import Scene

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")


def shown_in(document: str) -> str:
    """The game that a document shows."""
    start = document.index("```text\n━━") + len("```text\n")
    return document[start : document.index("```\n", start)]


@pytest.mark.parametrize(
    ("document", "rules", "seed", "typed"),
    [
        ("README.md", "max_size=3 first_dealer=seat-3", 6, ("1", "1")),
        (
            "docs/terminal.md",
            "party sequence=2,1 ties=leaders-3 hook=on",
            1,
            ("1", "1", "1", "", "0", "1"),
        ),
    ],
)
def test_the_games_shown_are_what_the_program_prints(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    document: str,
    rules: str,
    seed: int,
    typed: tuple[str, ...],
) -> None:
    program = Program(tmp_path, monkeypatch, capsys)
    monkeypatch.setenv("COLUMNS", "66")
    monkeypatch.setenv("OHHELL_COMMAND", "ohhell")
    monkeypatch.chdir(tmp_path)
    words = ("--name", "Mira", "--seed", f"{seed:064x}", "--record", "mira.jsonl")
    run = program.run("play", rules, *words, typed=typed)
    assert shown_in((ROOT / document).read_text(encoding="utf-8")) in run.out


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
