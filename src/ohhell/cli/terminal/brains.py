"""CPU players of a game at the terminal, thinking elsewhere, so that Ctrl-C is always heard.

Levels that look at many deals think in a process of their own, programs of other people in
theirs; what is decided in no time is decided here.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Final

from ohhell.players.adviser import Advice, adviser_for
from ohhell.players.command_player import CommandPlayer, Fault, faults_of
from ohhell.players.levels import COMPILED, player_for
from ohhell.players.player import Player
from ohhell.players.worker import WorkerBrains, WorkerError
from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView
from ohhell.table.settings import STAND_IN_LEVEL

_PATIENCE: Final = 2.0
"""Seconds of silence while the players are made ready, before it is said what is going on."""

_LATE: Final = 20.0
"""Seconds for a decision, which usually takes a fiftieth of one; what comes later is not used."""

_HINT_KEY: Final = b"ohhell/hint/1".ljust(32, b"\0")
"""The dice of hints: the same question gets the same answer, and nothing of the game's luck."""


class LocalBrains:
    """The port `Brains`, for one event loop; `close` when nobody asks any more.

    `programs` of other people are run where they are given, and never because a record names one.
    `on_wait` is told, once, where somebody has to wait until the players are ready.
    """

    def __init__(
        self,
        programs: Mapping[str, Player] | None = None,
        *,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        self._programs: Mapping[str, Player] = {} if programs is None else programs
        self._turns = {name: asyncio.Lock() for name in self._programs}
        self._thinkers = WorkerBrains(niceness=0)  # a person waits for them
        self._warming: asyncio.Task[None] | None = None
        self._on_wait = on_wait
        self._faults: dict[tuple[str, str], Fault] = {}

    def prepare(self, levels: Collection[str]) -> None:
        """Begin to get these ready, so that they are when they are asked; at once."""
        compiled = tuple(sorted(COMPILED.intersection(levels)))
        if compiled and self._warming is None:
            self._warming = asyncio.get_running_loop().create_task(self._warm_up(compiled))

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """What the CPU player of that level does, with no luck but what `dice_key` holds.

        Raises `WorkerError` or `TimeoutError` where it does not answer.
        """
        program = self._programs.get(level)
        if program is not None:
            async with self._turns[level]:  # one process may answer for several seats
                return await asyncio.to_thread(program.choose, view, random.Random(dice_key))
        if level not in COMPILED:
            return decide_with(view, level, dice_key)
        await self._be_ready(level)
        try:
            return await asyncio.wait_for(self._thinkers.ask(view, level, dice_key=dice_key), _LATE)
        except TimeoutError:
            self._thinkers.close()  # whatever holds it up, a fresh process is better
            self._note(level, "late", f"{_LATE:g}")
            raise
        except WorkerError as error:
            self._note(level, "stopped", error.code)
            raise

    async def advise(self, view: PlayerView, level: str) -> tuple[str, Advice]:
        """What a level thinks of each choice, or the rule of thumb where that one cannot think."""
        try:
            await self._be_ready(level)
            advice = self._thinkers.advise(view, level, dice_key=_HINT_KEY)
            return level, await asyncio.wait_for(advice, _LATE)
        except (TimeoutError, WorkerError):
            stand_in = adviser_for(STAND_IN_LEVEL)
            return stand_in.level, stand_in.advise(view, random.Random(_HINT_KEY))

    @property
    def faults(self) -> Mapping[str, tuple[Fault, ...]]:
        """By level or program: the decisions that somebody else had to make instead."""
        names = (*self._programs, *dict.fromkeys(level for level, _ in self._faults))
        return {
            name: (
                *(faults_of(self._programs[name]) if name in self._programs else ()),
                *(fault for (of, _), fault in self._faults.items() if of == name),
            )
            for name in names
        }

    def close(self) -> None:
        """Stop all thinking at once; the program ends."""
        self._thinkers.close(waits=True)
        for program in self._programs.values():
            if isinstance(program, CommandPlayer):
                program.close()

    async def _be_ready(self, level: str) -> None:
        self.prepare((level,))
        warming = self._warming
        if warming is None or warming.done():
            return
        done, _ = await asyncio.wait((warming,), timeout=_PATIENCE)
        if not done:
            tell, self._on_wait = self._on_wait, None
            if tell is not None:
                tell()
            await asyncio.wait((warming,))

    async def _warm_up(self, levels: tuple[str, ...]) -> None:
        with suppress(WorkerError):  # which every decision that is wanted will meet again
            await self._thinkers.warm_up(levels)

    def _note(self, level: str, kind: str, example: str) -> None:
        before = self._faults.get((level, kind), Fault(kind, 0, example))
        self._faults[level, kind] = Fault(kind, before.count + 1, before.example)


def decide_with(view: PlayerView, level: str, dice_key: bytes) -> Action:
    """The same view, level and key give the same action."""
    return player_for(level).choose(view, random.Random(dice_key))
