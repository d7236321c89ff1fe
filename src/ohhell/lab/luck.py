"""All the luck of an experiment, from its seed and the number of the game alone.

Nothing here knows how an experiment is cut up among processes, so the same seed gives the same
games however many there are, and two line-ups that meet the same game meet the same cards.
"""

from __future__ import annotations

import hmac
import random
import secrets
from typing import Final

from ohhell.rules.actions import ChanceMove, Deal, NameDealer
from ohhell.rules.axes import FirstDealer
from ohhell.rules.cards import PACK, Card, Seat
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase

HIDDEN_BITS: Final = 128
"""Of a seed that nobody finds by trying."""

LARGEST_SEED: Final = 2**HIDDEN_BITS - 1

_SHORT: Final = 1_000_000_000


def dice_for(seed: int, game: int, *uses: str | int) -> random.Random:
    """Dice for one use in one game; different uses have nothing to do with each other."""
    return random.Random(" ".join(map(str, ("ohhell lab", seed, game, *uses))))


def deck_for(seed: int, game: int, number: int) -> tuple[Card, ...]:
    """The deck of round `number` (from 1) of a game; number 0 is the pack drawn from for dealer."""
    return tuple(dice_for(seed, game, "deck", number).sample(PACK, len(PACK)))


def player_dice(seed: int, game: int, seat: Seat) -> random.Random:
    """The dice of whoever sits there.

    What they show tells nothing of the decks to anyone who cannot guess the seed: they are set
    from an HMAC, which does not lead back to its key, and not, as those of the decks are, from a
    text that holds the seed and could be worked out from enough of their numbers.
    """
    place = f"ohhell lab/players/1 {game} {seat}".encode()
    return random.Random(hmac.digest(str(seed).encode(), place, "sha256"))


def draw_seed(*, is_hidden: bool) -> int:
    """A seed for an experiment that was given none: short and easy to repeat, or past guessing.

    A program that is measured sees cards, and could try short seeds until one deals these.
    """
    return secrets.randbits(HIDDEN_BITS) if is_hidden else secrets.randbelow(_SHORT)


def chance_move(state: GameState, seed: int, game: int) -> ChanceMove:
    """What chance does next, in a game that waits for it."""
    if state.phase is Phase.DEAL:
        return Deal(deck_for(seed, game, len(state.results) + 1))
    if state.rulebook.first_dealer is FirstDealer.RANDOM:
        return NameDealer(dice_for(seed, game, "dealer").randrange(state.rulebook.players))
    return Deal(deck_for(seed, game, 0))
