"""Means, intervals and durations: right, and the same however an experiment is cut up."""

from __future__ import annotations

import math
import random
from functools import reduce
from itertools import pairwise
from operator import add
from statistics import mean, stdev

import numpy as np
import pytest

from ohhell.lab.durations import Durations, durations_of
from ohhell.lab.figures import Estimate, Sums, student, sums_of
from ohhell.lab.sequential import bound, looks


def pairs(count: int, *, seed: int = 1) -> list[tuple[int, int]]:
    """Whole numbers with whole numbers they are counted in."""
    dice = random.Random(seed)
    return [(dice.randint(-30, 90), dice.randint(1, 5)) for _ in range(count)]


def test_a_mean_of_single_values_is_the_textbook_one() -> None:
    values = [12, 0, 7, -3, 14, 14, 2, 9, 11, 1]
    found = sums_of((value, 1) for value in values).estimate()
    assert found is not None
    half = 2.2622 * stdev(values) / math.sqrt(len(values))
    assert found.mean == pytest.approx(mean(values))
    assert found.margin == pytest.approx(half, rel=1e-3)


def test_units_that_hang_together_widen_the_interval() -> None:
    """Four seats of one game that always do the same know no more than one of them."""
    alone = sums_of((value, 1) for value, _ in pairs(50)).estimate()
    together = sums_of((4 * value, 4) for value, _ in pairs(50)).estimate()
    assert alone is not None
    assert together is not None
    assert together.mean == pytest.approx(alone.mean)
    assert together.margin == pytest.approx(alone.margin)


def test_the_interval_of_a_ratio_covers_the_truth_as_often_as_it_says() -> None:
    dice = np.random.default_rng(7)
    covered = 0
    for _ in range(1000):
        bottoms = dice.integers(1, 6, 40)
        tops = dice.binomial(bottoms, 0.3)
        found = sums_of(zip(tops.tolist(), bottoms.tolist(), strict=True)).estimate()
        assert found is not None
        covered += found.low <= 0.3 <= found.high
    assert 0.92 <= covered / 1000 <= 0.97


@pytest.mark.parametrize("cuts", [(1,), (7, 8, 50), (99,), (0, 0, 100)])
def test_pieces_add_up_to_exactly_the_whole(cuts: tuple[int, ...]) -> None:
    whole = pairs(100)
    ends = (0, *cuts, 100)
    pieces = [sums_of(whole[begin:end]) for begin, end in pairwise(ends)]
    assert reduce(add, reversed(pieces)) == sums_of(whole)


def test_units_of_which_nothing_was_counted_do_not_count() -> None:
    assert sums_of([(0, 0), (3, 1), (0, 0)]) == sums_of([(3, 1)])
    assert Sums().mean is None
    assert Sums().estimate() is None


def test_one_unit_says_nothing_of_its_error() -> None:
    assert sums_of([(3, 2)]).estimate() == Estimate(1.5, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("low", "high", "clear"), [(0.1, 0.3, True), (-0.3, -0.1, True), (-0.1, 0.3, False)]
)
def test_an_interval_is_clear_where_it_leaves_out_nothing(
    low: float, high: float, clear: bool
) -> None:
    assert Estimate(0.0, low, high).is_clear is clear


def test_a_scale_divides_everything() -> None:
    found = sums_of((420 * value, 1) for value, _ in pairs(20)).estimate(scale=420)
    plain = sums_of((value, 1) for value, _ in pairs(20)).estimate()
    assert found is not None
    assert plain is not None
    assert (found.mean, found.low, found.high) == pytest.approx((plain.mean, plain.low, plain.high))


@pytest.mark.parametrize(
    ("freedom", "right"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (10**6, 1.960)],
)
def test_students_t(freedom: int, right: float) -> None:
    assert student(freedom) == pytest.approx(right, abs=0.01)


def test_no_freedom_knows_nothing() -> None:
    assert student(0) == math.inf


@pytest.mark.parametrize("count", range(1, 11))
def test_all_looks_together_are_wrong_once_in_twenty(count: int) -> None:
    dice = np.random.default_rng(count)
    steps = dice.standard_normal((40_000, count))
    means = np.cumsum(steps, axis=1) / np.sqrt(np.arange(1, count + 1))
    bounds = np.array([bound(look, count, freedom=10**9) for look in range(1, count + 1)])
    wrong = float((np.abs(means) > bounds).any(axis=1).mean())
    assert wrong == pytest.approx(0.05, abs=0.004)


def test_looking_as_often_with_the_ordinary_interval_is_wrong_far_more_often() -> None:
    steps = np.random.default_rng(1).standard_normal((20_000, 10))
    means = np.cumsum(steps, axis=1) / np.sqrt(np.arange(1, 11))
    assert float((np.abs(means) > 1.96).any(axis=1).mean()) > 0.15


@pytest.mark.parametrize(
    ("most", "right"),
    [
        (2, [2]),
        (39, [39]),
        (40, [20, 40]),
        (1000, [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]),
        (205, [21, 41, 62, 82, 103, 123, 144, 164, 185, 205]),
    ],
)
def test_looks_are_evenly_spaced_and_end_at_the_end(most: int, right: list[int]) -> None:
    assert looks(most) == right


def test_few_deals_widen_every_look() -> None:
    assert bound(5, 10, freedom=19) > bound(5, 10, freedom=10**6) == pytest.approx(2.9514, abs=1e-3)


def test_durations_are_known_to_a_few_per_cent() -> None:
    seconds = [0.001 * number for number in range(1, 1001)]
    found = durations_of(seconds)
    assert found.number == 1000
    assert found.quantile(0.5) == pytest.approx(0.5, rel=0.07)
    assert found.quantile(0.95) == pytest.approx(0.95, rel=0.07)


def test_durations_add_up() -> None:
    short, long = durations_of([1e-9, 2e-6, 3e-6]), durations_of([0.5, 1e9])
    assert short + long == long + short == durations_of([0.5, 2e-6, 1e-9, 1e9, 3e-6])
    assert Durations().quantile(0.5) is None
    assert Durations() + short == short
