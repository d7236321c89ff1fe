"""Nobody learns a card or a bid that the table has not shown, at any moment, by any way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ohhell.rules import events as ev
from ohhell.rules.actions import Action
from ohhell.rules.axes import Bidding
from ohhell.rules.cards import Card, Seat
from ohhell.rules.engine import abandon, decide, evolve, legal_actions, to_act
from ohhell.rules.errors import IllegalAction
from ohhell.rules.events import Event
from ohhell.rules.projection import hides_bids, joined, mask, own_for, view_for
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.view import Phase, PlayerView, RoundView
from tests.rules.games import Game
from tests.rules.scenes import Scene
from tests.rules.strategies import all_actions, games, games_in_a_round, unfinished_games


@dataclass(frozen=True)
class Twins:
    """Two truths that `seat` cannot tell apart, and the log of the round that led to each."""

    seat: Seat | None
    state: GameState
    other: GameState
    log: tuple[Event, ...]
    other_log: tuple[Event, ...]


def is_open(state: GameState, current: RoundState) -> bool:
    """Whether everybody's bids may be seen."""
    return not hides_bids(state) or all(current.bids[seat] is not None for seat in current.seats)


@st.composite
def twins(draw: DrawFn) -> Twins:
    """A moment, and the same with what others and the stock hold dealt anew, and hidden bids."""
    game = draw(games_in_a_round())
    state = game.end
    if draw(st.booleans()) and draw(st.booleans()):
        state = evolve(state, abandon(state))
    current = state.round
    assert current is not None
    seat = draw(st.none() | st.integers(0, state.rulebook.players - 1))
    hidden = [seat_ for seat_ in range(len(current.hands)) if seat_ != seat]
    unseen = [card for other in hidden for card in current.hands[other]] + [*current.stock]
    unseen = draw(st.permutations(unseen))
    hands = list(current.hands)
    for other in hidden:
        count = len(hands[other])
        hands[other] = tuple(sorted(unseen[:count]))
        unseen = unseen[count:]
    bids = tuple(
        bid
        if bid is None or other == seat or is_open(state, current)
        else draw(st.integers(0, current.size))
        for other, bid in enumerate(current.bids)
    )
    twin = replace(current, hands=tuple(hands), stock=tuple(unseen), bids=bids)
    log = round_log(game)
    is_hidden = not is_open(state, current)
    other_log = tuple(told_by(twin, event, is_hidden=is_hidden) for event in log)
    return Twins(seat, state, replace(state, round=twin), log, other_log)


def round_log(game: Game) -> tuple[Event, ...]:
    """The events of the round in progress."""
    log = game.log
    dealt = max(place for place, event in enumerate(log) if isinstance(event, ev.RoundDealt))
    return log[dealt:]


def told_by(current: RoundState, event: Event, *, is_hidden: bool) -> Event:
    """An event of the round as it was where the truth is `current`."""
    match event:
        case ev.RoundDealt():
            played: dict[Seat, list[Card]] = {}
            for seat, card in plays_so_far(current):
                played.setdefault(seat, []).append(card)
            hands = tuple((*hand, *played.get(seat, ())) for seat, hand in enumerate(current.hands))
            return replace(event, hands=hands, stock=current.stock)
        case ev.BidMade() if is_hidden:
            tricks = current.bids[event.seat]
            assert tricks is not None
            return replace(event, tricks=tricks)
        case _:
            return event


def plays_so_far(current: RoundState) -> Iterator[tuple[Seat, Card]]:
    for trick in current.tricks:
        yield from zip(trick.seats, trick.cards, strict=True)
    if current.leader is not None:
        first = current.seats.index(current.leader)
        order = current.seats[first:] + current.seats[:first]
        yield from zip(order, current.trick, strict=False)


@given(twins())
def test_my_view_is_the_same_whatever_others_and_the_stock_hold(pair: Twins) -> None:
    assert view_for(pair.state, pair.seat) == view_for(pair.other, pair.seat)


@given(twins())
def test_my_view_is_a_watchers_and_what_is_my_own(pair: Twins) -> None:
    watched = view_for(pair.state, None)
    for seat in (None, *range(pair.state.rulebook.players)):
        assert joined(watched, own_for(pair.state, seat)) == view_for(pair.state, seat)


@given(twins())
def test_what_i_was_told_is_the_same_whatever_others_and_the_stock_hold(pair: Twins) -> None:
    hidden = hides_bids(pair.state)
    told = [mask(event, pair.seat, bids_hidden=hidden) for event in pair.log]
    other = [mask(event, pair.seat, bids_hidden=hidden) for event in pair.other_log]
    assert told == other


def outcome(state: GameState, seat: Seat, action: Action) -> object:
    """What a seat learns from trying something: a refusal with its parameters, or events."""
    try:
        events = decide(state, seat, action)
    except IllegalAction as refusal:
        return refusal.code, dict(refusal.params)
    return [mask(event, seat, bids_hidden=hides_bids(state)) for event in events]


@given(twins())
def test_trying_whatever_i_like_tells_me_nothing_of_others(pair: Twins) -> None:
    if pair.seat is None:
        return
    # The last of the bids made all at once shows them all: then the truth is meant to come out.
    shows = hides_bids(pair.state) and to_act(pair.state) == (pair.seat,)
    for seat, action in all_actions(pair.state):
        legal = action in legal_actions(pair.state, pair.seat)
        if seat == pair.seat and not (shows and legal):
            assert outcome(pair.state, seat, action) == outcome(pair.other, seat, action)


# --- No card anywhere in what I am given, unless I hold it or the table has seen it.


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere inside a value made of frozen classes, tuples and mappings."""
    match value:
        case Card():
            yield value
        case tuple() | list() | set() | frozenset():
            for item in cast("tuple[object, ...]", value):
                yield from cards_in(item)
        case dict():
            yield from cards_in(tuple(cast("dict[object, object]", value).items()))
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from cards_in(getattr(value, field.name))
        case _:
            assert not isinstance(value, (bytes, bytearray)), "no secret bytes in a view"


@given(unfinished_games(), st.booleans())
def test_a_view_holds_no_card_that_was_not_shown(game: Game, given_up: bool) -> None:
    state = game.end
    if given_up and state.phase not in (Phase.OVER, Phase.ABANDONED):
        state = evolve(state, abandon(state))
    shown = {card for draw in state.draws for _, card in draw}
    if state.round is not None:
        shown |= {card for _, card in plays_so_far(state.round)}
        shown |= {state.round.turn_up} if state.round.turn_up is not None else set()
    for seat in (None, *range(state.rulebook.players)):
        mine: set[Card] = set()
        if seat is not None and state.round is not None:
            mine = set(state.round.hands[seat])
        view = view_for(state, seat)
        assert set(cards_in(view)) <= shown | mine
        if view.round is not None:
            assert set(view.round.hand) == mine


@given(games())
def test_an_event_told_to_a_seat_holds_no_card_that_was_not_shown(game: Game) -> None:
    hidden = hides_bids(game.end)
    for event in game.log:
        # A program that takes part shows its nonce; nothing else that is told has bytes.
        if isinstance(event, (ev.GameStarted, ev.NonceCommitted, ev.NonceRevealed)):
            continue
        for seat in (None, *range(game.rulebook.players)):
            told = mask(event, seat, bids_hidden=hidden)
            match event:
                case ev.RoundDealt():
                    mine = () if seat is None else event.hands[seat]
                    turned = () if event.turn_up is None else (event.turn_up,)
                    assert sorted(cards_in(told)) == sorted((*mine, *turned))
                case ev.BidMade():
                    unseen = hidden and seat != event.seat
                    assert told == (ev.BidHidden(event.seat) if unseen else event)
                case _:
                    assert told is event


@given(games())
def test_hidden_bids_are_seen_by_their_own_seat_alone_until_all_are_in(game: Game) -> None:
    for state in game.states:
        current = state.round
        if current is None:
            continue
        for seat in (None, *range(state.rulebook.players)):
            seen = view_for(state, seat).round
            assert seen is not None
            made = tuple(bid is not None for bid in current.bids)
            assert seen.has_bid == made
            if is_open(state, current):
                assert seen.bids == current.bids
            else:
                own = tuple(b if other == seat else None for other, b in enumerate(current.bids))
                assert seen.bids == own


# --- A view is whole: what the table has seen is in it.


@given(games())
def test_a_view_says_all_that_everybody_saw(game: Game) -> None:
    for state in game.states:
        for seat in (None, *range(state.rulebook.players)):
            view = view_for(state, seat)
            assert view.seat == seat
            assert (view.rulebook, view.names) == (state.rulebook, state.names)
            assert (view.phase, view.turn) == (state.phase, state.turn)
            assert (view.totals, view.results) == (state.totals, state.results)
            assert (view.first_dealer, view.draws) == (state.first_dealer, state.draws)
            assert (view.contenders, view.places) == (state.contenders, state.places)
            assert view.extensions_played == state.extensions_played
            assert view.to_act == to_act(state)
            assert view.legal == (() if seat is None else legal_actions(state, seat))
            assert (view.round is None) == (state.round is None)
            if state.round is not None and view.round is not None:
                assert_round_is_whole(state, state.round, view.round, view)


def assert_round_is_whole(
    state: GameState, current: RoundState, seen: RoundView, view: PlayerView
) -> None:
    for name in ("number", "size", "dealer", "seats", "trump", "turn_up", "taken", "tricks"):
        assert getattr(seen, name) == getattr(current, name)
    assert (seen.leader, seen.trick_cards) == (current.leader, current.trick)
    assert seen.is_extension == (current.number > len(state.plan.rounds))
    assert seen.has_hook == state.rulebook.has_hook(current.size)
    assert seen.cards_left == tuple(map(len, current.hands))
    plays = list(plays_so_far(current))
    on_table = plays[len(plays) - len(current.trick) :]
    assert list(zip(seen.trick_seats, seen.trick_cards, strict=True)) == on_table
    if on_table:
        led = on_table[0][1].suit
        best = max(
            on_table, key=lambda play: (play[1].suit is current.trump, play[1].suit is led, play[1])
        )
        assert seen.trick_winner == best[0]
    else:
        assert seen.trick_winner is None
    if seen.barred_bid is not None:
        assert seen.has_hook
        others = [current.bids[seat] for seat in current.seats[:-1]]
        assert sum(bid or 0 for bid in others) + seen.barred_bid == current.size
        assert None not in others


# --- By hand.


def test_a_bid_made_all_at_once_stays_hidden_when_the_game_is_given_up() -> None:
    scene = Scene("players=3 sequence=2 first_dealer=seat-0 hook=off bidding=all-at-once")
    scene.deal()
    scene.bid(2)
    scene.happen([abandon(scene.state)])
    watched = view_for(scene.state, None).round
    own = view_for(scene.state, 1).round
    assert watched is not None
    assert own is not None
    assert watched.bids == (None, None, None)
    assert watched.has_bid == (False, True, False)
    assert own.bids == (None, 2, None)


def test_the_cards_drawn_for_the_deal_stay_in_sight() -> None:
    scene = Scene("common players=3")
    draw = ev.DealerDrawn(
        1, (((0, Card.H4), (1, Card.SQ), (2, Card.DQ)), ((1, Card.CA), (2, Card.C2)))
    )
    scene.happen([draw])
    assert view_for(scene.state, None).draws == draw.draws
    scene.deal()
    assert view_for(scene.state, 2).draws == draw.draws


def test_hands_are_seen_in_one_order_however_they_were_dealt() -> None:
    views: list[PlayerView] = []
    told: list[object] = []
    for hand in ("AH 2H", "2H AH"):
        scene = Scene("players=4 sequence=2 first_dealer=seat-3 hook=off")
        scene.deal("AS KS", hand, "QS JS", "TS 9S", turn_up="3H")
        scene.bid(0)
        views.append(view_for(scene.state, 1))
        told.append(mask(scene.events(ev.RoundDealt)[0], 1, bids_hidden=False))
        scene.bid(2, 0, 0)
        scene.play("KS")
        views.append(view_for(scene.state, 1))
    assert views[:2] == views[2:]
    assert told[0] == told[1]


def test_whoever_holds_the_cards_sees_them_change_places() -> None:
    scene = Scene("players=3 sequence=2 first_dealer=seat-0 hook=off bidding=all-at-once")
    scene.deal()
    scene.bid(1)
    current = scene.round
    swapped = replace(current, hands=(current.hands[1], current.hands[0], current.hands[2]))
    other = replace(scene.state, round=swapped)
    assert view_for(other, 0) != view_for(scene.state, 0)
    assert view_for(other, 2) == view_for(scene.state, 2)
    assert view_for(other, None) == view_for(scene.state, None)


@pytest.mark.parametrize("bidding", list(Bidding))
def test_only_bids_made_all_at_once_are_hidden(bidding: Bidding) -> None:
    scene = Scene(f"players=3 sequence=1 hook=off bidding={bidding.value} first_dealer=seat-0")
    assert hides_bids(scene.state) == (bidding is Bidding.ALL_AT_ONCE)
