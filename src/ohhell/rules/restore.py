"""From a record and the game's secret back to the whole truth, so that the game can go on."""

from __future__ import annotations

from ohhell.rules.record import Record, RecordError, Row
from ohhell.rules.retrace import HiddenBids, retrace
from ohhell.rules.shuffle import check_seed


def restore(record: Record, seed: bytes, hidden_bids: HiddenBids) -> tuple[Row, ...]:
    """The true rows of a record, the first holding `GameStarted`.

    `hidden_bids` are those of an all-at-once round that is not revealed yet.  Raises the first
    fault of the record (an `OhHellError`), or `DealError` for a seed that is not this game's.
    """
    if record.header is None:
        raise record.faults[0].error if record.faults else RecordError("no-header")
    check_seed(seed, record.header.commitment)
    if record.faults:
        raise record.faults[0].error
    found = retrace(record.header, record.lines, seed=seed, hidden_bids=hidden_bids)
    if found.faults:
        raise found.faults[0].error
    return found.rows
