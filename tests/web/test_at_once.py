"""Work that need not wait is done at once; other work is done by a task."""

from __future__ import annotations

import asyncio

import pytest

from ohhell.web.at_once import run_at_once

pytestmark = pytest.mark.asyncio


async def test_what_never_waits_is_done_when_the_call_returns() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("begun")
        await asyncio.Event.wait(is_set)
        done.append("ended")

    is_set = asyncio.Event()
    is_set.set()
    assert run_at_once(work()) is None
    assert done == ["begun", "ended"]


async def test_what_waits_goes_on_as_a_task() -> None:
    done: list[str] = []
    is_set, again = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        await is_set.wait()
        done.append("woken")
        await asyncio.sleep(0)
        await again.wait()
        done.append("ended")

    task = run_at_once(work())
    assert task is not None
    is_set.set()
    await asyncio.sleep(0.01)
    assert done == ["woken"]
    again.set()
    await task
    assert done == ["woken", "ended"]


async def test_the_rest_can_be_cancelled_and_can_fail() -> None:
    tidied: list[str] = []

    async def work(error: type[Exception] | None) -> None:
        try:
            await asyncio.sleep(0 if error else 60)
            if error:
                raise error
        finally:
            tidied.append("up")

    cancelled = run_at_once(work(None))
    assert cancelled is not None
    cancelled.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cancelled
    failing = run_at_once(work(KeyError))
    assert failing is not None
    with pytest.raises(KeyError):
        await failing
    assert tidied == ["up", "up"]


async def test_what_fails_at_once_fails_in_the_call() -> None:
    async def work() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        run_at_once(work())
