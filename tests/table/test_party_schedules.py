"""Whatever people do around a party, in whatever order, its laws hold and nothing is lost."""

from __future__ import annotations

import asyncio
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ohhell.table import party_messages as pm
from ohhell.table.messages import Abandon
from ohhell.table.party_state import PartyPhase, PartyState, fold, is_between_games, member_of
from ohhell.table.party_state import may_attend as belongs
from tests.table.party_world import PartyWorld, holder

PEOPLE = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy")
NAMES = (*PEOPLE, "ada", "Ｂｏ", "", "a very long name that goes on and on and on")


def any_wish(dice: Random, state: PartyState) -> pm.Change | pm.Say | pm.Poke:
    """Something to ask for, sensible or not."""
    member = dice.randrange(state.next_member + 1)
    return dice.choice(
        (
            pm.Move(dice.randrange(-1, 8)),
            pm.Rename(dice.choice(NAMES)),
            pm.BeReady(dice.random() < 0.7),
            pm.Arrange(seats=dice.randrange(3, 8)),
            pm.Arrange(change={"max_size": dice.randrange(1, 14)}),
            pm.Arrange(levels={dice.randrange(7): "club"}),
            pm.Arrange(turn_seconds=dice.choice((None, 30)), sets_turn_seconds=True),
            pm.Arrange(may_watch=dice.random() < 0.7),
            pm.Remove(member),
            pm.PassHost(member),
            pm.RenewLinks(),
            pm.Start(),
            pm.Regather(),
            pm.QuitParty(),
            pm.AnswerClaim(dice.randrange(state.next_claim + 1), is_given=dice.random() < 0.7),
            pm.Say("hello"),
            pm.Poke(member),
        )
    )


async def do_something(world: PartyWorld, dice: Random) -> None:
    """One thing that happens: somebody comes, goes, asks, asks again; time passes; a program ends."""
    state = (await world.parties.find(world.name)).state
    person = dice.choice(PEOPLE)
    match dice.randrange(14):
        case 0 | 1:
            await world.join(person, name=dice.choice(NAMES), seat=dice.choice((None, 0, 2, 9)))
        case 2 | 3:
            await world.attend(person)
        case 4:
            await world.depart(person)
            world.book.told.pop(person, None)
        case 5:
            await world.watch(person)
        case 6:
            await world.claim(person, dice.randrange(7))
        case 7:
            member = dice.randrange(state.next_member + 1)
            await world.add_device(person, member, by=dice.choice(PEOPLE))
        case 8:
            await world.pass_time(dice.choice((1.0, 61.0, 100_000.0)))
        case 9:
            await world.restart()
            world.book.told.clear()
        case 10:
            if state.games and not state.games[-1].is_over:
                await world.world.hall.post(Abandon(state.games[-1].table))
                await world.quiet()
        case _:
            asked = pm.Ask(world.name, person, world.new_id(), any_wish(dice, state))
            await world.post(asked)
            if dice.random() < 0.3:
                await world.post(asked)  # sent again, since the answer was lost


async def check(world: PartyWorld) -> None:
    """The laws of a party, between any two things that happen."""
    party = await world.parties.find(world.name)
    state = party.state
    rows = await world.store.load_party(world.name)
    assert state == fold(rows)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    ids = [(row.by, row.action_id) for row in rows if row.action_id is not None]
    assert len(ids) == len(set(ids))
    seats = [one.seat for one in state.people]
    assert len(set(seats)) == len(seats)
    assert all(0 <= seat < state.players for seat in seats)
    names = [one.name.casefold() for one in state.people]
    assert len(set(names)) == len(names)
    assert "" not in names
    holders = [one for person in state.people for one in person.holders]
    assert len(set(holders)) == len(holders)
    assert all(person.holders for person in state.people)
    assert not state.watchers & set(holders)
    assert state.arranged.may_watch or not state.watchers
    is_closed = state.phase is PartyPhase.CLOSED
    assert is_closed or state.host in [one.member for one in state.people]
    claimants = [claim.holder for claim in state.claims]
    assert len(set(claimants)) == len(claimants)
    assert not set(claimants) & set(holders)
    if not is_between_games(state):
        held = await world.store.held_at(state.games[-1].table)
        for seat, member in enumerate(state.games[-1].members):
            wanted = {one for p in state.people if p.member == member for one in p.holders}
            assert {one.holder for one in held if one.seat == seat} == wanted
    check_told(world, state)


def check_told(world: PartyWorld, state: PartyState) -> None:
    """Everybody who is there knows how things are, and nobody knows what is not for them."""
    party = world.party
    for person in PEOPLE:
        told = world.book.all(person)
        assert "...." not in repr(told), "who is who to the server"
        if person in party._audience:
            assert belongs(state, holder(person))
            now = world.book.now(person)
            assert now.number == state.number
            assert now.me == member_of(state, holder(person))
            assert [one.member for one in now.members] == [one.member for one in state.people]
            here = party._audience.present(state)
            assert {one.member for one in now.members if one.is_present} == here
            assert bool(now.claims) == (bool(state.claims) and now.me == state.host)
        if not belongs(state, holder(person)):
            assert not told or not isinstance(told[-1], pm.PartyPush)


@given(luck=st.integers(0, 2**32))
def test_the_laws_of_a_party_hold_in_any_schedule(luck: int) -> None:
    dice = Random(luck)

    async def run() -> None:
        async with PartyWorld() as world:
            await world.gather(*PEOPLE[: dice.randrange(1, 4)])
            for person in PEOPLE[:3]:
                await world.attend(person)
            for _ in range(25):
                await do_something(world, dice)
                await check(world)

    asyncio.run(run())
