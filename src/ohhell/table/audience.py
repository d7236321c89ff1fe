"""The connections of one table: where each one sits, and what each one is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import is_
from typing import Final, Generic, TypeVar

from ohhell.rules.cards import Seat
from ohhell.rules.errors import OhHellError
from ohhell.rules.projection import SECRET_EVENTS, hides_bids, mask, own_for, view_for
from ohhell.rules.record import By
from ohhell.table.events import TABLE_EVENTS, LogEvent, ToldEvent
from ohhell.table.messages import Closed, Pause, Push, Refused, SeatStatus, Shuffle
from ohhell.table.ports import Outbox
from ohhell.table.state import (
    TableState,
    current_deadline,
    pause_of,
    seat_statuses,
    shuffle_of,
)

NOT_FOR_WATCHERS: Final = "not-for-watchers"
"""Why a table is closed to those without a seat."""

_Value = TypeVar("_Value")


@dataclass(slots=True)
class _Connection:
    """Where a connection sits (None: it watches) and how many pushes it was sent."""

    seat: Seat | None
    pushes: int = 0


class Audience:
    """Everybody who is told what happens at a table, each what its seat may know.

    `idle_at` says since when those to act count as idle.
    """

    def __init__(
        self,
        table: str,
        outbox: Outbox,
        *,
        boot: str,
        idle_at: Callable[[TableState], float | None],
    ) -> None:
        self._table = table
        self._outbox = outbox
        self._boot = boot
        self._idle_at = idle_at
        self._connections: dict[str, _Connection] = {}
        self._present: frozenset[Seat] = frozenset()
        self._watchers = 0
        self._besides = _Unchanged[tuple[tuple[SeatStatus, ...], Pause, Shuffle]]()

    def __contains__(self, listener: str) -> bool:
        return listener in self._connections

    def __bool__(self) -> bool:
        return bool(self._connections)

    @property
    def present(self) -> frozenset[Seat]:
        """The seats some connection is open for; the same object until that changes."""
        return self._present

    @property
    def headcount(self) -> tuple[frozenset[Seat], int]:
        """Who is there for everybody to see: the seats, and how many watch."""
        return self._present, self._watchers

    def _look_round(self) -> None:
        seats = [connection.seat for connection in self._connections.values()]
        present = frozenset(seat for seat in seats if seat is not None)
        self._watchers = seats.count(None)
        if present != self._present:
            self._present = present

    def seat_of(self, listener: str) -> Seat | None:
        """Where a connection sits; None for one that watches."""
        return self._connections[listener].seat

    def join(self, listener: str, seat: Seat | None) -> None:
        """Take a connection in, or let it change its place; its pushes are counted on."""
        connection = self._connections.setdefault(listener, _Connection(seat))
        connection.seat = seat
        self._look_round()

    def leave(self, listener: str) -> None:
        """Forget a connection, whether or not it was here."""
        self._connections.pop(listener, None)
        self._look_round()

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
        listeners = [listener for listener in self._connections if listener != apart_from]
        for listener, push in self._pushes(state, did, by, listeners, answers=answers):
            self._outbox.tell(listener, push)

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

    def close(self, code: str, *, waiting: Iterable[str] = ()) -> None:
        """The last word to everybody, and to those who were about to come."""
        for listener in dict.fromkeys((*self._connections, *waiting)):
            self._outbox.tell(listener, Closed(self._table, code))
        self._connections.clear()
        self._look_round()

    def put_out_watchers(self) -> None:
        """The last word to those without a seat."""
        for listener, connection in tuple(self._connections.items()):
            if connection.seat is None:
                self._outbox.tell(listener, Closed(self._table, NOT_FOR_WATCHERS))
                self.leave(listener)

    def _current(self, listener: str, state: TableState, re: str | None) -> Push:
        ((_, push),) = self._pushes(state, (), None, (listener,), answers=(listener, re))
        return push

    def _pushes(
        self,
        state: TableState,
        did: tuple[LogEvent, ...],
        by: By | None,
        listeners: Iterable[str],
        *,
        answers: tuple[str, str | None] | None,
    ) -> Iterator[tuple[str, Push]]:
        """What each of these connections is told; what its seat sees is made once a seat."""
        game = state.game
        present = self.present
        seats, pause, shuffle = self._besides.of(
            lambda: (seat_statuses(state, present), pause_of(state), shuffle_of(game)),
            (
                state.players,
                state.stood_in,
                state.voted_out,
                state.votes,
                state.resigned,
                state.acted_for,
                present,
                state.pause,
                state.pause_wanted,
                game.nonce_commitments,
                game.nonces,
                game.left_out,
                game.seed,
            ),
        )
        deadline, idle_at = current_deadline(state), self._idle_at(state)
        connections = [(listener, self._connections[listener]) for listener in listeners]
        watched = view_for(game, None)
        own = {
            seat: own_for(game, seat) for seat in {connection.seat for _, connection in connections}
        }
        told = _told(did, own, bids_hidden=hides_bids(game))
        for listener, connection in connections:
            connection.pushes += 1
            yield (
                listener,
                Push(
                    table=self._table,
                    boot=self._boot,
                    push=connection.pushes,
                    number=state.number,
                    turn=game.turn,
                    by=by,
                    did=told[connection.seat],
                    watched=watched,
                    own=own[connection.seat],
                    seats=seats,
                    shuffle=shuffle,
                    deadline=deadline,
                    idle_at=idle_at,
                    pause=pause,
                    watchers=self._watchers,
                    party=state.party,
                    re=answers[1] if answers is not None and answers[0] == listener else None,
                ),
            )


class _Unchanged(Generic[_Value]):
    """A value that is made anew when one of the things it is made from is another than before."""

    def __init__(self) -> None:
        self._kept: tuple[tuple[object, ...], _Value] | None = None

    def of(self, make: Callable[[], _Value], made_from: tuple[object, ...]) -> _Value:
        """What `make` gives, or gave when it was last asked for the very same things."""
        kept = self._kept
        if kept is None or not all(map(is_, kept[0], made_from)):
            kept = self._kept = (made_from, make())
        return kept[1]


def _told(
    did: tuple[LogEvent, ...], seats: Iterable[Seat | None], *, bids_hidden: bool
) -> dict[Seat | None, tuple[ToldEvent, ...]]:
    """What happened as each of these seats may see it; nearly always all may see all of it."""
    for_all = tuple([event for event in did if not isinstance(event, SECRET_EVENTS)])
    if len(for_all) == len(did):
        return dict.fromkeys(seats, for_all)
    return {
        seat: tuple(
            [
                event
                if isinstance(event, TABLE_EVENTS)
                else mask(event, seat, bids_hidden=bids_hidden)
                for event in did
            ]
        )
        for seat in seats
    }
