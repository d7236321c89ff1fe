"""Folding the log: what each event makes of the state, and who stands where at the end.

`evolve` cannot fail on events that the engine made for that state, and checks nothing: what may
happen is the engine's business, what it comes to is this module's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TypeVar, assert_never

from ohhell.rules import events as ev
from ohhell.rules.axes import LONGEST_TIE, Bidding, FirstDealer, FirstLead, TieRule
from ohhell.rules.cards import Seat
from ohhell.rules.frozen import changed
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.view import Phase, RoundResult, Trick

_T = TypeVar("_T")


def start(started: ev.GameStarted) -> GameState:
    """The state after the first event of a game."""
    rulebook = started.rulebook
    players = rulebook.players
    nobody: tuple[None, ...] = (None,) * players
    named = rulebook.first_dealer
    state = GameState(
        rulebook=rulebook,
        plan=rulebook.compile(),
        names=started.names,
        persons=started.persons,
        commitment=started.commitment,
        phase=Phase.NONCES,
        turn=0,
        nonce_commitments=nobody,
        nonces=nobody,
        left_out=(),
        first_dealer=None if isinstance(named, FirstDealer) else named,
        draws=(),
        round=None,
        totals=(0,) * players,
        results=(),
        contenders=(),
        extensions_played=0,
        survived=(0,) * players,
        places=(),
        seed=None,
    )
    return _leave_nonces(state)


def replay(log: Iterable[ev.Event]) -> GameState:
    """The state a log adds up to; its first event is `GameStarted`."""
    rest = iter(log)
    started = next(rest)
    assert isinstance(started, ev.GameStarted), "a log begins with GameStarted"
    return reduce(evolve, rest, start(started))


def evolve(state: GameState, event: ev.Event) -> GameState:
    """The state after one more event."""
    match event:
        case ev.CardPlayed():
            return _evolve_play(state, event)
        case ev.BidMade() | ev.BidChanged():
            return _evolve_bid(state, event)
        case ev.TrickTaken():
            return _evolve_trick(state, event.seat)
        case ev.RoundScored():
            assert state.round is not None, "only a round in play is scored"
            return evolve_score(state, state.round, event, winner=None)
        case ev.RoundDealt():
            return _evolve_deal(state, event)
        case ev.BidsRevealed():
            assert state.round is not None, "only bids of a round are revealed"
            opened = _with_leader(state.rulebook, state.round)
            return changed(state, round=opened, phase=Phase.PLAYING, turn=state.turn + 1)
        case ev.GameEnded():
            return changed(state, phase=Phase.OVER, places=event.places)
        case ev.GameAbandoned():
            return changed(state, phase=Phase.ABANDONED, turn=state.turn + 1)
        case ev.SeedRevealed():
            return changed(state, seed=event.seed)
        case ev.DealerDrawn():
            return changed(state, first_dealer=event.dealer, draws=event.draws, phase=Phase.DEAL)
        case ev.NonceCommitted():
            promised = with_seat(state.nonce_commitments, event.seat, event.commitment)
            return changed(state, nonce_commitments=promised)
        case ev.NonceRevealed():
            shown = with_seat(state.nonces, event.seat, event.nonce)
            return _leave_nonces(changed(state, nonces=shown))
        case ev.NonceMissed():
            left_out = tuple(sorted({*state.left_out, event.seat}))
            return _leave_nonces(changed(state, left_out=left_out))
        case ev.GameStarted():
            return start(event)
        case _:
            assert_never(event)


def _leave_nonces(state: GameState) -> GameState:
    """Go on to the dealer once every nonce is shown or its program left out."""
    if any(state.nonces[seat] is None and seat not in state.left_out for seat in state.persons):
        return state
    return changed(state, phase=Phase.DEALER if state.first_dealer is None else Phase.DEAL)


def _evolve_deal(state: GameState, event: ev.RoundDealt) -> GameState:
    players = state.rulebook.players
    dealt = RoundState(
        number=event.number,
        size=event.size,
        dealer=event.dealer,
        seats=event.seats,
        trump=event.trump,
        turn_up=event.turn_up,
        is_extension=event.number > len(state.plan.rounds),
        hands=tuple(tuple(sorted(hand)) for hand in event.hands),
        stock=event.stock,
        bids=(None,) * players,
        last_bidder=None,
        leader=None,
        trick=(),
        tricks=(),
        taken=(0,) * players,
    )
    return changed(state, round=dealt, phase=Phase.BIDDING, turn=state.turn + 1)


def _evolve_bid(state: GameState, event: ev.BidMade | ev.BidChanged) -> GameState:
    current = state.round
    assert current is not None, "bids belong to a round"
    bids = with_seat(current.bids, event.seat, event.tricks)
    after = changed(current, bids=bids, last_bidder=event.seat)
    if state.rulebook.bidding is Bidding.ALL_AT_ONCE:
        return changed(state, round=after)
    if any(bids[seat] is None for seat in current.seats):
        return changed(state, round=after, turn=state.turn + 1)
    opened = _with_leader(state.rulebook, after)
    return changed(state, round=opened, phase=Phase.PLAYING, turn=state.turn + 1)


def _with_leader(rulebook: Rulebook, current: RoundState) -> RoundState:
    match rulebook.first_lead:
        case FirstLead.DEALERS_LEFT:
            leader = current.seats[0]
        case FirstLead.DEALER:
            leader = current.dealer
        case FirstLead.HIGHEST_BIDDER:
            # `max` keeps the first of equals, and the dealer's left comes first in `seats`.
            leader = max(current.seats, key=lambda seat: current.bids[seat] or 0)
        case _:
            assert_never(rulebook.first_lead)
    return changed(current, leader=leader)


def _evolve_play(state: GameState, event: ev.CardPlayed) -> GameState:
    current = state.round
    assert current is not None, "cards are played in a round"
    hand = tuple(card for card in current.hands[event.seat] if card is not event.card)
    after = changed(
        current,
        hands=with_seat(current.hands, event.seat, hand),
        trick=(*current.trick, event.card),
    )
    return changed(state, round=after, turn=state.turn + 1)


def _evolve_trick(state: GameState, winner: Seat) -> GameState:
    current = state.round
    assert current is not None, "tricks are taken in a round"
    assert current.leader is not None, "a trick has a leader"
    first = current.seats.index(current.leader)
    order = current.seats[first:] + current.seats[:first]
    after = changed(
        current,
        leader=winner,
        trick=(),
        tricks=(*current.tricks, Trick(order, current.trick, winner)),
        taken=with_seat(current.taken, winner, current.taken[winner] + 1),
    )
    return changed(state, round=after)


def evolve_score(
    state: GameState, current: RoundState, event: ev.RoundScored, winner: Seat | None
) -> GameState:
    """Close a round; `winner` is of a last trick that is not yet among `current.taken`."""
    taken = current.taken
    if winner is not None:
        taken = with_seat(taken, winner, taken[winner] + 1)
    result = RoundResult(
        number=current.number,
        size=current.size,
        dealer=current.dealer,
        trump=current.trump,
        is_extension=current.is_extension,
        bids=current.bids,
        taken=taken,
        points=event.points,
    )
    after = changed(
        state,
        phase=Phase.DEAL,
        round=None,
        totals=event.totals,
        results=(*state.results, result),
    )
    if current.is_extension:
        survived = tuple(
            count + (seat in current.seats) for seat, count in enumerate(state.survived)
        )
        after = changed(after, survived=survived, extensions_played=state.extensions_played + 1)
    if current.number >= len(state.plan.rounds):
        after = changed(after, contenders=_contenders(after, current.seats))
    return after


def _contenders(state: GameState, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Who plays a (further) extension after a round that `seats` took part in; often nobody."""
    level = seats_level_for_best(state, seats)
    match state.rulebook.ties.rule:
        case TieRule.SHARE:
            return ()
        case TieRule.LEADERS:
            goes_on = state.extensions_played < state.rulebook.ties.extensions
            return level if goes_on and len(level) > 1 else ()
        case TieRule.ALL_SEATS:
            goes_on = state.extensions_played < LONGEST_TIE
            return tuple(range(state.rulebook.players)) if goes_on and len(level) > 1 else ()
        case _:
            assert_never(state.rulebook.ties.rule)


def seats_level_for_best(state: GameState, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of `seats` with the best total among them: highest, or lowest where low wins."""
    totals = {seat: state.totals[seat] for seat in sorted(seats)}
    low_wins = state.rulebook.scoring.low_wins
    best = min(totals.values()) if low_wins else max(totals.values())
    return tuple(seat for seat, total in totals.items() if total == best)


def places_of(state: GameState) -> tuple[int, ...]:
    """Places by seat, 1 first, shared among equals.

    Whoever stayed longer in the extensions comes first, whatever the totals; then the total.
    """
    return places_by(state.totals, state.survived, low_wins=state.rulebook.scoring.low_wins)


def places_by(totals: Iterable[int], survived: Iterable[int], *, low_wins: bool) -> tuple[int, ...]:
    """Places by seat from totals and the number of extensions each seat took part in."""
    sign = 1 if low_wins else -1
    standing = [(-stayed, sign * total) for stayed, total in zip(survived, totals, strict=True)]
    return tuple(1 + sum(other < mine for other in standing) for mine in standing)


def with_seat(values: tuple[_T, ...], seat: Seat, value: _T) -> tuple[_T, ...]:
    """A tuple by seat with one seat's value replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
