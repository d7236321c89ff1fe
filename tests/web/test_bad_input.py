"""Whatever is sent, it is refused with a code, nothing happens, and nothing falls over."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest

from ohhell.web.limits import Limits, Rate
from ohhell.web.protocol import incoming
from tests.web.house import Client, House, Said, play_on
from tests.web.protocol_examples import EXAMPLES

pytestmark = pytest.mark.asyncio

WORDS: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2**63,
    1e308,
    0.5,
    "",
    "x",
    "QS",
    "10S",
    "random",
    "common",
    "party players=99",
    "scoring='exact: 2 ** 99; missed: 0'",
    "\u202e\u0000",
    "ß" * 300,
    "__proto__",
    [],
    [[[[]]]],
    {},
    {"a": {"b": {}}},
    ["random", "random"],
)
KEYS = (
    "type",
    "id",
    "table",
    "turn",
    "bid",
    "play",
    "seat",
    "rulebook",
    "change",
    "name",
    "levels",
)
TYPES = tuple(str(kind.__struct_config__.tag) for kind in incoming.INCOMING)


def mangled(dice: random.Random, table: str, turn: int) -> str | bytes:
    """A message that was right once, or never was."""
    example: Said = json.loads(EXAMPLES[dice.choice(incoming.INCOMING)])
    example["id"] = f"f{dice.getrandbits(40)}"
    if "table" in example and dice.random() < 0.7:
        example["table"] = table
    if "turn" in example and dice.random() < 0.7:
        example["turn"] = turn
    for _ in range(dice.randint(0, 3)):
        match dice.randrange(4):
            case 0:
                example.pop(dice.choice(list(example)), None)
                if not example:
                    example["id"] = "empty"
            case 1:
                example[dice.choice(KEYS)] = dice.choice(WORDS)
            case 2:
                example["type"] = dice.choice(TYPES)
            case _:
                example[dice.choice(list(example))] = dice.choice(WORDS)
    text = json.dumps(example)
    match dice.randrange(8):
        case 0:
            return text[: dice.randrange(len(text))]
        case 1:
            raw = bytearray(text.encode())
            raw[dice.randrange(len(raw))] = dice.randrange(256)
            return bytes(raw)
        case 2:
            return dice.randbytes(dice.randrange(60))
        case 3:
            return dice.choice(("[", '{"', "}")) * dice.randrange(3000)
        case _:
            return text


async def test_ten_thousand_bad_messages_do_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    """Some of them are right: those are done, and the game goes on between them."""
    caplog.set_level(logging.WARNING)
    dice = random.Random(20_000)
    async with House() as house:
        player, fuzzer = await house.client(), await house.client()
        await player.open("common players=3 sequence=2,2,2,2")
        await player.give_nonce()
        await fuzzer.open("common players=3 sequence=2,2,2,2")
        await fuzzer.give_nonce()
        for count in range(10_000):
            now = fuzzer.now
            fuzzer.send(mangled(dice, now["table"], now["view"]["turn"]))
            if count % 20 == 0:
                await house.quiet()
            if count % 500 == 0:
                await fuzzer.ask("ping")
                fuzzer.told.clear()
                await fuzzer.open("common players=3 sequence=2,2,2,2")
                await fuzzer.give_nonce()
                await fuzzer.ask("leave", table=now["table"])
        assert (await fuzzer.ask("ping"))["type"] == "pong"
        await play_on(house, player)
        assert player.now["view"]["places"]
    assert not caplog.records


async def refusal_of(client: Client, raw: str | bytes) -> Said:
    """What comes back for something that is sent."""
    client.told.clear()
    client.send(raw)
    await client.ask("ping")
    (refused,) = [one for one in client.told if one["type"] == "refused"]
    return refused


@pytest.mark.parametrize(
    ("raw", "re"),
    [
        ("", None),
        ("nonsense", None),
        (b"\xff\xfe", None),
        ('{"type":"nonsense","id":"a"}', "a"),
        ('{"type":"ping","id":"a","more":1}', "a"),
        ('{"type":"act","id":"a","table":"t","turn":"1","bid":0}', "a"),
        ('{"type":"act","id":7}', None),
        ("[" * 8000, None),
    ],
)
async def test_what_cannot_be_read_is_refused_under_its_id(
    raw: str | bytes, re: str | None
) -> None:
    async with House() as house:
        client = await house.client()
        refused = await refusal_of(client, raw)
        assert (refused["code"], refused["re"]) == ("bad-message", re)
        assert refused["sentence"]


async def test_what_is_too_long_is_refused_unread() -> None:
    async with House() as house:
        client = await house.client()
        long = json.dumps({"type": "ping", "id": "a", "more": "x" * incoming.LONGEST_MESSAGE})
        refused = await refusal_of(client, long)
        assert refused["code"] == "message-too-long"
        assert refused["params"] == {"value": len(long), "limit": incoming.LONGEST_MESSAGE}
        # It is bytes that count: a letter may be four of them.
        emoji = json.dumps({"type": "ping", "id": "b", "more": "🂡" * 2100}, ensure_ascii=False)
        refused = await refusal_of(client, emoji)
        assert (refused["code"], refused["params"]["value"]) == (
            "message-too-long",
            len(emoji.encode()),
        )


async def test_what_comes_too_often_is_refused_and_later_done() -> None:
    async with House(limits=Limits(identity=Rate(burst=10, per_second=1))) as house:
        client = await house.client()
        answers = [await client.ask("ping") for _ in range(12)]
        kinds = [answer.get("code", answer["type"]) for answer in answers]
        assert kinds == ["pong"] * 8 + ["too-many-messages"] * 4
        house.clock.skip(5.0)
        assert (await client.ask("ping"))["type"] == "pong"


async def test_who_never_stops_is_cut_off() -> None:
    async with House(limits=Limits(identity=Rate(burst=10, per_second=0))) as house:
        client = await house.client()
        for _ in range(200):
            client.say("ping")
        await client.ended()
        assert client.code == 1008


async def test_an_address_is_shared_by_friends_but_not_by_crowds() -> None:
    async with House(limits=Limits(address=Rate(burst=30, per_second=0))) as house:
        friends = [await house.client(address="198.51.100.7") for _ in range(7)]
        answers = [await friend.ask("ping") for friend in friends for _ in range(5)]
        codes = [answer.get("code") for answer in answers]
        assert codes.count("too-many-messages") == len(codes) - (30 - 7 * 2)
        local = await house.client(address="127.0.0.1")
        assert [(await local.ask("ping"))["type"] for _ in range(40)] == ["pong"] * 40


async def test_tables_are_not_opened_without_end() -> None:
    limits = Limits(tables=Rate(burst=3, per_second=1 / 60))
    async with House(limits=limits) as house:
        client = await house.client()
        answers = [(await client.open()).get("code") for _ in range(4)]
        assert answers == [None, None, None, "too-many-tables-opened"]
        house.clock.skip(61.0)
        assert (await client.open())["type"] == "push"


async def test_sockets_are_limited_by_client_and_by_address() -> None:
    async with House(limits=Limits(sockets=2, sockets_by_address=3)) as house:
        first = await house.client()
        second = await house.client(first.token)
        third = await house.client(first.token)
        assert [first.status, second.status, third.status] == [101, 101, 429]
        await house.client()
        assert (await house.client()).status == 429
        await second.close()
        assert (await house.client()).status == 101


async def test_a_fault_of_the_server_is_told_without_its_reason(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("a secret")

    monkeypatch.setattr("ohhell.web.chooser.rulebooks", fail)
    async with House() as house:
        client = await house.client()
        refused = await client.ask("rulebooks")
        assert refused["code"] == "server-fault"
        assert "secret" not in json.dumps(refused)
        assert (await client.ask("ping"))["type"] == "pong"
    assert "KeyError" in caplog.text


# ---------------------------------------------------------------------------- slow readers


async def test_a_reader_that_sleeps_is_owed_the_newest_view_only() -> None:
    async with House() as house:
        client = await house.client()
        await client.open("common players=3 sequence=3,3,3")
        sleeper = await house.client(client.token)
        await sleeper.ask("enter", table=client.now["table"])
        await client.give_nonce()
        sleeper.may_read.clear()
        await play_on(house, client)
        told = len(sleeper.told)
        sleeper.may_read.set()
        await house.quiet()
        missed = sleeper.told[told:]
        assert len(missed) <= 3
        assert sleeper.now["view"] == client.now["view"]
        assert sleeper.now["number"] == client.now["number"]


async def test_a_reader_that_naps_is_told_the_steps_it_missed() -> None:
    async with House() as house:
        client = await house.client()
        await client.open("common players=3 sequence=2")
        sleeper = await house.client(client.token)
        await sleeper.ask("enter", table=client.now["table"])
        sleeper.may_read.clear()
        await play_on(house, client)
        sleeper.may_read.set()
        await house.quiet()

        def steps(one: Client) -> list[Said]:
            return [step for push in one.pushes for step in push["did"]]

        assert steps(sleeper) == steps(client)


async def test_a_reader_that_only_asks_is_no_longer_heard() -> None:
    async with House() as house:
        client = await house.client()
        client.may_read.clear()
        for _ in range(300):
            client.say("ping")
        await house.quiet()
        (connection,) = house.server._switchboard
        assert len(connection._owed) < 30
        other = await house.client()
        assert (await other.ask("ping"))["type"] == "pong"
        client.may_read.set()
        await client.ask("ping")
        assert len([one for one in client.told if one["type"] == "pong"]) == 301


async def test_handshakes_that_are_refused_are_limited_too() -> None:
    async with House(limits=Limits(address=Rate(burst=7, per_second=1))) as house:
        wrong = [await house.client(origin="http://evil.test") for _ in range(5)]
        assert [client.status for client in wrong] == [403, 403, 403, 429, 429]
        assert (await house.client()).status == 429
        assert (await house.client(address="203.0.113.77")).status == 101
        house.clock.skip(2.0)
        assert (await house.client()).status == 101
