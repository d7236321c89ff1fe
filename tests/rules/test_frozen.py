"""`changed` is `dataclasses.replace` for the values of the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from ohhell.rules.frozen import changed
from ohhell.rules.view import Trick


def test_a_changed_value_is_another_one() -> None:
    trick = Trick(seats=(0, 1), cards=(), winner=0)
    other = changed(trick, winner=1, seats=(1, 0))
    assert other == replace(trick, winner=1, seats=(1, 0))
    assert trick == Trick((0, 1), (), 0)
    assert hash(other) == hash(replace(trick, winner=1, seats=(1, 0)))
    assert changed(trick) == trick


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        changed(Trick((), (), 0), loser=1)


def test_a_value_that_checks_itself_is_not_made_unchecked() -> None:
    @dataclass(frozen=True, slots=True)
    class Checked:
        one: int
        two: int

        def __post_init__(self) -> None:
            assert self.one < self.two

    with pytest.raises(AssertionError, match="checks"):
        changed(Checked(1, 2), one=3)
