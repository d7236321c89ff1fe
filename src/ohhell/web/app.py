"""Plugs the server together: the one place of this room where tables meet a store and players."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from starlette.applications import Starlette
from starlette.middleware import Middleware

from ohhell import __version__
from ohhell.players.adviser import Advice, AdviceError
from ohhell.players.levels import LEVELS, player_for
from ohhell.players.worker import Begins, WorkerBrains
from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView
from ohhell.table.abandoning import abandon_sleepers
from ohhell.table.hall import Hall
from ohhell.table.holdings import Holdings
from ohhell.table.parties import Parties
from ohhell.table.party_ports import PartyPorts, PartyStore
from ohhell.table.ports import Clock, Dice, EventStore, Ports, SecretStore, Sleepers
from ohhell.table.settings import STAND_IN_LEVEL, Timing
from ohhell.table.world import SystemClock, SystemDice
from ohhell.web.addresses import Addresses
from ohhell.web.assets import Assets, load_assets
from ohhell.web.chooser import Levels
from ohhell.web.desk import Desk
from ohhell.web.errors import WebError
from ohhell.web.guests import Guests
from ohhell.web.http import Gate, Pages
from ohhell.web.limits import Guard, Limits
from ohhell.web.parties import PartyDesk
from ohhell.web.protocol.convert import choice_of
from ohhell.web.protocol.outgoing import HintChoice
from ohhell.web.regularly import Regularly
from ohhell.web.switchboard import Switchboard
from ohhell.web.ws import Receive, Scope, SendMessage, Socket

_log = logging.getLogger(__name__)

_USUAL_LEVELS: Final = ("club", STAND_IN_LEVEL)
"""The level of those who do not choose, and of hints: the first of these that there is."""

_HINT_KEY: Final = b"ohhell/hint/1".ljust(32, b"\0")
"""The dice of hints: the same question gets the same answer."""

PACE: Final = 0.3
"""Seconds before any action of a CPU player, so that people can follow."""

DAY: Final = 86_400.0
"""Seconds."""

ABANDON_AFTER: Final = 30 * DAY
"""Seconds after which a game is given up that nobody comes back to, where nothing else is said."""

PARTY_DAYS: Final = 30.0
"""Days after which a party is closed that nobody visits, where nothing else is said."""

_GOODBYE: Final = 3.0
"""Seconds for tables and sockets to say goodbye in."""

_SWEEP: Final = 3600.0
"""Seconds between looks for games nobody came back to."""

_CHECK: Final = 2.0
"""Seconds in which a store that is well answers."""


class Store(EventStore, SecretStore, Holdings, PartyStore, Sleepers, Protocol):
    """One place for everything that is kept."""

    async def check(self) -> None:
        """Return when something could be kept now; `StoreError` where not."""
        ...


class Thinkers(Protocol):
    """CPU players, wherever they think."""

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """What the CPU player of that level does."""
        ...

    async def advise(self, view: PlayerView, level: str, *, dice_key: bytes) -> Advice:
        """What the CPU player of that level thinks of each choice."""
        ...

    async def warm_up(self, levels: tuple[str, ...], begins: Begins | None = None) -> None:
        """Be ready to answer for these levels; `begins` is told each part of what that takes."""
        ...

    def close(self, *, waits: bool = False) -> None:
        """Stop thinking; with `waits`, return when all that thought is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What a server is made of; tests put in their own clock, dice and players.

    A game to which nobody comes back for `abandon_after` seconds is given up; None: never.  A party
    that nobody visits for `party_days` is closed; None: never.
    """

    store: Store
    addresses: Addresses
    thinkers: Thinkers = field(default_factory=WorkerBrains)
    clock: Clock = field(default_factory=SystemClock)
    dice: Dice = field(default_factory=SystemDice)
    timing: Timing = field(default_factory=lambda: Timing(pace=PACE))
    limits: Limits = field(default_factory=Limits)
    assets: Assets = field(default_factory=load_assets)
    levels: tuple[str, ...] = LEVELS
    abandon_after: float | None = ABANDON_AFTER
    party_days: float | None = PARTY_DAYS


class Server:
    """Everything behind one address.

    The store is not closed with it: it was not opened here.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._switchboard = Switchboard()
        usual = next(level for level in (*_USUAL_LEVELS, *parts.levels) if level in parts.levels)
        ports = Ports(
            events=parts.store,
            secrets=parts.store,
            dice=parts.dice,
            clock=parts.clock,
            brains=parts.thinkers,
            fast=fast_policy,
            outbox=self._switchboard,
            sleepers=parts.store,
        )
        self.hall: Final = Hall(ports, parts.timing)
        guard = Guard(parts.limits)
        levels = Levels(parts.levels, usual)

        def put_out(table: str, holders: frozenset[bytes]) -> None:
            desk.put_out(table, holders)

        def departed(party: str) -> None:
            desk.parties.close_later(party)

        guests = Guests(self._switchboard, put_out=put_out, departed=departed)
        self.parties: Final = Parties(
            PartyPorts(
                parties=parts.store,
                holdings=parts.store,
                events=parts.store,
                hall=self.hall,
                dice=parts.dice,
                clock=parts.clock,
                guests=guests,
                keep_days=parts.party_days,
            )
        )
        desk = Desk(
            self.hall,
            holdings=parts.store,
            events=parts.store,
            switchboard=self._switchboard,
            clock=parts.clock,
            guard=guard,
            levels=levels,
            parties=lambda seats: PartyDesk(
                self.parties,
                store=parts.store,
                secrets=parts.store,
                seats=seats,
                switchboard=self._switchboard,
                clock=parts.clock,
                dice=parts.dice,
                guard=guard,
                levels=levels,
                addresses=parts.addresses,
            ),
            watching=self.parties,
            hints=_Hints(parts.thinkers, tuple(dict.fromkeys((usual, STAND_IN_LEVEL)))),
        )
        self._socket = Socket(
            desk,
            boot=self.hall.boot,
            addresses=parts.addresses,
            switchboard=self._switchboard,
            guard=guard,
            clock=parts.clock,
            dice=parts.dice,
        )
        pages = Pages(parts.assets, desk, self._check)
        self._pages = Starlette(
            routes=pages.routes,
            middleware=[Middleware(Gate, addresses=parts.addresses)],
            lifespan=self._lifespan,
        )
        self._pages.router.redirect_slashes = False
        self._sweeps = Regularly(self._sweep, parts.clock, every=_SWEEP)

    async def app(self, scope: Scope, receive: Receive, send: SendMessage) -> None:
        """The ASGI application; sockets go the short way."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def warm_up(self, begins: Begins | None = None) -> None:
        """Let the CPU players get ready, so that nobody waits for their first turn."""
        await self._parts.thinkers.warm_up(self._parts.levels, begins)

    def stop_thinking(self) -> None:
        """Let the CPU players go, whatever they are doing: the program ends."""
        self._parts.thinkers.close(waits=True)

    def begin(self) -> None:
        """Do from now on what is to be done regularly."""
        self._sweeps.start()

    async def say_goodbye(self) -> None:
        """Close all tables and let every socket be told; takes a few seconds at most."""
        await self._sweeps.stop()
        await _within(_GOODBYE, self.parties.close_all())
        await _within(_GOODBYE, self.hall.close_all())
        sockets = (connection.flushed() for connection in self._switchboard)
        await _within(_GOODBYE, asyncio.gather(*sockets))

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncGenerator[None]:
        _log.info("serving by version %s", __version__)
        self.begin()
        yield
        await self.say_goodbye()
        self.stop_thinking()
        _log.info("stopped")

    async def _sweep(self) -> None:
        after = self._parts.abandon_after
        if after is not None:
            now = self._parts.clock.now()
            count = await abandon_sleepers(self.hall, self._parts.store, now=now, after=after)
            _log.info("%d games given up that nobody came back to", count)

    async def _check(self) -> None:
        try:
            await asyncio.wait_for(self._parts.store.check(), _CHECK)
        except TimeoutError:
            raise WebError("store-slow") from None


class _Hints:
    """What choices are worth, by the first of these levels that gives advice."""

    def __init__(self, thinkers: Thinkers, levels: tuple[str, ...]) -> None:
        self._thinkers = thinkers
        self._levels = levels

    async def __call__(self, view: PlayerView) -> tuple[str, list[HintChoice]]:
        """The level, and the choices, the best first."""
        *others, last = self._levels
        for level in others:
            try:
                return await self._hint(view, level)
            except AdviceError:
                continue
        return await self._hint(view, last)

    async def _hint(self, view: PlayerView, level: str) -> tuple[str, list[HintChoice]]:
        advice = await self._thinkers.advise(view, level, dice_key=_HINT_KEY)
        low_wins = view.rulebook.scoring.low_wins
        ordered = sorted(
            advice.options,
            key=lambda one: (one.action != advice.choice, advice.regret(one, low_wins=low_wins)),
        )
        return level, [
            HintChoice(choice_of(one.action), one.make, one.points, one.action == advice.choice)
            for one in ordered
        ]


def fast_policy(view: PlayerView, *, dice_key: bytes) -> Action:
    """The port `FastPolicy`: a decision in no time, for when nobody else makes one."""
    return player_for(STAND_IN_LEVEL).choose(view, random.Random(dice_key))


async def _within(seconds: float, work: Awaitable[object]) -> None:
    try:
        await asyncio.wait_for(work, seconds)
    except TimeoutError:
        _log.warning("not everything could be brought to an end within %s seconds", seconds)
