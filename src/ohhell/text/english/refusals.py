"""What is refused: what was wrong and what would be right; one sentence a code."""

from __future__ import annotations

from typing import Final

TEMPLATES: Final = {
    "error.unknown-command": (
        "ohhell has no command {value:~40}.[ Did you mean {near}?] There are: {limit}."
    ),
    "error.file-trouble": "{value}: {found}.",
}
