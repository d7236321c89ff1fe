"""Frozen values with some fields changed, in half the time that `dataclasses.replace` takes.

A game is folded from its log field by field, hundreds of times when a table wakes, and a server does it
at every play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar, cast

_Value = TypeVar("_Value")

_new: Final = cast("Callable[[type], Any]", object.__new__)


class _Layout(NamedTuple):
    """How the fields of a class are read all at once, where each stands, how each is set."""

    read: Callable[[object], tuple[object, ...]]
    places: Mapping[str, int]
    setters: tuple[Callable[[object, object], None], ...]


@cache
def _layout(of: type[Any]) -> _Layout:
    """The layout of a dataclass with slots and several fields, which checks nothing when it is made."""
    assert not hasattr(of, "__post_init__"), "its checks would be left out"
    names: tuple[str, ...] = of.__match_args__
    setters = tuple(getattr(of, name).__set__ for name in names)
    return _Layout(attrgetter(*names), {name: at for at, name in enumerate(names)}, setters)


def changed(value: _Value, **changes: object) -> _Value:
    """The same value but for these fields; `value` stays what it is."""
    layout = _layout(type(value))
    fields = list(layout.read(value))
    places = layout.places
    for name, field in changes.items():
        fields[places[name]] = field
    made: _Value = _new(type(value))
    for put, field in zip(layout.setters, fields, strict=True):
        put(made, field)
    return made
