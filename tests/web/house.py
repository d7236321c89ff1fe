"""A whole server in this process, without sockets and without time passing, and its clients."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import httpx

from ohhell.players.adviser import Advice, AdviceError, Option
from ohhell.players.worker import Begins
from ohhell.rules.view import PlayerView
from ohhell.store.memory import MemoryStore
from ohhell.table.settings import Timing
from ohhell.web.addresses import Addresses
from ohhell.web.app import Parts, Server, Store
from ohhell.web.assets import Assets, asset_of
from ohhell.web.identity import new_token
from ohhell.web.limits import Limits, Rate
from tests.table.scripted import HangingBrains, RandomBrains, ScriptedClock, ScriptedDice

HERE = "127.0.0.1:6435"
ENDLESS = Rate(burst=1e12, per_second=1e12)
NO_LIMITS = Limits(ENDLESS, ENDLESS, ENDLESS, ENDLESS, sockets=10_000, sockets_by_address=10_000)
PATIENCE = 20.0
HOME = Addresses(None, frozenset({"localhost"}))

Said = dict[str, Any]


class RandomThinkers(RandomBrains):
    """Random players that give advice as well; not the one of the level `random`."""

    async def advise(self, view: PlayerView, level: str, *, dice_key: bytes) -> Advice:
        if level == "random":
            raise AdviceError("no-advice", value=level)
        options = tuple(
            Option(action, points=float(place), make=0.5) for place, action in enumerate(view.legal)
        )
        return Advice(choice=view.legal[0], options=options)

    async def warm_up(self, levels: tuple[str, ...], begins: Begins | None = None) -> None:
        pass

    def close(self, *, waits: bool = False) -> None:
        pass


class HangingThinkers(HangingBrains, RandomThinkers):
    """Random players that answer only when they are told to."""


def some_assets() -> Assets:
    """A page and one file, in place of the client."""
    script = asset_of("main.js", b"export const one = 1; // " + b"x" * 500)
    page = asset_of("index.html", b"<!doctype html><script src=/static/abc/main.js></script>")
    return Assets("/static/abc", {"main.js": script}, page)


@dataclass
class House:
    """A server and what it stands on.  `restart` is what a killed program's successor finds."""

    store: Store = field(default_factory=MemoryStore)
    clock: ScriptedClock = field(default_factory=ScriptedClock)
    dice: ScriptedDice = field(default_factory=ScriptedDice)
    thinkers: RandomThinkers = field(default_factory=RandomThinkers)
    timing: Timing = field(default_factory=Timing)
    limits: Limits = NO_LIMITS
    addresses: Addresses = HOME
    abandon_after: float | None = None
    clients: list[Client] = field(default_factory=list["Client"])

    def __post_init__(self) -> None:
        self.server = self._new_server()

    def _new_server(self) -> Server:
        return Server(
            Parts(
                store=self.store,
                addresses=self.addresses,
                thinkers=self.thinkers,
                clock=self.clock,
                dice=self.dice,
                timing=self.timing,
                limits=self.limits,
                assets=some_assets(),
                levels=("random", "rule-of-thumb"),
                abandon_after=self.abandon_after,
            )
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in self.clients:
            await client.close()
        await self.server.say_goodbye()

    async def client(self, token: str | None = None, **options: Any) -> Client:
        """A client that was let in."""
        client = Client(self.server, new_token() if token is None else token, **options)
        self.clients.append(client)
        await client.connect()
        return client

    async def restart(self) -> None:
        """End the program without a goodbye and start another on the same store."""
        for client in self.clients:
            await client.close()
        for table in self.server.hall._tables.values():
            table._mailbox._task.cancel()
        for party in self.server.parties._parties.values():
            party._mailbox._task.cancel()
        self.server = self._new_server()

    async def kill(self) -> None:
        """End the program in the middle of whatever it does, and start another on the same store.

        Clients hear nothing of it but that their sockets are gone.
        """
        for client in self.clients:
            client.is_lost = True
        for table in self.server.hall._tables.values():
            table._mailbox._task.cancel()
        for party in self.server.parties.awake.values():
            party._mailbox._task.cancel()
        for client in self.clients:
            await client.lose()
        self.server = self._new_server()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, ringing every alarm when it is due."""
        await self.clock.run(seconds, self.quiet)
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until tables and sockets have nothing left to do without time passing."""
        for _ in range(5):
            for table in tuple(self.server.hall._tables.values()):
                await table.caught_up()
            for party in tuple(self.server.parties._parties.values()):
                await party.caught_up()
            for _ in range(10):
                await asyncio.sleep(0)

    def http(self, token: str | None = None, *, host: str = HERE) -> httpx.AsyncClient:
        """A browser's other half."""
        cookies = {} if token is None else {"Cookie": cookie(token, host)}
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self.server.app),
            base_url=f"http://{host}",
            headers=cookies,
        )


def cookie(token: str, host: str = HERE) -> str:
    """The cookie header of a client."""
    return f"ohhell-{host.rpartition(':')[2]}={token}"


class Client:
    """One socket, spoken to as uvicorn speaks to applications."""

    def __init__(
        self,
        server: Server,
        token: str | None,
        *,
        host: str = HERE,
        origin: str | None = None,
        address: str = "203.0.113.9",
        scheme: str = "ws",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.server = server
        self.token = token
        self.told: list[Said] = []
        self.raw: list[str] = []
        self.status: int | None = None
        self.code: int | None = None
        self.may_read = asyncio.Event()
        self.may_read.set()
        self.is_lost = False
        self._count = 0
        self._changed = asyncio.Condition()
        self._events: asyncio.Queue[Said] = asyncio.Queue()
        given = {"host": host, **(headers or {})}
        if origin is not None:
            given["origin"] = origin
        if token is not None:
            given.setdefault("cookie", cookie(token, host))
        self._scope: Said = {
            "type": "websocket",
            "path": "/socket",
            "raw_path": b"/socket",
            "root_path": "",
            "query_string": b"",
            "scheme": scheme,
            "client": (address, 40_000),
            "headers": [(key.encode(), value.encode()) for key, value in given.items()],
            "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
        }
        self._task: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Shake hands; `status` says what came of it."""
        self._events.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._run())
        await self._until(lambda: self.status is not None)
        if self.status == 101:
            await self._until(lambda: bool(self.told))

    async def _run(self) -> None:
        await self.server.app(self._scope, self._events.get, self._send)

    async def _send(self, event: Any) -> None:
        if self.is_lost:
            raise OSError
        match event["type"]:
            case "websocket.accept":
                self.status = 101
            case "websocket.http.response.start":
                self.status = event["status"]
            case "websocket.send":
                await self.may_read.wait()
                self.raw.append(event["text"])
                self.told.append(json.loads(event["text"]))
            case "websocket.close":
                self.code = event["code"]
            case _:
                pass
        async with self._changed:
            self._changed.notify_all()

    async def _until(self, is_so: Any) -> None:
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(is_so)

    async def close(self) -> None:
        """Go away."""
        if self._task is not None and not self._task.done():
            self._events.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await asyncio.wait((self._task,), timeout=PATIENCE)

    async def lose(self) -> None:
        """The other side is gone without a word."""
        self.is_lost = True
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait((self._task,), timeout=PATIENCE)

    async def ended(self) -> None:
        """Wait until the server has ended this connection."""
        assert self._task is not None
        await asyncio.wait_for(self._task, PATIENCE)

    def send(self, raw: str | bytes) -> None:
        """Send anything at all."""
        kind = "text" if isinstance(raw, str) else "bytes"
        self._events.put_nowait({"type": "websocket.receive", kind: raw})

    def say(self, kind: str, **fields: Any) -> str:
        """Send a message; its id."""
        self._count += 1
        name = fields.pop("id", None) or f"{id(self)}-{self._count}"
        self.send(json.dumps({"type": kind, "id": name, **fields}))
        return name

    async def answer(self, re: str) -> Said:
        """What came back for an id."""

        def find() -> Said | None:
            return next((one for one in self.told if one.get("re") == re), None)

        await self._until(lambda: find() is not None)
        found = find()
        assert found is not None
        return found

    async def ask(self, kind: str, **fields: Any) -> Said:
        """Send a message and wait for its answer."""
        return await self.answer(self.say(kind, **fields))

    async def open(self, rulebook: str = "common players=3 max_size=2", **fields: Any) -> Said:
        """Open a table against random players, and let the nonces be exchanged."""
        players = int(fields.pop("players", 3))
        wish = {"name": "Ada", "levels": ["random"] * (players - 1), **fields}
        return await self.ask("open", rulebook=rulebook, **wish)

    @property
    def now(self) -> Said:
        """The newest push, or that which came with a refusal."""
        for one in reversed(self.told):
            if one["type"] == "push":
                return one
            if one["type"] == "refused" and one["now"] is not None:
                return one["now"]
        raise AssertionError("nothing was shown")

    @property
    def party(self) -> Said:
        """The newest party."""
        return next(one for one in reversed(self.told) if one["type"] == "party")

    @property
    def pushes(self) -> list[Said]:
        """All pushes, oldest first."""
        return [one for one in self.told if one["type"] == "push"]

    async def give_nonce(self, nonce: bytes = b"n" * 16) -> None:
        """Take part in the shuffle."""
        for kind in ("promise", "reveal"):
            await self.give_nonce_step(kind, nonce)

    async def give_nonce_step(self, kind: str, nonce: bytes = b"n" * 16, **fields: Any) -> Said:
        """`promise` a nonce, or `reveal` it."""
        push = self.now
        seat, game = push["view"]["seat"], bytes.fromhex(push["shuffle"]["commitment"])
        promised = hashlib.sha256(b"ohhell/nonce/1" + game + bytes([seat]) + nonce).hexdigest()
        said = {"commitment": promised} if kind == "promise" else {"nonce": nonce.hex()}
        return await self.ask(kind, table=push["table"], **said, **fields)

    async def act(self, dice: random.Random | None = None) -> Said:
        """Do something legal, the first thing where no dice are given."""
        push = self.now
        legal = push["view"]["legal"]
        choice = legal[0] if dice is None else dice.choice(legal)
        return await self.ask("act", table=push["table"], turn=push["view"]["turn"], **choice)


async def play_on(house: House, client: Client, *, until: str = "over", seed: int = 0) -> None:
    """Play any legal card whenever it is the client's turn, time passing as CPU players need it."""
    dice = random.Random(seed)
    while client.now["view"]["phase"] != until:
        view = client.now["view"]
        if view["phase"] == "nonces":
            await client.give_nonce()
        elif view["seat"] in view["to_act"]:
            await client.act(dice)
        else:
            await house.pass_time(max(0.0, house.clock.alarms[0]) if house.clock.alarms else 0.1)
        await house.quiet()


def is_bid(choice: Said) -> bool:
    """Whether a choice is a bid."""
    return "bid" in choice
