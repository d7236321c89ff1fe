"""A player that does anything legal: the floor every other player is measured from."""

from __future__ import annotations

import random

from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView


class RandomPlayer:
    """Every legal action is equally likely: any bid the hook leaves, any card that may be played.

    Bids are uniform over the whole range and not over what is sensible, so this player bids far
    more than it takes.
    """

    level: str = "random"

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        """One of `view.legal`, each with the same chance; one draw from `dice` a decision."""
        return dice.choice(view.legal)
