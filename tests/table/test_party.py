"""A party: what is refused, and what follows from what."""

from __future__ import annotations

import pytest

from ohhell.rules.rulebook import parse_rulebook
from ohhell.table import party_messages as pm
from ohhell.table.errors import TableError
from ohhell.table.holdings import Holding
from ohhell.table.messages import Abandon, Closed, Sit
from ohhell.table.party_state import PartyPhase
from tests.table.party_world import PartyWorld, holder, started
from tests.table.scripted import called

pytestmark = pytest.mark.asyncio


async def test_a_name_is_nobody_elses_however_it_is_written() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", rulebook="common players=7")
        for name, code in (("ada", "name-in-use"), ("Ａｄａ", "name-in-use"), (" ", "no-name")):
            await world.join("Bo", name=name)
            assert world.book.code("Bo") == code
        await world.join("Bo", name="ＡＤＡ")
        refused = world.book.last("Bo")
        assert isinstance(refused, pm.PartyRefused)
        assert refused.params["name"] == "Ada"  # as it is shown to all
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


async def test_one_wish_names_one_number_of_seats() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada")
        for players in (7, "7"):
            wish = pm.Arrange(seats=4, change={"players": players})
            assert await world.refused("Ada", wish) == "seats-twice"
        for players in (4, "4"):
            await world.ask("Ada", pm.Arrange(seats=4, change={"players": players}))
            assert world.party.state.players == 4


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
        await world.ask("Ada", pm.Arrange(seats=6))
        assert world.book.now("Ada").dropped_size == 17, "it is told until other rules change"
        for wish in (
            pm.Arrange(seats=3),  # where it fits again
            pm.Arrange(change={"hook": "off"}),
            pm.Arrange(change={"max_size": "default"}),
            pm.Arrange(rulebook=parse_rulebook("party players=7")),
        ):
            await world.ask("Ada", pm.Arrange(rulebook=parse_rulebook("party max_size=12")))
            await world.ask("Ada", pm.Arrange(seats=7))
            assert world.book.now("Ada").dropped_size == 12
            await world.ask("Ada", wish)
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
            assert await world.refused("Ada", wish) == "not-during-a-game"
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
        assert await world.refused("Bo", pm.Move(3)) == "not-during-a-game"
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


async def test_a_host_who_quits_hands_on_to_somebody_who_is_there() -> None:
    async with PartyWorld() as world:
        await world.gather("Ada", "Bo", "Cy")
        await world.depart("Bo")
        await world.ask("Ada", pm.QuitParty())
        assert world.party.state.host == 2
        await world.attend("Bo")
        await world.depart("Bo")
        await world.ask("Cy", pm.QuitParty())
        assert world.party.state.host == 1  # nobody else is left


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
