"""Getting the CPU players ready, with progress; at install: `python -m ohhell.cli.warm_up`."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Final, Self

import click
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ohhell.players.levels import PARTS
from ohhell.text import say

_A_MOMENT: Final = 0.5
"""Seconds that nobody need be told of."""


class WarmingUp:
    """Says what the CPU players still need, until the end of the block or until they are `ready`.

    On a terminal that is a bar that goes away; elsewhere a line for each part that took a moment.
    """

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._part: tuple[str, int, int] | None = None
        self._began = 0.0

    def __enter__(self) -> Self:
        if sys.stdout.isatty():
            looks = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._bar = Progress(*looks, transient=True, refresh_per_second=4)
            self._bar.start()
            self._task = self._bar.add_task(say("warmup.begins"), total=len(PARTS))
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
            self._bar.update(self._task, description=words, completed=number - 1, total=of)

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
    with WarmingUp() as warming_up:
        from ohhell.players.warm_up import is_kept, load_part

        for number, name in enumerate(PARTS, start=1):
            warming_up.begins(name, number, len(PARTS))
            load_part(name)
        warming_up.ready()
    if not is_kept():
        click.echo(say("warmup.not-kept"))


if __name__ == "__main__":
    main()
