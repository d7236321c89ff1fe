"""Several people's programs in the shuffle: none of them can stop or steer the deal."""

from __future__ import annotations

import hashlib

import pytest

from ohhell.rules.events import RoundDealt
from ohhell.rules.record import read_record
from ohhell.rules.shuffle import deck_for_round
from ohhell.rules.verify import verify
from ohhell.table.ports import SEED
from ohhell.table.recording import record_of
from ohhell.table.state import fold
from tests.web.evening import Evening, evening
from tests.web.house import Client, House

pytestmark = pytest.mark.asyncio

LIE = b"another nonce of"


def nonce(seat: int) -> bytes:
    return bytes([seat + 1]) * 16


async def step(client: Client, kind: str, **fields: str) -> str:
    """The code of the refusal, or ""."""
    seat = client.now["view"]["seat"]
    answer = await client.give_nonce_step(kind, nonce(seat), **fields)
    return answer["code"] if answer["type"] == "refused" else ""


async def check_deal(night: Evening, *shown: bytes | None) -> None:
    """The cards are those of the seed and these nonces, and the record proves it in the end."""
    seed = await night.house.store.find(night.table, SEED)
    assert seed is not None
    rows = await night.house.store.load(night.table)
    dealt = next(e for row in rows for e in row.events if isinstance(e, RoundDealt))
    hands = [dealt.hands[seat][card] for card in range(dealt.size) for seat in dealt.seats]
    deck = deck_for_round(seed, shown, number=1)
    assert (*hands, dealt.turn_up, *dealt.stock) == tuple(deck)
    await night.play(*range(len(night.people)))
    rows = await night.house.store.load(night.table)
    assert fold(rows).game.seed == seed
    assert not verify(read_record(record_of(rows))).faults


async def test_everybody_takes_part_and_sees_all_promises_before_any_nonce() -> None:
    async with House() as house:
        night = await evening(house, 3)
        first, second, third = night.people
        assert not await step(first, "promise")
        assert await step(first, "reveal") == "nonce-too-early"
        assert not await step(second, "promise")
        assert third.now["shuffle"]["promised"][1] is not None
        assert not third.now["shuffle"]["may_reveal"]
        assert not await step(third, "promise")
        assert first.now["shuffle"]["may_reveal"]
        for person in reversed(night.people):
            assert third.now["view"]["phase"] == "nonces"
            assert not await step(person, "reveal")
        await house.quiet()
        await check_deal(night, nonce(0), nonce(1), nonce(2))


async def test_a_silent_program_stops_nobody() -> None:
    async with House() as house:
        night = await evening(house, 3)
        first, second, silent = night.people
        for person in (first, second):
            assert not await step(person, "promise")
        await house.pass_time(5.0)
        assert first.now["shuffle"]["left_out"] == [2]
        assert await step(silent, "promise") == "no-nonce-expected"
        assert not await step(first, "reveal")
        await house.pass_time(5.0)
        assert first.now["shuffle"]["left_out"] == [1, 2]
        assert first.now["view"]["phase"] == "bidding"
        assert await step(second, "reveal") == "nonces-are-in"
        await check_deal(night, nonce(0), None, None)


async def test_a_liar_copies_no_promise_and_shows_no_other_nonce() -> None:
    async with House() as house:
        night = await evening(house, 2)
        honest, liar = night.people
        assert not await step(honest, "promise")
        copied = honest.now["shuffle"]["promised"][0]
        answer = await liar.ask("promise", table=night.table, commitment=copied)
        assert answer["type"] == "push", "it may promise what it likes"
        assert not await step(honest, "reveal")
        for shown in (nonce(0), nonce(1), LIE):
            answer = await liar.give_nonce_step("reveal", shown)
            assert answer["code"] == "nonce-does-not-match"
            assert answer["now"]["shuffle"]["shown"] == [nonce(0).hex(), None, None]
        assert await step(liar, "promise") == "nonce-twice"
        await house.pass_time(5.0)
        assert honest.now["shuffle"]["left_out"] == [1]
        await check_deal(night, nonce(0), None, None)


async def test_a_nonce_sent_twice_or_from_two_devices_counts_once() -> None:
    async with House() as house:
        night = await evening(house, 2)
        first, second = night.people
        screen = await night.come(first.token)
        for _ in range(2):
            assert not await step(first, "promise", id="promised")
        assert not await step(screen, "promise", id="promised")
        answer = await screen.give_nonce_step("promise", LIE)
        assert answer["code"] == "nonce-twice"
        assert not await step(second, "promise")
        assert not await step(screen, "reveal", id="shown")
        assert not await step(first, "reveal", id="shown")
        assert await step(first, "reveal") == "nonce-twice"
        assert not await step(second, "reveal")
        await house.quiet()
        await check_deal(night, nonce(0), nonce(1), None)


@pytest.mark.parametrize("moment", range(4))
async def test_a_killed_server_asks_only_for_what_it_does_not_have(moment: int) -> None:
    async with House() as house:
        night = await evening(house, 2)
        steps = [("promise", 0), ("promise", 1), ("reveal", 1), ("reveal", 0)]
        for count, (kind, who) in enumerate(steps):
            assert not await step(night.people[who], kind, id=f"{kind} of {who}")
            if count == moment and moment < 3:
                await house.kill()
                await night.come_back()
                assert not await step(night.people[who], kind, id=f"{kind} of {who}")
        await house.quiet()
        await check_deal(night, nonce(0), nonce(1), None)


async def test_a_program_that_comes_back_too_late_has_missed_it() -> None:
    async with House() as house:
        night = await evening(house, 2)
        assert not await step(night.people[0], "promise")
        late = night.people[1]
        await late.close()
        await house.pass_time(5.0)
        night.people[1] = await night.come(late.token)
        assert night.people[1].now["shuffle"]["left_out"] == [1]
        assert await step(night.people[1], "promise") == "no-nonce-expected"
        assert not await step(night.people[0], "reveal")
        await house.quiet()
        await check_deal(night, nonce(0), None, None)


async def test_nobody_promises_for_another_seat() -> None:
    async with House() as house:
        night = await evening(house, 2)
        watcher = await night.come()
        game = bytes.fromhex(watcher.now["shuffle"]["commitment"])
        promised = hashlib.sha256(b"ohhell/nonce/1" + game + b"\0" + LIE).hexdigest()
        answer = await watcher.ask("promise", table=night.table, commitment=promised)
        assert answer["code"] == "only-watching"
        stranger = await house.client()
        answer = await stranger.ask("promise", table=night.table, commitment=promised)
        assert answer["code"] == "not-at-this-table"
        await night.give_nonces()
        await check_deal(night, b"n" * 16, b"n" * 16, None)
