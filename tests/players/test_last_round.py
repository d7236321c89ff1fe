"""In the last round `expert` bids for the win: within the rules, blindly, and where it pays."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell.kernel.bridge import points_array
from ohhell.players.compiled_player import CompiledPlayer, is_last_round
from ohhell.players.last_round import LEAST, NEAR, Usual, bids_for_the_win, pays_for_making
from ohhell.players.last_round_training import count_usual_results
from ohhell.players.levels_of_play import EXPERT
from ohhell.players.tables import usual_name, usual_results
from ohhell.players.training import LARGEST_SIZE
from ohhell.rules.actions import Action, Bid
from ohhell.rules.cards import Suit
from ohhell.rules.engine import to_act
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import Phase, PlayerView, RoundResult
from tests.players.positions import position
from tests.players.seated import game_of
from tests.rules.games import Game
from tests.rules.strategies import games
from tests.rules.test_secrecy import Twins, twins

QUICK = EXPERT._replace(bid_worlds=60, card_worlds=20)
TO_WIN = CompiledPlayer("expert", QUICK)
FOR_POINTS = CompiledPlayer("club", QUICK)
"""The same search under a name that plays for points."""

TOTALS = st.lists(st.integers(-60, 200), min_size=7, max_size=7)


def in_the_last_round(view: PlayerView, totals: tuple[int, ...]) -> PlayerView:
    """The same moment as the last round of a longer game that has come to these totals."""
    nothing = (0,) * len(totals)
    bids: tuple[int | None, ...] = nothing
    before = RoundResult(1, 1, 0, None, False, bids, nothing, nothing)
    shown = view.round
    assert shown is not None
    number = len(view.rulebook.sizes)
    return replace(view, totals=totals, results=(before,), round=replace(shown, number=number))


def chosen(player: CompiledPlayer, view: PlayerView) -> Action:
    return player.choose(view, random.Random(5))


@given(games(), TOTALS)
@settings(max_examples=30)
def test_every_bid_for_the_win_is_legal_and_repeats(game: Game, totals: list[int]) -> None:
    places = tuple(totals[: game.rulebook.players])
    for state in game.states:
        if state.phase is Phase.BIDDING:
            for seat in to_act(state):
                view = in_the_last_round(view_for(state, seat), places)
                assert chosen(TO_WIN, view) in view.legal
                assert chosen(TO_WIN, view) == chosen(TO_WIN, view)


@given(twins(), TOTALS)
@settings(max_examples=200)
def test_hidden_cards_change_no_bid_for_the_win(pair: Twins, totals: list[int]) -> None:
    if pair.state.phase is Phase.BIDDING and pair.seat in to_act(pair.state):
        places = tuple(totals[: pair.state.rulebook.players])
        first, second = (
            in_the_last_round(view_for(state, pair.seat), places)
            for state in (pair.state, pair.other)
        )
        assert chosen(TO_WIN, first) == chosen(TO_WIN, second)


HAND, HEARD = "KS 2S TD 5H AH", {0: 0, 1: 0, 2: 2}
"""Two tricks are a little likelier than three, and three pay one point more."""


def test_whoever_must_catch_up_takes_a_risk() -> None:
    """Two points behind two seats that bid nothing, two tricks would only be level with them."""
    view = position(HAND, trump=Suit.HEARTS, seat=3, bids=HEARD, hook=False)
    for totals, bid in (
        ((40, 40, 20, 40), 2),
        ((42, 42, 20, 40), 3),
        ((10, 10, 10, 40), 2),
        ((142, 42, 20, 40), 2),  # nobody overtakes that
    ):
        last = in_the_last_round(view, totals)
        assert chosen(TO_WIN, last) == Bid(bid)
        assert chosen(FOR_POINTS, last) == Bid(2)
        # Advice is about points, whoever gives it.
        assert TO_WIN.advise(last, random.Random(5)).choice == Bid(2)


def test_where_low_totals_win_the_highest_total_must_catch_up() -> None:
    low = "exact: -10 - bid; missed: 0; low wins"
    view = position(HAND, trump=Suit.HEARTS, seat=3, bids=HEARD, hook=False, scoring=low)
    for totals, bid in (
        ((-40, -40, -20, -40), 2),
        ((-42, -42, -20, -40), 3),
        ((42, 42, 20, 40), 2),
    ):
        last = in_the_last_round(view, totals)
        assert chosen(TO_WIN, last) == Bid(bid)
        assert chosen(FOR_POINTS, last) == Bid(2)


def test_only_the_last_round_of_several_is_played_for_the_win() -> None:
    game = game_of("common players=3 max_size=2 ties=leaders-2", "random", seed=3)
    rounds = len(game.rulebook.sizes)
    for state in game.states:
        if state.round is not None:
            is_last = is_last_round(view_for(state, 0))
            assert is_last == (state.round.number >= rounds or state.round.is_extension)
    alone = position("AH KH 2C 3C 4D", trump=Suit.HEARTS)
    assert not is_last_round(alone)


@pytest.mark.parametrize("scoring", ["tricks-plus-ten", "exact-only", "squares"])
@pytest.mark.parametrize("bids", [(0, 2, -1), (1, -1, -1), (2, 0, 1)])
def test_shares_of_the_win_are_those_of_counting_every_end(
    scoring: str, bids: tuple[int, ...]
) -> None:
    table = parse_rulebook(f"common max_size=2 sequence=2 scoring={scoring}").compile().points[2]
    points, _ = points_array(table, low_wins=False)
    counts = np.array([[30, 6, 1], [10, 25, 4], [2, 5, 6]])
    totals = np.array([[8, 10, 12], [0, 0, 0], [25, 3, 14]])
    reach = np.unique(points)
    near = np.array([[abs(bid - tricks) <= NEAR for tricks in range(3)] for bid in range(3)])

    def ends(seat: int) -> list[tuple[float, float]]:
        """(chance, points) of everything that may become of a seat."""
        if bids[seat] < 0:
            return [
                (counts[end] / counts.sum(), points[end]) for end in product(range(3), range(3))
            ]
        row = counts[bids[seat]] + near[bids[seat]]
        return list(zip(row / row.sum(), points[bids[seat]], strict=True))

    me = 2
    found: Any = Usual(points, counts).shares(totals, me, np.array(bids), reach)
    for game, made in product(range(3), range(len(reach))):
        share = 0.0
        for (chance, paid), (chance_too, paid_too) in product(ends(0), ends(1)):
            mine = totals[game, me] + reach[made]
            others = [totals[game, 0] + paid, totals[game, 1] + paid_too]
            if mine >= max(others):
                share += chance * chance_too / (1 + others.count(mine))
        assert found[game, made] == pytest.approx(share)


@pytest.mark.parametrize(
    ("makes", "least", "bid"),
    [
        ((0.50, 0.49, 0.10), LEAST, 1),  # promises 0.005 of a game more
        ((0.50, 0.49, 0.10), 0.0, 0),
        ((0.60, 0.49, 0.10), LEAST, 0),  # 0.055 more
        ((-1.0, 0.49, -1.0), 0.0, 1),  # the others are barred, or were not looked at
    ],
)
def test_a_bid_that_promises_hardly_more_is_not_taken(
    makes: tuple[float, ...], least: float, bid: int
) -> None:
    """The other seat always makes 10, so whoever makes 10 as well has half the game."""
    points = np.eye(3) * 10.0
    found: Any = bids_for_the_win(
        points,
        Usual(points, np.eye(3) * 100),
        np.array([[0, 0]]),
        0,
        np.array([-1, -1]),
        1,
        points.max() * np.array(makes),
        np.array(makes),
        least,
    )
    assert found.tolist() == [bid]


@pytest.mark.parametrize(
    ("scoring", "pays"),
    [
        ("tricks-plus-ten", True),
        ("exact-only", True),
        ("squares", True),
        ("exact: 0; missed: 10", False),
        ("exact: tricks; missed: tricks", False),
    ],
)
def test_where_making_a_bid_pays_nothing_the_count_of_others_means_nothing(
    scoring: str, *, pays: bool
) -> None:
    rulebook = parse_rulebook("common sequence=3").changed(scoring=scoring)
    points, _ = points_array(rulebook.compile().points[3], low_wins=rulebook.scoring.low_wins)
    assert pays_for_making(points) is pays


def test_every_round_that_can_be_last_has_its_usual_results() -> None:
    for seats, largest in LARGEST_SIZE.items():
        for size in range(1, largest + 1):
            counts = usual_results(seats, size)
            assert counts.shape == (size + 1, size + 1)
            if seats > 2 and size > 1:  # a bid is made more often than missed by any number
                often = counts.sum(axis=1) > 200
                assert (counts.argmax(axis=1) == np.arange(size + 1))[often].all()


def test_the_same_seed_counts_the_same_results() -> None:
    first, second = (count_usual_results(rounds=10, say=lambda _: None) for _ in range(2))
    assert set(first) == {
        usual_name(seats, size)
        for seats, largest in LARGEST_SIZE.items()
        for size in range(1, largest + 1)
    }
    assert all((first[name] == second[name]).all() for name in first)
    assert all(first[usual_name(seats, 2)].sum() == 10 * seats for seats in LARGEST_SIZE)
