"""CPU players thinking in this program, one decision after another."""

from __future__ import annotations

import random

from ohhell.players.levels import player_for
from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView


class LocalBrains:
    """The port `Brains`: a level is loaded when it is first asked."""

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """What the CPU player of that level does, with no luck but what `dice_key` holds."""
        return decide_with(view, level, dice_key)


def decide_with(view: PlayerView, level: str, dice_key: bytes) -> Action:
    """The same view, level and key give the same action."""
    return player_for(level).choose(view, random.Random(dice_key))
