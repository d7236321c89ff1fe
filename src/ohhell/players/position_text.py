"""The single values of a position: numbers, seats, cards, tricks, each read or refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from ohhell.rules.cards import Card, Seat, Suit, parse_card, parse_suit
from ohhell.rules.errors import CardError, OhHellError
from ohhell.rules.plain_values import as_json

SEATS: Final = "ABCDEFG"


class PositionError(OhHellError):
    """A position that cannot be read, or that cannot come about."""


def read_number(given: Mapping[str, object], key: str, *, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if key not in given:
        raise PositionError("position-missing-key", field=key)
    value = given[key]
    if type(value) is not int or not low <= value <= high:
        raise PositionError(
            "position-number", field=key, found=as_json(value), limit=f"{low} to {high}"
        )
    return value


def read_choice(given: Mapping[str, object], key: str, choices: Sequence[str]) -> str | None:
    """One of some words, or None where nothing is said."""
    value = given.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or value not in choices:
        raise PositionError(
            "position-choice", field=key, found=as_json(value), limit=", ".join(choices)
        )
    return value


def read_text(given: Mapping[str, object], key: str) -> str | None:
    """A text, or None where nothing is said."""
    value = given.get(key)
    if value is None or isinstance(value, str):
        return value
    raise PositionError("position-bad-key", field=key, found=as_json(value))


def read_seat(value: object, key: str, players: int) -> Seat:
    """A capital letter, A for the seat left of the dealer."""
    if not isinstance(value, str) or len(value) != 1 or value not in SEATS[:players]:
        limit = f"{SEATS[0]} to {SEATS[players - 1]}"
        raise PositionError("position-seat", field=key, found=as_json(value), limit=limit)
    return SEATS.index(value)


def read_suit(given: Mapping[str, object], key: str) -> Suit | None:
    """A suit by letter or word, or None (no trump)."""
    value = given.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise CardError("not-a-suit", value=as_json(value))
    return parse_suit(value)


def read_card(given: Mapping[str, object], key: str) -> Card | None:
    """A card, or None where nothing is said."""
    value = given.get(key)
    return None if value is None else _card(value)


def read_cards(value: object, key: str) -> tuple[Card, ...]:
    """A list of cards."""
    return tuple(_card(item) for item in _list(value, key))


def read_counts(
    given: Mapping[str, object], key: str, players: int, *, most: int
) -> tuple[int | None, ...]:
    """An object by seat, as a tuple by seat; None for a seat of which nothing is said."""
    value = given.get(key)
    counts: list[int | None] = [None] * players
    if value is None:
        return tuple(counts)
    if not isinstance(value, dict):
        raise PositionError("position-bad-key", field=key, found=as_json(value))
    for name, count in cast("dict[str, object]", value).items():
        seat = read_seat(name, key, players)
        if count is None:
            continue
        if type(count) is not int or not 0 <= count <= most:
            raise PositionError(
                "position-number", field=key, found=as_json(count), limit=f"0 to {most}"
            )
        counts[seat] = count
    return tuple(counts)


def read_plays(
    given: Mapping[str, object], key: str, players: int
) -> tuple[tuple[Seat, Card], ...]:
    """A trick, perhaps unfinished: `[["A", "QC"], …]` in the order of play."""
    value = given.get(key)
    return () if value is None else _plays(value, key, players)


def read_tricks(
    given: Mapping[str, object], key: str, players: int
) -> tuple[tuple[tuple[Seat, Card], ...], ...]:
    """Complete tricks, oldest first."""
    value = given.get(key)
    tricks = (
        () if value is None else tuple(_plays(item, key, players) for item in _list(value, key))
    )
    for number, trick in enumerate(tricks, start=1):
        if len(trick) < players:
            raise PositionError(
                "position-trick-short", number=number, value=len(trick), limit=players
            )
    return tricks


def _plays(value: object, key: str, players: int) -> tuple[tuple[Seat, Card], ...]:
    plays: list[tuple[Seat, Card]] = []
    for item in _list(value, key):
        pair = _list(item, key)
        if len(pair) != 2:
            raise PositionError("position-bad-key", field=key, found=as_json(item))
        seat = read_seat(pair[0], key, players)
        if plays and seat != (plays[-1][0] + 1) % players:
            right = SEATS[(plays[-1][0] + 1) % players]
            raise PositionError("position-order", field=key, value=SEATS[seat], limit=right)
        plays.append((seat, _card(pair[1])))
    if len(plays) > players:
        raise PositionError("position-trick-long", field=key, value=len(plays), limit=players)
    return tuple(plays)


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise CardError("not-a-card", value=as_json(value))
    return parse_card(value)


def _list(value: object, key: str) -> list[object]:
    if not isinstance(value, list):
        raise PositionError("position-bad-key", field=key, found=as_json(value))
    return cast("list[object]", value)
