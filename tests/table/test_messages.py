"""Messages twice, late, out of order and from the wrong people."""

from __future__ import annotations

import asyncio

import pytest

from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import Card
from ohhell.rules.events import BidHidden, BidMade, CardPlayed
from ohhell.rules.view import Phase
from ohhell.table.messages import Act, Closed, Leave, Push, Refused, Resign, Sit
from ohhell.table.table import Table
from tests.table.scripted import World, called, told_events

TWO = "party players=3 sequence=2,2 first_dealer=seat-2"
HIDDEN = TWO + " bidding=all-at-once hook=off"


async def at_play(world: World, rulebook: str = TWO) -> Table:
    """Three persons, the first round dealt, seat 0 to bid."""
    table = await world.open(rulebook, "person", "person", "person")
    await world.sit(table, 0, 1, 2)
    await world.exchange_nonces(table, 0, 1, 2)
    assert table.state.game.phase is Phase.BIDDING
    return table


def refused(world: World, listener: str) -> Refused:
    """The refusal that came last."""
    message = world.letters.last(listener)
    assert isinstance(message, Refused)
    return message


@pytest.mark.asyncio
async def test_an_action_is_answered_to_its_sender_and_told_to_all() -> None:
    async with World() as world:
        table = await at_play(world)
        await world.sit(table, None)
        await world.send(table, Sit(table.name, "phone of 0", 0))
        await world.send(table, world.act(table, 0, Bid(1), name="my bid"))
        for listener in ("p0", "phone of 0", "p1", "p2", "watcher"):
            push = world.letters.last(listener)
            assert isinstance(push, Push)
            assert push.did == (BidMade(0, 1),)
            assert (push.by, push.turn, push.number) == ("person", 2, table.state.number)
            assert push.re == ("my bid" if listener == "p0" else None)
        assert world.letters.now("phone of 0").view == world.letters.now("p0").view


@pytest.mark.asyncio
async def test_a_repeated_id_gives_the_current_view_and_does_nothing() -> None:
    async with World() as world:
        table = await at_play(world)
        bid = world.act(table, 0, Bid(1), name="my bid")
        await world.send(table, bid)
        number, told = table.state.number, len(world.letters.all("p1"))
        await world.send(table, bid, bid)
        await world.act_once(table, 1)
        await world.send(table, bid)
        assert table.state.number == number + 1
        assert len(world.letters.all("p1")) == told + 1
        again = world.letters.last("p0")
        assert isinstance(again, Push)
        assert (again.re, again.did, again.by) == ("my bid", (), None)
        assert again.view == world.letters.view("p0")
        assert again.turn == table.state.game.turn

        table = await world.restart(table)
        await world.sit(table, 0)
        await world.send(table, bid)
        again = world.letters.last("p0")
        assert isinstance(again, Push)
        assert again.re == "my bid"
        assert table.state.number == number + 1


@pytest.mark.asyncio
async def test_the_ids_of_two_seats_have_nothing_to_do_with_each_other() -> None:
    async with World() as world:
        table = await at_play(world)
        await world.send(table, world.act(table, 0, Bid(1), name="1"))
        await world.send(table, world.act(table, 1, Bid(0), name="1"))
        assert table.state.game.round is not None
        assert table.state.game.round.bids == (1, 0, None)
        table = await world.restart(table)
        await world.sit(table, 2)
        await world.send(table, world.act(table, 2, Bid(0), name="1"))
        assert table.state.game.phase is Phase.PLAYING


@pytest.mark.asyncio
async def test_an_action_for_a_turn_that_is_over_is_refused_with_the_current_view() -> None:
    async with World() as world:
        table = await at_play(world)
        late = world.act(table, 0, Bid(2), name="late")
        early = Act(table.name, "p1", table.state.game.turn + 1, "early", Bid(0))
        await world.send(table, early)
        assert refused(world, "p1").code == "stale"
        await world.act_once(table, 0)
        number = table.state.number
        await world.send(table, late)
        answer = refused(world, "p0")
        assert (answer.code, dict(answer.params), answer.re) == (
            "stale",
            {"value": 1, "limit": 2},
            "late",
        )
        assert answer.now is not None
        assert answer.now.view == world.letters.view("p0")
        assert answer.now.push == len(world.letters.all("p0"))
        assert table.state.number == number


@pytest.mark.asyncio
async def test_what_the_rules_refuse_is_refused_with_their_code() -> None:
    async with World() as world:
        table = await at_play(world)
        before = table.state
        for seat, action, code in (
            (1, Bid(0), "out-of-turn"),
            (0, Bid(3), "bid-out-of-range"),
            (0, Play(Card.C2), "bids-first"),
        ):
            await world.send(table, world.act(table, seat, action))
            assert refused(world, called(seat)).code == code
        assert table.state == before
        assert len(world.letters.all("p2")) == len(world.letters.pushes("p2"))


@pytest.mark.asyncio
async def test_a_refused_id_may_be_used_again_for_what_is_right() -> None:
    async with World() as world:
        table = await at_play(world)
        await world.send(table, world.act(table, 0, Bid(9), name="1"))
        assert refused(world, "p0").re == "1"
        await world.send(table, world.act(table, 0, Bid(1), name="1"))
        assert isinstance(world.letters.last("p0"), Push)
        assert table.state.game.turn == 2


@pytest.mark.asyncio
async def test_of_two_screens_of_one_seat_the_first_action_counts() -> None:
    async with World() as world:
        table = await at_play(world)
        await world.send(table, Sit(table.name, "phone", 0))
        one = world.act(table, 0, Bid(1), name="a")
        two = Act(table.name, "phone", one.turn, "b", Bid(2))
        await world.send(table, one, two)
        assert refused(world, "phone").code == "stale"
        assert table.state.game.round is not None
        assert table.state.game.round.bids[0] == 1


@pytest.mark.asyncio
async def test_with_bids_all_at_once_everybody_bids_in_the_same_turn() -> None:
    async with World() as world:
        table = await at_play(world, HIDDEN)
        turn = table.state.game.turn
        await world.send(table, world.act(table, 2, Bid(1)))
        assert table.state.game.turn == turn
        assert told_events(world.letters, "p0")[-1] == BidHidden(2)
        assert told_events(world.letters, "p2")[-1] == BidMade(2, 1)
        await world.send(table, world.act(table, 2, Bid(0), name="again"))
        assert refused(world, "p2").code == "bid-stands"
        await world.send(table, world.act(table, 0, Bid(1)), world.act(table, 1, Bid(1)))
        assert table.state.game.turn == turn + 1
        assert world.letters.view("p0").round is not None


@pytest.mark.asyncio
async def test_cards_and_bids_that_merely_equal_a_legal_one_are_taken_for_it() -> None:
    async with World() as world:
        table = await at_play(world)
        for seat in (0, 1, 2):
            await world.send(table, world.act(table, seat, Bid(False)))
        view = world.letters.view("p0")
        assert view.phase is Phase.PLAYING
        assert view.round is not None
        assert [type(bid) for bid in view.round.bids] == [int, int, int]
        card = view.round.hand[0]
        number: int = int(card)
        await world.send(table, world.act(table, 0, Play(number)))  # pyright: ignore[reportArgumentType]
        played = told_events(world.letters, "p0")[-1]
        assert isinstance(played, CardPlayed)
        assert type(played.card) is Card
        assert table.state.game.round is not None
        assert table.state.game.round.hands[0] == view.round.hand[1:]


@pytest.mark.asyncio
async def test_strangers_and_watchers_cannot_act() -> None:
    async with World() as world:
        table = await at_play(world)
        await world.sit(table, None)
        turn = table.state.game.turn
        await world.send(table, Act(table.name, "stranger", turn, "1", Bid(0)))
        answer = refused(world, "stranger")
        assert (answer.code, answer.now) == ("not-at-this-table", None)
        await world.send(table, Act(table.name, "watcher", turn, "1", Bid(0)))
        answer = refused(world, "watcher")
        assert answer.code == "only-watching"
        assert answer.now is not None
        assert answer.now.view.seat is None
        await world.send(table, Leave(table.name, "stranger"))
        await world.send(table, Resign(table.name, "watcher", "1"))
        assert refused(world, "watcher").code == "only-watching"
        assert table.state.game.turn == turn


@pytest.mark.asyncio
async def test_a_connection_sits_only_where_a_person_sits() -> None:
    async with World() as world:
        table = await world.open("party players=3 sequence=1", "person")
        for seat, code in ((1, "cpu-seat"), (3, "no-such-seat"), (-1, "no-such-seat")):
            await world.send(table, Sit(table.name, "guest", seat))
            answer = refused(world, "guest")
            assert (answer.code, answer.re, answer.now) == (code, None, None)
        assert table.state.number == 1
        await world.sit(table, 0)
        await world.send(table, Sit(table.name, "p0", 1))
        assert refused(world, "p0").now is not None, "it keeps the place it had"


@pytest.mark.asyncio
async def test_after_the_end_everything_is_refused() -> None:
    async with World() as world:
        table = await world.open("party players=3 sequence=1", "person")
        await world.sit(table, 0)
        await world.exchange_nonces(table, 0)
        await world.play(table, 0)
        rows = await world.store.load(table.name)
        actions: list[Action] = [Bid(0), Play(Card.C2)]
        for action in actions:
            await world.send(table, world.act(table, 0, action))
            assert refused(world, "p0").code == "game-over"
        await world.send(table, Resign(table.name, "p0", "enough"))
        assert refused(world, "p0").code == "game-over"
        await world.leave(table, 0)
        await world.sit(table, 0, None)
        await world.pass_time(table, 1000.0)
        assert await world.store.load(table.name) == rows
        assert not world.clock.alarms


@pytest.mark.asyncio
async def test_a_closed_table_says_goodbye_and_takes_no_more_messages() -> None:
    async with World() as world:
        table = await at_play(world)
        bid = world.act(table, 0, Bid(1))
        table.post(bid)
        await table.close()
        assert world.letters.last("p0") == Closed(table.name, "closing")
        assert world.letters.pushes("p0")[-1].re == bid.id, "what came before is dealt with"
        assert table.is_closed
        table.post(bid)
        await table.caught_up()
        await table.close()
        assert not world.clock.alarms
        await asyncio.sleep(0)
        assert world.letters.last("p0") == Closed(table.name, "closing")
