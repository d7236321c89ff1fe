"""The game on a real terminal: signals, colours, two programs at one record."""

import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import pexpect
import pytest

from ohhell.table.settings import STAND_IN_LEVEL
from tests.cli.typing_at import SEED, environment

TIMEOUT = 120

Spawn: TypeAlias = "pexpect.spawn[str]"


@contextmanager
def terminal(folder: Path, *words: str, columns: int, **env: str) -> Generator[Spawn]:
    child: Spawn = pexpect.spawn(
        sys.executable,
        ["-m", "ohhell", *words],
        env=environment(folder, **env),
        dimensions=(24, columns),
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def before(child: Spawn) -> str:
    """What was said before that which was expected."""
    return child.before or ""


def left(child: Spawn) -> int | None:
    """The exit status, or minus the signal, once the program has ended."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus if child.signalstatus is None else -child.signalstatus


def piped(folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ohhell", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(folder),
        timeout=TIMEOUT,
        check=False,
    )


def play(record: Path, *more: str) -> tuple[str, ...]:
    return (
        "play",
        *(() if "--max-size" in more else ("--max-size", "2")),
        *(() if "--cpu" in more else ("--cpu", STAND_IN_LEVEL)),
        "--seed",
        SEED,
        "--pace",
        "0",
        "--record",
        str(record),
        *more,
    )


ALL_KEYS = "\n".join([*map(str, range(4)), ""] * 60) + "\n"


def check_and_finish(folder: Path, record: Path) -> None:
    """What was stopped verifies, and goes on to its end."""
    checked = piped(folder, "verify", str(record))
    assert checked.returncode == 0, checked.stdout
    assert "unfinished" in checked.stdout
    resumed = piped(folder, "play", "--resume", str(record), typed=ALL_KEYS)
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stderr == ""
    checked = piped(folder, "verify", str(record))
    assert checked.returncode == 0, checked.stdout
    assert "unfinished" not in checked.stdout


def test_ctrl_c_at_a_prompt_keeps_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with terminal(tmp_path, *play(record), columns=80) as child:
        child.expect("Your bid")
        child.sendline("0")
        child.expect("Your card")
        child.sendintr()
        child.expect("The game was stopped.")
        child.expect_exact(f"To go on: ohhell play --resume {record}"[:60])
        assert left(child) == 130
    check_and_finish(tmp_path, record)


def test_ctrl_c_while_cpu_players_act_keeps_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with terminal(
        tmp_path, *play(record), "--pace", "0.3", "--first-dealer", "seat-0", columns=80
    ) as child:
        child.expect("bids")
        child.sendintr()
        child.expect("The game was stopped.")
        assert left(child) == 130
    check_and_finish(tmp_path, record)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_a_killed_program_leaves_a_game_that_goes_on(tmp_path: Path, number: int) -> None:
    record = tmp_path / "game.jsonl"
    with terminal(tmp_path, *play(record), columns=80) as child:
        child.expect("Your bid")
        child.sendline("0")
        child.expect("Your card")
        child.kill(number)
        assert left(child) == (-number if number == signal.SIGKILL else 128 + number)
    check_and_finish(tmp_path, record)


def test_ctrl_d_says_how_to_go_on(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with terminal(tmp_path, *play(record), columns=80) as child:
        child.expect("Your bid")
        child.sendeof()
        child.expect("The input ended before the game did.")
        child.expect("To go on: ohhell play --resume")
        assert left(child) == 1
    check_and_finish(tmp_path, record)


def test_only_one_program_at_a_time_plays_a_record(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with terminal(tmp_path, *play(record), columns=80) as child:
        child.expect("Your bid")
        second = piped(tmp_path, "play", "--resume", str(record))
        assert second.returncode == 2
        assert second.stdout == ""
        assert second.stderr.count("\n") == 1
        child.sendline("q")
        assert left(child) == 0
    check_and_finish(tmp_path, record)


def without_styles(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]m")


def test_suits_are_coloured_and_clear_without(tmp_path: Path) -> None:
    with terminal(tmp_path, *play(tmp_path / "one.jsonl"), columns=80) as child:
        child.expect("Your bid")
        assert COLOUR.search(before(child))
    with terminal(tmp_path, *play(tmp_path / "two.jsonl"), columns=80, NO_COLOR="1") as child:
        child.expect("Your bid")
        assert not COLOUR.search(before(child))
        assert re.search("[♠♥♦♣]", before(child))
    with terminal(tmp_path, *play(tmp_path / "three.jsonl"), columns=80, TERM="dumb") as child:
        child.expect("Your bid")
        assert "\x1b" not in before(child)


@pytest.mark.parametrize(
    "env", [{"LANG": "C"}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONIOENCODING": "ascii"}]
)
def test_letters_stand_for_suits_where_there_are_no_signs(
    tmp_path: Path, env: dict[str, str]
) -> None:
    words = (*play(tmp_path / "game.jsonl"), "--name", "Zoë")
    with terminal(tmp_path, *words, columns=80, **env) as child:
        child.expect("Your bid")
        text = without_styles(before(child))
    assert text.isascii() or "PYTHONIOENCODING" not in env
    assert not re.search("[♠♥♦♣─━▸]", text)
    assert re.search(r"Turn-up (10|[2-9JQKA])[CDHS] ", text)
    assert "Drawing for dealer | Zo" in text


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_turn_fits_the_terminal(tmp_path: Path, columns: int) -> None:
    words = play(tmp_path / "game.jsonl", "--players", "7", "--max-size", "7")
    with terminal(tmp_path, *words, columns=columns, NO_COLOR="1") as child:
        child.expect("Your bid")
        text = without_styles(before(child))
    lines = [line for line in text.splitlines() if str(tmp_path) not in line]
    assert max(map(len, lines)) <= columns
    assert len(lines) > 10


WITHOUT_INPUT = """
import os, sys
os.close(0)
os.execv(sys.executable, [sys.executable, "-m", "ohhell", *sys.argv[1:]])
"""


def test_a_program_started_without_any_input_keeps_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            WITHOUT_INPUT,
            *play(record),
        ],
        capture_output=True,
        encoding="utf-8",
        env=environment(tmp_path),
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr == ""
    check_and_finish(tmp_path, record)


def test_a_reader_that_goes_away_ends_the_game_quietly(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with subprocess.Popen(
        [sys.executable, "-m", "ohhell", *play(record)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        with suppress(BrokenPipeError):
            child.stdin.write(ALL_KEYS.encode())
            child.stdin.close()
        assert child.stderr.read() == b""
        assert child.wait(TIMEOUT) == 141


def test_long_rules_are_read_page_by_page(tmp_path: Path) -> None:
    with terminal(tmp_path, *play(tmp_path / "game.jsonl"), columns=80, NO_COLOR="1") as child:
        child.expect("Your bid")
        child.sendline("r")
        child.expect("Enter: more")
        assert len(before(child).splitlines()) <= 25
        child.sendline("")
        child.expect("Enter: more")
        child.sendline("q")
        child.expect("Your bid")
        child.sendline("q")
        assert left(child) == 0


def test_keys_typed_before_a_question_do_not_answer_it(tmp_path: Path) -> None:
    words = (*play(tmp_path / "game.jsonl"), "--first-dealer", "seat-3", "--pace", "0.5")
    with terminal(tmp_path, *words, columns=80, NO_COLOR="1") as child:
        child.expect("Your bid")
        child.sendline("1")
        child.expect("You bid 1")
        child.sendline("1\n1\n1")
        child.expect("Your card: ")
        with pytest.raises(pexpect.TIMEOUT):
            child.expect("You (lead )?(10|[2-9JQKA])[♠♥♦♣]", timeout=1)
        child.sendline("q")
        assert left(child) == 0


def test_after_a_stop_the_question_is_asked_again(tmp_path: Path) -> None:
    with terminal(tmp_path, *play(tmp_path / "game.jsonl"), columns=80, NO_COLOR="1") as child:
        child.expect("Your bid: ")
        # A stop in the moment between the question and the wait for its answer may go unnoticed.
        for _ in range(10):
            child.kill(signal.SIGSTOP)
            child.kill(signal.SIGCONT)
            if child.expect(["Your bid: ", pexpect.TIMEOUT], timeout=5) == 0:
                break
        else:
            raise AssertionError("it does not ask again")
        child.sendline("q")
        assert left(child) == 0


def test_keys_are_shown_while_a_question_waits_and_when_it_is_all_over(tmp_path: Path) -> None:
    words = (*play(tmp_path / "game.jsonl"), "--first-dealer", "seat-3", "--pace", "0.5")
    with terminal(tmp_path, *words, columns=80, NO_COLOR="1") as child:
        child.expect("Your bid: ")
        child.send("1")
        child.expect("1")
        child.sendline("")
        child.expect("You bid 1")
        assert not child.getecho()
        child.sendline("plugh")
        child.expect("Your card: ")
        assert "plugh" not in before(child)
        child.send("xyzzy")
        child.expect("xyzzy")
        child.sendintr()
        child.expect("To go on:")
        assert child.getecho()
        assert left(child) == 130


@pytest.mark.parametrize("columns", [50, 120])
def test_a_command_to_copy_is_not_broken(tmp_path: Path, columns: int) -> None:
    words = ("play", "--max-size", "2", "--cpu", STAND_IN_LEVEL, "--pace", "0")
    with terminal(tmp_path, *words, columns=columns, NO_COLOR="1") as child:
        child.expect("Your bid")
        child.sendline("q")
        child.expect(pexpect.EOF)
        lines = without_styles(before(child)).splitlines()
    command = next(line.strip() for line in lines if "--resume" in line)
    assert re.search(r"ohhell play --resume \S*\d{4}-\d\d-\d\d-\d{6}-[a-z]+$", command)
    assert command.startswith("To go on: ") == (columns == 120)
