"""What people are told of decisions that a program of theirs did not make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ohhell.players.command_player import Fault
from ohhell.text import safe, say

_LONGEST_NAME: Final = 48


def fault_lines(player: str, faults: Sequence[Fault]) -> Iterator[str]:
    """How many in all, then kind by kind; nothing where it decided everything itself."""
    count = sum(fault.count for fault in faults)
    if not count:
        return
    yield say("lab.faults", player=safe(player, _LONGEST_NAME), count=count)
    for fault in faults:
        yield "  " + say(f"lab.fault.{fault.kind}", count=fault.count, example=fault.example)
