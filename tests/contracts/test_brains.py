"""What every `Brains` keeps to, wherever it thinks: a legal answer, and the same one again."""

from __future__ import annotations

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
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("make", [RandomBrains, LocalBrains])
async def test_an_answer_is_legal_and_the_same_for_the_same_question(
    make: type[Brains], rulebook: str, level: str
) -> None:
    for view, key in (await questions(rulebook))[::2]:
        answer = await make().ask(view, level, dice_key=key)
        assert answer in view.legal
        assert await make().ask(view, level, dice_key=key) == answer
