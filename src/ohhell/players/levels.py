"""The CPU players people can choose, by name.

A player's module is loaded when it is first asked for, so that naming the levels costs nothing
and nobody waits for the libraries of a player that does not play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ohhell.players.player import Player
from ohhell.rules.errors import OhHellError


class LevelError(OhHellError):
    """A name that is no level's; `near` holds those most like it, separated by commas, or ""."""


def _random() -> Player:
    from ohhell.players.random_player import RandomPlayer

    return RandomPlayer()


def _rule_of_thumb() -> Player:
    from ohhell.players.rule_of_thumb import RuleOfThumbPlayer

    return RuleOfThumbPlayer()


def _compiled(level: str) -> Callable[[], Player]:
    def make() -> Player:
        from ohhell.players.compiled_player import CompiledPlayer

        return CompiledPlayer(level)

    return make


_MAKERS: Final[Mapping[str, Callable[[], Player]]] = MappingProxyType(
    {
        "random": _random,
        "novice": _compiled("novice"),
        "rule-of-thumb": _rule_of_thumb,
        "casual": _compiled("casual"),
        "club": _compiled("club"),
        "expert": _compiled("expert"),
    }
)

LEVELS: Final = tuple(_MAKERS)
"""The names of all levels, weakest first."""


COMPILED: Final = frozenset({"novice", "casual", "club", "expert"})
"""The levels that need machine code, which `warm_up` makes ready."""

PARTS: Final = ("bidding", "card-play")
"""The parts of that machine code, in the order they are made ready."""


@lru_cache(maxsize=64)
def player_for(level: str) -> Player:
    """The player of that level, in any case and with spaces or underscores for hyphens.

    It holds no state, so one serves every seat of every table.  Refuses any other name
    (`unknown-level`).
    """
    plain = "-".join(level.lower().replace("_", " ").replace("-", " ").split())
    maker = _MAKERS.get(plain)
    if maker is None:
        near = get_close_matches(plain, LEVELS)
        raise LevelError(
            "unknown-level", value=level[:40], limit=", ".join(LEVELS), near=", ".join(near)
        )
    return maker()
