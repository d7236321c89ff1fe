"""What has been measured so far: a file of JSON lines that only ever grows.

A line holds what some units of a cell came to, with the seed of the deals and the state of the
players.  Units are numbered and depend on seed and number alone, so lines may come in any order,
from any number of runs; a line that was cut off by a crash is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO, cast

from ohhell.lab.errors import LabError
from ohhell.lab.figures import Sums
from ohhell.lab.ladder.cells import Cell, cell_of
from ohhell.lab.ladder.playing import Data


@dataclass(frozen=True, slots=True)
class Entry:
    """Units `first` … `first + count - 1` of a cell; `seconds` of processor time."""

    cell: Cell
    state: str
    seed: int
    first: int
    count: int
    seconds: float
    data: Data

    def line(self) -> str:
        """As one line of the file."""
        return json.dumps(
            {
                "cell": self.cell.key,
                "state": self.state,
                "seed": self.seed,
                "first": self.first,
                "count": self.count,
                "seconds": round(self.seconds, 4),
                "data": self.data,
            },
            separators=(",", ":"),
        )


@dataclass(frozen=True, slots=True)
class Run:
    """One sitting at the machine: when (ISO date), on what, with which versions, how long."""

    date: str
    machine: str
    versions: str
    seed: int
    minutes: float

    def line(self) -> str:
        """As one line of the file."""
        about = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps({"run": about}, ensure_ascii=False)


@dataclass(slots=True)
class Tally:
    """All entries of one cell in one state, by the number of their first unit."""

    state: str
    entries: dict[int, Entry] = field(default_factory=dict[int, Entry])
    units: int = 0
    seconds: float = 0.0

    def add(self, entry: Entry) -> None:
        """Count an entry, once."""
        if entry.first not in self.entries:
            self.entries[entry.first] = entry
            self.units += entry.count
            self.seconds += entry.seconds

    @property
    def end(self) -> int:
        """The number of the unit after the last one there is."""
        return max((entry.first + entry.count for entry in self.entries.values()), default=0)

    def list(self, name: str) -> dict[int, Any]:
        """A list kept by unit (`points`, `made`), by number of the unit."""
        return {
            entry.first + index: value
            for entry in self.entries.values()
            for index, value in enumerate(cast("list[Any]", entry.data[name]))
        }

    def data(self) -> Iterator[Data]:
        """What the entries hold."""
        return (entry.data for entry in self.entries.values())


class Ledger:
    """Entries in memory, those of one seed; of each cell the state measured last."""

    __slots__ = ("known", "lines", "runs", "seed", "tallies")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.tallies: dict[Cell, Tally] = {}
        self.runs: list[Run] = []
        self.lines = 0
        """How many lines were read that are a ledger's, of whatever seed."""
        self.known: dict[tuple[Cell, Cell | None], tuple[tuple[str, int, str, int], Sums]] = {}
        """Sums made before, with the states and units they were made of."""

    def add(self, entry: Entry) -> None:
        """Take an entry in; one of another state than before replaces what there was."""
        if entry.seed != self.seed:
            return
        tally = self.tallies.get(entry.cell)
        if tally is None or tally.state != entry.state:
            tally = self.tallies[entry.cell] = Tally(entry.state)
        tally.add(entry)

    def tally(self, cell: Cell) -> Tally:
        """What there is of a cell, perhaps nothing."""
        return self.tallies.get(cell) or Tally("")

    def drop_old(self) -> int:
        """Forget what was measured of players that decide differently now; how many cells."""
        old = [cell for cell, tally in self.tallies.items() if tally.state != cell.state]
        for cell in old:
            del self.tallies[cell]
        return len(old)


def read_ledger(lines: Iterable[str], seed: int) -> Ledger:
    """All whole lines of one seed; those that are no ledger's are passed over."""
    ledger = Ledger(seed)
    for line in lines:
        try:
            found = cast("Mapping[str, Any]", json.loads(line))
            if "run" in found:
                run = Run(**found["run"])
                if run.seed == seed:
                    ledger.runs.append(run)
                ledger.lines += 1
                continue
            ledger.add(
                Entry(
                    cell=cell_of(found["cell"]),
                    state=found["state"],
                    seed=found["seed"],
                    first=found["first"],
                    count=found["count"],
                    seconds=found["seconds"],
                    data=found["data"],
                )
            )
            ledger.lines += 1
        except (ValueError, KeyError, TypeError):
            continue  # cut off, or not ours
    return ledger


def ledger_at(path: Path, seed: int) -> Ledger:
    """The file's ledger, an empty one where there is no file; `LabError` if it is something else.

    A file of another kind is neither taken for a ledger nor added to.
    """
    if not path.exists():
        return Ledger(seed)
    # A line cut off within a letter is passed over as others are.
    with path.open(encoding="utf-8", errors="replace") as file:
        ledger = read_ledger(file, seed)
    if not ledger.lines and path.stat().st_size:
        raise LabError("no-ledger", value=str(path))
    return ledger


def append(file: TextIO, item: Entry | Run) -> None:
    """Write a line so that a crash can cut off none but this."""
    file.write(item.line() + "\n")
    file.flush()
