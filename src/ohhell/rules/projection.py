"""The only way from the truth to what a seat, or a watcher (seat None), may know.

Views and masked events are built up from what is public plus what the seat holds; nothing is
taken out of a copy of the truth, so a field that is added later is secret until it is put here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ohhell.rules import events as ev
from ohhell.rules.actions import Action
from ohhell.rules.axes import Bidding
from ohhell.rules.cards import Seat
from ohhell.rules.engine import barred_bid, legal_actions, to_act
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.trick import winning_index
from ohhell.rules.view import PlayerView, RoundView


def view_for(state: GameState, seat: Seat | None) -> PlayerView:
    """What `seat` may know now; None is a watcher, who sees no hand."""
    return views_for(state, (seat,))[seat]


def views_for(state: GameState, seats: Iterable[Seat | None]) -> dict[Seat | None, PlayerView]:
    """What each of `seats` may know now; what everybody knows is found out once for all."""
    waited_for = to_act(state)
    current = state.round
    public = None if current is None else _public(state, current)
    views: dict[Seat | None, PlayerView] = {}
    for seat in seats:
        legal: tuple[Action, ...] = () if seat is None else legal_actions(state, seat)
        views[seat] = PlayerView(
            rulebook=state.rulebook,
            seat=seat,
            names=state.names,
            phase=state.phase,
            turn=state.turn,
            to_act=waited_for,
            legal=legal,
            round=None if current is None or public is None else _for(current, public, seat),
            totals=state.totals,
            results=state.results,
            first_dealer=state.first_dealer,
            draws=state.draws,
            extensions_played=state.extensions_played,
            contenders=state.contenders,
            places=state.places,
        )
    return views


def mask(event: ev.Event, seat: Seat | None, *, bids_hidden: bool) -> ev.SeenEvent:
    """One event as `seat` may see it; `bids_hidden` while bids are made all at once."""
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


@dataclass(frozen=True, slots=True)
class _Public:
    """What everybody may know of a round beyond the fields that are public as they stand."""

    has_hook: bool
    cards_left: tuple[int, ...]
    has_bid: tuple[bool, ...]
    are_bids_hidden: bool
    trick_seats: tuple[Seat, ...]
    trick_winner: Seat | None
    barred_bid: int | None


def _public(state: GameState, current: RoundState) -> _Public:
    trick_seats = _seats_in_trick(current)
    winner = None
    if current.trick:
        winner = trick_seats[winning_index(current.trick, current.trump)]
    may_still_bid = not current.trick and not current.tricks
    return _Public(
        has_hook=state.rulebook.has_hook(current.size),
        cards_left=_cards_left(state, current, trick_seats),
        has_bid=tuple([bid is not None for bid in current.bids]),
        are_bids_hidden=hides_bids(state) and current.leader is None,
        trick_seats=trick_seats,
        trick_winner=winner,
        barred_bid=barred_bid(state, current, current.seats[-1]) if may_still_bid else None,
    )


def _for(current: RoundState, public: _Public, seat: Seat | None) -> RoundView:
    """The round as `seat` may see it."""
    bids = current.bids
    if public.are_bids_hidden:
        bids = tuple([bid if other == seat else None for other, bid in enumerate(bids)])
    return RoundView(
        number=current.number,
        size=current.size,
        dealer=current.dealer,
        seats=current.seats,
        trump=current.trump,
        turn_up=current.turn_up,
        is_extension=current.is_extension,
        has_hook=public.has_hook,
        hand=() if seat is None else current.hands[seat],
        cards_left=public.cards_left,
        bids=bids,
        has_bid=public.has_bid,
        taken=current.taken,
        leader=current.leader,
        trick_seats=public.trick_seats,
        trick_cards=current.trick,
        trick_winner=public.trick_winner,
        tricks=current.tricks,
        barred_bid=public.barred_bid,
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
    return tuple(
        current.size - len(current.tricks) - (seat in in_trick) if seat in current.seats else 0
        for seat in range(state.rulebook.players)
    )
