"""The kernel plays by the rules: every moment of random games of every rulebook, seen by both."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from ohhell.kernel.bridge import (
    KernelError,
    card_bit,
    card_of,
    cards_of,
    hand_bits,
    points_array,
    position_of,
)
from ohhell.kernel.play import DEALER_LEADS, LEFT_LEADS
from ohhell.kernel.rollout import read_table
from ohhell.rules.actions import Bid, Play
from ohhell.rules.axes import Bidding
from ohhell.rules.cards import PACK, Suit
from ohhell.rules.projection import view_for
from ohhell.rules.view import Phase
from tests.rules.games import Game
from tests.rules.strategies import games


@pytest.mark.parametrize("trump", [None, *Suit])
def test_cards_there_and_back(trump: Suit | None) -> None:
    assert [card_of(int(card_bit(card, trump)), trump) for card in PACK] == list(PACK)
    assert cards_of(int(hand_bits(PACK, trump)), trump) == PACK
    if trump is not None:
        trumps = {card for card in PACK if int(card_bit(card, trump)) >> 48}
        assert {card.suit for card in trumps} == {trump}


@given(games())
def test_kernel_and_rules_agree(game: Game) -> None:
    for state in game.states:
        current = state.round
        if current is None or state.phase not in (Phase.BIDDING, Phase.PLAYING):
            continue
        for seat in current.seats:
            view = view_for(state, seat)
            shown = view.round
            assert shown is not None
            at = position_of(view)
            rules = at.rules
            won = np.zeros(rules.seats, np.int64)
            voids = np.zeros(rules.seats, np.uint64)
            legal, seen, best, winner, barred = read_table(
                rules, at.leader, at.hand, at.bids, at.me, at.play_seats, at.play_cards,
                at.plays, won, voids,
            )  # fmt: skip
            assert [int(count) for count in won] == [shown.taken[other] for other in shown.seats]
            played = [card for trick in shown.tricks for card in trick.cards]
            turned = () if shown.turn_up is None else (shown.turn_up,)
            open_cards = {*played, *shown.trick_cards, *turned}
            assert set(cards_of(int(seen), at.trump)) == open_cards
            for other in range(rules.seats):
                held = current.hands[shown.seats[other]]
                assert not int(hand_bits(held, at.trump)) & int(voids[other])
            plays = {action.card for action in view.legal if isinstance(action, Play)}
            if plays:
                assert plays == set(cards_of(int(legal), at.trump))
            if shown.trick_winner is not None:
                assert shown.seats[int(winner)] == shown.trick_winner
                assert card_of(int(best), at.trump) in shown.trick_cards
            if state.phase is Phase.BIDDING and seat in view.to_act:
                assert (None if barred < 0 else int(barred)) == shown.barred_bid
                bids = {action.tricks for action in view.legal if isinstance(action, Bid)}
                if current.bids[seat] is None:
                    assert bids == set(range(rules.size + 1)) - {int(barred)}
            assert rules.at_once == (view.rulebook.bidding is Bidding.ALL_AT_ONCE)
            if state.phase is Phase.PLAYING:
                first = current.tricks[0].seats[0] if current.tricks else current.leader
                assert first == shown.seats[at.leader]
                if rules.lead_kind == LEFT_LEADS:
                    assert at.leader == 0
                elif rules.lead_kind == DEALER_LEADS:
                    assert at.leader == rules.seats - 1
                else:
                    assert at.leader == int(np.argmax(at.bids))


@given(games())
def test_points_are_the_rulebooks(game: Game) -> None:
    plan = game.rulebook.compile()
    for size, table in plan.points.items():
        points, worth = points_array(table, low_wins=game.rulebook.scoring.low_wins)
        sign = -1 if game.rulebook.scoring.low_wins else 1
        assert points.shape == (size + 1, size + 1)
        assert (points == sign * np.array(table)).all()
        assert worth > 0


@given(games())
def test_who_holds_no_cards_is_refused(game: Game) -> None:
    for state in game.states:
        if state.round is None:
            with pytest.raises(KernelError, match="no-round"):
                position_of(view_for(state, 0))
        else:
            with pytest.raises(KernelError, match="no-seat"):
                position_of(view_for(state, None))
