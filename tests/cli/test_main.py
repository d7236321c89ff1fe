"""The command `ohhell`: what it finds, what it refuses, and how every run ends."""

import contextlib
import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import click
import pytest

from ohhell import __version__
from ohhell.cli import interrupts
from ohhell.cli import main as main_module
from ohhell.cli.main import COMMANDS, LazyGroup, main
from ohhell.rules.errors import OhHellError
from ohhell.text import say

Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Ran:
    """Run `ohhell` in this process: its status, what it said and what it complained of."""

    def ran(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(args)
        code = left.value.code
        assert isinstance(code, int)
        said = capfd.readouterr()
        return code, said.out, said.err

    return ran


def stand_in(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let `ohhell watch` do this instead."""

    @click.command("watch")
    def command() -> object:
        return act()

    def found(_group: LazyGroup, _ctx: click.Context, name: str) -> click.Command | None:
        return command if name == "watch" else None

    monkeypatch.setattr(LazyGroup, "get_command", found)


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)])
def test_help_lists_the_commands(run: Ran, args: tuple[str, ...]) -> None:
    status, said, complaint = run(*args)
    assert status == 0
    assert not complaint
    assert say("help.ohhell") in said
    for name in COMMANDS:
        assert f"  {name}" in said
        assert say(f"command.{name}") in said


def test_help_imports_no_command() -> None:
    code = (
        "import sys\n"
        "from ohhell.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(*(name for name in sys.modules if name.startswith('ohhell.')), 'rich' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert loaded[-1] == "False"
    assert {name for name in loaded if name.startswith("ohhell.cli.")} == {
        "ohhell.cli.main",
        "ohhell.cli.interrupts",
    }
    assert not any(name.startswith(("ohhell.table", "ohhell.players")) for name in loaded)


def test_version(run: Ran) -> None:
    assert run("--version") == (0, f"ohhell {__version__}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there(run: Ran, name: str) -> None:
    status, said, _ = run(name, "--help")
    assert status == 0
    assert f"Usage: ohhell {name}" in said


def test_an_unknown_command_is_refused_with_the_nearest(run: Ran) -> None:
    status, said, complaint = run("rulse")
    assert (status, said) == (2, "")
    assert complaint == (
        f'There is no command "rulse". Did you mean "rules"? There are: {", ".join(COMMANDS)}.\n'
    )
    assert "Did you mean" not in run("shuffle")[2]


def test_an_unknown_option_is_refused_with_the_nearest(run: Ran) -> None:
    status, said, complaint = run("rules", "--plyers", "4")
    assert (status, said) == (2, "")
    assert complaint.count("\n") == 1
    assert "--plyers" in complaint
    assert "--players" in complaint
    assert "ohhell rules --help" in complaint
    assert run("--nothing")[0] == 2


def test_a_refusal_is_one_sentence_and_status_2(run: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OhHellError("not-a-card", value="\x1b[1mZZ\n")

    stand_in(monkeypatch, refuse)
    status, said, complaint = run("watch")
    assert (status, said) == (2, "")
    assert complaint == (
        '"\N{REPLACEMENT CHARACTER}[1mZZ " is not a card: write rank and suit, such as QH, 10S or'
        " 2C.\n"
    )


def test_trouble_with_a_file_is_one_sentence_and_status_2(
    run: Ran, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand_in(monkeypatch, lambda: (tmp_path / "none").read_text(encoding="utf-8"))
    status, said, complaint = run("watch")
    assert (status, said) == (2, "")
    assert complaint == f"{tmp_path / 'none'}: {os.strerror(2)}.\n"


def test_other_trouble_of_the_system_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("out of luck")

    stand_in(monkeypatch, fail)
    with pytest.raises(OSError, match="out of luck"):
        main(["watch"])


def test_other_complaints_of_click_are_said(run: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    def complain() -> None:
        raise click.ClickException("Not today.")

    stand_in(monkeypatch, complain)
    assert run("watch") == (2, "", "Not today.\n")


@pytest.mark.parametrize(("result", "status"), [(None, 0), (0, 0), (1, 1), ("text", 0)])
def test_a_command_may_name_its_status(
    run: Ran, monkeypatch: pytest.MonkeyPatch, result: object, status: int
) -> None:
    stand_in(monkeypatch, lambda: result)
    assert run("watch")[0] == status


def test_an_end_that_nobody_was_asked_for_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_too_far() -> None:
        raise EOFError("ran out of input")

    stand_in(monkeypatch, read_too_far)
    with pytest.raises(EOFError, match="ran out of input"):
        main(["watch"])


@pytest.mark.parametrize("reason", [KeyboardInterrupt, click.Abort])
def test_an_interrupted_run_ends_with_130(
    run: Ran, monkeypatch: pytest.MonkeyPatch, reason: type[BaseException]
) -> None:
    def stop() -> None:
        raise reason

    stand_in(monkeypatch, stop)
    status, said, complaint = run("watch")
    assert (status, said, complaint.strip()) == (130, "", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_process_calmly(tmp_path: Path, number: signal.Signals) -> None:
    ready = tmp_path / "ready"
    code = (
        "import pathlib, time, click\n"
        "from ohhell.cli import main\n"
        "@click.command()\n"
        "def command():\n"
        f"    pathlib.Path({str(ready)!r}).touch()\n"
        "    time.sleep(60)\n"
        "main.LazyGroup.get_command = lambda *_: command\n"
        "main.main(['watch'])\n"
    )
    started = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    patience = time.monotonic() + 30
    while not ready.exists() and time.monotonic() < patience:
        time.sleep(0.01)
    started.send_signal(number)
    said, complaint = started.communicate(timeout=30)
    assert started.returncode == 128 + number
    assert not said
    assert not complaint.strip()


@pytest.mark.parametrize("args", [("rules",), ("--help",), ("rules", "--help")])
def test_a_reader_who_leaves_is_no_trouble(args: tuple[str, ...]) -> None:
    left, kept = os.pipe()
    os.close(left)  # nobody reads
    done = subprocess.run(
        [sys.executable, "-m", "ohhell", *args],
        stdout=kept,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(kept)
    assert done.returncode == main_module.PIPE_CLOSED
    assert not done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("advise <&-", 0),
        ("rules <&- >&-", 2),
        ("watch --cpu random --max-size 1 <&- >&- 2>&-", 2),
        ("sim --cpus random --games 2 --max-size 1 --workers 2 <&- 2>&-", 0),
    ],
)
def test_closed_streams_end_no_run_in_a_traceback(words: str, status: int) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m ohhell {words}', sys.executable],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == status, done.stderr
    said = "" if status == 0 or "2>" in words else "The output cannot be written: "
    assert done.stderr.startswith(said)
    assert "Traceback" not in done.stderr


def test_a_console_without_the_signs_still_shows_the_rest() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ohhell", "rules", "first_dealer=me"],
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        b'first_dealer cannot be "me". It can be: random, drawn, seat-0 ? seat-6.'
    ]


@pytest.mark.parametrize("args", [("rules",), ("--help",), ("watch", "--max-size", "1")])
def test_an_output_that_takes_no_more_is_one_sentence_and_status_2(args: tuple[str, ...]) -> None:
    with Path(os.devnull).open("rb") as unwritable:  # as with a full disk, and on any system
        done = subprocess.run(
            [sys.executable, "-m", "ohhell", *args],
            stdout=unwritable,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr == f"The output cannot be written: {os.strerror(errno.EBADF)}.\n"


@pytest.mark.parametrize("module", ["click", "ohhell.cli.play", "rich.console"])
def test_ctrl_c_while_the_program_is_being_loaded_ends_it_quietly(module: str) -> None:
    code = (
        "import os, signal, sys\n"
        "class Impatience:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Impatience())\n"
        "from ohhell.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "play", "--max-size", "1"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_that_a_library_swallows_still_ends_the_run(
    run: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swallow() -> None:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)

    stand_in(monkeypatch, swallow)
    before = signal.getsignal(signal.SIGINT)
    assert run("watch")[0] == 130
    assert signal.getsignal(signal.SIGINT) is before


def test_what_fails_because_ctrl_c_was_swallowed_is_no_fault(
    run: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swallow() -> None:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise RuntimeError("left half done")

    stand_in(monkeypatch, swallow)
    assert run("watch") == (130, "", "")


def test_what_is_held_is_finished_before_ctrl_c_counts() -> None:
    done: list[str] = []
    with interrupts.run():
        with interrupts.held():
            signal.raise_signal(signal.SIGINT)
            done.append("held")
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
    assert done == ["held"]


def test_an_option_given_twice_with_different_values_is_refused(run: Ran) -> None:
    status, said, complaint = run("rules", "--players", "4", "--players", "5")
    assert (status, said) == (2, "")
    assert complaint == "--players is given more than once (4 and 5): say it once.\n"
    assert run("rules", "--players", "5", "--players", "5")[0] == 0


def test_an_option_like_no_other_is_refused_without_a_guess(run: Ran) -> None:
    assert "Did you mean" not in run("rules", "--quiet")[2]


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize("args", ["rules", "--help", "watch --max-size 1"])
def test_an_output_that_is_closed_from_the_start_is_one_sentence_and_status_2(args: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m ohhell {args} >&-', sys.executable],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr == f"The output cannot be written: {os.strerror(errno.EBADF)}.\n"


@pytest.mark.parametrize("columns", ["²", "0", "3", "-5", "wide", "20"])
def test_a_width_that_nobody_can_read_in_is_not_taken(
    run: Ran, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert run("rules")[0] == 0
    assert run("watch", "--max-size", "1")[0] == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_a_sentence_of_the_catalogue(name: str) -> None:
    """Not its docstring, which `python -OO` leaves out."""
    command: click.Command = import_module(f"ohhell.cli.{name}").command
    assert command.help
    assert command.short_help
    assert command.help != command.callback.__doc__


@pytest.mark.parametrize("args", [("serve", "--data"), ("train", "--out"), ("verify",)])
def test_an_empty_path_is_none(run: Ran, args: tuple[str, ...]) -> None:
    """As an unset variable of a shell leaves it: nothing is put into the current directory."""
    status, said, complaint = run(*args, "")
    assert (status, said) == (2, "")
    assert say("option.no-path") in complaint


@pytest.mark.parametrize("name", ["advise", "sim", "duel", "compare", "strength"])
def test_limits_are_told_in_words(run: Ran, name: str) -> None:
    """In the help as in the refusal; no number there has forty digits."""
    told = " ".join(run(name, "--help")[1].split())
    assert "a whole number of up to 128 bits" in told
    assert "<=" not in told
    assert not re.search(r"\d{12}", told)
    status, _, refused = run(name, "--seed", str(2**128))
    assert status == 2
    assert "it must be a whole number of up to 128 bits" in refused
