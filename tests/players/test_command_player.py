"""Programs of other people in a seat: the good one plays, the bad ones harm nobody else."""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ohhell.players.command_player import (
    CommandPlayer,
    Fault,
    faults_of,
    message_of,
    open_player,
    opened,
)
from ohhell.players.levels import LevelError, player_for
from ohhell.players.player import Player
from ohhell.rules.actions import Bid, Play
from ohhell.rules.projection import view_for
from ohhell.rules.view import PlayerView
from ohhell.rules.view_codec import view_from_plain
from tests.players.programs import FIRST_LEGAL, program, script
from tests.rules.scenes import Scene


def bidding() -> PlayerView:
    """The view of seat 0, first to bid with two cards."""
    scene = Scene("common players=3 sequence=2 first_dealer=seat-2")
    scene.deal("AS KS", "3S 3H", "4S 4H", turn_up="9D")
    return view_for(scene.state, 0)


@contextmanager
def seated(command: str, *, seconds: float = 5.0) -> Generator[CommandPlayer]:
    """The program, closed at the end whatever happens."""
    player = CommandPlayer(command, seconds=seconds)
    try:
        yield player
    finally:
        player.close()


def own_choice() -> Bid | Play:
    """What the rule of thumb does in that place."""
    return player_for("rule-of-thumb").choose(bidding(), random.Random(0))


def test_a_program_plays(tmp_path: Path) -> None:
    with seated(program(tmp_path, FIRST_LEGAL)) as player:
        view = bidding()
        assert [player.choose(view, random.Random(0)) for _ in range(3)] == [Bid(0)] * 3
        assert player.faults == ()
        assert player.level.startswith("cmd:")


def test_it_is_told_the_view_the_points_and_a_number() -> None:
    view = bidding()
    told = json.loads(json.dumps(message_of(view, number=7)))
    assert told.pop("random") == 7
    points = told.pop("points")
    assert points[2] == [0, 1, 12]
    assert points[0][0] == 10
    assert view_from_plain(told) == view


def test_its_luck_comes_from_the_dice(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = f"open({str(log)!r}, 'a').write(str(view['random']) + '\\n')\n{FIRST_LEGAL}"
    with seated(program(tmp_path, body)) as player:
        dice = random.Random(5)
        for _ in range(2):
            player.choose(bidding(), dice)
    numbers = [int(line) for line in log.read_text().split()]
    again = random.Random(5)
    assert numbers == [again.getrandbits(53) for _ in range(2)]


@pytest.mark.parametrize(
    ("body", "kind", "example"),
    [
        ("print(json.dumps({'bid': 3}), flush=True)", "illegal", "3"),
        ("print(json.dumps({'play': 'AS'}), flush=True)", "illegal", "AS"),
        ("print('pass', flush=True)", "garbage", "pass"),
        ("print('', flush=True)", "garbage", ""),
        ("print('{\"bid\": ' + '[' * 40000, flush=True)", "garbage", '{"bid": ' + "[" * 52),
        ("print('[' * 60000, flush=True)", "garbage", "[" * 60),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "garbage", "��"),
        ('print(\'{"bid": 0}\\n{"bid": 0}\', flush=True)', "garbage", '{"bid": 0}'),
        ("print('x' * 10_000_000, flush=True)", "garbage", "x" * 40),
        ("time.sleep(60)", "late", "0.3"),
        ("raise ValueError('no idea')", "crashed", "ValueError: no idea"),
        ("sys.exit(3)", "crashed", "exit 3"),
        ("os.close(1); time.sleep(60)", "crashed", "no more output"),
    ],
)
def test_what_is_of_no_use_is_counted_and_the_rule_of_thumb_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, kind: str, example: str
) -> None:
    monkeypatch.setattr("ohhell.players.command_player.START_SECONDS", 0.3 if kind == "late" else 9)
    with seated(program(tmp_path, body), seconds=0.3) as player:
        assert player.choose(bidding(), random.Random(0)) == own_choice()
        assert player.faults == (Fault(kind, 1, example),)


def test_it_goes_on_after_a_fault(tmp_path: Path) -> None:
    """A new process takes over after garbage; an illegal answer does not cost the process."""
    body = (
        "count = globals().get('count', 0) + 1\n"
        "answer = [{'bid': 9}, {'bid': 1}, 'what?'][count - 1]\n"
        "print(json.dumps(answer), flush=True)"
    )
    with seated(program(tmp_path, body)) as player:
        made = [player.choose(bidding(), random.Random(0)) for _ in range(5)]
        assert made == [own_choice(), Bid(1), own_choice(), own_choice(), Bid(1)]
        assert player.faults == (Fault("illegal", 2, "9"), Fault("garbage", 1, '"what?"'))


def test_one_that_always_fails_is_left_alone(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    command = script(tmp_path, f"open({str(starts)!r}, 'a').write('x'); raise SystemExit('gone')")
    with seated(command) as player:
        for _ in range(8):
            assert player.choose(bidding(), random.Random(0)) == own_choice()
        assert player.faults == (Fault("crashed", 5, "gone"), Fault("unasked", 3, "5"))
    assert len(starts.read_text()) == 5


def test_one_that_never_reads_blocks_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ohhell.players.command_player.START_SECONDS", 0.3)

    def huge(view: PlayerView, *, number: int) -> dict[str, object]:
        return {"filling": "x" * 300_000}

    monkeypatch.setattr("ohhell.players.command_player.message_of", huge)
    with seated(script(tmp_path, "import time; time.sleep(60)"), seconds=0.3) as player:
        began = time.monotonic()
        assert player.choose(bidding(), random.Random(0)) == own_choice()
        assert time.monotonic() - began < 5
        assert player.faults[0].kind == "late"


def test_one_that_floods_its_error_output_still_plays(tmp_path: Path) -> None:
    with seated(program(tmp_path, f"sys.stderr.write('e' * 1_000_000)\n{FIRST_LEGAL}")) as player:
        assert player.choose(bidding(), random.Random(0)) == Bid(0)
        assert player.faults == ()


def is_running(pid: int) -> bool:
    """Whether a process of that number is there, a zombie included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pid_in(file: Path) -> int:
    """A number another process writes there, soon."""
    for _ in range(200):
        if file.exists() and file.read_text().endswith("\n"):
            return int(file.read_text())
        time.sleep(0.05)
    raise AssertionError("nothing was written")


STUBBORN = """
import signal, sys, time, os
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open({pid!r}, "w").write(str(os.getpid()) + "\\n")
sys.stdin.readline()
print('{{"bid": 0}}', flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("stubborn", [False, True])
def test_no_process_and_no_thread_is_left(tmp_path: Path, stubborn: bool) -> None:
    threads = threading.active_count()
    pid_file = tmp_path / "pid"
    body = f"open({str(pid_file)!r}, 'w').write(str(os.getpid()) + '\\n')\n{FIRST_LEGAL}"
    command = (
        script(tmp_path, STUBBORN.format(pid=str(pid_file)))
        if stubborn
        else program(tmp_path, body)
    )
    with seated(command) as player:
        assert player.choose(bidding(), random.Random(0)) == Bid(0)
        pid = pid_in(pid_file)
        assert is_running(pid)
    assert not is_running(pid)
    assert threading.active_count() == threads


HEARTBEAT = """
import sys, time
while True:
    open(sys.argv[1], "a").write("x")
    time.sleep(0.02)
"""


def test_children_of_a_program_end_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ohhell.players.command_player.START_SECONDS", 1.0)
    beats = tmp_path / "beats"
    child = [sys.executable, "-S", "-c", HEARTBEAT, str(beats)]
    body = f"import subprocess\nsubprocess.Popen({child!r}).wait()"
    with seated(program(tmp_path, body), seconds=1.0) as player:
        player.choose(bidding(), random.Random(0))
        assert player.faults == (Fault("late", 1, "1"),)
    before = beats.read_text()
    assert before
    time.sleep(0.2)
    assert beats.read_text() == before


def test_children_end_with_a_program_that_ended_by_itself(tmp_path: Path) -> None:
    beats = tmp_path / "beats"
    child = [sys.executable, "-S", "-c", HEARTBEAT, str(beats)]
    body = (
        f"import subprocess\nsubprocess.Popen({child!r})\n"
        f"while not os.path.exists({str(beats)!r}): time.sleep(0.01)\n{FIRST_LEGAL}"
    )
    with seated(program(tmp_path, body)) as player:
        player.choose(bidding(), random.Random(0))
        assert player.faults == ()
    before = beats.read_text()
    assert before
    time.sleep(0.2)
    assert beats.read_text() == before


def test_one_nobody_closes_ends_with_the_program(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    body = f"open({str(pid_file)!r}, 'w').write(str(os.getpid()) + '\\n')\n{FIRST_LEGAL}"
    player = CommandPlayer(program(tmp_path, body))
    player.choose(bidding(), random.Random(0))
    pid = pid_in(pid_file)
    del player
    assert not is_running(pid)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("cmd:", "no-program"),
        ("cmd:   ", "no-program"),
        ("cmd:no-such-program-anywhere --fast", "no-such-program"),
        ("cmd:sh -c 'open", "open-quote-in-command"),
        ("clubb", "unknown-level"),
    ],
)
def test_what_cannot_be_seated_is_refused_at_once(name: str, code: str) -> None:
    with pytest.raises(LevelError) as refusal:
        open_player(name)
    assert refusal.value.code == code


def test_no_level_is_a_program() -> None:
    """What knows levels alone, as the web does, never starts one."""
    with pytest.raises(LevelError) as refusal:
        player_for("cmd:echo")
    assert refusal.value.code == "unknown-level"


def test_a_program_is_opened_once_and_levels_as_ever(tmp_path: Path) -> None:
    name = "cmd:" + program(tmp_path, FIRST_LEGAL)
    with opened([name, "random", name]) as players:
        assert list(players) == [name, "random"]
        assert players["random"] is player_for("random")
        bot: Player = players[name]
        assert bot.choose(bidding(), random.Random(0)) == Bid(0)
        assert faults_of(bot) == faults_of(players["random"]) == ()
