"""The server's log: a JSON object a line, in a file that does not grow for ever.

It tells of the program and its tables; no card, name, address of a client, cookie or link goes in.
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import stat
import sys
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Final

_MOST_BYTES: Final = 2_000_000
_KEPT_FILES: Final = 3
_QUIET: Final = ("uvicorn", "uvicorn.error", "asyncio")
"""Libraries of which only warnings are of interest."""

_OF_CLIENTS: Final = (
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
    "Invalid HTTP request received.",
)
"""What uvicorn says, as errors of the server, where a client was refused: anybody could fill the log."""


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


class _Files(logging.handlers.RotatingFileHandler):
    """Lines in files for their owner alone."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", opener=_open_for_owner)


def _open_for_owner(path: str, flags: int) -> int:
    file = os.open(path, flags, 0o600)
    if stat.S_ISREG(os.fstat(file).st_mode):
        with suppress(PermissionError):  # an earlier version made it for everybody
            Path(path).chmod(0o600)
    return file


def _is_of_ours(record: logging.LogRecord) -> bool:
    """Whether a line tells of this program and not of a client that was turned away."""
    return record.msg not in _OF_CLIENTS


def log_to(place: Path | None) -> None:
    """Send what the program logs to a file, or (None) to standard error."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if place is not None:
        handler = _Files(place, maxBytes=_MOST_BYTES, backupCount=_KEPT_FILES, encoding="utf-8")
    handler.setFormatter(JsonLines())
    handler.addFilter(_is_of_ours)
    logging.raiseExceptions = False  # a line that a full disk refuses is left out
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
