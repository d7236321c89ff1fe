"""Whose seat it is: watchers, claims of a seat, more devices of one person."""

from __future__ import annotations

import pytest

from ohhell.table import party_messages as pm
from ohhell.table.messages import Abandon
from ohhell.table.party_decide import MOST_CLAIMS, MOST_WATCHERS
from tests.table.party_world import PartyWorld, holder, started

pytestmark = pytest.mark.asyncio


async def test_who_watches_and_who_may_see_a_table() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        await world.watch("Eve")
        assert world.book.code("Eve") == "watching-off"
        await world.ask("Ada", pm.Arrange(may_watch=True))
        await world.watch("Eve")
        await world.watch("Eve")
        await world.watch("Bo")
        assert world.book.now("Bo").me == 1
        assert len(world.party.state.watchers) == 1
        push = await world.ask("Ada", pm.Start())
        assert isinstance(push, pm.PartyPush)
        table = push.table or ""
        for _ in range(2):
            assert await world.parties.may_watch(holder("Eve"), table)
            assert await world.parties.may_watch(holder("Ada"), table)
            assert not await world.parties.may_watch(holder("Zed"), table)
            assert not await world.parties.may_watch(holder("Eve"), "no table")
            await world.world.hall.close(table)  # asked of the log then
        alone = await world.world.open("common players=3", "person", name="alone")
        assert not await world.parties.may_watch(holder("Eve"), alone.name)
        for number in range(MOST_WATCHERS - 1):
            await world.watch(f"watcher {number}")
        await world.watch("one more")
        assert world.book.code("one more") == "too-many-watchers"


async def test_whoever_takes_a_chair_watches_no_more() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada")
        await world.ask("Ada", pm.Arrange(may_watch=True))
        await world.watch("Eve")
        assert await world.refused("Eve", pm.BeReady(True)) == "only-watching"
        await world.join("Eve")
        assert not world.party.state.watchers
        assert world.book.now("Ada").watchers == 0


async def test_claims_are_bounded_and_for_running_games() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo", rulebook="common players=7")
        await world.claim("Cy", 1)
        assert world.book.code("Cy") == "no-game-running"
        await world.ask("Ada", pm.Start())
        await world.claim("Bo", 0)
        assert world.book.code("Bo") == "member-already"
        await world.claim("Cy", 5)
        assert world.book.code("Cy") == "cpu-seat"
        await world.claim("Cy", 7)
        assert world.book.code("Cy") == "no-such-seat"
        await world.claim("Cy", 1)
        assert world.book.code("Cy") == "seat-is-here"
        await world.depart("Bo")
        for number in range(MOST_CLAIMS):
            await world.claim(f"claimant {number}", 1)
        await world.claim("Cy", 1)
        assert world.book.code("Cy") == "too-many-claims"
        assert len(world.book.now("Ada").claims) == MOST_CLAIMS
        await world.attend("Bo")
        assert len(world.book.now("Bo").claims) == MOST_CLAIMS, "it is their seat"
        await world.claim("claimant 0", 1)
        assert isinstance(world.book.last("claimant 0"), pm.Claimed), "asked before Bo came back"


async def test_claims_end_with_the_game() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        await world.depart("Bo")
        await world.claim("Cy", 1)
        await world.world.hall.post(Abandon(table))
        await world.quiet()
        assert world.book.last("Cy") == pm.Claimed(world.name, 1, False, None)
        assert world.book.now("Ada").claims == ()
        assert await world.refused("Ada", pm.AnswerClaim(0, is_given=True)) == "no-such-claim"
        await world.attend("Bo")
        await world.ask("Bo", pm.QuitParty())
        assert world.book.out == []  # what Bo has played stays theirs
        await world.attend("Ada")
        assert [one.name for one in world.book.now("Ada").members] == ["Ada"]


async def test_a_seat_that_is_given_is_the_claimants_alone() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        for _ in range(2):
            await world.add_device("phone", 1, by="Bo")
            redeemed = world.book.last("phone")
            assert isinstance(redeemed, pm.Redeemed)
            assert redeemed.table == table
        assert len(await world.store.held_at(table)) == 3
        for person in ("Ada", "Bo"):
            await world.depart(person)
        await world.claim("Cy", 1)
        await world.claim("Di", 1)
        await world.claim("Eve", 0)
        for person in ("Ada", "Bo"):
            await world.attend(person)
        await world.depart("Di")
        await world.claim("Di", 1)
        await world.ask("Ada", pm.AnswerClaim(0, is_given=True))
        decided = [one for one in world.book.all("Cy") if isinstance(one, pm.Claimed)]
        assert [one.is_given for one in decided] == [None, True]
        assert world.book.now("Cy").me == 1
        assert world.book.last("Di") == pm.Claimed(world.name, 1, False, None)
        assert isinstance(world.book.last("Eve"), pm.Claimed)
        assert world.book.code("Bo") == "seat-given-away"
        assert world.book.out == [(table, frozenset((holder("Bo"), holder("phone"))))]
        held = await world.store.held_at(table)
        assert [one.holder for one in held] == [holder("Ada"), holder("Cy")]
        assert await world.store.parties_of(holder("Bo")) == ()
        await world.ask("Ada", pm.AnswerClaim(2, is_given=False))
        assert world.book.last("Eve") == pm.Claimed(world.name, 0, False, None)


async def test_another_device_is_a_members_and_nobody_elses() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        await world.add_device("Bo", 0, by="Ada")
        assert world.book.code("Bo") == "member-already"
        await world.ask("Bo", pm.QuitParty())
        await world.add_device("phone", 1, by="Bo")
        assert world.book.code("phone") == "link-expired"
        await world.add_device("phone", 0, by="Ada")
        assert world.party.state.people[0].holders == {holder("Ada"), holder("phone")}
        await world.attend("phone")
        await world.depart("Ada")
        assert world.book.now("phone").members[0].is_present


async def test_a_link_leads_to_a_seat_no_longer_than_its_maker_has_it() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo", "Cy")
        await world.depart("Bo")
        await world.claim("thief", 1)
        await world.ask("Ada", pm.AnswerClaim(0, is_given=True))
        for device in ("Bo", "phone"):
            await world.add_device(device, 1, by="Bo")
            assert world.book.code(device) == "link-expired"
        await world.add_device("tablet", 1, by="thief")
        held = {one.holder for one in await world.store.held_at(table) if one.seat == 1}
        assert held == {holder("thief"), holder("tablet")}
        await world.world.hall.post(Abandon(table))
        await world.quiet()
        await world.ask("Ada", pm.Regather())
        await world.ask("Ada", pm.Remove(2))
        await world.add_device("phone", 2, by="Cy")
        assert world.book.code("phone") == "link-expired"
        await world.join("Cy")  # a member again, and another one
        await world.add_device("phone", 2, by="Cy")
        assert world.book.code("phone") == "link-expired"
        await world.add_device("phone", 3, by="Cy")
        assert isinstance(world.book.last("phone"), pm.Redeemed)
