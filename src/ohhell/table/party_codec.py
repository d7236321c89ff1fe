"""The log of a party as plain values (what JSON can hold) and back, strictly.

Tags are ours and stay what they are; a field that is added later gets a default, so that what was
once written stays readable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any, Final, cast

from ohhell.rules.event_codec import CodecError
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.table import party_events as pe
from ohhell.table.settings import Settings

_TYPES: Final[Mapping[str, type[pe.PartyEvent]]] = {
    "gathered": pe.Gathered,
    "arranged": pe.Arranged,
    "joined": pe.Joined,
    "quit": pe.Quit,
    "removed": pe.Removed,
    "moved": pe.Moved,
    "renamed": pe.Renamed,
    "ready": pe.ReadySet,
    "host": pe.HostChanged,
    "links": pe.LinksRenewed,
    "started": pe.Started,
    "finished": pe.Finished,
    "regathered": pe.Regathered,
    "device": pe.DeviceAdded,
    "claimed": pe.SeatClaimed,
    "answered": pe.ClaimAnswered,
    "watcher": pe.WatcherCame,
    "touched": pe.Touched,
    "closed": pe.PartyClosed,
}
_TAG_OF: Final = {event_type: tag for tag, event_type in _TYPES.items()}

PARTY_TAGS: Final = tuple(_TYPES)
"""The tags of a party's events."""


def party_event_to_plain(event: pe.PartyEvent) -> dict[str, object]:
    """`{"event": tag, …}` with values JSON can hold."""
    plain: dict[str, object] = {"event": _TAG_OF[type(event)]}
    for field in fields(event):
        plain[field.name] = _plain(getattr(event, field.name))
    return plain


def _plain(value: object) -> object:
    match value:
        case bytes():
            return value.hex()
        case Rulebook():
            return str(value)
        case Settings():
            return asdict(value)
        case tuple():
            return list(cast("tuple[object, ...]", value))
        case _:
            return value


def party_event_from_plain(plain: object) -> pe.PartyEvent:
    """The inverse of `party_event_to_plain`; raises `CodecError` for anything else."""
    given = cast("dict[str, object]", plain if isinstance(plain, dict) else {})
    tag = given.get("event")
    if not isinstance(tag, str) or tag not in _TYPES:
        raise CodecError("unknown-event", found=str(tag)[:40])
    event_type = _TYPES[tag]
    return cast("Callable[..., pe.PartyEvent]", event_type)(**_read(tag, event_type, given))


def _read(tag: str, layout: type[Any], given: Mapping[str, object]) -> dict[str, Any]:
    """The fields of `layout`, each of the right kind, and no others."""
    known = {field.name: field for field in fields(layout)}
    for name in given:
        if name != "event" and name not in known:
            raise CodecError("unknown-field", field=name[:40], found=tag)
    read: dict[str, Any] = {}
    for name, field in known.items():
        if name in given:
            read[name] = _value(tag, name, given[name])
        elif field.default is MISSING:
            raise CodecError("missing-field", field=name, found=tag)
    return read


def _value(tag: str, name: str, value: object) -> object:
    try:
        return _READERS[name](value)
    except (ValueError, TypeError):
        raise CodecError("bad-field", field=name, found=f"{tag}: {value}"[:40]) from None


def _exactly(*kinds: type) -> Callable[[object], object]:
    def read(value: object) -> object:
        if type(value) not in kinds:
            raise TypeError
        return value

    return read


def _several(*kinds: type) -> Callable[[object], object]:
    read_one = _exactly(*kinds)

    def read(value: object) -> object:
        return tuple(read_one(one) for one in cast("list[object]", _exactly(list)(value)))

    return read


def _settings(value: object) -> Settings:
    return Settings(**_read("settings", Settings, cast("dict[str, object]", _exactly(dict)(value))))


def _rulebook(value: object) -> Rulebook:
    return parse_rulebook(cast("str", _exactly(str)(value)))


def _holder(value: object) -> bytes:
    return bytes.fromhex(cast("str", _exactly(str)(value)))


_NUMBER: Final = _exactly(int)
_TEXT: Final = _exactly(str)
_TRUTH: Final = _exactly(bool)

_READERS: Final[Mapping[str, Callable[[object], object]]] = {
    "member": _NUMBER,
    "seat": _NUMBER,
    "claim": _NUMBER,
    "generation": _NUMBER,
    "grace_seconds": _NUMBER,
    "dropped_size": _exactly(int, type(None)),
    "turn_seconds": _exactly(int, type(None)),
    "name": _TEXT,
    "table": _TEXT,
    "stand_in": _TEXT,
    "is_ready": _TRUTH,
    "is_given": _TRUTH,
    "may_watch": _TRUTH,
    "holder": _holder,
    "levels": _several(str),
    "members": _several(int, type(None)),
    "places": _several(int),
    "rulebook": _rulebook,
    "settings": _settings,
}
"""How a field is read, by its name."""
