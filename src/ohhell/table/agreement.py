"""What the persons at a table agree on: a stand-in for somebody idle, and a pause.

Only who is there and plays has a say.  Wishes of those who went away are kept, and count again
when they are back.
"""

from __future__ import annotations

from collections.abc import Collection

from ohhell.rules.cards import Seat
from ohhell.table.state import TableState, persons_to_act, wanted_by


def voices(state: TableState, present: Collection[Seat]) -> frozenset[Seat]:
    """The persons who are there and play themselves."""
    return state.in_own_hands.intersection(present)


def is_wanted_out(state: TableState, seat: Seat, present: Collection[Seat]) -> bool:
    """Whether more than half of the others want a CPU player to act for this seat."""
    others = voices(state, present) - {seat}
    return 2 * len(others.intersection(wanted_by(state, seat))) > len(others)


def is_wanted_back(state: TableState, seat: Seat, present: Collection[Seat]) -> bool:
    """Whether more than half of the others do not want a CPU player to act for this seat."""
    others = voices(state, present) - {seat}
    return 2 * len(others.difference(wanted_by(state, seat))) > len(others)


def next_wanted_out(state: TableState, present: Collection[Seat]) -> Seat | None:
    """A person to act whom the others want replaced, and who is not yet."""
    if not state.votes:
        return None
    seats = persons_to_act(state)
    return next((seat for seat in seats if is_wanted_out(state, seat, present)), None)


def is_pause_agreed(state: TableState, present: Collection[Seat]) -> bool:
    """Whether all want to pause."""
    if not state.pause_wanted:
        return False
    who = voices(state, present)
    return bool(who) and who <= state.pause_wanted
