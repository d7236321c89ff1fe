"""Random legal rounds a second on one core, beside the yardstick, in one run.

Every figure is the best of five turns taken alternately, so that a busy machine slows all alike.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import yardstick_rounds
from ohhell.kernel.play import frozen_rounds, random_rounds, workspace

COUNT = 400_000


def points_table(size: int) -> np.ndarray:
    """Tricks, and ten more for making the bid."""
    tricks = np.arange(size + 1)
    return tricks[None, :] + 10 * (tricks[None, :] == tricks[:, None])


def turns(runs: dict[str, Callable[[], None]], repeats: int = 5) -> dict[str, float]:
    """Rounds a second of each, best of `repeats`, taken in turn."""
    for run in runs.values():
        run()
    best = dict.fromkeys(runs, 1e9)
    for _ in range(repeats):
        for name, run in runs.items():
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)
    return {name: COUNT / seconds for name, seconds in best.items()}


def main() -> None:
    """Print the table."""
    for seats, size, yard in (
        (4, 10, yardstick_rounds.run4x10),
        (7, 7, yardstick_rounds.run7x7),
    ):
        points = points_table(size)
        arguments = yardstick_rounds.args(COUNT)
        frozen = frozen_rounds(seats, size)
        generic = workspace(seats, 1)
        special = workspace(seats, 1)
        found = turns(
            {
                "yardstick": lambda yard=yard, a=arguments: yard(*a),
                "frozen": lambda f=frozen, s=special, p=points: f(COUNT, p, *s),
                "generic": lambda n=seats, m=size, g=generic, p=points: random_rounds(
                    COUNT, n, m, 1, True, 0, p, *g
                ),
            }
        )
        for name, rate in found.items():
            ratio = rate / found["yardstick"]
            print(f"{seats} x {size:2}  {name:9}  {rate / 1e6:5.2f} M rounds/s  ratio {ratio:.2f}")
    two_threads()


def two_threads(repeats: int = 5) -> None:
    """How much faster two threads are than one, on the clock: the best of each, taken in turn."""
    frozen = frozen_rounds(4, 10)
    points = points_table(10)
    works = [workspace(4, seed) for seed in (1, 2)]
    frozen(1, points, *works[0])
    best = {1: 1e9, 2: 1e9}
    for _ in range(repeats):
        for count in (1, 2):
            arguments = [(4 * COUNT, points, *work) for work in works[:count]]
            threads = [Thread(target=frozen, args=each) for each in arguments]
            start = time.perf_counter()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            best[count] = min(best[count], time.perf_counter() - start)
    print(f"two threads  {2 * best[1] / best[2]:.2f} times one")


if __name__ == "__main__":
    main()
