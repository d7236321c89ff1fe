"""What players are called: friendly names for CPU players, and strangers' names made fit to show."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final

LONGEST_NAME: Final = 24
"""Characters of the longest name a person can have at a table."""

_CPU_NAMES: Final = ("Ada", "Emil", "Chiyo", "Bruno", "Ines", "Oskar", "Zora", "Hugo")
"""Short, and no two with the same initial, so that the narrowest score sheet tells them apart."""

_MOST_MARKS: Final = 2
"""Accents that may stand on one letter; more of them would cover other lines."""

_UNWANTED: Final = ("Cc", "Cf", "Cs", "Co", "Cn")


def cpu_names(count: int, *, taken: Collection[str] = ()) -> tuple[str, ...]:
    """Names for up to seven CPU players, none of them a name that is `taken`, in any case."""
    others = {name.casefold() for name in taken}
    free = [name for name in _CPU_NAMES if name.casefold() not in others]
    return tuple(free[:count])


def tidy_name(name: str) -> str:
    """A name as plain text on one line, of bounded length; "" where nothing of it can be shown.

    What moves, hides or turns round other text is taken out.
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(letter)
        if letter.isspace() or kind in ("Zl", "Zp"):
            letter = " "
        elif kind in _UNWANTED:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    words = "".join(kept).split()
    return " ".join(words)[:LONGEST_NAME].rstrip()
