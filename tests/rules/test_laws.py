"""What holds for every rulebook at every moment of every game."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from itertools import product
from math import comb
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules import events as ev
from ohhell.rules.actions import Bid, Play
from ohhell.rules.axes import TieRule, TurnUp
from ohhell.rules.cards import PACK, Card, Seat
from ohhell.rules.engine import (
    abandon,
    decide,
    decide_chance,
    evolve,
    legal_actions,
    replay,
    start,
    to_act,
)
from ohhell.rules.errors import OhHellError
from ohhell.rules.projection import view_for
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.view import Phase
from tests.rules.games import Game, chance_move
from tests.rules.scenes import Scene
from tests.rules.strategies import decks, games, unfinished_games

_T = TypeVar("_T")


# --- Replay.


@given(games())
def test_folding_the_log_gives_the_state(game: Game) -> None:
    assert replay(game.log) == game.end


@given(unfinished_games())
def test_a_step_leads_from_one_state_to_the_next_whoever_folds_it(game: Game) -> None:
    state = start(game.started)
    for step in game.steps:
        assert step.before == state
        for event in step.events:
            state = evolve(state, event)
        assert step.after == state


@given(unfinished_games())
def test_states_and_views_travel_between_processes(game: Game) -> None:
    state = game.end
    assert pickle.loads(pickle.dumps(state)) == state
    assert copy.deepcopy(state) == state
    view = view_for(state, 0)
    assert pickle.loads(pickle.dumps(view)) == view


# --- Always a move.


@given(games())
def test_somebody_is_to_act_exactly_where_there_is_a_legal_action(game: Game) -> None:
    for state in game.states:
        seats = range(state.rulebook.players)
        able = {seat for seat in seats if legal_actions(state, seat)}
        waiting = set(to_act(state))
        in_play = state.phase in (Phase.BIDDING, Phase.PLAYING)
        assert bool(able) == bool(waiting) == in_play
        assert waiting <= able
        # Whoever is not waited for can do no more than change a bid.
        for seat in able - waiting:
            assert all(isinstance(action, Bid) for action in legal_actions(state, seat))


@given(unfinished_games())
def test_a_game_that_was_given_up_waits_for_nobody(game: Game) -> None:
    if game.end.phase in (Phase.OVER, Phase.ABANDONED):
        with pytest.raises(OhHellError, match="game-over"):
            abandon(game.end)
        return
    state = evolve(game.end, abandon(game.end))
    assert state.phase is Phase.ABANDONED
    assert state.turn == game.end.turn + 1
    assert to_act(state) == ()
    for seat in range(state.rulebook.players):
        assert legal_actions(state, seat) == ()
        assert view_for(state, seat).legal == ()
    with pytest.raises(OhHellError):
        decide_chance(state, chance_move(replace(state, phase=Phase.DEAL), game.secret))


@given(games())
def test_the_turn_never_goes_back_and_moves_whenever_the_game_waits_for_others(game: Game) -> None:
    for step in game.steps:
        before, after = step.before, step.after
        assert before.turn <= after.turn <= before.turn + 1
        if after.turn == before.turn:
            # Nonces, the dealer's draw, and bids of one round that nobody sees yet.
            assert before.phase is after.phase is Phase.BIDDING or before.round is after.round


# --- Conservation.


def cards_of(current: RoundState) -> list[Card]:
    played = [card for trick in current.tricks for card in trick.cards]
    turned = [current.turn_up] if current.turn_up is not None else []
    held = [card for hand in current.hands for card in hand]
    return [*held, *current.stock, *current.trick, *played, *turned]


@given(games())
def test_every_card_is_in_one_place_and_tricks_add_up(game: Game) -> None:
    for state in game.states:
        current = state.round
        if current is None:
            continue
        assert sorted(cards_of(current)) == list(PACK)
        assert sum(current.taken) == len(current.tricks) < current.size
        for seat, hand in enumerate(current.hands):
            assert list(hand) == sorted(hand)
            if seat not in current.seats:
                assert (hand, current.bids[seat], current.taken[seat]) == ((), None, 0)


@given(games())
def test_every_round_is_paid_by_the_table_and_totals_are_the_sum_of_points(game: Game) -> None:
    for state in game.states:
        totals = [0] * state.rulebook.players
        for number, result in enumerate(state.results, start=1):
            assert result.number == number
            assert sum(result.taken) == result.size
            table = state.plan.points[result.size]
            for seat, bid in enumerate(result.bids):
                paid = 0 if bid is None else table[bid][result.taken[seat]]
                assert result.points[seat] == paid
                totals[seat] += paid
        assert state.totals == tuple(totals)


@given(games())
def test_a_game_keeps_to_its_plan(game: Game) -> None:
    end = game.end
    scheduled = end.results[: len(end.plan.rounds)]
    assert [result.size for result in scheduled] == list(game.rulebook.sizes)
    for earlier, later in zip(end.results, end.results[1:], strict=False):
        if not later.is_extension:
            assert later.dealer == (earlier.dealer + 1) % game.rulebook.players
    for result in end.results[len(end.plan.rounds) :]:
        assert result.is_extension
        assert result.size == game.rulebook.largest
        assert result.bids[result.dealer] is not None


@given(games())
def test_deals_give_what_the_plan_says(game: Game) -> None:
    dealt = [event for event in game.log if isinstance(event, ev.RoundDealt)]
    for event in dealt:
        assert event.seats[-1] == event.dealer
        assert [len(event.hands[seat]) for seat in event.seats] == [event.size] * len(event.seats)
        match game.rulebook.trump:
            case TurnUp.EVERY_ROUND:
                assert event.turn_up is not None
            case TurnUp.EXCEPT_LARGEST:
                assert (event.turn_up is None) == (event.size == game.rulebook.largest)
                assert event.turn_up is not None or event.trump is None
            case cycle:
                assert event.turn_up is None
                assert event.trump is cycle[(event.number - 1) % len(cycle)]
        if event.turn_up is not None:
            assert event.trump is event.turn_up.suit


@given(games())
def test_players_follow_suit_and_the_best_card_takes_the_trick(game: Game) -> None:
    hands: dict[Seat, set[Card]] = {}
    trump = None
    trick: list[tuple[Seat, Card]] = []
    leader: Seat | None = None
    for event in game.log:
        match event:
            case ev.RoundDealt():
                hands = {seat: set(event.hands[seat]) for seat in event.seats}
                trump, trick, leader = event.trump, [], None
            case ev.CardPlayed(seat, card):
                assert leader is None or trick or seat == leader
                led = trick[0][1].suit if trick else card.suit
                assert card.suit is led or all(held.suit is not led for held in hands[seat])
                hands[seat].remove(card)
                trick.append((seat, card))
            case ev.TrickTaken(winner):
                assert {seat for seat, _ in trick} == set(hands)
                led = trick[0][1].suit
                strength = {
                    seat: (card.suit is trump, card.suit is led, card.rank) for seat, card in trick
                }
                assert max(strength, key=strength.__getitem__) == winner
                trick, leader = [], winner
            case _:
                pass


# --- The end.


@given(games())
def test_places_follow_totals_except_where_leaders_played_on(game: Game) -> None:
    end = game.end
    if end.phase is not Phase.OVER:
        assert end.places == ()
        return
    sign = 1 if game.rulebook.scoring.low_wins else -1
    better = [sign * total for total in end.totals]
    if game.rulebook.ties.rule is TieRule.LEADERS:
        extra = end.results[len(end.plan.rounds) :]
        assert len(extra) == end.extensions_played <= game.rulebook.ties.extensions
        took_part = [
            sum(result.bids[seat] is not None for result in extra) for seat in range(len(better))
        ]
    else:
        took_part = [0] * len(better)
    for mine, place in enumerate(end.places):
        ahead = [
            (-took_part[other], better[other]) < (-took_part[mine], better[mine])
            for other in range(len(better))
        ]
        assert place == 1 + sum(ahead)
    if game.rulebook.ties.rule is TieRule.ALL_SEATS:
        assert end.places.count(1) == 1


# --- Seats are alike.


def turned(values: tuple[_T, ...], by: int) -> tuple[_T, ...]:
    """A tuple by seat, for a table where everybody sits `by` seats further."""
    return tuple(values[(seat - by) % len(values)] for seat in range(len(values)))


def moved(event: ev.Event, by: int, players: int) -> ev.Event:
    """An event with everybody `by` seats further."""

    def seat(number: Seat) -> Seat:
        return (number + by) % players

    match event:
        case ev.RoundDealt():
            return replace(
                event,
                dealer=seat(event.dealer),
                seats=tuple(map(seat, event.seats)),
                hands=turned(event.hands, by),
            )
        case ev.BidMade() | ev.BidChanged() | ev.CardPlayed() | ev.TrickTaken():
            return replace(event, seat=seat(event.seat))
        case ev.BidsRevealed():
            return replace(event, bids=turned(event.bids, by))
        case ev.RoundScored():
            return replace(event, points=turned(event.points, by), totals=turned(event.totals, by))
        case ev.GameEnded():
            return replace(event, places=turned(event.places, by))
        case _:
            return event


@given(games(), st.integers(1, 6))
def test_a_table_that_sits_further_round_plays_the_same_game(game: Game, by: int) -> None:
    first = game.end.first_dealer
    assert first is not None
    players = game.rulebook.players
    here = replace(game.rulebook, first_dealer=first)
    there = replace(game.rulebook, first_dealer=(first + by) % players)
    original = start(replace(game.started, rulebook=here, persons=()))
    rotated = start(replace(game.started, rulebook=there, persons=()))
    for step in game.steps:
        if step.move is None or step.before.phase in (Phase.NONCES, Phase.DEALER):
            continue
        assert to_act(rotated) == tuple((seat + by) % players for seat in to_act(original))
        if step.seat is None:
            events = decide_chance(rotated, chance_move(step.before, game.secret))
        else:
            assert isinstance(step.move, (Bid, Play))
            events = decide(rotated, (step.seat + by) % players, step.move)
        assert events == tuple(moved(event, by, players) for event in step.events)
        for before, after in zip(step.events, events, strict=True):
            original, rotated = evolve(original, before), evolve(rotated, after)


# --- Counting everything.


def bid_sequences(state: GameState) -> int:
    """How many ways there are to bid a round through."""
    if state.phase is not Phase.BIDDING:
        return 1
    (seat,) = to_act(state)
    return sum(
        bid_sequences(evolve(state, decide(state, seat, action)[0]))
        for action in legal_actions(state, seat)
    )


@pytest.mark.parametrize(
    ("players", "size"), [(3, 1), (3, 4), (3, 7), (4, 1), (4, 3), (5, 2), (7, 1)]
)
def test_bid_sequences_are_as_many_as_arithmetic_says(players: int, size: int) -> None:
    free = (size + 1) ** players
    # Ways to write `size` as a sum of `players` numbers: what the hook takes away.
    barred = comb(size + players - 1, players - 1)
    for hook, expected in [
        ("off", free),
        ("on", free - barred),
        (f"from-{size}", free - barred),
        (f"from-{size + 1}", free),
    ]:
        scene = Scene(f"players={players} sequence={size} first_dealer=seat-1 hook={hook}")
        scene.deal()
        assert bid_sequences(scene.state) == expected


def test_bid_sequences_of_two_leaders_leave_out_one_for_each_first_bid() -> None:
    scene = Scene("players=3 sequence=1 first_dealer=seat-0 ties=leaders-1 scoring=exact-only")
    scene.one_trick({1: 0, 2: 0, 0: 0}, winner=0)
    assert scene.state.contenders == (1, 2)
    scene.deal()
    assert bid_sequences(scene.state) == (1 + 1) ** 2 - 2


def plays_by_search(state: GameState) -> int:
    """How many ways there are to play a round out, asked of the engine."""
    if state.phase is not Phase.PLAYING:
        return 1
    (seat,) = to_act(state)
    total = 0
    for action in legal_actions(state, seat):
        after = state
        for event in decide(state, seat, action):
            after = evolve(after, event)
        total += plays_by_search(after)
    return total


def plays_by_counting(hands: dict[Seat, tuple[Card, ...]], leader: Seat, trump: object) -> int:
    """The same by hand: every choice of one card each, without those that revoke."""
    if not hands[leader]:
        return 1
    total = 0
    order = [(leader + place) % len(hands) for place in range(len(hands))]
    for cards in product(*(hands[seat] for seat in order)):
        led = cards[0].suit
        revokes = any(
            card.suit is not led and any(held.suit is led for held in hands[seat])
            for seat, card in zip(order, cards, strict=True)
        )
        if not revokes:
            rest = {
                seat: tuple(held for held in hands[seat] if held is not card)
                for seat, card in zip(order, cards, strict=True)
            }
            best = max(cards, key=lambda card: (card.suit is trump, card.suit is led, card.rank))
            total += plays_by_counting(rest, order[cards.index(best)], trump)
    return total


@given(st.sampled_from([(3, 1), (3, 2), (3, 3), (4, 2), (5, 2)]), decks(), st.booleans())
def test_ways_to_play_a_round_are_as_many_as_counting_by_hand_finds(
    shape: tuple[int, int], deck: tuple[Card, ...], no_trump: bool
) -> None:
    players, size = shape
    trump = "none" if no_trump else "turn-up"
    scene = Scene(f"players={players} sequence={size} first_dealer=seat-2 hook=off trump={trump}")
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
    scene.deal(
        *(" ".join(map(str, hand)) for hand in hands),
        turn_up=None if no_trump else str(deck[51]),
    )
    scene.bid(*(0 for _ in range(players)))
    expected = plays_by_counting(dict(enumerate(hands)), 3 % players, scene.round.trump)
    assert plays_by_search(scene.state) == expected
