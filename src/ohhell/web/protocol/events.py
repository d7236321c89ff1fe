"""Events as a seat is told them, to be animated: JSON with the tags of the log in `event`."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ohhell.web.protocol.fields import (
    CardText,
    HexCommitment,
    HexNonce,
    RulebookText,
    SeatNumber,
    SuitText,
    Tricks,
)


class _Event(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """Base of all: the tag stands in `event`."""


class Started(_Event, frozen=True, tag="started"):
    """The game began; `persons` are the seats whose programs take part in the shuffle."""

    rulebook: RulebookText
    names: list[str]
    persons: list[SeatNumber]
    commitment: HexCommitment


class NoncePromised(_Event, frozen=True, tag="nonce-promised"):
    """A seat's program committed to its nonce."""

    seat: SeatNumber
    commitment: HexCommitment


class NonceShown(_Event, frozen=True, tag="nonce-shown"):
    """A seat's program showed its nonce."""

    seat: SeatNumber
    nonce: HexNonce


class NonceMissed(_Event, frozen=True, tag="nonce-missed"):
    """A seat's program was silent and is left out of the shuffle."""

    seat: SeatNumber


class Dealer(_Event, frozen=True, tag="dealer"):
    """The first dealer was found: by drawing cards, or (no draws) at random."""

    dealer: SeatNumber
    draws: list[list[tuple[SeatNumber, CardText]]]


class RoundOpened(_Event, frozen=True, tag="round"):
    """A round was dealt; `hand` is this seat's own, null for a watcher."""

    number: int
    size: int
    dealer: SeatNumber
    seats: list[SeatNumber]
    trump: SuitText | None
    turn_up: CardText | None
    hand: list[CardText] | None


class BidMade(_Event, frozen=True, tag="bid"):
    """A seat bid."""

    seat: SeatNumber
    tricks: Tricks


class BidHidden(_Event, frozen=True, tag="bid-hidden"):
    """A seat made a bid that is shown when all are in."""

    seat: SeatNumber


class BidChanged(_Event, frozen=True, tag="bid-changed"):
    """A seat replaced its bid."""

    seat: SeatNumber
    tricks: Tricks


class BidsRevealed(_Event, frozen=True, tag="bids"):
    """All bids made at once are shown, by seat."""

    bids: list[Tricks | None]


class CardPlayed(_Event, frozen=True, tag="played"):
    """A seat played a card."""

    seat: SeatNumber
    card: CardText


class TrickTaken(_Event, frozen=True, tag="trick"):
    """The trick is complete; `seat` won it."""

    seat: SeatNumber


class RoundScored(_Event, frozen=True, tag="scored"):
    """A round was scored; `points` and the new `totals` are by seat."""

    number: int
    points: list[int]
    totals: list[int]


class GameEnded(_Event, frozen=True, tag="ended"):
    """The game is over; `places` are by seat."""

    places: list[int]


class GameAbandoned(_Event, frozen=True, tag="abandoned"):
    """The game was given up."""


class SeedRevealed(_Event, frozen=True, tag="seed"):
    """The secret the cards came from, now that the game is over."""

    seed: HexCommitment


class Opened(_Event, frozen=True, tag="opened"):
    """The table was opened `at` a date and time in UTC (ISO 8601)."""

    at: str


class SettingsChanged(_Event, frozen=True, tag="settings"):
    """From now on the table runs by these settings; times in seconds."""

    turn_seconds: int | None
    grace_seconds: int
    stand_in: str


class Sat(_Event, frozen=True, tag="sat"):
    """A seat was taken: `player` is `person` or a level."""

    seat: SeatNumber
    name: str
    player: str


class CpuTookOver(_Event, frozen=True, tag="cpu-took-over"):
    """A CPU player plays for a person who is away."""

    seat: SeatNumber


class Returned(_Event, frozen=True, tag="returned"):
    """A person is back, or wanted back by the others, and plays again."""

    seat: SeatNumber


class Resigned(_Event, frozen=True, tag="resigned"):
    """A person gave up their seat."""

    seat: SeatNumber


class DeadlineSet(_Event, frozen=True, tag="deadline"):
    """The persons who are to act in `turn` have until `at` (seconds since 1970, UTC)."""

    turn: int
    at: float


class StandInWanted(_Event, frozen=True, tag="stand-in-wanted"):
    """The person of seat `by` wants a CPU player to act for the idle `seat`, or takes that back."""

    seat: SeatNumber
    by: SeatNumber
    is_wanted: bool


class VotedOut(_Event, frozen=True, tag="voted-out"):
    """A CPU player plays for an idle person until `returned`, as most of the others want."""

    seat: SeatNumber


class PauseWanted(_Event, frozen=True, tag="pause-wanted"):
    """A person wants to pause, or takes that back."""

    seat: SeatNumber
    is_wanted: bool


class Paused(_Event, frozen=True, tag="paused"):
    """The table pauses; `seconds_left` of a limited turn are left when it goes on."""

    seconds_left: float | None


class Resumed(_Event, frozen=True, tag="resumed"):
    """A person ended the pause."""

    seat: SeatNumber


GameEvent = (
    Started
    | NoncePromised
    | NonceShown
    | NonceMissed
    | Dealer
    | RoundOpened
    | BidMade
    | BidHidden
    | BidChanged
    | BidsRevealed
    | CardPlayed
    | TrickTaken
    | RoundScored
    | GameEnded
    | GameAbandoned
    | SeedRevealed
)
TableEvent = (
    Opened
    | SettingsChanged
    | Sat
    | CpuTookOver
    | Returned
    | Resigned
    | DeadlineSet
    | StandInWanted
    | VotedOut
    | PauseWanted
    | Paused
    | Resumed
)
Event = GameEvent | TableEvent

EVENTS: Final = (
    Started,
    NoncePromised,
    NonceShown,
    NonceMissed,
    Dealer,
    RoundOpened,
    BidMade,
    BidHidden,
    BidChanged,
    BidsRevealed,
    CardPlayed,
    TrickTaken,
    RoundScored,
    GameEnded,
    GameAbandoned,
    SeedRevealed,
    Opened,
    SettingsChanged,
    Sat,
    CpuTookOver,
    Returned,
    Resigned,
    DeadlineSet,
    StandInWanted,
    VotedOut,
    PauseWanted,
    Paused,
    Resumed,
)
