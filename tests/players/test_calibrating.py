"""What levels told is kept beside what came true, and a known error is found again."""

from __future__ import annotations

import numpy as np
import pytest

from ohhell.kernel.calibration import MOST_LEFT, TERMS
from ohhell.players import tables
from ohhell.players.calibrating import FOUR_COUNT, fitted, told_and_true
from ohhell.players.levels_of_play import CLUB, EXPERT

QUICK = CLUB._replace(card_worlds=4, bid_worlds=4)


def test_the_same_seed_records_the_same() -> None:
    first, second = (told_and_true(QUICK, blocks=3, rounds=1, seed=3) for _ in range(2))
    assert all((one == two).all() for one, two in zip(first, second, strict=True))
    of_bids, of_cards = first
    for rows in first:
        assert ((rows[:, 1] >= 0) & (rows[:, 1] <= 1)).all()
        assert set(rows[:, 2]) <= {0.0, 1.0}
        assert set(rows[:, 3]) <= {0.0, 1.0}
        assert set(rows[:, 4]) <= {1.0, FOUR_COUNT}
        assert rows[:, 0].min() >= 1
    assert len(of_cards) > 0
    assert len(of_bids) > 0
    # Now and then the last to bid has a bid barred, in no round more than one seat has.
    assert 0 < of_bids[:, 3].mean() < 0.5
    assert not of_cards[:, 3].any()


def test_an_error_that_was_put_in_is_found() -> None:
    luck = np.random.default_rng(8)
    told = luck.uniform(0.02, 0.98, 160_000)
    left = luck.integers(1, 11, 160_000).astype(float)
    odds = np.log(told / (1 - told))
    hooked = luck.integers(0, 2, 160_000).astype(float)
    odds += 0.1 + 0.15 * np.log(left) + hooked * (-0.3 + 1.2 * np.minimum(odds, 0.0)) / left
    made = luck.random(160_000) < 1 / (1 + np.exp(-odds))
    counts = luck.integers(1, 3, 160_000).astype(float)
    made[counts == 1] = True  # nothing can be learned of them …
    rows = np.stack([left, told, made.astype(float), hooked, counts - 1], axis=1)  # … nor is it
    assert fitted(rows, np.zeros(TERMS), 4.0) == pytest.approx(
        [0.1, 0.15, 0.0, 0.0, -0.3, 1.2], abs=0.12
    )
    start = np.full(TERMS, 0.5)
    assert fitted(rows[:100], start, 1e9) == pytest.approx(start, abs=1e-3)


def test_the_calibration_ships_and_keeps_order() -> None:
    """Whoever was told the better chance still holds the better one, at any moment."""
    terms = tables.calibration()
    assert terms.shape[0] > max(CLUB.calibration, EXPERT.calibration) >= 0
    for row in terms.reshape(-1, terms.shape[-1]):
        for left in range(1, MOST_LEFT + 1):
            above = 1 + row[2] + row[3] * np.log(left)
            assert above > 0.2
            assert above + row[5] / left > 0.2
