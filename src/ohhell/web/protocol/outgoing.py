"""What the server says."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ohhell.rules.errors import Param
from ohhell.web.protocol import party_outgoing
from ohhell.web.protocol.bases import FromServer
from ohhell.web.protocol.events import Event
from ohhell.web.protocol.fields import (
    CardText,
    HexCommitment,
    HexNonce,
    LevelName,
    MessageId,
    PartyId,
    RulebookText,
    SeatNumber,
    StandingName,
    TableId,
)
from ohhell.web.protocol.view import Choice, Plan, View

# ---------------------------------------------------------------------------- a table


class ActedFor(Struct, frozen=True):
    """A CPU player bid (`card` null) or played a card for a person; `number` is that of its push.

    `by` is `timeout` where the person was there and had run out of time, else `cpu`.
    """

    number: int
    round: int
    by: str
    card: CardText | None


class SeatStatus(Struct, frozen=True):
    """Who plays a seat now; `player` is `person` or a level, as it was at the start.

    `is_present`: its person is connected.  `has_stand_in`: the person is away and a CPU player
    plays.  `has_resigned`: a CPU player plays to the end.  `is_voted_out`: a CPU player plays
    until the person says `back`; `wanted_by` are the seats that want it to.  `acted_for` is what a
    CPU player did for the person since they last acted themselves, on whatever device; of rounds
    before the one in progress only the last act, without its card.
    """

    player: str
    is_present: bool
    has_stand_in: bool
    has_resigned: bool
    wanted_by: list[SeatNumber]
    is_voted_out: bool
    acted_for: list[ActedFor]


class Pause(Struct, frozen=True):
    """Whether the table is at a pause (nothing may be done, no clock runs), and who wants one."""

    is_paused: bool
    wanted_by: list[SeatNumber]


class Shuffle(Struct, frozen=True):
    """What is known of how the cards are found; keep it, and check the record against it.

    By seat: `promised` commitments and `shown` nonces.  `seed` is null until the game is over.
    """

    commitment: HexCommitment
    persons: list[SeatNumber]
    promised: list[HexCommitment | None]
    shown: list[HexNonce | None]
    left_out: list[SeatNumber]
    may_reveal: bool
    seed: HexCommitment | None


class Step(Struct, frozen=True):
    """One action with its consequences; `by` is `person`, `cpu`, `timeout` or `table`."""

    by: str
    events: list[Event]


class Push(FromServer, frozen=True, tag="push"):
    """The whole table as this connection may see it: replace whatever was known before.

    `did` led here from the push before, for motion only (a slow connection gets several steps at
    once, and none where too much happened).  `number` counts what is stored, `turn` (in the view)
    moves when the game moves, `push` counts what this connection was sent of this table since it
    entered, in the server's run `boot`.  `deadline` (seconds since 1970, UTC) ends the turn of the persons
    to act; where turns are not limited, the others may ask for a `stand-in` from `idle_at` on.
    `watchers` is how many connections watch.  `re` is the message this answers.
    """

    table: TableId
    boot: str
    push: int
    number: int
    did: list[Step]
    view: View
    seats: list[SeatStatus]
    shuffle: Shuffle
    deadline: float | None
    idle_at: float | None
    pause: Pause
    watchers: int
    party: PartyId | None
    re: MessageId | None


class Refused(FromServer, frozen=True, tag="refused"):
    """Something was not done; nothing has changed.

    `code` and `params` are stable, `sentence` says it to people in the server's language.
    `now` is the table as it is, where there is one.  `re` null: the server itself is in trouble
    and tries again.
    """

    re: MessageId | None
    table: TableId | None
    code: str
    params: dict[str, Param]
    sentence: str
    now: Push | None


class Closed(FromServer, frozen=True, tag="closed"):
    """The last message about a table; `enter` it again to go on."""

    table: TableId
    code: str
    sentence: str


class Left(FromServer, frozen=True, tag="left"):
    """The table is not shown on this connection any longer."""

    re: MessageId
    table: TableId


class HintChoice(Struct, frozen=True):
    """One thing that may be done: chance of making the bid (0 to 1, null: unknown), expected points."""

    choice: Choice
    make: float | None
    points: float
    is_best: bool


class HintGiven(FromServer, frozen=True, tag="hint"):
    """What may be done in this turn, the best first, as a CPU player of `level` sees it."""

    re: MessageId
    table: TableId
    turn: int
    level: LevelName
    choices: list[HintChoice]


# ---------------------------------------------------------------------------- beside tables


class Welcome(FromServer, frozen=True, tag="welcome"):
    """The first message of every connection.

    `boot` changes when the server was started anew; `now` is its clock (seconds since 1970, UTC).
    """

    protocol: int
    version: str
    boot: str
    now: float
    longest_name: int


class Pong(FromServer, frozen=True, tag="pong"):
    """Yes; `now` is the server's clock."""

    re: MessageId
    now: float


class TableSummary(Struct, frozen=True):
    """A game to return to; `round` (from 1) of `rounds`, `totals` and `places` by seat.

    Places are those by the totals so far, none before a round is scored or where a game was given up.
    `party` is whose game it is, null for a game alone.  `standing` is as in the view.
    """

    table: TableId
    party: PartyId | None
    opened: str
    rulebook: RulebookText
    preset: str
    standing: StandingName
    seat: SeatNumber
    names: list[str]
    phase: str
    round: int
    rounds: int
    totals: list[int]
    places: list[int]


class Tables(FromServer, frozen=True, tag="tables"):
    """The games of this browser, the newest first; those that are over stay for their record.

    `parties` are those it belongs to that have no game running.
    """

    re: MessageId
    tables: list[TableSummary]
    parties: list[party_outgoing.PartySummary]


class Preset(Struct, frozen=True):
    """A named rulebook: who can play it, in a line what is special about it, and where it is from."""

    name: str
    label: str
    line: str
    source: str
    fewest: int
    most: int
    rulebook: RulebookText


class Level(Struct, frozen=True):
    """A CPU player's level, in the order of strength."""

    level: LevelName
    label: str
    line: str


class Rulebooks(FromServer, frozen=True, tag="rulebooks"):
    """What there is to choose from; `rulebook` and `level` are what `Play now` takes."""

    re: MessageId
    presets: list[Preset]
    levels: list[Level]
    rulebook: RulebookText
    level: LevelName


class Option(Struct, frozen=True):
    """One value of an axis: null `refusal` where it can be chosen, else the sentence why not.

    `is_by_source`: the rulebook's source has it or allows it; other values make it custom.
    """

    value: str
    label: str
    line: str
    refusal: str | None
    is_by_source: bool


class Control(Struct, frozen=True):
    """How one axis can be set: from `options`, or freely as text where `is_open`."""

    axis: str
    label: str
    line: str
    value: str
    is_changed: bool
    is_open: bool
    options: list[Option]


class Line(Struct, frozen=True):
    """A sentence; `is_item` where it belongs to a list."""

    text: str
    is_item: bool


class Section(Struct, frozen=True):
    """Sentences under a heading."""

    key: str
    heading: str
    lines: list[Line]


class ScoringExample(Struct, frozen=True):
    """What one bid and one number of tricks pay, and the sentence that says so."""

    size: int
    bid: int
    tricks: int
    points: int
    sentence: str


class Explained(FromServer, frozen=True, tag="explained"):
    """A rulebook: its text form and values, its controls, and what it comes to.

    `adjusted` are sentences about values that had to change to fit.  `minutes` is from … to, for
    people.
    """

    re: MessageId
    rulebook: RulebookText
    preset: str
    standing: StandingName
    standing_label: str
    adjusted: list[str]
    controls: list[Control]
    plan: Plan
    rounds: int
    tricks: int
    minutes: tuple[int, int]
    low_wins: bool
    examples: list[ScoringExample]
    sections: list[Section]


Outgoing = (
    Welcome
    | Pong
    | Tables
    | Rulebooks
    | Explained
    | Push
    | Refused
    | Closed
    | Left
    | HintGiven
    | party_outgoing.Outgoing
)

OUTGOING: Final = (
    Welcome,
    Pong,
    Tables,
    Rulebooks,
    Explained,
    Push,
    Refused,
    Closed,
    Left,
    HintGiven,
    *party_outgoing.OUTGOING,
)
