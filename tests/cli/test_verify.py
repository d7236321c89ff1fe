"""`ohhell verify` as it is called: what it says, and its exit status."""

from __future__ import annotations

import os
import re
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


def test_what_has_no_first_line_is_told_in_one(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "told.txt"
    file.write_text("Round 1 of 5\n\n" + game.text * 3, encoding="utf-8")
    assert run(file).output == (
        f"{file}: without a readable first line this is no record of a game."
        " This line is not JSON: Round 1 of 5\n"
    )


def test_faults_name_the_seat(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    text = game.text
    at = text.index('"event": "played"')
    card = re.compile('"card": "(..)"').search(text, at)
    seat = re.compile('"seat": (.)').search(text, at)
    assert card is not None
    assert seat is not None
    name = game.header.names[int(seat[1])]
    others = {f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"}
    nobodys = next(one for one in sorted(others) if one not in text)
    file.write_text(text.replace(card[0], f'"card": "{nobodys}"', 1), encoding="utf-8")
    assert f": Seat {seat[1]} ({name}) does not hold {nobodys}.\n" in run(file).output
    other = (int(seat[1]) + 1) % 3
    said = f'"event": "played", "seat": {seat[1]}'
    file.write_text(text.replace(said, f'"event": "played", "seat": {other}', 1), encoding="utf-8")
    assert (
        f": It is the turn of seat {seat[1]} ({name}), not of seat {other}"
        f" ({game.header.names[other]}).\n"
    ) in run(file).output


def test_of_many_faults_the_first_are_told(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text + "[]\n" * 50, encoding="utf-8")
    lines = run(file).output.splitlines()
    assert len(lines) == 21
    assert lines[-1] == f"{file}: and 30 more faults."


def test_a_nonce_of_a_seat_without_one_is_told_in_words(game: PlayedGame, tmp_path: Path) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text, encoding="utf-8")
    nonce = game.nonces[0].hex()
    assert (
        "There is no seat 6: the seats are numbered 0 to 2."
        in run(file, "--nonce", f"6:{nonce}").output
    )
    without = [seat for seat in range(3) if seat not in game.header.persons]
    for seat in without:
        said = run(file, "--nonce", f"{seat}:{nonce}").output
        assert f"Seat {seat} ({game.header.names[seat]}) has given no nonce" in said


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_may_never_end_is_not_read_and_the_others_are_still_checked(
    game: PlayedGame, tmp_path: Path
) -> None:
    file, pipe = tmp_path / "game.ohhell", tmp_path / "pipe"
    file.write_text(game.text, encoding="utf-8")
    os.mkfifo(pipe)
    result = run(pipe, "/dev/zero", file)
    assert result.exit_code == 2
    lines = result.output.splitlines()
    assert "a device or a pipe" in lines[0]
    assert "a device or a pipe" in lines[1]
    assert "ok" in lines[2]


def test_a_file_that_may_not_be_read_keeps_no_other_from_being_checked(
    game: PlayedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.ohhell"
    file.write_text(game.text, encoding="utf-8")

    def refuse(*_given: object, **_more: object) -> bool:
        return False

    monkeypatch.setattr(os, "access", refuse)  # what click asks of a path
    assert run(file).exit_code == 0


def test_a_record_with_old_line_ends_is_read(tmp_path: Path) -> None:
    game = play("common players=3 max_size=2", seed=1)
    file = tmp_path / "old.jsonl"
    file.write_bytes(game.text.replace("\n", "\r").encode())
    result = CliRunner().invoke(command, [str(file)])
    assert result.exit_code == 0, result.output
    file.write_bytes(b"\r\r")
    assert "empty" not in CliRunner().invoke(command, [str(file)]).output
