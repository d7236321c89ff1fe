"""Compiled players: legal by every rulebook, the same each time, and blind to hidden cards."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell.players.compiled_player import CompiledPlayer
from ohhell.players.levels_of_play import DEPTHS
from ohhell.players.position import read_position
from ohhell.rules.cards import Card
from ohhell.rules.engine import to_act
from ohhell.rules.projection import view_for
from ohhell.rules.view import Phase, PlayerView
from tests.rules.games import Game
from tests.rules.strategies import games, games_in_a_round
from tests.rules.test_secrecy import Twins, twins

QUICK = {
    level: CompiledPlayer(
        level,
        depth._replace(
            card_worlds=min(depth.card_worlds, 20), bid_worlds=min(depth.bid_worlds, 20)
        ),
    )
    for level, depth in DEPTHS.items()
}


@given(games(), st.integers(0, 2**32))
@settings(max_examples=20)
def test_every_choice_is_legal_and_repeats(game: Game, seed: int) -> None:
    for state in game.states:
        if state.phase not in (Phase.BIDDING, Phase.PLAYING):
            continue
        for seat in to_act(state):
            view = view_for(state, seat)
            for player in QUICK.values():
                chosen = player.choose(view, random.Random(seed))
                assert chosen in view.legal
                assert player.choose(view, random.Random(seed)) == chosen


@given(twins(), st.integers(0, 2**32))
def test_hidden_cards_change_nothing(pair: Twins, seed: int) -> None:
    if pair.seat is None or pair.seat not in to_act(pair.state):
        return
    if pair.state.phase not in (Phase.BIDDING, Phase.PLAYING):
        return
    view, other = view_for(pair.state, pair.seat), view_for(pair.other, pair.seat)
    for player in QUICK.values():
        assert player.choose(view, random.Random(seed)) == player.choose(other, random.Random(seed))


@pytest.mark.parametrize("level", ["casual", "club"])
@given(game=games_in_a_round(), seed=st.integers(0, 2**32))
@settings(max_examples=15)
def test_advice_covers_every_legal_action(level: str, game: Game, seed: int) -> None:
    state = game.end
    if state.phase not in (Phase.BIDDING, Phase.PLAYING):
        return
    player = QUICK[level]
    for seat in to_act(state):
        view = view_for(state, seat)
        if not view.legal:
            continue
        advice = player.advise(view, random.Random(seed))
        assert [option.action for option in advice.options] == list(view.legal)
        assert advice.choice == player.choose(view, random.Random(seed))
        table = view.rulebook.compile().points[state.round.size] if state.round else ()
        paid = [points for row in table for points in row]
        for option in advice.options:
            assert min(paid) - 1e-6 <= option.points <= max(paid) + 1e-6
            assert 0.0 <= option.make <= 1.0


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize("scoring", ["tricks-plus-ten", "exact-only", "squares"])
def test_a_single_card_takes_its_trick_or_not(level: str, scoring: str) -> None:
    """The chances of bidding 0 and 1 add up to 1, and the points are those the chances pay."""
    for card in ("2H", "9H", "QS", "AD", "5C", "KC"):
        for bids in ({}, {"A": 0}, {"A": 1, "B": 0}):
            told = {"players": 4, "trump": "C", "turned": "8C", "hand": [card], "hook": False}
            seat = "ABC"[len(bids)]
            view = read_position({**told, "scoring": scoring, "bids": bids, "to_act": seat})
            assert isinstance(view, PlayerView)
            advice = CompiledPlayer(level).advise(view, random.Random(7))
            assert sum(option.make for option in advice.options) == pytest.approx(1.0)
            table = view.rulebook.compile().points[1]
            for bid, option in enumerate(advice.options):
                paid = option.make * table[bid][bid] + (1 - option.make) * table[bid][1 - bid]
                assert option.points == pytest.approx(paid)


@pytest.mark.parametrize("level", ["club", "expert"])
def test_bids_that_nobody_makes_mislead_nobody_on_a_single_card(level: str) -> None:
    """However wildly the others bid, the choice is not far worse than its own second look."""
    wild = random.Random(5)
    for _ in range(150):
        players = wild.choice((4, 6, 7))
        deck = [str(card) for card in wild.sample(list(Card), 2)]
        heard = {seat: wild.choice((0, 1, 1)) for seat in "ABCDEFG"[: players - 1]}
        told = {"players": players, "hand": deck[:1], "turned": deck[1], "bids": heard}
        view = read_position({**told, "to_act": "ABCDEFG"[players - 1], "hook": False})
        assert isinstance(view, PlayerView)
        advice = CompiledPlayer(level).advise(view, random.Random(3))
        chosen = next(one for one in advice.options if one.action == advice.choice)
        assert advice.regret(chosen, low_wins=False) < 3.5, told
