"""Copies of frozen values."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from ohhell.rules.frozen import changed


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: tuple[int, ...] = ()


def test_a_copy_has_the_changes_and_all_else() -> None:
    point = Point(1, (2, 3))
    assert changed(point, x=4) == replace(point, x=4) == Point(4, (2, 3))
    assert changed(point, x=4).y is point.y
    assert point == Point(1, (2, 3))
    assert hash(changed(point)) == hash(point)


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        changed(Point(1), z=2)
