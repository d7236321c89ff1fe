"""CPU players that crash, hang and cheat, and what their seats do all the same."""

from __future__ import annotations

import asyncio
import logging
from typing import cast

import pytest

from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import Card
from ohhell.rules.events import BidMade, CardPlayed
from ohhell.rules.view import Phase, PlayerView
from ohhell.table.ports import FastPolicy
from ohhell.table.settings import Timing
from ohhell.table.state import dice_key
from ohhell.table.table import Table
from tests.table.scripted import (
    HangingBrains,
    RandomBrains,
    World,
    any_action,
    told_events,
)

RULES = "party players=3 sequence=2 first_dealer=seat-2"


class OddBrains(RandomBrains):
    """Answers whatever it is told to answer."""

    def __init__(self, answer: object) -> None:
        super().__init__()
        self.answer = answer

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        self.asked.append((view, level, dice_key))
        if isinstance(self.answer, BaseException):
            raise self.answer
        return cast("Action", self.answer)


def of_cpus(world: World, *seats: int) -> list[Action]:
    """What these seats did, in order."""
    did: list[Action] = []
    for event in told_events(world.letters, "p0"):
        match event:
            case BidMade() if event.seat in seats:
                did.append(Bid(event.tricks))
            case CardPlayed() if event.seat in seats:
                did.append(Play(event.card))
            case _:
                pass
    return did


async def begun(world: World, rules: str = RULES) -> Table:
    """A person at seat 0, who bids first, and CPU players."""
    table = await world.open(rules, "person")
    await world.sit(table, 0)
    await world.exchange_nonces(table, 0)
    return table


@pytest.mark.asyncio
async def test_a_cpu_player_is_asked_with_its_own_view_level_and_dice() -> None:
    async with World() as world:
        table = await world.open(RULES, "person", "club", "novice")
        seed = await world.store.find(table.name, "seed")
        assert seed is not None
        await world.sit(table, 0)
        await world.exchange_nonces(table, 0)
        assert not world.brains.asked
        await world.act_once(table, 0)
        assert [(view.seat, level) for view, level, _ in world.brains.asked] == [
            (1, "club"),
            (2, "novice"),
        ]
        for view, _, key in world.brains.asked:
            assert view.seat is not None
            assert view.seat in view.to_act
            assert view.legal
            assert key == dice_key(seed, seat=view.seat, turn=view.turn)
            assert len(key) == 32
        keys = {dice_key(seed, seat=seat, turn=turn) for seat in range(7) for turn in range(300)}
        assert len(keys) == 2100


def test_the_dice_key_is_the_documented_one() -> None:
    # printf 'ohhell/cpu dice/1\x03\x00\x00\x01\x02' | openssl dgst -sha256 -mac HMAC -macopt …
    assert dice_key(bytes(range(32)), seat=3, turn=258).hex() == (
        "73d84dd16a66b8628c1189d0953b5be6c4987532e4b3e47f116d26530b273318"
    )


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "answer",
    [
        RuntimeError("I have no idea"),
        asyncio.CancelledError(),
        None,
        "1",
        Bid(9),
        Play(Card.C2),
        [Bid(0)],
    ],
)
async def test_a_cpu_player_that_crashes_or_cheats_gets_the_fast_policys_choice(
    answer: object, caplog: pytest.LogCaptureFixture
) -> None:
    async with World(brains=OddBrains(answer)) as world:
        table = await begun(world)
        with caplog.at_level(logging.WARNING):
            await world.act_once(table, 0)
        assert of_cpus(world, 1, 2) == [Bid(0), Bid(0)]
        assert caplog.records
        assert not any("hand" in record.getMessage() for record in caplog.records)
        assert not any("no idea" in record.getMessage() for record in caplog.records)


@pytest.mark.asyncio
async def test_a_cpu_player_that_hangs_is_late_and_the_fast_policy_plays() -> None:
    brains = HangingBrains()
    async with World(brains=brains, timing=Timing(think=10.0)) as world:
        table = await begun(world)
        await world.act_once(table, 0)
        turn = table.state.game.turn
        assert world.clock.alarms == [10.0]
        await world.pass_time(table, 9.9)
        assert table.state.game.turn == turn
        await world.pass_time(table, 0.2)
        assert table.state.game.turn == turn + 1
        assert of_cpus(world, 1) == [Bid(0)]
        assert len(brains.asked) == 2, "the next one is asked, nobody is asked again"

        brains.answer.set()  # late answers and one in time
        await world.quiet(table)
        second = brains.asked[1]
        assert of_cpus(world, 1, 2)[:2] == [Bid(0), any_action(second[0], dice_key=second[2])]


@pytest.mark.asyncio
async def test_while_a_cpu_player_thinks_the_table_answers_people() -> None:
    async with World(brains=HangingBrains()) as world:
        table = await begun(world)
        await world.act_once(table, 0)
        await world.sit(table, None)
        told = len(world.letters.all("p0"))
        await world.send(table, world.act(table, 0, Bid(1)))
        assert len(world.letters.all("p0")) == told + 1
        assert world.letters.view("watcher").phase is Phase.BIDDING


def broken_policy(view: PlayerView, *, dice_key: bytes) -> Action:
    raise RuntimeError("out of order")


def cheating_policy(view: PlayerView, *, dice_key: bytes) -> Action:
    return Bid(99)


@pytest.mark.asyncio
@pytest.mark.parametrize("policy", [broken_policy, cheating_policy])
async def test_even_with_a_broken_fast_policy_every_seat_acts(policy: FastPolicy) -> None:
    async with World(brains=OddBrains(None), fast=policy) as world:
        table = await begun(world)
        await world.play(table, 0)
        assert table.state.game.phase is Phase.OVER


@pytest.mark.asyncio
async def test_a_cpu_player_is_not_asked_whether_it_would_rather_change_its_bid() -> None:
    rules = "club-sheet players=3 sequence=2 first_dealer=seat-1 ties=share"
    async with World() as world:
        table = await begun(world, rules)  # seat 2 bids first, seat 1 deals and leads
        await world.play(table, 0)
        playing = [view for view, _, _ in world.brains.asked if view.phase is Phase.PLAYING]
        assert playing
        assert all(isinstance(action, Play) for view in playing for action in view.legal)
        assert not any("BidChanged" in type(e).__name__ for e in told_events(world.letters, "p0"))


@pytest.mark.asyncio
async def test_bids_made_all_at_once_are_thought_about_side_by_side() -> None:
    brains = HangingBrains()
    async with World(brains=brains) as world:
        table = await begun(world, RULES + " bidding=all-at-once hook=off")
        assert sorted(view.seat or 0 for view, _, _ in brains.asked) == [1, 2]
        brains.answer.set()
        await world.quiet(table)
        assert table.state.game.round is not None
        assert table.state.game.round.bids[0] is None
        assert None not in table.state.game.round.bids[1:]


@pytest.mark.asyncio
async def test_a_table_that_is_closed_withdraws_its_questions() -> None:
    brains = HangingBrains()
    async with World(brains=brains) as world:
        table = await begun(world)
        await world.act_once(table, 0)
        number = table.state.number
        await table.close()
        brains.answer.set()
        await asyncio.sleep(0)
        assert table.state.number == number
        assert len(await world.store.load(table.name)) == number
