"""Count what seats usually make of a round: how often so many tricks are bid, and so many taken.

Table players with the bid model's bids play among themselves, so this comes after both were
trained: with trumps, the hook on, by `tricks-plus-ten`.  What other rules pay for it is worked out
where it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba import typed

from ohhell.kernel.arena import TABLE, contest_rounds
from ohhell.kernel.bits import TRUMPS, U
from ohhell.kernel.bridge import points_array
from ohhell.kernel.play import RoundRules
from ohhell.players.levels_of_play import MODEL
from ohhell.players.tables import tables_for, usual_name
from ohhell.players.training import LARGEST_SIZE
from ohhell.rules.scoring import parse_scoring
from ohhell.rules.scoring import tables as point_tables

SEED: Final = 6_000_101

_List: Final[Any] = typed.List


def count_usual_results(*, rounds: int, say: Callable[[str], None] = print) -> dict[str, Any]:
    """By `usual_name`, int64[size + 1, size + 1] counts of (bid, taken) of all seats."""
    found: dict[str, Any] = {}
    scoring = parse_scoring("tricks-plus-ten")
    for seats, largest in LARGEST_SIZE.items():
        made: list[str] = []
        for size in range(1, largest + 1):
            table = point_tables(scoring, sizes=(size,), players=max(seats, 3))[size]
            points, scale = points_array(table, low_wins=False)
            turned = U(1 << 48) if seats * size < 52 else U(0)
            rules = RoundRules(seats, size, TRUMPS, turned, True, False, 0, points, scale)
            bids, won = (np.zeros((rounds, seats), np.int64) for _ in range(2))
            depths = _List([MODEL] * seats)
            contest_rounds(
                0, rounds, seats, size, True, True, False, 0, points, scale, tables_for(rules),
                np.full(seats, TABLE), depths, depths, U(SEED + 100 * seats + size), bids, won,
                np.zeros((rounds, seats, size + 1)),
            )  # fmt: skip
            counts = np.zeros((size + 1, size + 1), np.int64)
            np.add.at(counts, (bids.ravel(), won.ravel()), 1)
            found[usual_name(seats, size)] = counts
            made.append(f"{size}:{np.trace(counts) / counts.sum():.3f}")
        say(f"{seats} seats, usual bids made: " + " ".join(made))
    return found
