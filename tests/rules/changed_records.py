"""Records as plain values that a test may change, and what the verifier says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ohhell.rules.record import read_record
from ohhell.rules.verify import Verdict, verify
from tests.rules.played import PlayedGame

Plain = dict[str, Any]
Mutation = Callable[[list[Plain]], None]

RULEBOOK = "club-sheet players=4 max_size=3 first_lead=dealers-left ties=leaders-2"


def loaded(game: PlayedGame) -> list[Plain]:
    """The lines of a record as plain values that a test may change."""
    return [json.loads(line) for line in game.text.splitlines()]


def written(lines: list[Plain]) -> str:
    """The inverse of `loaded`."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def verdict_of(lines: list[Plain]) -> Verdict:
    """What the verifier says of changed lines."""
    return verify(read_record(written(lines)))


def first(lines: list[Plain], tag: str, *, skip: int = 0) -> Plain:
    """The first event with that tag after `skip` others."""
    found = [event for line in lines[1:] for event in line["events"] if event["event"] == tag]
    return found[skip]


def line_with(lines: list[Plain], tag: str, *, skip: int = 0) -> int:
    """The index of the line that holds the first event with that tag after `skip` others."""
    found = [
        index
        for index, line in enumerate(lines)
        if index and any(event["event"] == tag for event in line["events"])
    ]
    return found[skip]
