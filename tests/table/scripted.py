"""A world without chance and without time passing: dice, clock, brains and connections by script."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, Self

from ohhell.rules.actions import Action, CommitNonce, Play, RevealNonce
from ohhell.rules.cards import Seat
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.shuffle import nonce_commitment
from ohhell.rules.view import Phase, PlayerView
from ohhell.store.memory import MemoryStore
from ohhell.table.errors import StoreError
from ohhell.table.events import ToldEvent
from ohhell.table.hall import Hall
from ohhell.table.messages import (
    Act,
    Closed,
    FromOutside,
    GiveNonce,
    Leave,
    Push,
    Refused,
    Resign,
    Sit,
    ToListener,
)
from ohhell.table.ports import EventStore, FastPolicy, Ports, SecretStore, StoredRow
from ohhell.table.settings import Seating, Settings, Timing
from ohhell.table.table import Table

START = 1_800_000_000.0
"""When every scripted clock begins: 15 January 2027."""


class ScriptedDice:
    """Seeds and names that follow from a number."""

    def __init__(self, start: int = 0) -> None:
        self._next = start

    def seed(self) -> bytes:
        return hashlib.sha256(f"seed {self._count()}".encode()).digest()

    def identifier(self) -> str:
        return f"name-{self._count()}"

    def _count(self) -> int:
        self._next += 1
        return self._next


@dataclass(eq=False)
class ScriptedAlarm:
    at: float
    call: Callable[[], None]
    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True


class ScriptedClock:
    """A clock that stands still until it is told how much time has passed."""

    def __init__(self) -> None:
        self._now = START
        self._alarms: list[ScriptedAlarm] = []

    def now(self) -> float:
        return self._now

    def ring(self, at: float, call: Callable[[], None]) -> ScriptedAlarm:
        alarm = ScriptedAlarm(at, call)
        self._alarms.append(alarm)
        return alarm

    @property
    def alarms(self) -> list[float]:
        """When something will ring, from now on and in order."""
        return sorted(alarm.at - self._now for alarm in self._alarms if not alarm.is_cancelled)

    def skip(self, seconds: float) -> None:
        """Let time pass without a chance to ring, as when a computer sleeps."""
        self._now += seconds

    def ring_due(self) -> bool:
        """Ring what is due, in order; whether anything was."""
        self._alarms = [alarm for alarm in self._alarms if not alarm.is_cancelled]
        due = sorted((a for a in self._alarms if a.at <= self._now), key=lambda a: a.at)
        self._alarms = [alarm for alarm in self._alarms if alarm not in due]
        for alarm in due:
            alarm.call()
        return bool(due)

    async def run(self, seconds: float, quiet: Callable[[], Awaitable[None]]) -> None:
        """Let time pass, ringing every alarm when it is due and all that follows happen."""
        end = self._now + seconds
        while self.alarms and self._now + self.alarms[0] <= end:
            self.skip(max(0.0, self.alarms[0]))
            self.ring_due()
            await quiet()
        self.skip(end - self._now)


class RandomBrains:
    """Plays any legal action, by the dice it is given."""

    def __init__(self) -> None:
        self.asked: list[tuple[PlayerView, str, bytes]] = []

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        self.asked.append((view, level, dice_key))
        return any_action(view, dice_key=dice_key)


class HangingBrains(RandomBrains):
    """Never answers until told to."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: asyncio.Event = asyncio.Event()

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        self.asked.append((view, level, dice_key))
        await self.answer.wait()
        return any_action(view, dice_key=dice_key)


def any_action(view: PlayerView, *, dice_key: bytes) -> Action:
    """Any legal action."""
    return random.Random(dice_key).choice(view.legal)


def first_action(view: PlayerView, *, dice_key: bytes) -> Action:
    """The first legal action: a policy one can tell from any other."""
    return view.legal[0]


class Letterbox:
    """Keeps what every connection was told."""

    def __init__(self) -> None:
        self.told: dict[str, list[ToListener]] = {}

    def tell(self, listener: str, message: ToListener) -> None:
        self.told.setdefault(listener, []).append(message)

    def all(self, listener: str) -> list[ToListener]:
        return self.told.get(listener, [])

    def last(self, listener: str) -> ToListener:
        return self.all(listener)[-1]

    def pushes(self, listener: str) -> list[Push]:
        return [message for message in self.all(listener) if isinstance(message, Push)]

    def refusals(self, listener: str) -> list[Refused]:
        return [message for message in self.all(listener) if isinstance(message, Refused)]

    def view(self, listener: str) -> PlayerView:
        return self.now(listener).view

    def now(self, listener: str) -> Push:
        """The newest state this connection was shown, by a push or with a refusal."""
        for message in reversed(self.all(listener)):
            match message:
                case Push():
                    return message
                case Refused() if message.now is not None:
                    return message.now
                case Refused() | Closed():
                    pass
        raise AssertionError(f"{listener} was shown nothing")


class FailingStore(MemoryStore):
    """Fails as often as it is told to, before or after it has stored."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[str] = []
        self.attempts = 0

    async def append(self, table: str, row: StoredRow) -> None:
        self.attempts += 1
        failure = self.failures.pop(0) if self.failures else ""
        if failure == "before":
            raise StoreError("store-full", found="no room")
        await super().append(table, row)
        if failure == "after":
            raise StoreError("store-failed", found="who knows")


class Store(EventStore, SecretStore, Protocol):
    """One adapter for both ports."""


def nonce_of(seat: Seat) -> bytes:
    """The nonce that a scripted program has made up."""
    return bytes((seat + 1,)) * 16


@dataclass
class World:
    """Everything around a hall, and the hall."""

    store: Store = field(default_factory=MemoryStore)
    brains: RandomBrains = field(default_factory=RandomBrains)
    timing: Timing = field(default_factory=Timing)
    dice: ScriptedDice = field(default_factory=ScriptedDice)
    clock: ScriptedClock = field(default_factory=ScriptedClock)
    letters: Letterbox = field(default_factory=Letterbox)
    fast: FastPolicy = first_action

    def __post_init__(self) -> None:
        self.hall = self.new_hall()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hall.close_all()

    def new_hall(self) -> Hall:
        """A hall as a program that is started anew makes it."""
        ports = Ports(
            events=self.store,
            secrets=self.store,
            dice=self.dice,
            clock=self.clock,
            brains=self.brains,
            fast=self.fast,
            outbox=self.letters,
            sleepers=self.store if isinstance(self.store, MemoryStore) else None,
        )
        return Hall(ports, self.timing)

    async def open(
        self,
        rulebook: Rulebook | str,
        *players: str,
        settings: Settings | None = None,
        name: str = "the table",
        party: str | None = None,
    ) -> Table:
        """A table with these at its seats; the rest are random CPU players."""
        rules = parse_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
        everyone = (*players, *("random",) * (rules.players - len(players)))
        seats = [Seating(f"Seat {seat}", player) for seat, player in enumerate(everyone)]
        return await self.hall.open(rules, seats, settings, name=name, party=party)

    async def stop(self, table: Table) -> None:
        """Let a table end without a goodbye, as when the program is killed."""
        table._mailbox._task.cancel()
        await asyncio.wait((table._mailbox._task,))

    async def restart(self, table: Table) -> Table:
        """Stop the program without a goodbye, start it again and find the table."""
        await self.stop(table)
        self.hall = self.new_hall()
        return await self.hall.find(table.name)

    async def quiet(self, table: Table) -> None:
        """Wait until nothing happens any more without time passing or a message coming."""
        still = 0
        while still < 5:
            before = (len(self.brains.asked), table.state.number)
            await table.caught_up()
            await asyncio.sleep(0)
            is_still = before == (len(self.brains.asked), table.state.number)
            still = still + 1 if is_still else 0

    async def send(self, table: Table, *messages: FromOutside) -> None:
        """Post messages and let the table do all that follows at once."""
        for message in messages:
            table.post(message)
        await self.quiet(table)

    async def pass_time(self, table: Table, seconds: float) -> None:
        """Let time pass, ringing every alarm on the way when it is due."""
        await self.clock.run(seconds, partial(self.quiet, table))

    async def sit(self, table: Table, *seats: Seat | None) -> None:
        """Open a connection for each seat; each is called like its seat, `p0` or `watcher`."""
        await self.send(table, *(Sit(table.name, called(seat), seat) for seat in seats))

    async def leave(self, table: Table, *seats: Seat | None) -> None:
        """Close the connections of these seats."""
        await self.send(table, *(Leave(table.name, called(seat)) for seat in seats))

    async def resign(self, table: Table, seat: Seat) -> None:
        """The person of a seat gives it up."""
        await self.send(table, Resign(table.name, called(seat), "I resign"))

    async def exchange_nonces(self, table: Table, *seats: Seat) -> None:
        """The programs of these seats commit to their nonces and reveal them."""
        for seat in seats:
            commitment = nonce_commitment(
                nonce_of(seat), seat=seat, game=table.state.game.commitment
            )
            await self.send(table, self.nonce(table, seat, CommitNonce(commitment)))
        for seat in seats:
            await self.send(table, self.nonce(table, seat, RevealNonce(nonce_of(seat))))

    def nonce(self, table: Table, seat: Seat, move: CommitNonce | RevealNonce) -> GiveNonce:
        """A nonce move of a seat, with an id of its own."""
        return GiveNonce(table.name, called(seat), f"{type(move).__name__}", move)

    def act(self, table: Table, seat: Seat, action: Action, *, name: str = "") -> Act:
        """An action of a seat for the present turn."""
        turn = table.state.game.turn
        return Act(table.name, called(seat), turn, name or f"{turn}-{seat}-{action}", action)

    async def act_once(self, table: Table, *seats: Seat) -> bool:
        """Each of these seats that is to act does something legal; whether any did."""
        did = False
        for seat in seats:
            view = self.letters.view(called(seat))
            if seat in view.to_act:
                legal = [action for action in view.legal if is_lively(view, action)]
                dice = random.Random(f"{seat} {view.turn}")
                await self.send(table, self.act(table, seat, dice.choice(legal)))
                did = True
        return did

    async def play(self, table: Table, *seats: Seat, until: Phase = Phase.OVER) -> None:
        """These seats play on, time passing where nobody else is to act."""
        while table.state.game.phase is not until:
            if not await self.act_once(table, *seats):
                assert self.clock.alarms, f"stuck in turn {table.state.game.turn}"
                await self.pass_time(table, max(0.0, self.clock.alarms[0]))


def is_lively(view: PlayerView, action: Action) -> bool:
    """Whether an action moves the game on: not a bid changed before the own lead."""
    return view.phase is not Phase.PLAYING or isinstance(action, Play)


def called(seat: Seat | None) -> str:
    """What the connection of a seat is called."""
    return "watcher" if seat is None else f"p{seat}"


def told_events(letters: Letterbox, listener: str) -> list[ToldEvent]:
    """All events a connection was told, in order."""
    return [event for push in letters.pushes(listener) for event in push.did]
