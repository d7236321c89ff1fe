"""CPU players thinking in processes of their own, so that tables never wait for them.

A crash or a burst there touches no table: an answer that does not come is an error to whoever
asked, and the seat is played by the fast policy.
"""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final

from ohhell.players.levels import player_for
from ohhell.rules.actions import Action
from ohhell.rules.errors import OhHellError
from ohhell.rules.view import PlayerView

MOST_WAITING: Final = 64
"""Questions a worker is given before it answers: at some milliseconds each, well under a second."""


class WorkerError(OhHellError):
    """No answer is to be had: too many wait already (`brains-busy`) or the worker died."""


def decide(view: PlayerView, level: str, dice_key: bytes) -> Action:
    """The same view, level and key give the same action."""
    return player_for(level).choose(view, random.Random(dice_key))


def _get_ready() -> None:
    from ohhell.players.warm_up import warm_up

    warm_up(say=lambda _: None)


class WorkerBrains:
    """The port `Brains` over worker processes; a worker that died is replaced at the next question.

    Workers load the compiled players when they start, which `start` does ahead of the first turn;
    `prepares` False leaves that to the first question that needs them.
    """

    def __init__(
        self, *, workers: int = 1, most_waiting: int = MOST_WAITING, prepares: bool = True
    ) -> None:
        self._workers = workers
        self._prepares = prepares
        self._most_waiting = most_waiting
        self._waiting = 0
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Start the workers now rather than at the first question."""
        self._running().submit(_nothing)

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """What the CPU player of that level does, with no luck but what `dice_key` holds.

        Raises `WorkerError` where nothing will come; a slow answer is for the asker to give up.
        """
        if self._waiting >= self._most_waiting:
            raise WorkerError("brains-busy", limit=self._most_waiting)
        pool = self._running()
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                pool, decide, view, level, dice_key
            )
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)
            raise WorkerError("brains-died") from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the workers; questions not yet begun are dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=get_context("spawn"),
                initializer=_get_ready if self._prepares else None,
            )
        return self._pool


def _nothing() -> None:
    """A task that only wakes a worker."""
