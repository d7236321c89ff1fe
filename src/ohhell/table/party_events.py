"""What happens to a party, as past-tense facts of its log.

The log holds who is who to the server (`holder`, a hash of what a device knows), so only the party
and the store hold it; `party_told` says what people are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ohhell.rules.cards import Seat
from ohhell.rules.rulebook import Rulebook
from ohhell.table.settings import Settings

Member = int
"""Somebody of a party: counted from 0 and never given twice."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """The party began."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """This is how the next game is played.

    `levels` are those of CPU players in empty chairs, one for each chair there can be.
    `dropped_size` is the largest size that no longer fitted and follows the players now; it is
    told until other rules than the number of players change.
    """

    rulebook: Rulebook
    levels: tuple[str, ...]
    settings: Settings
    may_watch: bool
    dropped_size: int | None


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody came in and took a chair."""

    member: Member
    name: str
    seat: Seat
    holder: bytes


@dataclass(frozen=True, slots=True)
class Quit:
    """A member gave up their place."""

    member: Member


@dataclass(frozen=True, slots=True)
class Removed:
    """The host sent a member away."""

    member: Member


@dataclass(frozen=True, slots=True)
class Moved:
    """A member took another chair."""

    member: Member
    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed:
    """A member is called otherwise."""

    member: Member
    name: str


@dataclass(frozen=True, slots=True)
class ReadySet:
    """A member is ready for the start, or not yet."""

    member: Member
    is_ready: bool


@dataclass(frozen=True, slots=True)
class HostChanged:
    """A member is the host from now on."""

    member: Member


@dataclass(frozen=True, slots=True)
class LinksRenewed:
    """Links of earlier generations no longer let anybody in."""

    generation: int


@dataclass(frozen=True, slots=True)
class Started:
    """A game began; `members` by seat, None for CPU players."""

    table: str
    members: tuple[Member | None, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over; `places` by seat, empty where it was given up."""

    table: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Regathered:
    """The party gathers for another game."""


@dataclass(frozen=True, slots=True)
class DeviceAdded:
    """A member has another device."""

    member: Member
    holder: bytes


@dataclass(frozen=True, slots=True)
class SeatClaimed:
    """Somebody asks for the seat of a member."""

    claim: int
    member: Member
    holder: bytes


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """The host decided; the seat is then the claimant's alone, or stays whose it is."""

    claim: int
    is_given: bool


@dataclass(frozen=True, slots=True)
class WatcherCame:
    """Somebody may watch."""

    holder: bytes


@dataclass(frozen=True, slots=True)
class Touched:
    """Somebody still comes here."""


@dataclass(frozen=True, slots=True)
class PartyClosed:
    """Nobody is left, or nobody came for too long."""


PartyEvent = (
    Gathered
    | Arranged
    | Joined
    | Quit
    | Removed
    | Moved
    | Renamed
    | ReadySet
    | HostChanged
    | LinksRenewed
    | Started
    | Finished
    | Regathered
    | DeviceAdded
    | SeatClaimed
    | ClaimAnswered
    | WatcherCame
    | Touched
    | PartyClosed
)

PARTY_EVENTS: Final = (
    Gathered,
    Arranged,
    Joined,
    Quit,
    Removed,
    Moved,
    Renamed,
    ReadySet,
    HostChanged,
    LinksRenewed,
    Started,
    Finished,
    Regathered,
    DeviceAdded,
    SeatClaimed,
    ClaimAnswered,
    WatcherCame,
    Touched,
    PartyClosed,
)
"""The members of `PartyEvent`."""


@dataclass(frozen=True, slots=True)
class PartyRow:
    """One wish with its consequences, the whole truth: only the party and the store hold it.

    `number` counts the rows of one party from 1; `at` is seconds since 1970 in UTC; `by` is the
    member who asked for it, None where nobody did; `action_id` is the id their program gave.
    """

    number: int
    at: float
    by: Member | None
    action_id: str | None
    events: tuple[PartyEvent, ...]
