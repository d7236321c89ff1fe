"""Results as if they had been measured: made up, quickly, for every cell of every claim."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from ohhell.lab.ladder.cells import Cell, Kind
from ohhell.lab.ladder.claims import Claim
from ohhell.lab.ladder.ledger import Entry, Ledger, Run
from ohhell.lab.simulate import WHOLE_WIN

RUN = Run("2030-01-02", "a machine", "ohhell 1", 1, 5.0)


def entry(cell: Cell, data: dict[str, Any], *, first: int = 0, count: int = 1) -> Entry:
    """Results of the players as they are."""
    return Entry(cell, cell.state, 1, first, count, 1.0, data)


def points(cell: Cell, paid: list[int], *, first: int = 0) -> Entry:
    """Points by deal."""
    return entry(cell, {"points": paid, "made": 0}, first=first, count=len(paid))


def made_up(cell: Cell) -> Entry:
    """Something of the right shape for any cell; the same each time."""
    dice = random.Random(cell.key)
    seats, count = cell.seats, 40
    match cell.kind:
        case Kind.DUEL:
            return points(cell, [dice.randrange(40) for _ in range(count)])
        case Kind.TABLE:
            made = [dice.randint(1, seats) for _ in range(count)]
            data = {"points": [10 * n for n in made], "made": made, "places": [20] * seats}
            return entry(cell, data, count=count)
        case Kind.REFEREED:
            return entry(cell, {"made": [120, 130, 110, 125]}, count=4)
        case Kind.GAME:
            data = {
                "totals": [[150, 140, 130, 120]] * count,
                "wins": [[WHOLE_WIN, 0, 0, 0], [0, WHOLE_WIN, 0, 0]] * (count // 2),
                "exact": [dice.randint(40, 56) for _ in range(count)],
                "bids": 76,
                "made": {str(size): [50, 80] for size in range(1, 11)},
            }
            return entry(cell, data, count=count)
        case Kind.JUDGE:
            tenths = [[500, 500 * (1000 * tenth + 500), 50 * tenth + 20] for tenth in range(10)]
            return entry(cell, {"tenths": tenths}, count=count)
        case Kind.SOLVED:
            return entry(cell, {"gain": [100] * seats, "exact": [7000] * seats})
        case Kind.RESPONSE:
            return entry(cell, {"plain": [70_000] * seats, "best": [70_100] * seats})
        case Kind.CLOCK:
            return entry(cell, {"seconds": [0] * 80 + [95, 5]}, count=6)


def ledger_of(entries: Iterable[Entry]) -> Ledger:
    """A ledger that holds these."""
    ledger = Ledger(1)
    for one in entries:
        ledger.add(one)
    return ledger


def full_ledger(claims: Iterable[Claim]) -> Ledger:
    """One that holds something of everything."""
    ledger = ledger_of(made_up(cell) for cell in {c for claim in claims for c in claim.cells})
    ledger.runs.append(RUN)
    return ledger
