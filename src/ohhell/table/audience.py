"""The connections of one table: where each one sits, and what each one is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ohhell.rules.cards import Seat
from ohhell.rules.errors import OhHellError
from ohhell.rules.projection import hides_bids, mask, view_for
from ohhell.rules.record import By
from ohhell.table.events import TABLE_EVENTS, LogEvent, ToldEvent
from ohhell.table.messages import Closed, Push, Refused
from ohhell.table.ports import Outbox
from ohhell.table.state import TableState, current_deadline, seat_statuses, shuffle_of


@dataclass(slots=True)
class _Connection:
    """Where a connection sits (None: it watches) and how many pushes it was sent."""

    seat: Seat | None
    pushes: int = 0


class Audience:
    """Everybody who is told what happens at a table, each what its seat may know."""

    def __init__(self, table: str, outbox: Outbox, *, boot: str) -> None:
        self._table = table
        self._outbox = outbox
        self._boot = boot
        self._connections: dict[str, _Connection] = {}

    def __contains__(self, listener: str) -> bool:
        return listener in self._connections

    def __bool__(self) -> bool:
        return bool(self._connections)

    @property
    def present(self) -> frozenset[Seat]:
        """The seats some connection is open for."""
        seats = {connection.seat for connection in self._connections.values()}
        return frozenset(seat for seat in seats if seat is not None)

    def seat_of(self, listener: str) -> Seat | None:
        """Where a connection sits; None for one that watches."""
        return self._connections[listener].seat

    def join(self, listener: str, seat: Seat | None) -> None:
        """Take a connection in, or let it change its place; its pushes are counted on."""
        connection = self._connections.setdefault(listener, _Connection(seat))
        connection.seat = seat

    def leave(self, listener: str) -> None:
        """Forget a connection, whether or not it was here."""
        self._connections.pop(listener, None)

    def tell(
        self,
        state: TableState,
        *,
        did: tuple[LogEvent, ...] = (),
        by: By | None = None,
        answers: tuple[str, str] | None = None,
        apart_from: str | None = None,
    ) -> None:
        """Show everybody the state that `did` led to.

        `answers` names the connection that asked for it and the id it gave; `apart_from` one that
        is not told.
        """
        for listener, push in self._pushes(state, did, by):
            re = answers[1] if answers is not None and answers[0] == listener else None
            if listener != apart_from:
                self._outbox.tell(listener, replace(push, push=self._counted(listener), re=re))

    def show(self, listener: str, state: TableState, *, re: str | None) -> None:
        """Show one connection the current state."""
        self._outbox.tell(listener, self._current(listener, state, re))

    def refuse(
        self, listener: str, state: TableState, error: OhHellError, *, re: str | None
    ) -> None:
        """Tell a connection, which need not have a place here, why something was not done."""
        now = self._current(listener, state, re) if listener in self else None
        refused = Refused(self._table, error.code, error.params, re, now)
        self._outbox.tell(listener, refused)

    def refuse_all(self, state: TableState, error: OhHellError) -> None:
        """Tell everybody that the table cannot go on for now."""
        for listener in self._connections:
            self.refuse(listener, state, error, re=None)

    def close(self, code: str) -> None:
        """The last word to everybody."""
        for listener in self._connections:
            self._outbox.tell(listener, Closed(self._table, code))
        self._connections.clear()

    def _current(self, listener: str, state: TableState, re: str | None) -> Push:
        push = self._push(state, self.seat_of(listener), (), None)
        return replace(push, push=self._counted(listener), re=re)

    def _counted(self, listener: str) -> int:
        connection = self._connections[listener]
        connection.pushes += 1
        return connection.pushes

    def _pushes(
        self, state: TableState, did: tuple[LogEvent, ...], by: By | None
    ) -> Iterator[tuple[str, Push]]:
        """What each connection sees, made once a seat."""
        made: dict[Seat | None, Push] = {}
        for listener, connection in self._connections.items():
            seat = connection.seat
            if seat not in made:
                made[seat] = self._push(state, seat, did, by)
            yield listener, made[seat]

    def _push(
        self,
        state: TableState,
        seat: Seat | None,
        did: tuple[LogEvent, ...],
        by: By | None,
    ) -> Push:
        game = state.game
        return Push(
            table=self._table,
            boot=self._boot,
            push=0,
            number=state.number,
            turn=game.turn,
            by=by,
            did=tuple(_told(event, seat, bids_hidden=hides_bids(game)) for event in did),
            view=view_for(game, seat),
            seats=seat_statuses(state, self.present),
            shuffle=shuffle_of(game),
            deadline=current_deadline(state),
            re=None,
        )


def _told(event: LogEvent, seat: Seat | None, *, bids_hidden: bool) -> ToldEvent:
    if isinstance(event, TABLE_EVENTS):
        return event
    return mask(event, seat, bids_hidden=bids_hidden)
