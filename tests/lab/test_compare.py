"""What a comparison counts, on a game worked out by hand and on games that were played."""

from __future__ import annotations

import pytest

from ohhell.lab.compare import MEASURES, Comparison, characterise, compare, leaders_by_round
from ohhell.lab.referee import Played, Task
from ohhell.lab.workforce import Workforce
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import RoundResult

RULES = parse_rulebook("common players=3 sequence=2,1,2 ties=leaders-1")
"""Three rounds by `tricks-plus-ten`, and one extension at most."""


def result(
    number: int, dealer: int, bids: tuple[int | None, ...], taken: tuple[int, ...]
) -> RoundResult:
    """A round and what it pays."""
    points = tuple(
        0 if bid is None else took + 10 * (bid == took)
        for bid, took in zip(bids, taken, strict=True)
    )
    is_extension = number > 3
    return RoundResult(number, sum(taken), dealer, None, is_extension, bids, taken, points)


GAME = Played(
    task=Task(0, ("a", "a", "a")),
    results=(
        result(1, 0, (0, 2, 1), (1, 1, 0)),  # totals  1  1  0
        result(2, 1, (0, 0, 0), (0, 0, 1)),  # totals 11 11  1
        result(3, 2, (0, 1, 2), (0, 1, 1)),  # totals 21 22  2
        result(4, 0, (0, 2, None), (0, 2, 0)),
    ),
    totals=(31, 34, 2),
    places=(2, 1, 3),
    seconds=((), (), ()),
)


@pytest.mark.parametrize(
    ("name", "top", "bottom"),
    [
        ("exact", 6, 11),
        ("overbid", 1 - 1 + 1 + 0, 4),
        ("points", 67, 11),
        ("total", 67, 3),
        ("first", 34, 1),
        ("spread", 32, 1),
        # Dealers missed, made and missed; the others made 0, 1 and 2 of two bids.
        ("dealer-exact", 0 + 1 + 2 - 2 * (0 + 1 + 0), 6),
        ("dealer-points", (1 + 0 + 10 + 1 + 10 + 11) - 2 * (1 + 10 + 1), 6),
        ("zeros", 6, 11),
        ("zeros-made", 4, 6),
        ("zero-points", 1 + 10 + 10 + 1 + 10 + 10, 6),
        ("other-points", 1 + 0 + 11 + 1 + 12, 5),
        ("lead-changes", 0, 1),
        ("turned", 0, 1),
        ("ties", 0, 1),
        ("extensions", 1, 1),
    ],
)
def test_what_is_counted_of_a_game(name: str, top: int, bottom: int) -> None:
    found = characterise(RULES, [GAME]).measures[name]
    assert (found.top, found.bottom) == (top, bottom)


def test_every_measure_is_worked_out_above() -> None:
    assert len(MEASURES) == 16
    assert len({measure.name for measure in MEASURES}) == 16


def test_exact_bids_by_size() -> None:
    found = characterise(RULES, [GAME]).exact_by_size
    assert {size: (sums.top, sums.bottom) for size, sums in found.items()} == {
        1: (2, 3),
        2: (4, 8),
    }


def swings(points: list[tuple[int, ...]], places: tuple[int, ...]) -> Played:
    """A game of two seats' fortunes, told by points alone."""
    results = tuple(
        RoundResult(number, 1, 0, None, False, (0, 0, 0), (1, 0, 0), each)
        for number, each in enumerate(points, start=1)
    )
    totals = tuple(map(sum, zip(*points, strict=True)))
    return Played(Task(0, ("a",) * 3), results, totals, places, ((), (), ()))


THREE = parse_rulebook("common players=3 sequence=1,1,1")


@pytest.mark.parametrize(
    ("points", "places", "changes", "turned", "ties"),
    [
        ([(5, 0, 0), (0, 9, 0), (9, 0, 0)], (1, 2, 3), 2, 1, 0),
        ([(5, 0, 0), (0, 5, 0), (0, 1, 0)], (2, 1, 3), 1, 0, 0),  # level, then past
        ([(5, 0, 0), (0, 5, 0), (1, 0, 0)], (1, 2, 3), 0, 0, 0),  # level, then ahead again
        ([(5, 0, 0), (1, 0, 0), (0, 6, 0)], (1, 1, 3), 0, 0, 1),  # caught in the last round
        ([(0, 0, 0), (0, 0, 0), (0, 0, 0)], (1, 1, 1), 0, 0, 1),
    ],
)
def test_who_leads(
    points: list[tuple[int, ...]], places: tuple[int, ...], changes: int, turned: int, ties: int
) -> None:
    measures = characterise(THREE, [swings(points, places)]).measures
    assert measures["lead-changes"].top == changes
    assert measures["turned"].top == turned
    assert measures["ties"].top == ties


def test_where_low_wins_the_lowest_leads() -> None:
    low = THREE.changed(scoring="exact: 0; missed: abs(bid - tricks); low wins")
    game = swings([(5, 1, 2), (0, 9, 0), (0, 0, 0)], (2, 3, 1))
    assert leaders_by_round(low, game) == [(1,), (2,), (2,)]
    measures = characterise(low, [game]).measures
    assert measures["first"].top == 2
    assert measures["dealer-points"].top == -((1 + 2 + 9) - 2 * 5)


def test_a_game_of_one_round_cannot_turn() -> None:
    one = parse_rulebook("common players=3 sequence=1")
    assert characterise(one, [swings([(1, 0, 0)], (1, 2, 2))]).measures["turned"].top == 0


RULEBOOKS = tuple(
    parse_rulebook(text) for text in ("common max_size=2", "common max_size=2 hook=off players=5")
)


def test_rulebooks_are_compared_with_the_same_player_and_seed() -> None:
    comparison = Comparison(RULEBOOKS, "rule-of-thumb", games=60, seed=2)
    heard: list[int] = []
    hooked, free = compare(comparison, Workforce(1), on_done=heard.append)
    assert sum(heard) == 120
    assert hooked.measures["exact"].bottom == 60 * 3 * 4
    assert free.measures["exact"].bottom == 60 * 3 * 5
    # With the hook on somebody must miss.
    assert (hooked.exact_by_size[1].mean or 1) <= 3 / 4
    assert (free.exact_by_size[1].mean or 0) > 3 / 4
    assert compare(comparison, Workforce(2)) == (hooked, free)
