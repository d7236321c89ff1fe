"""What the server says of a party, and of the links to it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ohhell.web.protocol.bases import FromServer
from ohhell.web.protocol.fields import (
    ClaimNumber,
    LevelName,
    MemberNumber,
    MessageId,
    PartyId,
    PhraseName,
    RulebookText,
    SeatNumber,
    StandingName,
    TableId,
)


class Member(Struct, frozen=True):
    """Somebody of a party.

    `is_present`: some device of theirs shows the party; else they are away since `away_since` (seconds
    since 1970, UTC).
    """

    member: MemberNumber
    name: str
    seat: SeatNumber
    is_present: bool
    is_ready: bool
    away_since: float | None


class Chair(Struct, frozen=True):
    """A chair: its member, or a CPU player of `level` where there is none."""

    seat: SeatNumber
    member: MemberNumber | None
    level: LevelName


class PartySettings(Struct, frozen=True):
    """How games of this party are run; times in seconds, `turn_seconds` null is no limit."""

    turn_seconds: int | None
    grace_seconds: int
    stand_in: LevelName
    may_watch: bool


class PartyGame(Struct, frozen=True):
    """A game of this party: which members had its seats, and their places once it is over.

    `places` is empty while it runs, and where it was given up.
    """

    table: TableId
    members: list[MemberNumber | None]
    is_over: bool
    places: list[int]


class Claim(Struct, frozen=True):
    """Somebody asks for the seat of the member `name`."""

    claim: ClaimNumber
    member: MemberNumber
    name: str
    seat: SeatNumber


class PartyDid(Struct, frozen=True, omit_defaults=True):
    """What happened: `joined`, `left`, `removed`, `moved`, `renamed`, `ready`, `arranged`, `host`,
    `started`, `over`, `rematch`, `device` (one more shows the seat) or `gave`.

    To the `member` of that `name`, done `by` a member (left out: by the server itself).
    """

    what: str
    member: MemberNumber | None = None
    name: str | None = None
    seat: SeatNumber | None = None
    by: MemberNumber | None = None


class Party(FromServer, frozen=True, tag="party"):
    """The whole party as this connection may see it: replace whatever was known before.

    `phase` is `gathering`, `playing` (until the host gathers again, also when the game is over) or
    `closed`; `me` is null for one who watches; `role` is `host`, `member` or `watcher`.  `table`
    is the game to `enter`.  `claims` are for the host, and for whoever's seat is asked for.  `number`,
    `push`, `boot` and `re` are as in `push`; `did` is what led here from the party before.
    """

    party: PartyId
    boot: str
    push: int
    number: int
    re: MessageId | None
    phase: str
    me: MemberNumber | None
    role: str
    host: MemberNumber
    members: list[Member]
    chairs: list[Chair]
    rulebook: RulebookText
    adjusted: list[str]
    settings: PartySettings
    table: TableId | None
    games: list[PartyGame]
    watchers: int
    claims: list[Claim]
    did: list[PartyDid]


class InvitedChair(Struct, frozen=True):
    """A chair as an invitation shows it: who has it and whether they are here, or the CPU player's level."""

    seat: SeatNumber
    name: str | None
    level: LevelName
    is_present: bool


class Invitation(FromServer, frozen=True, tag="invitation"):
    """What a link invites to: as `player` or `watcher`.

    `me` and `party` where this client belongs to it already (`me` null for one who watches);
    `watch_url` while a game runs that may be watched.
    """

    re: MessageId
    role: str
    phase: str
    host_name: str
    names: list[str]
    chairs: list[InvitedChair]
    rulebook: RulebookText
    is_full: bool
    watch_url: str | None
    me: MemberNumber | None
    party: PartyId | None


class Invited(FromServer, frozen=True, tag="invite"):
    """The links to give away; of each the QR code as rows of `0` and `1`, without a margin.

    `watch_url` is null, and `watch_qr` empty, where watching is not allowed.  `reach`: `others` can open
    them, or nobody else, as the server listens to `this-machine` alone or has `no-network`.
    """

    re: MessageId
    party: PartyId
    url: str
    qr: list[str]
    watch_url: str | None
    watch_qr: list[str]
    reach: str


class DeviceLinkGiven(FromServer, frozen=True, tag="device-link"):
    """The link to open on the other device, within so many `seconds`, its QR code and its `reach`."""

    re: MessageId
    url: str
    qr: list[str]
    reach: str
    seconds: int


class Redeemed(FromServer, frozen=True, tag="redeemed"):
    """This device has the seat as well: `attend` the party, `enter` the table."""

    re: MessageId
    party: PartyId | None
    table: TableId | None


class Claimed(FromServer, frozen=True, tag="claimed"):
    """The host is asked for the seat (`is_given` null), or has decided (`re` null)."""

    re: MessageId | None
    party: PartyId
    seat: SeatNumber
    is_given: bool | None


class Departed(FromServer, frozen=True, tag="departed"):
    """The party is not shown on this connection any longer.

    `code` says why: `asked`, `quit`, `removed`, `seat-given-away` (another has it now),
    `not-for-watchers` (watching was ended), or `closing` (the server stops, or must read the party anew:
    `attend` again).
    """

    re: MessageId | None
    party: PartyId
    code: str


class Said(FromServer, frozen=True, tag="said"):
    """A member says a phrase; `number` counts from 1 anew when everybody was away."""

    re: MessageId | None
    party: PartyId
    member: MemberNumber
    phrase: PhraseName
    number: int


class Poked(FromServer, frozen=True, tag="poked"):
    """The `member` was nudged `by` another."""

    re: MessageId | None
    party: PartyId
    member: MemberNumber
    by: MemberNumber


class PartySummary(Struct, frozen=True):
    """A party to return to that has no game running; `standing` is as in a table's view."""

    party: PartyId
    opened: str
    phase: str
    names: list[str]
    rulebook: RulebookText
    preset: str
    standing: StandingName


Outgoing = (
    Party | Invitation | Invited | DeviceLinkGiven | Redeemed | Claimed | Departed | Said | Poked
)

OUTGOING: Final = (
    Party,
    Invitation,
    Invited,
    DeviceLinkGiven,
    Redeemed,
    Claimed,
    Departed,
    Said,
    Poked,
)

PARTS: Final = (
    Member,
    Chair,
    PartySettings,
    PartyGame,
    Claim,
    PartyDid,
    InvitedChair,
    PartySummary,
)
"""The objects that these messages hold."""
