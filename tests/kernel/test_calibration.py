"""Chances are corrected in their log-odds, and everything told stays one distribution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ohhell.kernel.calibration import TERMS, calibrated, lifts
from ohhell.kernel.compiled import compiled

TABLE = np.zeros((1, 2, TERMS))
TABLE[0, 0] = (0.2, 0.1, -0.1, 0.05, -0.3, 0.8)


@compiled
def _asked(table: Any, level: Any, of: Any, left: Any, hooked: Any, chance: Any) -> Any:
    told = calibrated(table, level, of, left, hooked, chance)
    return told, lifts(table, level, of, left, hooked, chance)


def asked(
    level: int, of: int, left: int, chance: float, *, hooked: bool = False
) -> tuple[float, tuple[float, float]]:
    return _asked(TABLE, level, of, left, hooked, chance)


def test_without_a_row_a_chance_stands() -> None:
    for level in (-1, 1):
        assert asked(level, 0, 5, 0.4) == (0.4, (1.0, 1.0))
    assert asked(0, 1, 5, 0.4) == (pytest.approx(0.4), (pytest.approx(1.0), pytest.approx(1.0)))


def test_what_is_certain_stays_certain() -> None:
    assert asked(0, 0, 5, 0.0) == (0.0, (1.0, 1.0))
    assert asked(0, 0, 5, 1.0) == (1.0, (1.0, 1.0))


def told(odds: float) -> Any:
    return pytest.approx(1 / (1 + np.exp(-odds)))


def test_the_formula() -> None:
    z = np.log(5)
    odds = np.log(0.4 / 0.6)
    common = 0.2 + 0.1 * z
    slope = 0.9 + 0.05 * z
    assert asked(0, 0, 5, 0.4)[0] == told(common + slope * odds)
    assert asked(0, 0, 17, 0.4) == asked(0, 0, 10, 0.4)


def test_a_bid_beside_a_barred_one_is_told_less_likely_the_shorter_the_round() -> None:
    z = np.log(5)
    odds = np.log(0.4 / 0.6)
    plain = 0.2 + 0.1 * z + (0.9 + 0.05 * z) * odds
    assert asked(0, 0, 5, 0.4, hooked=True)[0] == told(plain + (-0.3 + 0.8 * odds) / 5)
    likely = 0.2 + 0.1 * z + (0.9 + 0.05 * z) * -odds
    assert asked(0, 0, 5, 0.6, hooked=True)[0] == told(likely - 0.3 / 5)
    with_one_left = 0.2 + 0.9 * odds - 0.3 + 0.8 * odds
    assert asked(0, 0, 1, 0.4, hooked=True)[0] == told(with_one_left)


@pytest.mark.parametrize("chance", [0.01, 0.3, 0.5, 0.9])
def test_shares_still_add_up(chance: float) -> None:
    told, (up, down) = asked(0, 0, 8, chance)
    assert chance * up == pytest.approx(told)
    assert chance * up + (1 - chance) * down == pytest.approx(1.0)
