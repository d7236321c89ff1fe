"""Games in which everything happens that networks and servers do, by chance.

Four persons on six devices play a party's game while connections drop, messages come late, twice
and out of order, people vote, pause, resign, watch and cheat, and the server is killed.
Whatever was acknowledged must be in the log once, whatever was not at most once; every message says
what its seat may know and no more; and in the end all see the same.

`python -m tests.web.schedules --count 1000` searches for longer than the tests do.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from ohhell.rules.events import BidChanged, BidMade, CardPlayed
from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from ohhell.store.memory import MemoryStore
from ohhell.table.ports import StoredRow
from ohhell.table.recording import record_of
from ohhell.table.state import TableState
from ohhell.web.identity import new_token
from tests.web.house import Client, House, Said
from tests.web.truth import check, check_steps, shown, states

RULEBOOKS: Final = (
    "common sequence=3,2,1",
    "party sequence=3,2 ties=share",
    "party sequence=2,1 bidding=all-at-once hook=off ties=share",
    "club-sheet sequence=2 ties=share",
    "common sequence=2 bid_change=until-next first_dealer=drawn",
)
PERSONS: Final = 3
_OVER: Final = ("over", "abandoned")


class SlowStore(MemoryStore):
    """Takes a moment before and after it stores, in which the program may be killed."""

    async def append(self, table: str, row: StoredRow) -> None:
        await asyncio.sleep(0)
        await super().append(table, row)
        await asyncio.sleep(0)


@dataclass(eq=False)
class Device:
    """A person's browser, or a watcher's (`seat` None), on a network that cannot be trusted."""

    house: House
    seat: int | None
    token: str = field(default_factory=new_token)
    tab: int = 1
    client: Client | None = None
    clients: list[Client] = field(default_factory=list[Client])
    mail: list[str] = field(default_factory=list[str])
    """What it said that has not arrived, or will arrive once more."""
    said: dict[str, Said] = field(default_factory=dict[str, Said])
    waiting: str | None = None
    """The act that was not answered yet."""
    entries: set[str] = field(default_factory=set[str])
    """The ids with which it came to the table."""

    @property
    def now(self) -> Said | None:
        """What it shows."""
        for client in reversed(self.clients):
            for message in reversed(client.told):
                for push in shown(message):
                    return push
        return None

    def answer(self, name: str) -> Said | None:
        """What it heard back for an id, on whichever connection."""
        return next(
            (one for client in self.clients for one in client.told if one.get("re") == name), None
        )

    async def connect(self, table: str) -> None:
        """Come (back), and say again what was not answered."""
        self.client = await self.house.client(self.token)
        self.clients.append(self.client)
        self.entries.add(self.client.say("enter", table=table))
        if self.waiting is not None and self.answer(self.waiting) is None:
            self.client.send(json.dumps(self.said[self.waiting]))

    def client_of(self) -> Client:
        """The connection there is."""
        assert self.client is not None
        return self.client

    async def drop(self) -> None:
        """Lose the connection."""
        if self.client is not None:
            self.client.may_read.set()
            await self.client.close()
            self.client = None

    def write(self, kind: str, **fields: Any) -> str:
        """Say something; it arrives when it does."""
        name = f"{self.token[:6]}-{self.tab}-{len(self.said)}"
        self.said[name] = {"type": kind, "id": name, **fields}
        self.mail.append(json.dumps(self.said[name]))
        return name

    def deliver(self, dice: random.Random) -> None:
        """Let something arrive, in any order, and perhaps once more later on."""
        if self.client is not None and self.mail:
            place = dice.randrange(len(self.mail))
            self.client.send(self.mail[place])
            if dice.random() < 0.75:
                del self.mail[place]

    def speak(self, dice: random.Random) -> None:
        """Say what is to be said now, by what it shows."""
        push = self.now
        if push is None or push["view"]["seat"] is None:
            return
        table, view, shuffle, seat = (
            push["table"],
            push["view"],
            push["shuffle"],
            push["view"]["seat"],
        )
        if view["phase"] == "nonces":
            nonce = bytes([seat + 1]) * 16
            game = bytes.fromhex(shuffle["commitment"])
            whole = b"ohhell/nonce/1" + game + bytes([seat]) + nonce
            if shuffle["may_reveal"]:
                self.write("reveal", table=table, nonce=nonce.hex())
            else:
                self.write("promise", table=table, commitment=hashlib.sha256(whole).hexdigest())
        elif view["legal"] and (self.waiting is None or self.answer(self.waiting) is not None):
            choice = dice.choice(view["legal"])
            self.waiting = self.write("act", table=table, turn=view["turn"], **choice)

    def misbehave(self, dice: random.Random) -> None:
        """Say something that may be out of place."""
        push = self.now
        if push is None:
            return
        table, turn = push["table"], push["view"]["turn"]
        wish = dice.randrange(16)
        if wish < 3:
            self.write("pause", table=table, is_wanted=dice.random() < 0.4)
        elif wish < 10:
            seats = (*push["view"]["to_act"] * 3, *range(PERSONS + 1))
            is_wanted = dice.random() < 0.8
            self.write("stand-in", table=table, seat=dice.choice(seats), is_wanted=is_wanted)
        elif wish == 10:
            self.write("back", table=table)
        elif wish == 11:
            self.write("settle", table=table, turn=turn)
        elif wish == 12 and dice.random() < 0.1:
            self.write("resign", table=table)
        elif wish == 13:
            self.write("reveal", table=table, nonce=dice.randbytes(16).hex())
        elif wish == 14:
            self.write("leave", table=table)
            self.entries.add(self.write("enter", table=table))
        else:
            play = dice.choice(("2C", "AS", "TD"))
            self.write("act", table=table, turn=max(0, turn - dice.randrange(2)), play=play)


@dataclass(eq=False)
class Schedule:
    """One game and all that befalls it."""

    house: House
    dice: random.Random
    devices: list[Device] = field(default_factory=list[Device])
    table: str = ""

    async def gather(self) -> None:
        """A party of three persons and a CPU player, one of them with two browsers; and a watcher."""
        house, dice = self.house, self.dice
        host = Device(house, 0)
        people = [host, *(Device(house, seat) for seat in range(1, PERSONS))]
        clients = [await house.client(person.token) for person in people]
        rulebook = dice.choice(RULEBOOKS)
        gathered = await clients[0].ask("gather", name="Ada", rulebook=rulebook, seats=PERSONS + 1)
        party = gathered["party"]
        await clients[0].ask(
            "arrange",
            party=party,
            may_watch=True,
            levels={"3": "random"},
            stand_in="random",
            turn_seconds=dice.choice((None, None, None, 30)),
            grace_seconds=dice.choice((10, 60)),
        )
        links = await clients[0].ask("invite", party=party)
        link = links["url"].rpartition("/")[2]
        for person, client in zip(people[1:], clients[1:], strict=True):
            await client.ask("join", link=link, name=f"Person {person.seat}", seat=person.seat)
        watcher = Device(house, None)
        watching = await house.client(watcher.token)
        await watching.ask("join", link=links["watch_url"].rpartition("/")[2])
        self.table = (await clients[0].ask("start", party=party))["table"]
        made = await clients[1].ask("device-link", table=self.table)
        phone = Device(house, 1)
        phoning = await house.client(phone.token)
        await phoning.ask("redeem", link=made["url"].rpartition("/")[2])
        self.devices = [*people, Device(house, 2, people[2].token, 2), phone, watcher]
        for client in (*clients, watching, phoning):
            await client.close()

    async def befall(self) -> None:
        """Something happens."""
        device, luck = self.dice.choice(self.devices), self.dice.random()
        if device.client is None:
            if luck < 0.7:
                await device.connect(self.table)
        elif luck < 0.5:
            device.speak(self.dice)
            device.deliver(self.dice)
        elif luck < 0.6:
            device.deliver(self.dice)
        elif luck < 0.75:
            device.misbehave(self.dice)
            device.deliver(self.dice)
        elif luck < 0.80:
            await device.drop()
        elif luck < 0.84:
            device.client.may_read.clear()  # from here on it hears nothing
        elif luck < 0.88:
            device.client.may_read.set()
        elif luck < 0.90:
            await self.lose_patience()
        elif luck < 0.96:
            await self.house.pass_time(self.dice.choice((0.5, 2.0, 6.0, 25.0, 31.0)))
        else:
            await self.kill()
        if self.dice.random() < 0.8:
            await self.house.quiet()

    async def lose_patience(self) -> None:
        """Nobody does anything for a while; then some want somebody else to be played for."""
        await self.house.pass_time(25.0)
        for device in self.devices:
            push = device.now
            if push is not None and push["view"]["to_act"] and self.dice.random() < 0.8:
                seat = push["view"]["to_act"][0]
                device.write("stand-in", table=self.table, seat=seat, is_wanted=True)
                device.deliver(self.dice)

    async def kill(self) -> None:
        """The server is gone in the middle of whatever it does, and starts again from its store."""
        for _ in range(self.dice.randrange(6)):
            await asyncio.sleep(0)
        await self.house.kill()
        for device in self.devices:
            device.client = None

    async def finish(self) -> None:
        """Everybody comes back, behaves, and plays to the end."""
        for device in self.devices:
            await device.drop()
            device.mail.clear()
            await device.connect(self.table)
        await self.house.quiet()
        for _ in range(600):
            pushes = [device.now for device in self.devices]
            if all(push is not None and push["view"]["phase"] in _OVER for push in pushes):
                break
            for device in self.devices:
                await self.go_on(device)
            await self.house.pass_time(3.0)
        else:
            raise AssertionError("the game does not come to its end")

    async def go_on(self, device: Device) -> None:
        """One device does what moves the game on."""
        push, client = device.now, device.client_of()
        if push is None or push["view"]["seat"] is None:
            return
        view, table = push["view"], push["table"]
        if push["pause"]["is_paused"]:
            device.write("pause", table=table, is_wanted=False)
        elif push["seats"][view["seat"]]["is_voted_out"]:
            device.write("back", table=table)
        else:
            device.speak(self.dice)
        for message in device.mail:
            client.send(message)
        device.mail.clear()
        await self.house.quiet()

    async def check(self) -> None:
        """Nothing lost, nothing doubled, nothing shown; and all see the same."""
        rows = await self.house.store.load(self.table)
        truth = states(rows)
        assert not verify(read_record(record_of(rows))).faults
        check_ids(self.devices, rows, truth)
        for device in self.devices:
            for client in device.clients:
                check(client.told, truth, device.seat)
                check_steps(client.told, rows, truth, device.seat, entries=device.entries)
                for before, after in pairwise(client.pushes):
                    has_come_again = after["re"] in device.entries
                    assert has_come_again or after["push"] > before["push"]
            final = device.now
            assert final is not None
            assert final["number"] == len(rows)
        finals = [device.now or {} for device in self.devices]
        for what in ("seats", "pause", "watchers", "party", "shuffle", "number", "deadline"):
            assert len({json.dumps(final[what]) for final in finals}) == 1, what
        for what in ("totals", "results", "places", "turn", "phase", "names"):
            assert len({json.dumps(final["view"][what]) for final in finals}) == 1, what


def check_ids(devices: list[Device], rows: tuple[StoredRow, ...], truth: list[TableState]) -> None:
    """What was acknowledged was done once, what was not at most once, and as it was asked for."""
    done = Counter(row.action_id for row in rows if row.action_id is not None)
    assert set(done.values()) <= {1}
    said = {name: (device, wish) for device in devices for name, wish in device.said.items()}
    for name, (device, wish) in said.items():
        if wish["type"] != "act":
            continue
        heard = [one for client in device.clients for one in client.told if one.get("re") == name]
        if any(one["type"] == "push" for one in heard):
            assert done[name] == 1, "acknowledged, and lost"
    for row in rows:
        if row.action_id is None or row.action_id not in said:
            assert row.action_id is None, row
            continue
        device, wish = said[row.action_id]
        if wish["type"] == "act":
            first = row.events[0]
            assert isinstance(first, (BidMade, BidChanged, CardPlayed))
            assert first.seat == device.seat
            assert wish["turn"] == truth[row.number - 1].game.turn
            assert row.by == "person"


async def run(luck: int, steps: int) -> int:
    """One schedule; how many rows its log has."""
    async with House(store=SlowStore()) as house:
        schedule = Schedule(house, random.Random(luck))
        await schedule.gather()
        for _ in range(steps):
            await schedule.befall()
        await schedule.finish()
        await schedule.check()
        return len(await house.store.load(schedule.table))


def main() -> None:
    """Run as many as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--steps", type=int, default=150)
    asked = parser.parse_args()
    rows = 0
    for luck in range(asked.first, asked.first + asked.count):
        try:
            rows += asyncio.run(run(luck, asked.steps))
        except BaseException:
            print(f"schedule {luck} with {asked.steps} steps:")
            raise
    print(f"{asked.count} schedules, {rows} rows, nothing lost, doubled or shown")


if __name__ == "__main__":
    main()
