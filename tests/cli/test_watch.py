"""`ohhell watch`: CPU players play whole games."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from ohhell.rules.presets import PRESETS
from tests.cli.typing_at import SEED, Program


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    return Program(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(3, 8))
def test_every_preset_and_count_plays_to_the_end(
    program: Program, monkeypatch: pytest.MonkeyPatch, preset: str, players: int
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    words = ("watch", preset, "--players", str(players), "--pace", "0", "--seed", SEED)
    run = program.run(*words, "--record", str(program.path()), "--max-size", "3")
    assert run.status == 0, run.err
    assert run.err == ""
    assert "━━ Round 5 of 5 · 3 cards ━" in run.out
    assert "The game is over" in run.out
    assert "The bids make" in run.out
    assert "You" not in run.out
    paths = str(program.folder)
    assert not [line for line in run.lines if cell_len(line) > 60 and paths not in line]
    assert program.verify().status == 0


def test_a_whole_game_at_once(program: Program) -> None:
    run = program.run("watch")
    assert run.status == 0
    assert sum(" is scored " in line for line in run.lines) == 19
    assert not (program.folder / "data").exists()  # nothing is kept unless a record is named


def test_the_same_seed_shows_the_same_game(program: Program) -> None:
    one, two = (program.run("watch", "--max-size", "2", "--seed", SEED) for _ in range(2))
    other = program.run("watch", "--max-size", "2", "--seed", "6" * 64)
    assert one == two
    assert one.out != other.out


def test_levels_one_by_one(program: Program) -> None:
    levels = "random,rule-of-thumb,random"
    run = program.run("watch", "--players", "3", "--cpu", levels, "--max-size", "1")
    assert run.status == 0
    assert "Ada (random), Emil (rule-of-thumb) and Chiyo (random) play." in run.out
    refused = program.run("watch", "--cpu", levels)
    assert refused.status == 2
    assert "There are 4 CPU players and 3 levels" in refused.err


def test_extensions_are_watched_to_their_end(program: Program) -> None:
    words = ("watch", "--scoring", "binary", "--ties", "leaders-2", "--sequence", "1,1")
    runs = [program.run(*words, "--seed", f"{number:064x}") for number in range(12)]
    assert all(run.status == 0 for run in runs)
    extended = [run for run in runs if "Extension 1 of at most 2" in run.out]
    assert extended
    assert all("level for first place and play an extension" in run.out for run in extended)


def test_nobody_else_sees_a_bid_before_all_are_in(program: Program) -> None:
    run = program.run("watch", "--bidding", "all-at-once", "--hook", "off", "--sequence", "3")
    assert run.status == 0
    before, after = run.out.split("All bids are in")
    assert before.count("has bid") == 4
    assert not re.search(r"\bbids \d", before + after)


def test_a_pause_is_kept(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    program.run("watch", "--pace", "0.25", "--sequence", "1")
    assert set(pauses) == {0.25, 0.5}
    assert len(pauses) > 8
    pauses.clear()
    program.run("watch", "--sequence", "1")
    assert pauses == []


def test_a_watched_game_that_was_stopped_goes_on(program: Program) -> None:
    path = program.path()
    program.run("watch", "--seed", SEED, "--sequence", "2,1", "--record", str(path))
    whole = path.read_text(encoding="utf-8")
    stopped = program.run("watch", "--record", str(path), "--seed", SEED)
    assert stopped.status == 2
    assert path.read_text(encoding="utf-8") == whole
