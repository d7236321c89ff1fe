"""Count how often levels make the bids they hold likely, and fit what corrects their chances.

Levels play rounds of many kinds, half of them among their like and half among table players, and
every chance they tell is kept beside what came true.  The numbers of `kernel.calibration`
are then fitted to bids and to cards, by logistic regression.  Seeds are apart from all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba import typed

from ohhell.kernel.arena import TABLE, contest_rounds
from ohhell.kernel.bits import TRUMPS, U
from ohhell.kernel.bridge import points_array
from ohhell.kernel.calibration import OF_BIDS, OF_CARDS, TERMS
from ohhell.kernel.play import RoundRules
from ohhell.kernel.search import Depth
from ohhell.players.levels_of_play import CLUB, EXPERT, POLICY, advising
from ohhell.players.tables import tables_for
from ohhell.players.training import LARGEST_SIZE
from ohhell.rules.scoring import parse_scoring
from ohhell.rules.scoring import tables as point_tables

SEED: Final = 4_000_037
SCORINGS: Final = ("exact-only", "tricks-plus-ten")
PARTS: Final = 3
"""Each level's rounds are played in so many series, each from a seed of its own."""
RIDGE: Final = 4.0
"""How strongly the numbers are held to 0, where nothing is corrected."""

_List: Final[Any] = typed.List
_solve: Final[Any] = np.linalg.solve


def told_and_true(depth: Depth, *, blocks: int, rounds: int, seed: int) -> tuple[Any, Any]:
    """Chances told by a level and what came of them, of bids and of cards, float64[n, 3] each.

    A row holds the tricks left, the chance told, and 1 if the bid was made.  Each block is a kind
    of round, played `rounds` times with ten cards; with fewer cards more often, for it is quicker
    and the bids that nobody chose gladly are rare.
    """
    luck = np.random.default_rng(seed)
    plain = depth._replace(calibration=-1)
    of_bids: list[Any] = []
    of_cards: list[Any] = []
    for block in range(blocks):
        seats = 4 if luck.random() < 0.4 else int(luck.integers(3, 8))
        size = int(luck.integers(1, min(LARGEST_SIZE[seats], 10) + 1))
        count = round(100 * rounds / size**2)
        scoring = parse_scoring(SCORINGS[int(luck.integers(2))])
        table = point_tables(scoring, sizes=(size,), players=seats)[size]
        points, scale = points_array(table, low_wins=False)
        turned = U(1 << 48) if seats * size < 52 else U(0)
        hook = bool(luck.random() < 0.85)
        lead = 0 if luck.random() < 0.7 else 1
        rules = RoundRules(seats, size, TRUMPS, turned, hook, False, lead, points, scale)
        alone = -1 if luck.random() < 0.5 else int(luck.integers(seats))
        judged = [seat for seat in range(seats) if alone in (-1, seat)]
        players = [plain if seat in judged else POLICY for seat in range(seats)]
        judges = [advising(plain) if seat in judged else POLICY for seat in range(seats)]
        bids, won = (np.zeros((count, seats), np.int64) for _ in range(2))
        chances = np.zeros((count, seats, size + 1))
        contest_rounds(
            0, count, seats, size, True, hook, False, lead, points, scale, tables_for(rules),
            np.full(seats, TABLE), _List(players), _List(judges), U(seed * 1_000 + block),
            bids, won, chances,
        )  # fmt: skip
        made = (bids == won).astype(float)
        for index in range(size + 1):
            told = chances[:, :, index]
            left = np.full(told.shape, float(size if index == 0 else size - index + 1))
            rows = np.stack([left, told, made], axis=-1)[told >= 0.0]
            (of_cards if index else of_bids).append(rows)
    return np.concatenate(of_bids), np.concatenate(of_cards)


def fitted(rows: Any) -> Any:
    """The `TERMS` numbers that make the chances of `told_and_true` come true in the mean."""
    within: Any = rows[(rows[:, 1] > 0.0) & (rows[:, 1] < 1.0)]
    left, told, made = within.T
    odds = np.log(told / (1.0 - told))
    z = np.log(left)
    short = np.minimum(odds, 0.0)
    inputs: Any = np.stack([np.ones_like(z), z, odds, z * odds, short, short / left], axis=1)
    terms: Any = np.zeros(TERMS)
    for _ in range(25):
        terms = _nearer(terms, inputs, odds, made)
    return terms


def _nearer(terms: Any, inputs: Any, odds: Any, made: Any) -> Any:
    """A step of Newton's method."""
    chance = 1.0 / (1.0 + np.exp(-(odds + inputs @ terms)))
    slope = inputs.T @ (made - chance) - RIDGE * terms
    bend: Any = (inputs * (chance * (1.0 - chance))[:, None]).T @ inputs + RIDGE * np.eye(TERMS)
    return terms + _solve(bend, slope)


def calibrate(*, effort: float, say: Callable[[str], None] = print) -> Any:
    """The table of `kernel.calibration`, a row for each level that searches."""
    found = np.zeros((2, 2, TERMS))
    for depth, blocks in ((CLUB, 50), (EXPERT, 20)):
        parts = [
            told_and_true(
                depth,
                blocks=max(1, round(blocks * effort)),
                rounds=10 if effort > 0.1 else 1,
                seed=SEED + 100 * depth.calibration + part,
            )
            for part in range(PARTS)
        ]
        for of in (OF_BIDS, OF_CARDS):
            rows = np.concatenate([part[of] for part in parts])
            terms = fitted(rows)
            found[depth.calibration, of] = terms
            say(
                f"calibration {depth.calibration} of {('bids', 'cards')[of]}: {len(rows)} told, "
                + " ".join(f"{term:+.3f}" for term in terms)
            )
    return found
