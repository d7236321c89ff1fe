"""A seat on another device, by a link of one's own or as the host gives it."""

from __future__ import annotations

import asyncio

import pytest

from ohhell.store.memory import MemoryStore
from ohhell.table.errors import StoreError
from ohhell.table.holdings import Holding
from ohhell.table.ports import StoredRow
from tests.web.house import Client, House
from tests.web.party_house import (
    code,
    gather,
    link_in,
    new_device,
    start,
)

pytestmark = pytest.mark.asyncio


async def test_another_device_has_the_seat_as_well() -> None:
    async with House() as house:
        party, _, (ada, emil) = await gather(house, "Ada", "Emil")
        made = await emil.ask("device-link", party=party)
        assert made["seconds"] == 600
        assert {*"".join(made["qr"])} == {"0", "1"}
        phone = await house.client()
        assert await phone.ask("redeem", link=link_in(made["url"]), id="r1") == {
            "type": "redeemed",
            "re": "r1",
            "party": party,
            "table": None,
        }
        await house.quiet()
        assert [one["what"] for one in emil.party["did"]] == ["device"]
        assert emil.party["did"][0]["member"] == 1
        again = await house.client(phone.token)
        assert (await again.ask("redeem", link=link_in(made["url"])))["type"] == "redeemed"
        thief = await house.client()
        assert await code(thief, "redeem", link=link_in(made["url"])) == "link-expired"
        assert (await phone.ask("attend", party=party))["me"] == 1
        unused = await new_device(emil, party)
        assert await code(ada, "redeem", link=unused) == "member-already"
        assert (await emil.ask("redeem", link=unused))["type"] == "redeemed"
        spare = await house.client()  # neither of them has used it up
        assert (await spare.ask("redeem", link=unused))["type"] == "redeemed"
        table = await start(house, party, (ada, emil, phone))
        assert phone.now["view"]["seat"] == 1
        at_table = await emil.ask("device-link", table=table)
        tablet = await house.client()
        redeemed = await tablet.ask("redeem", link=link_in(at_table["url"]))
        assert (redeemed["party"], redeemed["table"]) == (party, table)
        assert (await tablet.ask("enter", table=table))["view"]["seat"] == 1
        while emil.now["view"]["seat"] not in emil.now["view"]["to_act"]:
            if ada.now["view"]["seat"] in ada.now["view"]["to_act"]:
                await ada.act()
            await house.pass_time(1.0)
        await tablet.ask("enter", table=table)
        await tablet.act()
        await house.quiet()
        assert emil.now["view"] == tablet.now["view"] == phone.now["view"]


async def test_a_link_to_a_seat_runs_out() -> None:
    async with House() as house:
        party, _, (ada, _) = await gather(house, "Ada", "Emil")
        late, lost = await new_device(ada, party), await new_device(ada, party)
        house.clock.skip(600.0)
        other = await house.client()
        assert await code(other, "redeem", link=late) == "link-expired"
        await house.pass_time(1.0)
        assert await code(other, "redeem", link=lost) == "wrong-link"


async def test_a_game_alone_comes_to_another_device_too() -> None:
    async with House() as house:
        ada = await house.client()
        table = (await ada.open())["table"]
        phone = await house.client()
        made = await ada.ask("device-link", table=table)
        for one in (ada, phone):  # one's own link is not used up by oneself
            redeemed = await one.ask("redeem", link=link_in(made["url"]))
            assert (redeemed["party"], redeemed["table"]) == (None, table)
        assert (await phone.ask("enter", table=table))["view"]["seat"] == 0
        assert [one["table"] for one in (await phone.ask("tables"))["tables"]] == [table]


async def test_the_host_gives_a_seat_to_whoever_lost_their_device() -> None:
    async with House() as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        new = await house.client()
        assert await code(new, "claim", link=link, seat=1) == "no-game-running"
        table = await start(house, party, (ada, emil))
        looked = await new.ask("look", link=link)
        assert [chair["is_present"] for chair in looked["chairs"]] == [True, True, False]
        assert await code(new, "claim", link=link, seat=1) == "seat-is-here"
        await emil.ask("depart", party=party)
        looked = await new.ask("look", link=link)
        assert [chair["is_present"] for chair in looked["chairs"]] == [True, False, False]
        asked = await new.ask("claim", link=link, seat=1)
        assert (asked["type"], asked["is_given"]) == ("claimed", None)
        assert (await new.ask("claim", link=link, seat=1))["is_given"] is None
        assert await code(new, "claim", link=link, seat=0) == "too-many-claims"
        assert await code(new, "claim", link=link, seat=2) == "cpu-seat"
        assert await code(emil, "claim", link=link, seat=0) == "member-already"
        await emil.ask("attend", party=party)
        await house.quiet()
        (claim,) = ada.party["claims"]
        assert (claim["name"], claim["seat"]) == ("Emil", 1)
        assert emil.party["claims"] == [claim], "it is their seat"
        assert await code(emil, "give-seat", party=party, claim=0, is_given=True) == "not-the-host"
        assert await code(new, "enter", table=table) == "no-such-table"
        assert (
            await code(emil, "give-seat", party=party, claim=claim["claim"], is_given=True)
            == "not-the-host"
        )
        await ada.ask("give-seat", party=party, claim=claim["claim"], is_given=False)
        await house.quiet()
        assert [one["is_given"] for one in new.told if one["type"] == "claimed"][-1] is False
        await emil.ask("depart", party=party)
        await new.ask("claim", link=link, seat=1)
        await emil.ask("attend", party=party)
        await house.quiet()
        (claim,) = ada.party["claims"]
        given = await ada.ask("give-seat", party=party, claim=claim["claim"], is_given=True)
        assert given["did"] == [{"what": "gave", "member": 1, "name": "Emil", "seat": 1, "by": 0}]
        await house.quiet()
        assert [one["is_given"] for one in new.told if one["type"] == "claimed"][-1] is True
        assert new.party["me"] == 1
        assert (await new.ask("enter", table=table))["view"]["seat"] == 1
        last = {(one["type"], one.get("code")) for one in emil.told[-4:]}
        assert {("departed", "seat-given-away"), ("closed", "seat-given-away")} <= last
        assert await code(emil, "enter", table=table) == "no-such-table"
        assert await code(emil, "attend", party=party) == "no-such-party"


async def give_seat(ada: Client, link: str, party: str, seat: int, to: Client) -> None:
    """Somebody asks for a seat, and the host gives it."""
    await to.ask("claim", link=link, seat=seat)
    claim = (await ada.ask("attend", party=party))["claims"][-1]["claim"]
    await ada.ask("give-seat", party=party, claim=claim, is_given=True)


async def test_a_link_made_before_the_seat_was_given_away_leads_back_to_nothing() -> None:
    async with House() as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        table = await start(house, party, (ada, emil))
        made = [await new_device(emil, party) for _ in range(3)]
        used = await house.client()
        assert (await used.ask("redeem", link=made[2]))["type"] == "redeemed"
        finder = await house.client()
        await emil.ask("depart", party=party)
        await give_seat(ada, link, party, 1, finder)
        phone = await house.client()
        for device, kept in ((emil, made[0]), (phone, made[1]), (used, made[2])):
            assert await code(device, "redeem", link=kept) == "link-expired"
            assert await code(device, "enter", table=table) == "no-such-table"
            assert await code(device, "attend", party=party) == "no-such-party"
        assert (await finder.ask("enter", table=table))["view"]["seat"] == 1


async def test_a_link_to_a_seat_at_a_table_ends_with_its_makers_seat() -> None:
    async with House() as house:
        ada = await house.client()
        table = (await ada.open())["table"]
        made = [link_in((await ada.ask("device-link", table=table))["url"]) for _ in range(2)]
        phone = await house.client()
        await phone.ask("redeem", link=made[0])
        await house.store.hold(Holding(table, 0, b"somebody else".ljust(32)))
        await house.restart()
        for device in (await house.client(), await house.client(phone.token)):
            assert await code(device, "redeem", link=made[1]) == "link-expired"
            assert await code(device, "enter", table=table) == "no-such-table"


async def test_a_used_link_says_the_same_after_a_restart() -> None:
    async with House() as house:
        party, _, (_, emil) = await gather(house, "Ada", "Emil")
        link = await new_device(emil, party)
        phone = await house.client()
        first = await phone.ask("redeem", link=link, id="r1")
        await house.restart()
        phone = await house.client(phone.token)
        assert await phone.ask("redeem", link=link, id="r1") == first
        assert (await phone.ask("attend", party=party))["me"] == 1
        assert await code(await house.client(), "redeem", link=link) == "link-expired"


async def test_a_link_whose_use_was_cut_short_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async with House() as house:
        party, _, (_, emil) = await gather(house, "Ada", "Emil")
        link = await new_device(emil, party)
        phone = await house.client()

        async def full(_: str, row: object) -> None:
            raise StoreError("store-full", found="no room")

        with monkeypatch.context() as broken:
            broken.setattr(house.store, "append_party", full)
            assert await code(phone, "redeem", link=link) == "store-full"
        await house.kill()
        phone = await house.client(phone.token)
        assert (await phone.ask("redeem", link=link))["party"] == party
        assert (await phone.ask("attend", party=party))["me"] == 1


class SlowStore(MemoryStore):
    """Stores rows while its door is open."""

    def __init__(self) -> None:
        super().__init__()
        self.door = asyncio.Event()
        self.door.set()

    async def append(self, table: str, row: StoredRow) -> None:
        await self.door.wait()
        await super().append(table, row)


async def test_whoever_lost_a_seat_and_watches_is_shown_nothing_of_it() -> None:
    """Even while the table, whose store takes its time, has not heard yet that the seat is left."""
    store = SlowStore()
    async with House(store=store) as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        await ada.ask(
            "arrange", party=party, may_watch=True, rulebook="common players=3 sequence=1,3"
        )
        watching = link_in((await ada.ask("invite", party=party))["watch_url"])
        table = await start(house, party, (ada, emil))
        while not (
            ada.now["view"]["to_act"] == [0]
            and ada.now["view"]["round"]
            and len(ada.now["view"]["round"]["trick_cards"]) == 2
        ):
            await house.pass_time(1.0)
            for client in (ada, emil):
                view = client.now["view"]
                if view["legal"] and view["to_act"] == [view["seat"]]:
                    trick = view["round"]["trick_cards"]
                    if view["seat"] != 0 or len(trick) < 2:
                        await client.act()
        new = await house.client()
        await emil.ask("depart", party=party)
        await new.ask("claim", link=link, seat=1)
        await house.quiet()
        store.door.clear()
        play, turn = ada.now["view"]["legal"][0], ada.now["view"]["turn"]
        ada.say("act", table=table, turn=turn, **play)
        await asyncio.sleep(0)
        claim = ada.party["claims"][0]["claim"]
        await ada.ask("give-seat", party=party, claim=claim, is_given=True)
        assert (await emil.ask("join", link=watching))["type"] == "party"
        told = len(emil.told)
        emil.say("enter", table=table)
        await asyncio.sleep(0)
        store.door.set()
        await house.quiet()
        shown = [message for message in emil.told[told:] if message["type"] == "push"]
        assert shown
        assert {push["view"]["seat"] for push in shown} == {None}
        assert shown[-1]["view"]["round"]["number"] == 2
        assert all(not push["view"]["round"]["hand"] for push in shown if push["view"]["round"])
