"""A party: what is refused, what follows from what, and what its store's failures do to it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from ohhell.rules.rulebook import parse_rulebook
from ohhell.table import party_messages as pm
from ohhell.table.errors import StoreConflict, StoreError, TableError
from ohhell.table.holdings import Holding
from ohhell.table.messages import Abandon, Closed, Sit
from ohhell.table.party_decide import MOST_CLAIMS, MOST_WATCHERS
from ohhell.table.party_events import PartyRow, Renamed
from ohhell.table.party_state import PartyPhase
from tests.table.party_world import PartyWorld, holder
from tests.table.scripted import called

pytestmark = pytest.mark.asyncio

FULL = StoreError("store-full", found="no room")


async def started(world: PartyWorld, *people: str, rulebook: str = "common players=7") -> str:
    """A party whose game is running; its table."""
    await world.gather(*people, rulebook=rulebook)
    push = await world.ask(people[0], pm.Start())
    assert isinstance(push, pm.PartyPush)
    assert push.table is not None
    return push.table


async def test_a_name_is_nobody_elses_however_it_is_written() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", rulebook="common players=7")
        for name, code in (("ada", "name-in-use"), ("Ａｄａ", "name-in-use"), (" ", "no-name")):
            await world.join("Bo", name=name)
            assert world.book.code("Bo") == code
        await world.join("Bo", name="  Bo\n")
        assert world.book.now("Bo").members[1].name == "Bo"
        assert await world.refused("Bo", pm.Rename("ADA")) == "name-in-use"
        push = await world.ask("Bo", pm.Rename("BO"))  # their own, written otherwise
        assert isinstance(push, pm.PartyPush)
        assert [(one.what, one.name) for one in push.did] == [("renamed", "BO")]
        again = await world.ask("Bo", pm.Rename("BO"))
        assert isinstance(again, pm.PartyPush)
        assert again.number == push.number


async def test_a_full_party_takes_nobody_in_and_members_may_use_the_link_again() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo", "Cy")
        await world.join("Di")
        assert world.book.code("Di") == "party-full"
        before = world.party.state
        await world.join("Cy", name="Somebody else", seat=0)
        assert world.book.now("Cy").me == 2
        assert world.party.state == before


async def test_chairs_are_chosen_and_changed() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada")
        await world.join("Bo", seat=0)
        assert world.book.code("Bo") == "seat-taken"
        for seat in (3, -1):
            await world.join("Bo", seat=seat)
            assert world.book.code("Bo") == "no-such-seat"
        await world.join("Bo", seat=2)
        assert await world.refused("Ada", pm.Move(2)) == "seat-taken"
        assert await world.refused("Ada", pm.Move(7)) == "no-such-seat"
        before = world.party.state
        await world.ask("Ada", pm.Move(0))
        assert world.party.state == before
        await world.ask("Ada", pm.Move(1))
        assert [one.seat for one in world.party.state.people] == [1, 2]


async def test_fewer_seats_crowd_members_into_free_chairs() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo", "Cy", rulebook="common players=7")
        await world.ask("Bo", pm.Move(6))
        await world.ask("Cy", pm.Move(5))
        push = await world.ask("Ada", pm.Arrange(seats=3))
        assert isinstance(push, pm.PartyPush)
        assert [one.seat for one in push.members] == [0, 2, 1]
        assert [one.what for one in push.did] == ["arranged", "moved", "moved"]
        await world.ask("Ada", pm.Arrange(seats=4))
        await world.join("Di")
        assert await world.refused("Ada", pm.Arrange(seats=3)) == "seats-taken"


async def test_other_rules_make_everybody_not_ready_and_other_settings_do_not() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        for person in ("Ada", "Bo"):
            await world.ask(person, pm.BeReady(True))
            await world.ask(person, pm.BeReady(True))
        wish = pm.Arrange(
            levels={2: "club"},
            turn_seconds=30,
            sets_turn_seconds=True,
            grace_seconds=5,
            stand_in="club",
        )
        await world.ask("Ada", wish)
        state = world.party.state
        assert all(one.is_ready for one in state.people)
        assert state.arranged.settings.turn_seconds == 30
        assert state.arranged.levels[2] == "club"
        before = state.number
        await world.ask("Ada", wish)
        assert world.party.state.number == before
        await world.ask("Ada", pm.Arrange(rulebook=parse_rulebook("party players=3")))
        assert not any(one.is_ready for one in world.party.state.people)
        assert world.party.state.arranged.settings.turn_seconds == 30


async def test_a_size_that_no_longer_fits_follows_the_players_and_is_told() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", rulebook="party players=3 max_size=17")
        push = await world.ask("Ada", pm.Arrange(seats=7))
        assert isinstance(push, pm.PartyPush)
        assert push.dropped_size == 17
        assert push.rulebook.max_size is None
        await world.ask("Ada", pm.BeReady(True))
        assert world.book.now("Ada").dropped_size == 17
        await world.ask("Ada", pm.Arrange(turn_seconds=60, sets_turn_seconds=True))
        assert world.book.now("Ada").dropped_size is None


async def test_only_the_host_arranges_removes_passes_on_and_starts() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo", "Cy")
        for wish in (
            pm.Arrange(seats=4),
            pm.Remove(0),
            pm.PassHost(1),
            pm.RenewLinks(),
            pm.Start(),
            pm.Regather(),
            pm.AnswerClaim(0, is_given=True),
        ):
            assert await world.refused("Bo", wish) == "not-the-host"
        assert await world.refused("Ada", pm.Remove(0)) == "that-is-you"
        assert await world.refused("Ada", pm.Remove(9)) == "no-such-member"
        assert await world.refused("Ada", pm.PassHost(9)) == "no-such-member"
        assert await world.refused("Ada", pm.AnswerClaim(0, is_given=True)) == "no-such-claim"
        before = world.party.state.number
        await world.ask("Ada", pm.PassHost(0))
        await world.ask("Ada", pm.Regather())
        assert world.party.state.number == before
        await world.ask("Ada", pm.PassHost(2))
        await world.ask("Cy", pm.RenewLinks())
        assert world.party.state.generation == 2
        await world.ask("Cy", pm.Remove(0))
        assert world.book.code("Ada") == "removed"
        assert await world.store.parties_of(holder("Ada")) == ()


async def test_the_running_game_closes_the_door_but_for_the_settings_of_watching() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        for wish in (
            pm.Move(4),
            pm.Rename("X"),
            pm.BeReady(True),
            pm.Arrange(seats=4),
            pm.Remove(1),
            pm.Start(),
            pm.QuitParty(),
        ):
            assert await world.refused("Ada", wish) == "party-started"
        assert await world.refused("Ada", pm.Regather()) == "game-running"
        await world.join("Cy")
        assert world.book.code("Cy") == "party-started"
        await world.ask("Ada", pm.Arrange(may_watch=True))
        await world.watch("Cy")
        assert world.book.now("Cy").me is None
        await world.world.hall.post(Sit(table, called(None), None))
        await world.quiet()
        await world.ask("Ada", pm.Arrange(may_watch=False))
        assert world.book.code("Cy") == "not-for-watchers"
        assert isinstance(world.world.letters.last(called(None)), Closed)
        await world.ask("Ada", pm.Arrange(may_watch=True))
        await world.world.hall.close(table)
        await world.ask("Ada", pm.Arrange(may_watch=False))  # nobody to put out there
        assert not world.party.state.arranged.may_watch


async def test_a_rematch_keeps_chairs_and_lets_more_in() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        await world.world.hall.post(Abandon(table))
        await world.quiet()
        push = world.book.now("Bo")
        assert [one.what for one in push.did] == ["over"]
        assert push.games[0].is_over
        assert push.games[0].places == ()
        assert await world.refused("Bo", pm.Move(3)) == "party-started"
        await world.ask("Bo", pm.QuitParty())
        assert world.book.code("Bo") == "quit"
        await world.ask("Ada", pm.Regather())
        await world.join("Cy", seat=6)
        push = await world.ask("Ada", pm.Start())
        assert isinstance(push, pm.PartyPush)
        assert [game.members for game in push.games] == [
            (0, 1, *(None,) * 5),
            (0, *(None,) * 5, 2),
        ]
        assert push.table != table
        state = (await world.world.hall.find(push.table or "")).state
        assert state.party == world.name
        assert state.game.rulebook.players == 7
        assert await world.store.held_by(holder("Cy")) == (
            Holding(push.table or "", 6, holder("Cy")),
        )
        held = await world.store.held_by(holder("Bo"))  # their old game is still theirs
        assert [one.table for one in held] == [table]


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
        for number in range(MOST_CLAIMS):
            await world.claim(f"claimant {number}", 1)
        await world.claim("Cy", 1)
        assert world.book.code("Cy") == "too-many-claims"
        assert len(world.book.now("Ada").claims) == MOST_CLAIMS
        assert world.book.now("Bo").claims == ()


async def test_a_seat_that_is_given_is_the_claimants_alone() -> None:
    async with PartyWorld() as world:
        table = await started(world, "Ada", "Bo")
        device = pm.AddDevice(world.name, "phone", holder("phone"), "d1", 1)
        await world.post(device)
        await world.post(device)
        assert world.book.last("phone") == pm.Redeemed(world.name, table, "d1")
        assert len(await world.store.held_at(table)) == 3
        await world.claim("Cy", 1)
        await world.claim("Di", 1)
        await world.claim("Eve", 0)
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
        await world.post(pm.AddDevice(world.name, "Bo", holder("Bo"), "d1", 0))
        assert world.book.code("Bo") == "member-already"
        await world.ask("Bo", pm.QuitParty())
        await world.post(pm.AddDevice(world.name, "phone", holder("phone"), "d2", 1))
        assert world.book.code("phone") == "link-expired"
        await world.post(pm.AddDevice(world.name, "phone", holder("phone"), "d3", 0))
        assert world.party.state.people[0].holders == {holder("Ada"), holder("phone")}
        await world.attend("phone")
        await world.depart("Ada")
        assert world.book.now("phone").members[0].is_present


async def test_a_host_who_quits_hands_on_and_the_last_one_closes_the_party() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo", "Cy")
        await world.ask("Ada", pm.PassHost(2))
        await world.ask("Cy", pm.QuitParty())
        assert world.party.state.host == 0  # round and round
        await world.ask("Bo", pm.QuitParty())
        await world.ask("Ada", pm.QuitParty())
        assert world.party.state.phase is PartyPhase.CLOSED
        await world.join("Di")
        assert world.book.code("Di") == "party-closed"
        await world.watch("Di")
        assert world.book.code("Di") == "party-closed"


async def test_a_host_who_is_away_is_succeeded_once_somebody_is_there() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo", "Cy")
        for person in ("Bo", "Cy", "Ada"):
            await world.depart(person)
        await world.pass_time(500.0)
        assert world.party.state.host == 0
        assert not world.clock.alarms
        await world.attend("Cy")
        assert world.party.state.host == 2
        await world.attend("Ada")
        await world.depart("Cy")
        await world.pass_time(59.0)
        await world.attend("Cy")
        await world.pass_time(500.0)
        assert world.party.state.host == 2


async def test_a_connection_that_is_not_there_has_nothing_to_say() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        await world.attend("Zed")
        assert world.book.code("Zed") == "no-such-party"
        assert await world.refused("Zed", pm.Say("hello")) == "not-at-this-party"
        await world.post(pm.Depart(world.name, "Bo", "bye"))
        assert world.book.last("Bo") == pm.Departed(world.name, "asked", "bye")
        with pytest.raises(TableError, match="no-such-party"):
            await world.parties.find("nowhere")


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


async def test_a_party_nobody_visits_is_closed_and_says_so() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        await world.restart()
        world.clock.skip(31 * 24 * 3600.0)
        await world.attend("Ada")
        assert world.book.now("Ada").phase is PartyPhase.CLOSED
        number = world.party.state.number
        assert await world.refused("Ada", pm.BeReady(True)) == "party-closed"
        world.clock.skip(31 * 24 * 3600.0)
        await world.attend("Ada")
        assert world.party.state.number == number
    async with PartyWorld(keep_days=None) as world:
        await world.gather("Ada")
        await world.restart()
        world.clock.skip(10_000 * 24 * 3600.0)
        await world.attend("Ada")
        assert world.book.now("Ada").phase is PartyPhase.GATHERING


async def test_no_log_line_names_anybody(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "ohhell")
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo")
        world.store.failures["held_at"] = [FULL]
        await world.ask("Ada", pm.Start())
        assert "could not seat" in caplog.text
        assert "Ada" not in caplog.text
