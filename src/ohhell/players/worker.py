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
from multiprocessing.connection import Connection, wait
from typing import Final, TypeVar, cast

from ohhell.players.adviser import Advice, adviser_for
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
        self._leash: tuple[Connection, Connection] | None = None

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

    def close(self) -> None:
        """Stop thinking at once, whatever is being thought or compiled."""
        pool, self._pool = self._pool, None
        leash, self._leash = self._leash, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
        for end in leash or ():
            end.close()

    async def _do(self, work: Callable[..., _Result], /, *given: object) -> _Result:
        if self._open >= self._most:
            raise WorkerError("too-much-to-think")
        self._open += 1
        pool = self._pool = self._pool or self._new_pool()
        try:
            with _deaf_children():
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
        # A process forked from one with threads may hang; a fresh one never does.
        context = multiprocessing.get_context("spawn")
        held, kept = cast("tuple[Connection, Connection]", context.Pipe(duplex=False))
        self._leash = held, kept
        return ProcessPoolExecutor(
            self._processes,
            mp_context=context,
            initializer=_begin,
            initargs=(held,),
        )


@contextmanager
def _deaf_children() -> Generator[None]:
    """What is started here never hears Ctrl-C, not even before it could say what it makes of it.

    A signal that comes meanwhile reaches this program afterwards.
    """
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------------------- in a process


def _begin(leash: Connection) -> None:
    """Leave with the program that began this one; Ctrl-C is for that program to deal with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_after, args=(leash,), daemon=True).start()


def _leave_after(leash: Connection) -> None:
    """Its other end closes when thinking is to stop, and with a program that was killed."""
    wait([leash])
    os._exit(0)


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
