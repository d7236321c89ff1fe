"""Those who watch: told of and counted, without a hand and without a say."""

from __future__ import annotations

import pytest

from ohhell.rules.events import BidHidden, BidMade, RoundOpened
from ohhell.table.messages import Closed, Leave, PutOut, Sit
from ohhell.table.table import Table
from tests.table.scripted import World, told_events

RULES = "party players=3 sequence=2 first_dealer=seat-2"


async def begun(world: World, rules: str = RULES) -> Table:
    table = await world.open(rules, "person", "person")
    await world.sit(table, 0, 1)
    return table


@pytest.mark.asyncio
async def test_watchers_are_counted_and_not_named() -> None:
    async with World() as world:
        table = await begun(world)
        assert world.letters.now("p0").watchers == 0
        await world.sit(table, None)
        await world.send(table, Sit(table.name, "another", None))
        assert world.letters.now("p0").watchers == 2
        assert world.letters.now("watcher").watchers == 2
        told = len(world.letters.all("p0"))
        await world.send(table, Sit(table.name, "another", None))
        assert len(world.letters.all("p0")) == told
        await world.send(table, Leave(table.name, "another"))
        assert world.letters.now("p0").watchers == 1


@pytest.mark.asyncio
async def test_watchers_see_no_hand_and_no_bid_that_is_face_down() -> None:
    async with World() as world:
        table = await begun(world, f"{RULES} bidding=all-at-once hook=off")
        await world.sit(table, None)
        await world.exchange_nonces(table, 0, 1)
        await world.act_once(table, 0)
        await world.leave(table, None)
        await world.sit(table, None)
        push = world.letters.now("watcher")
        assert push.view.round is not None
        assert push.view.round.hand == ()
        assert push.view.round.bids == (None, None, None)
        assert push.view.round.has_bid == (True, False, True)
        told = told_events(world.letters, "watcher")
        assert BidHidden(0) in told
        assert not any(isinstance(event, BidMade) for event in told)
        assert [event.hand for event in told if isinstance(event, RoundOpened)] == [None]


@pytest.mark.asyncio
async def test_when_nobody_may_watch_any_longer_those_without_a_seat_are_put_out() -> None:
    async with World() as world:
        table = await begun(world)
        await world.exchange_nonces(table, 0, 1)
        await world.sit(table, None)
        await world.send(table, PutOut(table.name))
        last = world.letters.last("watcher")
        assert last == Closed(table.name, "not-for-watchers")
        assert world.letters.now("p0").watchers == 0
        told = len(world.letters.all("watcher")), len(world.letters.all("p0"))
        await world.send(table, PutOut(table.name))
        assert (len(world.letters.all("watcher")), len(world.letters.all("p0"))) == told
        await world.act_once(table, 0)
        assert world.letters.last("watcher") == last


@pytest.mark.asyncio
async def test_a_table_knows_whose_party_it_is() -> None:
    async with World() as world:
        for name, party in (("alone", None), ("evening", "kP0x7Qm2Lr4s")):
            table = await world.open(RULES, "person", name=name, party=party)
            table = await world.restart(table)
            await world.sit(table, 0)
            assert world.letters.now("p0").party == party
