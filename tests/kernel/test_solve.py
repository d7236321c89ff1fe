"""The solver against plain enumeration, card by card."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ohhell.kernel.solve import solve_cards, solver_workspace, unpacked

U = np.uint64
TRUMPS = 0x1FFF << 48


def lane(card: int) -> int:
    return 0x1FFF << ((card.bit_length() - 1) & 48)


def enumerate_best(
    hands: list[int],
    won: tuple[int, ...],
    bids: list[int],
    points: np.ndarray,
    trumps: int,
    seat: int,
    trick: tuple[tuple[int, int], ...],
) -> tuple[int, ...]:
    """The tricks all end with, each seat trying its cards from the lowest up."""
    seats = len(hands)
    if len(trick) == seats:
        ranked = lane(trick[0][1]) | trumps
        winner = max(trick, key=lambda play: play[1] & ranked)[0]
        won = tuple(count + (who == winner) for who, count in enumerate(won))
        return enumerate_best(hands, won, bids, points, trumps, winner, ())
    if not hands[seat]:
        return won
    led = lane(trick[0][1]) if trick else 0
    legal = hands[seat] & led or hands[seat]
    best: tuple[int, ...] | None = None
    for index in range(64):
        card = 1 << index
        if not legal & card:
            continue
        rest = [held ^ card if who == seat else held for who, held in enumerate(hands)]
        found = enumerate_best(
            rest, won, bids, points, trumps, (seat + 1) % seats, (*trick, (seat, card))
        )
        if best is None or points[bids[seat], found[seat]] > points[bids[seat], best[seat]]:
            best = found
    assert best is not None
    return best


def deal(dice: random.Random, seats: int, size: int) -> list[int]:
    pack = [16 * suit + rank for suit in range(4) for rank in range(13)]
    dice.shuffle(pack)
    return [sum(1 << pack[seat * size + place] for place in range(size)) for seat in range(seats)]


@pytest.mark.parametrize(("seats", "size"), [(2, 1), (2, 4), (3, 3), (4, 3), (5, 2), (7, 2)])
@pytest.mark.parametrize("has_trump", [False, True])
def test_solver_and_enumeration_agree(seats: int, size: int, *, has_trump: bool) -> None:
    dice = random.Random(seats * 100 + size)
    keys, results = solver_workspace(12)
    for number in range(25):
        hands = deal(dice, seats, size)
        bids = [dice.randint(0, size) for _ in range(seats)]
        points = np.random.default_rng(number).permutation((size + 1) ** 2).astype(float)
        points = points.reshape(size + 1, size + 1)
        leader = dice.randrange(seats)
        trumps = TRUMPS if has_trump else 0
        array = np.array(hands, U)
        found = solve_cards(
            array, np.zeros(seats, np.int64), np.array(bids), points, U(trumps), leader, 0, U(0),
            U(0), leader, size, U(number + 1), keys, results,
        )  # fmt: skip
        expected = enumerate_best(hands, (0,) * seats, bids, points, trumps, leader, ())
        assert tuple(unpacked(int(found), seats)) == expected
        assert list(map(int, array)) == hands


def test_the_machine_code_that_was_kept_solves_as_well(tmp_path: Path) -> None:
    """It calls itself, in the process that compiled it and in those that find it."""
    program = (
        "from ohhell.kernel.solve import *; k, r = solver_workspace(8); n = np.zeros(2, np.int64);"
        "hands = np.array([1 << 2 | 1, 1 << 1 | 1 << 3], np.uint64); Z = np.uint64(0);"
        "print(unpacked(solve_cards(hands, n, n + 1, np.eye(3), Z, 0, 0, Z, Z, 0, 2, U(1), k, r), 2))"
    )
    env = {**os.environ, "OHHELL_CACHE": str(tmp_path)}
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False
        )
        for _ in range(2)
    ]
    assert [(run.returncode, run.stdout) for run in runs] == [(0, "[1, 1]\n")] * 2


def test_six_cards_each_take_little_time() -> None:
    dice = random.Random(1)
    keys, results = solver_workspace()
    tricks = np.arange(7)
    points = 10.0 * np.eye(7) + tricks[None, :]
    arguments = [(deal(dice, 4, 6), [dice.randint(0, 3) for _ in range(4)]) for _ in range(40)]
    start = time.process_time()
    for number, (hands, bids) in enumerate(arguments):
        found = solve_cards(
            np.array(hands, U), np.zeros(4, np.int64), np.array(bids), points, U(TRUMPS), 0, 0,
            U(0), U(0), 0, 6, U(number + 1), keys, results,
        )  # fmt: skip
        assert sum(unpacked(int(found), 4)) == 6
    assert time.process_time() - start < 60
