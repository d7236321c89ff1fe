"""What a client may say around an invitation and in a party."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType, field

from ohhell.web.protocol.bases import FromClient
from ohhell.web.protocol.fields import (
    ClaimNumber,
    LevelName,
    LinkText,
    MemberNumber,
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
    fits becomes `default`, which `adjusted` says until other rules change.  `levels` are CPU players' by chair.  Other
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
