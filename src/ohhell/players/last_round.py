"""The bid that wins the game most often, when the round about to be played is the last.

By points alone a seat far behind bids as if it led.  Here every bid is worth the chance of ending
first with it: by the chance of making it that the search foresees, the totals, and how many points
the others usually make, at all or with the bids they have named.  Measured in docs/players.md.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

LEAST: Final = 0.03
"""So much of a game more than the bid for points must a bid promise to be made instead of it."""

NEAR: Final = 2
"""A bid that was hardly ever seen is held to end at most so many tricks beside itself."""


class Usual:
    """How many points seats usually make in a round: at all, and by bid.

    `counts` float64[size + 1, size + 1] says how often so many were bid and so many taken;
    `points` of the same shape what the round pays, the more the better.
    """

    def __init__(self, points: Any, counts: Any) -> None:
        rows = counts.astype(np.float64)
        self._at_all = _Spread(points, rows)
        off = np.abs(np.subtract.outer(np.arange(len(points)), np.arange(len(points))))
        rows = rows + (off <= NEAR)
        self._by_bid: list[_Spread] = [_Spread(*both) for both in zip(points, rows, strict=True)]

    def shares(self, totals: Any, me: int, bids: Any, reach: Any) -> Any:
        """The share of the win float64[games, n] when seat `me` makes `reach` float64[n] points.

        `totals` [games, seats] are those before the round; of `bids` int64[seats] those that are
        unknown are -1.  A tie gives everybody in it the same share.
        """
        seats = totals.shape[1]
        chances: Any = np.zeros((len(totals), len(reach), seats))
        chances[:, :, 0] = 1.0  # of being level with none, one, two … of the others
        for seat in range(seats):
            if seat != me:
                spread = self._at_all if bids[seat] < 0 else self._by_bid[int(bids[seat])]
                lead = (totals[:, me] - totals[:, seat])[:, None] + reach
                less, same = spread.below(lead[:, :, None])
                chances = _with_another(chances, less, same)
        return chances.dot(1.0 / np.arange(1, seats + 1))


def _with_another(chances: Any, less: Any, same: Any) -> Any:
    """Chances of being level with 0, 1, 2 … seats, one more of them looked at."""
    return chances * less + np.roll(chances, 1, axis=2) * same


class _Spread:
    """How likely numbers of points are."""

    def __init__(self, points: Any, counts: Any) -> None:
        self._points, places = np.unique(points, return_inverse=True)
        weights = np.bincount(places.ravel(), counts.ravel())
        self._up_to = np.concatenate([[0.0], np.cumsum(weights / weights.sum())])

    def below(self, marks: Any) -> tuple[Any, Any]:
        """The chances of fewer points than each of `marks`, and of exactly so many."""
        less = self._up_to[np.searchsorted(self._points, marks, "left")]
        return less, self._up_to[np.searchsorted(self._points, marks, "right")] - less


def bids_for_the_win(
    points: Any, usual: Usual, totals: Any, me: int, bids: Any, bid: int, means: Any, makes: Any,
    least: float = LEAST,
) -> Any:  # fmt: skip
    """The bid of seat `me` by each of `totals` [games, seats], int64[games].

    That is `bid`, the best for points, unless another promises `least` more of a game.  `means`
    and `makes` are the points and the chance foreseen for every bid; where `makes` is negative the
    bid may not be made, or was not looked at.
    """
    options = np.flatnonzero(makes[: len(points)] >= 0.0)
    paid = points[options, options]
    makes = makes[options]
    missed = (means[options] - makes * paid) / np.maximum(1.0 - makes, 1e-9)
    missed = np.clip(missed, points.min(), points.max())
    below = np.floor(missed)
    shares = usual.shares(totals, me, bids, np.concatenate([paid, below, np.ceil(missed)]))
    won, low, high = np.split(shares, 3, axis=1)
    promised = np.zeros((len(totals), len(points)))
    promised[:, options] = makes * won + (1.0 - makes) * (low + (high - low) * (missed - below))
    gain = promised.max(axis=1) - promised[:, bid]
    return np.where(gain > least, promised.argmax(axis=1), bid)


def pays_for_making(points: Any) -> bool:
    """Whether every bid pays more made than missed by one: else nobody plays as was counted."""
    size = len(points) - 1
    return all(
        points[bid, bid] > points[bid, tricks]
        for bid in range(size + 1)
        for tricks in (bid - 1, bid + 1)
        if 0 <= tricks <= size
    )
