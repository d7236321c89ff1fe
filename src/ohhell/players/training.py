"""Make the trained tables: self-play, counting, smoothing, over again; fixed seeds throughout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ohhell.kernel.policy import FUTURE_SHAPE, now_shape
from ohhell.kernel.self_play import count_rounds

LARGEST_SIZE = {2: 17, 3: 17, 4: 13, 5: 10, 6: 8, 7: 7}
"""The largest round any rulebook can ask of this many seats (two seats: an extension of three)."""


def scoring_tables(size: int) -> Any:
    """Two common scorings, float64[2, size + 1, size + 1]: 10 + bid if exact; tricks + 10."""
    tricks = np.arange(size + 1, dtype=float)
    exact = np.eye(size + 1)
    return np.stack([exact * (10 + tricks), exact * 10 + tricks[None, :]])


def first_tables(seats: int, size: int) -> tuple[Any, Any]:
    """A crude start: every higher card unseen lowers the chance by a fixed share."""
    higher = np.arange(13, dtype=np.float32)
    future = np.empty((size + 1, *FUTURE_SHAPE), np.float32)
    future[:, 0] = (0.7 * 0.75**higher)[None, :, None, None, None]
    future[:, 1] = (0.9 * 0.85**higher)[None, :, None, None, None]
    future[:, 2] = (0.8 * 0.8**higher)[None, :, None, None, None]
    now = np.empty(now_shape(seats), np.float32)
    now[:] = (0.9 * 0.7**higher)[None, None, None, :, None, None, None]
    return future, now


def smoothed(won: Any, seen: Any, pools: tuple[tuple[int, ...], ...], weight: float) -> Any:
    """Shares `won / seen`, each cell drawn towards the same cell pooled over more axes.

    `pools` are the axes summed over, coarsest first; `weight` is how many observations the
    coarser estimate counts for.
    """
    estimate = (won.sum() + 1.0) / (seen.sum() + 2.0)
    for axes in pools:
        pooled_won = won.sum(axis=axes, keepdims=True) if axes else won
        pooled_seen = seen.sum(axis=axes, keepdims=True) if axes else seen
        estimate = (pooled_won + weight * estimate) / (pooled_seen + weight)
    return estimate.astype(np.float32)


FUTURE_POOLS = ((3, 4, 5), (3, 5), (5,), ())
NOW_POOLS = ((0, 1, 4, 5, 6), (1, 4, 5, 6), (1, 4, 5), (4, 5), ())


def train_policy(
    seats: int,
    *,
    rounds: int = 60_000,
    passes: int = 5,
    seed: int = 1,
    sizes: tuple[int, ...] = (),
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """`future` for every size (a dict by size) and `now`, learned by self-play of `seats`."""
    sizes = sizes or tuple(range(1, LARGEST_SIZE[seats] + 1))
    dice = np.array([seed * 1_000_003 + seats], np.uint64)
    tables = {size: first_tables(seats, size) for size in sizes}
    future = {size: table[0] for size, table in tables.items()}
    now = tables[sizes[0]][1]
    for turn in range(passes):
        now_seen = np.zeros(now.size, np.int64)
        now_won = np.zeros(now.size, np.int64)
        exact: dict[int, float] = {}
        fresh: dict[int, Any] = {}
        for size in sizes:
            seen = np.zeros(future[size].size, np.int64)
            won = np.zeros(future[size].size, np.int64)
            made = np.zeros(2, np.int64)
            # Short rounds are quick, and their hands rarer within a cell: play more of them.
            count = max(1, rounds * 60 // (size * (size + 5)))
            count_rounds(
                count, seats, size, 0.75, 0.85, scoring_tables(size), dice, 0.06, future[size], now,
                seen, won, now_seen, now_won, made,
            )  # fmt: skip
            shape = future[size].shape
            fresh[size] = smoothed(won.reshape(shape), seen.reshape(shape), FUTURE_POOLS, 20.0)
            exact[size] = made[1] / made[0]
        shape = now_shape(seats)
        fresh_now = smoothed(now_won.reshape(shape), now_seen.reshape(shape), NOW_POOLS, 20.0)
        mix = 1.0 if turn == 0 else 0.6
        for size in sizes:
            future[size] = (future[size] * (1 - mix) + fresh[size] * mix).astype(np.float32)
        now = np.asarray(now * (1 - mix) + fresh_now * mix, np.float32)
        say(
            f"{seats} seats, pass {turn + 1} of {passes}: exact "
            + " ".join(f"{size}:{share:.3f}" for size, share in exact.items())
        )
    return {"future": future, "now": now}
