"""Events as plain values (what JSON can hold) and back, strictly.

Every event has a short tag that we own and never reuse.  Writing gives `{"event": tag, …}` with
fields in the order of the class; reading refuses unknown tags, unknown or missing fields and
values of the wrong kind with `CodecError`.  A field that is added later gets a default, so that
what was once written stays readable.  The table of all tags is in docs/record.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Final, cast

from ohhell.rules import events as ev
from ohhell.rules.cards import TEXT_OF, Card, Seat, Suit, parse_card, parse_suit
from ohhell.rules.errors import CardError, OhHellError, RulebookError
from ohhell.rules.rulebook import Rulebook, parse_rulebook

AnyEvent = ev.Event | ev.SeenEvent


class CodecError(OhHellError):
    """A plain value that is no event; carries `found` and, where there is one, `field`."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How one kind of field is written and read; `read` raises ValueError or TypeError."""

    write: Callable[[object], object]
    read: Callable[[object], object]


def _is_whole(value: object) -> int:
    if type(value) is not int:
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
    text = _is_text(value)
    card = parse_card(text)
    if TEXT_OF[card] != text:  # one spelling only, so that equal records are equal texts
        raise CardError("not-a-card", value=text)
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


def _optional(kind: _Kind) -> _Kind:
    return _Kind(
        write=lambda value: None if value is None else kind.write(value),
        read=lambda value: None if value is None else kind.read(value),
    )


def _many(kind: _Kind) -> _Kind:
    return _Kind(
        write=lambda values: [kind.write(value) for value in cast("tuple[object, ...]", values)],
        read=lambda value: tuple(kind.read(item) for item in _is_list(value)),
    )


def _read_draw(value: object) -> tuple[Seat, Card]:
    seat, card = _is_list(value)
    return _is_whole(seat), _read_card(card)


def _write_draw(value: object) -> object:
    seat, card = cast("tuple[Seat, Card]", value)
    return [seat, TEXT_OF[card]]


_NUMBER: Final = _Kind(_same, _is_whole)
_TEXT: Final = _Kind(_same, _is_text)
_CARD: Final = _Kind(_write_card, _read_card)
_SUIT: Final = _Kind(str, _read_suit)
_BYTES: Final = _Kind(_write_bytes, _read_bytes)
_RULEBOOK: Final = _Kind(str, _read_rulebook)
_DRAW: Final = _Kind(_write_draw, _read_draw)

_ROUND: Final[Mapping[str, _Kind]] = {
    "number": _NUMBER,
    "size": _NUMBER,
    "dealer": _NUMBER,
    "seats": _many(_NUMBER),
    "trump": _optional(_SUIT),
    "turn_up": _optional(_CARD),
}
_SEAT_BYTES: Final[Mapping[str, _Kind]] = {"seat": _NUMBER, "commitment": _BYTES}
_SEAT_TRICKS: Final[Mapping[str, _Kind]] = {"seat": _NUMBER, "tricks": _NUMBER}
_SEAT: Final[Mapping[str, _Kind]] = {"seat": _NUMBER}

_LAYOUT: Final[Mapping[str, tuple[type[AnyEvent], Mapping[str, _Kind]]]] = {
    "started": (
        ev.GameStarted,
        {
            "rulebook": _RULEBOOK,
            "names": _many(_TEXT),
            "persons": _many(_NUMBER),
            "commitment": _BYTES,
        },
    ),
    "nonce-promised": (ev.NonceCommitted, _SEAT_BYTES),
    "nonce-shown": (ev.NonceRevealed, {"seat": _NUMBER, "nonce": _BYTES}),
    "nonce-missed": (ev.NonceMissed, _SEAT),
    "dealer": (ev.DealerDrawn, {"dealer": _NUMBER, "draws": _many(_many(_DRAW))}),
    "dealt": (
        ev.RoundDealt,
        {**_ROUND, "hands": _many(_many(_CARD)), "stock": _many(_CARD)},
    ),
    "round": (ev.RoundOpened, {**_ROUND, "hand": _optional(_many(_CARD))}),
    "bid": (ev.BidMade, _SEAT_TRICKS),
    "bid-hidden": (ev.BidHidden, _SEAT),
    "bid-changed": (ev.BidChanged, _SEAT_TRICKS),
    "bids": (ev.BidsRevealed, {"bids": _many(_optional(_NUMBER))}),
    "played": (ev.CardPlayed, {"seat": _NUMBER, "card": _CARD}),
    "trick": (ev.TrickTaken, _SEAT),
    "scored": (
        ev.RoundScored,
        {"number": _NUMBER, "points": _many(_NUMBER), "totals": _many(_NUMBER)},
    ),
    "ended": (ev.GameEnded, {"places": _many(_NUMBER)}),
    "abandoned": (ev.GameAbandoned, {}),
    "seed": (ev.SeedRevealed, {"seed": _BYTES}),
}
_TAG_OF: Final = {kind: tag for tag, (kind, _) in _LAYOUT.items()}

TAGS: Final = tuple(_LAYOUT)
"""All tags, for the documents that list them."""


def event_to_plain(event: AnyEvent) -> dict[str, object]:
    """`{"event": tag, …}` with values JSON can hold."""
    tag = _TAG_OF[type(event)]
    plain: dict[str, object] = {"event": tag}
    for name, kind in _LAYOUT[tag][1].items():
        plain[name] = kind.write(getattr(event, name))
    return plain


def event_from_plain(plain: object) -> AnyEvent:
    """The inverse of `event_to_plain`; raises `CodecError` for anything else."""
    if not isinstance(plain, dict):
        raise CodecError("not-an-event", found=type(plain).__name__)
    given = cast("dict[str, object]", plain)
    tag = given.get("event")
    if not isinstance(tag, str) or tag not in _LAYOUT:
        raise CodecError("unknown-event", found=str(tag)[:40])
    event_type, layout = _LAYOUT[tag]
    for name in given:
        if name != "event" and name not in layout:
            raise CodecError("unknown-field", field=name[:40], found=tag)
    read: dict[str, object] = {}
    for name, kind in layout.items():
        if name not in given:
            raise CodecError("missing-field", field=name, found=tag)
        try:
            read[name] = kind.read(given[name])
        except RulebookError:
            raise
        except (ValueError, TypeError):
            raise CodecError("bad-field", field=name, found=str(given[name])[:40]) from None
    return cast("Callable[..., AnyEvent]", event_type)(**read)


def check_layout() -> bool:
    """Whether the table above names every field of every event class, in order."""
    return all(
        [field.name for field in fields(event_type)] == list(layout)
        for event_type, layout in _LAYOUT.values()
    )
