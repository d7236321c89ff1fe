"""The shuffle against its published vectors, its document and a second program written from it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.cards import PACK, format_cards, parse_cards
from ohhell.rules.shuffle import (
    HIGHEST_NUMBER,
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

TESTS: Final = Path(__file__).parents[1]
DOCUMENT: Final = (TESTS.parent / "docs" / "fair-deals.md").read_text(encoding="utf-8")


class SeedVector(TypedDict):
    name: str
    seed: str
    commitment: str


class NonceVector(TypedDict):
    name: str
    nonce: str
    seat: int
    game: str
    commitment: str


class StreamVector(TypedDict):
    name: str
    label: str
    number: int
    seed: str
    nonces: list[str | None]
    message: str
    blocks: list[str]


class DeckVector(StreamVector):
    deck: str


class SeatVector(StreamVector):
    seat: int


class DealerVector(TypedDict):
    name: str
    players: int
    deck: str
    rounds: list[list[tuple[int, str]]]
    dealer: int


class Vectors(TypedDict):
    about: str
    seed_commitments: list[SeedVector]
    nonce_commitments: list[NonceVector]
    decks: list[DeckVector]
    seats: list[SeatVector]
    dealers: list[DealerVector]


VECTORS: Final[Vectors] = json.loads(
    (TESTS / "golden" / "shuffle_vectors.json").read_text(encoding="utf-8")
)


def name_of(vector: Mapping[str, object]) -> str:
    return str(vector["name"])


def nonces_of(vector: StreamVector) -> Nonces:
    return tuple(None if nonce is None else bytes.fromhex(nonce) for nonce in vector["nonces"])


# --- A second implementation, written from docs/fair-deals.md alone; it shares no code with ours.


def second_hmac(key: bytes, message: bytes) -> bytes:
    padded = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def second_message(label: str, number: int, nonces: Nonces) -> bytes:
    message = list(f"ohhell/shuffle/1{label}".encode("ascii"))
    message += [number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255]
    message.append(len(nonces))
    for nonce in nonces:
        message += [0] if nonce is None else [1, *nonce]
    return bytes(message)


def second_bytes(seed: bytes, message: bytes) -> Iterator[int]:
    for block in range(256):
        yield from second_hmac(seed, message + bytes([0, 0, 0, block]))


def second_number(limit: int, stream: Iterator[int]) -> int:
    multiples = [multiple for multiple in range(257) if multiple % limit == 0]
    return next(byte for byte in stream if byte < multiples[-1]) % limit


def second_deck(seed: bytes, label: str, number: int, nonces: Nonces) -> str:
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    stream = second_bytes(seed, second_message(label, number, nonces))
    for place in reversed(range(1, 52)):
        other = second_number(place + 1, stream)
        held = cards[place]
        cards[place] = cards[other]
        cards[other] = held
    return " ".join(cards)


seeds: Final = st.binary(min_size=32, max_size=32)
nonces_by_seat: Final = st.lists(
    st.none() | st.binary(min_size=16, max_size=16), min_size=3, max_size=7
).map(tuple)


@given(seed=seeds, nonces=nonces_by_seat, number=st.integers(1, HIGHEST_NUMBER))
def test_a_second_program_written_from_the_document_deals_the_same(
    seed: bytes, nonces: Nonces, number: int
) -> None:
    deck = deck_for_round(seed, nonces, number=number)
    assert sorted(deck) == list(PACK)
    assert format_cards(deck) == second_deck(seed, "deal", number, nonces)
    assert format_cards(deck_for_draw(seed, nonces)) == second_deck(seed, "draw", 0, nonces)
    stream = second_bytes(seed, second_message("seat", 0, nonces))
    players = len(nonces)
    assert random_seat(seed, nonces, players=players) == second_number(players, stream)


# --- The vectors, and the document that shows some of them.


@pytest.mark.parametrize("vector", VECTORS["seed_commitments"], ids=name_of)
def test_seed_commitment_vector(vector: SeedVector) -> None:
    seed, committed = bytes.fromhex(vector["seed"]), bytes.fromhex(vector["commitment"])
    assert commitment(seed) == committed
    check_seed(seed, committed)


@pytest.mark.parametrize("vector", VECTORS["nonce_commitments"], ids=name_of)
def test_nonce_commitment_vector(vector: NonceVector) -> None:
    nonce, game = bytes.fromhex(vector["nonce"]), bytes.fromhex(vector["game"])
    committed = bytes.fromhex(vector["commitment"])
    assert nonce_commitment(nonce, seat=vector["seat"], game=game) == committed
    check_nonce(nonce, committed, seat=vector["seat"], game=game)


@pytest.mark.parametrize("vector", [*VECTORS["decks"], *VECTORS["seats"]], ids=name_of)
def test_stream_vector_shows_the_message_and_just_the_blocks_that_are_used(
    vector: StreamVector,
) -> None:
    message = second_message(vector["label"], vector["number"], nonces_of(vector))
    assert message.hex() == vector["message"]
    stream = second_bytes(bytes.fromhex(vector["seed"]), message)
    shown = [bytes(next(stream) for _ in range(32)).hex() for _ in vector["blocks"]]
    assert shown == vector["blocks"]
    left = iter(bytes.fromhex("".join(shown)))
    if vector["label"] == "seat":
        number_below(len(vector["nonces"]), left)
    else:
        shuffle_pack(left)
    assert len(list(left)) < 32


@pytest.mark.parametrize("vector", VECTORS["decks"], ids=name_of)
def test_deck_vector(vector: DeckVector) -> None:
    seed, nonces = bytes.fromhex(vector["seed"]), nonces_of(vector)
    if vector["label"] == "draw":
        deck = deck_for_draw(seed, nonces)
    else:
        deck = deck_for_round(seed, nonces, number=vector["number"])
    assert format_cards(deck) == vector["deck"]
    assert second_deck(seed, vector["label"], vector["number"], nonces) == vector["deck"]


@pytest.mark.parametrize("vector", VECTORS["seats"], ids=name_of)
def test_seat_vector(vector: SeatVector) -> None:
    nonces = nonces_of(vector)
    seat = random_seat(bytes.fromhex(vector["seed"]), nonces, players=len(nonces))
    assert seat == vector["seat"]


def test_the_vectors_reach_the_rare_cases() -> None:
    decks, seats = VECTORS["decks"], VECTORS["seats"]
    assert {len(vector["blocks"]) for vector in decks} == {2, 3}
    assert any(int(vector["blocks"][0][:2], 16) >= 256 - 256 % 7 for vector in seats)
    assert {len(vector["nonces"]) for vector in decks} >= {3, 4, 7}


@pytest.mark.parametrize("vector", VECTORS["dealers"], ids=name_of)
def test_dealer_vector(vector: DealerVector) -> None:
    deck = parse_cards(vector["deck"])
    draw = draw_for_dealer(deck, players=vector["players"])
    rounds = [[(seat, str(card)) for seat, card in drawn] for drawn in draw.rounds]
    assert rounds == [[tuple(entry) for entry in drawn] for drawn in vector["rounds"]]
    assert draw.dealer == vector["dealer"]


def bare(text: str) -> str:
    return re.sub(r"[^\w-]", "", text)


def shown_in_document() -> list[dict[str, str]]:
    """The fields of each vector block of the document, letters, digits and dashes only."""
    found: list[dict[str, str]] = []
    for block in re.findall(r"```vector\n(.*?)```", DOCUMENT, re.DOTALL):
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            name = line[:12].strip() or name
            fields[name] = fields.get(name, "") + bare(line[12:])
        found.append(fields)
    return found


def test_the_document_shows_vectors_of_every_kind_and_every_field_as_they_are() -> None:
    kinds: list[Sequence[Mapping[str, object]]] = [
        VECTORS["seed_commitments"],
        VECTORS["nonce_commitments"],
        VECTORS["decks"],
        VECTORS["seats"],
        VECTORS["dealers"],
    ]
    by_name = {bare(name_of(vector)): vector for kind in kinds for vector in kind}
    assert len(by_name) == sum(len(kind) for kind in kinds), "names are unique"
    shown = shown_in_document()
    for fields in shown:
        vector = by_name[fields["name"]]
        assert fields == {
            field: bare(json.dumps(value).replace("null", "-")) for field, value in vector.items()
        }
    names = {fields["name"] for fields in shown}
    assert all(names & {bare(name_of(vector)) for vector in kind} for kind in kinds)


def test_the_first_steps_shown_in_the_document_are_those_of_the_first_round() -> None:
    vector = next(vector for vector in VECTORS["decks"] if vector["name"] == "first round")
    rows: list[tuple[str, str, str, str, str, str]] = re.findall(
        r"^\| `(\w\w)` = (\d+) \| (\d+) \| (\d+) \| (\w+) \| (\w*) ?\|$", DOCUMENT, re.MULTILINE
    )
    assert "".join(row[0] for row in rows) == vector["blocks"][0][: 2 * len(rows)]
    deck = vector["deck"].split()
    place = 51
    for digits, value, shown_place, shown_end, number, card in rows:
        byte, end = int(digits, 16), 256 - 256 % (place + 1)
        assert (int(value), int(shown_place), int(shown_end)) == (byte, place, end)
        if byte >= end:
            assert (number, card) == ("dropped", "")
        else:
            assert (number, card) == (str(byte % (place + 1)), deck[place])
            place -= 1
    assert any(number == "dropped" for *_, number, _ in rows)
