"""Single words and how they are joined: suits, cards, axes and what an axis can be."""

from __future__ import annotations

from typing import Final

TEMPLATES: Final = {
    "list.comma": ", ",
    "list.and": "{first} and {last}",
    "list.or": "{first} or {last}",
}
