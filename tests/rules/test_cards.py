"""The text of cards and suits, as people write it."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.actions import Bid, Deal, Play
from ohhell.rules.cards import (
    PACK,
    Card,
    Rank,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
    parse_suit,
)
from ohhell.rules.errors import CardError


def test_the_pack_is_every_rank_of_every_suit_without_jokers() -> None:
    assert len(PACK) == 52
    assert [(card.suit, card.rank) for card in PACK] == [
        (suit, rank) for suit in Suit for rank in Rank
    ]
    assert max(Rank) is Rank.ACE
    assert min(Rank) is Rank.TWO


@pytest.mark.parametrize("card", PACK)
def test_a_card_is_read_in_every_way_people_write_it(card: Card) -> None:
    text = str(card)
    assert text == card.rank.letter + card.suit.letter
    assert repr(card) == f"Card('{text}')"
    symbol = "♣♦♥♠"[card.suit]
    outline = "♧♢♡♤"[card.suit]
    rank = text[0].replace("T", "10")
    emoji = f"{symbol}\N{VARIATION SELECTOR-16}"
    for written in (text, text.lower(), f" {text} ", rank + symbol, rank + outline, rank + emoji):
        assert parse_card(written) is card
    assert Card(text) is card
    assert eval(repr(card)) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize(
    "text", ["", "Q", "S", "QQ", "1S", "11S", "QSS", "SQ", "Q S", "JOKER", "0", "💩", "Qß"]
)
def test_what_is_no_card_is_refused_with_what_was_written(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert (caught.value.code, dict(caught.value.params)) == ("not-a-card", {"value": text})
    with pytest.raises(CardError):
        Card(text)


def test_numbers_beyond_the_pack_are_no_cards() -> None:
    with pytest.raises(ValueError, match="52"):
        Card(52)


@given(st.lists(st.sampled_from(PACK)))
def test_cards_in_a_line_are_read_back(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


def test_a_line_with_something_else_in_it_is_refused() -> None:
    with pytest.raises(CardError) as caught:
        parse_cards("QS 4X TC")
    assert caught.value.params["value"] == "4X"


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_is_read_in_every_way_people_write_it(suit: Suit) -> None:
    word = str(suit)
    assert word == suit.name.lower()
    symbol = "♣♦♥♠"[suit]
    emoji = f"{symbol}\N{VARIATION SELECTOR-16}"
    for written in (
        word,
        word.upper(),
        word[:-1],
        word[0],
        suit.letter,
        symbol,
        emoji,
        f" {word} ",
    ):
        assert parse_suit(written) is suit


@pytest.mark.parametrize("text", ["", "x", "none", "stars", "clubss", "2"])
def test_what_is_no_suit_is_refused(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_suit(text)
    assert (caught.value.code, dict(caught.value.params)) == ("not-a-suit", {"value": text})


def test_actions_are_written_as_their_number_or_card() -> None:
    assert str(Bid(3)) == "3"
    assert str(Play(Card.SQ)) == "QS"
    assert eval(repr(Play(Card.SQ))) == Play(Card.SQ)
    assert Deal.of(list(PACK)).deck == PACK
