"""CPU players thinking in this program, one decision after another."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ohhell.players.levels import player_for
from ohhell.players.player import Player
from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView


class LocalBrains:
    """The port `Brains`: a level is loaded when it is first asked.

    `programs` of other people are run where they are given, and never because a record names one.
    """

    def __init__(self, programs: Mapping[str, Player] | None = None) -> None:
        self._programs: Mapping[str, Player] = {} if programs is None else programs

    async def ask(self, view: PlayerView, level: str, *, dice_key: bytes) -> Action:
        """What the CPU player of that level does, with no luck but what `dice_key` holds."""
        program = self._programs.get(level)
        if program is not None:
            return program.choose(view, random.Random(dice_key))
        return decide_with(view, level, dice_key)


def decide_with(view: PlayerView, level: str, dice_key: bytes) -> Action:
    """The same view, level and key give the same action."""
    return player_for(level).choose(view, random.Random(dice_key))
