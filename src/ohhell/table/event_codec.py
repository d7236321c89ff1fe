"""The log of a table as plain values (what JSON can hold) and back, strictly.

The game's events are written as in `rules.event_codec`; a table's own have tags of ours too, listed
in docs/table.md.  A field that is added later gets a default, so that what was once written
stays readable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final, cast

from ohhell.rules import events as ev
from ohhell.rules.event_codec import CodecError, event_from_plain, event_to_plain
from ohhell.table.events import (
    TABLE_EVENTS,
    CpuTookOver,
    DeadlineSet,
    LogEvent,
    Opened,
    Paused,
    PauseWanted,
    Resigned,
    Resumed,
    Returned,
    Sat,
    SettingsChanged,
    StandInWanted,
    TableEvent,
    VotedOut,
)
from ohhell.table.settings import Settings

_TYPES: Final[Mapping[str, type[TableEvent]]] = {
    "opened": Opened,
    "settings": SettingsChanged,
    "sat": Sat,
    "cpu-took-over": CpuTookOver,
    "returned": Returned,
    "resigned": Resigned,
    "deadline": DeadlineSet,
    "stand-in-wanted": StandInWanted,
    "voted-out": VotedOut,
    "pause-wanted": PauseWanted,
    "paused": Paused,
    "resumed": Resumed,
}
_TAG_OF: Final = {event_type: tag for tag, event_type in _TYPES.items()}

TABLE_TAGS: Final = tuple(_TYPES)
"""The tags of a table's own events; none is also a tag of a game's event."""

_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "at.opened": (str,),
    "at.deadline": (int, float),
    "party": (str, type(None)),
    "seconds_left": (int, float, type(None)),
    "is_wanted": (bool,),
    "by": (int,),
    "turn_seconds.settings": (int, type(None)),
    "grace_seconds.settings": (int,),
    "stand_in.settings": (str,),
    "seat": (int,),
    "turn": (int,),
    "name": (str,),
    "player": (str,),
}
"""What values a field can have, by its name (and its tag where the name is used twice)."""

_ADDED: Final[Mapping[str, object]] = {"party.opened": None}
"""Fields that older logs do not have, with what they come to there; such a value is not written."""

_NOT_ADDED: Final = object()


def log_event_to_plain(event: LogEvent) -> dict[str, object]:
    """`{"event": tag, …}` with values JSON can hold."""
    if not isinstance(event, TABLE_EVENTS):
        return event_to_plain(event)
    flat = event.settings if isinstance(event, SettingsChanged) else event
    tag = _TAG_OF[type(event)]
    values = asdict(flat).items()
    written = {name: one for name, one in values if one != _ADDED.get(f"{name}.{tag}", _NOT_ADDED)}
    return {"event": tag, **written}


def log_event_from_plain(plain: object) -> LogEvent:
    """The inverse of `log_event_to_plain`; raises `CodecError` for anything else."""
    given = cast("dict[str, object]", plain if isinstance(plain, dict) else {})
    tag = given.get("event")
    if not isinstance(tag, str) or tag not in _TYPES:
        event = event_from_plain(cast("object", plain))
        if isinstance(event, (ev.RoundOpened, ev.BidHidden)):
            raise CodecError("masked-event", found=str(tag))
        return event
    event_type = _TYPES[tag]
    if event_type is SettingsChanged:
        return SettingsChanged(Settings(**_read(tag, Settings, given)))
    return cast("Callable[..., TableEvent]", event_type)(**_read(tag, event_type, given))


def _read(tag: str, layout: type[Any], given: Mapping[str, object]) -> dict[str, Any]:
    """The fields of `layout`, all of them there and of the right kind, and no others."""
    names = [field.name for field in fields(layout)]
    for name in given:
        if name != "event" and name not in names:
            raise CodecError("unknown-field", field=name[:40], found=tag)
    for name in names:
        if name not in given:
            if f"{name}.{tag}" in _ADDED:
                continue
            raise CodecError("missing-field", field=name, found=tag)
        kinds = _KINDS.get(f"{name}.{tag}") or _KINDS[name]
        if type(given[name]) not in kinds:
            raise CodecError("bad-field", field=name, found=str(given[name])[:40])
    return {name: given[name] for name in names if name in given}
