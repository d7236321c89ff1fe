"""Work that is done at the start and again and again."""

from __future__ import annotations

import asyncio
import logging

import pytest

from ohhell.table.errors import StoreError
from ohhell.web.regularly import Regularly
from tests.table.scripted import ScriptedClock

pytestmark = pytest.mark.asyncio


class Chore:
    """Counts how often it was done; what goes wrong next is in `errors`."""

    def __init__(self) -> None:
        self.count = 0
        self.errors: list[Exception] = []
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def do(self) -> None:
        self.count += 1
        await self.may_end.wait()
        if self.errors:
            raise self.errors.pop()


async def pass_time(clock: ScriptedClock, seconds: float) -> None:
    clock.skip(seconds)
    clock.ring_due()
    for _ in range(3):
        await asyncio.sleep(0)


async def test_it_is_done_at_once_and_then_regularly_until_it_is_stopped() -> None:
    clock, chore = ScriptedClock(), Chore()
    work = Regularly(chore.do, clock, every=60.0)
    work.start()
    await pass_time(clock, 59.0)
    assert chore.count == 1
    await pass_time(clock, 1.0)
    assert chore.count == 2
    await work.stop()
    assert not clock.alarms
    await pass_time(clock, 600.0)
    assert chore.count == 2


async def test_what_goes_wrong_once_is_done_the_next_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock, chore = ScriptedClock(), Chore()
    chore.errors = [KeyError("a fault"), StoreError("store-full", found="no room")]
    work = Regularly(chore.do, clock, every=60.0)
    with caplog.at_level(logging.WARNING):
        work.start()
        await pass_time(clock, 0.0)
        for _ in range(2):
            await pass_time(clock, 60.0)
    assert chore.count == 3
    assert "store-full" in caplog.text
    assert "KeyError" in caplog.text
    await work.stop()


async def test_it_is_not_begun_twice_and_not_waited_for_when_stopped() -> None:
    clock, chore = ScriptedClock(), Chore()
    chore.may_end.clear()
    work = Regularly(chore.do, clock, every=60.0)
    work.start()
    await pass_time(clock, 60.0)
    assert chore.count == 1
    await asyncio.wait_for(work.stop(), 1.0)


async def test_it_may_be_stopped_before_it_began() -> None:
    await Regularly(Chore().do, ScriptedClock(), every=60.0).stop()
