"""Where the record of a game goes, and the commands that take it up again."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

import platformdirs

from ohhell.store.record_file import secret_path

DATA_VARIABLE: Final = "OHHELL_DATA"
"""The environment variable that names another data folder than the user's own."""


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where games go that were given no other place; made where it is missing."""
    named = environment.get(DATA_VARIABLE, "").strip()
    folder = Path(named) if named else platformdirs.user_data_path("ohhell", appauthor=False)
    games = folder / "games"
    games.mkdir(parents=True, exist_ok=True)
    return games


def new_record(folder: Path, preset: str, now: datetime) -> Path:
    """A file of that folder that does not exist yet, named after the day, the time and the rules."""
    stem = f"{now:%Y-%m-%d-%H%M%S}-{preset}"
    for number in count(1):
        path = folder / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
        if not path.exists() and not secret_path(path).exists():
            return path
    raise AssertionError("numbers do not end")


def resume_command(path: Path) -> str:
    """What to type to go on with a game."""
    return _typed("ohhell", "play", "--resume", _argument(path))


def verify_command(path: Path) -> str:
    """What to type to check a game."""
    return _typed("ohhell", "verify", _argument(path))


def _argument(path: Path) -> str:
    """A path that is not taken for an option."""
    text = os.fspath(path)
    return f".{os.sep}{text}" if text.startswith("-") else text


def _typed(*words: str) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
