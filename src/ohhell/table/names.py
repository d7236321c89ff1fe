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

_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that show nothing: Hangul fillers, the empty Braille cell, the null notehead."""

_HIDDEN_MARKS: Final = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x17B4, 0x17B5, *range(0x180B, 0x1810)),
            *(*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
        ),
    )
)
"""Marks that show nothing by themselves: joiners, inherent vowels, variation selectors."""

_SHOWN: Final = "LNPS"
"""The kinds of characters that can be seen: letters, numbers, punctuation, signs."""


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
        if letter.isspace() or kind in ("Zl", "Zp") or letter in _BLANKS:
            letter = " "
        elif kind in _UNWANTED or letter in _HIDDEN_MARKS:
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    name = " ".join("".join(kept).split())[:LONGEST_NAME].rstrip()
    has_anything = any(unicodedata.category(letter)[0] in _SHOWN for letter in name)
    return name if has_anything else ""
