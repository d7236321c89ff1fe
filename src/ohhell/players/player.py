"""What a CPU player is: a view in, an action out."""

from __future__ import annotations

import random
from typing import Protocol

from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView


class Player(Protocol):
    """Whoever can act for a seat from what that seat may know.

    A player keeps nothing between two turns, so any process can answer any turn, and the same
    view with dice in the same state gives the same answer.
    """

    @property
    def level(self) -> str:
        """The name people choose this player by."""
        ...

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        """One of `view.legal`, for a view whose seat is among `view.to_act`.

        `dice` is all the luck a player may use; one that needs none leaves it untouched.
        """
        ...
