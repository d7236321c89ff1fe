"""How figures of the lab are shown to people: tables, a progress bar, what programs did wrong."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from ohhell.lab.durations import Durations
from ohhell.lab.figures import Estimate
from ohhell.text import safe, say

_PIPE_WIDTH: Final = 100
_LONGEST_NAME: Final = 24


class _Page(Console):
    """The standard output, on which a closed pipe is for the program to answer, as everywhere."""

    def on_broken_pipe(self) -> None:
        """Rich would end the process with status 1."""
        raise BrokenPipeError


def show(*blocks: Table | Iterable[str]) -> None:
    """Tables and lines of text on the standard output, an empty line between two blocks.

    On a pipe tables may be wider than a terminal, and no line of text is broken.
    """
    is_terminal = sys.stdout.isatty()
    width = None if is_terminal else _PIPE_WIDTH
    page = _Page(highlight=False, markup=False, emoji=False, width=width)
    is_first = True
    for block in blocks:
        shown = [block] if isinstance(block, Table) else list(block)
        if not shown:
            continue
        if not is_first:
            page.print()
        is_first = False
        for piece in shown:
            page.print(piece, soft_wrap=isinstance(piece, str) and not is_terminal)


def table(first: str, columns: Iterable[str]) -> Table:
    """A plain table: a column of names, then numbers."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    made.add_column(first, overflow="fold")
    for name in columns:
        made.add_column(name, justify="right", overflow="fold")
    return made


def name_of(player: str) -> Text:
    """The name of a player in a table; a program's may be long."""
    return Text(safe(player, _LONGEST_NAME))


def number(estimate: Estimate | None, *, places: int, signed: bool = False) -> str:
    """`146.9 ±2.5`; a dash where there is nothing to say."""
    if estimate is None:
        return "–"
    sign = "+" if signed else ""
    shown = f"{estimate.mean:{sign}.{places}f}"
    # A mean that rounds to nothing has no sign.
    if float(shown) == 0:
        shown = shown.lstrip("+-")
    return f"{shown} {_margin(estimate.margin, places)}"


def share(estimate: Estimate | None) -> str:
    """`63.3 ±1.4`, in per cent; a dash where there is nothing to say."""
    if estimate is None:
        return "–"
    return number(Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high), places=1)


def _margin(margin: float, places: int) -> str:
    return f"±{margin:.{places}f}" if math.isfinite(margin) else "±?"


def per_cent(mean: float | None) -> str:
    """`63`; a dash where there is nothing to say."""
    return "–" if mean is None else f"{100 * mean:.0f}"


def duration(seconds: float | None) -> str:
    """A time in the unit that suits it."""
    if seconds is None:
        return "–"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.0f} µs"


def thinking_table(players: Iterable[tuple[str, Durations]]) -> Table:
    """How long each player took for its decisions."""
    columns = ("decisions", "p50", "p95")
    made = table(say("lab.column.time"), (say(f"lab.column.{name}") for name in columns))
    for name, thinking in players:
        times = (thinking.quantile(0.5), thinking.quantile(0.95))
        made.add_row(name_of(name), str(thinking.number), *map(duration, times))
    return made


@contextmanager
def progress(total: int, *, what: str) -> Generator[Callable[[int], None]]:
    """A bar on the error output, moved by the function it gives; none where that is no terminal."""
    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not sys.stderr.isatty()
    ) as shown:
        task = shown.add_task(what, total=total)
        yield lambda games: shown.advance(task, games)
