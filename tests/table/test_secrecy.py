"""No message to a seat or a watcher ever holds what it may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import cast

import pytest

from ohhell.rules.actions import Action, Play
from ohhell.rules.cards import Card, Seat
from ohhell.rules.events import BidMade, CardPlayed, DealerDrawn, RoundDealt, RoundOpened
from ohhell.rules.projection import hides_bids
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.view import Phase
from ohhell.table.messages import Closed, Push, Refused, Sit, ToListener
from ohhell.table.ports import StoredRow
from ohhell.table.state import TableState, fold
from tests.table.scripted import World, called


def inside(value: object) -> Iterator[object]:
    """A value and everything in it, however deep."""
    yield value
    match value:
        case Rulebook() | Enum() | str() | bytes() | int() | float() | None:
            pass
        case Mapping():
            for pair in cast("Mapping[object, object]", value).items():
                yield from inside(pair)
        case tuple() | list():
            for entry in cast("Sequence[object]", value):
                yield from inside(entry)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from inside(getattr(value, field.name))
        case _:
            raise AssertionError(f"what is a {type(value).__name__} doing in a message?")


def open_cards(rows: tuple[StoredRow, ...], seat: Seat | None) -> set[Card]:
    """The cards a seat may know of after these rows."""
    known: set[Card] = set()
    drawn: set[Card] = set()
    for event in (event for row in rows for event in row.events):
        match event:
            case RoundDealt():
                known = set() if seat is None else set(event.hands[seat])
                known |= set() if event.turn_up is None else {event.turn_up}
            case CardPlayed():
                known.add(event.card)
            case DealerDrawn():
                drawn = {card for draw in event.draws for _, card in draw}
            case _:
                pass
    return known | drawn


def check(message: ToListener, rows: tuple[StoredRow, ...], seat: Seat | None, seed: bytes) -> None:
    """One message that `seat` was sent."""
    if isinstance(message, Closed):
        return
    push = message.now if isinstance(message, Refused) else message
    assert push is not None
    so_far = rows[: push.number]
    game = fold(so_far).game
    cards = {value for value in inside(message) if isinstance(value, Card)}
    assert cards <= open_cards(so_far, seat)
    for value in inside(message):
        assert not isinstance(value, (RoundDealt, GameState, RoundState, TableState, StoredRow))
        if isinstance(value, bytes) and game.seed is None:
            assert value != seed
        if isinstance(value, BidMade) and hides_bids(game):
            assert value.seat == seat
        if isinstance(value, RoundOpened):
            assert (value.hand is None) is (seat is None)
    assert push.view.seat == seat
    if game.phase is Phase.BIDDING and hides_bids(game):
        assert push.view.round is not None
        shown = {s for s, bid in enumerate(push.view.round.bids) if bid is not None}
        assert shown <= {seat}
    if push.shuffle.may_reveal is False:
        assert not any(push.shuffle.shown)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "rulebook",
    [
        "party players=3 sequence=3,1",
        "club-sheet players=4 sequence=2,1 ties=share",
        "common players=5 sequence=2,2 bidding=all-at-once hook=off trump=none",
    ],
)
async def test_no_message_holds_what_its_seat_may_not_know(rulebook: str) -> None:
    async with World() as world:
        table = await world.open(rulebook, "person", "person", "person")
        seed = await world.store.find(table.name, "seed")
        assert seed is not None
        await world.sit(table, 0, 1, 2, None)
        await world.exchange_nonces(table, 0, 1, 2)
        steps = 0
        while table.state.game.phase is not Phase.OVER:
            await world.act_once(table, steps % 3)
            steps += 1
            # Everything that makes a table speak: refused actions, people coming and going.
            await world.send(table, world.act(table, steps % 3, table_card(table.state)))
            if steps % 7 == 0:
                await world.leave(table, steps % 2)
                await world.sit(table, steps % 2)
            if world.clock.alarms:
                await world.pass_time(table, 2.0)
        rows = await world.store.load(table.name)
        for seat in (0, 1, 2, None):
            messages = world.letters.all(called(seat))
            assert len(messages) > len(rows)
            assert seat is None or any(isinstance(message, Refused) for message in messages)
            for message in messages:
                check(message, rows, seat, seed)


def table_card(state: TableState) -> Action:
    """An action nobody may do now: a card from the stock."""
    current = state.game.round
    return Play(Card.C2 if current is None or not current.stock else current.stock[0])


@pytest.mark.asyncio
async def test_a_connection_that_changes_its_place_takes_nothing_along() -> None:
    async with World() as world:
        table = await world.open("party players=3 sequence=3", "person", "person")
        await world.sit(table, 0, 1)
        await world.exchange_nonces(table, 0, 1)
        watching = world.letters.now("p0").view
        assert watching.round is not None
        assert len(watching.round.hand) == 3
        await world.send(table, Sit(table.name, "p0", None))
        now = world.letters.last("p0")
        assert isinstance(now, Push)
        assert now.view.round is not None
        assert now.view.round.hand == ()
        assert now.view.legal == ()
        assert [status.is_present for status in now.seats] == [False, True, False]
