"""The text of a push, put together from pieces, is the JSON of that push."""

from __future__ import annotations

import json
import random
from dataclasses import fields

import msgspec
import pytest

from ohhell.rules.view import Phase
from ohhell.table.messages import Push
from ohhell.web.protocol.convert import Steps, push_of
from ohhell.web.protocol.writing import PushWriter
from tests.table.scripted import World

pytestmark = pytest.mark.asyncio

WRITTEN_FOR_EACH = ("push", "did", "own", "re")


def written_apart(push: Push, steps: Steps, re: str | None) -> object:
    """The push as it would be written if nothing were shared."""
    return json.loads(msgspec.json.encode(push_of(push, steps, re=re)))


@pytest.mark.parametrize(
    "rulebook",
    [
        "common players=3 max_size=2",
        "party players=4 sequence=3 bidding=all-at-once hook=off",
        "party players=3 sequence=2 bid_change=until-next",
    ],
)
async def test_pushes_say_the_same_in_whatever_order_they_are_written(rulebook: str) -> None:
    async with World() as world:
        players = int(rulebook.partition("players=")[2][0])
        table = await world.open(rulebook, *["person"] * players)
        seats = (*range(players), None)
        await world.sit(table, *seats)
        await world.exchange_nonces(table, *range(players))
        while table.state.game.phase is not Phase.OVER:
            await world.act_once(table, *range(players))
        told = [
            message
            for letters in world.letters.told.values()
            for message in letters
            if isinstance(message, Push)
        ]
        assert {push.own.seat for push in told} == set(seats)
        told.sort(key=lambda push: push.number)
        write = PushWriter()
        for _ in range(2):
            for push in told:
                steps: Steps = () if push.by is None else ((push.by, push.did),)
                for re in (None, 'an id \0 with "quotes"'):
                    text = write(push, steps, re=re)
                    assert json.loads(text) == written_apart(push, steps, re)
            random.Random(1).shuffle(told)


async def test_what_is_shared_is_what_a_watcher_is_told() -> None:
    async with World() as world:
        table = await world.open("common players=3 max_size=3", *["person"] * 3)
        await world.sit(table, 0, 1, 2, None)
        await world.exchange_nonces(table, 0, 1, 2)
        pushes = [world.letters.now(name) for name in world.letters.told]
        watched = {id(push.watched) for push in pushes}
        assert len(watched) == 1
        others = [field.name for field in fields(Push) if field.name not in WRITTEN_FOR_EACH]
        for name in others:
            assert all(getattr(push, name) == getattr(pushes[0], name) for push in pushes), name
        assert {push.watched.seat for push in pushes} == {None}
        current = pushes[0].watched.round
        assert current is not None
        assert current.hand == ()
        hands = [push.view.round.hand for push in pushes if push.view.round is not None]
        assert len(set(hands)) == 4
