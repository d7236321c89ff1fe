"""People at the tables: the least a client can be, so that a thousand of them cost little.

They play any legal card after a pause, and note how long it took until all four had seen it.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

import msgspec

from serving.program import Program


class _View(msgspec.Struct, gc=False):
    seat: int | None
    turn: int
    to_act: list[int]
    legal: list[dict[str, int | str]]
    phase: str


class _Push(msgspec.Struct, gc=False):
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
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by class
        self.transport.write(self.request)

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
        self.was_cut_off = False

    async def connect(self) -> None:
        loop = asyncio.get_running_loop()
        _, self.socket = await loop.create_connection(
            lambda: Socket(self, self.token, self.port), "127.0.0.1", self.port
        )
        await self.welcomed.wait()

    async def come_back(self) -> None:
        """Connect, enter, and see the table."""
        await self.connect()
        self.enter()
        await self.entered.wait()

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
        if self.was_cut_off:
            return
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
        """The connection is gone: while it is measured that is a fault."""
        self.was_cut_off = True
        self.welcomed.set()
        self.entered.set()


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


async def measure(load: Load, seconds: float, program: Program) -> tuple[float, float]:
    """Let it run in, then count for a while; the shares of a processor that server and load took."""
    await asyncio.sleep(min(3.0, seconds / 3))
    load.plays, load.refused = 0, 0
    load.latencies.clear()
    before, own = program.cpu(), time.process_time()
    load.begun, load.is_on = time.perf_counter(), True
    await asyncio.sleep(seconds)
    load.is_on = False
    return (program.cpu() - before) / seconds, (time.process_time() - own) / seconds


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
