"""Where the record of a game goes, and the commands that take it up again."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

import platformdirs

from ohhell.store.append_file import AppendFile
from ohhell.store.record_file import secret_path
from ohhell.table.errors import StoreError

DATA_VARIABLE: Final = "OHHELL_DATA"
"""The environment variable that names another data folder than the user's own."""

_ENDING: Final = ".jsonl"


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where games go that were given no other place; it need not be there yet."""
    named = environment.get(DATA_VARIABLE, "").strip()
    folder = Path(named) if named else platformdirs.user_data_path("ohhell", appauthor=False)
    return folder / "games"


def new_record(folder: Path, preset: str, now: datetime) -> Path:
    """A file of that folder that does not exist yet, named after the day, the time and the rules.

    Makes the folder where it is missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{now:%Y-%m-%d-%H%M%S}-{preset}"
    for number in count(1):
        path = folder / (f"{stem if number == 1 else f'{stem}-{number}'}{_ENDING}")
        if not path.exists() and not secret_path(path).exists():
            return path
    raise AssertionError("numbers do not end")


def found_record(text: str, folder: Path) -> Path:
    """The record that is meant: a path or, where there is none such, a name in that folder."""
    path = Path(text)
    if path.name == text and not _is_there(path):
        for name in (text, text + _ENDING):
            if _is_there(folder / name):
                return folder / name
    return path


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # such as a name that is too long to be one
        return False


def newest_unfinished(folder: Path) -> Path | None:
    """The record there that was last written to, of a game that can go on and is played nowhere."""
    found = (path for path in folder.glob(f"*{_ENDING}") if secret_path(path).exists())
    for path in sorted(found, key=_last_written, reverse=True):
        if _is_free(path):
            return path
    return None


def _last_written(path: Path) -> tuple[float, str]:
    try:
        return path.stat().st_mtime, path.name
    except OSError:  # it has gone meanwhile
        return 0.0, path.name


def _is_free(record: Path) -> bool:
    try:
        notes = AppendFile.open(secret_path(record), if_missing="secrets-missing")
    except StoreError:
        return False
    try:
        notes.lock(if_taken="record-in-use", named=record)
    except StoreError:
        return False
    finally:
        notes.close()
    return True


COMMAND_VARIABLE: Final = "OHHELL_COMMAND"
"""The environment variable that says what people type to start this program."""

_NAME: Final = "ohhell"


def program(started_as: str, environment: Mapping[str, str]) -> str:
    """What starts this program again from where the person stands, fit to be typed.

    `ohhell` where the shell finds this very program by that name, else the path it was
    `started_as`, written from here where that is shorter.
    """
    named = environment.get(COMMAND_VARIABLE, "").strip()
    if named:
        return named
    path = Path(started_as)
    if path.name == "__main__.py":
        python = Path(sys.executable)
        if _is_found(python.with_name(_NAME), environment):
            return _NAME
        return f"{_typed(_from_here(python))} -m {_NAME}"
    if path.stem != _NAME or _is_found(path, environment):
        return _NAME
    return _typed(_from_here(path))


def _is_found(path: Path, environment: Mapping[str, str]) -> bool:
    found = shutil.which(_NAME, path=environment.get("PATH", ""))
    try:
        return found is not None and path.samefile(found)
    except OSError:
        return False


def _from_here(path: Path) -> str:
    whole = str(path.absolute())  # links as they are: a virtual environment's Python is one
    try:
        short = os.path.relpath(whole)
    except ValueError:  # another drive
        return whole
    if os.sep not in short:
        short = f".{os.sep}{short}"
    return min(short, whole, key=len)


def _this_program() -> str:
    return program(sys.argv[0], os.environ)


def resume_command(path: Path) -> str:
    """What to type to go on with a game."""
    return f"{_this_program()} {_typed('play', '--resume', _argument(path))}"


def verify_command(path: Path) -> str:
    """What to type to check a game."""
    return f"{_this_program()} {_typed('verify', _argument(path))}"


def _argument(path: Path) -> str:
    """The name of a record that is found by its name, else a path that is not taken for an option."""
    if not path.stem.startswith("-") and found_record(path.stem, data_folder(os.environ)) == path:
        return path.stem
    text = os.fspath(path)
    return f".{os.sep}{text}" if text.startswith("-") else text


def _typed(*words: str) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
