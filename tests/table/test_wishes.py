"""Which wishes a log shows to have been granted."""

from __future__ import annotations

import pytest

from ohhell.rules.events import BidMade
from ohhell.table.events import LogEvent, PauseWanted, Resigned, Resumed, Returned, StandInWanted
from ohhell.table.ports import StoredRow
from ohhell.table.wishes import ids_in


@pytest.mark.parametrize(
    ("first", "seat"),
    [
        (BidMade(2, 1), 2),
        (Resigned(1), 1),
        (Returned(1), 1),
        (PauseWanted(2, is_wanted=True), 2),
        (Resumed(1), 1),
        (StandInWanted(0, by=2, is_wanted=True), 2),
    ],
)
def test_an_id_belongs_to_the_seat_whose_wish_it_was(first: LogEvent, seat: int) -> None:
    rows = [StoredRow(2, "an id", "person", (first,)), StoredRow(3, None, "person", (first,))]
    assert ids_in(rows) == {(seat, "an id")}
