"""How well the rule-of-thumb player plays; `bench/games.py` measures the same with more rounds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ohhell.rules.presets import preset_rulebook
from ohhell.rules.scoring import NAMED
from ohhell.rules.view import RoundResult
from tests.players.seated import game_of


def exact_rate(results: Iterable[RoundResult]) -> float:
    """The share of bids that were made exactly."""
    made = [
        bid == taken
        for result in results
        for bid, taken in zip(result.bids, result.taken, strict=True)
    ]
    return sum(made) / len(made)


def rounds_of(size: int, *, rounds: int, players: int, **axes: str) -> list[RoundResult]:
    """Rounds of one size, rule of thumb in every seat."""
    values = {"scoring": "exact-only", "sequence": ",".join([str(size)] * 50), **axes}
    rulebook = preset_rulebook("common", players=players).changed(**values)
    return [
        result
        for seed in range(rounds // 50)
        for result in game_of(rulebook, "rule-of-thumb", seed=seed).end.results
    ]


@pytest.mark.parametrize(("size", "floor"), [(1, 0.70), (3, 0.56), (5, 0.51), (10, 0.46)])
def test_bids_are_made_at_a_table_of_four(size: int, floor: float) -> None:
    """Over 2,000 rounds: 0.74, 0.60, 0.56 and 0.52."""
    assert exact_rate(rounds_of(size, rounds=300, players=4)) > floor


@pytest.mark.parametrize(
    ("players", "size", "floor"), [(3, 10, 0.40), (5, 10, 0.50), (6, 8, 0.55), (7, 7, 0.60)]
)
def test_bids_are_made_at_other_tables(players: int, size: int, floor: float) -> None:
    assert exact_rate(rounds_of(size, rounds=100, players=players)) > floor


@pytest.mark.parametrize(
    "axes",
    [
        {"trump": "hearts"},
        {"trump": "spades,hearts,diamonds"},
        {"hook": "off"},
        {"hook": "off", "bidding": "all-at-once"},
        {"first_lead": "dealer"},
        {"first_lead": "highest-bidder"},
    ],
    ids=str,
)
def test_bids_are_made_by_other_rules(axes: dict[str, str]) -> None:
    assert exact_rate(rounds_of(5, rounds=100, players=4, **axes)) > 0.5


def test_bids_are_made_without_trump() -> None:
    """Harder than with trump: nothing stops a long suit."""
    assert exact_rate(rounds_of(5, rounds=100, players=4, trump="none")) > 0.42


@pytest.mark.parametrize("scoring", NAMED)
def test_random_is_beaten_whatever_is_paid(scoring: str) -> None:
    """Two seats each; where low totals win, the player must go for the low ones."""
    rulebook = f"common players=4 sequence=7,5,3,1,2,4,6,8 scoring={scoring}"
    sign = -1 if NAMED[scoring].low_wins else 1
    ours = theirs = 0
    for seed in range(4):
        totals = game_of(rulebook, "rule-of-thumb", "random", seed=seed).end.totals
        ours += sign * (totals[0] + totals[2])
        theirs += sign * (totals[1] + totals[3])
    assert ours > theirs
    if scoring != "negative-size":
        assert abs(ours - theirs) > 0.3 * max(abs(ours), abs(theirs))


def test_low_totals_are_sought_where_they_win() -> None:
    for scoring in ("negative-square", "negative-triangular", "negative-size"):
        assert exact_rate(rounds_of(5, rounds=100, players=4, scoring=scoring)) > 0.45
