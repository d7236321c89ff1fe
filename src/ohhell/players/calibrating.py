"""Count how often levels make the bids they hold likely, and fit what corrects their chances.

Levels play rounds of many kinds and every chance they tell is kept beside what came true: one block
in five among their like, where all seats tell, the others alone among table players, so that about
as many chances come from either company.  The numbers of `kernel.calibration` are then fitted to
bids and to cards, by logistic regression.  Seeds are apart from all others.
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
LEVELS: Final = ((CLUB, 120, 8), (EXPERT, 30, 4))
"""The levels that search, with the blocks of a series and the rounds of ten cards in each."""
ONE_CARD_TIMES: Final = 3
AMONG_EQUALS: Final = 0.2
"""The share of blocks among equals; at a table of four they tell four times what one seat tells."""
FOUR_COUNT: Final = 3.0
"""How much a bid's chance at a table of four, the commonest, counts: tables err differently."""
RIDGE: Final = 4.0
"""How strongly the first level's numbers are held to 0, where nothing is corrected."""
RIDGE_OF_NEXT: Final = 400.0
"""How strongly the next level's are held to those of the one before, which is played more often."""

_List: Final[Any] = typed.List
_solve: Final[Any] = np.linalg.solve


def told_and_true(depth: Depth, *, blocks: int, rounds: int, seed: int) -> tuple[Any, Any]:
    """Chances told by a level and what came of them, of bids and of cards, float64[n, 5] each.

    A row holds the tricks left, the chance told, 1 if the bid was made, 1 if the hook barred
    another bid when this one was made (0 for cards), and how much the row counts in the fit.

    Each block is a kind of round, sizes taking turns.  It is played `rounds` times with ten cards;
    with fewer cards more often, for it is quicker and the bids that nobody chose gladly are rare,
    and with one card, where no time goes into choosing cards, `ONE_CARD_TIMES` as often again.
    There are many small blocks, since rounds of one kind err alike; most are of the kind that most
    tables play.
    """
    luck = np.random.default_rng(seed)
    plain = depth._replace(calibration=-1)
    of_bids: list[Any] = []
    of_cards: list[Any] = []
    for block in range(blocks):
        size = 1 + block % 10
        most = max(seats for seats in LARGEST_SIZE if LARGEST_SIZE[seats] >= size)
        seats = 4 if luck.random() < 0.5 else int(luck.integers(3, most + 1))
        count = round(rounds * (10 / size) ** 1.5) * (ONE_CARD_TIMES if size == 1 else 1)
        scoring = parse_scoring(SCORINGS[int(luck.integers(2))])
        table = point_tables(scoring, sizes=(size,), players=seats)[size]
        points, scale = points_array(table, low_wins=False)
        turned = U(1 << 48) if seats * size < 52 else U(0)
        hook = bool(luck.random() < 0.9)
        lead = 0 if luck.random() < 0.9 else 1
        rules = RoundRules(seats, size, TRUMPS, turned, hook, False, lead, points, scale)
        alone = -1 if luck.random() < AMONG_EQUALS else int(luck.integers(seats))
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
        barred = np.zeros(made.shape)
        if hook:
            barred[:, -1] = bids[:, :-1].sum(axis=1) <= size
        for index in range(size + 1):
            told = chances[:, :, index]
            left = np.full(told.shape, float(size if index == 0 else size - index + 1))
            hooked = barred if index == 0 else np.zeros(told.shape)
            counts = np.full(told.shape, FOUR_COUNT if seats == 4 and index == 0 else 1.0)
            rows = np.stack([left, told, made, hooked, counts], axis=-1)[told >= 0.0]
            (of_cards if index else of_bids).append(rows)
    return np.concatenate(of_bids), np.concatenate(of_cards)


def fitted(rows: Any, start: Any, ridge: float) -> Any:
    """The `TERMS` numbers that make the chances of `told_and_true` come true in the mean.

    They are held to `start` as if by a normal distribution of the precision `ridge`.
    """
    within: Any = rows[(rows[:, 1] > 0.0) & (rows[:, 1] < 1.0)]
    left, told, made, hooked, counts = within.T
    odds = np.log(told / (1.0 - told))
    z = np.log(left)
    barred = hooked / left
    inputs: Any = np.stack(
        [np.ones_like(z), z, odds, z * odds, barred, barred * np.minimum(odds, 0.0)], axis=1
    )
    terms = start
    for _ in range(25):  # Newton's method
        chance = 1.0 / (1.0 + np.exp(-(odds + inputs @ terms)))
        slope = inputs.T @ (counts * (made - chance)) - ridge * (terms - start)
        bend: Any = (inputs * (counts * chance * (1.0 - chance))[:, None]).T @ inputs
        terms = terms + _solve(bend + ridge * np.eye(TERMS), slope)
    return terms


def calibrate(*, effort: float, say: Callable[[str], None] = print) -> Any:
    """The table of `kernel.calibration`, a row for each level that searches."""
    found = np.zeros((2, 2, TERMS))
    terms: Any = np.zeros((2, TERMS))
    ridge = RIDGE
    for depth, all_blocks, rounds in LEVELS:
        blocks = all_blocks * effort
        parts = [
            told_and_true(
                depth,
                blocks=max(1, round(blocks)),
                rounds=max(1, round(rounds * min(1.0, blocks))),
                seed=SEED + 100 * depth.calibration + part,
            )
            for part in range(PARTS)
        ]
        for of in (OF_BIDS, OF_CARDS):
            rows = np.concatenate([part[of] for part in parts])
            terms[of] = fitted(rows, terms[of], ridge)
            say(
                f"calibration {depth.calibration} of {('bids', 'cards')[of]}: {len(rows)} told, "
                + " ".join(f"{term:+.3f}" for term in terms[of])
            )
        found[depth.calibration] = terms
        ridge = RIDGE_OF_NEXT
    return found
