"""Getting the CPU players ready, with progress; at install: `python -m ohhell.cli.warm_up`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import click
from rich.console import RenderableType
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from ohhell.cli import interrupts
from ohhell.players.levels import PARTS
from ohhell.text import say

_A_MOMENT: Final = 0.5
"""Seconds that nobody need be told of."""


class _Share(ProgressColumn):
    """A bar as far as `done` says, asked anew for every picture; nothing where it does not know."""

    done: Callable[[], float | None] | None = None

    def __init__(self) -> None:
        super().__init__()
        self._bar = BarColumn()

    def render(self, task: Task) -> RenderableType:
        """The bar, or nothing."""
        share = None if self.done is None else self.done()
        if share is None:
            return Text("")
        task.completed = share
        return self._bar.render(task)


class WarmingUp:
    """Says what the CPU players still need, until the end of the block or until they are `ready`.

    On a terminal that is a line that goes away, with a bar where `shows` a way to tell how far they
    are; elsewhere a line for each part that took a moment.
    """

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._part: tuple[str, int, int] | None = None
        self._began = 0.0
        self._share = _Share()

    def shows(self, done: Callable[[], float | None]) -> None:
        """From now on show how much is done, from 0 to 1, as `done` tells it; None shows no bar."""
        self._share.done = done

    def __enter__(self) -> Self:
        if sys.stdout.isatty():
            words = TextColumn("{task.description}")
            looks = (SpinnerColumn(), words, self._share, TimeElapsedColumn())
            self._bar = Progress(*looks, transient=True, refresh_per_second=4)
            self._bar.start()
            self._task = self._bar.add_task(say("warmup.begins"), total=1.0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def begins(self, name: str, number: int, of: int) -> None:
        """A part is being made ready."""
        self._tell()
        self._part = (say(f"warmup.{name}"), number, of)
        self._began = time.perf_counter()
        if self._bar is not None and self._task is not None:
            words = say("warmup.now", name=self._part[0], number=number, of=of)
            self._bar.update(self._task, description=words)

    def ready(self) -> None:
        """Nothing more is needed."""
        self._tell()
        self.__exit__(None, None, None)

    def _tell(self) -> None:
        seconds = time.perf_counter() - self._began
        part, self._part = self._part, None
        if part is not None and seconds > _A_MOMENT and self._bar is None:
            name, number, of = part
            click.echo(say("warmup.part", name=name, number=number, of=of, seconds=round(seconds)))


def main() -> None:
    """Compile what is not compiled yet."""
    with interrupts.run():
        try:
            _compile()
            interrupts.check()
        except KeyboardInterrupt:
            sys.exit(interrupts.status())


def _compile() -> None:
    with WarmingUp() as warming_up:
        from ohhell.players.warm_up import compiled_beside, compiling, is_kept, load_part

        *_, last = PARTS
        with compiling() as done, compiled_beside(last) as wait:
            warming_up.shows(done)
            for number, name in enumerate(PARTS, start=1):
                warming_up.begins(name, number, len(PARTS))
                if name == last:
                    wait()
                load_part(name)
        warming_up.ready()
    if not is_kept():
        click.echo(say("warmup.not-kept"))


if __name__ == "__main__":
    main()
