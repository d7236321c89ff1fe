"""The connections of one party: whose each one is, and what each one is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ohhell.table import party_events as pe
from ohhell.table.party_events import Member, PartyEvent
from ohhell.table.party_messages import (
    ClaimStatus,
    Departed,
    MemberStatus,
    PartyDid,
    PartyPush,
    ToGuest,
)
from ohhell.table.party_ports import Guests
from ohhell.table.party_state import (
    PartyState,
    find_person,
    may_attend,
    member_of,
    person_of,
    table_now,
)

Answers = tuple[str, str]
"""The connection that asked, and the id it gave."""


@dataclass(slots=True)
class _Guest:
    """Whose connection that is, and how many pushes it was sent."""

    holder: bytes
    pushes: int = 0


class PartyAudience:
    """Everybody who is shown a party; `away_since` is kept for members who are not here."""

    def __init__(self, party: str, guests: Guests, *, boot: str) -> None:
        self._party = party
        self._outbox = guests
        self._boot = boot
        self._guests: dict[str, _Guest] = {}
        self._told_of: tuple[frozenset[Member], int] | None = None
        self.away_since: dict[Member, float] = {}

    def __contains__(self, listener: str) -> bool:
        return listener in self._guests

    def holder_of(self, listener: str) -> bytes | None:
        """Whose connection that is; None for one that does not attend."""
        guest = self._guests.get(listener)
        return None if guest is None else guest.holder

    def join(self, listener: str, holder: bytes) -> None:
        """Take a connection in."""
        self._guests.setdefault(listener, _Guest(holder))

    def leave(self, listener: str) -> None:
        """Forget a connection, whether or not it was here."""
        self._guests.pop(listener, None)

    def present(self, state: PartyState) -> frozenset[Member]:
        """The members some connection is open for."""
        members = {member_of(state, guest.holder) for guest in self._guests.values()}
        return frozenset(member for member in members if member is not None)

    def knows_who_is_here(self, state: PartyState) -> bool:
        """Whether all were told since somebody came or went."""
        return self._told_of == self._headcount(state)

    def _headcount(self, state: PartyState) -> tuple[frozenset[Member], int]:
        holders = {guest.holder for guest in self._guests.values()}
        return self.present(state), len(holders & state.watchers)

    def see(self, state: PartyState, now: float) -> None:
        """Note since when members are away."""
        here = self.present(state)
        away = [one.member for one in state.people if one.member not in here]
        self.away_since = {member: self.away_since.get(member, now) for member in away}

    def tell(
        self,
        state: PartyState,
        *,
        did: tuple[PartyDid, ...] = (),
        answers: Answers | None = None,
        apart_from: str | None = None,
    ) -> None:
        """Show everybody the state that `did` led to."""
        self._told_of = self._headcount(state)
        for listener in self._guests:
            if listener != apart_from:
                re = answers[1] if answers is not None and answers[0] == listener else None
                self.show(listener, state, did=did, re=re)

    def show(
        self,
        listener: str,
        state: PartyState,
        *,
        re: str | None,
        did: tuple[PartyDid, ...] = (),
    ) -> None:
        """Show one connection the state."""
        guest = self._guests[listener]
        guest.pushes += 1
        me = member_of(state, guest.holder)
        arranged = state.arranged
        push = PartyPush(
            party=self._party,
            boot=self._boot,
            push=guest.pushes,
            number=state.number,
            re=re,
            phase=state.phase,
            me=me,
            host=state.host,
            members=self._members(state),
            levels=arranged.levels[: state.players],
            rulebook=arranged.rulebook,
            dropped_size=arranged.dropped_size,
            settings=arranged.settings,
            may_watch=arranged.may_watch,
            table=table_now(state),
            games=state.games,
            watchers=self._headcount(state)[1],
            claims=_claims(state, me),
            did=did,
        )
        self._outbox.tell(listener, push)

    def say(self, message: Callable[[str | None], ToGuest], answers: Answers) -> None:
        """Tell everybody something beside the state; `message` makes it for the id it answers."""
        for listener in self._guests:
            re = answers[1] if listener == answers[0] else None
            self._outbox.tell(listener, message(re))

    def put_out(self, state: PartyState, code: str, answers: Answers | None = None) -> None:
        """The last word to those who do not belong here any longer."""
        for listener, guest in tuple(self._guests.items()):
            if not may_attend(state, guest.holder):
                re = answers[1] if answers is not None and answers[0] == listener else None
                self.leave(listener)
                self._outbox.tell(listener, Departed(self._party, code, re))

    def close(self) -> None:
        """The last word to everybody."""
        for listener in self._guests:
            self._outbox.tell(listener, Departed(self._party, "closing", None))
        self._guests.clear()

    def _members(self, state: PartyState) -> tuple[MemberStatus, ...]:
        here = self.present(state)
        return tuple(
            MemberStatus(
                member=one.member,
                name=one.name,
                seat=one.seat,
                is_present=one.member in here,
                is_ready=one.is_ready,
                away_since=self.away_since.get(one.member),
            )
            for one in state.people
        )


def _claims(state: PartyState, me: Member | None) -> tuple[ClaimStatus, ...]:
    """What the host is to decide; of that every other member sees what concerns their own seat."""
    people = [
        (claim, person_of(state, claim.member))
        for claim in state.claims
        if me in (state.host, claim.member)
    ]
    return tuple(ClaimStatus(claim.claim, one.member, one.name, one.seat) for claim, one in people)


def told(
    events: Iterable[PartyEvent], before: PartyState, after: PartyState, by: Member | None
) -> tuple[PartyDid, ...]:
    """What everybody is told of these events; who is who to the server is left out."""
    did: list[PartyDid] = []
    for event in events:
        match event:
            case pe.Joined():
                did.append(PartyDid("joined", event.member, event.name, event.seat, by))
            case pe.Quit():
                did.append(PartyDid("left", event.member, _name(before, event.member), by=by))
            case pe.Removed():
                did.append(PartyDid("removed", event.member, _name(before, event.member), by=by))
            case pe.Moved():
                name = _name(after, event.member)
                did.append(PartyDid("moved", event.member, name, event.seat, by))
            case pe.Renamed():
                did.append(PartyDid("renamed", event.member, event.name, by=by))
            case pe.ReadySet():
                did.append(PartyDid("ready", event.member, _name(after, event.member), by=by))
            case pe.Arranged():
                did.append(PartyDid("arranged", by=by))
            case pe.HostChanged():
                did.append(PartyDid("host", event.member, _name(after, event.member), by=by))
            case pe.Started():
                did.append(PartyDid("started", by=by))
            case pe.Finished():
                did.append(PartyDid("over"))
            case pe.Regathered():
                did.append(PartyDid("rematch", by=by))
            case pe.DeviceAdded():
                person = person_of(after, event.member)
                did.append(PartyDid("device", person.member, person.name, person.seat, by))
            case pe.ClaimAnswered() if event.is_given:
                claim = next(one for one in before.claims if one.claim == event.claim)
                person = person_of(before, claim.member)
                did.append(PartyDid("gave", person.member, person.name, person.seat, by))
            case _:
                pass
    return tuple(did)


def _name(state: PartyState, member: Member) -> str | None:
    person = find_person(state, member)
    return None if person is None else person.name
