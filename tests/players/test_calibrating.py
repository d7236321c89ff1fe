"""What levels told is kept beside what came true, and a known error is found again."""

from __future__ import annotations

import numpy as np
import pytest

from ohhell.kernel.calibration import MOST_LEFT
from ohhell.players import tables
from ohhell.players.calibrating import fitted, told_and_true
from ohhell.players.levels_of_play import CLUB, EXPERT

QUICK = CLUB._replace(card_worlds=4, bid_worlds=4)


def test_the_same_seed_records_the_same() -> None:
    first, second = (told_and_true(QUICK, blocks=3, rounds=1, seed=3) for _ in range(2))
    assert all((one == two).all() for one, two in zip(first, second, strict=True))
    of_bids, of_cards = first
    for rows in first:
        assert ((rows[:, 1] >= 0) & (rows[:, 1] <= 1)).all()
        assert set(rows[:, 2]) <= {0.0, 1.0}
        assert rows[:, 0].min() >= 1
    assert len(of_cards) > 0
    assert len(of_bids) > 0


def test_an_error_that_was_put_in_is_found() -> None:
    luck = np.random.default_rng(8)
    told = luck.uniform(0.02, 0.98, 160_000)
    left = luck.integers(1, 11, 160_000).astype(float)
    odds = np.log(told / (1 - told))
    odds += 0.1 + 0.15 * np.log(left) + 0.8 * np.minimum(odds, 0.0) / left
    made = luck.random(160_000) < 1 / (1 + np.exp(-odds))
    terms = fitted(np.stack([left, told, made.astype(float)], axis=1))
    assert terms == pytest.approx([0.1, 0.15, 0.0, 0.0, 0.0, 0.8], abs=0.12)


def test_the_calibration_ships_and_keeps_order() -> None:
    """Whoever was told the better chance still holds the better one, at any moment."""
    terms = tables.calibration()
    assert terms.shape[0] > max(CLUB.calibration, EXPERT.calibration) >= 0
    for row in terms.reshape(-1, terms.shape[-1]):
        for left in range(1, MOST_LEFT + 1):
            above = 1 + row[2] + row[3] * np.log(left)
            assert above > 0.2
            assert above + row[4] + row[5] / left > 0.2
