"""The whole truth of a table, folded from its log: its game, and who plays which seat.

Only the table, its store and tests hold it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, assert_never

from ohhell.rules import events as ev
from ohhell.rules.cards import Seat
from ohhell.rules.engine import all_committed, evolve, start, to_act
from ohhell.rules.frozen import changed
from ohhell.rules.record import PERSON
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase
from ohhell.table.events import (
    TABLE_EVENTS,
    CpuTookOver,
    DeadlineSet,
    LogEvent,
    Opened,
    Resigned,
    Returned,
    Sat,
    SettingsChanged,
    TableEvent,
)
from ohhell.table.messages import SeatStatus, Shuffle
from ohhell.table.ports import StoredRow
from ohhell.table.settings import Settings

_DICE_TAG: Final = b"ohhell/cpu dice/1"


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after `number` rows of its log.

    `players` by seat are `person` or a level; `stood_in` are seats of persons who are away and
    played by a CPU player, `resigned` those given up.  `deadline` may be of a turn long past.
    """

    number: int
    opened: str
    settings: Settings
    players: tuple[str, ...]
    stood_in: frozenset[Seat]
    resigned: frozenset[Seat]
    deadline: DeadlineSet | None
    game: GameState


def fold(rows: Sequence[StoredRow]) -> TableState:
    """The state that a log adds up to; its first row opens the table and starts the game."""
    events = chain.from_iterable([row.events for row in rows[1:]])
    return _after(open_state(rows[0].events), events, rows=len(rows) - 1)


def open_state(events: Iterable[LogEvent]) -> TableState:
    """The state after the first row."""
    events = tuple(events)
    started = next(event for event in events if isinstance(event, ev.GameStarted))
    players = {event.seat: event.player for event in events if isinstance(event, Sat)}
    nobody: frozenset[Seat] = frozenset()
    state = TableState(
        number=0,
        opened=next((event.at for event in events if isinstance(event, Opened)), ""),
        settings=Settings(),
        players=tuple(players[seat] for seat in range(started.rulebook.players)),
        stood_in=nobody,
        resigned=nobody,
        deadline=None,
        game=start(started),
    )
    return evolve_row(state, (event for event in events if event is not started))


def evolve_row(state: TableState, events: Iterable[LogEvent]) -> TableState:
    """The state after one more row."""
    return _after(state, events, rows=1)


def _after(state: TableState, events: Iterable[LogEvent], *, rows: int) -> TableState:
    """The state after the events of some rows; between them nobody sees it."""
    game = state.game
    for event in events:
        if isinstance(event, TABLE_EVENTS):
            state = _evolve_table(state, event)
        else:
            game = evolve(game, event)
    return changed(state, number=state.number + rows, game=game)


def _evolve_table(state: TableState, event: TableEvent) -> TableState:
    match event:
        case Opened() | Sat():
            return state  # told once, in the first row
        case SettingsChanged():
            return changed(state, settings=event.settings)
        case CpuTookOver():
            return changed(state, stood_in=state.stood_in | {event.seat})
        case Returned():
            return changed(state, stood_in=state.stood_in - {event.seat})
        case Resigned():
            stood_in = state.stood_in - {event.seat}
            return changed(state, stood_in=stood_in, resigned=state.resigned | {event.seat})
        case DeadlineSet():
            return changed(state, deadline=event)
        case _:
            assert_never(event)


# ---------------------------------------------------------------------------- questions


def is_persons(state: TableState, seat: Seat) -> bool:
    """Whether the seat is a person's who plays in this game, be it away for now."""
    return state.players[seat] == PERSON and seat not in state.resigned


def is_in_own_hands(state: TableState, seat: Seat) -> bool:
    """Whether it is for the person to act, and not for a CPU player."""
    return is_persons(state, seat) and seat not in state.stood_in


def level_of(state: TableState, seat: Seat) -> str:
    """The level of the CPU player that plays, or would stand in for, a seat."""
    player = state.players[seat]
    return state.settings.stand_in if player == PERSON else player


def persons_to_act(state: TableState) -> tuple[Seat, ...]:
    """The persons the game waits for; a seat that a CPU player has in hand is none."""
    return tuple(seat for seat in to_act(state.game) if is_in_own_hands(state, seat))


def is_finished(state: TableState) -> bool:
    """Whether the game is over or given up; what is missing then is the revealed seed."""
    return state.game.phase is Phase.OVER or state.game.phase is Phase.ABANDONED


def current_deadline(state: TableState) -> float | None:
    """When the turn of the persons to act runs out (seconds since 1970), where it does."""
    deadline = state.deadline
    if deadline is None or deadline.turn != state.game.turn or not persons_to_act(state):
        return None
    return deadline.at


def deadline_after(state: TableState, *, now: float) -> tuple[TableEvent, ...]:
    """The deadline that a state calls for and does not have yet: a row carries it along."""
    seconds = state.settings.turn_seconds
    turn = state.game.turn
    if seconds is None or not persons_to_act(state):
        return ()
    if state.deadline is not None and state.deadline.turn == turn:
        return ()
    return (DeadlineSet(turn, now + seconds),)


def seat_statuses(state: TableState, present: frozenset[Seat]) -> tuple[SeatStatus, ...]:
    """Who plays each seat, for everybody's eyes."""
    return tuple(
        SeatStatus(player, seat in present, seat in state.stood_in, seat in state.resigned)
        for seat, player in enumerate(state.players)
    )


def shuffle_of(game: GameState) -> Shuffle:
    """What is known of how the cards are found, for everybody's eyes."""
    return Shuffle(
        commitment=game.commitment,
        persons=game.persons,
        promised=game.nonce_commitments,
        shown=game.nonces,
        left_out=game.left_out,
        may_reveal=all_committed(game),
        seed=game.seed,
    )


def dice_key(seed: bytes, *, seat: Seat, turn: int) -> bytes:
    """32 bytes of luck for a CPU player's one decision, of which no deck is made.

    HMAC-SHA256 keyed with the seed over `"ohhell/cpu dice/1" ‖ u8(seat) ‖ u32(turn)`; the messages
    that decks come from begin otherwise (docs/fair-deals.md), so neither tells of the other.
    """
    message = _DICE_TAG + bytes((seat,)) + turn.to_bytes(4, "big")
    return hmac.digest(seed, message, "sha256")
