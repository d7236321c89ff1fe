"""Random rounds: legal, complete, and the same however they are compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ohhell.kernel.bits import PACK
from ohhell.kernel.play import frozen_rounds, random_rounds, workspace

ROUNDS = [
    (seats, size, trump_kind)
    for seats, size in [(2, 1), (2, 26), (3, 17), (4, 10), (4, 13), (5, 10), (7, 7), (7, 1)]
    for trump_kind in (0, 1, 2)
    if seats * size + (trump_kind == 1) <= 52
]


def points_table(size: int) -> np.ndarray:
    tricks = np.arange(size + 1)
    return tricks[None, :] + 10 * (tricks[None, :] == tricks[:, None])


@pytest.mark.parametrize(("seats", "size", "trump_kind"), ROUNDS)
@pytest.mark.parametrize("lead_kind", [0, 1, 2])
@pytest.mark.parametrize("hook", [False, True])
def test_rounds_are_complete(
    seats: int, size: int, trump_kind: int, lead_kind: int, *, hook: bool
) -> None:
    points = points_table(size)
    dice, score, hand, bid, won = workspace(seats, 11)
    for _ in range(40):
        before = score.copy()
        random_rounds(
            1, seats, size, trump_kind, hook, lead_kind, points, dice, score, hand, bid, won
        )
        assert won.sum() == size
        assert (hand == 0).all()
        assert ((bid >= 0) & (bid <= size)).all()
        assert not (hook and bid.sum() == size)
        assert (score - before == points[bid, won]).all()


@pytest.mark.parametrize(("seats", "size"), [(4, 10), (7, 7)])
def test_frozen_generic_and_portable_rounds_are_the_same(seats: int, size: int) -> None:
    points = points_table(size)
    generic, frozen, portable = (workspace(seats, 5) for _ in range(3))
    random_rounds(2000, seats, size, 1, True, 0, points, *generic)
    frozen_rounds(seats, size)(2000, points, *frozen)
    frozen_rounds(seats, size, portable=True)(2000, points, *portable)
    for mine, other, third in zip(generic, frozen, portable, strict=True):
        assert (mine == other).all()
        assert (mine == third).all()


def test_every_card_is_dealt_equally_often() -> None:
    points = points_table(1)
    dice, score, hand, bid, won = workspace(4, 3)
    mean = 0.0
    for _ in range(3):
        random_rounds(50_000, 4, 1, 1, False, 0, points, dice, score, hand, bid, won)
        mean += 50_000
    # Bids are made by chance half the time: (1 trick + 10) or 10 for the bid.
    made = (score - mean / 4).sum() / 10
    assert abs(made - mean * 2) < 5 * (mean * 4 * 0.25) ** 0.5
    assert int(PACK).bit_count() == 52


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for both ways: neither may find the other's machine code."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("portable", ["", "1"])
def test_no_bit_deposit_gives_the_same_rounds(portable: str, cache: Path) -> None:
    program = (
        "from ohhell.kernel.bits import HAS_BIT_DEPOSIT;"
        "from ohhell.kernel.play import *;"
        "w = workspace(4, 5);"
        "random_rounds(3000, 4, 10, 1, True, 0, np.eye(11, dtype=np.int64), *w);"
        "print(HAS_BIT_DEPOSIT, w[0][0], *w[1])"
    )
    env = {**os.environ, "OHHELL_CACHE": str(cache), "OHHELL_PORTABLE": portable}
    run = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    has_deposit, *found = run.stdout.split()
    assert [path.name.endswith("-portable") for path in cache.iterdir()].count(bool(portable)) == 1
    assert not (portable and has_deposit == "True")
    work = workspace(4, 5)
    random_rounds(3000, 4, 10, 1, True, 0, np.eye(11, dtype=np.int64), *work)
    assert found == [str(work[0][0]), *map(str, work[1])]
