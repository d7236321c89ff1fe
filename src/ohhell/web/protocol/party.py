"""Parties: what a client may ask around an invitation, and what the server says of it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ohhell.web.protocol.bases import FromClient, FromServer
from ohhell.web.protocol.fields import (
    ClaimNumber,
    LevelName,
    LinkText,
    MemberNumber,
    MessageId,
    Name,
    PartyId,
    PhraseName,
    RulebookText,
    RulebookValue,
    SeatNumber,
    TableId,
)

_Seats = Annotated[int, Meta(ge=3, le=7)]
_Seconds = Annotated[int, Meta(ge=5, le=600)]


# ---------------------------------------------------------------------------- from clients


class Gather(FromClient, frozen=True, tag="gather"):
    """Invite people.  Answered by `party`: the sender is member 0, the host, in chair 0.

    `seats` sets the rulebook's players; `levels` are those of empty chairs.
    """

    name: Name
    rulebook: RulebookText | dict[str, RulebookValue]
    seats: _Seats | None = None
    level: LevelName | None = None


class Look(FromClient, frozen=True, tag="look"):
    """What a link invites to.  Answered by `invitation` or `refused`; nothing changes."""

    link: LinkText


class Join(FromClient, frozen=True, tag="join"):
    """Come to a party by its link.  Answered by `party`.

    With a link for watchers the sender watches, and needs no name; whoever is a member
    already stays as they are.  `seat` null is the first free chair.
    """

    link: LinkText
    name: Name = ""
    seat: SeatNumber | None = None


class Attend(FromClient, frozen=True, tag="attend"):
    """Show this party on this connection from now on.  Answered by `party`."""

    party: PartyId


class Depart(FromClient, frozen=True, tag="depart"):
    """Show this party no longer on this connection; nothing else changes.  Answered by `departed`."""

    party: PartyId


class Quit(FromClient, frozen=True, tag="quit"):
    """Give up the place in a party, while no game is running.  Answered by `departed`."""

    party: PartyId


class Move(FromClient, frozen=True, tag="move"):
    """Take another chair that is free.  Answered by `party`."""

    party: PartyId
    seat: SeatNumber


class Rename(FromClient, frozen=True, tag="rename"):
    """Be called otherwise.  Answered by `party`."""

    party: PartyId
    name: Name


class Ready(FromClient, frozen=True, tag="ready"):
    """Be ready for the start, or not yet.  Answered by `party`."""

    party: PartyId
    is_ready: bool


class Arrange(FromClient, frozen=True, tag="arrange"):
    """Change how the next game is played; what is left out stays.  Host only.  Answered by `party`.

    `change` are axes set on top of the rulebook, `seats` its players; a largest size that no longer
    fits becomes `default`, which `adjusted` then says.  `levels` are CPU players' by chair.  Other
    rules make everybody not ready.
    """

    party: PartyId
    rulebook: RulebookText | dict[str, RulebookValue] | UnsetType = UNSET
    change: dict[str, RulebookValue] = field(default_factory=dict[str, RulebookValue])
    seats: _Seats | UnsetType = UNSET
    levels: dict[SeatNumber, LevelName] = field(default_factory=dict[SeatNumber, LevelName])
    turn_seconds: _Seconds | UnsetType | None = UNSET
    grace_seconds: _Seconds | UnsetType = UNSET
    stand_in: LevelName | UnsetType = UNSET
    may_watch: bool | UnsetType = UNSET


class Remove(FromClient, frozen=True, tag="remove"):
    """Send a member away before the start.  Host only.  Answered by `party`."""

    party: PartyId
    member: MemberNumber


class PassHost(FromClient, frozen=True, tag="pass-host"):
    """Make another member the host.  Host only.  Answered by `party`."""

    party: PartyId
    member: MemberNumber


class RenewLink(FromClient, frozen=True, tag="renew-link"):
    """Let the links that were given out expire; `invite` gives new ones.  Host only.  Answered by `party`."""

    party: PartyId


class Start(FromClient, frozen=True, tag="start"):
    """Start the game, CPU players in the empty chairs.  Host only.  Answered by `party`: enter its `table`."""

    party: PartyId


class Rematch(FromClient, frozen=True, tag="rematch"):
    """Gather again when the game is over, everybody in their chair.  Host only.  Answered by `party`."""

    party: PartyId


class Invite(FromClient, frozen=True, tag="invite"):
    """The links of this party, for members.  Answered by `invite`."""

    party: PartyId


class Say(FromClient, frozen=True, tag="say"):
    """Say one of the phrases.  Answered by `said`, which all are told."""

    party: PartyId
    phrase: PhraseName


class Poke(FromClient, frozen=True, tag="poke"):
    """Nudge a member the others wait for.  Answered by `poked`, which all are told."""

    party: PartyId
    member: MemberNumber


class ClaimSeat(FromClient, frozen=True, tag="claim"):
    """Ask the host of a running game for a member's seat, by the link: the device it was on is lost.

    Refused (`seat-is-here`) while the member is there.  Answered by `claimed`, and by another `claimed` when the host has decided.
    """

    link: LinkText
    seat: SeatNumber


class GiveSeat(FromClient, frozen=True, tag="give-seat"):
    """Let somebody have the seat they claim, and nobody else; or not.  Host only.  Answered by `party`."""

    party: PartyId
    claim: ClaimNumber
    is_given: bool


class DeviceLink(FromClient, frozen=True, tag="device-link"):
    """A link that brings this seat to another device as well.  Answered by `device-link`.

    Exactly one of `table` and `party`.  It can be used once, and soon runs out.
    """

    table: TableId | UnsetType = UNSET
    party: PartyId | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.table is UNSET) == (self.party is UNSET):
            raise ValueError("needs exactly one of `table` and `party`")


class Redeem(FromClient, frozen=True, tag="redeem"):
    """Use a link to a seat.  Answered by `redeemed`: this device has the seat as well."""

    link: LinkText


Incoming = (
    Gather
    | Look
    | Join
    | Attend
    | Depart
    | Quit
    | Move
    | Rename
    | Ready
    | Arrange
    | Remove
    | PassHost
    | RenewLink
    | Start
    | Rematch
    | Invite
    | Say
    | Poke
    | ClaimSeat
    | GiveSeat
    | DeviceLink
    | Redeem
)

INCOMING: Final = (
    Gather,
    Look,
    Join,
    Attend,
    Depart,
    Quit,
    Move,
    Rename,
    Ready,
    Arrange,
    Remove,
    PassHost,
    RenewLink,
    Start,
    Rematch,
    Invite,
    Say,
    Poke,
    ClaimSeat,
    GiveSeat,
    DeviceLink,
    Redeem,
)


# ---------------------------------------------------------------------------- from the server


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
    """A party to return to that has no game running."""

    party: PartyId
    opened: str
    phase: str
    names: list[str]
    rulebook: RulebookText
    preset: str


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
