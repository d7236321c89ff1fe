"""CPU players thinking in processes of their own, with a bounded queue before them.

A crash or a burst there never touches whoever asks: what is too much is refused at once, and
the program that asks has a quick policy of its own to fall back on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from typing import Final, TypeVar

from ohhell.players.adviser import Advice, adviser_for
from ohhell.players.leash import SPAWN, Leash, deaf_children, follow
from ohhell.players.levels import COMPILED, PARTS, player_for
from ohhell.rules.actions import Action
from ohhell.rules.errors import OhHellError
from ohhell.rules.view import PlayerView

_log = logging.getLogger(__name__)

USUAL_NICENESS: Final = 10
"""So that thinking gives way to whatever waits for a card (Unix's niceness)."""

_LONGEST: Final = 30
"""Seconds after which a decision is broken off; the table has gone on long before."""

_Result = TypeVar("_Result")
_Given = TypeVar("_Given")

Begins = Callable[[str, int, int], object]
"""Who is told what part begins to be made ready, its number, and of how many."""


class WorkerError(OhHellError):
    """The CPU players cannot think about this now."""


class WorkerBrains:
    """The port `Brains` over `processes` processes, which hold at most `waiting` questions.

    Used from one event loop; `warm_up` before it is needed.  `niceness` is how much they give
    way to the rest of the machine, where a system knows of that.
    """

    def __init__(
        self, *, processes: int = 1, waiting: int = 200, niceness: int = USUAL_NICENESS
    ) -> None:
        self._processes = processes
        self._most = waiting
        self._niceness = niceness
        self._open = 0
        self._pool: ProcessPoolExecutor | None = None
        self._leash: Leash | None = None

    async def warm_up(self, levels: tuple[str, ...], begins: Begins | None = None) -> None:
        """Start every process and load these levels in each, so that no first turn waits for it.

        `begins` is told each part of the machine code before it is loaded, or compiled where it
        never was: its name, its number, and of how many.
        """
        await self._everywhere(_load, levels)
        if any(level in COMPILED for level in levels):
            for number, name in enumerate(PARTS, start=1):
                if begins is not None:
                    begins(name, number, len(PARTS))
                await self._everywhere(_load_part, name)
        await self._everywhere(_give_way, self._niceness)

    async def _everywhere(self, work: Callable[[_Given], None], given: _Given) -> None:
        await asyncio.gather(*(self._do(work, given) for _ in range(self._processes)))

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """What the CPU player of that level does; `WorkerError` where there is no answer."""
        return await self._do(_choose, view, level, dice_key, self._niceness)

    async def advise(self, view: PlayerView, level: str, *, dice_key: bytes) -> Advice:
        """What the CPU player of that level thinks of each choice.

        Refuses what `adviser_for` refuses; `WorkerError` where there is no answer.
        """
        return await self._do(_advise, view, level, dice_key, self._niceness)

    def close(self, *, waits: bool = False) -> None:
        """Stop thinking at once, whatever is being thought or compiled.

        With `waits`, for a program about to end, return when the processes are gone.  The
        interpreter would wait for them itself, but may then wake a thread that has just ended,
        and prints what comes of it.
        """
        pool, self._pool = self._pool, None
        leash, self._leash = self._leash, None
        if leash is not None:
            leash.let_go()
        if pool is not None:
            pool.shutdown(wait=waits, cancel_futures=True)

    async def _do(self, work: Callable[..., _Result], /, *given: object) -> _Result:
        if self._open >= self._most:
            raise WorkerError("too-much-to-think")
        self._open += 1
        pool = self._pool = self._pool or self._new_pool()
        try:
            with deaf_children():
                answer = asyncio.get_running_loop().run_in_executor(pool, work, *given)
            return await answer
        except BrokenExecutor:
            if self._pool is pool:  # the first to notice
                _log.error("a process of the CPU players died; another one is started")
                self.close()
            raise WorkerError("thinking-stopped") from None
        finally:
            self._open -= 1

    def _new_pool(self) -> ProcessPoolExecutor:
        leash = self._leash = Leash()
        return ProcessPoolExecutor(
            self._processes, mp_context=SPAWN, initializer=follow, initargs=(leash.held,)
        )


# ---------------------------------------------------------------------------- in a process


@cache
def _give_way(niceness: int) -> None:
    """From now on let everything else on the machine go first: people wait for a card.

    Not while it gets ready: a server that starts on a busy machine waits for that.
    """
    if niceness == 0:
        return
    with suppress(AttributeError, OSError):
        os.nice(niceness)
    with suppress(AttributeError, OSError):  # Linux: nor does it get its turn for having slept
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _load(levels: tuple[str, ...]) -> None:
    for level in levels:
        player_for(level)


def _load_part(name: str) -> None:
    from ohhell.players.warm_up import load_part

    load_part(name)


def _choose(view: PlayerView, level: str, dice_key: bytes, niceness: int) -> Action:
    _give_way(niceness)
    with _time_limit():
        return player_for(level).choose(view, random.Random(dice_key))


def _advise(view: PlayerView, level: str, dice_key: bytes, niceness: int) -> Advice:
    _give_way(niceness)
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
