"""What `?` and `r` show."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from ohhell.cli.rules import explanation
from ohhell.cli.terminal.names import shown_names
from ohhell.cli.terminal.phrases import left
from ohhell.cli.terminal.screen import MARGIN
from ohhell.rules.view import PlayerView
from ohhell.text import say

_KEYS: Final = (
    ("help.number-key", "help.number"),
    ("help.card-key", "help.card"),
    ("help.enter-key", "help.enter"),
    ("help.hint-key", "help.hint"),
    ("help.table-key", "help.table"),
    ("help.sheet-key", "help.sheet"),
    ("help.last-key", "help.last"),
    ("help.rules-key", "help.rules"),
    ("help.help-key", "help.help"),
    ("help.quit-key", "help.quit"),
)


def help_lines() -> tuple[Text, ...]:
    """Every key and what it does."""
    keys = [say(f"terminal.{key}") for key, _ in _KEYS]
    column = max(map(len, keys)) + 2
    return tuple(
        Text(MARGIN).append_text(left(shown, column, "bold")).append(say(f"terminal.{meaning}"))
        for shown, (_, meaning) in zip(keys, _KEYS, strict=True)
    )


def rules_lines(view: PlayerView, width: int) -> tuple[Text, ...]:
    """The rules of this game in plain words, with its players and its first dealer."""
    lines = explanation(
        view.rulebook, width=width, first_dealer=view.first_dealer, names=shown_names(view)
    )
    return tuple(Text.from_ansi(line) for line in lines)
