"""Compile functions once for each machine and user, and keep the machine code privately.

`compiled` marks a function that other rooms call: it is kept on disk between runs.  `inlined`
marks the pieces it is made of.  The directory is keyed by a hash of every source that ends up in
machine code, since the compiler's own check sees only the file of the function itself.  Whatever
is wrong with a file there, it counts as none: the function is compiled anew and the file replaced.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numba
from numba.cloudpickle import dumps, loads
from numba.core.caching import FunctionCache
from numba.core.sigutils import normalize_signature
from numba.core.types import unliteral

FORCE_PORTABLE: Final = bool(os.environ.get("OHHELL_PORTABLE"))
"""Whether machine code must do without what only some processors have; kept apart from the other."""

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_SOURCES: Final = ("kernel",)
# Numba comes without types for what is used here.
_numba: Any = numba
_FunctionCache: Any = FunctionCache
_normalised: Any = normalize_signature
_unliteral: Any = unliteral
_as_bytes: Any = dumps
_as_value: Any = loads
_OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy"}
_DIGEST: Final = hashlib.sha256().digest_size


def sources_hash() -> str:
    """A hash of every source file that machine code is made from, in hexadecimal."""
    digest = hashlib.sha256()
    for room in _SOURCES:
        for path in sorted((_PACKAGE / room).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def _user_cache() -> Path:
    """The platform's directory for files that can be made again, for this user."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def is_private(directory: Path) -> bool:
    """Whether `directory` belongs to this user and nobody else may write in it.

    Machine code is run as found, so a directory that others can write is never used.
    """
    if sys.platform == "win32":
        return directory.is_dir()
    found = directory.lstat()
    writable_by_others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not writable_by_others


def cache_directory() -> Path | None:
    """Where machine code is kept, or None where no private directory can be written.

    `OHHELL_CACHE` names another place than the user's own cache directory.
    """
    try:
        named = os.environ.get("OHHELL_CACHE")
        base = Path(named) if named else _user_cache() / "ohhell"
        directory = base / f"compiled-{sources_hash()}{'-portable' if FORCE_PORTABLE else ''}"
        base.mkdir(parents=True, exist_ok=True, mode=0o700)
        directory.mkdir(exist_ok=True, mode=0o700)
        if not (is_private(base) and is_private(directory)):
            return None
        tempfile.TemporaryFile(dir=directory).close()
    except (OSError, RuntimeError):  # no home, a read-only disk: compile in memory instead
        return None
    return directory


CACHE: Final = cache_directory()
"""Decided once a process: the private directory, or None to compile anew each time."""


def inlined(function: Callable[..., Any]) -> Any:
    """Compile `function` as a piece of others; nothing is kept on disk for it alone.

    A piece is optimised where it ends up, and only there: doing it for each piece as well would
    double the time that compiling takes.
    """
    piece: Any = _numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    return _for_any_number(_optimised(piece, 0))


def _optimised(function: Any, level: Any) -> Any:
    """Let `function` be compiled at this level, whatever is being compiled around it."""
    compile_as_set = function.compile

    def compile_at_level(signature: Any) -> Any:
        config: Any = _numba.config
        before = config.OPT
        config.OPT = level
        try:
            return compile_as_set(signature)
        finally:
            config.OPT = before

    function.compile = compile_at_level
    return function


def _for_any_number(piece: Any) -> Any:
    """Let `piece` be compiled once for all numbers, those written out in a call among them.

    Numba would compile it anew for each such number, and all that it calls with it.  (A function
    that calls itself is known to numba by its first signature: this is none for those.)
    """
    compile_literally = piece.compile

    def compile_for_any(signature: Any) -> Any:
        arguments, result = _normalised(signature)
        plain = tuple(map(_unliteral, arguments))
        return compile_literally(plain if result is None else result(*plain))

    piece.compile = compile_for_any
    return piece


class _Shelf:
    """The machine code of one function in `directory`, a file for each of its signatures.

    A file holds the digest of its content and the content, so that one which was cut off, filled
    with anything else or made of another source is known from its bytes alone.  Numba's own files
    are believed as they are found.
    """

    def __init__(self, directory: Path, name: str, stamp: object) -> None:
        self._directory = directory
        self._name = name
        self._made_of = repr((numba.__version__, stamp)).encode()

    def load(self, key: object) -> Any:
        """What was saved for `key`, or None where there is nothing that can be trusted."""
        try:
            found = self._path(key).read_bytes()
        except OSError:
            return None
        digest, content = found[:_DIGEST], found[_DIGEST:]
        return _as_value(content) if digest == self._digest(content) else None

    def save(self, key: object, data: object) -> None:
        """Keep `data` for `key`, whole or not at all; `OSError` where there is no room for it."""
        content: bytes = _as_bytes(data)
        handle, name = tempfile.mkstemp(dir=self._directory, prefix=self._name, suffix=".new")
        new = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self._digest(content) + content)
            new.replace(self._path(key))
        except OSError:
            new.unlink(missing_ok=True)
            raise

    def _digest(self, content: bytes) -> bytes:
        return hashlib.sha256(self._made_of + b"\0" + content).digest()

    def _path(self, key: object) -> Path:
        of = hashlib.sha256(repr(key).encode()).hexdigest()[:20]
        return self._directory / f"{self._name}.{of}.code"


class _Kept(_FunctionCache):
    """Numba's cache of a function, its files on a `_Shelf`: no trouble with them ends a run."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Shelf(Path(self._cache_path), self._impl.filename_base, stamp)

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):  # no room, or the directory has gone: it is compiled all the same
            super().save_overload(sig, data)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile `function` on its first call and keep the machine code for the next process."""
    config: Any = _numba.config
    found: Any = _numba.njit(**_OPTIONS)(function)
    if CACHE is not None:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(CACHE)  # read while decorating only; other numba users keep theirs
        try:
            found._cache = _Kept(function)
        finally:
            config.CACHE_DIR = before
    return _optimised(found, config.OPT)
