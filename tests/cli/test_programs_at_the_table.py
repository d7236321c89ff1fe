"""Programs of other people in `ohhell play` and `ohhell watch`: run when named, and never else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typing_at import ANYTHING, SEED, Program
from tests.players.programs import FIRST_LEGAL, program


@pytest.fixture
def at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    return Program(tmp_path, monkeypatch, capsys)


def test_a_program_plays_a_whole_game(tmp_path: Path, at_the_terminal: Program) -> None:
    name = "cmd:" + program(tmp_path, FIRST_LEGAL)
    run = at_the_terminal.run(
        *("watch", "--cpu", f"{name},random,random,random", "--max-size", "2", "--seed", SEED),
        *("--pace", "0", "--record", str(at_the_terminal.path())),
    )
    assert run.status == 0, run.err
    assert "Ada (cmd:" in run.out
    assert "not its own" not in run.out
    bids = [e["tricks"] for e in at_the_terminal.events() if e["event"] == "bid" and e["seat"] == 0]
    assert bids == [0, 0, 0]
    assert at_the_terminal.verify().status == 0


def test_what_it_could_not_decide_is_said_at_the_end(
    tmp_path: Path, at_the_terminal: Program
) -> None:
    name = "cmd:" + program(tmp_path, 'print(\'{"play": "AS"}\', flush=True)')
    words = ("watch", "--cpu", name, "--max-size", "1", "--first-dealer", "seat-0")
    run = at_the_terminal.run(*words, "--seed", SEED, "--pace", "0")
    assert run.status == 0, run.err
    assert "decisions were not its own; the rule of thumb" in " ".join(run.out.split())
    assert "not allowed; the first: AS" in run.out


def test_a_record_cannot_make_a_program_run(tmp_path: Path, at_the_terminal: Program) -> None:
    started = tmp_path / "started"
    name = "cmd:" + program(tmp_path, f"open({str(started)!r}, 'a').write('x')\n{FIRST_LEGAL}")
    run = at_the_terminal.play("--cpu", name, "--max-size", "1", typed=["0", "q"])
    assert run.status in (0, 1), run.err
    assert started.exists()
    started.unlink()
    assert name[:20] in at_the_terminal.path().read_text(encoding="utf-8")
    resumed = at_the_terminal.run(
        "play", "--resume", str(at_the_terminal.path()), "--pace", "0", typed=ANYTHING
    )
    assert resumed.status == 0, resumed.err
    assert "The game is over" in resumed.out
    assert not started.exists()
