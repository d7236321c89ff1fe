"""The only way from the truth to what a seat, or a watcher (seat None), may know.

Views and masked events are built up from what is public plus what the seat holds; nothing is
taken out of a copy of the truth, so a field that is added later is secret until it is put here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ohhell.rules import events as ev
from ohhell.rules.actions import Action
from ohhell.rules.axes import Bidding
from ohhell.rules.cards import Card, Seat
from ohhell.rules.engine import barred_bid, legal_actions, to_act
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.trick import winning_index
from ohhell.rules.view import Own, PlayerView, RoundView

SECRET_EVENTS: Final = (ev.RoundDealt, ev.BidMade)
"""The kinds of events that `mask` changes for some seats; all others are told as they are."""


def view_for(state: GameState, seat: Seat | None) -> PlayerView:
    """What `seat` may know now; None is a watcher, who sees no hand."""
    current = state.round
    return PlayerView(
        rulebook=state.rulebook,
        seat=seat,
        names=state.names,
        phase=state.phase,
        turn=state.turn,
        to_act=to_act(state),
        legal=_legal(state, seat),
        round=None if current is None else _round_for(state, current, seat),
        totals=state.totals,
        results=state.results,
        first_dealer=state.first_dealer,
        draws=state.draws,
        extensions_played=state.extensions_played,
        contenders=state.contenders,
        places=state.places,
    )


def own_for(state: GameState, seat: Seat | None) -> Own:
    """What `seat` may know now that a watcher may not."""
    current = state.round
    if current is None:
        return Own(seat, _legal(state, seat), (), ())
    return Own(seat, _legal(state, seat), _hand(current, seat), _bids_for(state, current, seat))


def joined(watched: PlayerView, own: Own) -> PlayerView:
    """What a watcher sees and what a seat knows beyond that: the seat's `view_for`."""
    current = watched.round
    if current is not None:
        current = replace(current, hand=own.hand, bids=own.bids)
    return replace(watched, seat=own.seat, legal=own.legal, round=current)


def mask(event: ev.Event, seat: Seat | None, *, bids_hidden: bool) -> ev.SeenEvent:
    """One event as `seat` may see it; `bids_hidden` while bids are made all at once."""
    if not isinstance(event, SECRET_EVENTS):
        return event
    match event:
        case ev.RoundDealt():
            return ev.RoundOpened(
                number=event.number,
                size=event.size,
                dealer=event.dealer,
                seats=event.seats,
                trump=event.trump,
                turn_up=event.turn_up,
                hand=None if seat is None else tuple(sorted(event.hands[seat])),
            )
        case ev.BidMade() if bids_hidden and event.seat != seat:
            return ev.BidHidden(event.seat)
        case _:
            return event


def hides_bids(state: GameState) -> bool:
    """Whether bids of this game stay secret until all are in."""
    return state.rulebook.bidding is Bidding.ALL_AT_ONCE


def _legal(state: GameState, seat: Seat | None) -> tuple[Action, ...]:
    return () if seat is None else legal_actions(state, seat)


def _hand(current: RoundState, seat: Seat | None) -> tuple[Card, ...]:
    return () if seat is None else current.hands[seat]


def _bids_for(state: GameState, current: RoundState, seat: Seat | None) -> tuple[int | None, ...]:
    """The bids as `seat` may see them: only its own while they are made all at once."""
    if current.leader is not None or not hides_bids(state):
        return current.bids
    return tuple([bid if other == seat else None for other, bid in enumerate(current.bids)])


def _round_for(state: GameState, current: RoundState, seat: Seat | None) -> RoundView:
    """The round as `seat` may see it."""
    trick_seats = _seats_in_trick(current)
    winner = None
    if current.trick:
        winner = trick_seats[winning_index(current.trick, current.trump)]
    may_still_bid = not current.trick and not current.tricks
    return RoundView(
        number=current.number,
        size=current.size,
        dealer=current.dealer,
        seats=current.seats,
        trump=current.trump,
        turn_up=current.turn_up,
        is_extension=current.is_extension,
        has_hook=state.rulebook.has_hook(current.size),
        hand=_hand(current, seat),
        cards_left=_cards_left(state, current, trick_seats),
        bids=_bids_for(state, current, seat),
        has_bid=tuple([bid is not None for bid in current.bids]),
        taken=current.taken,
        leader=current.leader,
        trick_seats=trick_seats,
        trick_cards=current.trick,
        trick_winner=winner,
        tricks=current.tricks,
        barred_bid=barred_bid(state, current, current.seats[-1]) if may_still_bid else None,
    )


def _seats_in_trick(current: RoundState) -> tuple[Seat, ...]:
    """Who has played to the trick on the table, in order of play."""
    if current.leader is None:
        return ()
    first = current.seats.index(current.leader)
    order = current.seats[first:] + current.seats[:first]
    return order[: len(current.trick)]


def _cards_left(
    state: GameState, current: RoundState, in_trick: tuple[Seat, ...]
) -> tuple[int, ...]:
    """Cards each seat holds, counted from what everyone has seen rather than from the hands."""
    most = current.size - len(current.tricks)
    return tuple(
        [
            most - (seat in in_trick) if seat in current.seats else 0
            for seat in range(state.rulebook.players)
        ]
    )
