"""The real clock and dice, and the scripted ones, keep to their ports."""

from __future__ import annotations

import asyncio
import time

import pytest

from ohhell.table.ports import Clock, Dice
from ohhell.table.world import SystemClock, SystemDice
from tests.table.scripted import ScriptedClock, ScriptedDice


async def until_now(clock: Clock) -> None:
    """Let ring what is due, without waiting for anything that is not."""
    if isinstance(clock, ScriptedClock):
        clock.ring_due()
    else:
        for _ in range(3):
            await asyncio.sleep(0.001)


@pytest.mark.asyncio
@pytest.mark.parametrize("make", [SystemClock, ScriptedClock])
async def test_a_clock_rings_once_when_it_is_time(make: type[SystemClock | ScriptedClock]) -> None:
    clock: Clock = make()
    rung: list[str] = []
    clock.ring(clock.now() - 5.0, lambda: rung.append("past"))
    clock.ring(clock.now(), lambda: rung.append("now"))
    later = clock.ring(clock.now() + 3600.0, lambda: rung.append("later"))
    cancelled = clock.ring(clock.now(), lambda: rung.append("cancelled"))
    assert not rung, "never from within the call"
    cancelled.cancel()
    await until_now(clock)
    await until_now(clock)
    assert rung == ["past", "now"]
    later.cancel()
    later.cancel()


def test_the_system_clock_is_the_time_of_day() -> None:
    assert abs(SystemClock().now() - time.time()) < 60


@pytest.mark.parametrize("make", [SystemDice, ScriptedDice])
def test_dice_never_give_the_same_twice(make: type[SystemDice | ScriptedDice]) -> None:
    dice: Dice = make()
    seeds = {dice.seed() for _ in range(50)}
    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {32}
    names = {dice.identifier() for _ in range(50)}
    assert len(names) == 50
    assert all(name.isascii() and len(name) <= 32 for name in names)
