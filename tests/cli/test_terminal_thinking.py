"""CPU players that think in processes of their own: Ctrl-C at any moment, and nothing left running."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from ohhell.cli.player_names import DEFAULT_PLAYER
from ohhell.cli.terminal.brains import LocalBrains
from ohhell.players.worker import WorkerBrains, WorkerError
from tests.cli.test_terminal_tty import Spawn, before, left, play, terminal
from tests.cli.typing_at import SEED, Program
from tests.players.programs import program as bot
from tests.players.test_worker import views

SOON = 15
"""Seconds in which a program leaves, however busy the machine: a compilation takes longer."""


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    # A busy machine must not put a sentence about it between what is compared here.
    monkeypatch.setattr("ohhell.cli.terminal.brains._PATIENCE", 600.0)
    return Program(tmp_path, monkeypatch, capsys)


def children(number: int | None) -> list[int]:
    """The processes that a process has started and that still run."""
    path = Path(f"/proc/{number}/task/{number}/children")
    return [int(word) for word in path.read_text(encoding="ascii").split()]


def has_ended(number: int) -> bool:
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        if not Path(f"/proc/{number}").exists():
            return True
        time.sleep(0.05)
    return False


def check_is_clean(child: Spawn, status: int) -> None:
    began = time.monotonic()
    assert left(child) == status
    assert time.monotonic() - began < SOON
    assert "Traceback" not in before(child)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks /proc for processes")
@pytest.mark.parametrize(("stop", "status"), [("\x03", 130), ("q\r", 0)])
def test_whoever_leaves_leaves_no_process_behind(tmp_path: Path, stop: str, status: int) -> None:
    words = play(tmp_path / "game.jsonl", "--cpu", "club", "--first-dealer", "seat-3")
    with terminal(tmp_path, *words, columns=80) as child:
        child.expect("Your bid")  # the players are still being loaded: the person bids first
        started = children(child.pid)
        assert started
        child.send(stop)
        check_is_clean(child, status)
    assert all(map(has_ended, started))


def test_a_wait_until_the_players_are_ready_is_said_and_can_be_broken_off(tmp_path: Path) -> None:
    cold = str(tmp_path / "cache")
    words = play(tmp_path / "game.jsonl", "--cpu", "club", "--first-dealer", "seat-0")
    with terminal(tmp_path, *words, columns=80, OHHELL_CACHE=cold) as child:
        child.expect("The CPU players are being made ready")
        child.sendintr()
        child.expect("The game was stopped")
        check_is_clean(child, 130)


def test_ctrl_c_is_heard_while_a_program_thinks(tmp_path: Path) -> None:
    name = "cmd:" + bot(tmp_path, "import time; time.sleep(60)")
    words = play(tmp_path / "game.jsonl", "--cpu", name, "--first-dealer", "seat-0")
    with terminal(tmp_path, *words, columns=80) as child:
        child.expect("Turn-up")
        time.sleep(0.5)
        child.sendintr()
        child.expect("The game was stopped")
        assert "not its own" not in before(child)
        check_is_clean(child, 130)


def test_a_game_with_the_usual_players(program: Program) -> None:
    run = program.play("--cpu", f"{DEFAULT_PLAYER},casual,random", "--max-size", "2")
    assert (run.status, run.err) == (0, "")
    assert f"Ada ({DEFAULT_PLAYER})" in run.out
    assert "not its own" not in run.out
    assert program.verify().status == 0


def test_players_that_cannot_think_are_replaced_and_that_is_said(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_given: object, **_more: object) -> None:
        raise WorkerError("thinking-stopped")

    for name in ("warm_up", "ask", "advise"):
        monkeypatch.setattr(WorkerBrains, name, fail)
    words = ("--cpu", "club,club,random", "--sequence", "1", "--first-dealer", "seat-0")
    run = program.play(*words, typed=["h", "0", "1", "0", "1"])
    assert run.status == 0, run.err
    assert "Hint (rule-of-thumb)" in run.out
    assert "club: 4 decisions were not its own; the rule of thumb played instead." in run.out
    assert run.lines[-1].lstrip().startswith("Check the deals:")
    assert program.verify().status == 0


@pytest.mark.asyncio
async def test_a_level_that_is_late_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ohhell.cli.terminal.brains._LATE", 0.0)
    brains = LocalBrains()
    with pytest.raises(TimeoutError):
        await brains.ask(views()[0], "club", dice_key=bytes(32))
    assert [fault.kind for fault in brains.faults["club"]] == ["late"]
    brains.close()


def test_hints_for_bids_and_cards_on_a_pipe(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    words = ("common", "--sequence", "5", "--bid-change", "until-next", "--players", "3")
    path = str(program.path())
    typed = ["h", "1", "hint", "", "h", "q"]
    run = program.run(
        *("play", *words, "--cpu", "random", "--seed", SEED, "--record", path), typed=typed
    )
    assert (run.status, run.err) == (0, "")
    first, second, third = run.out.split("Hint (club)\n")[1:]
    assert first.split("Your bid")[0] == second.split("Enter or")[0]  # the bid may still change
    assert "points to be expected, made" in first
    assert sum(line.rstrip().endswith("recommended") for line in first.splitlines()) == 1
    assert "Card        Made  Points" in third
    assert re.search(r"♠ \(\d\) +\d+ %", third)
    assert max(map(len, run.lines)) <= max(60, len(path) + 40)
    assert "\x1b" not in run.out


def test_a_hint_says_where_lower_points_are_better(program: Program) -> None:
    words = ("play", "--scoring", "negative-square", "--sequence", "2", "--cpu", "random")
    run = program.run(*words, "--record", str(program.path()), typed=["h", "q"])
    assert "Hint (club); lower points are better\n" in run.out


def test_the_hint_has_nothing_of_the_games_luck(program: Program) -> None:
    hints: list[str] = []
    for _ in range(2):
        path = program.path(f"{os.urandom(4).hex()}.jsonl")
        words = ("play", "--sequence", "3", "--cpu", "random", "--seed", SEED)
        run = program.run(*words, "--record", str(path), typed=["h", "q"])
        hints.append(run.out.split("Hint (club)")[1].split("Your bid")[0])
    assert hints[0] == hints[1]
