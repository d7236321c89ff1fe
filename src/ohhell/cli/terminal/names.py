"""What players are called on the screen: every name fit to be shown in one column."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from ohhell.cli.terminal.phrases import phrase, shortened
from ohhell.rules.cards import Seat
from ohhell.rules.view import PlayerView
from ohhell.text import safe, say

PERSONS_NAME: Final = "Player"
"""What a record calls a person who gave no name; on that person's own screen: You."""

LONGEST_NAME: Final = 20
"""Cells a name may take up on the screen."""


def shown_names(view: PlayerView) -> tuple[str, ...]:
    """Names by seat without anything that moves or hides text, short enough for one column."""
    names = [shortened(safe(name).strip() or "?", LONGEST_NAME) for name in view.names]
    if view.seat is not None and view.names[view.seat] == PERSONS_NAME:
        names[view.seat] = say("terminal.you")
    return tuple(names)


def from_own_seat(view: PlayerView) -> tuple[Seat, ...]:
    """All seats clockwise, the own one first: the order of every list on the screen."""
    first = view.seat or 0
    players = view.rulebook.players
    return tuple((first + step) % players for step in range(players))


def told(
    key: str, view: PlayerView, seat: Seat, names: tuple[str, ...], /, **params: str | int | Text
) -> Text:
    """A sentence about a seat, in its `.you` form where that seat is the reader's own."""
    if seat == view.seat:
        return phrase(f"{key}.you", **params)
    return phrase(key, who=Text(names[seat]), **params)
