"""Events as plain values (what JSON can hold) and back, strictly.

Every event has a short tag that we own and never reuse.  Writing gives `{"event": tag, …}` with
fields in the order of the class; reading refuses unknown tags, unknown or missing fields and
values of the wrong kind with `CodecError`.  A field that is added later gets a default, so that
what was once written stays readable.  The table of all tags is in docs/record.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Final, cast

from ohhell.rules import events as ev
from ohhell.rules.errors import OhHellError, RulebookError
from ohhell.rules.plain_values import (
    BYTES,
    CARD,
    DRAW,
    NUMBER,
    RULEBOOK,
    SUIT,
    TEXT,
    Kind,
    as_json,
    many,
    optional,
)

AnyEvent = ev.Event | ev.SeenEvent


class CodecError(OhHellError):
    """A plain value that is no event; carries `found` and, where there is one, `field`."""


_ROUND: Final[Mapping[str, Kind]] = {
    "number": NUMBER,
    "size": NUMBER,
    "dealer": NUMBER,
    "seats": many(NUMBER),
    "trump": optional(SUIT),
    "turn_up": optional(CARD),
}
_SEAT_BYTES: Final[Mapping[str, Kind]] = {"seat": NUMBER, "commitment": BYTES}
_SEAT_TRICKS: Final[Mapping[str, Kind]] = {"seat": NUMBER, "tricks": NUMBER}
_SEAT: Final[Mapping[str, Kind]] = {"seat": NUMBER}

_LAYOUT: Final[Mapping[str, tuple[type[AnyEvent], Mapping[str, Kind]]]] = {
    "started": (
        ev.GameStarted,
        {
            "rulebook": RULEBOOK,
            "names": many(TEXT),
            "persons": many(NUMBER),
            "commitment": BYTES,
        },
    ),
    "nonce-promised": (ev.NonceCommitted, _SEAT_BYTES),
    "nonce-shown": (ev.NonceRevealed, {"seat": NUMBER, "nonce": BYTES}),
    "nonce-missed": (ev.NonceMissed, _SEAT),
    "dealer": (ev.DealerDrawn, {"dealer": NUMBER, "draws": many(many(DRAW))}),
    "dealt": (
        ev.RoundDealt,
        {**_ROUND, "hands": many(many(CARD)), "stock": many(CARD)},
    ),
    "round": (ev.RoundOpened, {**_ROUND, "hand": optional(many(CARD))}),
    "bid": (ev.BidMade, _SEAT_TRICKS),
    "bid-hidden": (ev.BidHidden, _SEAT),
    "bid-changed": (ev.BidChanged, _SEAT_TRICKS),
    "bids": (ev.BidsRevealed, {"bids": many(optional(NUMBER))}),
    "played": (ev.CardPlayed, {"seat": NUMBER, "card": CARD}),
    "trick": (ev.TrickTaken, _SEAT),
    "scored": (
        ev.RoundScored,
        {"number": NUMBER, "points": many(NUMBER), "totals": many(NUMBER)},
    ),
    "ended": (ev.GameEnded, {"places": many(NUMBER)}),
    "abandoned": (ev.GameAbandoned, {}),
    "seed": (ev.SeedRevealed, {"seed": BYTES}),
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
        raise CodecError("not-an-event", found=as_json(plain))
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
