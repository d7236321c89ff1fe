"""A party that has started: its people, each at the table."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tests.web.house import Client, House, Said

RULES = "party sequence=2 first_dealer=seat-{} ties=share"


@dataclass(eq=False)
class Evening:
    """Who plays; person `n` has seat `n`, the first is the host."""

    house: House
    party: str
    table: str
    people: list[Client]
    join: str
    watch: str | None

    async def come(self, token: str | None = None) -> Client:
        """Another connection comes to the table: of somebody known by a token, or a watcher."""
        client = await self.house.client(token)
        if token is None:
            assert self.watch is not None
            await client.ask("join", link=self.watch)
        await client.ask("enter", table=self.table)
        await self.house.quiet()
        return client

    async def come_back(self) -> None:
        """Everybody connects anew, as after a restart."""
        self.people = [await self.come(person.token) for person in self.people]

    async def tell(self, kind: str, who: int, **fields: Any) -> Said:
        """Say something to the table; the answer, when all that follows has happened."""
        answer = await self.people[who].ask(kind, table=self.table, **fields)
        await self.house.quiet()
        return answer

    async def give_nonces(self) -> None:
        """Everybody takes part in the shuffle."""
        for kind in ("promise", "reveal"):
            for person in self.people:
                await person.give_nonce_step(kind)
        await self.house.quiet()

    async def act(self, who: int, dice: random.Random | None = None) -> Said:
        """Somebody does something legal."""
        answer = await self.people[who].act(dice)
        await self.house.quiet()
        return answer

    async def play(self, *who: int) -> None:
        """These play to the end, time passing where nobody of them is to act."""
        views = [self.people[one] for one in who]
        for _ in range(500):
            waiting = [one for one in views if one.now["view"]["seat"] in one.now["view"]["to_act"]]
            if views[0].now["view"]["phase"] in ("over", "abandoned"):
                return
            if waiting:
                await waiting[0].act(random.Random(len(waiting[0].told)))
                await self.house.quiet()
            else:
                await self.house.pass_time(1.0)
        raise AssertionError("the game does not end")


async def evening(
    house: House, persons: int = 2, *, rulebook: str | None = None, seats: int = 3, **arranged: Any
) -> Evening:
    """A party of so many persons, CPU players on the other seats, at its table."""
    people = [await house.client() for _ in range(persons)]
    host = people[0]
    rules = RULES.format(seats - 1) if rulebook is None else rulebook
    party = (await host.ask("gather", name="Person 0", rulebook=rules, seats=seats))["party"]
    levels = {str(seat): "random" for seat in range(persons, seats)}
    answer = await host.ask("arrange", party=party, levels=levels, may_watch=True, **arranged)
    assert answer["type"] == "party", answer
    links = await host.ask("invite", party=party)
    join, watch = (links[kind] and links[kind].rpartition("/")[2] for kind in ("url", "watch_url"))
    for seat, person in enumerate(people[1:], start=1):
        await person.ask("join", link=join, name=f"Person {seat}", seat=seat)
    table = (await host.ask("start", party=party))["table"]
    for person in people:
        await person.ask("enter", table=table)
    await house.quiet()
    return Evening(house, party, table, people, join, watch)
