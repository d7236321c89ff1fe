"""One party: a mailbox, and one task that takes its messages one by one.

Like a table it checks, decides, stores, evolves and tells, in this order.  Presence and talk are
not stored; whoever has a seat in the running game is kept in step with the log.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, assert_never

from ohhell.rules.errors import OhHellError
from ohhell.table import party_events as pe
from ohhell.table import party_messages as pm
from ohhell.table.audience import NOT_FOR_WATCHERS
from ohhell.table.errors import StoreConflict, StoreError, TableError
from ohhell.table.mailbox import Look, Mailbox
from ohhell.table.messages import PutOut
from ohhell.table.party_audience import Answers, PartyAudience, told
from ohhell.table.party_chat import Talk
from ohhell.table.party_decide import (
    decide,
    decide_claim,
    decide_device,
    decide_join,
    decide_watch,
)
from ohhell.table.party_events import Member, PartyEvent, PartyRow
from ohhell.table.party_game import open_table, outcome, seat_people, waited_for
from ohhell.table.party_ports import PartyPorts
from ohhell.table.party_state import (
    PartyPhase,
    PartyState,
    evolve_row,
    find_person,
    fold,
    is_between_games,
    may_attend,
    member_of,
    person_of,
    successor,
    table_now,
)

_log = logging.getLogger(__name__)

DAY: Final = 24 * 3600.0

HOST_GRACE: Final = 60.0
"""Seconds a host may be away before somebody who is there succeeds them."""

_RETRY: Final = 2.0
_MOST_RELOADS: Final = 3


class Party:
    """A party of people, made from its log; `parties.Parties` begins and wakes them."""

    def __init__(
        self, name: str, rows: Sequence[PartyRow], *, ports: PartyPorts, boot: str
    ) -> None:
        self.name: Final = name
        self._ports = ports
        self._state = fold(rows)
        self._ids = _ids_in(rows)
        self._audience = PartyAudience(name, ports.guests, boot=boot)
        self._claimants: dict[str, bytes] = {}
        self._talk = Talk()
        self._must_look_back = True
        self._is_seated = False
        self._retry_at: float | None = None
        self._mailbox: Mailbox[pm.ToParty] = Mailbox(
            f"party {name}",
            ports.clock,
            take=self._take,
            ended=self._put_away,
        )

    # ------------------------------------------------------------------ from outside

    @property
    def state(self) -> PartyState:
        """The whole truth as far as it is stored; not for anybody at the party."""
        return self._state

    @property
    def present(self) -> frozenset[Member]:
        """The members who are here right now."""
        return self._audience.present(self._state)

    @property
    def is_closed(self) -> bool:
        """Whether this party takes no more messages."""
        return self._mailbox.is_closed

    def post(self, message: pm.ToParty) -> None:
        """Put a message into the mailbox; what comes of it is told to the connections."""
        self._mailbox.put(message)

    async def caught_up(self) -> None:
        """Return when every message that was posted has been dealt with."""
        await self._mailbox.caught_up()

    async def close(self) -> None:
        """Deal with what was posted before, say `closing` to everybody, and stop."""
        await self._mailbox.close()

    # ------------------------------------------------------------------ the mailbox

    def _put_away(self, _has_crashed: bool, late: Sequence[pm.ToParty]) -> None:
        self._audience.close()
        asked = [message for message in late if not isinstance(message, pm.TableOver)]
        for message in asked:
            gone = pm.Departed(self.name, "closing", message.id)
            self._ports.guests.tell(message.listener, gone)

    async def _take(self, message: pm.ToParty | Look) -> None:
        """Deal with one message and all that follows from it."""
        try:
            await self._reloading(partial(self._obey, message))
        except OhHellError as error:
            self._refuse(message, error)
        self._audience.see(self._state, self._ports.clock.now())
        if not self._audience.knows_who_is_here(self._state):
            self._audience.tell(self._state, apart_from=getattr(message, "listener", None))
        await self._go_on_or_retry()

    async def _reloading(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work, again from the store's log whenever somebody else has written to it."""
        for _ in range(_MOST_RELOADS):
            try:
                return await work()
            except StoreConflict:
                rows = await self._ports.parties.load_party(self.name)
                self._state, self._ids = fold(rows), _ids_in(rows)
                self._audience.put_out(self._state, "closing")
                self._audience.tell(self._state)
        return await work()

    def _refuse(self, message: pm.ToParty | Look, error: OhHellError) -> None:
        match message:
            case pm.Depart() | pm.TableOver() | Look():
                assert isinstance(error, StoreError), "the party itself does nothing illegal"
                self._must_look_back = True
                self._retry_at = self._ports.clock.now() + _RETRY
            case _:
                listener = message.listener
                is_here = listener in self._audience or listener in self._claimants
                refused = pm.PartyRefused(
                    self.name, error.code, error.params, message.id, is_here=is_here
                )
                self._ports.guests.tell(message.listener, refused)

    # ------------------------------------------------------------------ what is asked of it

    async def _obey(self, message: pm.ToParty | Look) -> None:
        match message:
            case pm.Attend():
                await self._attend(message)
            case pm.Depart():
                self._audience.leave(message.listener)
                self._claimants.pop(message.listener, None)
                if message.id is not None:
                    gone = pm.Departed(self.name, "asked", message.id)
                    self._ports.guests.tell(message.listener, gone)
            case pm.Join():
                events = decide_join(self._state, message.holder, message.name, message.seat)
                await self._let_in(message, events)
            case pm.Watch():
                await self._let_in(message, decide_watch(self._state, message.holder))
            case pm.AddDevice():
                await self._add_device(message)
            case pm.ClaimSeat():
                await self._claim(message)
            case pm.Ask():
                await self._ask(message)
            case pm.TableOver():
                await self._finish(message.table, message.places)
            case Look():
                pass
            case _:
                assert_never(message)

    async def _attend(self, message: pm.Attend) -> None:
        state = self._state
        if not may_attend(state, message.holder):
            raise TableError("no-such-party")
        self._audience.join(message.listener, message.holder)
        now = self._ports.clock.now()
        if now - state.touched > DAY and state.phase is not PartyPhase.CLOSED:
            by = member_of(state, message.holder)
            await self._commit((pe.Touched(),), by=by, answers=(message.listener, message.id))
        else:
            self._show(message.listener, message.id)

    async def _let_in(self, message: pm.Join | pm.Watch, events: tuple[PartyEvent, ...]) -> None:
        """Take in a connection whose device belongs here now, or did before."""
        listener, holder = message.listener, message.holder
        if not events:
            self._audience.join(listener, holder)
            self._show(listener, message.id)
            return
        by = None
        if isinstance(message, pm.Join):
            by = self._state.next_member
            await self._ports.parties.note_member(self.name, holder)
        self._audience.join(listener, holder)
        try:
            await self._commit(events, by=by, answers=(listener, message.id))
        except StoreError:
            self._audience.leave(listener)
            raise

    async def _add_device(self, message: pm.AddDevice) -> None:
        events = decide_device(self._state, message.holder, message.member, maker=message.maker)
        if events:
            await self._ports.parties.note_member(self.name, message.holder)
            await self._commit(events, by=message.member)
        redeemed = pm.Redeemed(self.name, table_now(self._state), message.id)
        self._ports.guests.tell(message.listener, redeemed)

    async def _claim(self, message: pm.ClaimSeat) -> None:
        state = self._state
        events = decide_claim(state, message.holder, message.seat, present=self.present)
        if events:
            await self._commit(events)
        self._claimants[message.listener] = message.holder
        asked = pm.Claimed(self.name, message.seat, None, message.id)
        self._ports.guests.tell(message.listener, asked)

    async def _ask(self, message: pm.Ask) -> None:
        listener = message.listener
        holder = self._audience.holder_of(listener)
        if holder is None:
            raise TableError("not-at-this-party")
        member = member_of(self._state, holder)
        if member is None:
            raise TableError("only-watching")
        answers = (listener, message.id)
        match message.wish:
            case pm.Say():
                number = self._talk.say(member, message.wish.phrase, self._ports.clock.now())
                said = partial(pm.Said, self.name, member, message.wish.phrase, number)
                self._audience.say(said, answers)
            case pm.Poke():
                self._poke(member, message.wish.member)
                poked = partial(pm.Poked, self.name, message.wish.member, member)
                self._audience.say(poked, answers)
            case _:
                if (member, message.id) in self._ids:
                    self._show(listener, message.id)
                    return
                await self._change(member, message.wish, answers)

    async def _change(self, member: Member, wish: pm.Change, answers: Answers) -> None:
        before = self._state
        events = decide(before, member, wish, present=self._audience.present(before))
        if isinstance(wish, pm.Start):
            name = self._ports.dice.identifier()
            events = (await open_table(self._ports.hall, self.name, before, name=name),)
        if not events:
            self._show(*answers)
            return
        code = "removed"
        match wish:
            case pm.QuitParty():
                code = "quit"
            case pm.Arrange():
                code = NOT_FOR_WATCHERS
            case pm.AnswerClaim():
                code = "seat-given-away"
                claimant = next(one.holder for one in before.claims if one.claim == wish.claim)
                if wish.is_given:
                    await self._ports.parties.note_member(self.name, claimant)
            case _:
                pass
        await self._commit(events, by=member, answers=answers, code=code)

    def _poke(self, member: Member, other: Member) -> None:
        person = find_person(self._state, other)
        if person is None:
            raise TableError("no-such-member")
        if other == member:
            raise TableError("that-is-you")
        if self._state.phase is PartyPhase.PLAYING:
            is_waited_for = other in waited_for(self._state.games[-1], self._ports.hall)
        else:
            is_waited_for = not person.is_ready
        if not is_waited_for:
            raise TableError("nobody-waits")
        self._talk.poke(other, self._ports.clock.now())

    async def _finish(self, table: str, places: tuple[int, ...]) -> None:
        state = self._state
        if not is_between_games(state) and state.games[-1].table == table:
            await self._commit((pe.Finished(table, places),))

    # ------------------------------------------------------------------ what it does by itself

    async def _go_on_or_retry(self) -> None:
        now = self._ports.clock.now()
        if self._retry_at is None or self._retry_at <= now:
            self._retry_at = None
            try:
                await self._reloading(self._go_on)
            except StoreError as error:
                _log.warning("party %s waits for its store: %s", self.name, error)
                self._retry_at = now + _RETRY
        self._mailbox.set_alarm(self._next_due())

    async def _go_on(self) -> None:
        if self._must_look_back:
            await self._wake_up()
            self._must_look_back = False
        if not self._is_seated:
            await self._seat_people()
        heir = self._heir()
        if heir is not None and self._host_away_at() <= self._ports.clock.now():
            await self._commit((pe.HostChanged(heir),))

    async def _wake_up(self) -> None:
        """Find out what happened while the party was not in memory."""
        state, now = self._state, self._ports.clock.now()
        if not is_between_games(state):
            table = state.games[-1].table
            places = await outcome(self._ports.events, table)
            if places is not None:
                await self._finish(table, places)
        elif (
            state.phase is not PartyPhase.CLOSED
            and self._ports.keep_days is not None
            and now - state.touched > self._ports.keep_days * DAY
        ):
            await self._commit((pe.PartyClosed(),))

    async def _seat_people(self) -> None:
        if not is_between_games(self._state):
            await seat_people(self._state, self._ports.holdings)
        self._is_seated = True

    def _heir(self) -> Member | None:
        """Who would be the host if the host stays away; None while that is no question."""
        state = self._state
        is_open = state.phase is not PartyPhase.CLOSED
        present = self.present
        return successor(state, present) if is_open and state.host not in present else None

    def _host_away_at(self) -> float:
        return self._audience.away_since[self._state.host] + HOST_GRACE

    # ------------------------------------------------------------------ store, then tell

    async def _commit(
        self,
        events: tuple[PartyEvent, ...],
        *,
        by: Member | None = None,
        answers: Answers | None = None,
        code: str = "closing",
    ) -> None:
        """Store a row, then let it be true, then tell; raises `StoreError` with nothing done.

        `code` says why to those who do not belong here after it.
        """
        before = self._state
        action_id = None if answers is None or by is None else answers[1]
        row = PartyRow(before.number + 1, self._ports.clock.now(), by, action_id, events)
        after = evolve_row(before, row)
        await self._ports.parties.append_party(self.name, row)
        self._state = after
        if by is not None and action_id is not None:
            self._ids.add((by, action_id))
        self._talk.forget({one.member for one in after.people})
        if any(isinstance(event, _SEATS_CHANGE) for event in events):
            self._is_seated = False
            try:
                await self._seat_people()
            except StoreError:
                _log.warning("party %s could not seat everybody yet", self.name)
                self._retry_at = self._ports.clock.now() + _RETRY
        self._audience.see(after, self._ports.clock.now())
        self._audience.put_out(after, code, answers)
        self._audience.tell(after, did=told(events, before, after, by), answers=answers)
        self._answer_claimants(before)
        await self._see_off(before)

    def _answer_claimants(self, before: PartyState) -> None:
        """Tell those who asked for a seat, and ask no more, what became of it."""
        for listener, holder in tuple(self._claimants.items()):
            claim = next((one for one in before.claims if one.holder == holder), None)
            if claim is None or claim in self._state.claims:
                continue
            del self._claimants[listener]
            is_given = member_of(self._state, holder) == claim.member
            seat = person_of(before, claim.member).seat
            self._ports.guests.tell(listener, pm.Claimed(self.name, seat, is_given, None))
            if is_given:
                self._audience.join(listener, holder)
                self._show(listener, None)

    async def _see_off(self, before: PartyState) -> None:
        """Take from those who belong here no longer what they had outside the party."""
        state = self._state
        table = table_now(state)
        if before.arranged.may_watch and not state.arranged.may_watch and table is not None:
            awake = self._ports.hall.awake(table)
            if awake is not None:
                awake.post(PutOut(table))
        for one in before.people:
            now = find_person(state, one.member)
            gone = one.holders if now is None else one.holders - now.holders
            if gone and now is not None and table is not None:  # who quits keeps what was played
                self._ports.guests.put_out(table, gone)
            for holder in gone:
                with suppress(StoreError):  # the log knows better than the index
                    await self._ports.parties.forget_member(self.name, holder)

    def _show(self, listener: str, re: str | None) -> None:
        self._audience.see(self._state, self._ports.clock.now())
        self._audience.show(listener, self._state, re=re)

    # ------------------------------------------------------------------ the clock

    def _next_due(self) -> float | None:
        if self._retry_at is not None:
            return self._retry_at
        return None if self._heir() is None else self._host_away_at()


_SEATS_CHANGE: Final = (pe.Started, pe.DeviceAdded, pe.ClaimAnswered)


def _ids_in(rows: Sequence[PartyRow]) -> set[tuple[Member, str]]:
    """The ids of all that members did so far; each makes up its own."""
    return {
        (row.by, row.action_id) for row in rows if row.by is not None and row.action_id is not None
    }
