"""What a game at the terminal does when something outside the game goes wrong."""

import asyncio
import hmac
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ohhell.cli.terminal.local_table import LocalTable
from ohhell.cli.terminal.luck import Luck
from ohhell.cli.terminal.records import data_folder, new_record, resume_command
from ohhell.cli.terminal.records import program as program_command
from ohhell.players.rule_of_thumb import RuleOfThumbPlayer
from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView
from ohhell.store.record_file import RecordFile, secret_path
from ohhell.table.errors import StoreError
from ohhell.table.hall import Hall
from ohhell.table.ports import StoredRow
from ohhell.table.table import Table
from tests.cli.typing_at import ANYTHING, SEED, Program


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    return Program(tmp_path, monkeypatch, capsys)


def fail_at(monkeypatch: pytest.MonkeyPatch, by: str, *, times: int) -> None:
    """Let the disk be full for the first `times` rows that a person or a CPU player makes."""
    real = RecordFile.append
    left = times

    async def append(self: RecordFile, table: str, row: StoredRow) -> None:
        nonlocal left
        if row.by == by and "bid" in str(row.events).lower() and left:
            left -= 1
            raise StoreError("disk-full", value=str(self.path))
        await real(self, table, row)

    monkeypatch.setattr(RecordFile, "append", append)


def test_a_bid_that_cannot_be_kept_may_be_made_again(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_at(monkeypatch, "person", times=2)
    run = program.play("--sequence", "1", "--first-dealer", "seat-3")
    assert run.status == 0
    assert run.out.count("disk") == 2
    assert program.verify().status == 0


def test_a_table_that_cannot_go_on_stops_in_a_sentence_and_goes_on_later(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        fail_at(patch, "cpu", times=1)
        run = program.play("--max-size", "2", "--first-dealer", "seat-0")
    assert run.status == 2
    assert run.err.count("\n") == 1
    assert "To go on: ohhell play --resume" in run.lines[-1]
    resumed = program.run("play", "--resume", str(program.path()), typed=ANYTHING)
    assert resumed.status == 0
    assert program.verify().status == 0


def test_a_crash_of_the_table_stops_in_a_sentence(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(self: Table, message: object) -> None:
        raise RuntimeError(message)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "_grant", crash)
        run = program.play("--max-size", "2")
    assert run.status == 2
    assert "Traceback" not in run.out + run.err
    assert run.err.count("\n") == 1
    resumed = program.run("play", "--resume", str(program.path()), typed=ANYTHING)
    assert resumed.status == 0


def test_a_cpu_player_that_fails_does_not_stop_the_game(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(self: RuleOfThumbPlayer, view: PlayerView, dice: random.Random) -> Action:
        raise RuntimeError

    monkeypatch.setattr(RuleOfThumbPlayer, "choose", choose)
    run = program.play("--max-size", "2")
    assert (run.status, run.err) == (0, "")
    assert program.verify().status == 0


def test_a_watched_game_that_was_stopped_is_watched_to_its_end(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(program.path())
    words = ("--sequence", "2,1", "--seed", SEED, "--record")
    program.run("watch", *words, str(program.path("whole.jsonl")))
    pauses = 0

    def pause(seconds: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses == 20:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("time.sleep", pause)
        stopped = program.run("watch", *words, path, "--pace", "1")
    assert stopped.status == 130
    assert "The game was stopped." in stopped.out
    assert "unfinished" in program.verify().out
    resumed = program.run("play", "--resume", path)
    assert resumed.status == 0
    assert "The game is over" in resumed.out
    assert program.actions() == program.actions("whole.jsonl")


def test_a_watched_game_without_a_record_leaves_nothing_to_go_on_with(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", stop)
    run = program.run("watch", "--pace", "1")
    assert run.status == 130
    assert run.lines[-1] == "   The game was stopped."


def test_ctrl_c_after_the_end_says_that_the_game_is_over(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = LocalTable.__exit__

    def close_and_stop(self: LocalTable, *reason: object) -> None:
        close(self, *reason)
        raise KeyboardInterrupt

    monkeypatch.setattr(LocalTable, "__exit__", close_and_stop)
    run = program.play("--max-size", "1")
    assert run.status == 130
    assert "ohhell verify" in run.lines[-1]


def test_the_nonce_of_a_seed_is_the_documented_one() -> None:
    seed = bytes(range(32))
    expected = hmac.digest(seed, b"ohhell/terminal nonce/1\x00", "sha256")[:16]
    assert Luck(seed).nonce(0) == expected
    assert Luck(seed).seed() == seed
    assert Luck().nonce(0) != Luck().nonce(0)
    assert Luck().seed() != Luck().seed()


def test_every_new_record_is_a_file_of_its_own(tmp_path: Path) -> None:
    folder = data_folder({"OHHELL_DATA": str(tmp_path / "here")})
    assert folder == tmp_path / "here" / "games"
    now = datetime(2026, 11, 29, 20, 15, 0, tzinfo=UTC)
    first = new_record(folder, "party", now)
    assert first.name == "2026-11-29-201500-party.jsonl"
    first.touch()
    second = new_record(folder, "party", now)
    assert second.name == "2026-11-29-201500-party-2.jsonl"
    secret_path(second).touch()
    assert new_record(folder, "party", now).name == "2026-11-29-201500-party-3.jsonl"


def test_the_program_is_named_as_the_person_can_start_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a b" / "bin"
    folder.mkdir(parents=True)
    program_file = folder / "ohhell"
    program_file.write_text("#!/bin/sh\n", encoding="utf-8")
    program_file.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    started = str(program_file)
    assert program_command(started, {"PATH": str(folder)}) == "ohhell"
    assert (
        program_command(started, {"PATH": str(tmp_path)}) == f"'{Path('a b') / 'bin' / 'ohhell'}'"
    )
    assert program_command(started, {"PATH": "", "OHHELL_COMMAND": "uvx ohhell"}) == "uvx ohhell"
    monkeypatch.chdir(folder)
    assert program_command("ohhell", {"PATH": str(tmp_path)}) == "./ohhell"
    assert program_command(str(folder / "__main__.py"), {"PATH": ""}).endswith(" -m ohhell")


def test_the_command_to_go_on_can_be_typed_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OHHELL_COMMAND", "ohhell")
    assert resume_command(Path("my game.jsonl")) == "ohhell play --resume 'my game.jsonl'"
    assert resume_command(Path("-x")) == "ohhell play --resume ./-x"


def test_a_table_is_closed_to_its_end_though_what_was_broken_off_stops_the_loop(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Hall.close_all
    closed: list[bool] = []

    async def close_all(self: Hall) -> None:
        asyncio.get_running_loop().stop()
        await asyncio.sleep(0)
        await real(self)
        closed.append(True)

    monkeypatch.setattr(Hall, "close_all", close_all)
    run = program.play("--sequence", "1")
    assert run.status == 0
    assert closed == [True]
