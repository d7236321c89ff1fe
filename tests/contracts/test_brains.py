"""What every `Brains` keeps to, wherever it thinks: a legal answer, and the same one again."""

from __future__ import annotations

from itertools import product

import pytest

from ohhell.cli.terminal.brains import LocalBrains
from ohhell.players.levels import LEVELS
from ohhell.rules.view import PlayerView
from ohhell.table.ports import Brains
from tests.contracts.stores import RULEBOOKS
from tests.table.scripted import RandomBrains, World


async def questions(rulebook: str) -> list[tuple[PlayerView, bytes]]:
    """What the CPU players of a whole game were asked."""
    async with World() as world:
        table = await world.open(rulebook)
        await world.sit(table, None)
        assert table.state.game.places
        return [(view, key) for view, _, key in world.brains.asked]


@pytest.mark.asyncio
@pytest.mark.parametrize("make", [RandomBrains, LocalBrains])
async def test_an_answer_is_legal_and_the_same_for_the_same_question(make: type[Brains]) -> None:
    one, other = make(), make()
    try:
        for rulebook, level in product(RULEBOOKS, LEVELS):
            for view, key in (await questions(rulebook))[::2]:
                answer = await one.ask(view, level, dice_key=key)
                assert answer in view.legal
                assert await other.ask(view, level, dice_key=key) == answer
    finally:
        for brains in (one, other):
            if isinstance(brains, LocalBrains):
                brains.close()
