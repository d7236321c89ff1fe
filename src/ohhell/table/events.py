"""What happens to a table beside its game, as past-tense facts of the same log.

None of these is secret: everybody at the table, watchers included, is told them as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ohhell.rules import events as ev
from ohhell.rules.cards import Seat
from ohhell.table.settings import Settings


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was opened `at` a date and time in UTC (ISO 8601), for a `party` or for nobody's."""

    at: str
    party: str | None = None


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """From now on the table runs by these settings."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat was taken, by a person (`person`) or by a CPU player of the level `player`."""

    seat: Seat
    name: str
    player: str


@dataclass(frozen=True, slots=True)
class CpuTookOver:
    """A CPU player plays for a person who is away, until that person returns."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """A person is back, or wanted back, and plays their seat again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resigned:
    """A person gave up their seat; a CPU player plays it to the end, its points stay."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeadlineSet:
    """Persons who are to act in `turn` have until `at`, in seconds since 1970 in UTC."""

    turn: int
    at: float


@dataclass(frozen=True, slots=True)
class StandInWanted:
    """The person of seat `by` wants a CPU player to act for `seat`, or no longer wants it."""

    seat: Seat
    by: Seat
    is_wanted: bool


@dataclass(frozen=True, slots=True)
class VotedOut:
    """A CPU player plays for an idle person, as most of the others want, until `Returned`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PauseWanted:
    """A person wants the table to pause, or no longer wants it."""

    seat: Seat
    is_wanted: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """All who are there want to pause: clocks stop; `seconds_left` of the turn, if it is limited."""

    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class Resumed:
    """A person ended the pause."""

    seat: Seat


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
TABLE_EVENTS: Final = (
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
"""The members of `TableEvent`, to tell them from the events of the game."""
LogEvent = ev.Event | TableEvent
"""What the stored log is made of."""
ToldEvent = ev.SeenEvent | TableEvent
"""What a listener is told: the game's events masked for its seat, the table's as they are."""
