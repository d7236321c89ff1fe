"""How fast the server is, from click to screens: `python bench/server.py [--quick]`.

The server runs in a process of its own, pinned to one processor where that can be done; the load
comes from this one.  250 tables of four people play random legal cards, and every play is on the
disk before anybody is told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
TABLES = int(os.environ.get("BENCH_TABLES", "250"))
SEATS = 4
RULEBOOK = "common players=4"


# ---------------------------------------------------------------------------- the server


def serve(folder: Path, *, tables: int, thinking: int, level: str) -> None:
    """The server's process: opens the tables, prints where it is and who may sit where."""
    import logging

    from ohhell.rules.rulebook import parse_rulebook
    from ohhell.store.sqlite import open_store
    from ohhell.table.holdings import Holding
    from ohhell.table.settings import Seating, Timing
    from ohhell.web.addresses import addresses_for
    from ohhell.web.app import Parts, Server
    from ohhell.web.identity import holder_of
    from ohhell.web.limits import Limits, Rate
    from ohhell.web.listening import Listening, listen, run

    logging.basicConfig(level=logging.WARNING)
    sys.setswitchinterval(0.0005)
    sys.setswitchinterval(0.005)
    endless = Rate(burst=1e12, per_second=1e12)
    limits = Limits(endless, endless, endless, endless, 10**6, 10**6)
    store = open_store(folder)
    listening = Listening("127.0.0.1", 0)
    bound = listen(listening)
    port: int = bound.getsockname()[1]
    seats: list[tuple[str, str]] = []
    is_ready = asyncio.Event()
    tasks: list[asyncio.Task[None]] = []

    def make() -> Server:
        server = Server(
            Parts(
                store,
                addresses_for(None),
                timing=Timing(nonces=0.0, pace=0.0),
                limits=limits,
            )
        )
        tasks.append(asyncio.create_task(open_tables(server)))
        return server

    async def open_tables(server: Server) -> None:
        rulebook = parse_rulebook(RULEBOOK)
        people = [Seating(f"Seat {seat}", "person") for seat in range(SEATS)]
        cpus = [Seating("Seat 0", "person"), *(Seating(f"C{n}", level) for n in range(3))]
        for number in range(tables + thinking):
            who = people if number < tables else cpus
            table = await server.hall.open(rulebook, who)
            for seat, seating in enumerate(who):
                if seating.is_person:
                    token = secrets.token_urlsafe(32)
                    await store.hold(Holding(table.name, seat, holder_of(token)))
                    seats.append((table.name, token))
        await is_ready.wait()
        print(json.dumps({"port": port, "seats": seats}), flush=True)

    run(make, listening, bound, ready=is_ready.set)
    store.close()


@dataclass
class Program:
    """The server's process and its seats: table and token."""

    process: subprocess.Popen[str]
    port: int
    seats: list[tuple[str, str]]

    @property
    def memory(self) -> int:
        """Bytes the process holds."""
        status = Path(f"/proc/{self.process.pid}/statm").read_text()
        return int(status.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Seconds of processor time it took."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it, so that its CPU players end with it."""
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def start(folder: Path, *, tables: int = TABLES, thinking: int = 0, level: str = "") -> Program:
    """Start the server on one processor."""
    process = subprocess.Popen(
        [
            *(sys.executable, str(HERE / "server.py"), "--serve", str(folder)),
            *("--tables", str(tables), "--thinking", str(thinking), "--level", level),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    if hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(process.pid, {processors[0]})
        if len(processors) > 1:
            os.sched_setaffinity(0, set(processors[1:]))
    assert process.stdout is not None
    found = json.loads(process.stdout.readline())
    return Program(process, found["port"], [tuple(seat) for seat in found["seats"]])


# ---------------------------------------------------------------------------- clients


class _View(msgspec.Struct):
    seat: int | None
    turn: int
    to_act: list[int]
    legal: list[dict[str, int | str]]
    phase: str


class _Push(msgspec.Struct):
    type: str
    number: int = 0
    re: str | None = None
    view: _View | None = None
    code: str | None = None
    now: _Push | float | None = None


_DECODE = msgspec.json.Decoder(_Push).decode


class Socket(asyncio.Protocol):
    """The least a WebSocket client can be: whole text frames, no more."""

    def __init__(self, client: Client, token: str, port: int) -> None:
        self.client = client
        self.request = (
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: ohhell-{port}={token}\r\n\r\n"
        ).encode()
        self.buffer = bytearray()
        self.is_open = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.is_open = True
        at = 0
        while len(buffer) - at >= 2:
            first, length, head = buffer[at], buffer[at + 1] & 127, 2
            if length == 126:
                if len(buffer) - at < 4:
                    break
                length, head = int.from_bytes(buffer[at + 2 : at + 4]), 4
            elif length == 127:
                if len(buffer) - at < 10:
                    break
                length, head = int.from_bytes(buffer[at + 2 : at + 10]), 10
            if len(buffer) - at < head + length:
                break
            body = bytes(buffer[at + head : at + head + length])
            at += head + length
            match first & 15:
                case 1:
                    self.client.hear(body)
                case 9:
                    self._write(10, body)
                case 8:
                    self.client.closed()
                case _:
                    pass
        del buffer[:at]

    def connection_lost(self, exc: Exception | None) -> None:
        self.client.closed()

    def say(self, text: bytes) -> None:
        self._write(1, text)

    def _write(self, kind: int, body: bytes) -> None:
        length = len(body)
        head = (
            bytes((0x80 | kind, 0x80 | length))
            if length < 126
            else (bytes((0x80 | kind, 0x80 | 126)) + length.to_bytes(2))
        )
        assert self.transport is not None
        self.transport.write(head + b"\0\0\0\0" + body)  # a mask of zeros changes nothing


@dataclass
class Load:
    """What all clients do together: how long they think, and how long everybody took to see it."""

    pause: float
    is_on: bool = False
    begun: float = 0.0
    plays: int = 0
    refused: int = 0
    latencies: list[float] = field(default_factory=list)


class Table:
    """Who sits together, and which plays not everybody has seen yet."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.clients: list[Client] = []
        self.clicked: dict[int, float] = {}

    def saw(self) -> None:
        """Somebody's screen changed: note plays that all have seen now."""
        seen = min(client.number for client in self.clients if not client.is_stalled)
        done = [number for number in self.clicked if number <= seen]
        now = time.perf_counter()
        for number in done:
            clicked = self.clicked.pop(number)
            if self.load.is_on and clicked >= self.load.begun:
                self.load.latencies.append(now - clicked)


class Client:
    """A person who plays any legal card after a pause."""

    def __init__(self, name: str, token: str, port: int, table: Table, dice: random.Random) -> None:
        self.name = name
        self.token = token
        self.port = port
        self.table = table
        self.dice = dice
        self.number = 0
        self.is_stalled = False
        self.socket: Socket | None = None
        self.welcomed = asyncio.Event()
        self.entered = asyncio.Event()
        self.asked: dict[str, float] = {}
        self.acted = -1
        self.count = 0

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(
            lambda: Socket(self, self.token, self.port), "127.0.0.1", self.port
        )
        await self.welcomed.wait()

    def enter(self) -> None:
        self.say({"type": "enter", "id": f"{self.name}-in", "table": self.name})

    def say(self, message: dict[str, object]) -> None:
        assert self.socket is not None
        self.socket.say(msgspec.json.encode(message))

    def hear(self, body: bytes) -> None:
        message = _DECODE(body)
        if message.type == "welcome":
            self.welcomed.set()
        if message.type == "refused":
            self.table.load.refused += 1
            if not isinstance(message.now, _Push):
                return
            message = message.now
        view = message.view
        if view is None:
            return
        if message.re is not None and (clicked := self.asked.pop(message.re, None)) is not None:
            self.table.clicked[message.number] = clicked
            if self.table.load.is_on:
                self.table.load.plays += 1
        self.number = message.number
        self.table.saw()
        self.entered.set()
        if view.seat in view.to_act and view.turn != self.acted:
            self.acted = view.turn
            self.act(view)

    def act(self, view: _View) -> None:
        pause = self.table.load.pause
        loop = asyncio.get_running_loop()
        if pause:
            loop.call_later(self.dice.expovariate(1 / pause), self._click, view)
        else:
            self._click(view)

    def _click(self, view: _View) -> None:
        self.count += 1
        name = f"{self.token[:8]}-{self.count}"
        self.asked[name] = time.perf_counter()
        choice = self.dice.choice(view.legal)
        self.say({"type": "act", "id": name, "table": self.name, "turn": view.turn, **choice})

    def stall(self) -> None:
        """Stop reading."""
        assert self.socket is not None
        assert self.socket.transport is not None
        self.is_stalled = True
        self.socket.transport.pause_reading()

    def closed(self) -> None:
        pass


async def sit_down(program: Program, load: Load) -> list[Client]:
    """Everybody connects and enters."""
    dice = random.Random(1)
    tables: dict[str, Table] = {}
    clients: list[Client] = []
    for name, token in program.seats:
        table = tables.setdefault(name, Table(load))
        client = Client(name, token, program.port, table, dice)
        table.clients.append(client)
        clients.append(client)
    for place in range(0, len(clients), 50):
        await asyncio.gather(*(client.connect() for client in clients[place : place + 50]))
    for client in clients:
        client.enter()
    await asyncio.gather(*(client.entered.wait() for client in clients))
    return clients


async def measure(load: Load, seconds: float, program: Program) -> float:
    """Let it run in, then count for a while; the server's processor time before."""
    await asyncio.sleep(min(3.0, seconds / 3))
    load.plays, load.refused = 0, 0
    load.latencies.clear()
    before = program.cpu()
    load.begun, load.is_on = time.perf_counter(), True
    await asyncio.sleep(seconds)
    load.is_on = False
    return before


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def tell(what: str, value: float, unit: str, *, goal: str, is_met: bool) -> None:
    """One line of the result."""
    mark = "ok  " if is_met else "MISS"
    print(f"{mark} {what:58} {value:9.1f} {unit:9} ({goal})", flush=True)


async def play(
    what: str, seconds: float, *, pause: float, thinking: int = 0, stalled: int = 0, goal: float
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = start(Path(folder), thinking=thinking, level=best_level())
        try:
            load = Load(pause)
            clients = await sit_down(program, load)
            for client in clients[:: max(1, len(clients) // stalled)][:stalled] if stalled else ():
                client.stall()
            before = await measure(load, seconds, program)
            rate = load.plays / seconds
            busy = (program.cpu() - before) / seconds
            p50, p99 = (quantile(load.latencies, share) * 1000 for share in (0.5, 0.99))
            if pause:
                tell(what, p99, "ms p99", goal=f"at most {goal:.0f}", is_met=p99 <= goal)
            else:
                tell(what, rate, "plays/s", goal=f"at least {goal:.0f}", is_met=rate >= goal)
            print(
                f"     {rate:.0f} plays/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms,"
                f" {load.refused} refused; the server took {busy:.0%} of a processor,"
                f" {busy / rate * 1000:.2f} ms a play",
                flush=True,
            )
        finally:
            program.kill()


def best_level() -> str:
    """The level the goal speaks of, or the best there is."""
    from ohhell.players.levels import LEVELS

    return "club" if "club" in LEVELS else LEVELS[-1]


async def memory() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = start(Path(folder), tables=1)
        try:
            load = Load(1e9)
            await sit_down(program, load)
            tokens = [secrets.token_urlsafe(32) for _ in range(1000)]
            table = Table(load)
            idle = [Client("x", token, program.port, table, random.Random()) for token in tokens]
            for client in idle[:100]:
                await client.connect()
            await asyncio.sleep(1)
            before = program.memory
            for client in idle[100:]:
                await client.connect()
            await asyncio.sleep(2)
            each = (program.memory - before) / 900 / 1000
            tell("memory of an idle socket", each, "kB", goal="at most 40", is_met=each <= 40)
        finally:
            program.kill()


async def waking(folder: Path) -> None:
    """Time from asking for a sleeping table to seeing it, near the end of a long game."""
    program = start(folder, tables=8)
    seats = program.seats
    try:
        load = Load(0.0)
        clients = await sit_down(program, load)
        until = time.perf_counter() + 60
        while min(client.number for client in clients) < 560 and time.perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(0.2)
        rows = min(client.number for client in clients)
    finally:
        program.kill()
    again = start(folder, tables=0)
    times: list[float] = []
    try:
        for name, token in seats[::SEATS]:
            client = Client(name, token, again.port, Table(Load(1e9)), random.Random())
            client.table.clients.append(client)
            await client.connect()
            await asyncio.sleep(0.2)
            begun = time.perf_counter()
            client.enter()
            await client.entered.wait()
            times.append(time.perf_counter() - begun)
    finally:
        again.kill()
    slowest = max(times) * 1000
    tell(
        f"waking a table after {rows} rows, slowest of {len(times)}",
        slowest,
        "ms",
        goal="at most 30",
        is_met=slowest <= 30,
    )


async def everything(seconds: float, only: str) -> None:
    """All figures, or those whose name has `only` in it."""
    if only in "load":
        await play("500 plays/s at 250 tables, click to all screens", seconds, pause=0.49, goal=60)
    if only in "stalled":
        await play("the same with 50 stalled sockets", seconds, pause=0.49, stalled=50, goal=60)
    if only in "thinking":
        await play(
            f"the same while 20 tables wait for {best_level()}",
            seconds,
            pause=0.49,
            thinking=20,
            goal=100,
        )
    if only in "saturation":
        await play("durable plays/s at saturation", seconds, pause=0.0, goal=3000)
    if only in "memory":
        await memory()
    if only in "waking":
        with tempfile.TemporaryDirectory() as folder:
            await waking(Path(folder))


def main() -> None:
    """Measure, or be the server that is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter, less sure")
    parser.add_argument("--only", default="", help="one figure: load, stalled, thinking, …")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, default=TABLES, help=argparse.SUPPRESS)
    parser.add_argument("--thinking", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--level", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve is not None:
        serve(asked.serve, tables=asked.tables, thinking=asked.thinking, level=asked.level)
        return
    asyncio.run(everything(6.0 if asked.quick else 20.0, asked.only))


if __name__ == "__main__":
    main()
