"""A player that does anything legal: the floor every other player is measured from."""

from __future__ import annotations

import random

from ohhell.rules.actions import Action, Play
from ohhell.rules.view import PlayerView


class RandomPlayer:
    """Every bid the hook leaves is equally likely, and so is every card that may be played.

    Bids are uniform over the whole range and not over what is sensible, so this player bids far
    more than it takes.
    """

    level: str = "random"

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        """A legal card, or where none may be played a legal bid; one draw from `dice`.

        A leader who might still change its bid leads: it would else do so over and over.
        """
        plays = [action for action in view.legal if isinstance(action, Play)]
        return dice.choice(plays or view.legal)
