"""How players are named on the command line: levels, and programs as `cmd:PROGRAM`."""

from __future__ import annotations

import csv
from typing import Final

from ohhell.players.command_player import open_player
from ohhell.players.levels import LevelError

DEFAULT_PLAYER: Final = "club"
"""Who plays, and gives advice, where nobody is named."""


def read_names(text: str) -> tuple[str, ...]:
    """Names of players between commas; one with a comma in it stands in double quotes.

    Refuses what is no such list, such as several lines (`players-not-listed`).
    """
    try:
        (names,) = csv.reader([text.strip()], skipinitialspace=True)
    except csv.Error:
        raise LevelError("players-not-listed", value=text) from None
    return tuple(player_name(name.strip()) for name in names or [""])


def player_name(name: str) -> str:
    """The name as it is shown, of a player that is there; refuses any other."""
    return open_player(name).level
