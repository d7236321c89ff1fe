"""One open socket: what is still to be sent to it, and the tables it looks at.

A socket that is slow to read keeps nobody waiting and takes up no growing memory: of each table it
is owed the newest view only, with the steps that led there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from ohhell.rules.cards import Seat
from ohhell.table import messages
from ohhell.table.party import Party
from ohhell.table.table import Table
from ohhell.web.addresses import Origin
from ohhell.web.at_once import run_at_once
from ohhell.web.protocol import party_outgoing
from ohhell.web.protocol.convert import Steps, push_of
from ohhell.web.protocol.outgoing import Left, Outgoing, Refused
from ohhell.web.protocol.writing import PushWriter

Send = Callable[[str], Awaitable[None]]
"""Sends one text; waits while the other side does not read, raises `OSError` when it is gone."""

_log = logging.getLogger(__name__)

_MOST_STEPS: Final = 40
"""Steps a slow reader is owed; beyond that it is shown where things stand, without motion."""

_MOST_OWED: Final = 20
"""Messages a reader may be behind before nothing more is read from it."""

_ENCODER: Final = msgspec.json.Encoder()
_push_text: Final = PushWriter()


@dataclass(slots=True, eq=False)
class _OwedPush:
    """A table's newest push, all steps since the one that was sent, and the id it answers."""

    push: messages.Push
    steps: Steps
    re: str | None
    is_too_much: bool = False

    def follow(self, push: messages.Push, steps: Steps, re: str | None) -> None:
        """Put a newer push in the place of this one."""
        self.push = push
        self.re = self.re or re
        self.is_too_much = self.is_too_much or len(self.steps) + len(steps) > _MOST_STEPS
        self.steps = () if self.is_too_much else (*self.steps, *steps)


@dataclass(frozen=True, slots=True, eq=False)
class _OwedRefusal:
    """A table's refusal and its sentence; the view it shows is written when it is sent."""

    refused: messages.Refused
    sentence: str
    re: str | None


@dataclass(slots=True, eq=False)
class _OwedParty:
    """A party as it is now, with all that happened since it was sent."""

    message: party_outgoing.Party

    def follow(self, newer: party_outgoing.Party) -> bool:
        """Put a newer one in the place of this one, unless both answer something."""
        if self.message.re is not None and newer.re is not None:
            return False
        re, did = self.message.re or newer.re, [*self.message.did, *newer.did]
        self.message = msgspec.structs.replace(newer, re=re, did=did[-_MOST_STEPS:])
        return True


_Owed = Outgoing | _OwedPush | _OwedParty | _OwedRefusal


@dataclass(slots=True, eq=False)
class Place:
    """A table this connection looks at from `seat`; the ids `asked` each await a word of it, in order."""

    table: Table
    seat: Seat | None
    asked: deque[str] = field(default_factory=deque[str])

    def is_seen_in(self, push: messages.Push) -> bool:
        """Whether a push is for this seat.

        A table learns later than a connection that it looks from elsewhere: whoever has lost a seat
        and comes back to watch is not to see what the table still tells that seat.
        """
        return push.own.seat == self.seat


@dataclass(slots=True, eq=False)
class Connection:
    """A socket of the client `holder`."""

    name: str
    holder: bytes
    address: str | None
    send: Send
    origin: Origin
    places: dict[str, Place] = field(default_factory=dict[str, Place])
    parties: dict[str, Party] = field(default_factory=dict[str, Party])
    _owed: deque[_Owed] = field(default_factory=deque[_Owed])
    _newest: dict[str, _OwedPush] = field(default_factory=dict[str, _OwedPush])
    _newest_parties: dict[str, _OwedParty] = field(default_factory=dict[str, _OwedParty])
    _is_sending: bool = False
    _sending: asyncio.Task[None] | None = None
    _is_gone: bool = False

    def say(self, message: Outgoing) -> None:
        """Send a message of the server's own."""
        self._owe(message)

    def show(self, push: messages.Push) -> None:
        """Send a table's push, in place of one of that table that is not sent yet.

        One that was on its way when the table or the seat was left is not shown any more.
        """
        place = self.places.get(push.table)
        if place is None or not place.is_seen_in(push):
            return
        re = _answered(place, push.re)
        steps: Steps = () if push.by is None else ((push.by, push.did),)
        last = self._newest.get(push.table)
        if last is None or (last.re is not None and re is not None):
            owed = self._newest[push.table] = _OwedPush(push, steps, re)
            self._owe(owed)
            return
        last.follow(push, steps, re)

    def show_party(self, message: party_outgoing.Party) -> None:
        """Send a party, in place of one of the same that is not sent yet."""
        last = self._newest_parties.get(message.party)
        if last is None or not last.follow(message):
            owed = self._newest_parties[message.party] = _OwedParty(message)
            self._owe(owed)

    def leave_party(self, name: str) -> None:
        """Be shown a party no longer; should it be shown again, that comes after what is owed."""
        self._newest_parties.pop(name, None)
        self.parties.pop(name, None)

    def refuse(self, refused: messages.Refused, sentence: str) -> None:
        """Send a table's refusal; what is pushed from now on comes after it."""
        self._newest.pop(refused.table, None)
        place = self.places.get(refused.table)
        if place is not None and refused.now is not None and not place.is_seen_in(refused.now):
            refused = replace(refused, now=None)
        re = _answered(place, refused.re)
        self._owe(_OwedRefusal(refused, sentence, re))

    def enter(self, table: Table, seat: Seat | None, *, asked: str) -> None:
        """Look at a table from now on, or anew; its next word answers the id."""
        before = self.places.get(table.name)
        if before is not None and before.seat != seat:
            self._newest.pop(table.name, None)  # what is owed told another seat
        waiting = deque[str]() if before is None else before.asked
        self.places[table.name] = Place(table, seat, deque([*waiting, asked]))

    def leave(self, table: str) -> Place | None:
        """Look at a table no longer; should it be looked at again, that comes after what is owed."""
        self._newest.pop(table, None)
        place = self.places.pop(table, None)
        for re in () if place is None else place.asked:
            self.say(Left(re=re, table=table))
        return place

    async def read_on(self) -> None:
        """Return when more may be read from this socket: soon, where it reads itself."""
        if len(self._owed) > _MOST_OWED:
            await self.flushed()

    async def flushed(self) -> None:
        """Return when nothing is owed any more, or the socket is gone."""
        if self._is_sending and self._sending is not None:
            await asyncio.wait((self._sending,))

    def gone(self) -> None:
        """Nothing more can be sent."""
        self._is_gone = True
        self._owed.clear()
        self._newest.clear()
        self._newest_parties.clear()
        if self._sending is not None:
            self._sending.cancel()

    def _owe(self, owed: _Owed) -> None:
        if self._is_gone:
            return
        self._owed.append(owed)
        if not self._is_sending:
            self._is_sending = True
            self._sending = run_at_once(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._owed:
                await self.send(self._text(self._owed.popleft()))
        except (OSError, RuntimeError):  # closed from the other side, or from ours
            self._give_up()
        except Exception:
            _log.exception("a message could not be sent")
            self._give_up()
        self._is_sending = False

    def _give_up(self) -> None:
        self._sending = None
        self.gone()

    def _text(self, owed: _Owed) -> str:
        match owed:
            case _OwedPush():
                if self._newest.get(owed.push.table) is owed:
                    del self._newest[owed.push.table]
                return _push_text(owed.push, owed.steps, re=owed.re)
            case _OwedParty():
                if self._newest_parties.get(owed.message.party) is owed:
                    del self._newest_parties[owed.message.party]
                message: Outgoing = owed.message
            case _OwedRefusal():
                refused = owed.refused
                message = Refused(
                    re=owed.re,
                    table=refused.table,
                    code=refused.code,
                    params=dict(refused.params),
                    sentence=owed.sentence,
                    now=None if refused.now is None else push_of(refused.now, (), re=None),
                )
            case _:
                message = owed
        return _ENCODER.encode(message).decode()


def _answered(place: Place | None, re: str | None) -> str | None:
    """The id a word of a table answers: its own, or that of a wish tables know no id of."""
    if re is not None or place is None or not place.asked:
        return re
    return place.asked.popleft()
