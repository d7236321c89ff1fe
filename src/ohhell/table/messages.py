"""What comes to a table and what goes out from it.

A connection is a `listener`, a name its border made up; the table knows which seat it has, and
takes the seat from there and never from a message.  Whoever may sit where is for the border to
know: a `Sit` that reaches a table is obeyed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ohhell.rules.actions import Action, CommitNonce, RevealNonce
from ohhell.rules.cards import Card, Seat
from ohhell.rules.errors import Param
from ohhell.rules.projection import joined
from ohhell.rules.record import By
from ohhell.rules.view import Own, PlayerView
from ohhell.table.events import ToldEvent

# ---------------------------------------------------------------------------- what comes in


@dataclass(frozen=True, slots=True)
class Sit:
    """A connection opens for a person's `seat`, for the first time or again; None watches.

    Answered by a `Push`.  A seat may have several connections.  Where a CPU player stood in for
    the person, it hands over at once.
    """

    table: str
    listener: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Leave:
    """A connection is gone.  When the last person is gone, the table sleeps."""

    table: str
    listener: str


@dataclass(frozen=True, slots=True)
class Act:
    """A person bids (or changes the bid) or plays a card, in the `turn` the view named.

    `id` is made up by the person's program (at most 64 characters) and never used for another
    action of that seat: sent again, it is answered with the current view and does nothing.
    """

    table: str
    listener: str
    turn: int
    id: str
    action: Action


@dataclass(frozen=True, slots=True)
class GiveNonce:
    """A person's program commits to its nonce, or reveals it when all have committed."""

    table: str
    listener: str
    id: str
    move: CommitNonce | RevealNonce


@dataclass(frozen=True, slots=True)
class Settle:
    """A person lets the bid stand: CPU players that wait, since it may be changed, go on at once.

    Never refused, and does nothing when there is nothing to wait for.
    """

    table: str
    listener: str
    turn: int


@dataclass(frozen=True, slots=True)
class Resign:
    """A person gives up their seat for good."""

    table: str
    listener: str
    id: str


@dataclass(frozen=True, slots=True)
class WantStandIn:
    """A person wants a CPU player to act for the idle person of `seat`, or takes that back.

    It does while more than half of the others who are there and play want it.
    """

    table: str
    listener: str
    id: str
    seat: Seat
    is_wanted: bool


@dataclass(frozen=True, slots=True)
class Back:
    """A person whom the others had replaced is there, and plays their seat again."""

    table: str
    listener: str
    id: str


@dataclass(frozen=True, slots=True)
class WantPause:
    """A person wants the table to pause, which it does once all want it who are there and play.

    Not wanted any more by one of them, the pause is over.
    """

    table: str
    listener: str
    id: str
    is_wanted: bool


@dataclass(frozen=True, slots=True)
class Abandon:
    """The house gives the game up; the seed is revealed.  Not for a single player to send."""

    table: str


@dataclass(frozen=True, slots=True)
class AbandonAsleep:
    """Give the game up, unless somebody has come who wakes the table."""

    table: str


@dataclass(frozen=True, slots=True)
class PutOut:
    """Nobody may watch this table any longer: connections without a seat are closed."""

    table: str


Wish = Act | GiveNonce | Resign | WantStandIn | Back | WantPause
"""What has an id and speaks for a seat: answered, done once, and refused with a reason."""
FromPerson = Wish | Settle
FromOutside = Sit | Leave | FromPerson | Abandon | AbandonAsleep | PutOut


# ---------------------------------------------------------------------------- what goes out


@dataclass(frozen=True, slots=True)
class ActedFor:
    """A CPU player bid (`card` None) or played `card` for a person; row `number` of the table tells it.

    `by` is `timeout` where the person was there and had run out of time, else `cpu`.
    """

    number: int
    round: int
    by: By
    card: Card | None


@dataclass(frozen=True, slots=True)
class SeatStatus:
    """Who plays a seat now.  `player` is `person` or a level, and stays what it was at the start.

    `is_present`: some connection is open for it.  `has_stand_in`: the person is away, and until
    they return a CPU player plays.  `has_resigned`: a CPU player plays to the end.
    `is_voted_out`: until the person says to be back, a CPU player plays, as most of the others
    want; `wanted_by` are the seats that want it.  `acted_for` is what a CPU player did for the
    person since they last acted themselves; of rounds before the one in progress only the last act,
    without its card.
    """

    player: str
    is_present: bool
    has_stand_in: bool
    has_resigned: bool
    wanted_by: tuple[Seat, ...] = ()
    is_voted_out: bool = False
    acted_for: tuple[ActedFor, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """Whether the table is at a pause, and which seats want one."""

    is_paused: bool
    wanted_by: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """All that is known of how the cards are found, for programs to keep and to check.

    By seat: `promised` nonce commitments and `shown` nonces.  `left_out` are persons' seats whose
    program was silent.  `may_reveal` once every program has promised or is left out; `seed`
    is None until the game is over.
    """

    commitment: bytes
    persons: tuple[Seat, ...]
    promised: tuple[bytes | None, ...]
    shown: tuple[bytes | None, ...]
    left_out: tuple[Seat, ...]
    may_reveal: bool
    seed: bytes | None


@dataclass(slots=True)  # one for each connection and play: to freeze them takes four times as long
class Push:
    """All a connection needs to show the table, whatever it saw before.

    Three counters that have nothing to do with each other: `number` rows are stored, the game is
    at `turn`, and this is the `push`-th message to this connection since it came, in the run `boot`
    of the program.  `did` are the events that led here from the push before, for motion
    only, done `by` whom (None where nothing was done); `re` is the id of the message
    this answers.  `deadline` (seconds since 1970, UTC) is when the turn of the persons to
    act runs out; `idle_at` when the others may want a CPU player to act for them, where turns are
    not limited.  `watchers` connections are open without a seat; `party` is whose table it is.

    What its seat may know is told in two parts: `watched` is what everybody may know, one object
    for all who are told of one moment and for no others, and `own` what this seat knows beyond that.
    All who are told of one moment are told the same but for `push`, `did`, `own` and `re`.
    """

    table: str
    boot: str
    push: int
    number: int
    turn: int
    by: By | None
    did: tuple[ToldEvent, ...]
    watched: PlayerView
    own: Own
    seats: tuple[SeatStatus, ...]
    shuffle: Shuffle
    deadline: float | None
    idle_at: float | None
    pause: Pause
    watchers: int
    party: str | None
    re: str | None

    @property
    def view(self) -> PlayerView:
        """All that the connection's seat may know, put together anew each time."""
        return joined(self.watched, self.own)


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was not done, for the reason `code` with its `params`; nothing has changed.

    `now` is the current view for a program to go on from; None only for a connection that has no
    place at this table.  `re` None says that the table itself cannot go on for now (its store
    fails): it tries again.
    """

    table: str
    code: str
    params: Mapping[str, Param]
    re: str | None
    now: Push | None


@dataclass(frozen=True, slots=True)
class Closed:
    """The last message to a connection: the table is `closing`, has `crashed`, or is
    `not-for-watchers` any longer.

    Nothing that was told is lost; whoever opens the table again goes on from there.
    """

    table: str
    code: str


ToListener = Push | Refused | Closed
