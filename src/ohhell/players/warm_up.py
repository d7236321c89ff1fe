"""Compile all that play needs, once, with progress: run at install, never on a player's turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ohhell.kernel.bits import TRUMPS, U
from ohhell.kernel.compiled import CACHE
from ohhell.kernel.play import RoundRules
from ohhell.kernel.policy import MOST_CARDS
from ohhell.kernel.search import search_bid, search_card
from ohhell.players.levels_of_play import POLICY
from ohhell.players.tables import tables_for


def warm_up(report: Callable[[str, int, int, float], object] | None = None) -> float:
    """Load the compiled players, compiling them where they never were; seconds it took.

    `report` is told each part that took a moment: its name, its number, of how many, its seconds.
    """
    began = time.perf_counter()
    rules = RoundRules(4, 2, TRUMPS, U(1 << 48), True, False, 0, np.eye(3) * 10.0, 10.0)
    rules.points.setflags(write=False)
    tables = tables_for(rules)
    dice = np.array([1], np.uint64)
    means, makes = np.zeros(MOST_CARDS + 1), np.zeros(MOST_CARDS + 1)
    cards = np.zeros(MOST_CARDS + 1, np.uint64)
    seats = np.zeros(8, np.int64)
    parts: tuple[tuple[str, Callable[[], Any]], ...] = (
        (
            "bidding",
            lambda: search_bid(
                rules, tables, POLICY, 0, U(3), np.full(4, -1), dice, means, makes
            ),
        ),
        (
            "card-play",
            lambda: search_card(
                rules, tables, POLICY, 0, U(3), np.array([1, 1, 1, 0]), 0, seats,
                np.zeros(8, np.uint64), 0, dice, cards, means, makes,
            ),
        ),
    )  # fmt: skip
    for number, (name, part) in enumerate(parts, start=1):
        start = time.perf_counter()
        part()
        seconds = time.perf_counter() - start
        if seconds > 0.5 and report is not None:
            report(name, number, len(parts), seconds)
    return time.perf_counter() - began


def is_kept() -> bool:
    """Whether compiled code outlives the process: there is a private directory for it."""
    return CACHE is not None
