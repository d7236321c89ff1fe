"""Listening for browsers: sockets, uvicorn, and stopping without losing or hiding anything."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn

from ohhell.players.worker import Begins
from ohhell.web.app import Server
from ohhell.web.errors import WebError

USUAL_PORT: Final = 6435
"""OHEL on the keys of a telephone."""

_PORTS_TRIED: Final = 20
_LARGEST_FRAME: Final = 65_536
"""Bytes of a message beyond which a socket is closed without an answer."""

_SILENCE: Final = 30
"""Seconds a network may swallow what is sent before the connection counts as lost."""

_SWITCH: Final = 0.001
"""Seconds after which a busy thread lets others run: who stores rows must not wait for long."""

_RARELY: Final = (50_000, 20, 50)
"""How often to look for garbage: games are made of tuples that go by themselves, and looking takes
time that people would feel."""

_BACKLOG: Final = 2048


@dataclass(frozen=True, slots=True)
class Listening:
    """How to listen: `port` None is the usual one or the next that is free.

    `certificate` and `key` are files for https; `trusted_proxy` is the address whose word on
    where requests come from is taken.
    """

    host: str
    port: int | None
    certificate: Path | None = None
    key: Path | None = None
    trusted_proxy: str | None = None

    @property
    def scheme(self) -> str:
        """What browsers begin the address with."""
        return "http" if self.certificate is None else "https"


def listen(listening: Listening) -> socket.socket:
    """A socket that is bound; refuses an address that is not ours, and a port that is taken."""
    if not listening.host.strip():
        raise WebError("bad-host", value=listening.host)
    wanted = listening.port
    ports = range(USUAL_PORT, USUAL_PORT + _PORTS_TRIED) if wanted is None else (wanted,)
    for port in ports:
        try:
            return _bound(listening.host, port)
        except UnicodeError as error:  # no name that a name server could be asked for
            raise WebError("bad-host", value=listening.host) from error
        except OSError as error:
            if wanted is None and error.errno in (errno.EADDRINUSE, errno.EACCES):
                continue
            if error.errno == errno.EADDRINUSE:
                raise WebError("port-in-use", value=port) from error
            if error.errno == errno.EACCES:
                raise WebError("port-forbidden", value=port) from error
            found = error.strerror or type(error).__name__
            raise WebError("cannot-listen", value=listening.host, found=found) from error
    raise WebError("port-in-use", value=USUAL_PORT)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            with suppress(OSError):
                made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        with suppress(AttributeError, OSError):  # connections take it over from here
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENCE * 1000)
        made.bind(address)
    except BaseException:
        made.close()
        raise
    made.setblocking(False)
    return made


def check_certificate(certificate: Path, key: Path | None) -> None:
    """Refuse files that are no certificate with its key."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        found = error.strerror or type(error).__name__
        raise WebError("bad-certificate", value=str(certificate), found=found) from error


def run(
    make: Callable[[], Server],
    listening: Listening,
    bound: socket.socket,
    *,
    ready: Callable[[], None] | None = None,
    begins: Begins | None = None,
) -> None:
    """Serve until somebody interrupts or ends the program; returns when all is put away.

    `make` is called in the event loop; `begins` hears what the CPU players still need before they
    are ready, `ready` is called when browsers can come.
    """

    async def serve() -> None:
        server = make()
        try:
            await server.warm_up(begins)
        except BaseException:
            server.stop_thinking()  # else the program would wait for what nobody wants any more
            raise
        gc.collect()
        gc.freeze()  # what is there now stays, and need not be looked at again
        config = uvicorn.Config(
            server.app,
            interface="asgi3",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            ws_max_size=_LARGEST_FRAME,
            access_log=False,
            log_config=None,
            server_header=False,
            lifespan="on",
            backlog=_BACKLOG,
            timeout_graceful_shutdown=5,
            ssl_certfile=listening.certificate,
            ssl_keyfile=listening.key,
            proxy_headers=listening.trusted_proxy is not None,
            forwarded_allow_ips=listening.trusted_proxy or "",
        )
        await _Uvicorn(config, server, ready).serve(sockets=[bound])

    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_RARELY)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serve())


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


class _Uvicorn(uvicorn.Server):
    """Says when it is ready, lets tables say goodbye first, and ends like a program that is done."""

    def __init__(
        self, config: uvicorn.Config, server: Server, ready: Callable[[], None] | None
    ) -> None:
        super().__init__(config)
        self._server = server
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the tables, then the connections."""
        await self._server.say_goodbye()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Take Ctrl-C, the wish to end and a closed terminal for what they are; nothing is raised."""
        wanted = [signal.SIGINT, signal.SIGTERM]
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            wanted.append(signal.SIGHUP)  # unless `nohup` has said otherwise
        try:
            before = {one: signal.signal(one, self.handle_exit) for one in wanted}
        except ValueError:  # not the main thread: whoever began it ends it
            yield
            return
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)
