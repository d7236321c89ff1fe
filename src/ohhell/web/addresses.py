"""Under which addresses people reach this server; anything else is somebody else's doing.

A page of a stranger cannot forge the `Host` and `Origin` that a browser sends.  An address made of
numbers is always taken: no stranger's name server can make a browser send it.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass, replace
from typing import Final, Literal
from urllib.parse import urlsplit

from ohhell.web.errors import WebError

_USUAL_PORT: Final = {"http": 80, "https": 443}

_NAME: Final = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?", re.ASCII)
"""The name of a host, as name servers take it."""

Reach = Literal["others", "this-machine", "no-network"]
"""Who can open a link: others too, or this machine alone, since it listens to nobody else or is in
no network."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a browser calls an origin: how, with whom and where it speaks; `host` is lower case."""

    scheme: str
    host: str
    port: int

    @property
    def is_secure(self) -> bool:
        """Whether nobody on the way can listen."""
        return self.scheme == "https"

    @property
    def authority(self) -> str:
        """The host, and the port where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _USUAL_PORT[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}"


def parse_origin(text: str) -> Origin | None:
    """The origin of an address that has nothing behind it but perhaps a `/`; None if it is none."""
    try:
        parts = urlsplit(text)
        port = parts.port
        host = _as_sent(parts.hostname or "")
    except ValueError:
        return None
    if parts.scheme not in _USUAL_PORT or parts.username is not None or port == 0:
        return None
    if parts.path.strip("/") or parts.query or parts.fragment:
        return None
    if not (_NAME.fullmatch(host) or is_number(host)):
        return None
    return Origin(parts.scheme, host, _USUAL_PORT[parts.scheme] if port is None else port)


def _as_sent(host: str) -> str:
    """A host's name as browsers send it; raises ValueError where it has none."""
    return host if host.isascii() else host.encode("idna").decode("ascii")


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of one server.

    `public` is what people far away use (`--public-url`); `names` are those of this machine;
    `is_everywhere` says that it listens to others under every address this machine has.
    """

    public: Origin | None
    names: frozenset[str]
    is_everywhere: bool = False

    def origin_of(self, host: str, *, scheme: str) -> Origin | None:
        """The origin a request was meant for by its `Host`; None where that is not this server."""
        origin = parse_origin(f"{scheme}://{host}")
        if origin is None:
            return None
        if self.public is not None and origin.host == self.public.host:
            return self.public
        is_ours = origin.host in self.names or is_number(origin.host)
        return origin if is_ours else None

    def is_from(self, origin: str, here: Origin) -> bool:
        """Whether a page at `origin` is one of ours, for a request to `here`."""
        return parse_origin(origin) == here

    def for_links(self, here: Origin) -> tuple[Origin, Reach]:
        """The address to give to others, for somebody who came to `here`, and who can open it.

        Whoever sits at the machine itself may have come by an address that leads nobody else here.
        """
        if self.public is not None:
            return self.public, "others"
        if not is_of_one_machine(here.host):
            return here, "others"
        if not self.is_everywhere:
            return here, "this-machine"
        number = address_in_the_network()
        return (here, "no-network") if number is None else (replace(here, host=number), "others")


def own_names() -> frozenset[str]:
    """What this machine is called at home."""
    host = socket.gethostname().lower()
    names = {"localhost", host}
    if "." not in host:
        names.add(f"{host}.local")
    return frozenset(names)


def addresses_for(public_url: str | None, *, is_everywhere: bool = False) -> Addresses:
    """The addresses of a server with this public one; refuses what is none (`not-a-url`)."""
    public = None
    if public_url is not None:
        public = parse_origin(public_url.strip())
        if public is None:
            raise WebError("not-a-url", value=public_url)
    return Addresses(public, own_names(), is_everywhere)


def is_of_one_machine(host: str) -> bool:
    """Whether every machine means itself by this host."""
    return host == "localhost" or (
        is_number(host) and ipaddress.ip_address(host.partition("%")[0]).is_loopback
    )


def is_number(host: str) -> bool:
    """Whether a host is named by its number."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def address_in_the_network() -> str | None:
    """This machine's number in the local network, as the system would choose it; None offline.

    Nothing is sent: a datagram socket that is connected only says which way it would go.
    """
    for family, somewhere in (
        (socket.AF_INET, "192.0.2.1"),
        (socket.AF_INET6, "2001:db8::1"),
    ):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((somewhere, 9))
            except OSError:
                continue
            number: str = probe.getsockname()[0]
            if not ipaddress.ip_address(number).is_loopback:
                return number
    return None
