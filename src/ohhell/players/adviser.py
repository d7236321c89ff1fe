"""What an adviser is: a player that also says what each choice is worth."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ohhell.players.levels import player_for
from ohhell.rules.actions import Action
from ohhell.rules.errors import OhHellError
from ohhell.rules.view import PlayerView


class AdviceError(OhHellError):
    """A question no advice can be given on."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a seat may do.

    `points` is what the seat is expected to score in this round if it does (as the rulebook
    pays, so fewer is better where low totals win), `make` the chance that it takes exactly the
    tricks it bid, or bids now.
    """

    action: Action
    points: float
    make: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What a player would do and why: one option for each of the seat's legal actions, in order.

    `choice` is the action of one of them, not always the one with the most points: a player may
    know that the difference is within its error.
    """

    choice: Action
    options: tuple[Option, ...]

    def regret(self, option: Option, *, low_wins: bool) -> float:
        """Points given away by this option against the best one; 0 or more."""
        if low_wins:
            return option.points - min(other.points for other in self.options)
        return max(other.points for other in self.options) - option.points


@runtime_checkable
class Adviser(Protocol):
    """A player that can say what its choices are worth."""

    @property
    def level(self) -> str:
        """The name people choose this player by."""
        ...

    def advise(self, view: PlayerView, dice: random.Random) -> Advice:
        """Advice for a view whose seat is among `view.to_act`.

        Bids in the view may be unknown (None with `has_bid`) even where cards are played.  The
        choice is the one `choose` makes with dice in the same state, where that is for points:
        in the last round of a game a level may play for the win.
        """
        ...


def adviser_for(level: str) -> Adviser:
    """The player of that level, if it gives advice; else `AdviceError` (`no-advice`)."""
    player = player_for(level)
    if not isinstance(player, Adviser):
        raise AdviceError("no-advice", value=player.level)
    return player
