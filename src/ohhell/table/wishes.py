"""What a person asks of a table: the events it comes to, or why it cannot be.

Nothing is changed here; the table stores the events, and with them the wish is done.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ohhell.rules import events as ev
from ohhell.rules.cards import Seat
from ohhell.rules.engine import decide, decide_nonce, legal_actions
from ohhell.rules.record import PERSON
from ohhell.table.agreement import is_wanted_back
from ohhell.table.chance import same_action
from ohhell.table.errors import TableError
from ohhell.table.events import (
    DeadlineSet,
    LogEvent,
    PauseWanted,
    Resigned,
    Resumed,
    Returned,
    StandInWanted,
)
from ohhell.table.messages import Act, Back, GiveNonce, Resign, WantPause, WantStandIn, Wish
from ohhell.table.ports import StoredRow
from ohhell.table.state import TableState, is_finished, persons_to_act
from ohhell.table.waiting import Waiting


@dataclass(frozen=True, slots=True)
class Moment:
    """The table when somebody wishes something, and what it waits for."""

    state: TableState
    present: Collection[Seat]
    now: float
    waiting: Waiting


_Granted = (
    ev.BidMade
    | ev.BidChanged
    | ev.CardPlayed
    | ev.NonceCommitted
    | ev.NonceRevealed
    | Resigned
    | Returned
    | PauseWanted
    | Resumed
    | StandInWanted
)
"""What a row begins with that grants a wish."""


def ids_in(rows: Sequence[StoredRow]) -> set[tuple[Seat, str]]:
    """The ids of all that persons did so far; each seat makes up its own."""
    return {
        (_wished_by(row.events[0]), row.action_id)
        for row in rows
        if row.action_id is not None and isinstance(row.events[0], _Granted)
    }


def _wished_by(first: _Granted) -> Seat:
    return first.by if isinstance(first, StandInWanted) else first.seat


def decide_wish(at: Moment, seat: Seat, wish: Wish) -> tuple[LogEvent, ...]:
    """What a wish of the person of `seat` comes to; () where things are so already."""
    match wish:
        case Act():
            return _act(at.state, seat, wish)
        case GiveNonce():
            return decide_nonce(at.state.game, seat, wish.move)
        case Resign():
            _check_running(at.state)
            return (Resigned(seat),)
        case WantStandIn():
            _check_running(at.state)
            return _vote(at, seat, wish)
        case Back():
            is_out = seat in at.state.voted_out and not is_finished(at.state)
            return (Returned(seat),) if is_out else ()
        case WantPause():
            _check_running(at.state)
            return _pause(at, seat, is_wanted=wish.is_wanted)
        case _:
            assert_never(wish)


def _check_running(state: TableState) -> None:
    if is_finished(state):
        raise TableError("game-over")


def _act(state: TableState, seat: Seat, act: Act) -> tuple[LogEvent, ...]:
    game = state.game
    if act.turn != game.turn:
        raise TableError("stale", value=act.turn, limit=game.turn)
    if state.pause is not None:
        raise TableError("paused")
    _check_plays(state, seat)
    action = same_action(act.action, legal_actions(game, seat)) or act.action
    return decide(game, seat, action)


def _check_plays(state: TableState, seat: Seat) -> None:
    """Refuse who was voted out and has not said to be back."""
    if seat in state.voted_out:
        raise TableError("stood-in", seat=seat)


def _vote(at: Moment, by: Seat, wish: WantStandIn) -> tuple[LogEvent, ...]:
    state, seat, seats = at.state, wish.seat, len(at.state.players)
    if not 0 <= seat < seats:
        raise TableError("no-such-seat", value=seat, limit=seats - 1)
    if seat == by:
        raise TableError("own-seat", seat=seat)
    if state.players[seat] != PERSON:
        raise TableError("cpu-seat", seat=seat)
    _check_plays(state, by)
    is_known = ((seat, by) in state.votes) is wish.is_wanted
    voted = StandInWanted(seat, by, wish.is_wanted)
    if not wish.is_wanted:
        without = replace(state, votes=state.votes - {(seat, by)})
        if seat in state.voted_out and is_wanted_back(without, seat, at.present):
            return (voted, Returned(seat))
        return () if is_known else (voted,)
    if is_known:
        return ()
    if seat not in state.voted_out:
        _check_idle(at, seat)
    return (voted,)


def _check_idle(at: Moment, seat: Seat) -> None:
    """Refuse a vote about somebody nobody waits for, or not for long."""
    if at.state.settings.turn_seconds is not None:
        raise TableError("turn-limited")
    if at.state.pause is not None:
        raise TableError("paused")
    idle_at = at.waiting.idle_at(at.state, at.now)
    if idle_at is None or seat not in persons_to_act(at.state):
        raise TableError("not-waited-for", seat=seat)
    if at.now < idle_at:
        raise TableError("not-idle", seat=seat, limit=math.ceil(idle_at - at.now))


def _pause(at: Moment, seat: Seat, *, is_wanted: bool) -> tuple[LogEvent, ...]:
    state = at.state
    if state.pause is not None:
        if is_wanted:
            return ()
        left = state.pause.seconds_left
        if left is None:
            return (Resumed(seat),)
        return (Resumed(seat), DeadlineSet(state.game.turn, at.now + left))
    if (seat in state.pause_wanted) is is_wanted:
        return ()
    if is_wanted:
        _check_plays(state, seat)
    return (PauseWanted(seat, is_wanted),)


def check_speaks(state: TableState, seat: Seat) -> None:
    """Refuse who gave up this seat."""
    if seat not in state.persons:
        raise TableError("resigned", seat=seat)
