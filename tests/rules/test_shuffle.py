"""The shuffle, the commitments and the dealer's draw, by their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.cards import PACK, Card, parse_cards
from ohhell.rules.errors import DealError, Param
from ohhell.rules.shuffle import (
    HIGHEST_NUMBER,
    Draw,
    Nonces,
    check_nonce,
    check_seed,
    commitment,
    deck_for_draw,
    deck_for_round,
    draw_for_dealer,
    nonce_commitment,
    number_below,
    random_seat,
    shuffle_pack,
)

SEED: Final = bytes(range(32))
GAME: Final = commitment(SEED)
NONCES: Final[Nonces] = (b"a" * 16, None, b"b" * 16, bytes(16))


def bytes_of(*values: int) -> Iterator[int]:
    """The bytes a test wants drawn, and then zeros for ever."""
    return chain(values, repeat(0))


# --- Numbers and shuffles from chosen bytes.


@pytest.mark.parametrize("limit", [*range(1, 53), 256])
def test_every_number_below_a_limit_comes_from_equally_many_bytes(limit: int) -> None:
    numbers = Counter[int]()
    for byte in range(256):
        stream = iter((byte, 0))
        number = number_below(limit, stream)
        if list(stream) == [0]:  # the first byte was taken
            numbers[number] += 1
    assert numbers == dict.fromkeys(range(limit), 256 // limit)


def test_bytes_that_would_favour_low_numbers_are_passed_over() -> None:
    stream = iter((252, 255, 253, 251, 9))
    assert number_below(7, stream) == 251 % 7
    assert list(stream) == [9]


def test_a_shuffle_that_always_chooses_the_same_place_leaves_the_pack_as_it_was() -> None:
    assert shuffle_pack(iter(range(51, 0, -1))) == PACK


def test_a_shuffle_that_always_chooses_place_0_moves_every_card_one_down() -> None:
    assert shuffle_pack(bytes_of()) == (*PACK[1:], PACK[0])


def test_a_shuffle_fills_the_last_place_first() -> None:
    deck = shuffle_pack(bytes_of(10, 17))
    assert (deck[51], deck[50]) == (Card.CQ, Card.D6)


# --- What changes a deck.


def flip(value: bytes, bit: int) -> bytes:
    return bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(value))


def test_any_bit_and_any_nonce_changes_every_deck() -> None:
    first, third = b"a" * 16, b"b" * 16
    variants: list[tuple[bytes, Nonces]] = [
        (SEED, NONCES),
        *((flip(SEED, bit), NONCES) for bit in range(256)),
        *((SEED, (flip(first, bit), *NONCES[1:])) for bit in range(128)),
        *((SEED, (*NONCES[:3], flip(bytes(16), bit))) for bit in range(128)),
        (SEED, (None, None, third, bytes(16))),
        (SEED, (first, None, None, bytes(16))),
        (SEED, (first, None, third, None)),
        (SEED, (first, bytes(16), third, bytes(16))),
        (SEED, (None, first, third, bytes(16))),
        (SEED, (third, None, first, bytes(16))),
        (SEED, (None,) * 3),
        (SEED, (None,) * 4),
        (SEED, (*NONCES, None)),
    ]
    decks = [deck_for_draw(seed, nonces) for seed, nonces in variants]
    decks += [deck_for_round(*variant, number=number) for variant in variants for number in (1, 2)]
    assert len(set(decks)) == len(decks)


def test_every_round_has_a_deck_of_its_own() -> None:
    numbers = [*range(1, 300), 2**8, 2**16, 2**24, HIGHEST_NUMBER]
    decks = {deck_for_round(SEED, NONCES, number=number) for number in set(numbers)}
    assert len(decks) == len(set(numbers))
    assert deck_for_draw(SEED, NONCES) not in decks


def test_the_same_game_deals_the_same_again() -> None:
    again = tuple(None if nonce is None else bytes(bytearray(nonce)) for nonce in NONCES)
    assert deck_for_round(SEED, NONCES, number=7) == deck_for_round(SEED, again, number=7)


# --- Sanity of the distribution.  The seeds are fixed, so these can not fail by bad luck.


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    decks = [deck_for_round(SEED, NONCES, number=number) for number in range(1, 5201)]
    cells = Counter(entry for deck in decks for entry in enumerate(deck))
    # 2704 cells expected to hold 100 each, (52 - 1)² degrees of freedom, standard deviation 72.
    spread = sum((cells[place, card] - 100) ** 2 / 100 for place in range(52) for card in PACK)
    assert abs(spread - 51 * 51) < 4 * 72


def test_every_seat_deals_first_about_equally_often() -> None:
    games = [bytes((*number.to_bytes(2, "big"), *SEED[2:])) for number in range(7000)]
    seats = Counter(random_seat(game, (None,) * 7, players=7) for game in games)
    assert set(seats) == set(range(7))
    # Expected 1000 each, standard deviation 29.
    assert all(abs(times - 1000) < 4 * 29 for times in seats.values())


# --- Drawing for dealer.


def test_one_highest_rank_deals_whatever_the_suits() -> None:
    draw = draw_for_dealer(parse_cards("2S KC QS"), players=3)
    assert draw == Draw(rounds=(((0, Card.S2), (1, Card.CK), (2, Card.SQ)),), dealer=1)


@pytest.mark.parametrize(
    ("cards", "players", "drawing", "dealer"),
    [
        ("KH 5C KS 9D 4D JC", 4, [(0, 1, 2, 3), (0, 2)], 2),
        ("KH 5C KS 9D JC 4D", 4, [(0, 1, 2, 3), (0, 2)], 0),
        ("AH 2C AS 9D 8D 8C 3S 6H", 4, [(0, 1, 2, 3), (0, 2), (0, 2)], 2),
        ("QC QH 4S QD TH 6S TC 5D 7D", 4, [(0, 1, 2, 3), (0, 1, 3), (0, 3)], 3),
        ("5C 9H 9C 9D 2C 7C 3C", 4, [(0, 1, 2, 3), (1, 2, 3)], 2),
        ("2C 2H 2S 2D 3C 3H 3S 3D 4C 4H 4S 5D", 4, [(0, 1, 2, 3)] * 3, 3),
        ("7C", 1, [(0,)], 0),
    ],
)
def test_only_those_tied_for_highest_draw_again(
    cards: str, players: int, drawing: list[tuple[int, ...]], dealer: int
) -> None:
    draw = draw_for_dealer(parse_cards(cards), players=players)
    assert [tuple(seat for seat, _ in drawn) for drawn in draw.rounds] == drawing
    assert [card for drawn in draw.rounds for _, card in drawn] == list(parse_cards(cards))
    assert draw.dealer == dealer


@pytest.mark.parametrize(
    ("cards", "players", "dealer"),
    [("9H 9D", 2, 0), ("9C 9D", 2, 1), ("KD 2S KC AH AD", 3, 0), ("4C 4S 4D 9H 9S", 3, 1)],
)
def test_when_the_pack_runs_out_the_highest_suit_of_the_last_cards_deals(
    cards: str, players: int, dealer: int
) -> None:
    assert draw_for_dealer(parse_cards(cards), players=players).dealer == dealer


PAIRS: Final = tuple(Card(suit * 13 + rank) for rank in range(12, -1, -1) for suit in range(4))


@pytest.mark.parametrize("players", range(2, 8))
def test_a_draw_from_a_pack_stacked_in_pairs_ends(players: int) -> None:
    low = PAIRS[52 - players + 2 :]
    deck = (*PAIRS[:2], *low, *PAIRS[2 : 52 - players + 2])
    draw = draw_for_dealer(deck, players=players)
    assert len(draw.rounds) == 1 + (52 - players) // 2
    assert draw.dealer in (0, 1)


@given(
    deck=st.permutations(range(13)).flatmap(
        lambda ranks: st.permutations(range(4)).map(
            lambda suits: tuple(Card(suit * 13 + rank) for rank in ranks for suit in suits)
        )
    )
    | st.permutations(PACK).map(tuple),
    players=st.integers(1, 52),
)
def test_a_draw_from_any_pack_keeps_its_rules(deck: tuple[Card, ...], players: int) -> None:
    draw = draw_for_dealer(deck, players=players)
    drawn = [card for cards in draw.rounds for _, card in cards]
    assert drawn == list(deck[: len(drawn)])
    level = tuple(range(players))
    for cards in draw.rounds:
        assert tuple(seat for seat, _ in cards) == level
        highest = max(card.rank for _, card in cards)
        level = tuple(seat for seat, card in cards if card.rank is highest)
    assert draw.dealer in level
    assert len(level) == 1 or len(level) > 52 - len(drawn)


# --- Refusals.


def refused(attempt: Callable[[], object]) -> tuple[str, dict[str, Param]]:
    with pytest.raises(DealError) as caught:
        attempt()
    return caught.value.code, dict(caught.value.params)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused_everywhere(length: int) -> None:
    seed = bytes(length)
    attempts: list[Callable[[], object]] = [
        lambda: commitment(seed),
        lambda: check_seed(seed, GAME),
        lambda: deck_for_round(seed, NONCES, number=1),
        lambda: deck_for_draw(seed, NONCES),
        lambda: random_seat(seed, NONCES, players=4),
    ]
    for attempt in attempts:
        assert refused(attempt) == ("wrong-seed-length", {"length": length, "expected": 32})


@pytest.mark.parametrize("length", [0, 15, 17])
def test_a_nonce_of_another_length_is_refused_everywhere(length: int) -> None:
    nonce = bytes(length)
    nonces = (None, None, nonce)
    attempts: list[Callable[[], object]] = [
        lambda: nonce_commitment(nonce, seat=2, game=GAME),
        lambda: check_nonce(nonce, GAME, seat=2, game=GAME),
        lambda: deck_for_round(SEED, nonces, number=1),
        lambda: deck_for_draw(SEED, nonces),
        lambda: random_seat(SEED, nonces, players=3),
    ]
    for attempt in attempts:
        assert refused(attempt) == (
            "wrong-nonce-length",
            {"seat": 2, "length": length, "expected": 16},
        )


def test_a_seed_that_was_not_committed_to_is_refused_and_not_repeated() -> None:
    for other in (commitment(bytes(32)), GAME[:31], b""):
        assert refused(lambda other=other: check_seed(SEED, other)) == (
            "seed-does-not-match",
            {"committed": other.hex(), "found": GAME.hex()},
        )


def test_a_nonce_fits_only_its_own_seat_and_game() -> None:
    nonce = b"a" * 16
    committed = nonce_commitment(nonce, seat=0, game=GAME)
    attempts: list[tuple[bytes, int, bytes]] = [
        (b"b" * 16, 0, GAME),
        (nonce, 1, GAME),
        (nonce, 0, commitment(bytes(32))),
    ]
    for other, seat, game in attempts:
        found = nonce_commitment(other, seat=seat, game=game)
        assert refused(
            lambda other=other, seat=seat, game=game: check_nonce(
                other, committed, seat=seat, game=game
            )
        ) == (
            "nonce-does-not-match",
            {"seat": seat, "committed": committed.hex(), "found": found.hex()},
        )


@pytest.mark.parametrize("seat", [-1, 52])
def test_a_seat_no_game_has_is_refused(seat: int) -> None:
    attempt = refused(lambda: nonce_commitment(bytes(16), seat=seat, game=GAME))
    assert attempt == ("wrong-seat", {"seat": seat, "lowest": 0, "highest": 51})


@pytest.mark.parametrize("game", [b"", GAME[:31], GAME + b"x"])
def test_a_game_that_is_no_commitment_is_refused(game: bytes) -> None:
    attempt = refused(lambda: nonce_commitment(bytes(16), seat=0, game=game))
    assert attempt == ("wrong-commitment-length", {"length": len(game), "expected": 32})


@pytest.mark.parametrize("number", [-1, 0, HIGHEST_NUMBER + 1])
def test_a_round_number_outside_the_message_is_refused(number: int) -> None:
    attempt = refused(lambda: deck_for_round(SEED, NONCES, number=number))
    limits: dict[str, Param] = {"lowest": 1, "highest": HIGHEST_NUMBER}
    assert attempt == ("wrong-round-number", {"number": number, **limits})


@pytest.mark.parametrize("seats", [0, 53])
def test_a_number_of_seats_one_pack_cannot_serve_is_refused(seats: int) -> None:
    expected = ("wrong-number-of-seats", {"seats": seats, "lowest": 1, "highest": 52})
    nonces: Nonces = (None,) * seats
    assert refused(lambda: deck_for_round(SEED, nonces, number=1)) == expected
    assert refused(lambda: deck_for_draw(SEED, nonces)) == expected
    assert refused(lambda: random_seat(SEED, nonces, players=seats)) == expected
    assert refused(lambda: draw_for_dealer(PACK, players=seats)) == expected


def test_fewer_cards_than_seats_are_refused() -> None:
    attempt = refused(lambda: draw_for_dealer(PACK[:3], players=4))
    assert attempt == ("wrong-number-of-seats", {"seats": 4, "lowest": 1, "highest": 3})


def test_nonces_for_another_number_of_players_are_refused() -> None:
    attempt = refused(lambda: random_seat(SEED, NONCES, players=5))
    assert attempt == ("wrong-number-of-nonces", {"nonces": 4, "players": 5})
