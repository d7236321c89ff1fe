"""Thinking in another process: the same answers, bounded, and alive again after a death."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from ohhell.players.levels import player_for
from ohhell.players.position import read_position
from ohhell.players.worker import WorkerBrains, WorkerError
from ohhell.rules.view import PlayerView

POSITION: dict[str, Any] = {
    "id": "x", "kind": "play", "players": 4, "hand_size": 3, "dealer": "D", "trump": "D",
    "turned": None, "hand": ["KD", "QC", "4D"], "bids": {"A": 1, "B": 1, "C": 0, "D": 0},
    "tricks": [], "won": {}, "trick": [], "to_act": "A",
}  # fmt: skip


def a_view() -> PlayerView:
    view = read_position(POSITION)
    assert isinstance(view, PlayerView)
    return view


@pytest_asyncio.fixture
async def brains() -> AsyncGenerator[WorkerBrains]:
    made = WorkerBrains(most_waiting=3, prepares=False)
    made.start()
    yield made
    made.close()


@pytest.mark.asyncio
async def test_answers_bounds_and_a_death(brains: WorkerBrains) -> None:
    view = a_view()
    for level in ("random", "rule-of-thumb"):
        key = level.encode()
        expected = player_for(level).choose(view, random.Random(key))
        assert await brains.ask(view, level, dice_key=key) == expected
    burst = await asyncio.gather(
        *(brains.ask(view, "random", dice_key=bytes([number])) for number in range(8)),
        return_exceptions=True,
    )
    refused = [error for error in burst if isinstance(error, WorkerError)]
    assert {error.code for error in refused} == {"brains-busy"}
    assert len(refused) == 5
    if sys.platform == "win32":
        return
    pool = brains._running()
    for worker in list(pool._processes):
        os.kill(worker, signal.SIGKILL)
    with pytest.raises(WorkerError, match="brains-died"):
        await brains.ask(view, "random", dice_key=b"1")
    assert await brains.ask(view, "random", dice_key=b"1") in view.legal
