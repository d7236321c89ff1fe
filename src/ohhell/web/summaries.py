"""What a list of games says of each, read from a table's log without playing it through."""

from __future__ import annotations

from collections.abc import Sequence

from ohhell.rules import events as ev
from ohhell.rules.cards import Seat
from ohhell.rules.evolve import places_by
from ohhell.rules.view import Phase
from ohhell.table.events import Opened
from ohhell.table.ports import StoredRow
from ohhell.table.recording import header_of
from ohhell.web.protocol.convert import standing_of
from ohhell.web.protocol.outgoing import TableSummary


def summary_of(table: str, seat: Seat, rows: Sequence[StoredRow]) -> TableSummary:
    """The game of this log as one of its seats is told of it; a log has at least one row."""
    header = header_of(rows[0].events)
    phase = Phase.NONCES if header.persons else Phase.DEALER
    number = missing = 0
    rounds = len(header.rulebook.sizes)
    totals = (0,) * header.rulebook.players
    seats: tuple[Seat, ...] = ()
    survived = [0] * len(totals)
    places: tuple[int, ...] = ()
    for row in rows:
        for event in row.events:
            match event:
                case ev.RoundDealt():
                    number, seats = event.number, event.seats
                    missing, phase = len(seats), Phase.BIDDING
                case ev.BidMade():
                    missing -= 1
                    phase = Phase.BIDDING if missing else Phase.PLAYING
                case ev.RoundScored():
                    totals, phase = event.totals, Phase.DEAL
                    if number > rounds:  # an extension, by those who were level
                        survived = [count + (who in seats) for who, count in enumerate(survived)]
                    low_wins = header.rulebook.scoring.low_wins
                    places = places_by(totals, survived, low_wins=low_wins)
                case ev.GameEnded():
                    places, phase = event.places, Phase.OVER
                case ev.GameAbandoned():
                    places, phase = (), Phase.ABANDONED
                case _:
                    pass
    return TableSummary(
        table=table,
        party=next((event.party for event in rows[0].events if isinstance(event, Opened)), None),
        opened=header.started,
        rulebook=str(header.rulebook),
        preset=header.rulebook.preset,
        standing=standing_of(header.rulebook),
        seat=seat,
        names=list(header.names),
        phase=phase.value,
        round=number,
        rounds=rounds,
        totals=list(totals),
        places=list(places),
    )
