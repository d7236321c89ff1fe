"""However a run of the lab ends, everything it has started ends with it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.players.programs import script
from tests.players.running import is_alive

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")

_DEAF = """
import os, pathlib, signal, sys, time
for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(one, signal.SIG_IGN)
pathlib.Path({folder!r}, str(os.getpid())).write_text(str(os.getppid()))
time.sleep(600)
"""
"""A bot that heeds nothing, not even the end of its input; its file holds the number of its worker."""

_PATIENCE = 60.0


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL],
    ids=lambda one: one.name,
)
def test_workers_and_bots_end_with_the_run(
    tmp_path: Path, number: signal.Signals, workers: int
) -> None:
    folder = tmp_path / "started"
    folder.mkdir()
    bot = script(tmp_path, _DEAF.format(folder=str(folder)))
    run = subprocess.Popen(
        [
            *(sys.executable, "-m", "ohhell", "sim", "--cpus", f"cmd:{bot}", "--games", "20"),
            *("--workers", str(workers), "--seed", "1"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + _PATIENCE
    while len(started := {file.name: file.read_text() for file in folder.iterdir()}) < workers or (
        "" in started.values()
    ):
        assert time.monotonic() < until
        assert run.poll() is None
        time.sleep(0.05)
    below = {*map(int, started.keys()), *map(int, started.values())}
    below.discard(run.pid)
    run.send_signal(number)
    said, complaint = run.communicate(timeout=_PATIENCE)
    assert run.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert (said, complaint.strip()) == ("", "")
    until = time.monotonic() + _PATIENCE
    while left := [pid for pid in below if is_alive(pid)]:
        assert time.monotonic() < until, left
        time.sleep(0.05)
    assert len(list(folder.iterdir())) == workers  # none was started again


def test_whoever_reads_no_more_ends_the_run_as_everywhere() -> None:
    """Status 141, as `head` and `less` leave it: the run has not failed."""
    program = [sys.executable, "-m", "ohhell", "sim", "--cpus", "random", "--games", "1"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        assert run.stdout is not None
        run.stdout.close()
        assert run.wait(_PATIENCE) == 141
