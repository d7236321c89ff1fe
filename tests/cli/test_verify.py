"""`ohhell verify` as it is called: what it says, and its exit status."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ohhell.cli.verify import command
from tests.rules.played import PlayedGame, play


@pytest.fixture(scope="module")
def game() -> PlayedGame:
    """A small finished game."""
    return play("party players=3 max_size=2 ties=share")


def run(*args: object) -> Result:
    """Call the command."""
    return CliRunner().invoke(command, [str(arg) for arg in args])


def test_a_right_record_is_ok(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text, encoding="utf-8")
    result = run(file)
    assert result.exit_code == 0
    assert result.output.startswith(f"{file}: ok, 3 rounds")


def test_line_ends_of_another_system_do_no_harm(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    file.write_bytes(game.text.replace("\n", "\r\n").encode())
    assert run(file).exit_code == 0


def test_each_fault_has_its_line(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    text = game.text.replace('"totals": [', '"totals": [9', 1)
    file.write_text(text, encoding="utf-8")
    line = 1 + text[: text.index('"totals": [9')].count("\n")
    result = run(file)
    assert result.exit_code == 1
    assert f"{file}, line {line}: " in result.output
    assert " ok" not in result.output


def test_an_impossible_action_says_how_much_is_left_unchecked(
    game: PlayedGame, tmp_path: Path
) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text.replace('"tricks": ', '"tricks": 7', 1), encoding="utf-8")
    result = run(file)
    assert result.exit_code == 1
    assert "could not be checked" in result.output


def test_an_unfinished_game_is_said_to_be_unfinished(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    lines = game.text.splitlines(keepends=True)
    file.write_text("".join(lines[:9]), encoding="utf-8")
    whole = run(file)
    assert (whole.exit_code, "unfinished" in whole.output) == (0, True)
    file.write_text("".join(lines[:9]) + lines[9][:20], encoding="utf-8")
    cut = run(file)
    assert (cut.exit_code, "cut off" in cut.output) == (0, True)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"not a record\n", b"{}\n", b"\x00" * 50, b'{"record": "ohhell"']
)
def test_what_is_no_record_is_unreadable(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    file.write_bytes(content)
    assert run(file).exit_code == 2


def test_what_is_not_there_is_unreadable_and_the_others_are_still_checked(
    game: PlayedGame, tmp_path: Path
) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text, encoding="utf-8")
    result = run(tmp_path / "nothing", tmp_path, file)
    assert result.exit_code == 2
    assert "ok, 3 rounds" in result.output
    assert len(result.output.splitlines()) == 3


def test_what_a_program_kept_can_be_compared(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text, encoding="utf-8")
    commitment, nonce = game.header.commitment.hex(), game.nonces[0].hex()
    assert run(file, "--commitment", commitment, "--nonce", f"0:{nonce}").exit_code == 0
    assert run(file, "--commitment", "00" * 32).exit_code == 1
    assert run(file, "--nonce", f"1:{nonce}").exit_code == 1


@pytest.mark.parametrize(
    "options",
    [
        ["--commitment", "00"],
        ["--commitment", "xyz"],
        ["--nonce", "00" * 16],
        ["--nonce", "0:00"],
        ["--nonce", "²:" + "00" * 16],
    ],
)
def test_digits_that_are_none_are_refused(
    options: list[str], game: PlayedGame, tmp_path: Path
) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text, encoding="utf-8")
    assert run(file, *options).exit_code == 2


def test_what_a_program_kept_belongs_to_one_game(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text, encoding="utf-8")
    assert run(file, file, "--commitment", "00" * 32).exit_code == 2


def test_a_name_made_to_confuse_is_shown_safely(tmp_path: Path) -> None:
    result = run(tmp_path / "a\x1b[31mb")
    assert "\x1b" not in result.output
