"""How players are named on the command line: levels, and programs as `cmd:PROGRAM`."""

from __future__ import annotations

import csv
from typing import Final

from ohhell.players.command_player import open_player

DEFAULT_PLAYER: Final = "club"
"""Who plays, and gives advice, where nobody is named."""


def read_names(text: str) -> tuple[str, ...]:
    """Names of players between commas; one with a comma in it stands in double quotes."""
    (names,) = csv.reader([text], skipinitialspace=True)
    return tuple(player_name(name.strip()) for name in names or [""])


def player_name(name: str) -> str:
    """The name as it is shown, of a player that is there; refuses any other."""
    return open_player(name).level
