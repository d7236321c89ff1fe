"""What befalls a table of several people while it is played, as clients see it."""

from __future__ import annotations

from typing import Any

import pytest

from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from ohhell.table.ports import SEED
from ohhell.table.recording import record_of
from ohhell.table.state import fold
from tests.web.evening import RULES, Evening, evening
from tests.web.house import House, Said
from tests.web.truth import check, check_steps, states

pytestmark = pytest.mark.asyncio

DAY = 86_400.0


def events(pushes: list[Said]) -> list[str]:
    """What was told to have happened."""
    return [one["event"] for push in pushes for step in push["did"] for one in step["events"]]


async def begun(house: House, persons: int = 3, **arranged: Any) -> Evening:
    """Seat 0 is to bid."""
    night = await evening(house, persons, seats=4, **arranged)
    await night.give_nonces()
    assert night.people[0].now["view"]["to_act"] == [0]
    return night


async def test_the_others_let_a_cpu_player_act_until_the_person_is_back() -> None:
    async with House() as house:
        night = await begun(house)
        idle, first, second = night.people
        assert first.now["idle_at"] == house.clock.now() + 20.0
        early = await night.tell("stand-in", 1, seat=0, is_wanted=True)
        assert (early["code"], early["params"]) == ("not-idle", {"seat": 0, "limit": 20})
        assert "20 seconds" in early["sentence"]
        await house.pass_time(20.0)
        assert (await night.tell("stand-in", 1, seat=0, is_wanted=True))["type"] == "push"
        assert second.now["seats"][0]["wanted_by"] == [1]
        await night.tell("stand-in", 2, seat=0, is_wanted=True)
        assert idle.now["seats"][0]["is_voted_out"]
        assert idle.now["view"]["round"]["has_bid"][0]
        await house.kill()
        await night.come_back()
        idle, first, second = night.people
        assert idle.now["seats"][0] == {
            "player": "person",
            "is_present": True,
            "has_stand_in": False,
            "has_resigned": False,
            "wanted_by": [1, 2],
            "is_voted_out": True,
            "acted_for": [{"number": 12, "round": 1, "by": "cpu", "card": None}],
        }
        while first.now["view"]["to_act"] != [0]:
            who = first.now["view"]["to_act"][0]
            await night.act(who)
            if idle.now["view"]["phase"] == "playing":
                break
        refused = await idle.ask("act", table=night.table, turn=idle.now["view"]["turn"], bid=0)
        assert refused["code"] == "stood-in"
        await night.tell("back", 0)
        assert "returned" in events(first.pushes)
        assert not first.now["seats"][0]["is_voted_out"]
        await night.play(0, 1, 2)
        assert idle.now["view"]["places"]


async def test_a_pause_outlasts_the_server_and_leaves_the_turn_what_was_left() -> None:
    async with House() as house:
        night = await begun(house, turn_seconds=60)
        await house.pass_time(20.0)
        for who in range(3):
            assert (await night.tell("pause", who, is_wanted=True))["type"] == "push"
        assert night.people[0].now["pause"] == {"is_paused": True, "wanted_by": [0, 1, 2]}
        assert "paused" in events(night.people[0].pushes)
        refused = await night.act(0)
        assert refused["code"] == "paused"
        assert refused["now"]["view"]["legal"]
        await house.kill()
        await house.pass_time(10_000.0)
        await night.come_back()
        assert night.people[1].now["pause"]["is_paused"]
        assert night.people[1].now["deadline"] is None
        await house.pass_time(10_000.0)
        await night.tell("pause", 1, is_wanted=False)
        assert night.people[0].now["deadline"] == house.clock.now() + 40.0
        assert (await night.act(0))["type"] == "push"
        await night.play(0, 1, 2)


async def test_a_turn_that_runs_out_is_played_and_the_time_survives_a_killed_server() -> None:
    async with House() as house:
        night = await begun(house, turn_seconds=30)
        deadline = night.people[1].now["deadline"]
        assert deadline == house.clock.now() + 30.0
        await house.pass_time(10.0)
        await house.kill()
        await night.come_back()
        assert night.people[1].now["deadline"] == deadline
        await house.pass_time(19.0)
        assert night.people[1].now["view"]["to_act"] == [0]
        await house.pass_time(1.0)
        assert night.people[1].now["view"]["to_act"] == [1]
        rows = await house.store.load(night.table)
        assert [row.by for row in rows if row.by == "timeout"] == ["timeout"]
        await house.kill()
        await house.pass_time(300.0)
        await night.come_back()
        assert night.people[1].now["deadline"] == house.clock.now() + 30.0, "nobody could know"
        late = night.people[0].now["view"]["turn"] - 1
        answer = await night.tell("act", 0, turn=late, bid=0)
        assert answer["code"] == "stale"


async def test_two_screens_of_one_person_stay_in_step() -> None:
    async with House() as house:
        night = await begun(house)
        person, other = night.people[0], night.people[1]
        screen = await night.come(person.token)
        assert screen.now["view"] == person.now["view"]
        told = len(other.told)
        await screen.close()
        screen = await night.come(person.token)
        assert len(other.told) == told, "it is the same person, there all the time"
        turn = person.now["view"]["turn"]
        choice = person.now["view"]["legal"][0]
        done = await screen.ask("act", table=night.table, turn=turn, id="from the phone", **choice)
        await house.quiet()
        assert done["type"] == "push"
        assert person.now["view"] == screen.now["view"]
        again = await person.ask("act", table=night.table, turn=turn, **choice)
        assert again["code"] == "stale", "the other screen was faster"
        same = await person.ask("act", table=night.table, turn=turn, id="from the phone", **choice)
        assert same["type"] == "push"
        await person.close()
        await house.pass_time(100.0)
        assert not other.now["seats"][0]["has_stand_in"]
        await screen.close()
        await house.pass_time(100.0)
        assert other.now["seats"][0]["has_stand_in"]
        screen = await night.come(person.token)
        assert not other.now["seats"][0]["has_stand_in"]


async def test_a_seat_on_two_devices_has_two_holders_and_one_truth() -> None:
    async with House() as house:
        night = await begun(house)
        made = await night.people[0].ask("device-link", table=night.table)
        phone = await house.client()
        redeemed = await phone.ask("redeem", link=made["url"].rpartition("/")[2])
        assert redeemed["table"] == night.table
        await phone.ask("enter", table=night.table)
        assert phone.now["view"] == night.people[0].now["view"]
        await phone.act()
        await house.quiet()
        assert phone.now["view"] == night.people[0].now["view"]
        await house.kill()
        await night.come_back()
        phone = await night.come(phone.token)
        assert phone.now["view"]["seat"] == 0
        assert phone.now["view"] == night.people[0].now["view"]


async def test_watchers_see_the_table_and_no_seat() -> None:
    async with House() as house:
        night = await begun(house)
        watcher = await night.come()
        assert night.people[0].now["watchers"] == 1
        assert watcher.now["view"]["seat"] is None
        assert watcher.now["party"] == night.party
        for kind, fields in (
            ("act", {"turn": 0, "bid": 1}),
            ("resign", {}),
            ("stand-in", {"seat": 0, "is_wanted": True}),
            ("back", {}),
            ("pause", {"is_wanted": True}),
            ("hint", {}),
            ("abandon", {}),
        ):
            answer = await watcher.ask(kind, table=night.table, **fields)
            assert answer["code"] == "only-watching", kind
        again = await night.come(watcher.token)
        assert again.now["view"]["seat"] is None
        await night.play(0, 1, 2)
        await house.quiet()
        rows = await house.store.load(night.table)
        truth = states(rows)
        for client in (watcher, again):
            check(client.told, truth, None)
            check_steps(client.told, rows, truth, None, entries=())
            seen = [push for push in client.pushes if push["view"]["round"] is not None]
            assert all(push["view"]["round"]["hand"] == [] for push in seen)


async def test_watchers_do_not_keep_a_table_awake() -> None:
    async with House() as house:
        night = await begun(house)
        watcher = await night.come()
        for person in night.people:
            await person.close()
        await house.quiet()
        number = watcher.now["number"]
        await house.pass_time(5_000.0)
        assert watcher.now["number"] == number
        assert not any(seat["has_stand_in"] for seat in watcher.now["seats"])


async def test_watchers_are_closed_out_when_the_host_wants_none() -> None:
    async with House() as house:
        night = await begun(house)
        watcher = await night.come()
        await night.people[0].ask("arrange", party=night.party, may_watch=False)
        await house.quiet()
        closed = [one for one in watcher.told if one["type"] == "closed"]
        assert [one["code"] for one in closed] == ["not-for-watchers"]
        assert "watch" in closed[0]["sentence"]
        assert night.people[0].now["watchers"] == 0
        answer = await watcher.ask("enter", table=night.table)
        assert answer["code"] == "no-such-table"
        told = len(watcher.pushes)
        await night.act(0)
        assert len(watcher.pushes) == told


async def test_bids_made_at_once_stay_hidden_while_all_see_who_has_bid() -> None:
    async with House() as house:
        rules = f"{RULES.format(3)} bidding=all-at-once hook=off"
        night = await evening(house, 3, seats=4, rulebook=rules)
        await night.give_nonces()
        watcher = await night.come()
        turn = watcher.now["view"]["turn"]
        await night.act(1)
        for client, own in ((night.people[0], None), (watcher, None), (night.people[1], 0)):
            now = client.now["view"]
            assert now["turn"] == turn, "it moves when all are in"
            assert now["to_act"] == [0, 2]
            assert now["round"]["has_bid"] == [False, True, False, True]
            assert now["round"]["bids"] == [None, own, None, None]
            assert "bid-hidden" in events(client.pushes) or client is watcher
        assert events(night.people[1].pushes)[-1] == "bid"
        await night.act(0)
        await night.act(2)
        assert None not in watcher.now["view"]["round"]["bids"]
        assert "bids" in events(watcher.pushes)


async def test_a_bid_may_be_changed_while_others_wait() -> None:
    async with House() as house:
        rules = f"{RULES.format(3)} bid_change=until-next hook=off"
        night = await evening(house, 2, seats=4, rulebook=rules)
        await night.give_nonces()
        first, second = night.people
        turn = first.now["view"]["turn"]
        assert (await night.tell("act", 0, turn=turn, bid=1))["type"] == "push"
        assert second.now["view"]["to_act"] == [1]
        changed = await night.tell("act", 0, turn=turn + 1, bid=2)
        assert changed["type"] == "push"
        assert second.now["view"]["round"]["bids"][0] == 2
        assert events(second.pushes)[-1] == "bid-changed"
        await night.tell("act", 1, turn=second.now["view"]["turn"], bid=0)
        assert first.now["view"]["round"]["bids"] == [2, 0, None, None], "CPU players wait"
        await night.tell("act", 1, turn=second.now["view"]["turn"], bid=1)
        second.say("settle", table=night.table, turn=second.now["view"]["turn"])
        await house.quiet()
        assert first.now["view"]["round"]["bids"][:3] != [2, 1, None]


async def test_all_but_one_resign() -> None:
    async with House() as house:
        night = await begun(house)
        for who in (0, 1):
            assert (await night.tell("resign", who))["type"] == "push"
        last = night.people[2]
        assert [seat["has_resigned"] for seat in last.now["seats"]] == [True, True, False, False]
        assert last.now["idle_at"] is None
        turn = last.now["view"]["turn"]
        assert (await night.tell("act", 0, turn=turn, bid=0))["code"] == "resigned"
        await night.play(2)
        assert night.people[0].now["view"]["places"] == last.now["view"]["places"]
        points = last.now["view"]["totals"]
        assert len(points) == 4


async def test_everybody_resigns() -> None:
    async with House() as house:
        night = await begun(house)
        for who in (0, 1, 2):
            await night.tell("resign", who)
        await house.pass_time(1.0)
        for person in night.people:
            assert person.now["view"]["phase"] == "over"
            assert person.now["shuffle"]["seed"] is not None
        rows = await house.store.load(night.table)
        assert not verify(read_record(record_of(rows))).faults


async def test_a_game_nobody_comes_back_to_is_given_up_and_its_party_told() -> None:
    async with House(abandon_after=10 * DAY) as house:
        night = await begun(house)
        seed = await house.store.find(night.table, SEED)
        assert seed is not None
        for person in night.people:
            await person.close()
        await house.quiet()
        house.server.begin()
        await house.pass_time(9 * DAY)
        assert not fold(await house.store.load(night.table)).game.seed
        await house.kill()
        house.server.begin()
        await house.pass_time(2 * DAY)
        game = fold(await house.store.load(night.table)).game
        assert game.seed == seed
        back = await night.come(night.people[1].token)
        assert back.now["view"]["phase"] == "abandoned"
        assert back.now["shuffle"]["seed"] == seed.hex()
        listed = await back.ask("tables")
        assert listed["tables"][0]["phase"] == "abandoned"
        party = await back.ask("attend", party=night.party)
        assert [game["is_over"] for game in party["games"]] == [True]


async def test_a_game_somebody_came_back_to_is_left_alone() -> None:
    async with House(abandon_after=10 * DAY) as house:
        night = await begun(house)
        house.server.begin()
        for person in night.people[1:]:
            await person.close()
        await house.pass_time(40 * DAY)
        assert night.people[0].now["view"]["phase"] != "abandoned"
        await night.people[0].close()
        await house.pass_time(9 * DAY)
        back = await night.come(night.people[2].token)
        await back.close()
        await house.pass_time(9 * DAY)
        back = await night.come(night.people[2].token)
        assert back.now["view"]["phase"] != "abandoned"
