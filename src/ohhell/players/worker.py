"""CPU players thinking in processes of their own, with a bounded queue before them.

A crash or a burst there never touches whoever asks: what is too much is refused at once, and
the program that asks has a quick policy of its own to fall back on.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import wait
from typing import Final, TypeVar

from ohhell.players.adviser import Advice, adviser_for
from ohhell.players.levels import COMPILED, player_for
from ohhell.rules.actions import Action
from ohhell.rules.errors import OhHellError
from ohhell.rules.view import PlayerView

_log = logging.getLogger(__name__)

_NICE: Final = 10
"""How much thinking gives way to everything else on the machine (Unix's niceness)."""

_LONGEST: Final = 30
"""Seconds after which a decision is broken off; the table has gone on long before."""

_Result = TypeVar("_Result")


class WorkerError(OhHellError):
    """The CPU players cannot think about this now."""


class WorkerBrains:
    """The port `Brains` over `processes` processes, which hold at most `waiting` questions.

    Used from one event loop; `warm_up` before it is needed.
    """

    def __init__(self, *, processes: int = 1, waiting: int = 200) -> None:
        self._processes = processes
        self._most = waiting
        self._open = 0
        self._pool: ProcessPoolExecutor | None = None

    async def warm_up(self, levels: tuple[str, ...]) -> None:
        """Start every process and load these levels in each, so that no first turn waits for it."""
        await asyncio.gather(*(self._do(_load, levels) for _ in range(self._processes)))

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """What the CPU player of that level does; `WorkerError` where there is no answer."""
        return await self._do(_choose, view, level, dice_key)

    async def advise(self, view: PlayerView, level: str, *, dice_key: bytes) -> Advice:
        """What the CPU player of that level thinks of each choice.

        Refuses what `adviser_for` refuses; `WorkerError` where there is no answer.
        """
        return await self._do(_advise, view, level, dice_key)

    def close(self) -> None:
        """Stop thinking at once."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def _do(self, work: Callable[..., _Result], /, *given: object) -> _Result:
        if self._open >= self._most:
            raise WorkerError("too-much-to-think")
        self._open += 1
        pool = self._pool = self._pool or self._new_pool()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *given)
        except BrokenExecutor:
            if self._pool is pool:  # the first to notice
                _log.error("a process of the CPU players died; another one is started")
                self.close()
            raise WorkerError("thinking-stopped") from None
        finally:
            self._open -= 1

    def _new_pool(self) -> ProcessPoolExecutor:
        # A process forked from one with threads may hang; a fresh one never does.
        return ProcessPoolExecutor(
            self._processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
        )


# ---------------------------------------------------------------------------- in a process


def _begin() -> None:
    """Leave with the program that began this one; Ctrl-C is for that program to deal with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "this process was begun by another"
    threading.Thread(target=_leave_after, args=(parent.sentinel,), daemon=True).start()


def _leave_after(sentinel: int) -> None:
    """A program that was killed cannot say goodbye, but its end is noticed."""
    wait([sentinel])
    os._exit(1)


@cache
def _give_way() -> None:
    """From now on let everything else on the machine go first: people wait for a card.

    Not while it gets ready: a server that starts on a busy machine waits for that.
    """
    with suppress(AttributeError, OSError):
        os.nice(_NICE)
    with suppress(AttributeError, OSError):  # Linux: nor does it get its turn for having slept
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _load(levels: tuple[str, ...]) -> None:
    for level in levels:
        player_for(level)
    if any(level in COMPILED for level in levels):
        from ohhell.players.warm_up import warm_up

        warm_up()
    _give_way()


def _choose(view: PlayerView, level: str, dice_key: bytes) -> Action:
    _give_way()
    with _time_limit():
        return player_for(level).choose(view, random.Random(dice_key))


def _advise(view: PlayerView, level: str, dice_key: bytes) -> Advice:
    _give_way()
    with _time_limit():
        return adviser_for(level).advise(view, random.Random(dice_key))


@contextmanager
def _time_limit() -> Generator[None]:
    """Let a player that never ends hold up this process for a while only, where that can be done."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, _out_of_time)
    signal.setitimer(signal.ITIMER_REAL, _LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _out_of_time(number: int, frame: object) -> None:
    raise WorkerError("too-long-to-think", value=_LONGEST)
