"""The run itself: work handed to all processors, every result written down as it comes."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TextIO

import numba
import numpy as np

from ohhell import __version__
from ohhell.lab.ladder.cells import Cell, Kind
from ohhell.lab.ladder.claims import Claim
from ohhell.lab.ladder.ledger import Entry, Ledger, append
from ohhell.lab.ladder.playing import play
from ohhell.lab.ladder.schedule import Schedule, Work
from ohhell.lab.workforce import Workforce, hired

_FIRST_CALLS: Final = (
    Cell(Kind.DUEL, "R1", field="R2", size=1),
    Cell(Kind.CLOCK, "R2", scoring="tricks-plus-ten"),
)


def climb(
    claims: Sequence[Claim],
    ledger: Ledger,
    file: TextIO,
    workforce: Workforce,
    *,
    seconds: float | None,
    on_progress: Callable[[float], None] | None = None,
) -> None:
    """Play until every claim is settled or the time is up; entries go to `ledger` and `file`.

    `on_progress` hears the seconds gone by.
    """
    began = time.monotonic()
    for cell in _FIRST_CALLS:
        play(cell, 0, 1, ledger.seed)  # compiled once here, so that no two workers do it
    schedule = Schedule(claims, ledger)
    given = 0

    def has_time() -> bool:
        return seconds is None or time.monotonic() - began < seconds

    def tasks() -> Iterator[Callable[[], Entry]]:
        nonlocal given
        while has_time() and (work := schedule.next_work()) is not None:
            given += 1
            yield partial(do, work, ledger.seed)

    with hired(workforce) as team:
        while has_time():
            given = 0
            # One task at a time: what is best to do next hangs on what came back.
            for _, entry in team.each(tasks()):
                ledger.add(entry)
                append(file, entry)
                if on_progress is not None:
                    on_progress(time.monotonic() - began)
            if not given:
                return


def do(work: Work, seed: int) -> Entry:
    """Play a piece of work, in any process."""
    began = time.process_time()
    data = play(work.cell, work.first, work.count, seed)
    return Entry(
        cell=work.cell,
        state=work.cell.state,
        seed=seed,
        first=work.first,
        count=work.count,
        seconds=time.process_time() - began,
        data=data,
    )


def machine() -> str:
    """What it runs on, in words that name no particular host."""
    return f"{_processor()}, {os.cpu_count()} processors, {platform.system()}"


def versions() -> str:
    """What it runs with."""
    python = platform.python_version()
    return (
        f"ohhell {__version__}, Python {python}, numba {numba.__version__}, numpy {np.__version__}"
    )


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
