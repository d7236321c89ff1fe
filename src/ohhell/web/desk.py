"""Does what clients ask: finds their tables and seats, and passes on what is for a table.

Who may sit where is decided here, by the client's cookie and nothing else: a message never names a
seat.  A table that is not there and one that is somebody else's get the same answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine
from typing import Final, Protocol, TypeVar, assert_never

from ohhell.rules.actions import CommitNonce, RevealNonce
from ohhell.rules.cards import Seat
from ohhell.rules.errors import OhHellError
from ohhell.rules.projection import view_for
from ohhell.rules.record import PERSON
from ohhell.rules.view import Phase, PlayerView
from ohhell.table import messages
from ohhell.table.errors import UNREADABLE, StoreError, TableError
from ohhell.table.hall import Hall
from ohhell.table.holdings import Holding, Holdings
from ohhell.table.names import cpu_names, tidy_name
from ohhell.table.ports import Clock, EventStore
from ohhell.table.recording import record_of
from ohhell.table.settings import Seating, Settings
from ohhell.table.state import is_finished
from ohhell.text import sentence
from ohhell.web import chooser
from ohhell.web.chooser import Levels
from ohhell.web.connection import Connection, Place
from ohhell.web.errors import WebError
from ohhell.web.limits import Guard
from ohhell.web.parties import PartyDesk, Seats
from ohhell.web.protocol import incoming, outgoing, party_incoming
from ohhell.web.protocol.convert import action_of
from ohhell.web.summaries import summary_of
from ohhell.web.switchboard import Switchboard

_log = logging.getLogger(__name__)

_MOST_PLACES: Final = 8
"""Tables one socket can look at."""

_MOST_LISTED: Final = 30
"""Games in a client's list, the newest first."""

_KEPT_AWAKE: Final = 60.0
"""Seconds that a table nobody looks at stays in memory: most people are back at once."""

_MOST_REMEMBERED: Final = 10_000
"""Seats, wishes for tables and summaries, each, that are remembered."""

_FINISHED: Final = (Phase.OVER.value, Phase.ABANDONED.value)


_RECORD: Final = 4
"""What a record costs a client, in messages."""

_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")

ForTables = (
    incoming.Act
    | incoming.Settle
    | incoming.Promise
    | incoming.Reveal
    | incoming.Resign
    | incoming.Abandon
    | incoming.StandIn
    | incoming.Back
    | incoming.Pause
)
"""What a client says to a table it looks at."""


class Hints(Protocol):
    """Whoever can say what a seat's choices are worth."""

    async def __call__(self, view: PlayerView) -> tuple[str, list[outgoing.HintChoice]]:
        """The level that was asked and the choices, the best first; or an `OhHellError`."""
        ...


class Watching(Protocol):
    """Whoever knows who may watch a table without a seat."""

    async def may_watch(self, holder: bytes, table: str) -> bool:
        """Whether this client may."""
        ...


class Desk:
    """Serves every connection of one server; it needs a running event loop."""

    def __init__(
        self,
        hall: Hall,
        *,
        holdings: Holdings,
        events: EventStore,
        switchboard: Switchboard,
        clock: Clock,
        guard: Guard,
        levels: Levels,
        hints: Hints,
        parties: Callable[[Seats], PartyDesk],
        watching: Watching | None = None,
    ) -> None:
        self._hall = hall
        self._holdings = holdings
        self._events = events
        self._switchboard = switchboard
        self._clock = clock
        self._guard = guard
        self._levels = levels
        self._hints = hints
        self._watching = watching
        self.parties = parties(self)
        self._seats: OrderedDict[tuple[str, bytes], Seat] = OrderedDict()
        self._finished: OrderedDict[tuple[str, bytes], outgoing.TableSummary] = OrderedDict()
        self._opened: OrderedDict[tuple[bytes, str], str] = OrderedDict()
        self._entering: Counter[str] = Counter()
        self._errands: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ messages

    async def take(self, connection: Connection, message: incoming.Incoming) -> None:
        """Do what a message asks, or say why not."""
        table = None
        try:
            if isinstance(message, party_incoming.Incoming):
                await self.parties.take(connection, message)
            else:
                table = getattr(message, "table", None)
                await self._obey(connection, message)
        except OhHellError as error:
            self.refuse(connection, message.id, error, table=table)

    def refuse(
        self, connection: Connection, re: str | None, error: OhHellError, *, table: str | None
    ) -> None:
        """Say why something was not done."""
        connection.say(
            outgoing.Refused(
                re=re,
                table=table,
                code=error.code,
                params=dict(error.params),
                sentence=sentence(error),
                now=None,
            )
        )

    def gone(self, connection: Connection) -> None:
        """A socket is closed: its tables are told, and sleep when nobody else is there."""
        self.parties.gone(connection)
        for name in tuple(connection.places):
            self._leave(connection, name)

    async def _obey(self, connection: Connection, message: incoming.ForTables) -> None:
        match message:
            case incoming.Ping():
                connection.say(outgoing.Pong(re=message.id, now=self._clock.now()))
            case incoming.ListTables():
                connection.say(await self._tables(connection.holder, message.id))
            case incoming.ListRulebooks():
                connection.say(chooser.rulebooks(self._levels, re=message.id))
            case incoming.Explain():
                made = await asyncio.to_thread(
                    chooser.explained,
                    message.rulebook,
                    message.change,
                    re=message.id,
                    names=message.names,
                )
                connection.say(made)
            case incoming.Open():
                await self._open(connection, message)
            case incoming.Enter():
                seat = await self._seat_at(connection.holder, message.table)
                await self._enter(connection, message.table, seat, message.id)
            case incoming.Leave():
                self._leave(connection, message.table)
                connection.say(outgoing.Left(re=message.id, table=message.table))
            case incoming.Hint():
                place, seat = self._place(connection, message.table)
                view = view_for(place.table.state.game, seat)
                self._send_out(self._hint(connection, message, view))
            case _:
                self._pass_on(connection, message)

    def _pass_on(self, connection: Connection, message: ForTables) -> None:
        """Put into the table's mailbox what is for it."""
        table, me, re = message.table, connection.name, message.id
        place, seat = self._place(connection, table)
        post = place.table.post
        match message:
            case incoming.Act():
                post(messages.Act(table, me, message.turn, re, action_of(message)))
            case incoming.Settle():
                post(messages.Settle(table, me, message.turn))
            case incoming.Promise():
                move = CommitNonce(bytes.fromhex(message.commitment))
                post(messages.GiveNonce(table, me, re, move))
            case incoming.Reveal():
                post(messages.GiveNonce(table, me, re, RevealNonce(bytes.fromhex(message.nonce))))
            case incoming.Resign():
                post(messages.Resign(table, me, re))
            case incoming.StandIn():
                post(messages.WantStandIn(table, me, re, message.seat, message.is_wanted))
            case incoming.Back():
                post(messages.Back(table, me, re))
            case incoming.Pause():
                post(messages.WantPause(table, me, re, message.is_wanted))
            case incoming.Abandon():
                state = place.table.state
                if is_finished(state):
                    raise TableError("game-over")
                if state.persons != frozenset((seat,)):
                    raise WebError("not-alone")
                place.asked.append(re)
                post(messages.Abandon(table))
            case _:
                assert_never(message)

    def _place(self, connection: Connection, table: str) -> tuple[Place, Seat]:
        place = connection.places.get(table)
        if place is None:
            raise TableError("not-at-this-table")
        if place.seat is None:
            raise TableError("only-watching")
        return place, place.seat

    # ------------------------------------------------------------------ tables

    async def _open(self, connection: Connection, wish: incoming.Open) -> None:
        """Start a game, or find the one that was started for this wish before."""
        known = self._opened.get((connection.holder, wish.id))
        if known is not None:
            await self._enter(connection, known, 0, wish.id)
            return
        rulebook = chooser.read_rulebook(wish.rulebook)
        name = tidy_name(wish.name)
        if not name:
            raise WebError("no-name")
        if len(wish.levels) != rulebook.players - 1:
            limit = rulebook.players - 1
            raise WebError("wrong-number-of-levels", value=len(wish.levels), limit=limit)
        for level in wish.levels:
            if level not in self._levels.names:
                limit = ", ".join(self._levels.names)
                raise WebError("unknown-level", value=level, limit=limit, near="")
        if not self._guard.may_open(connection.holder, connection.address, now=self._clock.now()):
            raise WebError("too-many-tables-opened")
        names = cpu_names(len(wish.levels), taken=(name,))
        table = await self._hall.open(
            rulebook,
            [Seating(name, PERSON), *map(Seating, names, wish.levels)],
            Settings(turn_seconds=wish.turn_seconds),
        )
        await self._holdings.hold(Holding(table.name, 0, connection.holder))
        _log.info("table %s opened for %s by %s", table.name, rulebook.players, rulebook.preset)
        _remember(self._seats, (table.name, connection.holder), 0)
        _remember(self._opened, (connection.holder, wish.id), table.name)
        await self._enter(connection, table.name, 0, wish.id)

    async def _enter(
        self, connection: Connection, name: str, seat: Seat | None, asked: str
    ) -> None:
        if name not in connection.places and len(connection.places) >= _MOST_PLACES:
            raise WebError("too-many-tables", limit=_MOST_PLACES)
        self._entering[name] += 1
        try:
            table = await self._hall.find(name)
        finally:
            self._entering[name] -= 1
            if not self._entering[name]:
                del self._entering[name]
        connection.enter(table, seat, asked=asked)
        table.post(messages.Sit(name, connection.name, seat))

    def _leave(self, connection: Connection, name: str) -> None:
        place = connection.leave(name)
        if place is not None:
            place.table.post(messages.Leave(name, connection.name))
            self._clock.ring(
                self._clock.now() + _KEPT_AWAKE,
                lambda: self._send_out(self._close_unseen(name)),
            )

    async def _close_unseen(self, name: str) -> None:
        """Let a table go that nobody looks at or is about to; its log stays."""
        is_seen = any(name in connection.places for connection in self._switchboard)
        if not is_seen and not self._entering[name]:
            await self._hall.close(name)

    async def seat_of(self, holder: bytes, table: str) -> Seat:
        """The client's seat at a table; refuses a table it has none at, as if it were not there."""
        seat = self._seats.get((table, holder))
        if seat is not None:
            return seat
        for held in await self._holdings.held_at(table):
            if held.holder == holder:
                _remember(self._seats, (table, holder), held.seat)
                return held.seat
        raise TableError("no-such-table", table=table)

    async def _seat_at(self, holder: bytes, table: str) -> Seat | None:
        """The client's seat at a table, None for one who may watch; refuses everybody else."""
        try:
            return await self.seat_of(holder, table)
        except TableError:
            if self._watching is None or not await self._watching.may_watch(holder, table):
                raise
            return None

    def put_out(self, table: str, holders: frozenset[bytes]) -> None:
        """Close a table for those whose seat is somebody else's now."""
        self._forget(table)
        for connection in self._switchboard:
            if connection.holder in holders and table in connection.places:
                self._leave(connection, table)
                error = TableError("seat-given-away")
                said = sentence(error)
                connection.say(outgoing.Closed(table=table, code=error.code, sentence=said))

    async def share_seat(self, holding: Holding, *, beside: bytes) -> bool:
        """Let this holder have a seat too, on another device of whoever has it; False: not any more."""
        is_given = await self._holdings.also_hold(holding, beside=beside)
        self._forget(holding.table)
        return is_given

    def _forget(self, table: str) -> None:
        """Look up again who sits where."""
        for known in [one for one in self._seats if one[0] == table]:
            del self._seats[known]
        for known in [one for one in self._finished if one[0] == table]:
            del self._finished[known]

    async def _tables(self, holder: bytes, re: str) -> outgoing.Tables:
        held = (await self._holdings.held_by(holder))[:_MOST_LISTED]
        found = [await self._summary_or_none(one) for one in held]
        return outgoing.Tables(
            re=re,
            tables=[one for one in found if one is not None],
            parties=await self.parties.summaries(holder),
        )

    async def _summary_or_none(self, held: Holding) -> outgoing.TableSummary | None:
        """What a list says of a game; nothing of one that cannot be read: the others can be."""
        try:
            return await self._summary(held)
        except StoreError as error:
            if error.code not in UNREADABLE:
                raise
            _log.warning("table %s is not listed: %s", held.table, error.code)
            return None

    async def _summary(self, held: Holding) -> outgoing.TableSummary | None:
        """What a list says of a game; of one that is over it says the same for ever."""
        known = self._finished.get((held.table, held.holder))
        if known is not None:
            return known
        rows = await self._events.load(held.table)
        if not rows:
            return None
        made = summary_of(held.table, held.seat, rows)
        if made.phase in _FINISHED:
            _remember(self._finished, (held.table, held.holder), made)
        return made

    async def record(self, holder: bytes, address: str | None, table: str) -> str:
        """The record of a game as it stands, for whoever has a seat there or may watch it."""
        if not self._guard.may_ask(holder, address, cost=_RECORD, now=self._clock.now()):
            raise WebError("too-many-messages")
        await self._seat_at(holder, table)
        return record_of(await self._events.load(table))

    # ------------------------------------------------------------------ errands

    async def _hint(self, connection: Connection, message: incoming.Hint, view: PlayerView) -> None:
        try:
            if view.seat not in view.to_act:
                raise WebError("nothing-to-choose")
            level, choices = await self._hints(view)
        except OhHellError as error:
            self.refuse(connection, message.id, error, table=message.table)
        else:
            connection.say(
                outgoing.HintGiven(
                    re=message.id,
                    table=message.table,
                    turn=view.turn,
                    level=level,
                    choices=choices,
                )
            )

    def _send_out(self, errand: Coroutine[None, None, None]) -> None:
        """Do something beside all else."""
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


def _remember(kept: OrderedDict[_Key, _Kept], key: _Key, value: _Kept) -> None:
    kept[key] = value
    if len(kept) > _MOST_REMEMBERED:
        kept.popitem(last=False)
