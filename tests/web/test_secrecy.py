"""No message to anybody holds what its reader may not know."""

from __future__ import annotations

import asyncio
import hashlib
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell.rules.cards import Seat
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import Phase
from ohhell.table.holdings import Holding
from ohhell.table.settings import Seating
from ohhell.web.identity import holder_of
from tests.rules.strategies import short_rulebooks
from tests.web.house import Client, House
from tests.web.truth import check, states


async def play(rulebook: Rulebook, persons: tuple[Seat, ...], dice: random.Random) -> None:
    async with House() as house:
        clients = {seat: await house.client() for seat in persons}
        seats = [
            Seating(f"Seat {seat}", "person" if seat in persons else "random")
            for seat in range(rulebook.players)
        ]
        table = await house.server.hall.open(rulebook, seats)
        for seat, client in clients.items():
            assert client.token is not None
            await house.store.hold(Holding(table.name, seat, holder_of(client.token)))
            await client.ask("enter", table=table.name)
        for _ in range(3000):
            if table.state.game.phase is Phase.OVER or table.state.game.extensions_played > 2:
                break
            await step(house, clients, dice)
        await house.quiet()
        truth = states(await house.store.load(table.name))
        for seat, client in clients.items():
            check(client.told, truth, seat)
            assert len(client.pushes) > 5


async def step(house: House, clients: dict[Seat, Client], dice: random.Random) -> None:
    """Somebody does something, not always what is right."""
    waiting = [
        client
        for client in clients.values()
        if client.now["view"]["seat"] in client.now["view"]["to_act"]
    ]
    first = next(iter(clients.values()))
    if first.now["view"]["phase"] == "nonces":
        for client in clients.values():
            await nonce(client, "promise")
        for client in clients.values():
            await nonce(client, "reveal")
    elif waiting:
        client = dice.choice(waiting)
        if dice.random() < 0.2:
            turn = client.now["view"]["turn"] - dice.randrange(2)
            await client.ask("act", table=client.now["table"], turn=turn, play="2C")
        else:
            await client.act(dice)
    else:
        await house.pass_time(max(0.0, house.clock.alarms[0]) if house.clock.alarms else 0.1)
    await house.quiet()


async def nonce(client: Client, kind: str) -> None:
    """One step of the exchange."""
    push = client.now
    seat, game = push["view"]["seat"], bytes.fromhex(push["shuffle"]["commitment"])
    mine = bytes([seat]) * 16
    promised = hashlib.sha256(b"ohhell/nonce/1" + game + bytes([seat]) + mine).hexdigest()
    fields = {"commitment": promised} if kind == "promise" else {"nonce": mine.hex()}
    await client.ask(kind, table=push["table"], **fields)


@settings(max_examples=25)
@given(
    rulebook=short_rulebooks(),
    persons=st.sets(st.integers(0, 2), min_size=1),
    luck=st.integers(0, 2**32 - 1),
)
def test_whole_games_show_every_seat_its_own_view_and_nothing_else(
    rulebook: Rulebook, persons: set[Seat], luck: int
) -> None:
    asyncio.run(play(rulebook, tuple(sorted(persons)), random.Random(luck)))
