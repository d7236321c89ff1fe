"""A party's game: opening its table, who has which seat there, and what became of it."""

from __future__ import annotations

from ohhell.rules import events as ev
from ohhell.table.hall import Hall
from ohhell.table.holdings import Holding, Holdings
from ohhell.table.party_decide import members_by_seat, seatings
from ohhell.table.party_events import Member, Started
from ohhell.table.party_state import Game, PartyState, person_of
from ohhell.table.ports import EventStore
from ohhell.table.state import persons_to_act


async def open_table(hall: Hall, party: str, state: PartyState, *, name: str) -> Started:
    """Start the game that is arranged; nobody has a seat there until `seat_people`."""
    arranged = state.arranged
    await hall.open(arranged.rulebook, seatings(state), arranged.settings, name=name, party=party)
    return Started(name, members_by_seat(state))


async def seat_people(state: PartyState, holdings: Holdings) -> None:
    """Let the members have their seats in the newest game, and nobody else."""
    game = state.games[-1]
    held = await holdings.held_at(game.table)
    for seat, member in enumerate(game.members):
        if member is None:
            continue
        have = frozenset(one.holder for one in held if one.seat == seat)
        wanted = person_of(state, member).holders
        if have != wanted:
            first, *others = sorted(wanted)
            await holdings.hold(Holding(game.table, seat, first))
            for other in others:
                await holdings.also_hold(Holding(game.table, seat, other), beside=first)


async def outcome(events: EventStore, table: str) -> tuple[int, ...] | None:
    """The places of a game that is over, () where it was given up; None while it runs."""
    for row in await events.load(table):
        for event in row.events:
            if isinstance(event, ev.GameEnded):
                return event.places
            if isinstance(event, ev.GameAbandoned):
                return ()
    return None


def waited_for(game: Game, hall: Hall) -> tuple[Member | None, ...]:
    """The members a running game waits for, as far as it is awake."""
    table = hall.awake(game.table)
    seats = () if table is None or game.is_over else persons_to_act(table.state)
    return tuple(game.members[seat] for seat in seats)
