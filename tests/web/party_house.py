"""People of a party at a whole server: gathering, starting, playing to the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ohhell.web.identity import holder_of
from tests.web.house import Client, House

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


async def new_device(client: Client, party: str) -> str:
    """A link for another device."""
    return link_in((await client.ask("device-link", party=party))["url"])
