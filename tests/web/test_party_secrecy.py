"""What watchers and other members are not told."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from tests.web.house import Client, House
from tests.web.party_house import (
    code,
    gather,
    link_in,
    secrets_of,
    start,
)

pytestmark = pytest.mark.asyncio


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
        assert await code(eve, "device-link", party=party) == "no-seat-to-bring"
        table = await start(house, party, (ada, emil))
        assert (await eve.ask("enter", table=table))["view"]["seat"] is None
        await finish_some(house, (ada, emil))
        for push in eve.pushes:
            assert push["view"]["legal"] == []
            current = push["view"]["round"]
            assert current is None or current["hand"] == []
            for step in push["did"]:
                assert all(event.get("hand") is None for event in step["events"])
        assert await code(eve, "device-link", table=table) == "no-seat-to-bring"
        assert await code(await house.client(), "device-link", table=table) == "no-such-table"
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
        await emil.ask("depart", party=party)
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


async def finish_some(house: House, clients: Iterable[Client]) -> None:
    """Play a few turns."""
    everybody = list(clients)
    for _ in range(6):
        for client in everybody:
            view = client.now["view"]
            if view["seat"] in view["to_act"] and view["legal"]:
                await client.act()
        await house.pass_time(2.0)
