"""Nonces committed and revealed: silent and lying programs can neither stop nor steer the deal."""

from __future__ import annotations

import pytest

from ohhell.rules.actions import CommitNonce, RevealNonce
from ohhell.rules.events import NonceCommitted, NonceMissed, NonceRevealed, RoundDealt
from ohhell.rules.shuffle import deck_for_round, nonce_commitment
from ohhell.rules.view import Phase
from ohhell.table.messages import Abandon, GiveNonce, Push, Refused, Shuffle
from ohhell.table.settings import Timing
from ohhell.table.table import Table
from tests.table.scripted import World, called, nonce_of, told_events

RULES = "party players=3 sequence=2 first_dealer=seat-2"


async def opened(world: World) -> Table:
    """Two persons and a CPU player, whose seat gives no nonce."""
    table = await world.open(RULES, "person", "person")
    await world.sit(table, 0, 1)
    return table


def commitment_of(table: Table, seat: int) -> CommitNonce:
    game = table.state.game.commitment
    return CommitNonce(nonce_commitment(nonce_of(seat), seat=seat, game=game))


async def dealt_deck(world: World, table: Table) -> tuple[object, ...]:
    """The cards of the first round as they were dealt, clockwise from seat 0, then the rest."""
    rows = await world.store.load(table.name)
    dealt = next(e for row in rows for e in row.events if isinstance(e, RoundDealt))
    hands = [dealt.hands[seat][card] for card in range(dealt.size) for seat in dealt.seats]
    return (*hands, dealt.turn_up, *dealt.stock)


@pytest.mark.asyncio
async def test_programs_learn_what_they_need_from_any_push() -> None:
    async with World() as world:
        table = await opened(world)
        game = table.state.game.commitment
        push = world.letters.now("p0")
        nobody = (None, None, None)
        assert push.view.phase is Phase.NONCES
        assert push.shuffle == Shuffle(game, (0, 1), nobody, nobody, (), False, None)
        await world.send(table, world.nonce(table, 0, commitment_of(table, 0)))
        assert world.letters.now("p1").shuffle.may_reveal is False
        await world.send(table, world.nonce(table, 1, commitment_of(table, 1)))
        shuffle = world.letters.now("p1").shuffle
        assert shuffle.may_reveal
        promised = (commitment_of(table, 0).commitment, commitment_of(table, 1).commitment, None)
        assert shuffle.promised == promised
        assert shuffle.shown == nobody


@pytest.mark.asyncio
async def test_the_cards_come_from_the_seed_and_all_nonces() -> None:
    async with World() as world:
        table = await opened(world)
        seed = await world.store.find(table.name, "seed")
        assert seed is not None
        await world.exchange_nonces(table, 0, 1)
        assert table.state.game.phase is Phase.BIDDING
        nonces = (nonce_of(0), nonce_of(1), None)
        assert await dealt_deck(world, table) == deck_for_round(seed, nonces, number=1)
        assert not world.clock.alarms, "no nonce is waited for any more"


@pytest.mark.asyncio
async def test_a_program_that_says_nothing_is_left_out_after_a_while() -> None:
    async with World(timing=Timing(nonces=5.0)) as world:
        table = await opened(world)
        seed = await world.store.find(table.name, "seed")
        assert seed is not None
        await world.send(table, world.nonce(table, 0, commitment_of(table, 0)))
        await world.pass_time(table, 4.9)
        assert table.state.game.phase is Phase.NONCES
        await world.pass_time(table, 0.2)
        assert NonceMissed(1) in told_events(world.letters, "p1")
        assert world.letters.now("p1").shuffle.left_out == (1,)
        assert world.letters.now("p0").shuffle.may_reveal
        await world.send(table, world.nonce(table, 1, commitment_of(table, 1)))
        refusal = world.letters.last("p1")
        assert isinstance(refusal, Refused)
        assert (refusal.code, refusal.re) == ("no-nonce-expected", "CommitNonce")
        await world.send(table, world.nonce(table, 0, RevealNonce(nonce_of(0))))
        assert table.state.game.phase is Phase.BIDDING
        deck = deck_for_round(seed, (nonce_of(0), None, None), number=1)
        assert await dealt_deck(world, table) == deck
        rows = await world.store.load(table.name)
        by = {type(row.events[0]): row.by for row in rows}
        assert (by[NonceCommitted], by[NonceMissed], by[NonceRevealed]) == (
            "person",
            "table",
            "person",
        )


@pytest.mark.asyncio
async def test_a_program_that_promises_and_does_not_show_is_left_out_too() -> None:
    async with World(timing=Timing(nonces=5.0)) as world:
        table = await opened(world)
        await world.pass_time(table, 3.0)
        for seat in (0, 1):
            await world.send(table, world.nonce(table, seat, commitment_of(table, seat)))
        await world.send(table, world.nonce(table, 0, RevealNonce(nonce_of(0))))
        await world.pass_time(table, 4.9)
        assert table.state.game.phase is Phase.NONCES, "each step has its own time"
        await world.pass_time(table, 0.2)
        assert table.state.game.phase is Phase.BIDDING
        assert table.state.game.nonces == (nonce_of(0), None, None)
        assert table.state.game.left_out == (1,)


@pytest.mark.asyncio
async def test_with_all_programs_silent_the_game_begins_without_nonces() -> None:
    async with World() as world:
        table = await opened(world)
        await world.pass_time(table, 5.0)
        assert table.state.game.phase is Phase.BIDDING
        assert table.state.game.left_out == (0, 1)


@pytest.mark.asyncio
async def test_a_program_that_lies_is_refused_and_may_still_tell_the_truth() -> None:
    async with World() as world:
        table = await opened(world)
        for seat in (0, 1):
            await world.send(table, world.nonce(table, seat, commitment_of(table, seat)))
        lie = GiveNonce(table.name, "p0", "lie", RevealNonce(b"\x00" * 16))
        await world.send(table, lie)
        refusal = world.letters.last("p0")
        assert isinstance(refusal, Refused)
        assert (refusal.code, refusal.re) == ("nonce-does-not-match", "lie")
        assert all(isinstance(message, Push) for message in world.letters.all("p1"))
        await world.send(table, world.nonce(table, 0, RevealNonce(nonce_of(0))))
        await world.send(table, world.nonce(table, 1, RevealNonce(nonce_of(1))))
        assert table.state.game.phase is Phase.BIDDING


@pytest.mark.asyncio
async def test_nonces_shown_before_all_have_promised_are_refused() -> None:
    async with World() as world:
        table = await opened(world)
        await world.send(table, world.nonce(table, 0, commitment_of(table, 0)))
        await world.send(table, world.nonce(table, 0, RevealNonce(nonce_of(0))))
        refusal = world.letters.last("p0")
        assert isinstance(refusal, Refused)
        assert refusal.code == "nonce-too-early"
        assert refusal.now is not None
        assert refusal.now.shuffle.shown == (None, None, None)


@pytest.mark.asyncio
async def test_a_promise_sent_twice_counts_once() -> None:
    async with World() as world:
        table = await opened(world)
        promise = world.nonce(table, 0, commitment_of(table, 0))
        await world.send(table, promise, promise)
        again = world.letters.last("p0")
        assert isinstance(again, Push)
        assert again.re == promise.id
        assert told_events(world.letters, "p0").count(NonceCommitted(0, bytes(32))) == 0
        assert table.state.number == 2


@pytest.mark.asyncio
async def test_a_cpu_seat_has_no_nonce() -> None:
    async with World() as world:
        table = await world.open(RULES)
        await world.sit(table, None)
        assert table.state.game.nonces == (None, None, None)
        assert not any(isinstance(e, NonceMissed) for e in told_events(world.letters, "watcher"))


@pytest.mark.asyncio
async def test_a_game_given_up_reveals_its_seed_whenever_that_is() -> None:
    for step in range(4):
        async with World() as world:
            table = await opened(world)
            seed = await world.store.find(table.name, "seed")
            if step == 1:
                await world.send(table, world.nonce(table, 0, commitment_of(table, 0)))
            if step >= 2:
                await world.exchange_nonces(table, 0, 1)
            if step == 3:
                await world.act_once(table, 0)
                await world.leave(table, 0, 1)
            await world.send(table, Abandon(table.name), Abandon(table.name))
            assert table.state.game.phase is Phase.ABANDONED
            assert table.state.game.seed == seed
            assert await world.store.find(table.name, "seed") is None
            await world.sit(table, 1)
            assert world.letters.now(called(1)).shuffle.seed == seed
            assert not world.clock.alarms
