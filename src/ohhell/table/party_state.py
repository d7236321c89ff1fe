"""The whole truth of a party, folded from its log.

Only the party, its store and tests hold it: it knows whose device is whose.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from ohhell.rules.cards import Seat
from ohhell.table import party_events as pe
from ohhell.table.party_events import Arranged, Member, PartyEvent, PartyRow


class PartyPhase(StrEnum):
    """`PLAYING` lasts until the host gathers again, also when the game is over."""

    GATHERING = "gathering"
    PLAYING = "playing"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Person:
    """A member, and the devices that speak for them."""

    member: Member
    name: str
    seat: Seat
    holders: frozenset[bytes]
    is_ready: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody, on a device of no member, asks for the seat of one."""

    claim: int
    member: Member
    holder: bytes


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the party; `members` by seat, None for CPU players."""

    table: str
    members: tuple[Member | None, ...]
    is_over: bool = False
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PartyState:
    """A party after `number` rows of its log, the first of them `opened` and the last `touched`.

    Both in seconds since 1970, UTC.  `people` are in the order they came.
    """

    number: int
    opened: float
    touched: float
    phase: PartyPhase
    arranged: Arranged
    host: Member
    people: tuple[Person, ...]
    next_member: int
    watchers: frozenset[bytes]
    claims: tuple[Claim, ...]
    next_claim: int
    generation: int
    games: tuple[Game, ...]

    @property
    def players(self) -> int:
        """How many chairs there are."""
        return self.arranged.rulebook.players


def fold(rows: Sequence[PartyRow]) -> PartyState:
    """The state that a log adds up to; its first row begins the party and lets the host in."""
    first = rows[0]
    arranged = next(event for event in first.events if isinstance(event, Arranged))
    state = PartyState(
        number=0,
        opened=first.at,
        touched=first.at,
        phase=PartyPhase.GATHERING,
        arranged=arranged,
        host=0,
        people=(),
        next_member=0,
        watchers=frozenset(),
        claims=(),
        next_claim=0,
        generation=1,
        games=(),
    )
    for row in rows:
        state = evolve_row(state, row)
    return state


def evolve_row(state: PartyState, row: PartyRow) -> PartyState:
    """The state after one more row."""
    for event in row.events:
        state = _evolve(state, event)
    return replace(state, number=state.number + 1, touched=row.at)


def _evolve(state: PartyState, event: PartyEvent) -> PartyState:
    match event:
        case pe.Gathered() | pe.Touched():
            return state
        case pe.Arranged():
            return _arrange(state, event)
        case pe.Joined():
            return _join(state, event)
        case pe.Quit() | pe.Removed():
            people = tuple(one for one in state.people if one.member != event.member)
            claims = tuple(one for one in state.claims if one.member != event.member)
            return replace(state, people=people, claims=claims)
        case pe.Moved():
            return _change(state, event.member, seat=event.seat)
        case pe.Renamed():
            return _change(state, event.member, name=event.name)
        case pe.ReadySet():
            return _change(state, event.member, is_ready=event.is_ready)
        case pe.HostChanged():
            return replace(state, host=event.member)
        case pe.LinksRenewed():
            return replace(state, generation=event.generation)
        case pe.Started():
            games = (*state.games, Game(event.table, event.members))
            return replace(state, phase=PartyPhase.PLAYING, games=games)
        case pe.Finished():
            over = replace(state.games[-1], is_over=True, places=event.places)
            # A seat is asked back to play on: nothing is left to ask for.
            return replace(state, games=(*state.games[:-1], over), claims=())
        case pe.Regathered():
            return _nobody_ready(replace(state, phase=PartyPhase.GATHERING))
        case pe.DeviceAdded():
            holders = person_of(state, event.member).holders | {event.holder}
            added = _change(state, event.member, holders=holders)
            return _settled_in(added, event.holder)
        case pe.SeatClaimed():
            claim = Claim(event.claim, event.member, event.holder)
            return replace(state, claims=(*state.claims, claim), next_claim=event.claim + 1)
        case pe.ClaimAnswered():
            return _answer(state, event)
        case pe.WatcherCame():
            return replace(state, watchers=state.watchers | {event.holder})
        case pe.PartyClosed():
            return replace(state, phase=PartyPhase.CLOSED)
        case _:
            assert_never(event)


def _arrange(state: PartyState, event: Arranged) -> PartyState:
    is_other = event.rulebook != state.arranged.rulebook
    state = replace(state, arranged=event)
    if not event.may_watch:
        state = replace(state, watchers=frozenset())
    return _nobody_ready(state) if is_other else state


def _join(state: PartyState, event: pe.Joined) -> PartyState:
    person = Person(event.member, event.name, event.seat, frozenset((event.holder,)))
    joined = replace(state, people=(*state.people, person), next_member=event.member + 1)
    return _settled_in(joined, event.holder)


def _answer(state: PartyState, event: pe.ClaimAnswered) -> PartyState:
    claim = next(one for one in state.claims if one.claim == event.claim)
    state = replace(state, claims=tuple(one for one in state.claims if one is not claim))
    if not event.is_given:
        return state
    others = tuple(one for one in state.claims if one.member != claim.member)
    given = _change(replace(state, claims=others), claim.member, holders=frozenset((claim.holder,)))
    return _settled_in(given, claim.holder)


def _settled_in(state: PartyState, holder: bytes) -> PartyState:
    """Who has a chair neither watches nor asks for another."""
    claims = tuple(claim for claim in state.claims if claim.holder != holder)
    return replace(state, watchers=state.watchers - {holder}, claims=claims)


def _change(
    state: PartyState,
    member: Member,
    *,
    name: str | None = None,
    seat: Seat | None = None,
    is_ready: bool | None = None,
    holders: frozenset[bytes] | None = None,
) -> PartyState:
    old = person_of(state, member)
    new = Person(
        member=member,
        name=old.name if name is None else name,
        seat=old.seat if seat is None else seat,
        holders=old.holders if holders is None else holders,
        is_ready=old.is_ready if is_ready is None else is_ready,
    )
    people = tuple(new if one is old else one for one in state.people)
    return replace(state, people=people)


def _nobody_ready(state: PartyState) -> PartyState:
    return replace(state, people=tuple(replace(one, is_ready=False) for one in state.people))


# ---------------------------------------------------------------------------- questions


def find_person(state: PartyState, member: Member) -> Person | None:
    """Somebody who is still of the party."""
    return next((one for one in state.people if one.member == member), None)


def person_of(state: PartyState, member: Member) -> Person:
    """Somebody who is surely of the party."""
    person = find_person(state, member)
    assert person is not None, "a log names members who are there"
    return person


def member_of(state: PartyState, holder: bytes) -> Member | None:
    """Whose device that is; None for a stranger's and a watcher's."""
    return next((one.member for one in state.people if holder in one.holders), None)


def may_attend(state: PartyState, holder: bytes) -> bool:
    """Whether the party is shown to a device at all."""
    return holder in state.watchers or member_of(state, holder) is not None


def free_seats(state: PartyState) -> tuple[Seat, ...]:
    """The chairs nobody has, in order."""
    taken = {one.seat for one in state.people}
    return tuple(seat for seat in range(state.players) if seat not in taken)


def is_between_games(state: PartyState) -> bool:
    """Whether no game is running."""
    return state.phase is not PartyPhase.PLAYING or state.games[-1].is_over


def table_now(state: PartyState) -> str | None:
    """The table of the game that is running, or was until the host gathers again."""
    return state.games[-1].table if state.phase is PartyPhase.PLAYING else None


def successor(state: PartyState, present: Collection[Member]) -> Member | None:
    """Who is the host after this one: the next by number who is there, round and round."""
    others = sorted(member for member in present if member != state.host)
    later = (member for member in others if member > state.host)
    return next(later, others[0] if others else None)
