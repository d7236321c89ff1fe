"""What members may do, and what comes of it: checks, then events; nothing in here changes anything."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final, assert_never

from ohhell.rules.cards import Seat
from ohhell.rules.errors import RulebookError
from ohhell.rules.record import PERSON
from ohhell.rules.rulebook import Plain, Rulebook, rulebook_to_fit
from ohhell.table import party_events as pe
from ohhell.table import party_messages as pm
from ohhell.table.errors import TableError
from ohhell.table.names import cpu_names, tidy_name
from ohhell.table.party_events import Arranged, Member, PartyEvent
from ohhell.table.party_state import (
    PartyPhase,
    PartyState,
    Person,
    find_person,
    free_seats,
    is_between_games,
    member_of,
    person_of,
    successor,
)
from ohhell.table.settings import Seating, Settings

MOST_WATCHERS: Final = 50
MOST_CLAIMS: Final = 7

Events = tuple[PartyEvent, ...]


def decide(
    state: PartyState, member: Member, wish: pm.Change, *, present: Collection[Member]
) -> Events:
    """What a member's wish comes to; () where it is so already.  `Start` needs a table as well.

    `present` are the members with a connection: one of them succeeds a host who quits.
    """
    if state.phase is PartyPhase.CLOSED:
        raise TableError("party-closed")
    match wish:
        case pm.QuitParty():
            return _quit(state, member, present)
        case pm.Move():
            return _move(state, person_of(state, member), wish.seat)
        case pm.Rename():
            return _rename(state, person_of(state, member), wish.name)
        case pm.BeReady():
            _check_gathering(state)
            is_so = person_of(state, member).is_ready is wish.is_ready
            return () if is_so else (pe.ReadySet(member, wish.is_ready),)
        case _:
            return _decide_as_host(state, member, wish)


HostWish = (
    pm.Arrange | pm.Remove | pm.PassHost | pm.RenewLinks | pm.Start | pm.Regather | pm.AnswerClaim
)


def _decide_as_host(state: PartyState, member: Member, wish: HostWish) -> Events:
    if member != state.host:
        raise TableError("not-the-host")
    match wish:
        case pm.Arrange():
            return _arrange(state, wish)
        case pm.Remove():
            _check_gathering(state)
            if wish.member == member:
                raise TableError("that-is-you")
            return (pe.Removed(_other(state, wish.member).member),)
        case pm.PassHost():
            person = _other(state, wish.member)
            return () if person.member == member else (pe.HostChanged(person.member),)
        case pm.RenewLinks():
            return (pe.LinksRenewed(state.generation + 1),)
        case pm.Start():
            _check_gathering(state)
            return ()
        case pm.Regather():
            if not is_between_games(state):
                raise TableError("game-running")
            is_gathering = state.phase is PartyPhase.GATHERING
            return () if is_gathering else (pe.Regathered(),)
        case pm.AnswerClaim():
            if all(claim.claim != wish.claim for claim in state.claims):
                raise TableError("no-such-claim")
            return (pe.ClaimAnswered(wish.claim, wish.is_given),)
        case _:
            assert_never(wish)


def decide_join(state: PartyState, holder: bytes, name: str, seat: Seat | None) -> Events:
    """Somebody comes in by the link; () for one who is a member already."""
    if member_of(state, holder) is not None:
        return ()
    if state.phase is PartyPhase.PLAYING:
        raise TableError("party-started")
    _check_gathering(state)
    fitting = _fitting_name(state, None, name)
    free = free_seats(state)
    if not free:
        raise TableError("party-full", limit=state.players)
    chosen = free[0] if seat is None else seat
    _check_seat(state, chosen)
    return (pe.Joined(state.next_member, fitting, chosen, holder),)


def decide_watch(state: PartyState, holder: bytes) -> Events:
    """Somebody comes in by the watchers' link; () for one who belongs here already."""
    if holder in state.watchers or member_of(state, holder) is not None:
        return ()
    if state.phase is PartyPhase.CLOSED:
        raise TableError("party-closed")
    if not state.arranged.may_watch:
        raise TableError("watching-off")
    if len(state.watchers) >= MOST_WATCHERS:
        raise TableError("too-many-watchers", limit=MOST_WATCHERS)
    return (pe.WatcherCame(holder),)


def decide_claim(
    state: PartyState, holder: bytes, seat: Seat, *, present: Collection[Member]
) -> Events:
    """Somebody asks for a seat of the running game; () where they asked for it before.

    Nobody may ask for the seat of a member who is `present`: their device is not lost.
    """
    if member_of(state, holder) is not None:
        raise TableError("member-already")
    if is_between_games(state):
        raise TableError("no-game-running")
    _check_there(state, seat)
    member = next((one.member for one in state.people if one.seat == seat), None)
    if member is None:
        raise TableError("cpu-seat", seat=seat)
    mine = [claim for claim in state.claims if claim.holder == holder]
    if any(claim.member == member for claim in mine):
        return ()
    if mine or len(state.claims) >= MOST_CLAIMS:
        raise TableError("too-many-claims")
    if member in present:
        raise TableError("seat-is-here", name=person_of(state, member).name)
    return (pe.SeatClaimed(state.next_claim, member, holder),)


def decide_device(state: PartyState, holder: bytes, member: Member, *, maker: bytes) -> Events:
    """A member has another device; () where it is theirs already.

    It is for as long as `maker`, the device that says so, is theirs itself.
    """
    theirs = member_of(state, holder)
    if theirs == member:
        return ()
    if theirs is not None:
        raise TableError("member-already")
    if member_of(state, maker) != member:
        raise TableError("link-expired")
    return (pe.DeviceAdded(member, holder),)


def seatings(state: PartyState) -> tuple[Seating, ...]:
    """Who has which seat when the game starts: people in their chairs, CPU players elsewhere."""
    people = {one.seat: one.name for one in state.people}
    others = iter(cpu_names(state.players, taken=people.values()))
    return tuple(
        Seating(people[seat], PERSON)
        if seat in people
        else Seating(next(others), state.arranged.levels[seat])
        for seat in range(state.players)
    )


def members_by_seat(state: PartyState) -> tuple[Member | None, ...]:
    """Who has which seat when the game starts; None for CPU players."""
    people = {one.seat: one.member for one in state.people}
    return tuple(people.get(seat) for seat in range(state.players))


# ---------------------------------------------------------------------------- one wish each


def _quit(state: PartyState, member: Member, present: Collection[Member]) -> Events:
    if not is_between_games(state):
        raise TableError("not-during-a-game")
    if len(state.people) == 1:
        return (pe.Quit(member), pe.PartyClosed())
    if member != state.host:
        return (pe.Quit(member),)
    heir = successor(state, present)
    if heir is None:
        heir = successor(state, [one.member for one in state.people])
    assert heir is not None, "somebody else is a member"
    return (pe.Quit(member), pe.HostChanged(heir))


def _move(state: PartyState, person: Person, seat: Seat) -> Events:
    _check_gathering(state)
    if seat == person.seat:
        return ()
    _check_seat(state, seat)
    return (pe.Moved(person.member, seat),)


def _rename(state: PartyState, person: Person, name: str) -> Events:
    _check_gathering(state)
    fitting = _fitting_name(state, person, name)
    return () if fitting == person.name else (pe.Renamed(person.member, fitting),)


def _arrange(state: PartyState, wish: pm.Arrange) -> Events:
    if wish != pm.Arrange(may_watch=wish.may_watch):
        _check_gathering(state)
    old = state.arranged
    rulebook, dropped = old.rulebook if wish.rulebook is None else wish.rulebook, None
    change = dict(wish.change or {})
    if wish.seats is not None:
        named = change.setdefault("players", wish.seats)
        if str(named) != str(wish.seats):
            raise TableError("seats-twice", value=wish.seats, found=str(named))
    if change:
        rulebook, dropped = rulebook_to_fit(rulebook, change)
    if dropped is None and wish.rulebook is None and "max_size" not in change:
        dropped = _still_dropped(old, rulebook)
    if rulebook.players < len(state.people):
        raise TableError("seats-taken", value=rulebook.players, limit=len(state.people))
    levels = list(old.levels)
    for seat, level in (wish.levels or {}).items():
        levels[seat] = level
    settings = Settings(
        turn_seconds=wish.turn_seconds if wish.sets_turn_seconds else old.settings.turn_seconds,
        grace_seconds=old.settings.grace_seconds
        if wish.grace_seconds is None
        else wish.grace_seconds,
        stand_in=wish.stand_in or old.settings.stand_in,
    )
    may_watch = old.may_watch if wish.may_watch is None else wish.may_watch
    arranged = Arranged(rulebook, tuple(levels), settings, may_watch, dropped)
    if arranged == old:
        return ()
    return (arranged, *_crowded_out(state, rulebook.players))


def _still_dropped(old: Arranged, rulebook: Rulebook) -> int | None:
    """The largest size that gave way before, while it would not fit and no other rule changes."""
    if old.dropped_size is None or _beside_seats(rulebook) != _beside_seats(old.rulebook):
        return None
    try:
        rulebook.changed(max_size=old.dropped_size)
    except RulebookError:
        return old.dropped_size
    return None


def _beside_seats(rulebook: Rulebook) -> dict[str, Plain]:
    """The rules but for the number of players."""
    return {axis: value for axis, value in rulebook.as_dict().items() if axis != "players"}


def _crowded_out(state: PartyState, players: int) -> Events:
    """Members in chairs that are taken away move to the lowest free ones."""
    taken = {one.seat for one in state.people}
    free = iter([seat for seat in range(players) if seat not in taken])
    beyond = sorted((one for one in state.people if one.seat >= players), key=lambda one: one.seat)
    return tuple(pe.Moved(one.member, next(free)) for one in beyond)


# ---------------------------------------------------------------------------- checks


def _check_gathering(state: PartyState) -> None:
    if state.phase is PartyPhase.PLAYING:
        raise TableError("not-during-a-game")
    if state.phase is PartyPhase.CLOSED:
        raise TableError("party-closed")


def _check_there(state: PartyState, seat: Seat) -> None:
    if not 0 <= seat < state.players:
        raise TableError("no-such-seat", value=seat, limit=state.players - 1)


def _check_seat(state: PartyState, seat: Seat) -> None:
    _check_there(state, seat)
    if seat not in free_seats(state):
        raise TableError("seat-taken", seat=seat)


def _other(state: PartyState, member: Member) -> Person:
    person = find_person(state, member)
    if person is None:
        raise TableError("no-such-member")
    return person


def _fitting_name(state: PartyState, person: Person | None, name: str) -> str:
    """A name as it will be shown; refuses one that looks like another's."""
    fitting = tidy_name(name)
    if not fitting:
        raise TableError("no-name")
    for one in state.people:
        if one is not person and _folded(one.name) == _folded(fitting):
            raise TableError("name-in-use", name=one.name)
    return fitting


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
