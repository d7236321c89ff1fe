"""What the server and its store refuse, and how people see it."""

from __future__ import annotations

from typing import Final

_STORES: Final = {
    "row-damaged": "Row {value} of table {table} cannot be read: the data there is damaged.",
    "store-closed": "The server is being stopped: nothing more is kept.",
    "store-damaged": "The server's database is damaged ({found}). What can still be read is left as it is.",
    "store-failed": "The server cannot keep the game for now ({found}). It tries again.",
    "store-foreign": "The server's database file belongs to another program: choose another folder.",
    "store-full": "The server's disk is full ({found}). The game goes on when there is room.",
    "store-locked": "Another program keeps the server's database locked ({found}). The server tries again.",
    "store-newer": (
        "The database was written by a later version of this program (format {value}; this one"
        " knows {limit}): please upgrade."
    ),
    "store-read-only": "The server may not write to its database ({found}).",
}

_THINKING: Final = {
    "thinking-stopped": "The CPU players had to start anew; ask again.",
    "too-long-to-think": "The CPU player found no answer within {value:# second|# seconds}.",
    "too-much-to-think": "The CPU players have too much to think about just now; ask again soon.",
}

TEMPLATES: Final = {
    f"error.{code}": template
    for sentences in (_STORES, _THINKING)
    for code, template in sentences.items()
}
