"""Advice: one option for each legal action, the player's own choice, and honest estimates."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from ohhell.players.adviser import Advice, AdviceError, Adviser, Option, adviser_for
from ohhell.players.levels import LEVELS, LevelError, player_for
from ohhell.players.position import read_position
from ohhell.rules.actions import Bid, Play
from ohhell.rules.cards import Card
from ohhell.rules.projection import view_for
from ohhell.rules.view import PlayerView
from tests.players.positions import Case, told_cases
from tests.rules.games import Game
from tests.rules.strategies import games_in_a_round

ADVISERS = tuple(level for level in LEVELS if isinstance(player_for(level), Adviser))


def check(advice: Advice, view: PlayerView) -> None:
    """What holds for any advice on a view."""
    assert tuple(option.action for option in advice.options) == view.legal
    assert advice.choice in view.legal
    low_wins = view.rulebook.scoring.low_wins
    regrets = [advice.regret(option, low_wins=low_wins) for option in advice.options]
    assert min(regrets) == 0
    assert all(0 <= option.make <= 1 + 1e-9 for option in advice.options)
    assert view.round is not None
    table = view.rulebook.compile().points[view.round.size]
    for option in advice.options:
        rows = table
        if isinstance(option.action, Bid):
            rows = (table[option.action.tricks],)
        elif view.seat is not None and (bid := view.round.bids[view.seat]) is not None:
            rows = (table[bid],)
        assert min(map(min, rows)) - 1e-6 <= option.points <= max(map(max, rows)) + 1e-6


def test_the_rule_of_thumb_gives_advice() -> None:
    assert "rule-of-thumb" in ADVISERS
    assert adviser_for("Rule of Thumb").level == "rule-of-thumb"


@given(games_in_a_round())
def test_advice_covers_what_is_legal_and_chooses_as_the_player_does(game: Game) -> None:
    adviser = adviser_for("rule-of-thumb")
    for seat in range(game.rulebook.players):
        view = view_for(game.end, seat)
        if seat in view.to_act:
            advice = adviser.advise(view, random.Random(1))
            check(advice, view)
            assert advice.choice == player_for("rule-of-thumb").choose(view, random.Random(1))


@pytest.mark.parametrize("case", told_cases().values(), ids=lambda case: case.name)
def test_advice_on_what_people_told_of(case: Case) -> None:
    check(adviser_for("rule-of-thumb").advise(case.view, random.Random(1)), case.view)


def test_estimates_are_certain_where_the_cards_are() -> None:
    """The last card of the round, last to play, beats the table or does not."""
    plain = {
        "players": 3,
        "trump": "S",
        "turned": "2S",
        "bids": {"A": 1, "B": 0, "C": 1},
        "hook": False,
        "trick": [["A", "9H"], ["B", "4H"]],
        "to_act": "C",
    }
    adviser = adviser_for("rule-of-thumb")
    for hand, option in (
        ("TH", Option(Play(Card.HT), 11, 1)),
        ("8H", Option(Play(Card.H8), 0, 0)),
    ):
        view = read_position({**plain, "hand": [hand]})
        assert isinstance(view, PlayerView)
        assert adviser.advise(view, random.Random(1)).options == (option,)


@pytest.mark.parametrize(("low_wins", "regrets"), [(False, [2, 0, 3]), (True, [1, 3, 0])])
def test_regret_is_counted_from_the_best(low_wins: bool, regrets: list[int]) -> None:
    options = tuple(Option(Bid(bid), points, 0.5) for bid, points in enumerate((4.0, 6.0, 3.0)))
    advice = Advice(Bid(1), options)
    assert [advice.regret(option, low_wins=low_wins) for option in options] == regrets


def test_a_player_that_gives_none_says_so() -> None:
    with pytest.raises(AdviceError) as refusal:
        adviser_for("random")
    assert refusal.value.code == "no-advice"
    with pytest.raises(LevelError):
        adviser_for("rnadom")
