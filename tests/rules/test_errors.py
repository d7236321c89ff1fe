"""Refusals as values."""

from __future__ import annotations

import pickle

from ohhell.rules.errors import IllegalAction


def test_a_refusal_travels_between_processes() -> None:
    refusal = IllegalAction("hook", value=2, total=3, size=5)
    back = pickle.loads(pickle.dumps(refusal))
    assert type(back) is IllegalAction
    assert (back.code, dict(back.params)) == ("hook", {"value": 2, "total": 3, "size": 5})


def test_a_refusal_says_its_code_and_parameters() -> None:
    assert str(IllegalAction("game-over")) == "game-over"
    assert str(IllegalAction("out-of-turn", seat=1, next=2)) == "out-of-turn (seat=1, next=2)"
