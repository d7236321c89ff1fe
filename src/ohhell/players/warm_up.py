"""Compile all that play needs, part by part: at install or start, never on a player's turn."""

from __future__ import annotations

import numpy as np

from ohhell.kernel.bits import TRUMPS, U
from ohhell.kernel.compiled import CACHE
from ohhell.kernel.play import RoundRules
from ohhell.kernel.policy import MOST_CARDS
from ohhell.kernel.search import search_bid, search_card
from ohhell.players.levels_of_play import POLICY
from ohhell.players.tables import tables_for


def load_part(name: str) -> None:
    """Load one of `PARTS`, compiling it where it never was."""
    rules = RoundRules(4, 2, TRUMPS, U(1 << 48), True, False, 0, np.eye(3) * 10.0, 10.0)
    rules.points.setflags(write=False)
    tables = tables_for(rules)
    dice = np.array([1], np.uint64)
    means, makes = np.zeros(MOST_CARDS + 1), np.zeros(MOST_CARDS + 1)
    if name == "bidding":
        search_bid(rules, tables, POLICY, 0, U(3), np.full(4, -1), dice, means, makes)
    else:
        search_card(
            rules, tables, POLICY, 0, U(3), np.array([1, 1, 1, 0]), 0, np.zeros(8, np.int64),
            np.zeros(8, np.uint64), 0, dice, np.zeros(MOST_CARDS + 1, np.uint64), means, makes,
        )  # fmt: skip


def is_kept() -> bool:
    """Whether compiled code outlives the process: there is a private directory for it."""
    return CACHE is not None
