"""The whole truth of a table, folded from its log: its game, and who plays which seat.

Only the table, its store and tests hold it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, assert_never

from ohhell.rules import events as ev
from ohhell.rules.cards import Seat
from ohhell.rules.engine import all_committed, evolve, start, to_act
from ohhell.rules.frozen import changed
from ohhell.rules.record import PERSON, By
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase
from ohhell.table.events import (
    TABLE_EVENTS,
    CpuTookOver,
    DeadlineSet,
    LogEvent,
    Opened,
    Paused,
    PauseWanted,
    Resigned,
    Resumed,
    Returned,
    Sat,
    SettingsChanged,
    StandInWanted,
    TableEvent,
    VotedOut,
)
from ohhell.table.messages import ActedFor, Pause, SeatStatus, Shuffle
from ohhell.table.ports import StoredRow
from ohhell.table.settings import Settings

_DICE_TAG: Final = b"ohhell/cpu dice/1"

_Act = ev.BidMade | ev.BidChanged | ev.CardPlayed
_ACTS: Final = (ev.BidMade, ev.BidChanged, ev.CardPlayed)


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after `number` rows of its log.

    `players` by seat are `person` or a level; `stood_in` are seats of persons who are away and
    played by a CPU player, `voted_out` those the others had replaced, `resigned` those given up.
    `votes` are pairs: a seat, and one that wants a CPU player to act for it.
    `acted_for` by seat is what CPU players did for its person since they last acted themselves; of
    rounds before the one in progress only the last act is kept, without its card.  `deadline` may be
    of a turn long past.

    `persons` are seats of persons who play in this game, be they away for now, `in_own_hands` those
    of them that no CPU player acts for.  Both follow from the fields above; they are asked for
    many times a play and hardly ever change, so they are kept.
    """

    number: int
    opened: str
    party: str | None
    settings: Settings
    players: tuple[str, ...]
    stood_in: frozenset[Seat]
    voted_out: frozenset[Seat]
    resigned: frozenset[Seat]
    votes: frozenset[tuple[Seat, Seat]]
    pause_wanted: frozenset[Seat]
    pause: Paused | None
    acted_for: tuple[tuple[ActedFor, ...], ...]
    deadline: DeadlineSet | None
    persons: frozenset[Seat]
    in_own_hands: frozenset[Seat]
    game: GameState


def fold(rows: Sequence[StoredRow]) -> TableState:
    """The state that a log adds up to; its first row opens the table and starts the game."""
    return _after(open_state(rows[0].events), [(row.by, row.events) for row in rows[1:]])


def open_state(events: Iterable[LogEvent]) -> TableState:
    """The state after the first row."""
    events = tuple(events)
    started = next(event for event in events if isinstance(event, ev.GameStarted))
    players = {event.seat: event.player for event in events if isinstance(event, Sat)}
    nobody: frozenset[Seat] = frozenset()
    state = TableState(
        number=0,
        opened="",
        party=None,
        settings=Settings(),
        players=tuple(players[seat] for seat in range(started.rulebook.players)),
        stood_in=nobody,
        voted_out=nobody,
        resigned=nobody,
        votes=frozenset(),
        pause_wanted=nobody,
        pause=None,
        acted_for=((),) * started.rulebook.players,
        deadline=None,
        persons=nobody,
        in_own_hands=nobody,
        game=start(started),
    )
    besides = tuple(event for event in events if event is not started)
    return evolve_row(_in_hands(state), "table", besides)


def evolve_row(state: TableState, by: By, events: Iterable[LogEvent]) -> TableState:
    """The state after one more row."""
    return _after(state, ((by, events),))


def _after(state: TableState, rows: Sequence[tuple[By, Iterable[LogEvent]]]) -> TableState:
    """The state after some rows; between them nobody sees it."""
    game = state.game
    for number, (by, events) in enumerate(rows, state.number + 1):
        for event in events:
            if isinstance(event, TABLE_EVENTS):
                state = _evolve_table(state, event)
                continue
            if isinstance(event, _ACTS):
                state = _acted(state, by, event, game, number=number)
            elif isinstance(event, ev.RoundDealt) and any(state.acted_for):
                state = _dealt(state)
            game = evolve(game, event)
    return changed(state, number=state.number + len(rows), game=game)


def _acted(state: TableState, by: By, act: _Act, game: GameState, *, number: int) -> TableState:
    """Who acts in person is not idle, and knows how their seat stands; what is done for them is kept."""
    seat = act.seat
    if state.votes and seat in state.in_own_hands:
        state = _without_votes(state, seat)
    if by == PERSON:
        return _with_acts(state, seat, ()) if state.acted_for[seat] else state
    if seat not in state.persons or game.round is None:
        return state
    card = act.card if isinstance(act, ev.CardPlayed) else None
    done = ActedFor(number, game.round.number, by, card)
    return _with_acts(state, seat, (*state.acted_for[seat], done))


def _dealt(state: TableState) -> TableState:
    """Of rounds that are over it is enough to know that they were played for somebody."""
    last_acts = [{one.round: one for one in acts} for acts in state.acted_for]
    shortened = [
        tuple([replace(one, card=None) for one in last_of.values()]) for last_of in last_acts
    ]
    return changed(state, acted_for=tuple(shortened))


def _with_acts(state: TableState, seat: Seat, acts: tuple[ActedFor, ...]) -> TableState:
    acted_for = (*state.acted_for[:seat], acts, *state.acted_for[seat + 1 :])
    return changed(state, acted_for=acted_for)


def _without_votes(state: TableState, seat: Seat) -> TableState:
    return changed(state, votes=frozenset(vote for vote in state.votes if vote[0] != seat))


def _evolve_table(state: TableState, event: TableEvent) -> TableState:
    match event:
        case Opened():
            return changed(state, opened=event.at, party=event.party)
        case Sat():
            return state  # looked at once, in the first row
        case SettingsChanged():
            return changed(state, settings=event.settings)
        case CpuTookOver():
            state = _without_votes(state, event.seat)
            return _in_hands(changed(state, stood_in=state.stood_in | {event.seat}))
        case Returned():
            return _in_own_hands(state, event.seat)
        case Resigned():
            return _resigned(state, event.seat)
        case DeadlineSet():
            return changed(state, deadline=event)
        case StandInWanted():
            vote = frozenset({(event.seat, event.by)})
            votes = state.votes | vote if event.is_wanted else state.votes - vote
            return changed(state, votes=votes)
        case VotedOut():
            return _in_hands(changed(state, voted_out=state.voted_out | {event.seat}))
        case PauseWanted():
            who = frozenset({event.seat})
            wanted = state.pause_wanted | who if event.is_wanted else state.pause_wanted - who
            return changed(state, pause_wanted=wanted)
        case Paused():
            return changed(state, pause=event)
        case Resumed():
            nobody: frozenset[Seat] = frozenset()
            return changed(state, pause=None, pause_wanted=nobody)
        case _:
            assert_never(event)


def _in_own_hands(state: TableState, seat: Seat) -> TableState:
    """No CPU player acts for this seat, and nobody wants it to."""
    who = frozenset({seat})
    state = _without_votes(state, seat)
    return _in_hands(changed(state, stood_in=state.stood_in - who, voted_out=state.voted_out - who))


def _in_hands(state: TableState) -> TableState:
    """The same state with what follows from who is away, out or gone."""
    seats = enumerate(state.players)
    persons = frozenset(seat for seat, player in seats if player == PERSON) - state.resigned
    return changed(state, persons=persons, in_own_hands=persons - state.stood_in - state.voted_out)


def _resigned(state: TableState, seat: Seat) -> TableState:
    """The seat has no say any more; with nobody left who could end it, a pause is over."""
    state = changed(
        state,
        resigned=state.resigned | {seat},
        votes=frozenset(vote for vote in state.votes if vote[1] != seat),
        pause_wanted=state.pause_wanted - {seat},
    )
    state = _with_acts(_in_own_hands(state, seat), seat, ())
    return state if state.persons else changed(state, pause=None)


# ---------------------------------------------------------------------------- questions


def wanted_by(state: TableState, seat: Seat) -> tuple[Seat, ...]:
    """Who wants a CPU player to act for the person of this seat."""
    return tuple(sorted(by for wanted, by in state.votes if wanted == seat))


def level_of(state: TableState, seat: Seat) -> str:
    """The level of the CPU player that plays, or would stand in for, a seat."""
    player = state.players[seat]
    return state.settings.stand_in if player == PERSON else player


def persons_to_act(state: TableState) -> tuple[Seat, ...]:
    """The persons the game waits for; a seat that a CPU player has in hand is none."""
    return tuple([seat for seat in to_act(state.game) if seat in state.in_own_hands])


def is_finished(state: TableState) -> bool:
    """Whether the game is over or given up; what is missing then is the revealed seed."""
    return state.game.phase is Phase.OVER or state.game.phase is Phase.ABANDONED


def current_deadline(state: TableState) -> float | None:
    """When the turn of the persons to act runs out (seconds since 1970), where it does."""
    deadline = state.deadline
    if deadline is None or deadline.turn != state.game.turn or state.pause is not None:
        return None
    return deadline.at if persons_to_act(state) else None


def deadline_after(state: TableState, *, now: float) -> tuple[TableEvent, ...]:
    """The deadline that a state calls for and does not have yet: a row carries it along."""
    seconds = state.settings.turn_seconds
    turn = state.game.turn
    if seconds is None or state.pause is not None or not persons_to_act(state):
        return ()
    if state.deadline is not None and state.deadline.turn == turn:
        return ()
    return (DeadlineSet(turn, now + seconds),)


def seat_statuses(state: TableState, present: frozenset[Seat]) -> tuple[SeatStatus, ...]:
    """Who plays each seat, for everybody's eyes."""
    return tuple(
        SeatStatus(
            player=player,
            is_present=seat in present,
            has_stand_in=seat in state.stood_in,
            has_resigned=seat in state.resigned,
            wanted_by=wanted_by(state, seat),
            is_voted_out=seat in state.voted_out,
            acted_for=state.acted_for[seat],
        )
        for seat, player in enumerate(state.players)
    )


def pause_of(state: TableState) -> Pause:
    """Whether the table is at a pause, for everybody's eyes."""
    return Pause(state.pause is not None, tuple(sorted(state.pause_wanted)))


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
