"""What is said at a party, and whom one may poke."""

from __future__ import annotations

import pytest

from ohhell.table import party_messages as pm
from tests.table.party_world import PartyWorld, started

pytestmark = pytest.mark.asyncio


async def test_talk_of_those_who_left_is_forgotten() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        assert isinstance(await world.ask("Ada", pm.Poke(1)), pm.Poked)
        assert await world.refused("Ada", pm.Poke(1)) == "poked-lately"
        await world.ask("Bo", pm.Say("hello"))
        talk = world.party._talk
        assert set(talk._spent) == {1}
        await world.ask("Bo", pm.QuitParty())
        assert not talk._spent
        assert not talk._poked


async def test_pokes_are_for_those_who_are_waited_for() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        assert await world.refused("Ada", pm.Poke(1)) == "nobody-waits"
        assert await world.refused("Ada", pm.Poke(0)) == "that-is-you"
        assert await world.refused("Ada", pm.Poke(5)) == "no-such-member"
        await world.world.hall.close(table)
        assert await world.refused("Ada", pm.Poke(1)) == "nobody-waits"


async def test_what_is_said_is_a_phrase_and_not_too_much() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        assert await world.refused("Ada", pm.Say("my ace")) == "no-such-phrase"
        for _ in range(5):
            assert isinstance(await world.ask("Ada", pm.Say("hello")), pm.Said)
        assert await world.refused("Ada", pm.Say("hello")) == "too-much-said"
        await world.pass_time(3.0)
        said = await world.ask("Ada", pm.Say("emoji-clap"))
        assert isinstance(said, pm.Said)
        assert said.number == 6
        heard = [one for one in world.book.all("Bo") if isinstance(one, pm.Said)]
        assert [one.re for one in heard] == [None] * 6
