"""Parties over the wire: who comes in and who does not, what each is told, and what survives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest

from ohhell.store.memory import MemoryStore
from ohhell.web.addresses import Addresses, Origin
from ohhell.web.identity import holder_of
from ohhell.web.limits import Limits, Rate
from tests.web.house import ENDLESS, Client, House, Said, play_on

pytestmark = pytest.mark.asyncio

RULEBOOK = "common players=3 max_size=2"


async def gather(house: House, *names: str, seats: int = 3) -> tuple[str, str, list[Client]]:
    """A party of these people, the first the host; its name, its link and their clients."""
    host = await house.client()
    made = await host.ask("gather", name=names[0], rulebook=RULEBOOK, seats=seats, level="random")
    assert made["type"] == "party", made
    party = made["party"]
    link = link_in((await host.ask("invite", party=party))["url"])
    clients = [host]
    for name in names[1:]:
        client = await house.client()
        assert (await client.ask("join", link=link, name=name))["type"] == "party"
        clients.append(client)
    return party, link, clients


def link_in(url: str) -> str:
    """What stands behind `#/join/` and the like."""
    return url.rpartition("/")[2]


async def start(house: House, party: str, clients: Iterable[Client]) -> str:
    """Let the host start and everybody enter the table; its name."""
    everybody = list(clients)
    table = (await everybody[0].ask("start", party=party))["table"]
    for client in everybody:
        assert (await client.ask("enter", table=table))["type"] == "push"
    for client in everybody:
        push = client.now
        if push["view"]["seat"] is not None and push["view"]["phase"] == "nonces":
            pass
    await house.pass_time(20.0)  # silent programs are left out of the shuffle
    return table


async def finish(house: House, clients: Iterable[Client]) -> None:
    """Play the game to its end."""
    everybody = list(clients)
    while everybody[0].now["view"]["phase"] != "over":
        acted = False
        for client in everybody:
            view = client.now["view"]
            if view["seat"] in view["to_act"] and view["legal"]:
                await client.act()
                await house.quiet()
                acted = True
        if not acted:
            await house.pass_time(2.0)


def secrets_of(clients: Iterable[Client]) -> list[str]:
    """What the server knows people by, and what they know themselves by."""
    tokens = [client.token for client in clients if client.token is not None]
    return [*tokens, *(holder_of(token).hex() for token in tokens)]


async def code(client: Client, kind: str, **fields: Any) -> str:
    """Why something is refused."""
    refused = await client.ask(kind, **fields)
    assert refused["type"] == "refused", refused
    assert refused["sentence"]
    return refused["code"]


async def test_friends_join_by_the_link_and_play() -> None:
    async with House() as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        assert ada.party["role"] == "host"
        assert emil.party["role"] == "member"
        assert [one["name"] for one in ada.party["members"]] == ["Ada", "Emil"]
        assert [one["member"] for one in ada.party["chairs"]] == [0, 1, None]
        assert ada.party["did"] == [
            {"what": "joined", "member": 1, "name": "Emil", "seat": 1, "by": 1}
        ]
        await emil.ask("ready", party=party, is_ready=True)
        await house.quiet()
        assert ada.party["members"][1]["is_ready"]
        table = await start(house, party, (ada, emil))
        push = ada.now
        assert push["party"] == party
        assert push["view"]["names"][:2] == ["Ada", "Emil"]
        assert [seat["player"] for seat in push["seats"]] == ["person", "person", "random"]
        assert emil.now["view"]["seat"] == 1
        assert await code(await house.client(), "join", link=link, name="Zora") == "party-started"
        await finish(house, (ada, emil))
        await house.quiet()
        (game,) = ada.party["games"]
        assert game["table"] == table
        assert game["is_over"]
        assert sorted(game["places"]) != []
        assert ada.party["phase"] == "playing"
        listed = await emil.ask("tables")
        assert [one["party"] for one in listed["tables"]] == [party]
        assert [one["party"] for one in listed["parties"]] == [party]
        again = await ada.ask("rematch", party=party)
        assert again["phase"] == "gathering"
        assert not any(one["is_ready"] for one in again["members"])
        zora = await house.client()
        assert (await zora.ask("join", link=link, name="Zora"))["me"] == 2
        await start(house, party, (ada, emil, zora))
        assert zora.now["view"]["seat"] == 2


async def test_a_link_that_is_wrong_in_any_way_gets_one_and_the_same_answer() -> None:
    async with House() as house:
        party, link, (ada, _) = await gather(house, "Ada", "Emil")
        await ada.ask("arrange", party=party, may_watch=True)
        watch = link_in((await ada.ask("invite", party=party))["watch_url"])
        secret = link.partition(".")[2]
        stranger = await house.client()
        wrong = [
            "",
            ".",
            party,
            f"{party}.",
            f".{secret}",
            f"{party}.x",
            f"{party}.{secret}x",
            f"{party}.{secret}".upper(),
            f"nowhere.{secret}",
            f"{party}.{secret}.{secret}",
            f"{party}.\x00é☃",
            "x" * 2000,
        ]
        answers: set[str] = set()
        for text in wrong:
            asked = [await stranger.ask(kind, link=text) for kind in ("look", "redeem")]
            asked.append(await stranger.ask("join", link=text, name="Eve"))
            asked.append(await stranger.ask("claim", link=text, seat=0))
            answers |= {json.dumps({**one, "re": ""}, sort_keys=True) for one in asked}
        assert len(answers) == 1
        assert json.loads(answers.pop())["code"] == "wrong-link"
        assert await code(stranger, "claim", link=watch, seat=0) == "wrong-link"
        for kind in ("attend", "quit", "invite", "device-link"):
            assert await code(stranger, kind, party=party) in ("no-such-party", "not-at-this-party")
            assert await code(stranger, kind, party="nowhere") in (
                "no-such-party",
                "not-at-this-party",
            )
        told = json.dumps([one for one in stranger.told if one["type"] == "refused"])
        assert "Ada" not in told
        assert "Emil" not in told


async def test_a_renewed_link_lets_the_old_one_expire() -> None:
    async with House() as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        assert await code(emil, "renew-link", party=party) == "not-the-host"
        await ada.ask("renew-link", party=party)
        new = link_in((await emil.ask("invite", party=party))["url"])
        assert new != link
        stranger = await house.client()
        assert await code(stranger, "look", link=link) == "link-expired"
        assert await code(stranger, "join", link=link, name="Zora") == "link-expired"
        assert (await stranger.ask("look", link=new))["host_name"] == "Ada"
        assert link_in((await ada.ask("invite", party=party))["url"]) == new


async def test_looking_tells_what_the_link_invites_to_and_changes_nothing() -> None:
    async with House() as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        stranger = await house.client()
        seen = await stranger.ask("look", link=link)
        assert (seen["role"], seen["host_name"], seen["names"]) == (
            "player",
            "Ada",
            ["Ada", "Emil"],
        )
        assert [chair["name"] for chair in seen["chairs"]] == ["Ada", "Emil", None]
        assert (seen["me"], seen["party"], seen["is_full"]) == (None, None, False)
        mine = await emil.ask("look", link=link)
        assert (mine["me"], mine["party"]) == (1, party)
        before = ada.party["number"]
        again = await emil.ask("join", link=link, name="Somebody else")
        assert (again["me"], again["number"]) == (1, before)


async def test_watchers_see_the_game_and_no_hand_no_invitation_no_claims() -> None:
    async with House() as house:
        party, _, (ada, emil) = await gather(house, "Ada", "Emil")
        assert (await ada.ask("invite", party=party))["watch_url"] is None
        await ada.ask("arrange", party=party, may_watch=True)
        invite = await ada.ask("invite", party=party)
        watch = link_in(invite["watch_url"])
        assert {*"".join(invite["watch_qr"])} == {"0", "1"}
        eve = await house.client()
        assert (await eve.ask("look", link=watch))["role"] == "watcher"
        seen = await eve.ask("join", link=watch)
        assert (seen["role"], seen["me"], seen["claims"]) == ("watcher", None, [])
        await house.quiet()
        assert ada.party["watchers"] == 1
        for kind, fields in (
            ("invite", {}),
            ("say", {"phrase": "hello"}),
            ("poke", {"member": 0}),
            ("ready", {"is_ready": True}),
            ("start", {}),
        ):
            assert await code(eve, kind, party=party, **fields) == "only-watching"
        assert await code(eve, "device-link", party=party) == "no-such-party"
        table = await start(house, party, (ada, emil))
        assert (await eve.ask("enter", table=table))["view"]["seat"] is None
        await finish_some(house, (ada, emil))
        for push in eve.pushes:
            assert push["view"]["legal"] == []
            current = push["view"]["round"]
            assert current is None or current["hand"] == []
            for step in push["did"]:
                assert all(event.get("hand") is None for event in step["events"])
        assert await code(eve, "device-link", table=table) == "no-such-table"
        again = await house.client(eve.token)
        assert (await again.ask("attend", party=party))["role"] == "watcher"
        assert (await again.ask("enter", table=table))["view"]["seat"] is None
        stranger = await house.client()
        assert await code(stranger, "enter", table=table) == "no-such-table"
        async with house.http(eve.token) as browser, house.http(stranger.token) as other:
            record = await browser.get(f"/tables/{table}/record")
            assert record.status_code == 200
            dealt = [line for line in record.text.splitlines() if '"round"' in line]
            assert all('"hand": null' in line for line in dealt)
            assert (await other.get(f"/tables/{table}/record")).status_code == 404
        await ada.ask("arrange", party=party, may_watch=False)
        await house.quiet()
        for client in (eve, again):
            kinds = {(one["type"], one.get("code")) for one in client.told}
            assert {("departed", "not-for-watchers"), ("closed", "not-for-watchers")} <= kinds
        assert await code(eve, "enter", table=table) == "no-such-table"
        assert await code(eve, "attend", party=party) == "no-such-party"
        assert await code(eve, "join", link=watch) == "watching-off"


async def finish_some(house: House, clients: Iterable[Client]) -> None:
    """Play a few turns."""
    everybody = list(clients)
    for _ in range(6):
        for client in everybody:
            view = client.now["view"]
            if view["seat"] in view["to_act"] and view["legal"]:
                await client.act()
        await house.pass_time(2.0)


async def test_nobody_is_told_who_anybody_is_to_the_server() -> None:
    async with House() as house:
        party, link, clients = await gather(house, "Ada", "Emil", "Zora")
        ada, emil, _ = clients
        await ada.ask("arrange", party=party, may_watch=True)
        watch = link_in((await ada.ask("invite", party=party))["watch_url"])
        eve = await house.client()
        await eve.ask("join", link=watch)
        await start(house, party, clients)
        other = await house.client()
        await other.ask("claim", link=link, seat=1)
        await house.quiet()
        assert len(ada.party["claims"]) == 1
        everybody = (*clients, eve, other)
        for client in everybody:
            told = "\n".join(client.raw)
            for secret in secrets_of(everybody):
                assert secret not in told
        assert emil.party["claims"] == []
        assert "claimed" not in json.dumps(emil.party["did"])
        secrets = {part for text in (link, watch) for part in [text.partition(".")[2]]}
        for client in (eve, other, emil):
            assert not any(secret in "\n".join(client.raw) for secret in secrets)


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
        again = await house.client(phone.token)
        assert (await again.ask("redeem", link=link_in(made["url"])))["type"] == "redeemed"
        thief = await house.client()
        assert await code(thief, "redeem", link=link_in(made["url"])) == "link-expired"
        assert (await phone.ask("attend", party=party))["me"] == 1
        assert await code(ada, "redeem", link=await new_device(emil, party)) == "member-already"
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


async def new_device(client: Client, party: str) -> str:
    """A link for another device."""
    return link_in((await client.ask("device-link", party=party))["url"])


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
        redeemed = await phone.ask("redeem", link=link_in(made["url"]))
        assert (redeemed["party"], redeemed["table"]) == (None, table)
        assert (await phone.ask("enter", table=table))["view"]["seat"] == 0
        assert [one["table"] for one in (await phone.ask("tables"))["tables"]] == [table]


async def test_the_host_gives_a_seat_to_whoever_lost_their_device() -> None:
    async with House() as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        new = await house.client()
        assert await code(new, "claim", link=link, seat=1) == "no-game-running"
        table = await start(house, party, (ada, emil))
        asked = await new.ask("claim", link=link, seat=1)
        assert (asked["type"], asked["is_given"]) == ("claimed", None)
        assert (await new.ask("claim", link=link, seat=1))["is_given"] is None
        assert await code(new, "claim", link=link, seat=0) == "too-many-claims"
        assert await code(new, "claim", link=link, seat=2) == "cpu-seat"
        assert await code(emil, "claim", link=link, seat=0) == "member-already"
        await house.quiet()
        (claim,) = ada.party["claims"]
        assert (claim["name"], claim["seat"]) == ("Emil", 1)
        assert await code(new, "enter", table=table) == "no-such-table"
        assert (
            await code(emil, "give-seat", party=party, claim=claim["claim"], is_given=True)
            == "not-the-host"
        )
        await ada.ask("give-seat", party=party, claim=claim["claim"], is_given=False)
        await house.quiet()
        assert [one["is_given"] for one in new.told if one["type"] == "claimed"][-1] is False
        await new.ask("claim", link=link, seat=1)
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


async def test_a_restart_in_the_lobby_loses_nothing() -> None:
    async with House() as house:
        party, link, clients = await gather(house, "Ada", "Emil")
        ada, emil = clients
        await ada.ask("arrange", party=party, seats=5, turn_seconds=30, may_watch=True)
        await emil.ask("move", party=party, seat=3)
        await emil.ask("ready", party=party, is_ready=True)
        device = await new_device(emil, party)
        await house.quiet()
        before = ada.party
        await house.restart()
        ada, emil = [await house.client(client.token) for client in clients]
        assert (await ada.ask("attend", party=party))["type"] == "party"
        assert (await emil.ask("attend", party=party))["type"] == "party"
        await house.quiet()
        after = ada.party
        for key in ("number", "members", "chairs", "rulebook", "settings", "host", "me"):
            assert after[key] == before[key]
        assert after["boot"] != before["boot"]
        assert (await (await house.client()).ask("look", link=link))["host_name"] == "Ada"
        phone = await house.client()
        assert (await phone.ask("redeem", link=device))["party"] == party
        table = await start(house, party, (ada, emil))
        assert emil.now["view"]["seat"] == 3
        await house.restart()
        emil = await house.client(emil.token)
        assert (await emil.ask("attend", party=party))["table"] == table
        assert (await emil.ask("enter", table=table))["view"]["seat"] == 3


async def test_what_is_sent_again_is_done_once() -> None:
    async with House() as house:
        ada = await house.client()
        wish = {"name": "Ada", "rulebook": RULEBOOK, "id": "g1"}
        first = await ada.ask("gather", **wish)
        await house.restart()
        ada = await house.client(ada.token)
        assert (await ada.ask("gather", **wish))["party"] == first["party"]
        party = first["party"]
        begun = await ada.ask("start", party=party, id="s1")
        again = await house.client(ada.token)
        await again.ask("attend", party=party)
        assert (await again.ask("start", party=party, id="s1"))["table"] == begun["table"]
        assert len((await ada.ask("tables"))["tables"]) == 1


async def test_talk_is_a_closed_list_and_bounded() -> None:
    async with House() as house:
        party, _, (ada, emil) = await gather(house, "Ada", "Emil")
        assert await code(ada, "say", party=party, phrase="I hold the ace") == "no-such-phrase"
        said = await ada.ask("say", party=party, phrase="hello")
        assert (said["member"], said["phrase"], said["number"]) == (0, "hello", 1)
        await house.quiet()
        (heard,) = [one for one in emil.told if one["type"] == "said"]
        assert (heard["re"], heard["member"]) == (None, 0)
        for _ in range(4):
            await ada.ask("say", party=party, phrase="emoji-laugh")
        assert await code(ada, "say", party=party, phrase="hello") == "too-much-said"
        assert (await emil.ask("say", party=party, phrase="hello"))["type"] == "said"
        await house.pass_time(3.0)
        assert (await ada.ask("say", party=party, phrase="hello"))["type"] == "said"
        poked = await ada.ask("poke", party=party, member=1)
        assert (poked["member"], poked["by"]) == (1, 0)
        assert await code(ada, "poke", party=party, member=1) == "poked-lately"
        assert await code(ada, "poke", party=party, member=0) == "that-is-you"
        assert await code(ada, "poke", party=party, member=9) == "no-such-member"
        await house.pass_time(20.0)
        await emil.ask("ready", party=party, is_ready=True)
        assert await code(ada, "poke", party=party, member=1) == "nobody-waits"


async def test_a_poke_in_the_game_is_for_whoever_is_to_act() -> None:
    async with House() as house:
        party, _, (ada, emil) = await gather(house, "Ada", "Emil")
        await start(house, party, (ada, emil))
        while not (waited := [one for one in (0, 1) if one in ada.now["view"]["to_act"]]):
            await house.pass_time(1.0)
        poker, other = (ada, emil) if waited == [1] else (emil, ada)
        assert (await poker.ask("poke", party=party, member=waited[0]))["type"] == "poked"
        assert await code(other, "poke", party=party, member=1 - waited[0]) == "nobody-waits"


async def test_a_vanished_host_is_succeeded() -> None:
    async with House() as house:
        party, _, (ada, emil, zora) = await gather(house, "Ada", "Emil", "Zora")
        await ada.close()
        await house.quiet()
        away = emil.party["members"][0]
        assert (away["is_present"], away["away_since"]) == (False, house.clock.now())
        await house.pass_time(59.0)
        assert emil.party["host"] == 0
        await house.pass_time(1.0)
        assert emil.party["host"] == 1
        assert zora.party["did"] == [{"what": "host", "member": 1, "name": "Emil"}]
        assert emil.party["role"] == "host"
        back = await house.client(ada.token)
        assert (await back.ask("attend", party=party))["role"] == "member"


async def test_leaving_and_being_sent_away() -> None:
    async with House() as house:
        party, link, (ada, emil, zora) = await gather(house, "Ada", "Emil", "Zora")
        assert await code(await house.client(), "join", link=link, name="Hugo") == "party-full"
        await ada.ask("remove", party=party, member=1)
        await house.quiet()
        assert emil.told[-1] == {"type": "departed", "re": None, "party": party, "code": "removed"}
        assert await code(emil, "ready", party=party, is_ready=True) == "not-at-this-party"
        assert (await emil.ask("tables"))["parties"] == []
        assert (await ada.ask("quit", party=party))["code"] == "quit"
        await house.quiet()
        assert zora.party["host"] == 2
        assert [one["what"] for one in zora.party["did"]] == ["left", "host"]
        assert (await zora.ask("depart", party=party))["code"] == "asked"
        assert (await zora.ask("depart", party=party))["code"] == "asked"
        await house.pass_time(60.0)
        assert not house.server.parties.awake
        assert (await zora.ask("attend", party=party))["me"] == 2
        assert (await zora.ask("quit", party=party))["code"] == "quit"
        await house.pass_time(60.0)
        assert await code(zora, "join", link=link, name="Zora") == "link-expired"
        assert not [one for one in house.server.parties.awake if one != party]


async def test_a_party_nobody_visits_is_closed() -> None:
    async with House() as house:
        party, link, clients = await gather(house, "Ada", "Emil")
        token = clients[0].token
        await house.restart()
        house.clock.skip(29 * 24 * 3600.0)
        ada = await house.client(token)
        await ada.ask("attend", party=party)  # somebody came
        await house.restart()
        house.clock.skip(29 * 24 * 3600.0)
        assert (await (await house.client()).ask("look", link=link))["type"] == "invitation"
        await house.restart()
        house.clock.skip(2 * 24 * 3600.0)
        assert await code(await house.client(), "look", link=link) == "link-expired"
        ada = await house.client(token)
        assert (await ada.ask("attend", party=party))["phase"] == "closed"
        assert await code(ada, "start", party=party) == "party-closed"
        assert (await ada.ask("tables"))["parties"] == []


async def test_what_a_host_asks_for_must_exist() -> None:
    async with House() as house:
        party, _, (ada, emil) = await gather(house, "Ada", "Emil")
        assert await code(ada, "arrange", party=party, levels={"2": "genius"}) == "unknown-level"
        assert await code(ada, "arrange", party=party, stand_in="genius") == "unknown-level"
        assert await code(ada, "arrange", party=party, rulebook="hook=maybe") == "not-a-choice"
        assert await code(ada, "arrange", party=party, change={"hok": "off"}) == "unknown-axis"
        assert await code(emil, "arrange", party=party, seats=4) == "not-the-host"
        assert (
            await code(ada, "gather", name="Ada", rulebook="common", level="x") == "unknown-level"
        )
        assert await code(ada, "gather", name="\u202e", rulebook="common") == "no-name"
        made = await ada.ask(
            "arrange",
            party=party,
            rulebook="party players=4",
            levels={"3": "rule-of-thumb"},
            stand_in="random",
            grace_seconds=10,
        )
        assert "chairs" in made, made
        assert [chair["level"] for chair in made["chairs"]][3] == "rule-of-thumb"
        assert made["settings"]["grace_seconds"] == 10
        assert made["settings"]["stand_in"] == "random"
        many = await ada.ask("arrange", party=party, change={"max_size": 12})
        assert many.get("adjusted") == [], many
        adjusted = await ada.ask("arrange", party=party, seats=6)
        assert len(adjusted["adjusted"]) == 1
        assert "max_size" not in adjusted["rulebook"]


async def test_links_are_made_for_the_address_people_use() -> None:
    async with House() as house:
        party, _, (ada,) = await gather(house, "Ada")
        assert (await ada.ask("invite", party=party))["url"].startswith(
            "http://127.0.0.1:6435/#/join/"
        )
    public = Addresses(Origin("https", "cards.example.org", 443), frozenset({"localhost"}))
    async with House(addresses=public) as house:
        party, _, (ada,) = await gather(house, "Ada")
        url = (await ada.ask("invite", party=party))["url"]
        assert url.startswith("https://cards.example.org/#/join/")


async def test_starting_games_and_parties_is_limited() -> None:
    few = Limits(ENDLESS, ENDLESS, Rate(2, 0.0), ENDLESS)
    async with House(limits=few) as house:
        party, _, (ada,) = await gather(house, "Ada")
        assert (await ada.ask("start", party=party))["table"] is not None
        assert await code(ada, "gather", name="Ada", rulebook=RULEBOOK) == "too-many-tables-opened"
        other, _, _ = await gather(house, "Emil")
        assert other != party


async def test_one_page_is_shown_so_many_parties() -> None:
    async with House() as house:
        ada = await house.client()
        for number in range(8):
            made = await ada.ask("gather", name="Ada", rulebook=RULEBOOK)
            assert made["type"] == "party", number
        assert await code(ada, "gather", name="Ada", rulebook=RULEBOOK) == "too-many-parties"
        assert len((await ada.ask("tables"))["parties"]) == 9


async def test_a_slow_reader_is_owed_the_newest_party_with_all_that_happened() -> None:
    async with House() as house:
        party, _, (ada, emil) = await gather(house, "Ada", "Emil")
        await house.quiet()
        ada.may_read.clear()
        seen = len(ada.told)
        await emil.ask("ready", party=party, is_ready=True)  # on its way already
        for name in ("Emma", "Enno", "Erik"):
            await emil.ask("rename", party=party, name=name)
        mine = ada.say("ready", party=party, is_ready=True)
        await house.quiet()
        ada.may_read.set()
        answer = await ada.answer(mine)
        told: list[Said] = [one for one in ada.told[seen:] if one["type"] == "party"]
        assert len(told) == 2
        assert [one["what"] for one in answer["did"]] == [*["renamed"] * 3, "ready"]
        assert answer["members"][1]["name"] == "Erik"


async def test_several_join_at_once_and_each_has_a_chair_of_their_own() -> None:
    async with House() as house:
        _, link, (ada,) = await gather(house, "Ada", seats=7)
        others = [await house.client() for _ in range(8)]
        joins = (other.ask("join", link=link, name=f"P{i}") for i, other in enumerate(others))
        answers = await asyncio.gather(*joins)
        await house.quiet()
        assert sorted(one["seat"] for one in ada.party["members"]) == list(range(7))
        refused = [one["code"] for one in answers if one["type"] == "refused"]
        assert refused == ["party-full", "party-full"]


async def test_a_store_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with House() as house:
        party, link, (ada, emil) = await gather(house, "Ada", "Emil")
        before = ada.party

        async def fail(*_: object) -> None:
            from ohhell.table.errors import StoreError

            raise StoreError("store-full", found="SQLITE_FULL")

        with monkeypatch.context() as patch:
            patch.setattr(MemoryStore, "append_party", fail)
            assert await code(emil, "ready", party=party, is_ready=True) == "store-full"
            zora = await house.client()
            assert await code(zora, "join", link=link, name="Zora") == "store-full"
            assert await code(zora, "ready", party=party, is_ready=True) == "not-at-this-party"
        assert (await ada.ask("attend", party=party))["number"] == before["number"]
        assert (await zora.ask("join", link=link, name="Zora"))["me"] == 2


async def test_a_game_alone_goes_on_beside_a_party() -> None:
    async with House() as house:
        party, _, (ada, _) = await gather(house, "Ada", "Emil")
        table = (await ada.open())["table"]
        await play_on(house, ada)
        listed = await ada.ask("tables")
        assert [one["table"] for one in listed["tables"]] == [table]
        assert listed["tables"][0]["party"] is None
        assert [one["party"] for one in listed["parties"]] == [party]
