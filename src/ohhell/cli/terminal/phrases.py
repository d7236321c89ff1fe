"""Sentences of the catalogue with coloured pieces in them, and text fitted to columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from ohhell.text import Value, say

WHOLE: Final = Style(meta={"whole": True})
"""Of what somebody copies: looks like any text, and is not broken where there is another way."""

# Marks where a piece goes while its sentence is filled in: signs that no sentence of ours contains.
_FIRST_MARK: Final = 0x2800


def phrase(key: str, style: str = "", /, **params: Value | Text) -> Text:
    """The text of `key`, in `style`; a parameter that is a `Text` keeps its own colours."""
    plain: dict[str, Value] = {}
    pieces: dict[str, Text] = {}
    for name, value in params.items():
        if isinstance(value, Text):
            mark = chr(_FIRST_MARK + len(pieces))
            pieces[mark] = value
            plain[name] = mark
        else:
            plain[name] = value
    said = Text(style=style)
    for letter in say(key, **plain):
        if letter in pieces:
            said.append_text(pieces[letter])
        else:
            said.append(letter)
    return said


def joined(pieces: Iterable[Text], separator: str = ", ") -> Text:
    """Pieces one after another, with plain text between them."""
    return Text(separator).join(pieces)


def left(text: Text | str, width: int, style: str = "") -> Text:
    """Filled up with spaces, or cut with an ellipsis, to exactly `width` cells."""
    found = Text.assemble((text, style)) if isinstance(text, str) else text.copy()
    room = width - cell_len(found.plain)
    if room < 0:
        return Text(shortened(found.plain, width), style or found.style)
    found.append(" " * room)
    return found


def right(text: Text | str, width: int, style: str = "") -> Text:
    """As `left`, with the spaces in front."""
    found = Text.assemble((text, style)) if isinstance(text, str) else text
    room = width - cell_len(found.plain)
    return left(found, width) if room < 0 else Text(" " * room).append_text(found)


def shortened(text: str, width: int) -> str:
    """At most `width` cells of `text`, with an ellipsis where there was more."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + "…"


def rule(title: Text, width: int, *, aside: Text | None = None, heavy: bool = False) -> Text:
    """A line across the page with a title on its left and perhaps a remark on its right."""
    line = "━" if heavy else "─"
    drawn = Text.assemble((line * 2 + " ", "dim"), title, " ")
    end = Text(line * 2, "dim")
    if aside is not None:
        end = Text.assemble(" ", aside, " ").append_text(end)
    drawn.append(line * max(width - drawn.cell_len - end.cell_len, 0), "dim")
    return drawn.append_text(end)
