"""Links that let people in: to a party as player or watcher, and to a seat on another device.

What stands behind `#` never reaches a server by itself: a page sends it in a message.  A link of a
party is `PARTY.SECRET`, its secret kept by generation, so that one that ran out can be told from one
that never was; whoever has neither learns nothing.  A link to a seat is used once, and only its hash
is kept, with who made it and who used it.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import msgspec
import segno

from ohhell.rules.cards import Seat
from ohhell.table.errors import StoreError, TableError
from ohhell.table.parties import Parties
from ohhell.table.party import Party
from ohhell.table.party_events import Member
from ohhell.table.party_state import PartyPhase
from ohhell.table.ports import Clock, Dice, SecretStore
from ohhell.web.addresses import Origin
from ohhell.web.errors import WebError

Role = Literal["player", "watcher"]

DEVICE_SECONDS: Final = 600
"""How long a link to a seat can be used."""

_ROLES: Final[tuple[Role, ...]] = ("player", "watcher")
_PAGE: Final = {"player": "join", "watcher": "watch"}
_DEVICE: Final = "device"
_USED: Final = "used"
"""Secrets of a link to a seat: where it leads, and the one holder who used it."""

_GENERATIONS: Final = 20
"""Generations of a party's links that are remembered; older ones are as wrong as any."""


@dataclass(frozen=True, slots=True)
class SeatTarget:
    """What a link to a seat leads to: a member of a party, or a seat at a table of one's own.

    `maker` is the holder who made the link: it leads there for as long as that one has the seat.
    """

    maker: bytes
    party: str | None = None
    member: Member | None = None
    table: str | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class _Note:
    """What is kept of a link to a seat; it can be used until this time."""

    until: float
    target: SeatTarget


class Links:
    """Makes links and tells what they lead to; `later` lets something happen at a time."""

    def __init__(
        self,
        parties: Parties,
        *,
        secrets: SecretStore,
        dice: Dice,
        clock: Clock,
        forget_at: Callable[[float, str], None],
    ) -> None:
        self._parties = parties
        self._secrets = secrets
        self._dice = dice
        self._clock = clock
        self._forget_at = forget_at

    async def for_party(self, party: Party, role: Role, here: Origin) -> str:
        """The link to give away, of the newest generation; made when it is first asked for."""
        name = f"{role}/{party.state.generation}"
        secret = await self._secrets.find(party.name, name)
        if secret is None:
            try:
                secret = self._dice.identifier().encode()
                await self._secrets.keep(party.name, name, secret)
            except StoreError as error:
                secret = await self._secrets.find(party.name, name)
                if error.code != "secret-exists" or secret is None:
                    raise
        return f"{here}/#/{_PAGE[role]}/{party.name}.{secret.decode()}"

    async def read(self, link: str) -> tuple[Party, Role]:
        """The party a link leads to; refuses one that ran out, and all others in the same way."""
        name, _, secret = link.partition(".")
        try:
            party = await self._parties.find(name)
        except TableError:
            raise WebError("wrong-link") from None
        state = party.state
        given = secret.encode(errors="replace")
        found: tuple[int, Role] | None = None
        oldest = max(1, state.generation - _GENERATIONS + 1)
        for generation in range(oldest, state.generation + 1):
            for role in _ROLES:
                kept = await self._secrets.find(name, f"{role}/{generation}")
                if kept is not None and hmac.compare_digest(kept, given):
                    found = generation, role
        if found is None:
            raise WebError("wrong-link")
        if found[0] != state.generation or state.phase is PartyPhase.CLOSED:
            raise WebError("link-expired")
        return party, found[1]

    async def for_seat(self, target: SeatTarget, here: Origin) -> str:
        """A link that brings a seat to one more device, once and soon."""
        token = base64.urlsafe_b64encode(self._dice.seed()).decode().rstrip("=")
        until = self._clock.now() + DEVICE_SECONDS
        key = _key(token)
        note = msgspec.json.encode(_Note(until, target))
        await self._secrets.keep(key, _DEVICE, note)
        self._forget_at(until, key)
        return f"{here}/#/seat/{token}"

    async def look(self, link: str) -> SeatTarget:
        """What a link to a seat leads to, which uses nothing up."""
        kept = await self._secrets.find(_key(link), _DEVICE)
        if kept is None:
            raise WebError("wrong-link")
        note = msgspec.json.decode(kept, type=_Note)
        if note.until <= self._clock.now():
            raise WebError("link-expired")
        return note.target

    async def use(self, link: str, holder: bytes) -> None:
        """Let a link to a seat lead this device there, and nobody else ever after.

        The same device may use it again, as after a lost connection or a restart.
        """
        try:
            await self._secrets.keep(_key(link), _USED, holder)
        except StoreError as error:
            if error.code != "secret-exists":
                raise
            raise WebError("link-expired") from None


def qr_of(url: str) -> list[str]:
    """The QR code of a link, as rows of `0` and `1`, without a margin."""
    return ["".join(map(str, row)) for row in segno.make(url, error="m", micro=False).matrix]


def _key(token: str) -> str:
    """What a link to a seat is kept under: its hash."""
    return "device/" + hashlib.sha256(token.encode(errors="replace")).hexdigest()
