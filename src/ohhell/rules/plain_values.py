"""How the fields of events and views are written as plain values (what JSON can hold) and read.

Reading is strict: a value has one spelling, so that equal things are equal texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from ohhell.rules.cards import PACK, TEXT_OF, Card, Seat, Suit, parse_suit
from ohhell.rules.errors import CardError
from ohhell.rules.rulebook import Rulebook, parse_rulebook

_CARDS: Final = {text: card for card, text in zip(PACK, TEXT_OF, strict=True)}
"""Every card by its one spelling."""

_SHOWN: Final = 80
"""Characters of a value that cannot be."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of field is written and read; `read` raises ValueError or TypeError."""

    write: Callable[[object], object]
    read: Callable[[object], object]


def as_json(value: object) -> str:
    """How a value that was read from JSON, and cannot be, is shown to whoever wrote it."""
    try:
        return json.dumps(value, ensure_ascii=False)[:_SHOWN]
    except RecursionError:  # read just so, and one call deeper here
        return "…"


def _is_whole(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _is_yes_or_no(value: object) -> bool:
    if type(value) is not bool:
        raise TypeError
    return value


def _is_text(value: object) -> str:
    if type(value) is not str:
        raise TypeError
    return value


def _is_list(value: object) -> list[object]:
    if type(value) is not list:
        raise TypeError
    return cast("list[object]", value)


def _same(value: object) -> object:
    return value


def _write_card(card: object) -> object:
    return TEXT_OF[cast("Card", card)]


def _read_card(value: object) -> Card:
    card = _CARDS.get(_is_text(value))
    if card is None:
        raise CardError("not-a-card", value=str(value))
    return card


def _read_suit(value: object) -> Suit:
    suit = parse_suit(_is_text(value))
    if str(suit) != value:
        raise CardError("not-a-suit", value=str(value))
    return suit


def _read_rulebook(value: object) -> Rulebook:
    return parse_rulebook(_is_text(value))


def _read_bytes(value: object) -> bytes:
    text = _is_text(value)
    raw = bytes.fromhex(text)
    if raw.hex() != text:
        raise ValueError
    return raw


def _write_bytes(value: object) -> object:
    return cast("bytes", value).hex()


def _read_draw(value: object) -> tuple[Seat, Card]:
    seat, card = _is_list(value)
    return _is_whole(seat), _read_card(card)


def _write_draw(value: object) -> object:
    seat, card = cast("tuple[Seat, Card]", value)
    return [seat, TEXT_OF[card]]


def optional(kind: Kind) -> Kind:
    """That kind, or None."""
    return Kind(
        write=lambda value: None if value is None else kind.write(value),
        read=lambda value: None if value is None else kind.read(value),
    )


def many(kind: Kind) -> Kind:
    """A tuple of that kind, as a list."""
    return Kind(
        write=lambda values: [kind.write(value) for value in cast("tuple[object, ...]", values)],
        read=lambda value: tuple(kind.read(item) for item in _is_list(value)),
    )


NUMBER: Final = Kind(_same, _is_whole)
TRUTH: Final = Kind(_same, _is_yes_or_no)
TEXT: Final = Kind(_same, _is_text)
CARD: Final = Kind(_write_card, _read_card)
SUIT: Final = Kind(str, _read_suit)
BYTES: Final = Kind(_write_bytes, _read_bytes)
RULEBOOK: Final = Kind(str, _read_rulebook)
DRAW: Final = Kind(_write_draw, _read_draw)
