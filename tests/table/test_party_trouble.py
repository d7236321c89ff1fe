"""A party whose store fails, which crashes or sleeps, and is asked twice: nothing is lost."""

from __future__ import annotations

import asyncio
import logging

import pytest

from ohhell.rules.rulebook import parse_rulebook
from ohhell.table import party_messages as pm
from ohhell.table.errors import StoreConflict, StoreError, TableError
from ohhell.table.messages import Abandon
from ohhell.table.party_events import PartyRow, Renamed
from tests.table.party_world import PartyWorld, holder, started

pytestmark = pytest.mark.asyncio

FULL = StoreError("store-full", found="no room")


async def test_a_store_that_fails_has_changed_nothing() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        before = world.party.state
        world.store.failures["append_party"] = [FULL, FULL]
        assert await world.refused("Bo", pm.BeReady(True)) == "store-full"
        await world.join("Cy")
        assert world.book.code("Cy") == "store-full"
        assert world.party.state == before
        assert "Cy" not in world.party._audience
        world.store.failures["append_party"] = [FULL]
        await world.depart("Ada")
        await world.pass_time(60.0)
        assert world.party.state.host == 0
        await world.pass_time(2.0)
        assert world.party.state.host == 1


async def test_somebody_else_who_writes_to_the_log_is_heeded() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        number = world.party.state.number
        row = PartyRow(number + 1, world.clock.now(), 1, "elsewhere", (Renamed(1, "Bea"),))
        await world.store.append_party(world.name, row)
        await world.ask("Ada", pm.BeReady(True))
        assert [one.name for one in world.book.now("Ada").members] == ["Ada", "Bea"]
        conflict = StoreConflict("row-conflict", value=1, limit=2)
        world.store.failures["append_party"] = [conflict] * 4
        assert await world.refused("Ada", pm.BeReady(False)) == "row-conflict"


async def test_seats_that_could_not_be_kept_are_kept_later() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        world.store.failures["held_at"] = [FULL, FULL]
        push = await world.ask("Ada", pm.Start())
        assert isinstance(push, pm.PartyPush)
        assert await world.store.held_by(holder("Bo")) == ()
        await world.pass_time(2.0)
        assert await world.store.held_by(holder("Bo")) == ()
        await world.pass_time(2.0)
        assert len(await world.store.held_by(holder("Bo"))) == 1


async def test_a_party_finds_out_what_became_of_its_game_while_it_slept() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        await world.restart()
        await world.attend("Ada")
        assert not world.book.now("Ada").games[0].is_over
        await world.restart()
        await world.world.hall.post(Abandon(table))
        await world.quiet()
        world.store.failures["load"] = [FULL]
        await world.attend("Ada")
        await world.pass_time(2.0)
        game = world.book.now("Ada").games[0]
        assert (game.is_over, game.places) == (True, ())


async def test_a_game_that_ends_while_the_store_fails_is_over_all_the_same() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        world.store.failures["append_party"] = [FULL]
        await world.world.hall.post(Abandon(table))
        await world.quiet()
        assert not world.book.now("Ada").games[0].is_over
        await world.pass_time(2.0)
        assert world.book.now("Ada").games[0].is_over
        await world.post(pm.TableOver(world.name, table, ()))  # told twice
        alone = await world.world.open("common players=3", "person", name="alone")
        await world.world.hall.post(Abandon(alone.name))
        await world.quiet()
        assert len(world.party.state.games) == 1


async def test_places_are_found_in_the_log_of_a_game_that_was_played_out() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", rulebook="common players=3 sequence=1")
        push = await world.ask("Ada", pm.Start())
        assert isinstance(push, pm.PartyPush)
        table = await world.world.hall.find(push.table or "")
        await world.parties.close(world.name)
        await world.world.sit(table, 0)
        await world.world.play(table, 0)
        await world.attend("Ada")
        game = world.book.now("Ada").games[0]
        assert game.places == table.state.game.places != ()


async def test_an_index_that_could_not_be_changed_does_no_harm() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        world.store.failures["forget_member"] = [FULL]
        await world.ask("Ada", pm.Remove(1))
        assert world.book.code("Bo") == "removed"
        assert await world.store.parties_of(holder("Bo")) == (world.name,)


async def test_a_party_that_crashes_goes_on_from_its_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        world.store.failures["append_party"] = [KeyError("fault")]
        party = world.party
        party.post(pm.Ask(world.name, "Bo", "r1", pm.BeReady(True)))
        party.post(pm.Ask(world.name, "Bo", "r2", pm.BeReady(True)))
        await party.caught_up()
        await asyncio.sleep(0)
        assert party.is_closed
        party.post(pm.Depart(world.name, "Bo"))  # too late, and no harm
        assert "crashed" in caplog.text
        assert world.book.code("Ada") == "closing"
        answered = [one for one in world.book.all("Bo") if one.re == "r2"]
        assert answered == [pm.Departed(world.name, "closing", "r2")]
        await world.attend("Ada")
        assert await world.ask("Ada", pm.BeReady(True))
        assert world.party is not party
        await world.parties.close(world.name)
        await world.parties.close(world.name)


async def test_gathering_again_with_the_same_id_is_the_same_party() -> None:
    async with PartyWorld() as world:
        rulebook = parse_rulebook("common")

        async def gather(person: str, name: str, action_id: str) -> str:
            made = await world.parties.gather(
                holder(person), action_id, name=name, rulebook=rulebook, level="random"
            )
            return made.name

        first = await gather("Ada", "Ada", "g1")
        assert await gather("Ada", "Ada", "g1") == first
        assert await gather("Ada", "Ada", "g2") != first
        assert await gather("Bo", "Bo", "g1") != first
        with pytest.raises(TableError, match="no-name"):
            await gather("Ada", "\u202e", "g3")
        await world.store.note_member("lost", holder("Ada"))  # the index may know too much
        world.name = first
        await world.join("Bo")
        assert await gather("Bo", "Bo", "id-1") != first  # joined with that id, began nothing


async def test_what_is_asked_again_is_answered_and_not_done_again() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        first = await world.ask("Ada", pm.RenewLinks(), name="once")
        again = await world.ask("Ada", pm.RenewLinks(), name="once")
        assert isinstance(first, pm.PartyPush)
        assert isinstance(again, pm.PartyPush)
        assert again.number == first.number
        assert world.party.state.generation == 2
        await world.ask("Bo", pm.RenewLinks(), name="once")  # another's id, and refused
        assert world.book.code("Bo") == "not-the-host"
        await world.restart()
        await world.attend("Ada")
        await world.ask("Ada", pm.RenewLinks(), name="once")
        assert world.party.state.generation == 2


async def test_no_log_line_names_anybody(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "ohhell")
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        world.store.failures["held_at"] = [FULL]
        await world.ask("Ada", pm.Start())
        assert "could not seat" in caplog.text
        assert "Ada" not in caplog.text
