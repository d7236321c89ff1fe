"""How much one client, and all clients behind one address, may ask for in a time."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

_Key = TypeVar("_Key")

_MOST_KEPT: Final = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and then so many a second."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What a client (`identity`) may do, and, looser, all that share an address.

    Seven friends may share one address; an address of this machine has no limits, since whoever
    speaks from it may be a proxy for everybody.
    """

    identity: Rate = Rate(burst=60, per_second=15)
    address: Rate = Rate(burst=600, per_second=150)
    tables: Rate = Rate(burst=12, per_second=1 / 20)
    tables_by_address: Rate = Rate(burst=60, per_second=1 / 5)
    sockets: int = 16
    sockets_by_address: int = 200


class Budget(Generic[_Key]):
    """What is left to whom.  Those who were quiet longest are forgotten: they have all of it."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left: OrderedDict[_Key, tuple[float, float]] = OrderedDict()

    def spend(self, key: _Key, cost: float, now: float) -> bool:
        """Whether there is enough left for `cost` at the time `now`; only then is it spent."""
        left, since = self._left.get(key, (self._rate.burst, now))
        left = min(self._rate.burst, left + max(0.0, now - since) * self._rate.per_second)
        is_enough = left >= cost
        self._left[key] = (left - cost if is_enough else left, now)
        self._left.move_to_end(key)
        if len(self._left) > _MOST_KEPT:
            self._left.popitem(last=False)
        return is_enough


@dataclass(slots=True)
class Guard:
    """All budgets of one server; `now` is always seconds on one clock."""

    limits: Limits
    _identities: Budget[bytes] = field(init=False)
    _addresses: Budget[str] = field(init=False)
    _tables: Budget[bytes] = field(init=False)
    _tables_by_address: Budget[str] = field(init=False)

    def __post_init__(self) -> None:
        self._identities = Budget(self.limits.identity)
        self._addresses = Budget(self.limits.address)
        self._tables = Budget(self.limits.tables)
        self._tables_by_address = Budget(self.limits.tables_by_address)

    def may_ask(self, holder: bytes, address: str | None, *, cost: float, now: float) -> bool:
        """Whether a client may send a message that costs so much."""
        return self._identities.spend(holder, cost, now) and self.may_knock(
            address, cost=cost, now=now
        )

    def may_knock(self, address: str | None, *, cost: float, now: float) -> bool:
        """Whether somebody at an address, whoever it is, may ask for what costs so much."""
        return address is None or self._addresses.spend(address, cost, now)

    def may_open(self, holder: bytes, address: str | None, *, now: float) -> bool:
        """Whether a client may open one more table."""
        return self._tables.spend(holder, 1, now) and (
            address is None or self._tables_by_address.spend(address, 1, now)
        )


def limited_address(client: str | None) -> str | None:
    """What of a client's address is counted; None where nothing is.

    Of IPv6 that is the first half: one household has all the rest.
    """
    try:
        number = ipaddress.ip_address((client or "").partition("%")[0])
    except ValueError:
        return None
    if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped is not None:
        number = number.ipv4_mapped
    if number.is_loopback:
        return None
    if isinstance(number, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((number, 64), strict=False).network_address)
    return str(number)
