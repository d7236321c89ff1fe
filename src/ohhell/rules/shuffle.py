"""Decks, the dealer's draw and the first dealer, all from one secret seed and the players' nonces.

The same seed and nonces give the same cards in every program; `docs/fair-deals.md` specifies each
byte and says what that proves.  Nothing here makes a secret: seeds and nonces come from outside.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Final

from ohhell.rules.cards import PACK, Card, Seat
from ohhell.rules.errors import DealError

Nonces = tuple[bytes | None, ...]
"""One entry a seat, in seat order: its 16 bytes, or None for a CPU seat or one left out."""

SEED_BYTES: Final = 32
NONCE_BYTES: Final = 16
COMMITMENT_BYTES: Final = 32

HIGHEST_NUMBER: Final = 2**32 - 1
"""The last round number the message has room for."""

_DEAL_TAG: Final = b"ohhell/shuffle/1"
_NONCE_TAG: Final = b"ohhell/nonce/1"


@dataclass(frozen=True, slots=True)
class Draw:
    """Who drew what, round by round, and who deals; for everybody's eyes.

    `rounds` holds one `(seat, card)` for each seat that drew, in the order they drew.
    """

    rounds: tuple[tuple[tuple[Seat, Card], ...], ...]
    dealer: Seat


def commitment(seed: bytes) -> bytes:
    """The 32 bytes that are published before play: SHA-256 of the 32-byte seed.

    Refuses another length of seed (`wrong-seed-length`).
    """
    _check_seed_length(seed)
    return hashlib.sha256(seed).digest()


def nonce_commitment(nonce: bytes, *, seat: Seat, game: bytes) -> bytes:
    """The 32 bytes a seat publishes before it shows its nonce; worthless to any other seat or game.

    `game` is the game's seed commitment.  Refuses `wrong-nonce-length`, `wrong-seat` and
    `wrong-commitment-length`.
    """
    if not 0 <= seat < len(PACK):
        raise DealError("wrong-seat", seat=seat, lowest=0, highest=len(PACK) - 1)
    _check_nonce_length(nonce, seat)
    if len(game) != COMMITMENT_BYTES:
        raise DealError("wrong-commitment-length", length=len(game), expected=COMMITMENT_BYTES)
    return hashlib.sha256(_NONCE_TAG + game + bytes((seat,)) + nonce).digest()


def check_seed(seed: bytes, commitment: bytes) -> None:
    """Refuse a revealed seed that is not the one committed to (`seed-does-not-match`).

    The refusal carries both hashes in hexadecimal and never the seed.
    """
    _check_seed_length(seed)
    found = hashlib.sha256(seed).digest()
    if found != commitment:
        raise DealError("seed-does-not-match", committed=commitment.hex(), found=found.hex())


def check_nonce(nonce: bytes, committed: bytes, *, seat: Seat, game: bytes) -> None:
    """Refuse a nonce that this seat did not commit to in this game (`nonce-does-not-match`).

    `game` is the game's seed commitment; also refuses whatever `nonce_commitment` refuses.
    """
    found = nonce_commitment(nonce, seat=seat, game=game)
    if found != committed:
        raise DealError(
            "nonce-does-not-match", seat=seat, committed=committed.hex(), found=found.hex()
        )


def deck_for_round(seed: bytes, nonces: Nonces, *, number: int) -> tuple[Card, ...]:
    """The shuffled pack of round `number` (from 1), 52 cards, the first to be dealt first.

    A secret as long as the seed is one.  Refuses `wrong-round-number`, `wrong-seed-length`,
    `wrong-nonce-length` and `wrong-number-of-seats`.
    """
    if not 1 <= number <= HIGHEST_NUMBER:
        raise DealError("wrong-round-number", number=number, lowest=1, highest=HIGHEST_NUMBER)
    return shuffle_pack(_stream(seed, nonces, b"deal", number))


def deck_for_draw(seed: bytes, nonces: Nonces) -> tuple[Card, ...]:
    """The shuffled pack from which the seats draw for dealer, the first to be drawn first.

    Refuses `wrong-seed-length`, `wrong-nonce-length` and `wrong-number-of-seats`.
    """
    return shuffle_pack(_stream(seed, nonces, b"draw", 0))


def random_seat(seed: bytes, nonces: Nonces, *, players: int) -> Seat:
    """The first dealer where a rulebook leaves it to chance; every seat is equally likely.

    Refuses what `deck_for_draw` does, and nonces for more or fewer seats than `players`
    (`wrong-number-of-nonces`).
    """
    if len(nonces) != players:
        raise DealError("wrong-number-of-nonces", nonces=len(nonces), players=players)
    return number_below(players, _stream(seed, nonces, b"seat", 0))


def draw_for_dealer(deck: Sequence[Card], *, players: int) -> Draw:
    """Let every seat draw from `deck[0]` on, those tied for the highest rank again and again.

    When too few cards are left for those tied, the highest suit among their last cards deals
    (spades, hearts, diamonds, clubs): so the draw ends with any deck.  Refuses more seats than
    cards, or none (`wrong-number-of-seats`).
    """
    _check_seats(players, highest=len(deck))
    rounds: list[tuple[tuple[Seat, Card], ...]] = []
    drawing = tuple(range(players))
    used = 0
    while True:
        drawn = tuple(zip(drawing, deck[used : used + len(drawing)], strict=True))
        rounds.append(drawn)
        used += len(drawing)
        dealer, best = max(drawn, key=lambda entry: (entry[1].rank, entry[1]))
        drawing = tuple(seat for seat, card in drawn if card.rank is best.rank)
        if len(drawing) == 1 or len(drawing) > len(deck) - used:
            return Draw(rounds=tuple(rounds), dealer=dealer)


def shuffle_pack(stream: Iterator[int]) -> tuple[Card, ...]:
    """All 52 cards in an order drawn from random bytes: Fisher–Yates, from the last place down."""
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        chosen = number_below(last + 1, stream)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def number_below(limit: int, stream: Iterator[int]) -> int:
    """A number from 0 to `limit` - 1 (`limit` at most 256), each equally likely, from random bytes.

    Bytes from the largest multiple of `limit` on are passed over: they would favour low numbers.
    """
    end = 256 - 256 % limit
    while (byte := next(stream)) >= end:
        pass
    return byte % limit


def _stream(seed: bytes, nonces: Nonces, label: bytes, number: int) -> Iterator[int]:
    """Random bytes without end for one purpose; `label` has four letters, which keeps them apart."""
    _check_seed_length(seed)
    _check_seats(len(nonces), highest=len(PACK))
    parts = [_DEAL_TAG, label, number.to_bytes(4, "big"), bytes((len(nonces),))]
    for seat, nonce in enumerate(nonces):
        if nonce is None:
            parts.append(b"\x00")
        else:
            _check_nonce_length(nonce, seat)
            parts += (b"\x01", nonce)
    message = b"".join(parts)
    return chain.from_iterable(
        hmac.digest(seed, message + block.to_bytes(4, "big"), "sha256") for block in count()
    )


def _check_seed_length(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise DealError("wrong-seed-length", length=len(seed), expected=SEED_BYTES)


def _check_nonce_length(nonce: bytes, seat: Seat) -> None:
    if len(nonce) != NONCE_BYTES:
        raise DealError("wrong-nonce-length", seat=seat, length=len(nonce), expected=NONCE_BYTES)


def _check_seats(seats: int, *, highest: int) -> None:
    if not 1 <= seats <= highest:
        raise DealError("wrong-number-of-seats", seats=seats, lowest=1, highest=highest)
