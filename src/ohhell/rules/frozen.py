"""Copies of frozen values in which some fields are others."""

from __future__ import annotations

from typing import Any, Final, TypeVar

_Value = TypeVar("_Value")

_NEW: Final = object.__new__
_SET: Final = object.__setattr__


def changed(value: _Value, **changes: object) -> _Value:
    """What `dataclasses.replace` gives for a class with slots that checks nothing when it is made.

    States are copied for every card played: `replace` takes three times as long, most of it to ask
    each field how it wants to be copied.  A field that is not there raises `AttributeError`.
    """
    kind: Any = type(value)
    copy: _Value = _NEW(kind)
    for name in kind.__slots__:
        _SET(copy, name, getattr(value, name))
    for name, new in changes.items():
        _SET(copy, name, new)
    return copy
