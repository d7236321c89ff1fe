"""`PlayerView` as JSON: the same names, cards as `QS`, actions as `{"bid": 3}` or `{"play": "QS"}`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from ohhell.web.protocol.fields import (
    CardText,
    RulebookValue,
    SeatNumber,
    StandingName,
    SuitText,
    Tricks,
)


class Choice(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something a seat may do now: `{"bid": 3}` or `{"play": "QS"}`."""

    bid: Tricks | UnsetType = UNSET
    play: CardText | UnsetType = UNSET


class Trick(Struct, frozen=True):
    """A complete trick: `seats[i]` played `cards[i]`."""

    seats: list[SeatNumber]
    cards: list[CardText]
    winner: SeatNumber


class RoundResult(Struct, frozen=True):
    """A finished round; lists are by seat, and a seat that sat out has bid null."""

    number: int
    size: int
    dealer: SeatNumber
    trump: SuitText | None
    is_extension: bool
    bids: list[Tricks | None]
    taken: list[Tricks]
    points: list[int]


class Round(Struct, frozen=True):
    """The round in progress.

    `seats` take part in bidding order, the dealer last.  By seat: `cards_left`, `bids` (null
    while not made or not shown), `has_bid`, `taken`.  `hand` is sorted by suit and rank and empty
    for a watcher.  `trick_winner` is winning the trick on the table; `tricks` are the complete
    ones.  `barred_bid` is what the hook forbids the last bidder.
    """

    number: int
    size: int
    dealer: SeatNumber
    seats: list[SeatNumber]
    trump: SuitText | None
    turn_up: CardText | None
    is_extension: bool
    has_hook: bool
    hand: list[CardText]
    cards_left: list[int]
    bids: list[Tricks | None]
    has_bid: list[bool]
    taken: list[Tricks]
    leader: SeatNumber | None
    trick_seats: list[SeatNumber]
    trick_cards: list[CardText]
    trick_winner: SeatNumber | None
    tricks: list[Trick]
    barred_bid: Tricks | None


class Plan(Struct, frozen=True):
    """The scheduled rounds: cards a seat, and trump (`turn-up`, `none` or a suit) of each.

    `low_wins`: the lowest total is first.
    """

    sizes: list[int]
    trumps: list[str]
    low_wins: bool


class View(Struct, frozen=True):
    """All that one seat (null: a watcher) may know now.

    `rulebook` holds `preset` and every axis; `standing` tells whether that is still the preset.  `phase` is `nonces`, `dealer`, `deal`, `bidding`, `playing`, `over` or `abandoned`.  The game
    waits for the seats `to_act`; `legal` is what this seat may do now, which may be a change of
    its bid while another seat is to act.  `draws`: who drew what for the first dealer, each time
    round.  `places` (1 is first, equal ones shared) is empty until the end.
    """

    rulebook: dict[str, RulebookValue]
    standing: StandingName
    plan: Plan
    seat: SeatNumber | None
    names: list[str]
    phase: str
    turn: int
    to_act: list[SeatNumber]
    legal: list[Choice]
    round: Round | None
    totals: list[int]
    results: list[RoundResult]
    first_dealer: SeatNumber | None
    draws: list[list[tuple[SeatNumber, CardText]]]
    extensions_played: int
    contenders: list[SeatNumber]
    places: list[int]
