"""Does what clients ask around a party: finds it by name or link, and passes on what is for it.

Whose wish something is follows from the connection's cookie.  A party that is not there and one
that a client does not belong to get the same answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine, Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, Protocol, assert_never

from msgspec import UNSET

from ohhell.rules.cards import Seat
from ohhell.rules.rulebook import Rulebook, rulebook_to_fit
from ohhell.table import party_messages as pm
from ohhell.table.errors import UNREADABLE, StoreError, TableError
from ohhell.table.holdings import Holding
from ohhell.table.parties import Parties
from ohhell.table.party import Party
from ohhell.table.party_ports import PartyStore
from ohhell.table.party_state import (
    PartyPhase,
    PartyState,
    fold,
    free_seats,
    is_between_games,
    may_attend,
    member_of,
    person_of,
)
from ohhell.table.ports import Clock, Dice, SecretStore
from ohhell.web import chooser
from ohhell.web.addresses import Addresses
from ohhell.web.chooser import Levels
from ohhell.web.connection import Connection
from ohhell.web.errors import WebError
from ohhell.web.limits import Guard
from ohhell.web.links import DEVICE_SECONDS, Links, SeatTarget, qr_of
from ohhell.web.protocol import party_incoming, party_outgoing
from ohhell.web.protocol.convert import standing_of
from ohhell.web.switchboard import Switchboard

_log = logging.getLogger(__name__)

_MOST_ATTENDED: Final = 8
"""Parties one socket can be shown."""

_MOST_LISTED: Final = 20
"""Parties in a client's list, the newest first."""

_KEPT_AWAKE: Final = 60.0
"""Seconds that a party nobody is shown stays in memory."""

ForParties = (
    party_incoming.Quit
    | party_incoming.Move
    | party_incoming.Rename
    | party_incoming.Ready
    | party_incoming.Arrange
    | party_incoming.Remove
    | party_incoming.PassHost
    | party_incoming.RenewLink
    | party_incoming.Start
    | party_incoming.Rematch
    | party_incoming.Say
    | party_incoming.Poke
    | party_incoming.GiveSeat
)
"""What a client says to a party it attends."""


class Seats(Protocol):
    """Who sits where at tables."""

    async def seat_of(self, holder: bytes, table: str) -> Seat:
        """A client's seat at a table; refuses one it has none at."""
        ...

    async def share_seat(self, holding: Holding, *, beside: bytes) -> bool:
        """Let a holder have a seat too; False where the one it is shared by has it no more."""
        ...


class PartyDesk:
    """Serves what concerns parties, for every connection of one server."""

    def __init__(
        self,
        parties: Parties,
        *,
        store: PartyStore,
        secrets: SecretStore,
        seats: Seats,
        switchboard: Switchboard,
        clock: Clock,
        dice: Dice,
        guard: Guard,
        levels: Levels,
        addresses: Addresses,
    ) -> None:
        self._parties = parties
        self._store = store
        self._secrets = secrets
        self._seats = seats
        self._switchboard = switchboard
        self._clock = clock
        self._guard = guard
        self._levels = levels
        self._addresses = addresses
        self._links = Links(
            parties, secrets=secrets, dice=dice, clock=clock, forget_at=self._forget_at
        )
        self._coming: Counter[str] = Counter()
        self._errands: set[asyncio.Task[None]] = set()

    async def take(self, connection: Connection, message: party_incoming.Incoming) -> None:
        """Do what a message asks; raises an `OhHellError` where it is not done."""
        match message:
            case party_incoming.Gather():
                await self._gather(connection, message)
            case party_incoming.Look():
                found, role = await self._links.read(message.link)
                self.close_later(found.name)
                here, _ = self._addresses.for_links(connection.origin)
                watch_url = None
                if found.state.arranged.may_watch and not is_between_games(found.state):
                    watch_url = await self._links.for_party(found, "watcher", here)
                holder = connection.holder
                connection.say(_invitation(found, role, holder, watch_url, re=message.id))
            case party_incoming.Join():
                await self._join(connection, message)
            case party_incoming.ClaimSeat():
                found, role = await self._links.read(message.link)
                if role != "player":
                    raise WebError("wrong-link")
                me, holder = connection.name, connection.holder
                claim = pm.ClaimSeat(found.name, me, holder, message.id, message.seat)
                self._attend(connection, found).post(claim)
            case party_incoming.Attend():
                found = await self._find(message.party)
                me, holder = connection.name, connection.holder
                if not may_attend(found.state, holder):
                    raise TableError("no-such-party")
                self._attend(connection, found).post(pm.Attend(found.name, me, holder, message.id))
            case party_incoming.Depart():
                self._depart(connection, message.party, re=message.id)
            case party_incoming.Invite():
                await self._invite(connection, message)
            case party_incoming.DeviceLink():
                await self._device_link(connection, message)
            case party_incoming.Redeem():
                await self._redeem(connection, message)
            case _:
                wish = self._wish_of(message)
                attended = connection.parties.get(message.party)
                if attended is None:
                    raise TableError("not-at-this-party")
                if isinstance(wish, pm.Start):
                    self._check_may_open(connection)
                attended.post(pm.Ask(attended.name, connection.name, message.id, wish))

    def gone(self, connection: Connection) -> None:
        """A socket is closed: its parties are told."""
        for name in tuple(connection.parties):
            self._depart(connection, name, re=None)

    async def summaries(self, holder: bytes) -> list[party_outgoing.PartySummary]:
        """The parties of a client that have no game running, the newest first."""
        found: list[party_outgoing.PartySummary] = []
        for name in (await self._store.parties_of(holder))[:_MOST_LISTED]:
            awake = self._parties.awake.get(name)
            try:
                rows = () if awake is not None else await self._store.load_party(name)
            except StoreError as error:
                if error.code not in UNREADABLE:
                    raise
                _log.warning("party %s is not listed: %s", name, error.code)
                continue
            state = awake.state if awake is not None else fold(rows) if rows else None
            if state is not None and _is_to_return_to(state, holder):
                found.append(_summary(name, state))
        return found

    # ------------------------------------------------------------------ coming and going

    async def _gather(self, connection: Connection, wish: party_incoming.Gather) -> None:
        rulebook = chooser.read_rulebook(wish.rulebook)
        if wish.seats is not None:
            rulebook, _ = rulebook_to_fit(rulebook, {"players": wish.seats})
        level = self._levels.usual if wish.level is None else wish.level
        self._check_levels((level,))
        self._check_may_open(connection)
        begun = await self._parties.gather(
            connection.holder, wish.id, name=wish.name, rulebook=rulebook, level=level
        )
        _log.info("party %s gathers", begun.name)
        me, holder = connection.name, connection.holder
        self._attend(connection, begun).post(pm.Attend(begun.name, me, holder, wish.id))

    async def _join(self, connection: Connection, wish: party_incoming.Join) -> None:
        found, role = await self._links.read(wish.link)
        me, holder = connection.name, connection.holder
        if role == "watcher":
            message: pm.FromGuest = pm.Watch(found.name, me, holder, wish.id)
        else:
            message = pm.Join(found.name, me, holder, wish.id, wish.name, wish.seat)
        self._attend(connection, found).post(message)

    def _attend(self, connection: Connection, found: Party) -> Party:
        """Let a connection hear of a party; whether it may is for the party to say."""
        if found.name not in connection.parties and len(connection.parties) >= _MOST_ATTENDED:
            raise WebError("too-many-parties", limit=_MOST_ATTENDED)
        connection.parties[found.name] = found
        return found

    def _depart(self, connection: Connection, name: str, *, re: str | None) -> None:
        attended = connection.parties.pop(name, None)
        if attended is None:
            if re is not None:
                connection.say(party_outgoing.Departed(re=re, party=name, code="asked"))
            return
        attended.post(pm.Depart(name, connection.name, re))
        self.close_later(name)

    async def _find(self, name: str) -> Party:
        self._coming[name] += 1
        try:
            return await self._parties.find(name)
        finally:
            self._coming[name] -= 1
            if not self._coming[name]:
                del self._coming[name]

    def close_later(self, name: str) -> None:
        """Let a party go, in a while, if nobody is shown it then; its log stays."""
        self._clock.ring(
            self._clock.now() + _KEPT_AWAKE, lambda: self._send_out(self._close_unseen(name))
        )

    async def _close_unseen(self, name: str) -> None:
        is_seen = any(name in connection.parties for connection in self._switchboard)
        if not is_seen and not self._coming[name]:
            await self._parties.close(name)

    # ------------------------------------------------------------------ links

    async def _invite(self, connection: Connection, wish: party_incoming.Invite) -> None:
        found = await self._find(wish.party)
        if member_of(found.state, connection.holder) is None:
            is_watcher = may_attend(found.state, connection.holder)
            raise TableError("only-watching" if is_watcher else "no-such-party")
        here, reach = self._addresses.for_links(connection.origin)
        url = await self._links.for_party(found, "player", here)
        watch_url = None
        if found.state.arranged.may_watch:
            watch_url = await self._links.for_party(found, "watcher", here)
        connection.say(
            party_outgoing.Invited(
                re=wish.id,
                party=found.name,
                url=url,
                qr=qr_of(url),
                watch_url=watch_url,
                watch_qr=[] if watch_url is None else qr_of(watch_url),
                reach=reach,
            )
        )

    async def _device_link(self, connection: Connection, wish: party_incoming.DeviceLink) -> None:
        target = await self._target(connection.holder, wish)
        here, reach = self._addresses.for_links(connection.origin)
        url = await self._links.for_seat(target, here)
        connection.say(
            party_outgoing.DeviceLinkGiven(
                re=wish.id, url=url, qr=qr_of(url), reach=reach, seconds=DEVICE_SECONDS
            )
        )

    async def _target(self, holder: bytes, wish: party_incoming.DeviceLink) -> SeatTarget:
        """What of a client's is to be brought to another device; a party's seat with its party."""
        name = None if wish.party is UNSET else wish.party
        if wish.table is not UNSET:
            seat = await self._seat_to_bring(holder, wish.table)
            name = await self._parties.party_of(wish.table)
            if name is None or member_of((await self._find(name)).state, holder) is None:
                return SeatTarget(holder, table=wish.table, seat=seat)
        assert name is not None, "the decoder saw to it"
        state = (await self._find(name)).state
        member = member_of(state, holder)
        if member is None:
            raise TableError("no-seat-to-bring" if may_attend(state, holder) else "no-such-party")
        return SeatTarget(holder, party=name, member=member)

    async def _seat_to_bring(self, holder: bytes, table: str) -> Seat:
        try:
            return await self._seats.seat_of(holder, table)
        except TableError:
            if await self._parties.may_watch(holder, table):
                raise TableError("no-seat-to-bring") from None
            raise

    async def _redeem(self, connection: Connection, wish: party_incoming.Redeem) -> None:
        holder = connection.holder
        target = await self._links.look(wish.link)
        if target.party is not None and target.member is not None:
            found = await self._find(target.party)
            if member_of(found.state, holder) is None:  # to a member it would bring nothing
                await self._links.use(wish.link, holder)
            self.close_later(found.name)
            me, re = connection.name, wish.id
            found.post(pm.AddDevice(found.name, me, holder, re, target.member, target.maker))
        elif target.table is not None and target.seat is not None:
            if holder != target.maker:
                await self._links.use(wish.link, holder)
            holding = Holding(target.table, target.seat, holder)
            if not await self._seats.share_seat(holding, beside=target.maker):
                raise WebError("link-expired")
            connection.say(party_outgoing.Redeemed(re=wish.id, party=None, table=target.table))

    def _forget_at(self, at: float, key: str) -> None:
        self._clock.ring(at, lambda: self._send_out(self._secrets.forget(key)))

    # ------------------------------------------------------------------ wishes

    def _wish_of(self, message: ForParties) -> pm.Change | pm.Say | pm.Poke:
        match message:
            case party_incoming.Quit():
                return pm.QuitParty()
            case party_incoming.Move():
                return pm.Move(message.seat)
            case party_incoming.Rename():
                return pm.Rename(message.name)
            case party_incoming.Ready():
                return pm.BeReady(message.is_ready)
            case party_incoming.Arrange():
                return self._arrangement(message)
            case party_incoming.Remove():
                return pm.Remove(message.member)
            case party_incoming.PassHost():
                return pm.PassHost(message.member)
            case party_incoming.RenewLink():
                return pm.RenewLinks()
            case party_incoming.Start():
                return pm.Start()
            case party_incoming.Rematch():
                return pm.Regather()
            case party_incoming.Say():
                return pm.Say(message.phrase)
            case party_incoming.Poke():
                return pm.Poke(message.member)
            case party_incoming.GiveSeat():
                return pm.AnswerClaim(message.claim, message.is_given)
            case _:
                assert_never(message)

    def _arrangement(self, message: party_incoming.Arrange) -> pm.Arrange:
        rulebook: Rulebook | None = None
        if message.rulebook is not UNSET:
            rulebook = chooser.read_rulebook(message.rulebook)
        change: Mapping[str, object] = message.change
        stand_in = None if message.stand_in is UNSET else message.stand_in
        self._check_levels((*message.levels.values(), *([] if stand_in is None else [stand_in])))
        sets_turn_seconds = message.turn_seconds is not UNSET
        return pm.Arrange(
            rulebook=rulebook,
            change=change or None,
            seats=None if message.seats is UNSET else message.seats,
            levels=message.levels or None,
            turn_seconds=None if message.turn_seconds is UNSET else message.turn_seconds,
            sets_turn_seconds=sets_turn_seconds,
            grace_seconds=None if message.grace_seconds is UNSET else message.grace_seconds,
            stand_in=stand_in,
            may_watch=None if message.may_watch is UNSET else message.may_watch,
        )

    def _check_levels(self, levels: Iterable[str]) -> None:
        for level in levels:
            if level not in self._levels.names:
                limit = ", ".join(self._levels.names)
                raise WebError("unknown-level", value=level, limit=limit, near="")

    def _check_may_open(self, connection: Connection) -> None:
        now = self._clock.now()
        if not self._guard.may_open(connection.holder, connection.address, now=now):
            raise WebError("too-many-tables-opened")

    def _send_out(self, errand: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


def _invitation(
    found: Party, role: str, holder: bytes, watch_url: str | None, *, re: str
) -> party_outgoing.Invitation:
    state = found.state
    me = member_of(state, holder)
    people = {one.seat: one.name for one in state.people}
    here = {one.seat for one in state.people if one.member in found.present}
    levels = state.arranged.levels[: state.players]
    return party_outgoing.Invitation(
        re=re,
        role=role,
        phase=state.phase.value,
        host_name=person_of(state, state.host).name,
        names=[one.name for one in state.people],
        chairs=[
            party_outgoing.InvitedChair(seat, people.get(seat), level, seat in here)
            for seat, level in enumerate(levels)
        ],
        rulebook=str(state.arranged.rulebook),
        is_full=not free_seats(state),
        watch_url=watch_url,
        me=me,
        party=found.name if may_attend(state, holder) else None,
    )


def _is_to_return_to(state: PartyState, holder: bytes) -> bool:
    is_open = state.phase is not PartyPhase.CLOSED and is_between_games(state)
    return is_open and member_of(state, holder) is not None


def _summary(name: str, state: PartyState) -> party_outgoing.PartySummary:
    opened = datetime.fromtimestamp(state.opened, UTC).isoformat(timespec="seconds")
    rulebook = state.arranged.rulebook
    return party_outgoing.PartySummary(
        party=name,
        opened=opened.replace("+00:00", "Z"),
        phase=state.phase.value,
        names=[one.name for one in state.people],
        rulebook=str(rulebook),
        preset=rulebook.preset,
        standing=standing_of(rulebook),
    )
