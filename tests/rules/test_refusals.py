"""What the rules refuse, with which code, and that a refusal changes nothing."""

from __future__ import annotations

import copy
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.axes import BidChange, Bidding
from ohhell.rules.cards import Card, Seat
from ohhell.rules.engine import abandon, decide, evolve, legal_actions, legal_bids, playable
from ohhell.rules.errors import IllegalAction
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.view import Phase
from tests.rules.games import Game
from tests.rules.scenes import Scene
from tests.rules.strategies import all_actions, unfinished_games


def reasons(state: GameState, seat: Seat, action: Action) -> set[str]:
    """The codes that are true of an action now; none means that it is legal."""
    if state.phase in (Phase.OVER, Phase.ABANDONED):
        return {"game-over"}
    if seat not in range(state.rulebook.players):
        return {"no-such-seat"}
    if state.round is None:
        return {"not-dealt-yet"}
    if seat not in state.round.seats:
        return {"sits-out"}
    match action:
        case Bid(tricks):
            return bid_reasons(state, state.round, seat, tricks)
        case Play(card):
            return play_reasons(state.round, seat, card)


def bid_reasons(state: GameState, current: RoundState, seat: Seat, tricks: int) -> set[str]:
    order = current.seats
    made = [current.bids[other] is not None for other in order]
    place = order.index(seat)
    is_last = place == len(order) - 1
    next_has_spoken = bool(current.trick or current.tricks) if is_last else made[place + 1]
    may_change = (
        state.rulebook.bid_change is BidChange.UNTIL_NEXT and made[place] and not next_has_spoken
    )
    found: set[str] = set()
    if made[place]:
        found |= {"same-bid"} if may_change and tricks == current.bids[seat] else set()
        found |= set() if may_change else {"bid-stands"}
    elif state.rulebook.bidding is Bidding.IN_TURN and not all(made[:place]):
        found.add("out-of-turn")
    if tricks not in range(current.size + 1):
        found.add("bid-out-of-range")
    if state.rulebook.hook is not None and current.size >= state.rulebook.hook and is_last:
        earlier = [current.bids[other] for other in order[:-1]]
        if None not in earlier and sum(filter(None, earlier)) + tricks == current.size:
            found.add("hook")
    return found


def play_reasons(current: RoundState, seat: Seat, card: Card) -> set[str]:
    if any(current.bids[other] is None for other in current.seats):
        return {"bids-first"}
    assert current.leader is not None
    order = current.seats + current.seats
    found: set[str] = set()
    if order[order.index(current.leader) + len(current.trick)] != seat:
        found.add("out-of-turn")
    hand = current.hands[seat]
    if card not in hand:
        found.add("not-your-card")
    led = {played.suit for played in current.trick[:1]}
    if led and card.suit not in led and any(held.suit in led for held in hand):
        found.add("must-follow")
    return found


def check_everything_anybody_could_try(state: GameState) -> None:
    untouched = copy.deepcopy(state)
    for seat, action in all_actions(state):
        true = reasons(state, seat, action)
        legal = seat in range(state.rulebook.players) and action in legal_actions(state, seat)
        assert legal == (not true), (seat, action, true)
        if legal:
            assert decide(state, seat, action)
        else:
            with pytest.raises(IllegalAction) as caught:
                decide(state, seat, action)
            assert caught.value.code in true, (seat, action)
    assert state == untouched


@given(unfinished_games(), st.booleans())
def test_exactly_the_legal_actions_are_accepted_and_every_refusal_is_true(
    game: Game, given_up: bool
) -> None:
    state = game.end
    if given_up and state.phase is not Phase.OVER and state.phase is not Phase.ABANDONED:
        state = evolve(state, abandon(state))
    check_everything_anybody_could_try(state)


@given(unfinished_games())
def test_legal_bids_and_cards_are_offered_once_each_and_in_order(game: Game) -> None:
    for seat in range(game.rulebook.players):
        bids, cards = legal_bids(game.end, seat), playable(game.end, seat)
        assert list(bids) == sorted(set(bids))
        assert list(cards) == sorted(set(cards))
        assert legal_actions(game.end, seat) == (*map(Bid, bids), *map(Play, cards))


def test_every_moment_of_a_whole_round_with_every_kind_of_refusal() -> None:
    """Two of three leaders play on, bids may change, the hook binds: each code comes up."""
    scene = Scene(
        "players=3 sequence=1 first_dealer=seat-0 ties=leaders-1 bid_change=until-next"
        " scoring=exact-only"
    )
    met = {scene.refusal(1, Bid(0))}
    check_everything_anybody_could_try(scene.state)
    scene.one_trick({1: 0, 2: 0, 0: 0}, winner=0)
    check_everything_anybody_could_try(scene.state)
    scene.deal("", "2C", "3C", turn_up="2S")
    check_everything_anybody_could_try(scene.state)
    assert scene.round.seats == (2, 1)
    met |= {scene.refusal(0, Bid(0)), scene.refusal(1, Bid(0)), scene.refusal(2, Bid(2))}
    met |= {scene.refusal(7, Bid(0)), scene.refusal(2, Play(Card.C3))}
    scene.bid(0)
    check_everything_anybody_could_try(scene.state)
    met |= {scene.refusal(2, Bid(0)), scene.refusal(1, Bid(1))}
    scene.bid(0)
    check_everything_anybody_could_try(scene.state)
    met |= {scene.refusal(2, Bid(1)), scene.refusal(2, Play(Card.C2))}
    scene.play("3C")
    check_everything_anybody_could_try(scene.state)
    scene.play("2C")
    assert scene.phase is Phase.OVER
    check_everything_anybody_could_try(scene.state)
    met |= {scene.refusal(1, Play(Card.C2))}
    assert met == {
        "not-dealt-yet",
        "sits-out",
        "out-of-turn",
        "bid-out-of-range",
        "no-such-seat",
        "bids-first",
        "same-bid",
        "hook",
        "bid-stands",
        "not-your-card",
        "game-over",
    }


@pytest.mark.parametrize("bids", [(1,), (1, 0, 0)])
def test_in_a_game_that_was_given_up_not_even_a_bid_may_change(bids: tuple[int, ...]) -> None:
    scene = Scene("players=3 sequence=2 first_dealer=seat-2 bid_change=until-next")
    scene.deal()
    scene.bid(*bids)
    last = len(bids) - 1
    assert scene.bids(last)
    scene.happen([abandon(scene.state)])
    assert scene.bids(last) == ()
    assert scene.refusal(last, Bid(2)) == "game-over"
    check_everything_anybody_could_try(scene.state)


def test_a_revoke_is_refused_and_names_the_suit() -> None:
    scene = Scene("players=3 sequence=2 first_dealer=seat-0 hook=off")
    scene.deal("AH 2H", "2C 3C", "4C AS", turn_up="2S")
    scene.bid(0, 0, 0)
    scene.play("2C")
    with pytest.raises(IllegalAction) as caught:
        decide(scene.state, 2, Play(Card.SA))
    assert (caught.value.code, dict(caught.value.params)) == (
        "must-follow",
        {"seat": 2, "card": "AS", "suit": "clubs"},
    )
    assert scene.cards() == "4C"
    scene.play("4C")
    assert scene.cards() == "2H AH"


def test_a_refused_hook_says_the_total_it_would_have_made() -> None:
    scene = Scene("players=4 sequence=7 first_dealer=seat-3")
    scene.deal()
    scene.bid(2, 3, 1)
    with pytest.raises(IllegalAction) as caught:
        decide(scene.state, 3, Bid(1))
    assert (caught.value.code, dict(caught.value.params)) == (
        "hook",
        {"seat": 3, "value": 1, "total": 6, "size": 7},
    )


def test_whose_turn_it_is_stands_in_the_refusal() -> None:
    scene = Scene("players=4 sequence=1 first_dealer=seat-3")
    scene.deal("2C", "3C", "4C", "5C", turn_up="2S")
    for seat, action, next_seat in [(2, Bid(0), 0), (2, Play(Card.C4), 0)]:
        with pytest.raises(IllegalAction) as caught:
            decide(scene.state, seat, action)
        assert caught.value.params["next"] == next_seat
    scene.bid(1, 1, 1, 1)
    with pytest.raises(IllegalAction) as caught:
        decide(scene.state, 2, Play(Card.C4))
    assert dict(caught.value.params) == {"seat": 2, "next": 0}


@pytest.mark.parametrize(
    ("kind", "value"), [(Bid, True), (Bid, 1.0), (Bid, "1"), (Play, 15), (Play, "3C"), (int, 1)]
)
def test_what_only_looks_like_an_action_is_refused(kind: Any, value: object) -> None:
    action = kind(value)
    scene = Scene("players=3 sequence=2 first_dealer=seat-2")
    scene.deal()
    assert scene.refusal(0, action) == "not-an-action"
    assert scene.refusal(cast("Any", False), Bid(1)) == "no-such-seat"
    assert scene.refusal(cast("Any", "0"), Bid(1)) == "no-such-seat"
