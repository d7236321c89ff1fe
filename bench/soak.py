"""Whether the server's memory stays flat: `python -m bench.soak` plays an hour in a few minutes.

Parties of two persons and two CPU players play game after game on a clock that is told the time;
connections drop and come back, people leave for good and others come.  Every ten minutes of told
time the memory of this process is printed: the server's and its clients', with the games on disk.

What the server remembers to save work is bounded, but by so much that an hour does not fill it; here it
is bounded by little, so that what still grows is a leak.  `--remembered` sets another bound, 0 leaves them
as they are served with, and `--trace` says which lines hold the memory that grew after the first third.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import heapq
import itertools
import json
import os
import random
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView
from ohhell.store.sqlite import open_store
from ohhell.table.settings import Timing
from ohhell.table.table import Table
from ohhell.table.world import SystemDice
from ohhell.web import desk
from ohhell.web.addresses import addresses_for
from ohhell.web.app import Parts, Server
from ohhell.web.identity import new_token
from ohhell.web.limits import Limits, Rate
from ohhell.web.protocol import convert
from tests.table.scripted import START, any_action
from tests.web.house import HERE, RandomThinkers, cookie

RULEBOOK: Final = "party max_size=5 ties=share"
STEP: Final = 0.5
"""Seconds of told time between two looks."""

PRINT_EVERY: Final = 600.0
_PATIENCE: Final = 30.0
"""Seconds, of real time, in which the server answers everything."""

_REMEMBERED: Final = 50
"""Entries of each cache, where nothing else is asked for."""

_LINES: Final = 25
_MAY_GROW: Final = 1.03
"""What the last reading may be of that after the first third, when all caches have filled."""


class ToldClock:
    """A clock that is told the time."""

    def __init__(self) -> None:
        self._now = START
        self._count = itertools.count()
        self._alarms: list[tuple[float, int, _Alarm]] = []

    def now(self) -> float:
        return self._now

    def ring(self, at: float, call: Callable[[], None]) -> _Alarm:
        alarm = _Alarm(call)
        heapq.heappush(self._alarms, (at, next(self._count), alarm))
        return alarm

    def advance(self, seconds: float) -> None:
        """Let time pass and ring what is due."""
        self._now += seconds
        while self._alarms and self._alarms[0][0] <= self._now:
            _, _, alarm = heapq.heappop(self._alarms)
            if alarm.call is not None:
                alarm.call()


@dataclass(eq=False)
class _Alarm:
    call: Callable[[], None] | None

    def cancel(self) -> None:
        self.call = None


class Thinkers(RandomThinkers):
    """Random players that do not remember what they were asked."""

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        return any_action(view, dice_key=dice_key)


class Connection:
    """One socket, spoken to as uvicorn speaks to applications; it remembers the newest only."""

    def __init__(self, server: Server, token: str) -> None:
        self.push: dict[str, Any] | None = None
        self.party: dict[str, Any] | None = None
        self.answers: dict[str, dict[str, Any]] = {}
        self.unanswered: set[str] = set()
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._events.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": "/socket",
            "scheme": "ws",
            "client": ("203.0.113.9", 40_000),
            "headers": [(b"host", HERE.encode()), (b"cookie", cookie(token).encode())],
        }
        self._task = asyncio.create_task(server.app(scope, self._events.get, self._hear))

    async def _hear(self, event: Any) -> None:
        if event["type"] != "websocket.send":
            return
        message = json.loads(event["text"])
        self.unanswered.discard(message.get("re"))
        match message["type"]:
            case "push":
                self.push = message
            case "refused" if message["now"] is not None:
                self.push = message["now"]
            case "party":
                self.party = message
            case "invite":
                self.answers["invite"] = message
            case _:
                pass

    def say(self, kind: str, **fields: object) -> None:
        name = os.urandom(6).hex()
        self.unanswered.add(name)
        text = json.dumps({"type": kind, "id": name, **fields})
        self._events.put_nowait({"type": "websocket.receive", "text": text})

    def drop(self) -> None:
        self._events.put_nowait({"type": "websocket.disconnect", "code": 1001})


@dataclass(eq=False)
class Person:
    """Somebody with a browser: plays slowly, and loses the connection now and then."""

    token: str = field(default_factory=new_token)
    socket: Connection | None = None
    back_at: float = 0.0
    acts_at: float = 0.0
    acted: object = None


@dataclass(eq=False)
class Group:
    """Two people who play together for some games."""

    people: list[Person] = field(default_factory=lambda: [Person(), Person()])
    party: str | None = None
    table: str | None = None
    games: int = 0


class Soak:
    """The server and all that happens there."""

    def __init__(self, folder: Path, *, groups: int, luck: int) -> None:
        endless = Rate(burst=1e12, per_second=1e12)
        self.store = open_store(folder)
        self.clock = ToldClock()
        self.dice = random.Random(luck)
        self.server = Server(
            Parts(
                store=self.store,
                addresses=addresses_for(None),
                thinkers=Thinkers(),
                clock=self.clock,
                dice=SystemDice(),
                timing=Timing(pace=0.3),
                limits=Limits(endless, endless, endless, endless, 10**6, 10**6),
                levels=("random", "rule-of-thumb"),
            )
        )
        self.groups = [Group() for _ in range(groups)]
        self.games = self.drops = self.actions = 0

    async def step(self) -> None:
        """Everybody does what it is time for, and half a second passes."""
        for place, group in enumerate(self.groups):
            if self._live(group):
                for person in group.people:
                    if person.socket is not None:
                        person.socket.drop()
                self.groups[place] = Group()
        await self._settle()
        self.clock.advance(STEP)
        await self._settle()

    async def _settle(self) -> None:
        """Let everything be answered, and all that follows happen."""
        sockets = [person.socket for group in self.groups for person in group.people]
        async with asyncio.timeout(_PATIENCE):
            while any(socket is not None and socket.unanswered for socket in sockets):  # noqa: ASYNC110
                await asyncio.sleep(0.0002)
            for _ in range(4):  # a message, a question to a CPU player, its answer, what follows
                await asyncio.sleep(0)
                for mailbox in (*self.tables, *self.server.parties.awake.values()):
                    await mailbox.caught_up()

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables in memory."""
        return tuple(self.server.hall._tables.values())  # pyright: ignore[reportPrivateUsage]

    def _live(self, group: Group) -> bool:
        """One step of a group; whether its people go home."""
        now, dice = self.clock.now(), self.dice
        for person in group.people:
            if person.socket is None:
                if person.back_at <= now:
                    person.socket = Connection(self.server, person.token)
                    person.acted = None
                    if group.party is not None:
                        person.socket.say("attend", party=group.party)
                    if group.table is not None:
                        person.socket.say("enter", table=group.table)
                continue
            if dice.random() < STEP / 60:
                person.socket.drop()
                person.socket = None
                person.back_at = now + dice.choice((1.0, 5.0, 20.0, 100.0))
                self.drops += 1
        host, guest = (person.socket for person in group.people)
        if host is None or guest is None:
            return False
        if group.party is None:
            self._gather(group, host, guest)
            return False
        if group.table is None:
            party = host.party
            if party is not None and party["table"] is not None:
                group.table = party["table"]
                host.say("enter", table=group.table)
                guest.say("enter", table=group.table)
            return False
        return self._play(group, host, guest)

    def _gather(self, group: Group, host: Connection, guest: Connection) -> None:
        if host.party is None:
            host.say("gather", name="Ada", rulebook=RULEBOOK, seats=4, level="random")
            host.party = {"party": None}
        elif host.party["party"] is not None and "invite" not in host.answers:
            host.say("invite", party=host.party["party"])
            host.answers["invite"] = {}
        elif url := host.answers.get("invite", {}).get("url"):
            guest.say("join", link=url.rpartition("/")[2], name="Emil")
            group.party = host.party["party"]
            host.say("start", party=group.party)

    def _play(self, group: Group, host: Connection, guest: Connection) -> bool:
        now, dice = self.clock.now(), self.dice
        for person, socket in zip(group.people, (host, guest), strict=True):
            push = socket.push
            if push is None or push["table"] != group.table:
                continue
            view = push["view"]
            if view["phase"] in ("over", "abandoned"):
                self.games += 1
                group.games += 1
                if dice.random() < 0.4:
                    return True
                group.table = None
                host.party = None
                host.push = guest.push = None
                host.say("rematch", party=group.party)
                host.say("start", party=group.party)
                return False
            if view["seat"] in view["to_act"] and person.acted != view["turn"]:
                person.acted = view["turn"]
                person.acts_at = now + dice.uniform(0.5, 3.0)
            if person.acted == view["turn"] and person.acts_at <= now and view["legal"]:
                choice = dice.choice(view["legal"])
                socket.say("act", table=group.table, turn=view["turn"], **choice)
                person.acts_at = now + 5.0
                self.actions += 1
        return False


def memory() -> float:
    """MB this process holds."""
    gc.collect()
    statm = Path("/proc/self/statm")
    if not statm.exists():
        sys.exit("needs /proc to know how much memory is held")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def bound_caches(entries: int) -> None:
    """Let caches be full soon; those of compiled rulebooks are small already."""
    vars(convert)["_MOST_WRITTEN"] = entries
    vars(desk)["_MOST_REMEMBERED"] = entries


def growth(before: tracemalloc.Snapshot) -> None:
    """Print the lines that hold most of what grew since then."""
    gc.collect()
    for found in tracemalloc.take_snapshot().compare_to(before, "lineno")[:_LINES]:
        place = found.traceback[0]
        print(
            f"{found.size_diff / 1e3:+9.1f} kB {found.count_diff:+8}"
            f"  {Path(place.filename).name}:{place.lineno}"
        )


async def soak(folder: Path, *, minutes: float, groups: int, luck: int) -> list[float]:
    """The memory at the start and after every ten minutes."""
    before: tracemalloc.Snapshot | None = None
    work = Soak(folder, groups=groups, luck=luck)
    readings: list[float] = []
    begun = time.perf_counter()
    print("told   memory  objects   games  actions  drops  awake: tables parties   took")
    try:
        for count in range(int(minutes * 60 / STEP) + 1):
            if count % int(PRINT_EVERY / STEP) == 0:
                readings.append(memory())
                print(
                    f"{count * STEP / 60:3.0f} m {readings[-1]:6.1f} MB {len(gc.get_objects()):8}"
                    f" {work.games:7} {work.actions:8} {work.drops:6} {len(work.tables):14}"
                    f" {len(work.server.parties.awake):7} {time.perf_counter() - begun:5.0f} s",
                    flush=True,
                )
            if tracemalloc.is_tracing() and before is None and count * STEP >= minutes * 20:
                gc.collect()
                before = tracemalloc.take_snapshot()
            await work.step()
        if before is not None:
            growth(before)
    finally:
        await work.server.say_goodbye()
        work.store.close()
    return readings


def main() -> None:
    """Play as long as asked for, and say whether memory grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of told time")
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--luck", type=int, default=0)
    parser.add_argument("--remembered", type=int, default=_REMEMBERED, help="entries of each cache")
    parser.add_argument("--trace", action="store_true", help="say what grew; twice as slow")
    asked = parser.parse_args()
    if asked.remembered:
        bound_caches(asked.remembered)
    if asked.trace:
        tracemalloc.start()
    with tempfile.TemporaryDirectory() as folder:
        readings = asyncio.run(
            soak(Path(folder), minutes=asked.minutes, groups=asked.groups, luck=asked.luck)
        )
    settled, last = readings[len(readings) // 3], readings[-1]
    mark = "ok  " if last <= settled * _MAY_GROW else "MISS"
    print(f"{mark} {settled:.1f} MB when settled, {last:.1f} MB at the end (at most 3 % more)")


if __name__ == "__main__":
    main()
