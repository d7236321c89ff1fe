"""Compile all that play needs, part by part: at install or start, never on a player's turn."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
from numba.core import event

from ohhell.kernel.bits import TRUMPS, U
from ohhell.kernel.compiled import CACHE
from ohhell.kernel.play import RoundRules
from ohhell.kernel.policy import MOST_CARDS
from ohhell.kernel.search import search_bid, search_card
from ohhell.players.levels_of_play import POLICY
from ohhell.players.tables import tables_for

# Numba comes without types for what is used here.
_event: Any = event

_LANDMARKS: Final = (
    ("hand_spread", 0.07),
    ("model_bids", 0.16),
    ("count_ways", 0.28),
    ("bid_by_policy", 0.31),
    ("policy_cards", 0.39),
    ("play_likelihood", 0.43),
    ("weigh_worlds", 0.5),
    ("play_out", 0.54),
    ("weigh_bids", 0.6),
    ("search_bid", 0.81),
    ("search_card", 1.0),
)
"""Functions in the order they are compiled, and what share of the whole is done with each.

Measured in processor time, so that it holds on slow and busy machines alike.
"""

_USUAL_SECONDS: Final = 40.0
"""How long all of it is held to take until the first landmark tells better."""


@contextmanager
def compiling() -> Generator[Callable[[], float | None]]:
    """In this block what is yielded says how far compiling has come, from 0 to 1.

    None as long as nothing has had to be compiled: all that was asked for was kept.
    """
    with _event.install_recorder("numba:compile") as recorder:

        def done() -> float | None:
            told: list[tuple[float, Any]] = list(recorder.buffer)
            if not told:
                return None
            began = told[0][0]
            finished = [
                (when - began, str(found.data["dispatcher"].__name__))
                for when, found in told
                if found.is_end
            ]
            return share_done(finished, time.time() - began)

        yield done


def share_done(finished: Sequence[tuple[float, str]], now: float) -> float:
    """How much of the compiling is done at `now`, given when each function was finished.

    All in seconds since it began.  From one landmark to the next it goes on at the pace so far,
    and never beyond the next.
    """
    passed, at, share = 0, 0.0, 0.0
    for when, name in finished:
        names = [landmark for landmark, _ in _LANDMARKS[passed:]]
        if name in names:
            passed += names.index(name) + 1
            at, share = when, _LANDMARKS[passed - 1][1]
    if passed == len(_LANDMARKS):
        return 1.0
    pace = share / at if at > 0.0 else 1.0 / _USUAL_SECONDS
    return min(share + max(now - at, 0.0) * pace, _LANDMARKS[passed][1])


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


@contextmanager
def compiled_beside(name: str) -> Generator[Callable[[], object]]:
    """Compile one of `PARTS` in a process of its own, which lasts no longer than this block.

    What is yielded waits until it is done; `load_part` then finds the machine code.  The parts have
    most of their pieces in common, so on one processor, or where no code is kept, it would only
    be done twice: nothing is begun there.
    """
    if not is_kept() or (os.cpu_count() or 1) < 2:
        yield lambda: None
        return
    program = f"from {__name__} import load_part; load_part({name!r})"
    none = subprocess.DEVNULL
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=none, stdout=none, stderr=none
    ) as process:
        try:
            yield process.wait
        finally:
            process.terminate()


def is_kept() -> bool:
    """Whether compiled code outlives the process: there is a private directory for it."""
    return CACHE is not None
