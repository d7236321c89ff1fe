"""Giving up games that nobody comes back to: the seed is revealed, and the log is closed."""

from __future__ import annotations

import logging

from ohhell.rules.errors import OhHellError
from ohhell.table.hall import Hall
from ohhell.table.ports import Sleepers

_log = logging.getLogger(__name__)


async def abandon_sleepers(hall: Hall, sleepers: Sleepers, *, now: float, after: float) -> int:
    """Give up all games that have slept for `after` seconds; how many.

    Who is awake is left alone, also who woke up a moment ago.  A game of which nothing is noted
    (it was awake when the program was killed) counts as asleep from now on.
    """
    noted = await sleepers.asleep()
    known = {one.table for one in noted}
    for table in await sleepers.unfinished():
        if table not in known and not hall.is_awake(table):
            await sleepers.note_asleep(table, now)
    count = 0
    for one in noted:
        if one.since + after > now or hall.is_awake(one.table):
            continue
        try:
            count += await hall.abandon_asleep(one.table)
        except OhHellError as error:  # damaged, or its seed is lost: the others are not
            _log.warning("table %s could not be given up: %s", one.table, error.code)
    return count
