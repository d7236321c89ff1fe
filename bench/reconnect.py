"""How soon everybody is back after the server was killed: `python bench/reconnect.py`.

250 parties of four play; the server is killed in the middle of it and started again; 1,000 sockets
connect all at once, and each asks for its party and its table.  The server is pinned to one
processor where that can be done; the load comes from this process.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SEATS: Final = 4
RULEBOOK: Final = "common"
GOAL: Final = 10.0
_FILES: Final = 8192
_PROCESSORS: Final = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def serve(folder: Path, port: int) -> None:
    """The server's process, which lets everybody come from one address."""
    from ohhell.store.sqlite import open_store
    from ohhell.table.settings import Timing
    from ohhell.web.addresses import addresses_for
    from ohhell.web.app import Parts, Server
    from ohhell.web.limits import Limits, Rate
    from ohhell.web.listening import Listening, listen, run

    endless = Rate(burst=1e12, per_second=1e12)
    limits = Limits(endless, endless, endless, endless, 10**6, 10**6)
    store = open_store(folder)
    listening = Listening("127.0.0.1", port)
    bound = listen(listening)

    def make() -> Server:
        timing = Timing(nonces=0.0)
        return Server(Parts(store, addresses_for(None), timing=timing, limits=limits))

    run(make, listening, bound, ready=lambda: print("ready", flush=True))
    store.close()


def start(folder: Path, port: int) -> subprocess.Popen[str]:
    """Start the server on one processor; returns when it listens."""
    process = subprocess.Popen(
        [sys.executable, __file__, "--serve", str(folder), "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
    )
    if _PROCESSORS:
        os.sched_setaffinity(process.pid, {_PROCESSORS[0]})
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "ready"
    return process


def kill(process: subprocess.Popen[str]) -> None:
    """End it without a word, as a power cut does."""
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


@dataclass(eq=False)
class Person:
    """A browser: its cookie, its socket, and what it was last shown."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    socket: ClientConnection | None = None
    party: str = ""
    table: str = ""
    number: int = 0
    refused: int = 0
    count: int = 0

    async def connect(self) -> None:
        """Open the socket, as often as it takes."""
        while True:
            try:
                self.socket = await connect(
                    f"ws://127.0.0.1:{self.port}/socket",
                    additional_headers={"Cookie": f"ohhell-{self.port}={self.token}"},
                    compression=None,
                    proxy=None,
                    open_timeout=60,
                    ping_interval=None,
                )
            except OSError:
                await asyncio.sleep(0.01)
            else:
                return

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Say something, and what comes back."""
        assert self.socket is not None
        self.count += 1
        name = f"{self.token[:8]}-{self.count}"
        await self.socket.send(json.dumps({"type": kind, "id": name, **fields}))
        while True:
            message: dict[str, Any] = json.loads(await self.socket.recv())
            if message["type"] == "push":
                self.number = message["number"]
            if message.get("re") == name:
                self.refused += message["type"] == "refused"
                return message

    async def play(self, dice: random.Random) -> None:
        """Play any legal card until the server is gone."""
        push = await self.ask("enter", table=self.table)
        assert self.socket is not None
        with suppress(ConnectionClosed):
            while True:
                view = push["view"]
                if view["seat"] in view["to_act"]:
                    await asyncio.sleep(dice.expovariate(4.0))
                    choice, turn = dice.choice(view["legal"]), view["turn"]
                    push = await self.ask("act", table=self.table, turn=turn, **choice)
                    push = push.get("now") or push
                else:
                    message = json.loads(await self.socket.recv())
                    if message["type"] == "push":
                        push, self.number = message, message["number"]

    async def come_back(self) -> float:
        """Connect, and see the party and the table; when that was."""
        before = self.number
        await self.connect()
        party = await self.ask("attend", party=self.party)
        push = await self.ask("enter", table=self.table)
        assert party["type"] == "party", party
        assert push["type"] == "push", push
        assert push["number"] >= before, "something that was shown is lost"
        return time.perf_counter()


async def gather(people: list[Person]) -> None:
    """One party, up to its first game."""
    await asyncio.gather(*(person.connect() for person in people))
    host, *others = people
    party = await host.ask("gather", name="Ada", rulebook=RULEBOOK, seats=SEATS)
    link = (await host.ask("invite", party=party["party"]))["url"].rpartition("/")[2]
    for seat, person in enumerate(others, start=1):
        await person.ask("join", link=link, name=f"Person {seat}")
    started = await host.ask("start", party=party["party"])
    for person in people:
        person.party, person.table = party["party"], started["table"]


async def measure(folder: Path, *, parties: int, seconds: float, rounds: int) -> list[float]:
    """How long it took until everybody was back, each time."""
    port = _free_port()
    people = [Person(port) for _ in range(parties * SEATS)]
    took: list[float] = []
    process = start(folder, port)
    try:
        for first in range(0, len(people), SEATS * 10):
            some = people[first : first + SEATS * 10]
            await asyncio.gather(*(gather(some[n : n + SEATS]) for n in range(0, len(some), SEATS)))
        for luck in range(rounds):
            dice = random.Random(luck)
            playing = [asyncio.create_task(person.play(dice)) for person in people]
            await asyncio.sleep(seconds)
            kill(process)
            await asyncio.gather(*playing)
            rows = sum(people[place].number for place in range(0, len(people), SEATS))
            begun_again = time.perf_counter()
            process = start(folder, port)
            begun = time.perf_counter()
            back = await asyncio.gather(*(person.come_back() for person in people))
            took.append(max(back) - begun)
            print(
                f"     after {rows} rows: started in {begun - begun_again:.1f} s, half were back"
                f" after {statistics.median(back) - begun:.2f} s, all after {took[-1]:.2f} s",
                flush=True,
            )
    finally:
        kill(process)
    refused = sum(person.refused for person in people)
    print(f"     {refused} messages were refused (plays that others had overtaken)")
    return took


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _allow_many_files() -> None:
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def main() -> None:
    """Measure, or be the server that is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parties", type=int, default=250)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10.0, help="of play before each kill")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    _allow_many_files()
    if asked.serve is not None:
        serve(asked.serve, asked.port)
        return
    if len(_PROCESSORS) > 1:
        os.sched_setaffinity(0, set(_PROCESSORS[1:]))
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(
            measure(Path(folder), parties=asked.parties, seconds=asked.seconds, rounds=asked.rounds)
        )
    slowest = max(took)
    mark = "ok  " if slowest <= GOAL else "MISS"
    sockets = asked.parties * SEATS
    print(f"{mark} all {sockets} sockets back after {slowest:.2f} s (at most {GOAL:.0f})")


if __name__ == "__main__":
    main()
