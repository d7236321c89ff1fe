"""Links of a party: where they lead, and what those learn who have a wrong one."""

from __future__ import annotations

import json

import pytest

from ohhell.web.addresses import Addresses, Origin
from tests.web.house import House
from tests.web.party_house import (
    RULEBOOK,
    code,
    gather,
    link_in,
    start,
)

pytestmark = pytest.mark.asyncio


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


async def test_whoever_comes_to_play_too_late_is_shown_the_way_to_watch() -> None:
    """Only where the host lets people watch, and only while there is something to see."""
    async with House() as house:
        party, link, clients = await gather(house, "Ada", "Emil")
        stranger = await house.client()
        await clients[0].ask("arrange", party=party, may_watch=True)
        assert (await stranger.ask("look", link=link))["watch_url"] is None
        await start(house, party, clients)
        watch = link_in((await stranger.ask("look", link=link))["watch_url"])
        assert (await stranger.ask("join", link=watch))["role"] == "watcher"
    async with House() as house:
        party, link, clients = await gather(house, "Ada", "Emil")
        await start(house, party, clients)
        assert (await (await house.client()).ask("look", link=link))["watch_url"] is None


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


async def test_links_are_made_for_the_address_people_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ohhell.web.addresses.address_in_the_network", lambda: "192.168.1.20")
    async with House() as house:
        party, _, (ada,) = await gather(house, "Ada")
        invited = await ada.ask("invite", party=party)
        assert invited["url"].startswith("http://127.0.0.1:6435/#/join/")
        assert invited["reach"] == "this-machine"
        assert (await ada.ask("device-link", party=party))["reach"] == "this-machine"
    home = Addresses(None, frozenset({"localhost"}), is_everywhere=True)
    async with House(addresses=home) as house:
        ada = await house.client(host="localhost:6435")
        party = (await ada.ask("gather", name="Ada", rulebook=RULEBOOK, level="random"))["party"]
        invited = await ada.ask("invite", party=party)
        made = await ada.ask("device-link", party=party)
        for link in (invited, made):
            assert link["url"].startswith("http://192.168.1.20:6435/#/")
            assert link["reach"] == "others"
    public = Addresses(Origin("https", "cards.example.org", 443), frozenset({"localhost"}))
    async with House(addresses=public) as house:
        party, _, (ada,) = await gather(house, "Ada")
        url = (await ada.ask("invite", party=party))["url"]
        assert url.startswith("https://cards.example.org/#/join/")
