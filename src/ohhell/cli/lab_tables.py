"""How figures of the lab are shown to people: tables, a progress bar, what programs did wrong."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
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

from ohhell.lab.figures import Estimate
from ohhell.players.command_player import Fault
from ohhell.text import safe, say

_PIPE_WIDTH: Final = 100
_LONGEST_NAME: Final = 24


def page() -> Console:
    """The standard output; on a pipe lines may be longer than a terminal's."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(highlight=False, markup=False, emoji=False, width=width)


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


def fault_lines(player: str, faults: Sequence[Fault]) -> Iterable[str]:
    """What a program did not decide itself, kind by kind; nothing where it decided all."""
    count = sum(fault.count for fault in faults)
    if not count:
        return
    name = safe(player, 2 * _LONGEST_NAME)
    yield say("lab.faults", player=name, count=count)
    for fault in faults:
        yield "  " + say(f"lab.fault.{fault.kind}", count=fault.count, example=fault.example)


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
