"""CPU players in processes of their own."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from ohhell.players.levels import LEVELS, LevelError, player_for
from ohhell.players.worker import WorkerBrains, WorkerError
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import PlayerView
from tests.players.running import is_alive
from tests.rules.games import at_random, play_game

KEY = bytes(range(32))


def views() -> list[PlayerView]:
    """One for each decision of a short game."""
    rulebook = parse_rulebook("common players=3 max_size=3")
    game = play_game(rulebook, KEY, at_random(random.Random(1)))
    return [view_for(step.before, step.seat) for step in game.steps if step.seat is not None]


@pytest_asyncio.fixture
async def brains() -> AsyncIterator[WorkerBrains]:
    brains = WorkerBrains(processes=1, waiting=50)
    yield brains
    brains.close()


@pytest.mark.asyncio
async def test_the_answer_is_the_players_own(brains: WorkerBrains) -> None:
    await brains.warm_up(LEVELS)
    for level in LEVELS:
        for view in views()[:5]:
            chosen = player_for(level).choose(view, random.Random(KEY))
            assert await brains.ask(view, level, dice_key=KEY) == chosen


@pytest.mark.asyncio
async def test_refusals_come_through(brains: WorkerBrains) -> None:
    with pytest.raises(LevelError, match="unknown-level"):
        await brains.ask(views()[0], "wizard", dice_key=KEY)


@pytest.mark.asyncio
@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no niceness")
async def test_thinking_gives_way_to_everything_else(brains: WorkerBrains) -> None:
    await brains.warm_up(("random",))
    assert brains._pool is not None
    (process,) = brains._pool._processes
    assert os.getpriority(os.PRIO_PROCESS, process) >= 10 + os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.asyncio
async def test_what_is_too_much_is_refused_at_once() -> None:
    brains = WorkerBrains(waiting=2)
    view = views()[0]
    asked = [brains.ask(view, "random", dice_key=KEY) for _ in range(5)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [getattr(answer, "code", "answered") for answer in answers] == [
        "answered",
        "answered",
        *["too-much-to-think"] * 3,
    ]
    brains.close()


@pytest.mark.asyncio
async def test_a_process_that_dies_is_replaced(brains: WorkerBrains) -> None:
    view = views()[0]
    await brains.ask(view, "random", dice_key=KEY)
    pool = brains._pool
    assert pool is not None
    for number in list(pool._processes):
        os.kill(number, signal.SIGKILL)
    with pytest.raises(WorkerError, match="thinking-stopped"):
        while True:
            await brains.ask(view, "random", dice_key=KEY)
    assert await brains.ask(view, "random", dice_key=KEY) in view.legal


@pytest.mark.asyncio
async def test_closing_lets_go_in_the_middle_of_a_thought() -> None:
    brains = WorkerBrains()
    await brains.warm_up(("random",))
    assert brains._pool is not None
    (worker,) = brains._pool._processes
    thought = asyncio.ensure_future(brains._do(time.sleep, 60))
    await asyncio.sleep(0.1)
    brains.close()
    with pytest.raises(WorkerError, match="thinking-stopped"):
        await asyncio.wait_for(thought, 20)
    until = time.monotonic() + 20
    while is_alive(worker):
        assert time.monotonic() < until
        await asyncio.sleep(0.05)


_KILLED = """
import asyncio, os, sys
from ohhell.players.worker import WorkerBrains

async def main():
    brains = WorkerBrains()
    await brains.warm_up(("random",))
    print(*brains._pool._processes, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_nobody_thinks_on_for_a_program_that_was_killed() -> None:
    program = subprocess.Popen([sys.executable, "-c", _KILLED], stdout=subprocess.PIPE, text=True)
    with program:
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        assert is_alive(worker)
        program.kill()
    until = time.monotonic() + 20
    while is_alive(worker):
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.asyncio
async def test_a_program_about_to_end_waits_for_its_processes() -> None:
    brains = WorkerBrains()
    await brains.warm_up(("random",))
    pool = brains._pool
    assert pool is not None
    (worker,) = pool._processes
    thought = asyncio.ensure_future(brains._do(time.sleep, 60))
    await asyncio.sleep(0.1)
    brains.close(waits=True)
    assert not is_alive(worker)
    with pytest.raises(WorkerError, match="thinking-stopped"):
        await asyncio.wait_for(thought, 20)
