"""The compiled rule of thumb decides as the player people sit down with."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ohhell.kernel.bridge import card_of, position_of
from ohhell.kernel.rollout import read_table
from ohhell.kernel.rule_of_thumb import rule_of_thumb_bid, rule_of_thumb_card
from ohhell.players.rule_of_thumb import RuleOfThumbPlayer
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.engine import to_act
from ohhell.rules.presets import preset_rulebook
from ohhell.rules.projection import view_for
from ohhell.rules.view import Phase, PlayerView
from tests.players.seated import game_of


def decided(view: PlayerView) -> Action:
    """What the compiled player does."""
    position = position_of(view)
    rules, me = position.rules, position.me
    won, voids = np.zeros(rules.seats, np.int64), np.zeros(rules.seats, np.uint64)
    if not any(isinstance(action, Play) for action in view.legal):
        return Bid(int(rule_of_thumb_bid(rules, me, position.hand, position.bids)))
    legal, seen, best, _, _ = read_table(
        rules, position.leader, position.hand, position.bids, me,
        position.play_seats, position.play_cards, position.plays, won, voids,
    )  # fmt: skip
    place = position.plays % rules.seats
    led = np.uint64(0)
    if place:
        card = int(position.play_cards[position.plays - place])
        led = np.uint64(0x1FFF << ((card.bit_length() - 1) & 48))
    else:
        best = np.uint64(0)
    card = rule_of_thumb_card(
        rules, me, position.hand, np.uint64(legal), position.bids, won, np.uint64(seen), led,
        np.uint64(best), place,
    )  # fmt: skip
    return Play(card_of(int(card), position.trump))


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize(
    "axes",
    [
        {"trump": "spades"},
        {"trump": "none", "scoring": "club-sheet"},
        {"trump": "spades", "hook": "off", "first_lead": "highest-bidder", "scoring": "exact-only"},
        {"trump": "spades", "hook": "off", "bidding": "all-at-once", "scoring": "squares"},
        {"trump": "spades", "first_lead": "dealer", "scoring": "negative-square"},
    ],
    ids=str,
)
def test_same_decisions(players: int, axes: dict[str, str]) -> None:
    """Spades keep their lane, so that cards of equal worth are met in the same order."""
    rulebook = preset_rulebook("common", players=players).changed(
        sequence="1,2,3,5,8,5,1,1", **axes
    )
    player, dice = RuleOfThumbPlayer(), random.Random(0)
    decisions = 0
    for state in game_of(rulebook, "rule-of-thumb", "random", seed=players).states:
        if state.phase not in (Phase.BIDDING, Phase.PLAYING):
            continue
        for seat in to_act(state):
            view = view_for(state, seat)
            if len(view.legal) > 1:
                assert decided(view) == player.choose(view, dice)
                decisions += 1
    assert decisions > 50
