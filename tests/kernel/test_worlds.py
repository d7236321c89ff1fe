"""Hidden cards: every world that fits is dealt, equally often, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from ohhell.kernel.worlds import deal_worlds

U = np.uint64


def mask(*cards: int) -> int:
    return sum(1 << card for card in cards)


def lanes(*numbers: int) -> int:
    return sum(0x1FFF << 16 * number for number in numbers)


def enumerate_worlds(pool: list[int], needs: list[int], voids: list[int]) -> list[tuple[int, ...]]:
    """Every assignment of `pool` to the hands (rest to the stock), by brute force."""
    if not needs:
        return [()]
    found: list[tuple[int, ...]] = []
    for chosen in combinations(pool, needs[0]):
        hand = mask(*chosen)
        if hand & voids[0]:
            continue
        rest = [card for card in pool if card not in chosen]
        found.extend((hand, *others) for others in enumerate_worlds(rest, needs[1:], voids[1:]))
    return found


CASES = [
    ([0, 1, 17, 18, 33, 48, 49], [0, 2, 2], [0, lanes(3), lanes(1)]),
    ([0, 1, 16, 17, 48, 49, 50], [0, 2, 2, 2], [0, lanes(3), 0, lanes(0, 1)]),
    ([0, 1, 2, 16, 32, 48], [0, 1, 2, 3], [0, lanes(0), lanes(3), lanes(1, 2)]),
    ([0, 3, 5, 19, 35, 52, 53], [0, 3, 2], [0, 0, lanes(0, 3)]),
    ([0, 3, 5, 19, 35], [0, 2, 2], [0, 0, 0]),
    ([0, 16, 32, 48, 1, 17], [0, 0, 2, 1], [0, lanes(1), lanes(2, 3), lanes(0)]),
]


@pytest.mark.parametrize(("pool", "needs", "voids"), CASES)
def test_every_world_equally_often(pool: list[int], needs: list[int], voids: list[int]) -> None:
    expected = enumerate_worlds(pool, needs[1:], voids[1:])
    count = 400 * len(expected)
    worlds = np.zeros((count, len(needs)), U)
    fits = deal_worlds(
        U(mask(*pool)), np.array(needs), np.array(voids, U), 0, np.array([7], U), worlds
    )
    assert fits
    seen = Counter(tuple(int(hand) for hand in world[1:]) for world in worlds)
    assert set(seen) == set(expected)
    mean = count / len(expected)
    chi_square = sum((times - mean) ** 2 / mean for times in seen.values())
    freedom = len(expected) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 10


def test_no_world_fits() -> None:
    worlds = np.zeros((1, 2), U)
    pool = U(mask(48, 49, 50))
    voids = np.array([0, lanes(3)], U)
    assert not deal_worlds(pool, np.array([0, 1]), voids, 0, np.array([1], U), worlds)
    assert not deal_worlds(pool, np.array([0, 4]), voids * U(0), 0, np.array([1], U), worlds)


def test_same_seed_same_worlds() -> None:
    first, second = np.zeros((50, 4), U), np.zeros((50, 4), U)
    for worlds in (first, second):
        deal_worlds(
            U(lanes(0, 1, 2, 3)),
            np.array([0, 10, 9, 10]),
            np.array([0, lanes(1), 0, lanes(2)], U),
            0,
            np.array([3], U),
            worlds,
        )
    assert (first == second).all()
    assert len({tuple(world) for world in first}) == 50
