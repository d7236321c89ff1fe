"""`ohhell serve` as a program, and people who play there over the network."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

Said = dict[str, Any]
PATIENCE = 30.0


class Program:
    """A running server; `address` is what it said it is reached at."""

    def __init__(self, data: Path, *options: str, module: str = "ohhell") -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", module, "serve", "--no-open"),
                *("--data", str(data), *options),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.address = ""
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"https?://\S+", line):
                self.address = found[0]
                break

    @property
    def port(self) -> int:
        """The port it listens on."""
        return httpx.URL(self.address).port or 0

    def kill(self) -> None:
        """SIGKILL, and wait."""
        self.process.kill()
        self.end()

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop; its status."""
        self.process.send_signal(number)
        return self.end()

    def end(self) -> int:
        """Wait until it has ended; its status."""
        if self.process.stdout is not None and not self.process.stdout.closed:
            self.said += self.process.stdout.read()
            self.process.stdout.close()
        return self.process.wait(PATIENCE)


@contextmanager
def served(data: Path, *options: str) -> Generator[Program]:
    """A server until the end of the block."""
    program = Program(data, *options)
    try:
        yield program
    finally:
        program.kill()


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Person:
    """A client over the network, with its cookie and its nonce."""

    def __init__(self, address: str) -> None:
        self.address = address
        answer = httpx.get(f"{address}/", trust_env=False)
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        self.socket: ClientConnection | None = None
        self.now: Said = {}
        self.done: set[str] = set()
        """The ids of all acknowledged actions."""
        self._nonce = secrets.token_bytes(16)
        self._name = secrets.token_hex(4)
        self._count = 0

    async def connect(self) -> None:
        """Open the socket and hear the welcome."""
        self.socket = await connect(
            self.address.replace("http", "ws", 1) + "/socket",
            additional_headers={"Cookie": self.cookie},
            compression=None,
            proxy=None,
        )
        assert (await self.hear())["type"] == "welcome"

    async def close(self) -> None:
        """Go away, if still there."""
        if self.socket is not None:
            await self.socket.close()

    async def hear(self) -> Said:
        """The next message."""
        assert self.socket is not None
        message: Said = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        if message["type"] == "push":
            self.now = message
        elif message["type"] == "refused" and message["now"] is not None:
            self.now = message["now"]
        return message

    async def ask(self, kind: str, **fields: Any) -> Said:
        """Send something and wait for its answer."""
        assert self.socket is not None
        name = fields.pop("id", None) or self.new_id()
        await self.socket.send(json.dumps({"type": kind, "id": name, **fields}))
        while (message := await self.hear()).get("re") != name:
            pass
        if message["type"] == "push" and kind in ("act", "promise", "reveal"):
            self.done.add(name)
        return message

    def new_id(self) -> str:
        """An id never used before."""
        self._count += 1
        return f"{self._name}-{self._count}"

    async def open(self, rulebook: str = "common players=3 sequence=3,3,3,3,3,3") -> None:
        """A game against random players."""
        await self.ask("open", rulebook=rulebook, name="Ada", levels=["random"] * 2)

    async def act(self, dice: random.Random) -> Said | None:
        """Do what is to be done next, when it is time to; None when the game is over."""
        while True:
            view, shuffle = self.now["view"], self.now["shuffle"]
            seat, table = view["seat"], self.now["table"]
            if view["phase"] == "over":
                return None
            if view["phase"] == "nonces" and shuffle["promised"][seat] is None:
                game = bytes.fromhex(shuffle["commitment"])
                whole = b"ohhell/nonce/1" + game + bytes([seat]) + self._nonce
                promised = hashlib.sha256(whole).hexdigest()
                return await self.ask("promise", table=table, commitment=promised)
            if shuffle["may_reveal"] and view["phase"] == "nonces" and not shuffle["shown"][seat]:
                return await self.ask("reveal", table=table, nonce=self._nonce.hex())
            if seat in view["to_act"]:
                choice = dice.choice(view["legal"])
                return await self.ask("act", table=table, turn=view["turn"], **choice)
            await self.hear()


async def come_back(person: Person, table: str) -> Said:
    """Connect again as soon as the server is there, and look at the table."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            await person.connect()
            break
        except OSError:
            assert time.monotonic() < until
            await asyncio.sleep(0.02)
    return await person.ask("enter", table=table)
