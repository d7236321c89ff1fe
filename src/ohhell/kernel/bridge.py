"""The only place where rules values become arrays and back; it refuses what the kernel cannot do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, assert_never

import numpy as np

from ohhell.kernel.bits import TRUMPS, ZERO
from ohhell.kernel.play import DEALER_LEADS, HIGHEST_LEADS, LEFT_LEADS, RoundRules
from ohhell.rules.axes import Bidding, FirstLead
from ohhell.rules.cards import Card, Suit
from ohhell.rules.errors import OhHellError
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.scoring import Points
from ohhell.rules.view import PlayerView

TRUMP_LANE: Final = 3


class KernelError(OhHellError):
    """A question that arrays cannot answer."""


def lane_of_suit(suit: int, trump: Suit | None) -> int:
    """The lane a suit lies in: suits keep their order, turned so that trump is lane 3."""
    return suit if trump is None else (suit - trump + TRUMP_LANE) % 4


def bit_index(card: Card, trump: Suit | None) -> int:
    """Where a card's bit stands in a word."""
    return 16 * lane_of_suit(card.suit, trump) + card.rank


def card_bit(card: Card, trump: Suit | None) -> Any:
    """A card as one bit of a uint64."""
    return np.uint64(1 << bit_index(card, trump))


def hand_bits(cards: tuple[Card, ...], trump: Suit | None) -> Any:
    """Cards as a uint64."""
    return np.uint64(sum(1 << bit_index(card, trump) for card in cards))


def card_of(bit: int, trump: Suit | None) -> Card:
    """The inverse of `card_bit`."""
    index = int(bit).bit_length() - 1
    lane, rank = divmod(index, 16)
    suit = lane if trump is None else (lane + trump - TRUMP_LANE) % 4
    return Card(13 * suit + rank)


def cards_of(bits: int, trump: Suit | None) -> tuple[Card, ...]:
    """The cards of a word, by number."""
    word = int(bits)
    found: list[Card] = []
    while word:
        low = word & -word
        found.append(card_of(low, trump))
        word ^= low
    return tuple(sorted(found))


def lead_kind(first_lead: FirstLead) -> int:
    """Who leads first, as the kernel counts it."""
    match first_lead:
        case FirstLead.DEALERS_LEFT:
            return LEFT_LEADS
        case FirstLead.DEALER:
            return DEALER_LEADS
        case FirstLead.HIGHEST_BIDDER:
            return HIGHEST_LEADS
        case _:
            assert_never(first_lead)


@lru_cache(maxsize=256)
def points_array(table: Points, *, low_wins: bool) -> tuple[Any, float]:
    """Points float64[size + 1, size + 1], the more the better, and what making a bid is worth.

    The worth is the mean, over all bids, of the points for making it less those for missing it
    by one; at least a small part of the table's range.
    """
    points = np.array(table, dtype=np.float64)
    if low_wins:
        points = -points
    points.setflags(write=False)
    size = len(points) - 1
    gains: list[float] = []
    for bid in range(size + 1):
        near = [points[bid, tricks] for tricks in (bid - 1, bid + 1) if 0 <= tricks <= size]
        gains.append(float(points[bid, bid] - np.mean(near)))
    spread = float(points.max() - points.min())
    return points, max(float(np.mean(gains)), 0.05 * spread, 1e-6)


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """What a seat knows, as arrays; seats are numbered in bidding order.

    `bids` int64[seats] with -1 for unknown ones; `play_seats` int64[seats * size] and
    `play_cards` uint64[seats * size], the first `plays` of them filled; `leader` led (or will
    lead) the first trick, 0 where that is not settled.
    """

    rules: RoundRules
    me: int
    hand: Any
    bids: Any
    leader: int
    play_seats: Any
    play_cards: Any
    plays: int
    trump: Suit | None


def round_rules(
    rulebook: Rulebook, *, seats: int, size: int, trump: Suit | None, turn_up: Card | None
) -> RoundRules:
    """The rules of one round for the kernel."""
    table = rulebook.compile().points[size]
    points, worth = points_array(table, low_wins=rulebook.scoring.low_wins)
    return RoundRules(
        seats=seats,
        size=size,
        trumps=ZERO if trump is None else TRUMPS,
        turned=ZERO if turn_up is None else card_bit(turn_up, trump),
        hook=rulebook.has_hook(size),
        at_once=rulebook.bidding is Bidding.ALL_AT_ONCE,
        lead_kind=lead_kind(rulebook.first_lead),
        points=points,
        scale=worth,
    )


def position_of(view: PlayerView) -> Position:
    """The view of a seat that holds cards, as arrays.

    Refuses a watcher's view (`no-seat`) and one without a round (`no-round`).
    """
    current, seat = view.round, view.seat
    if current is None:
        raise KernelError("no-round")
    if seat is None or seat not in current.seats:
        raise KernelError("no-seat")
    seats = current.seats
    place = {seat: index for index, seat in enumerate(seats)}
    play_seats = np.zeros(len(seats) * current.size, np.int64)
    play_cards = np.zeros(len(seats) * current.size, np.uint64)
    plays = 0
    laid = [
        *(pair for trick in current.tricks for pair in zip(trick.seats, trick.cards, strict=True)),
        *zip(current.trick_seats, current.trick_cards, strict=True),
    ]
    for who, card in laid:
        play_seats[plays] = place[who]
        play_cards[plays] = card_bit(card, current.trump)
        plays += 1
    leader = int(play_seats[0]) if plays else 0
    if not plays and current.leader is not None:
        leader = place[current.leader]
    known = [current.bids[who] for who in seats]
    return Position(
        rules=round_rules(
            view.rulebook,
            seats=len(seats),
            size=current.size,
            trump=current.trump,
            turn_up=current.turn_up,
        ),
        me=place[seat],
        hand=hand_bits(current.hand, current.trump),
        bids=np.array([-1 if bid is None else bid for bid in known], np.int64),
        leader=leader,
        play_seats=play_seats,
        play_cards=play_cards,
        plays=plays,
        trump=current.trump,
    )
