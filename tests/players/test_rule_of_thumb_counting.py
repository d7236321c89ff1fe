"""What the rule-of-thumb player counts, held against plain enumeration."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.players.chances import (
    chance_alone,
    chance_now,
    chances_later,
    distribution,
    without,
)
from ohhell.players.reading import BIT, HIGHER, card_set, read, sure_tricks
from ohhell.rules.cards import PACK, Card, Suit, parse_card, parse_cards
from ohhell.rules.engine import to_act
from ohhell.rules.projection import view_for
from ohhell.rules.trick import winning_index
from ohhell.rules.view import Phase
from tests.players.positions import position, view_round
from tests.players.seated import game_of

chances = st.lists(st.floats(0, 1), max_size=10)


def test_higher_cards_are_those_of_the_suit_above() -> None:
    for card in PACK:
        above = [other for other in PACK if other.suit is card.suit and other.rank > card.rank]
        assert HIGHER[card] == card_set(above)


@pytest.mark.parametrize("rulebook", ["party players=5", "common trump=none players=3"])
def test_cards_nobody_has_seen_are_those_of_others_and_the_stock(rulebook: str) -> None:
    for state in game_of(rulebook, "random").states:
        if state.phase not in (Phase.BIDDING, Phase.PLAYING) or state.round is None:
            continue
        seat = to_act(state)[0]
        reading = read(view_round(view_for(state, seat)), seat)
        held = [
            card for other, hand in enumerate(state.round.hands) if other != seat for card in hand
        ]
        assert reading.held_by_others == len(held)
        assert reading.unseen == card_set((*held, *state.round.stock))
        assert sum(reading.unseen_by_suit) == reading.unseen_count
        assert reading.opponents == len(state.round.seats) - 1


def test_sure_tricks_are_made_however_badly_everybody_plays() -> None:
    """Random play, our own included, never takes fewer than were sure at any moment."""
    certain = 0
    for seed in range(20):
        rulebook = f"common players={3 + seed % 5} trump={('turn-up', 'spades')[seed % 2]}"
        states = game_of(rulebook, "random", seed=seed).states
        for state in states:
            if state.round is None or state.phase is not Phase.PLAYING:
                continue
            seat, number = to_act(state)[0], state.round.number
            trick, trump = state.round.trick, state.round.trump
            to_beat = trick[winning_index(trick, trump)] if trick else None
            reading = read(view_round(view_for(state, seat)), seat)
            hand = state.round.hands[seat]
            sure = sure_tricks(hand, reading, leads=False, to_beat=to_beat).bit_count()
            end = states[-1].results[number - 1]
            assert end.taken[seat] - state.round.taken[seat] >= sure
            certain += sure
    assert certain > 900


@pytest.mark.parametrize(
    ("hand", "seen", "sure"),
    [
        ("AH", "", "AH"),
        ("KH", "", ""),
        ("KH", "AH", "KH"),
        ("KH QH", "", "QH"),
        ("KH QH JH", "", "QH JH"),
        ("QH JH TH", "", "TH"),
        ("AH QH JH", "", "AH JH"),
        ("2H 3H 4H 5H 6H 7H 8H", "", "2H"),
        ("AS KS", "", ""),
    ],
)
def test_sure_trumps(hand: str, seen: str, sure: str) -> None:
    turn_up = parse_card(seen) if seen else None
    view = position(hand, players=3, trump=Suit.HEARTS, turn_up=turn_up)
    cards = view_round(view).hand
    reading = read(view_round(view), 0)
    assert sure_tricks(cards, reading, leads=True) == card_set(parse_cards(sure))


def test_top_cards_are_sure_without_trump_for_whoever_leads() -> None:
    view = position("AS KS QS JH AD", trump=None)
    reading = read(view_round(view), 0)
    hand = view_round(view).hand
    assert sure_tricks(hand, reading, leads=True) == card_set(parse_cards("AS KS QS AD"))
    assert not sure_tricks(hand, reading, leads=False)


@given(chances)
def test_the_distribution_is_that_of_independent_cards(each: list[float]) -> None:
    expected = [0.0] * (len(each) + 1)
    for wins in itertools.product((False, True), repeat=len(each)):
        expected[sum(wins)] += math.prod(
            chance if won else 1 - chance for chance, won in zip(each, wins, strict=True)
        )
    assert distribution(each) == pytest.approx(expected, abs=1e-12)


@given(chances.filter(bool))
def test_a_card_can_be_taken_out_of_a_distribution(each: list[float]) -> None:
    whole = distribution(each)
    for place, chance in enumerate(each):
        rest = distribution([*each[:place], *each[place + 1 :]])
        assert without(whole, chance) == pytest.approx(rest, abs=1e-9)


def alone(card: Card, *, leads: bool, players: int, trump: Suit | None) -> float:
    """How often a single card wins, dealt out many times; the leader leads what it has."""
    dice = random.Random(1)
    rest = [other for other in PACK if other is not card]
    wins = 0
    for _ in range(4000):
        cards = dice.sample(rest, players - 1)
        led = card.suit if leads else cards[0].suit
        best = max([card, *cards], key=lambda c: (c.suit is trump, c.suit is led, c.rank))
        wins += best is card
    return wins / 4000


@pytest.mark.parametrize("trump", [Suit.HEARTS, None])
@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("name", ["AH", "7H", "2H", "AS", "9S", "2S"])
def test_the_chance_of_a_single_card_is_what_deals_show(
    name: str, leads: bool, trump: Suit | None
) -> None:
    view = position(name, players=4, trump=trump)
    reading = read(view_round(view), 0)
    counted = chance_alone(parse_card(name), reading, leads=leads, ones=0)
    shown = alone(parse_card(name), leads=leads, players=4, trump=trump)
    assert counted == pytest.approx(shown, abs=0.03)


def test_a_bid_of_one_before_us_makes_a_single_card_worse() -> None:
    view = position("9H", players=5, trump=Suit.HEARTS)
    reading = read(view_round(view), 0)
    each = [chance_alone(Card.H9, reading, leads=False, ones=ones) for ones in range(5)]
    assert each == sorted(each, reverse=True)
    assert each[4] == pytest.approx((7 / 12) ** 4)
    assert chance_alone(Card.HA, reading, leads=False, ones=4) == 1.0


def test_chances_fall_with_every_higher_card_that_is_out() -> None:
    """Sure trumps are 1, and nothing else is certain either way."""
    for trump in (Suit.HEARTS, None):
        view = position("2H 5H 9H KH AH 3S 8S QS", players=4, trump=trump)
        reading = read(view_round(view), 0)
        hand = view_round(view).hand
        sure = sure_tricks(hand, reading, leads=False)
        found = dict(zip(hand, chances_later(hand, reading, sure=sure), strict=True))
        for suit in (Suit.HEARTS, Suit.SPADES):
            each = [chance for card, chance in found.items() if card.suit is suit]
            assert each == sorted(each)
        for card, chance in found.items():
            assert (chance == 1.0) is bool(BIT[card] & sure)
            assert chance > 0


def test_a_card_holds_better_the_fewer_are_still_to_play() -> None:
    view = position("QS 4H AH KD 2D", players=5, trump=Suit.HEARTS)
    reading = read(view_round(view), 0)
    for card, led in ((Card.SQ, Suit.SPADES), (Card.H4, Suit.SPADES), (Card.H4, Suit.HEARTS)):
        each = [chance_now(card, led, reading, behind=behind, cards=5) for behind in range(5)]
        assert each[0] == 1.0
        assert each == sorted(each, reverse=True)
        assert each[4] < each[3] < 1
    assert chance_now(Card.HA, Suit.HEARTS, reading, behind=4, cards=5) == 1.0
    assert chance_now(Card.HA, Suit.CLUBS, reading, behind=4, cards=5) == 1.0
