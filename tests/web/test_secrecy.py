"""No message to anybody holds what its reader may not know."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from ohhell.rules.cards import TEXT_OF, Seat
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.view import Phase
from ohhell.rules.view_codec import view_to_plain
from ohhell.table.holdings import Holding
from ohhell.table.ports import StoredRow
from ohhell.table.settings import Seating
from ohhell.table.state import TableState, evolve_row, open_state
from ohhell.web.identity import holder_of
from tests.rules.strategies import short_rulebooks
from tests.web.house import Client, House, Said

CARD = re.compile(r'"([2-9TJQKA][CDHS])"')


def states(rows: tuple[StoredRow, ...]) -> list[TableState]:
    """The truth after each row, the first row's at 1."""
    found = [open_state(rows[0].events)]
    for row in rows[1:]:
        found.append(evolve_row(found[-1], row.events))
    return [found[0], *found]


def hidden_cards(state: TableState, seat: Seat) -> set[str]:
    """The cards that lie in other hands and in the stock."""
    current = state.game.round
    if current is None:
        return set()
    others = (hand for other, hand in enumerate(current.hands) if other != seat)
    hidden = {card for hand in others for card in hand} | set(current.stock)
    if current.turn_up is not None:
        hidden.discard(current.turn_up)
    return {TEXT_OF[card] for card in hidden}


def without_draws(push: Said) -> Said:
    """A push without the cards drawn for dealer: those went back and may be anywhere."""
    did = [
        {**step, "events": [event for event in step["events"] if event["event"] != "dealer"]}
        for step in push["did"]
    ]
    return {**push, "did": did, "view": {**push["view"], "draws": []}}


def shown(message: Said) -> Iterator[Said]:
    """The pushes in a message."""
    if message["type"] == "push":
        yield message
    elif message["type"] == "refused" and message["now"] is not None:
        yield message["now"]


def check(messages: list[Said], truth: list[TableState], seat: Seat) -> None:
    """Every message says what its seat may know at that moment, and no more."""
    seed_at = next(
        (number for number, state in enumerate(truth) if state.game.seed is not None), len(truth)
    )
    for message in messages:
        for push in shown(message):
            number: int = push["number"]
            state = truth[number]
            told = dict(push["view"])
            del told["plan"]
            plain = view_to_plain(view_for(state.game, seat))
            del plain["version"]
            assert told == json.loads(json.dumps(plain))
            promised = [None if one is None else one.hex() for one in state.game.nonce_commitments]
            nonces = [None if one is None else one.hex() for one in state.game.nonces]
            assert push["shuffle"]["promised"] == promised
            assert push["shuffle"]["shown"] == nonces
            text = json.dumps(without_draws(push))
            # Events of the round before may name cards that are hidden again in the next.
            events = json.dumps(push["did"])
            if '"round"' not in events:
                assert not set(CARD.findall(text)) & hidden_cards(state, seat)
            else:
                dealt = json.dumps(without_draws(push)["view"])
                assert not set(CARD.findall(dealt)) & hidden_cards(state, seat)
            if number < seed_at:
                assert push["shuffle"]["seed"] is None


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
