"""The socket `/socket`: lets clients in, reads what they say, and keeps them within their limits."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

import msgspec

from ohhell import __version__
from ohhell.rules.errors import OhHellError
from ohhell.table.names import LONGEST_NAME
from ohhell.table.ports import Clock, Dice
from ohhell.web.addresses import Addresses, Origin
from ohhell.web.connection import Connection
from ohhell.web.desk import Desk
from ohhell.web.errors import WebError
from ohhell.web.identity import find_token, holder_of
from ohhell.web.limits import Guard, limited_address
from ohhell.web.protocol import PROTOCOL, incoming, outgoing, party_incoming
from ohhell.web.switchboard import Switchboard

_log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
SendMessage = Callable[[Message], Awaitable[None]]

PATH: Final = "/socket"
_TOO_MANY: Final = 1008

_HANDSHAKE: Final = 2
"""What a handshake costs a client, in messages; one that is refused costs its address as much."""

_MOST_REFUSALS: Final = 100
"""Messages beyond the limits, one after another, before the socket is closed."""

_COST: Final[dict[type[incoming.Incoming], float]] = {
    incoming.Explain: 4,
    incoming.ListTables: 3,
    incoming.Open: 5,
    incoming.Enter: 3,
    incoming.Hint: 4,
    party_incoming.Gather: 5,
    party_incoming.Look: 3,
    party_incoming.Join: 4,
    party_incoming.Attend: 3,
    party_incoming.Arrange: 3,
    party_incoming.Start: 5,
    party_incoming.Invite: 3,
    party_incoming.ClaimSeat: 4,
    party_incoming.DeviceLink: 5,
    party_incoming.Redeem: 4,
}
"""What messages cost that are more work than others; those cost 1."""


class Socket:
    """The ASGI application behind `/socket`."""

    def __init__(
        self,
        desk: Desk,
        *,
        boot: str,
        addresses: Addresses,
        switchboard: Switchboard,
        guard: Guard,
        clock: Clock,
        dice: Dice,
    ) -> None:
        self._desk = desk
        self._boot = boot
        self._addresses = addresses
        self._switchboard = switchboard
        self._guard = guard
        self._clock = clock
        self._dice = dice
        self._by_holder: Counter[bytes] = Counter()
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: SendMessage) -> None:
        """One connection, from its handshake to its end."""
        await receive()  # the wish to connect
        address = limited_address((scope.get("client") or (None,))[0])
        status, here, holder = self._let_in(scope, address)
        if here is None or holder is None:
            if not self._guard.may_knock(address, cost=_HANDSHAKE, now=self._clock.now()):
                status = 429
            await _turn_away(send, status)
            return
        self._by_holder[holder] += 1
        if address is not None:
            self._by_address[address] += 1
        try:
            await send({"type": "websocket.accept"})
            await self._serve(holder, here, address, receive, send)
        finally:
            _uncount(self._by_holder, holder)
            if address is not None:
                _uncount(self._by_address, address)

    def _origin(self, scope: Scope) -> Origin | None:
        """The address that the client came to; None where that is not this server's."""
        scheme = "https" if scope.get("scheme") in ("wss", "https") else "http"
        return self._addresses.origin_of(_headers(scope).get("host", ""), scheme=scheme)

    def _let_in(self, scope: Scope, address: str | None) -> tuple[int, Origin | None, bytes | None]:
        """Where the client came to and who it is, or the HTTP status that it is turned away with."""
        if scope["path"] != PATH:
            return 404, None, None
        here = self._origin(scope)
        if here is None:
            return 421, None, None
        headers = _headers(scope)
        origin = headers.get("origin")
        if origin is not None and not self._addresses.is_from(origin, here):
            return 403, here, None
        token = find_token(headers.get("cookie", ""), here)
        if token is None:
            return 401, here, None
        holder = holder_of(token)
        limits = self._guard.limits
        if self._by_holder[holder] >= limits.sockets or (
            address is not None and self._by_address[address] >= limits.sockets_by_address
        ):
            return 429, here, None
        if not self._guard.may_ask(holder, address, cost=_HANDSHAKE, now=self._clock.now()):
            return 429, here, None
        return 101, here, holder

    async def _serve(
        self,
        holder: bytes,
        here: Origin,
        address: str | None,
        receive: Receive,
        send: SendMessage,
    ) -> None:
        async def send_text(text: str) -> None:
            await send({"type": "websocket.send", "text": text})

        connection = Connection(
            name=self._dice.identifier(),
            holder=holder,
            address=address,
            send=send_text,
            origin=here,
        )
        self._switchboard.add(connection)
        connection.say(
            outgoing.Welcome(
                protocol=PROTOCOL,
                version=__version__,
                boot=self._boot,
                now=self._clock.now(),
                longest_name=LONGEST_NAME,
            )
        )
        try:
            code = await self._listen(connection, receive)
        finally:
            self._desk.gone(connection)
            self._switchboard.remove(connection)
            connection.gone()
        if code is not None:
            await send({"type": "websocket.close", "code": code})

    async def _listen(self, connection: Connection, receive: Receive) -> int | None:
        """Until the client leaves (None), or is sent away with the code that is returned."""
        refusals = 0
        while True:
            await connection.read_on()
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return None
            text: str | bytes = event.get("text") or event.get("bytes") or ""
            try:
                message = self._read(connection, text)
            except OhHellError as error:
                refusals += 1
                if refusals > _MOST_REFUSALS:
                    await connection.flushed()
                    return _TOO_MANY
                re = incoming.read_id(text) if _size(text) <= incoming.LONGEST_MESSAGE else None
                self._desk.refuse(connection, re, error, table=None)
                continue
            refusals = 0
            try:
                await self._desk.take(connection, message)
            except Exception:
                _log.exception("a message of the type %s failed", type(message).__name__)
                error = WebError("server-fault")
                self._desk.refuse(connection, message.id, error, table=None)

    def _read(self, connection: Connection, text: str | bytes) -> incoming.Incoming:
        """A message that may be acted on; refuses all others."""
        size = _size(text)
        if size > incoming.LONGEST_MESSAGE:
            self._pay(connection, 1)
            raise WebError("message-too-long", value=size, limit=incoming.LONGEST_MESSAGE)
        try:
            message = incoming.read_message(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._pay(connection, 1)
            raise WebError("bad-message", found=str(error)[:200]) from None
        self._pay(connection, _COST.get(type(message), 1))
        return message

    def _pay(self, connection: Connection, cost: float) -> None:
        now = self._clock.now()
        if not self._guard.may_ask(connection.holder, connection.address, cost=cost, now=now):
            raise WebError("too-many-messages")


def _size(text: str | bytes) -> int:
    """Bytes of a message as it is sent."""
    return len(text) if isinstance(text, bytes) else len(text.encode(errors="surrogatepass"))


def _headers(scope: Scope) -> dict[str, str]:
    return {
        key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]
    }


async def _turn_away(send: SendMessage, status: int) -> None:
    """Answer the handshake with a status instead of a socket."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


def _uncount(counter: Counter[Any], key: object) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
