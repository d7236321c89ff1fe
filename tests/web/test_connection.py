"""What one socket is sent, and what becomes of it when that cannot be."""

from __future__ import annotations

import asyncio
import json

import pytest

from ohhell.table.messages import Sit
from ohhell.table.party_audience import PartyAudience
from ohhell.table.party_events import Arranged, Gathered, HostChanged, Joined, PartyRow
from ohhell.table.party_messages import Departed
from ohhell.table.party_state import fold
from ohhell.table.settings import Settings
from ohhell.web.addresses import Origin
from ohhell.web.chooser import read_rulebook
from ohhell.web.connection import Connection
from ohhell.web.guests import Guests
from ohhell.web.protocol.outgoing import Pong
from ohhell.web.switchboard import Switchboard
from tests.web.house import House, Said, play_on

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("error", [OSError, RuntimeError])
async def test_a_socket_that_is_closed_is_sent_nothing_more(error: type[Exception]) -> None:
    async def send(_: str) -> None:
        raise error

    connection = Connection("a", b"", None, send, Origin("http", "localhost", 6435))
    connection.say(Pong(re="1", now=0.0))
    connection.say(Pong(re="2", now=0.0))
    await connection.flushed()
    assert not connection._owed


async def test_a_fault_in_sending_harms_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    async def send(_: str) -> None:
        raise KeyError("fault")

    connection = Connection("a", b"", None, send, Origin("http", "localhost", 6435))
    connection.say(Pong(re="1", now=0.0))
    assert "KeyError" in caplog.text


async def test_messages_go_out_in_order_however_slow_the_reader_is() -> None:
    may_read = asyncio.Event()
    sent: list[str] = []

    async def send(text: str) -> None:
        await may_read.wait()
        sent.append(json.loads(text)["re"])

    connection = Connection("a", b"", None, send, Origin("http", "localhost", 6435))
    names = [str(number) for number in range(10)]
    for name in names:
        connection.say(Pong(re=name, now=0.0))
    assert not sent
    may_read.set()
    await connection.flushed()
    assert sent == names
    connection.say(Pong(re="at once", now=0.0))
    assert sent[-1] == "at once"


async def test_a_reader_far_behind_is_shown_no_motion_at_all() -> None:
    async with House() as house:
        client = await house.client()
        await client.open("common players=3 sequence=5,5,5")
        sleeper = await house.client(client.token)
        await sleeper.ask("enter", table=client.now["table"])
        await client.give_nonce()
        await house.quiet()
        told = len(sleeper.told)
        sleeper.may_read.clear()
        await play_on(house, client)
        sleeper.may_read.set()
        await house.quiet()
        missed: list[Said] = [one for one in sleeper.told[told:] if one["type"] == "push"]
        assert missed[-1]["view"] == client.now["view"]
        assert missed[-1]["did"] == []


async def test_every_wish_to_enter_is_answered_however_many_are_on_their_way() -> None:
    async with House() as house:
        ada = await house.client()
        table = (await ada.open())["table"]
        await ada.ask("leave", table=table)
        wishes = [ada.say("enter", table=table) for _ in range(3)]
        answers = [await ada.answer(wish) for wish in wishes]
        assert [one["type"] for one in answers] == ["push"] * 3
        # Whoever leaves before the table answers has left, and is shown it no more.
        again = ada.say("enter", table=table)
        left = ada.say("leave", table=table)
        for wish in (again, left):
            assert (await ada.answer(wish))["type"] in ("push", "left")
        shown = len(ada.pushes)
        await house.pass_time(30.0)
        assert len(ada.pushes) == shown
        assert ada.told[-1]["type"] == "left"


async def test_a_table_that_is_left_at_once_shows_nothing_more() -> None:
    sent: list[Said] = []

    async def send(text: str) -> None:
        sent.append(json.loads(text))

    async with House() as house:
        ada = await house.client()
        opened = await ada.open()
        table = house.server.hall.awake(opened["table"])
        assert table is not None
        connection = Connection("a", b"", None, send, Origin("http", "localhost", 6435))
        house.server._switchboard.add(connection)
        connection.enter(table, None, asked="e1")
        connection.enter(table, None, asked="e2")
        table.post(Sit(table.name, "a", None))
        connection.leave(table.name)
        await house.quiet()
        assert [(one["type"], one["re"]) for one in sent] == [("left", "e1"), ("left", "e2")]


def nothing(*_: object) -> None:
    """Heard by nobody."""


async def test_a_party_attended_again_is_shown_after_the_word_of_leaving_it() -> None:
    may_read = asyncio.Event()
    sent: list[Said] = []

    async def send(text: str) -> None:
        await may_read.wait()
        sent.append(json.loads(text))

    switchboard = Switchboard()
    connection = Connection("a", b"", None, send, Origin("http", "localhost", 6435))
    switchboard.add(connection)
    guests = Guests(switchboard, put_out=nothing, departed=nothing)
    settings = Arranged(read_rulebook("common"), ("club",) * 7, Settings(), False, None)
    happened = (Gathered(), settings, Joined(0, "Ada", 0, b""), HostChanged(0))
    state = fold([PartyRow(1, 0.0, 0, "x", happened)])
    audience = PartyAudience("party", guests, boot="boot")
    connection.say(Pong(re="slow", now=0.0))
    for re in (None, "attend"):
        audience.join("a", b"")
        audience.show("a", state, re=re)
        audience.leave("a")
        guests.tell("a", Departed("party", "asked", "depart"))
    may_read.set()
    await connection.flushed()
    assert [(one["type"], one["re"]) for one in sent[1:]] == [
        ("party", None),
        ("departed", "depart"),
        ("party", "attend"),
        ("departed", "depart"),
    ]
