"""A player that counts cards and adds up chances, as a careful person does at the table.

It bids what is worth most by the point table if each card wins with its own chance, and plays
the card after which its bid is worth most.  It knows every card that was played, but draws no
conclusions: from what others bid only in one-card rounds, from suits they could not follow never.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from operator import mul
from typing import Final, assert_never

from ohhell.players.adviser import Advice, Option
from ohhell.players.chances import (
    chance_alone,
    chance_now,
    chances_later,
    distribution,
    without,
)
from ohhell.players.reading import Reading, read, sure_tricks
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.axes import FirstLead
from ohhell.rules.cards import SUIT_OF, Card, Seat, Suit
from ohhell.rules.view import PlayerView, RoundView

_EQUAL: Final = 1e-12
"""Values nearer than this are the same: sums of floats differ by less."""


class RuleOfThumbPlayer:
    """Needs no dice: the same view always gets the same answer."""

    level: str = "rule-of-thumb"

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        """The best of `view.legal` by the rules of thumb; `dice` stays untouched.

        A leader who might still change its bid leads.
        """
        if len(view.legal) == 1:
            return view.legal[0]
        current, seat = view.round, view.seat
        assert current is not None, "somebody is to act"
        assert seat is not None, "a watcher never is"
        bids: list[int] = []
        cards: list[Card] = []
        for action in view.legal:
            match action:
                case Bid():
                    bids.append(action.tricks)
                case Play():
                    cards.append(action.card)
                case _:
                    assert_never(action)
        if cards:
            return Play(_best_card(view, current, seat, sorted(cards)))
        return Bid(_best_bid(view, current, seat, sorted(bids)))

    def advise(self, view: PlayerView, dice: random.Random) -> Advice:
        """What `choose` does, and its own estimates of every legal action."""
        assert view.round is not None, "somebody is to act"
        assert view.seat is not None, "a watcher never is"
        options = tuple(_options(view, view.round, view.seat))
        return Advice(self.choose(view, dice), options)


def _best_bid(view: PlayerView, current: RoundView, seat: Seat, bids: Sequence[int]) -> int:
    """The bid worth most, the lower of equals; none that sure tricks make impossible."""
    tricks, certain = _tricks_in_hand(view, current, seat)
    paid = {bid: _paid(view, current, bid) for bid in bids}
    sensible = [bid for bid in bids if bid >= certain or paid[bid][bid] <= max(paid[bid][certain:])]
    best, worth = bids[0], -inf
    for bid in sensible or bids:
        value = sum(map(mul, tricks, paid[bid]))
        if value > worth + _EQUAL:
            best, worth = bid, value
    return best


def _tricks_in_hand(
    view: PlayerView, current: RoundView, seat: Seat
) -> tuple[Sequence[float], int]:
    """Before the first card: how likely each number of tricks is, and how many are sure."""
    reading = read(current, seat)
    hand = sorted(current.hand)
    leads = _leads_first(view, current, seat)
    sure = sure_tricks(hand, reading, leads=leads)
    if len(hand) == 1:
        chances = [chance_alone(hand[0], reading, leads=leads, ones=current.bids.count(1))]
    else:
        chances = chances_later(hand, reading, sure=sure)
    return distribution(chances), sure.bit_count()


@dataclass(frozen=True, slots=True)
class _Turn:
    """What a seat at its turn to play reckons with, whichever card it plays."""

    hand: list[Card]
    reading: Reading
    led: Suit | None
    to_beat: Card | None
    behind: int
    sure: int
    chances: list[float]
    whole: list[float]


def _turn(current: RoundView, seat: Seat) -> _Turn:
    reading = read(current, seat)
    hand = sorted(current.hand)
    to_beat = None
    if current.trick_winner is not None:
        to_beat = current.trick_cards[current.trick_seats.index(current.trick_winner)]
    sure = sure_tricks(hand, reading, leads=False)
    chances = chances_later(hand, reading, sure=sure)
    return _Turn(
        hand=hand,
        reading=reading,
        led=SUIT_OF[current.trick_cards[0]] if current.trick_cards else None,
        to_beat=to_beat,
        behind=reading.opponents - len(current.trick_cards),
        sure=sure,
        chances=chances,
        whole=distribution(chances),
    )


def _after(turn: _Turn, card: Card) -> tuple[float, Sequence[float]]:
    """The chance that `card` wins this trick, and of each number of tricks after it."""
    hand, reading = turn.hand, turn.reading
    index = hand.index(card)
    if turn.sure and SUIT_OF[card] is reading.trump:
        # Which of the others are sure may hang on this card: count them anew.
        rest = hand[:index] + hand[index + 1 :]
        still = sure_tricks(rest, reading, leads=False)
        later = distribution(chances_later(rest, reading, sure=still))
    else:
        later = without(turn.whole, turn.chances[index])
    if not _beats(card, turn.to_beat, reading.trump):
        return 0.0, later
    suit = SUIT_OF[card] if turn.led is None else turn.led
    return chance_now(card, suit, reading, behind=turn.behind, cards=len(hand)), later


def _worth(wins: float, later: Sequence[float], paid: Sequence[int]) -> float:
    """Points to be expected, where `paid` begins with those for no further trick."""
    lost = sum(map(mul, later, paid))
    if not wins:
        return lost
    return lost + wins * (sum(map(mul, later, paid[1:])) - lost)


def _best_card(view: PlayerView, current: RoundView, seat: Seat, cards: Sequence[Card]) -> Card:
    """The card after which the bid is worth most; of equals the lowest."""
    turn = _turn(current, seat)
    left = len(turn.hand)
    taken = current.taken[seat]
    bid = current.bids[seat]
    assert bid is not None, "cards are played when all bids are in"
    paid = _paid(view, current, bid)[taken : taken + left + 1]
    trump = turn.reading.trump
    if bid - taken == left and paid[left] > max(paid[:left]):
        # Every trick is needed, however small the chances: lead the highest trump, since nothing
        # else draws those that could beat the rest, and let no trick go that can be had.
        trumps = [card for card in cards if SUIT_OF[card] is trump]
        if turn.to_beat is None and trumps:
            return trumps[-1]
        cards = [card for card in cards if _beats(card, turn.to_beat, trump)] or cards
    certain = sure_tricks(turn.hand, turn.reading, leads=False, to_beat=turn.to_beat)
    possible = paid[certain.bit_count() :]
    if max(possible) == min(possible):
        paid = _spoiling(current, seat)
    best, worth = cards[0], -inf
    for card in cards:
        value = _worth(*_after(turn, card), paid)
        if value > worth + _EQUAL:
            best, worth = card, value
    return best


def _options(view: PlayerView, current: RoundView, seat: Seat) -> Iterator[Option]:
    """What every legal action is worth by the same estimates, points as the rulebook pays them."""
    table = view.rulebook.compile().points[current.size]
    tricks: Sequence[float] | None = None
    turn: _Turn | None = None
    for action in view.legal:
        match action:
            case Bid(bid):
                tricks = _tricks_in_hand(view, current, seat)[0] if tricks is None else tricks
                yield Option(action, sum(map(mul, tricks, table[bid])), tricks[bid])
            case Play(card):
                turn = _turn(current, seat) if turn is None else turn
                wins, later = _after(turn, card)
                bid, taken = current.bids[seat], current.taken[seat]
                assert bid is not None, "cards are played when all bids are in"
                exact = [int(bid == taken + more) for more in range(len(turn.hand) + 1)]
                points = _worth(wins, later, table[bid][taken:])
                yield Option(action, points, _worth(wins, later, exact))
            case _:
                assert_never(action)


def _paid(view: PlayerView, current: RoundView, bid: int) -> Sequence[int]:
    """By tricks taken: the points for `bid`, more always being better."""
    row = view.rulebook.compile().points[current.size][bid]
    return [-points for points in row] if view.rulebook.scoring.low_wins else row


def _spoiling(current: RoundView, seat: Seat) -> Sequence[int]:
    """By further tricks taken: what they are worth where our own points are settled.

    Where the others still want all that is left or more, a trick taken is one they miss; where
    they want less, somebody has to take one too many, and it had better not be us.
    """
    left = len(current.hand)
    wanted = 0
    for other in current.seats:
        bid = current.bids[other]
        if other != seat and bid is not None:
            wanted += max(0, bid - current.taken[other])
    return range(left + 1) if wanted >= left else range(0, -left - 1, -1)


def _leads_first(view: PlayerView, current: RoundView, seat: Seat) -> bool:
    """Whether it is settled before the bids that `seat` will lead the first trick."""
    match view.rulebook.first_lead:
        case FirstLead.DEALERS_LEFT:
            return seat == current.seats[0]
        case FirstLead.DEALER:
            return seat == current.seats[-1]
        case FirstLead.HIGHEST_BIDDER:
            return False
        case _:
            assert_never(view.rulebook.first_lead)


def _beats(card: Card, other: Card | None, trump: Suit | None) -> bool:
    """Whether `card` beats the best card of the trick so far; a lead has nothing to beat."""
    if other is None:
        return True
    suit = SUIT_OF[card]
    return card > other if suit is SUIT_OF[other] else suit is trump
