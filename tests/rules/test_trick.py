"""Following suit, and who wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.cards import PACK, Card, Suit, format_cards, parse_card, parse_cards
from ohhell.rules.trick import legal_cards, winning_index

suits = st.sampled_from(Suit)


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("2C AH", None, "2C AH"),
        ("2C AH", Suit.CLUBS, "2C"),
        ("2C 9C AH", Suit.CLUBS, "2C 9C"),
        ("2C AH", Suit.SPADES, "2C AH"),
        ("AH", Suit.CLUBS, "AH"),
        ("", Suit.CLUBS, ""),
        ("", None, ""),
    ],
)
def test_the_suit_led_must_be_followed_by_those_who_hold_it(
    hand: str, led: Suit | None, legal: str
) -> None:
    assert format_cards(legal_cards(parse_cards(hand), led)) == legal


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("2C", None, "2C"),
        # "A 2 of hearts beats an ace of clubs" where hearts are trump.
        ("AC 2H", Suit.HEARTS, "2H"),
        ("AC 2H 3H", Suit.HEARTS, "3H"),
        ("AC 3H 2H", Suit.HEARTS, "3H"),
        # An off-suit card that is no trump cannot win, however high.
        ("2C AS AD", Suit.HEARTS, "2C"),
        ("2C AS KC", Suit.HEARTS, "KC"),
        # Without trump only the suit led counts.
        ("2C AS AD 3C", None, "3C"),
        ("2H AS 3H", None, "3H"),
        # Trump led is a suit led.
        ("2H AS KH QH", Suit.HEARTS, "KH"),
        # A card on the table may be better than all that follow.
        ("AH KH AS", Suit.HEARTS, "AH"),
        ("QC JC KD AS", Suit.HEARTS, "QC"),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(
    trick: str, trump: Suit | None, winner: str
) -> None:
    cards = parse_cards(trick)
    assert cards[winning_index(cards, trump)] is parse_card(winner)


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=7, unique=True), st.none() | suits)
def test_the_winner_beats_every_card_by_one_of_three_reasons(
    cards: list[Card], trump: Suit | None
) -> None:
    best = cards[winning_index(cards, trump)]
    led = cards[0].suit
    for card in cards:
        trumps = best.suit is trump and card.suit is not trump
        outranks = best.suit is card.suit and best.rank >= card.rank
        neither = best.suit is led and card.suit not in (led, trump)
        assert trumps or outranks or neither


@given(
    st.lists(st.sampled_from(PACK), min_size=1, max_size=7, unique=True),
    st.none() | suits,
    st.permutations(tuple(Suit)),
)
def test_suits_are_alike(cards: list[Card], trump: Suit | None, names: list[Suit]) -> None:
    renamed = [Card(names[card.suit] * 13 + card.rank) for card in cards]
    new_trump = None if trump is None else names[trump]
    assert winning_index(renamed, new_trump) == winning_index(cards, trump)


@given(st.lists(st.sampled_from(PACK), unique=True), st.none() | suits)
def test_what_may_be_played_is_the_suit_led_or_everything(
    hand: list[Card], led: Suit | None
) -> None:
    legal = legal_cards(hand, led)
    following = tuple(card for card in hand if card.suit is led)
    assert legal == (following or tuple(hand))
