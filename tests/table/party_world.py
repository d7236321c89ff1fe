"""A world with parties in it: people whose devices are connections, and all they were told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Self

from ohhell.rules.rulebook import parse_rulebook
from ohhell.store.memory import MemoryStore
from ohhell.table import party_messages as pm
from ohhell.table.holdings import Holding
from ohhell.table.parties import Parties
from ohhell.table.party import Party
from ohhell.table.party_events import PartyRow
from ohhell.table.party_ports import PartyPorts
from ohhell.table.ports import StoredRow
from tests.table.scripted import World

RULEBOOK = "common players=3 max_size=2"


class GuestBook:
    """Keeps what every connection was told of parties, and who was put out of which table."""

    def __init__(self) -> None:
        self.told: dict[str, list[pm.ToGuest]] = {}
        self.out: list[tuple[str, frozenset[bytes]]] = []

    def tell(self, listener: str, message: pm.ToGuest) -> None:
        self.told.setdefault(listener, []).append(message)

    def put_out(self, table: str, holders: frozenset[bytes]) -> None:
        self.out.append((table, holders))

    def all(self, listener: str) -> list[pm.ToGuest]:
        return self.told.get(listener, [])

    def last(self, listener: str) -> pm.ToGuest:
        return self.all(listener)[-1]

    def now(self, listener: str) -> pm.PartyPush:
        """The newest party this connection was shown."""
        pushes = (one for one in reversed(self.all(listener)) if isinstance(one, pm.PartyPush))
        return next(pushes)

    def code(self, listener: str) -> str:
        """Why the last message was a refusal or a farewell."""
        last = self.last(listener)
        assert isinstance(last, pm.PartyRefused | pm.Departed), last
        return last.code


def holder(person: str) -> bytes:
    """What the server knows a person's device by."""
    return person.encode().ljust(32, b".")


class TroubledStore(MemoryStore):
    """Keeps things or not, as it is told: `failures` by the name of what is to fail."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: dict[str, list[Exception]] = {}

    def _fail(self, name: str) -> None:
        if self.failures.get(name):
            raise self.failures[name].pop(0)

    async def append_party(self, party: str, row: PartyRow) -> None:
        self._fail("append_party")
        await super().append_party(party, row)

    async def forget_member(self, party: str, holder: bytes) -> None:
        self._fail("forget_member")
        await super().forget_member(party, holder)

    async def held_at(self, table: str) -> tuple[Holding, ...]:
        self._fail("held_at")
        return await super().held_at(table)

    async def load(self, table: str) -> tuple[StoredRow, ...]:
        self._fail("load")
        return await super().load(table)


@dataclass
class PartyWorld:
    """A hall, parties, and people whose one connection is called like them."""

    store: TroubledStore = field(default_factory=TroubledStore)
    keep_days: float | None = 30.0
    book: GuestBook = field(default_factory=GuestBook)

    def __post_init__(self) -> None:
        self.world = World(store=self.store)
        self.clock = self.world.clock
        self.parties = self._new_parties()
        self.name = ""
        self._count = 0

    def _new_parties(self) -> Parties:
        return Parties(
            PartyPorts(
                parties=self.store,
                holdings=self.store,
                events=self.store,
                hall=self.world.hall,
                dice=self.world.dice,
                clock=self.clock,
                guests=self.book,
                keep_days=self.keep_days,
            )
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.parties.close_all()
        await self.world.hall.close_all()

    @property
    def party(self) -> Party:
        """The one party, as it is in memory."""
        return self.parties.awake[self.name]

    def new_id(self) -> str:
        self._count += 1
        return f"id-{self._count}"

    async def gather(self, *people: str, rulebook: str = RULEBOOK) -> Party:
        """Let the first gather and the others join."""
        party = await self.parties.gather(
            holder(people[0]),
            self.new_id(),
            name=people[0],
            rulebook=parse_rulebook(rulebook),
            level="random",
        )
        self.name = party.name
        await self.attend(people[0])
        for person in people[1:]:
            await self.join(person)
        return party

    async def post(self, message: pm.ToParty) -> None:
        """Bring a message to the party and let it do all that follows."""
        party = await self.parties.find(self.name)
        party.post(message)
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nothing is left to do without time passing."""
        for _ in range(3):
            for party in tuple(self.parties.awake.values()):
                await party.caught_up()
            for table in tuple(self.world.hall._tables.values()):
                await table.caught_up()
            await asyncio.sleep(0)

    async def attend(self, person: str, *, device: str = "") -> None:
        listener = device or person
        await self.post(pm.Attend(self.name, listener, holder(person), self.new_id()))

    async def depart(self, listener: str) -> None:
        await self.post(pm.Depart(self.name, listener))

    async def join(self, person: str, *, name: str | None = None, seat: int | None = None) -> None:
        called = person if name is None else name
        message = pm.Join(self.name, person, holder(person), self.new_id(), called, seat)
        await self.post(message)

    async def watch(self, person: str) -> None:
        await self.post(pm.Watch(self.name, person, holder(person), self.new_id()))

    async def claim(self, person: str, seat: int) -> None:
        message = pm.ClaimSeat(self.name, person, holder(person), self.new_id(), seat)
        await self.post(message)

    async def add_device(self, device: str, member: int, *, by: str) -> None:
        """Open on a device the link to a seat that somebody made."""
        re, maker = self.new_id(), holder(by)
        await self.post(pm.AddDevice(self.name, device, holder(device), re, member, maker))

    async def ask(
        self, person: str, wish: pm.Change | pm.Say | pm.Poke, *, name: str | None = None
    ) -> pm.ToGuest:
        """Ask for something; the last that was heard after it."""
        re = self.new_id() if name is None else name
        await self.post(pm.Ask(self.name, person, re, wish))
        return next(one for one in reversed(self.book.all(person)) if one.re == re)

    async def refused(self, person: str, wish: pm.Change | pm.Say | pm.Poke) -> str:
        """Ask for something that is refused; why."""
        answer = await self.ask(person, wish)
        assert isinstance(answer, pm.PartyRefused), answer
        return answer.code

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, ringing every alarm when it is due."""
        await self.clock.run(seconds, self.quiet)

    async def restart(self) -> None:
        """End the program without a goodbye and start another on the same store."""
        for party in self.parties.awake.values():
            party._mailbox._task.cancel()
        for table in self.world.hall._tables.values():
            table._mailbox._task.cancel()
        await asyncio.sleep(0)
        self.world.hall = self.world.new_hall()
        self.parties = self._new_parties()


async def started(world: PartyWorld, *people: str, rulebook: str = "common players=7") -> str:
    """A party whose game is running; its table."""
    await world.gather(*people, rulebook=rulebook)
    push = await world.ask(people[0], pm.Start())
    assert isinstance(push, pm.PartyPush)
    assert push.table is not None
    return push.table
