"""What comes to a party and what goes out from it.

A connection is a `listener`; its border says whose device it is (`holder`) and has seen to it that
whoever joins or watches has the link for it.  Whose wish something is follows from the
connection and never from a message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ohhell.rules.cards import Seat
from ohhell.rules.errors import Param
from ohhell.rules.rulebook import Rulebook
from ohhell.table.party_events import Member
from ohhell.table.party_state import Game, PartyPhase
from ohhell.table.settings import Settings

# ---------------------------------------------------------------------------- wishes


@dataclass(frozen=True, slots=True)
class Move:
    """Take another chair."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rename:
    """Be called otherwise."""

    name: str


@dataclass(frozen=True, slots=True)
class BeReady:
    """Be ready, or not yet."""

    is_ready: bool


@dataclass(frozen=True, slots=True)
class Arrange:
    """Change how the next game is played; None, and what is not named, stays as it is.

    `change` are axes as in the dict form of a rulebook.  `turn_seconds` counts where
    `sets_turn_seconds` says so, since None is a value of it.
    """

    rulebook: Rulebook | None = None
    change: Mapping[str, object] | None = None
    seats: int | None = None
    levels: Mapping[Seat, str] | None = None
    turn_seconds: int | None = None
    sets_turn_seconds: bool = False
    grace_seconds: int | None = None
    stand_in: str | None = None
    may_watch: bool | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Send a member away."""

    member: Member


@dataclass(frozen=True, slots=True)
class PassHost:
    """Make another the host."""

    member: Member


@dataclass(frozen=True, slots=True)
class RenewLinks:
    """Let the links expire that were given out."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start the game."""


@dataclass(frozen=True, slots=True)
class Regather:
    """Gather for another game."""


@dataclass(frozen=True, slots=True)
class QuitParty:
    """Give up the place here."""


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Let somebody have the seat they ask for, or not."""

    claim: int
    is_given: bool


@dataclass(frozen=True, slots=True)
class Say:
    """Say a phrase."""

    phrase: str


@dataclass(frozen=True, slots=True)
class Poke:
    """Nudge a member."""

    member: Member


Change = (
    Move
    | Rename
    | BeReady
    | Arrange
    | Remove
    | PassHost
    | RenewLinks
    | Start
    | Regather
    | QuitParty
    | AnswerClaim
)
"""Wishes that are stored when they come true."""

# ---------------------------------------------------------------------------- what comes in


@dataclass(frozen=True, slots=True)
class Attend:
    """A connection opens for a member or a watcher.  Answered by a `PartyPush`."""

    party: str
    listener: str
    holder: bytes
    id: str


@dataclass(frozen=True, slots=True)
class Depart:
    """A connection is gone, or no longer for this party (then with an `id`)."""

    party: str
    listener: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody with the link comes in; from then on their connection attends."""

    party: str
    listener: str
    holder: bytes
    id: str
    name: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Watch:
    """Somebody with the watchers' link comes in; from then on their connection attends."""

    party: str
    listener: str
    holder: bytes
    id: str


@dataclass(frozen=True, slots=True)
class ClaimSeat:
    """Somebody with the link asks for a member's seat in the running game."""

    party: str
    listener: str
    holder: bytes
    id: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class AddDevice:
    """A link that `maker`, a member's device, made was opened on another.  Answered by `Redeemed`."""

    party: str
    listener: str
    holder: bytes
    id: str
    member: Member
    maker: bytes


@dataclass(frozen=True, slots=True)
class Ask:
    """A member who attends asks for something."""

    party: str
    listener: str
    id: str
    wish: Change | Say | Poke


@dataclass(frozen=True, slots=True)
class TableOver:
    """The house says that a game of the party is over."""

    party: str
    table: str
    places: tuple[int, ...]


FromGuest = Attend | Depart | Join | Watch | ClaimSeat | AddDevice | Ask
ToParty = FromGuest | TableOver

# ---------------------------------------------------------------------------- what goes out


@dataclass(frozen=True, slots=True)
class MemberStatus:
    """A member, for everybody's eyes; away since a time (seconds since 1970) or there."""

    member: Member
    name: str
    seat: Seat
    is_present: bool
    is_ready: bool
    away_since: float | None


@dataclass(frozen=True, slots=True)
class ClaimStatus:
    """A claim, for the host's eyes."""

    claim: int
    member: Member
    name: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class PartyDid:
    """Something that happened, as everybody is told it."""

    what: str
    member: Member | None = None
    name: str | None = None
    seat: Seat | None = None
    by: Member | None = None


@dataclass(frozen=True, slots=True)
class PartyPush:
    """All a connection needs to show the party, whatever it saw before; counters as in `Push`."""

    party: str
    boot: str
    push: int
    number: int
    re: str | None
    phase: PartyPhase
    me: Member | None
    host: Member
    members: tuple[MemberStatus, ...]
    levels: tuple[str, ...]
    rulebook: Rulebook
    dropped_size: int | None
    settings: Settings
    may_watch: bool
    table: str | None
    games: tuple[Game, ...]
    watchers: int
    claims: tuple[ClaimStatus, ...]
    did: tuple[PartyDid, ...]


@dataclass(frozen=True, slots=True)
class PartyRefused:
    """Something was not done, for the reason `code` with its `params`; nothing has changed.

    `is_here`: the connection will hear of the party again.
    """

    party: str
    code: str
    params: Mapping[str, Param]
    re: str | None
    is_here: bool


@dataclass(frozen=True, slots=True)
class Departed:
    """The last message to a connection, and why (`code`)."""

    party: str
    code: str
    re: str | None


@dataclass(frozen=True, slots=True)
class Said:
    """A member said a phrase, the `number`-th since the program began."""

    party: str
    member: Member
    phrase: str
    number: int
    re: str | None


@dataclass(frozen=True, slots=True)
class Poked:
    """A member was nudged by another."""

    party: str
    member: Member
    by: Member
    re: str | None


@dataclass(frozen=True, slots=True)
class Claimed:
    """The host is asked for a seat (`is_given` None) or has decided."""

    party: str
    seat: Seat
    is_given: bool | None
    re: str | None


@dataclass(frozen=True, slots=True)
class Redeemed:
    """A device speaks for a member now; `table` is the game that is running."""

    party: str
    table: str | None
    re: str


ToGuest = PartyPush | PartyRefused | Departed | Said | Poked | Claimed | Redeemed
