"""The server's log: a JSON object a line, in a file that does not grow for ever.

It tells of the program and its tables; no card, name, address of a client, cookie or link goes in.
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_MOST_BYTES: Final = 2_000_000
_KEPT_FILES: Final = 3
_QUIET: Final = ("uvicorn", "uvicorn.error", "asyncio")
"""Libraries of which only warnings are of interest."""


class JsonLines(logging.Formatter):
    """When, how serious, where from, and what."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to(place: Path | None) -> None:
    """Send what the program logs to a file, or (None) to standard error."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if place is not None:
        handler = logging.handlers.RotatingFileHandler(
            place, maxBytes=_MOST_BYTES, backupCount=_KEPT_FILES, encoding="utf-8"
        )
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
