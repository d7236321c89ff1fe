"""What a client may say: strictly these messages, and nothing beside their fields."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from ohhell.web.protocol import party_incoming
from ohhell.web.protocol.bases import FromClient
from ohhell.web.protocol.fields import (
    CardText,
    HexCommitment,
    HexNonce,
    LevelName,
    MessageId,
    Name,
    RulebookText,
    RulebookValue,
    SeatNumber,
    TableId,
    Tricks,
    Turn,
)

LONGEST_MESSAGE: Final = 8192
"""Bytes of the longest message a client may send."""


class Ping(FromClient, frozen=True, tag="ping"):
    """Are you there?  Answered by `pong`."""


class ListTables(FromClient, frozen=True, tag="tables"):
    """The games this browser can return to.  Answered by `tables`."""


class ListRulebooks(FromClient, frozen=True, tag="rulebooks"):
    """The named rulebooks and the CPU players' levels.  Answered by `rulebooks`."""


class Explain(FromClient, frozen=True, tag="explain"):
    """What a rulebook means and what may be changed in it.  Answered by `explained` or `refused`.

    `rulebook` is the text form or an object of axes (`{"preset": "party", "hook": "off"}`).
    `change` are axes to be set on top of it; a largest size that no longer fits the players then
    becomes `default`, and the answer says so.  `names` are what the seats are called where they have
    names, one for each, and `null` for whoever asks; without them the answer speaks of you on the
    first seat and of the others by number.
    """

    rulebook: RulebookText | dict[str, RulebookValue]
    change: dict[str, RulebookValue] = field(default_factory=dict[str, RulebookValue])
    names: Annotated[list[Name | None], Meta(max_length=7)] = field(
        default_factory=list[Name | None]
    )


class Open(FromClient, frozen=True, tag="open"):
    """Open a table for this person and CPU players, and start.  Answered by `push` or `refused`.

    The person has seat 0 and `levels` are those of seats 1, 2, …  `turn_seconds` limits the
    person's turns; None is no limit.
    """

    rulebook: RulebookText | dict[str, RulebookValue]
    name: Name
    levels: Annotated[tuple[LevelName, ...], Meta(min_length=2, max_length=6)]
    turn_seconds: Annotated[int, Meta(ge=5, le=600)] | None = None


class Enter(FromClient, frozen=True, tag="enter"):
    """Show this table on this connection from now on.  Answered by `push` or `refused`."""

    table: TableId


class Leave(FromClient, frozen=True, tag="leave"):
    """Show this table no longer; the seat stays the person's.  Answered by `left`."""

    table: TableId


class Act(FromClient, frozen=True, tag="act"):
    """Bid (or change the bid), or play a card: exactly one of `bid` and `play`.

    Answered by `push`, or `refused` with the view as it is.  Sent twice with the same `id`, it is
    done once.
    """

    table: TableId
    turn: Turn
    bid: Tricks | UnsetType = UNSET
    play: CardText | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.bid is UNSET) == (self.play is UNSET):
            raise ValueError("needs exactly one of `bid` and `play`")


class Settle(FromClient, frozen=True, tag="settle"):
    """Let the bid stand that may still be changed: CPU players go on at once.  Not answered."""

    table: TableId
    turn: Turn


class Promise(FromClient, frozen=True, tag="promise"):
    """Commit to this seat's nonce for the shuffle (docs/fair-deals.md).  Answered by `push`."""

    table: TableId
    commitment: HexCommitment


class Reveal(FromClient, frozen=True, tag="reveal"):
    """Show this seat's nonce once `shuffle.may_reveal` says so.  Answered by `push`."""

    table: TableId
    nonce: HexNonce


class Hint(FromClient, frozen=True, tag="hint"):
    """What could be done now, and how good each choice is.  Answered by `hint` or `refused`."""

    table: TableId


class Resign(FromClient, frozen=True, tag="resign"):
    """Give this seat to a CPU player for good; its points stay.  Answered by `push`."""

    table: TableId


class Abandon(FromClient, frozen=True, tag="abandon"):
    """Give the game up for good, where nobody but this person plays.  Answered by `push`."""

    table: TableId


class StandIn(FromClient, frozen=True, tag="stand-in"):
    """Let a CPU player act for the idle person of `seat`, or take that back.  Answered by `push`.

    It acts once more than half of the others who are there and play want it, until the person
    says `back`, or most no longer want it.  Only without a limit on turns, and from `idle_at` on.
    """

    table: TableId
    seat: SeatNumber
    is_wanted: bool


class Back(FromClient, frozen=True, tag="back"):
    """I am here: this seat was voted out, and its person plays again.  Answered by `push`."""

    table: TableId


class Pause(FromClient, frozen=True, tag="pause"):
    """Want a pause, or no longer; the pause is over as soon as one person does not want it.

    It begins when all want it who are there and play.  Answered by `push`.
    """

    table: TableId
    is_wanted: bool


ForTables = (
    Ping
    | ListTables
    | ListRulebooks
    | Explain
    | Open
    | Enter
    | Leave
    | Act
    | Settle
    | Promise
    | Reveal
    | Hint
    | Resign
    | Abandon
    | StandIn
    | Back
    | Pause
)

Incoming = ForTables | party_incoming.Incoming

INCOMING: Final = (
    Ping,
    ListTables,
    ListRulebooks,
    Explain,
    Open,
    Enter,
    Leave,
    Act,
    Settle,
    Promise,
    Reveal,
    Hint,
    Resign,
    Abandon,
    StandIn,
    Back,
    Pause,
    *party_incoming.INCOMING,
)

_DECODER: Final = msgspec.json.Decoder(Incoming)


class _AnyId(Struct):
    """What a refused message is answered under, where that much of it can be read."""

    id: MessageId | None = None


_ID_DECODER: Final = msgspec.json.Decoder(_AnyId)


def read_message(raw: bytes | str) -> Incoming:
    """One message; raises `msgspec.DecodeError` (`ValidationError` too) for anything else."""
    return _DECODER.decode(raw)


def read_id(raw: bytes | str) -> str | None:
    """The `id` of a message that could not be read as a whole, if it has one."""
    try:
        return _ID_DECODER.decode(raw).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
