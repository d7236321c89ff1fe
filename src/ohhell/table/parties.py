"""Where parties are begun, found again, woken from the store, and closed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final
from weakref import WeakValueDictionary

from ohhell.rules.axes import MOST_PLAYERS
from ohhell.rules.rulebook import Rulebook
from ohhell.table import party_events as pe
from ohhell.table.errors import TableError
from ohhell.table.events import Opened
from ohhell.table.names import tidy_name
from ohhell.table.party import Party
from ohhell.table.party_events import Arranged, PartyRow
from ohhell.table.party_messages import TableOver
from ohhell.table.party_ports import PartyPorts
from ohhell.table.party_state import member_of
from ohhell.table.settings import Settings
from ohhell.table.state import TableState

_NEWEST: Final = 5
"""Parties among which one that was begun with the same id before is looked for."""


class Parties:
    """All parties of one program, each alive at most once; it needs a running event loop."""

    def __init__(self, ports: PartyPorts) -> None:
        self._ports = ports
        self._parties: dict[str, Party] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        ports.hall.when_over = self._is_over

    async def gather(
        self, holder: bytes, action_id: str, *, name: str, rulebook: Rulebook, level: str
    ) -> Party:
        """Begin a party whose host is `holder`; asked again with the same id, it is the same one."""
        for known in (await self._ports.parties.parties_of(holder))[:_NEWEST]:
            rows = await self._ports.parties.load_party(known)
            if rows and rows[0].action_id == action_id and _host_of(rows[0]) == holder:
                return await self.find(known)
        fitting = tidy_name(name)
        if not fitting:
            raise TableError("no-name")
        first = PartyRow(
            number=1,
            at=self._ports.clock.now(),
            by=0,
            action_id=action_id,
            events=(
                pe.Gathered(),
                Arranged(rulebook, (level,) * MOST_PLAYERS, Settings(), False, None),
                pe.Joined(0, fitting, 0, holder),
                pe.HostChanged(0),
            ),
        )
        party = self._ports.dice.identifier()
        await self._ports.parties.note_member(party, holder)
        await self._ports.parties.append_party(party, first)
        return await self.find(party)

    async def find(self, name: str) -> Party:
        """The party of that name, woken where it was not alive; refuses none (`no-such-party`)."""
        async with self._door(name):
            party = self._parties.get(name)
            if party is not None and not party.is_closed:
                return party
            rows = await self._ports.parties.load_party(name)
            if not rows:
                raise TableError("no-such-party")
            party = Party(name, rows, ports=self._ports, boot=self._ports.hall.boot)
            self._parties[name] = party
        await party.caught_up()
        return party

    async def may_watch(self, holder: bytes, table: str) -> bool:
        """Whether a holder without a seat may see a table: a watcher or member of its party."""
        party = await self.party_of(table)
        if party is None:
            return False
        state = (await self.find(party)).state
        is_of_it = any(game.table == table for game in state.games)
        return is_of_it and (holder in state.watchers or member_of(state, holder) is not None)

    async def party_of(self, table: str) -> str | None:
        """Whose table it is; None for nobody's and for one that is not there."""
        awake = self._ports.hall.awake(table)
        if awake is not None:
            return awake.state.party
        rows = await self._ports.events.load(table)
        opened = (event for row in rows[:1] for event in row.events if isinstance(event, Opened))
        return next((event.party for event in opened), None)

    async def close(self, name: str) -> None:
        """Let a party go; its log stays, and it can be found again."""
        async with self._door(name):
            party = self._parties.pop(name, None)
            if party is not None:
                await party.close()

    async def close_all(self) -> None:
        """Close every party."""
        await asyncio.gather(*(self.close(name) for name in tuple(self._parties)))

    @property
    def awake(self) -> Mapping[str, Party]:
        """The parties in memory."""
        return self._parties

    def _is_over(self, table: str, state: TableState) -> None:
        """A game is over: its party is told, or finds out when it wakes."""
        party = None if state.party is None else self._parties.get(state.party)
        if party is not None:
            party.post(TableOver(party.name, table, state.game.places))

    def _door(self, name: str) -> asyncio.Lock:
        return self._doors.setdefault(name, asyncio.Lock())


def _host_of(row: PartyRow) -> bytes | None:
    return next((event.holder for event in row.events if isinstance(event, pe.Joined)), None)
