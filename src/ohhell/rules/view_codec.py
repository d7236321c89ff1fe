"""Views and actions as plain values (what JSON can hold) and back, strictly.

This is what programs of other people are told and answer: `docs/bots.md` lists every key.  Keys
are the names of the fields of `ohhell.rules.view`; nothing is told that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Final, assert_never, cast

from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import Card
from ohhell.rules.errors import OhHellError
from ohhell.rules.plain_values import (
    CARD,
    DRAW,
    NUMBER,
    SUIT,
    TEXT,
    TRUTH,
    Kind,
    as_json,
    many,
    optional,
)
from ohhell.rules.rulebook import Rulebook, rulebook_from_dict
from ohhell.rules.view import Phase, PlayerView, RoundResult, RoundView, Trick

VERSION: Final = 1
"""Of the keys and their meaning; goes up when one changes, not when one is added."""


class ViewCodecError(OhHellError):
    """A plain value that is no view or no action; carries `found` and, for a key, `field`."""


def _write_action(action: object) -> object:
    made = cast("Action", action)
    match made:
        case Bid():
            return {"bid": made.tricks}
        case Play():
            return {"play": str(made.card)}
        case _:
            assert_never(made)


def _read_action(value: object) -> Action:
    if not isinstance(value, dict):
        raise TypeError
    ((key, what),) = cast("dict[str, object]", value).items()
    if key == "bid":
        return Bid(cast("int", NUMBER.read(what)))
    if key == "play":
        return Play(cast("Card", CARD.read(what)))
    raise ValueError


def _write_rulebook(rulebook: object) -> object:
    return cast("Rulebook", rulebook).as_dict()


def _read_rulebook(value: object) -> Rulebook:
    if not isinstance(value, dict):
        raise TypeError
    rulebook = rulebook_from_dict(cast("dict[str, object]", value))
    if rulebook.as_dict() != value:
        raise ValueError
    return rulebook


def _write_phase(phase: object) -> object:
    return cast("Phase", phase).value


def _whole(owner: type, layout: Mapping[str, Kind]) -> Kind:
    """A frozen dataclass as an object with one key a field."""

    def read(value: object) -> object:
        if not isinstance(value, dict):
            raise TypeError
        return _read_fields(owner, layout, cast("dict[str, object]", value))

    return Kind(
        write=lambda whole: {
            name: kind.write(getattr(whole, name)) for name, kind in layout.items()
        },
        read=read,
    )


def _read_fields(owner: type, layout: Mapping[str, Kind], given: Mapping[str, object]) -> object:
    for name in given:
        if name not in layout:
            raise ViewCodecError("view-unknown-field", field=name[:40])
    read: dict[str, object] = {}
    for name, kind in layout.items():
        if name not in given:
            raise ViewCodecError("view-missing-field", field=name)
        try:
            read[name] = kind.read(given[name])
        except ViewCodecError:
            raise  # from within: it names the key nearest to the fault
        except (ValueError, TypeError):
            found = str(given[name])[:40]
            raise ViewCodecError("view-bad-field", field=name, found=found) from None
    return cast("Callable[..., object]", owner)(**read)


ACTION: Final = Kind(_write_action, _read_action)
_RULEBOOK: Final = Kind(_write_rulebook, _read_rulebook)
_PHASE: Final = Kind(_write_phase, Phase)
_NUMBERS: Final = many(NUMBER)
_CARDS: Final = many(CARD)
_BIDS: Final = many(optional(NUMBER))

_TRICK: Final[Mapping[str, Kind]] = {"seats": _NUMBERS, "cards": _CARDS, "winner": NUMBER}
_ROUND: Final[Mapping[str, Kind]] = {
    "number": NUMBER,
    "size": NUMBER,
    "dealer": NUMBER,
    "seats": _NUMBERS,
    "trump": optional(SUIT),
    "turn_up": optional(CARD),
    "is_extension": TRUTH,
    "has_hook": TRUTH,
    "hand": _CARDS,
    "cards_left": _NUMBERS,
    "bids": _BIDS,
    "has_bid": many(TRUTH),
    "taken": _NUMBERS,
    "leader": optional(NUMBER),
    "trick_seats": _NUMBERS,
    "trick_cards": _CARDS,
    "trick_winner": optional(NUMBER),
    "tricks": many(_whole(Trick, _TRICK)),
    "barred_bid": optional(NUMBER),
}
_RESULT: Final[Mapping[str, Kind]] = {
    "number": NUMBER,
    "size": NUMBER,
    "dealer": NUMBER,
    "trump": optional(SUIT),
    "is_extension": TRUTH,
    "bids": _BIDS,
    "taken": _NUMBERS,
    "points": _NUMBERS,
}
_VIEW: Final[Mapping[str, Kind]] = {
    "rulebook": _RULEBOOK,
    "seat": optional(NUMBER),
    "names": many(TEXT),
    "phase": _PHASE,
    "turn": NUMBER,
    "to_act": _NUMBERS,
    "legal": many(ACTION),
    "round": optional(_whole(RoundView, _ROUND)),
    "totals": _NUMBERS,
    "results": many(_whole(RoundResult, _RESULT)),
    "first_dealer": optional(NUMBER),
    "draws": many(many(DRAW)),
    "extensions_played": NUMBER,
    "contenders": _NUMBERS,
    "places": _NUMBERS,
}
_WHOLE_VIEW: Final = _whole(PlayerView, _VIEW)

LAYOUT: Final[tuple[tuple[type, Mapping[str, Kind]], ...]] = (
    (PlayerView, _VIEW),
    (RoundView, _ROUND),
    (Trick, _TRICK),
    (RoundResult, _RESULT),
)
"""What is told of each type, for the documents that list it."""


def view_to_plain(view: PlayerView) -> dict[str, object]:
    """`{"version": 1, …}` with one key a field, and values JSON can hold."""
    return {"version": VERSION, **cast("dict[str, object]", _WHOLE_VIEW.write(view))}


def view_from_plain(plain: object) -> PlayerView:
    """The inverse of `view_to_plain`; raises `ViewCodecError` for anything else."""
    if not isinstance(plain, dict):
        raise ViewCodecError("not-a-view", found=as_json(plain))
    given = dict(cast("dict[str, object]", plain))
    version = given.pop("version", None)
    if version != VERSION or type(version) is not int:
        raise ViewCodecError("view-version", found=str(version)[:40], limit=VERSION)
    return cast("PlayerView", _read_fields(PlayerView, _VIEW, given))


def action_to_plain(action: Action) -> dict[str, object]:
    """`{"bid": 2}` or `{"play": "QS"}`."""
    return cast("dict[str, object]", ACTION.write(action))


def action_from_plain(plain: object) -> Action:
    """The inverse of `action_to_plain`; raises `ViewCodecError` for anything else."""
    try:
        return cast("Action", ACTION.read(plain))
    except (ValueError, TypeError):
        raise ViewCodecError("not-an-action", found=str(plain)[:40]) from None


def check_layout() -> bool:
    """Whether the tables above name every field of every class, in order."""
    return all([field.name for field in fields(owner)] == list(layout) for owner, layout in LAYOUT)
