"""A text file that only grows, line by line, each line on the disk before the next thing happens.

Whatever goes wrong (a full disk, a file taken away, a program killed while writing), what was
stored before stays, and a line is there whole or not at all once the file is opened again.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from ohhell.table.errors import StoreError

_BINARY: Final = getattr(os, "O_BINARY", 0)
_FULL: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_BUSY: Final = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
LARGEST: Final = 50_000_000
"""Bytes of the largest file that is read: no game comes near it."""

_LOCKED_BYTE: Final = 2**30
"""Far behind any text: where a lock covers bytes, it must not keep readers from them."""


class AppendFile:
    """One open file; `length` bytes of it are whole lines."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path: Final = path
        self._descriptor = descriptor
        self._is_dirty = False
        self.length = os.fstat(descriptor).st_size

    @classmethod
    def create(cls, path: Path, *, mode: int, if_there: str) -> AppendFile:
        """A new, empty file; refuses with the code `if_there` where something has that name."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, mode)
        except FileExistsError:
            raise StoreError(if_there, value=str(path)) from None
        except OSError as error:
            refuse(path, error)
        _sync_directory(path.parent)
        return cls(path, descriptor)

    @classmethod
    def open(cls, path: Path, *, if_missing: str) -> AppendFile:
        """A file that exists; refuses with the code `if_missing` where it does not."""
        try:
            check_readable(path)
            return cls(path, os.open(path, os.O_RDWR | _BINARY))
        except FileNotFoundError:
            raise StoreError(if_missing, value=str(path)) from None
        except OSError as error:
            refuse(path, error)

    def lock(self, *, if_taken: str, named: Path) -> None:
        """Keep other programs from writing too; refuses with the code `if_taken`.

        `named` is the file that people know this one by.  The lock ends with the program, whatever its end.
        """
        try:
            _lock(self._descriptor)
        except OSError as error:
            if error.errno in _BUSY:
                raise StoreError(if_taken, value=str(named)) from None
            # A disk that knows no locks is no reason not to play.

    def read(self) -> str:
        """All whole lines; a last line that is broken off is cut from the file."""
        try:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            parts: list[bytes] = []
            size = 0
            while part := os.read(self._descriptor, 1 << 20):
                size += len(part)
                if size > LARGEST:
                    raise StoreError("file-too-large", value=str(self.path))
                parts.append(part)
            raw = b"".join(parts)
            if (
                b"\r" in raw and b"\n" not in raw
            ):  # whole lines that would be taken for a broken one
                raise StoreError("other-line-ends", value=str(self.path))
            self.length = raw.rfind(b"\n") + 1
            rest = raw[self.length :]
            if rest and _is_whole(rest):
                self._write(b"\n", at=len(raw))
                self.length = len(raw) + 1
                raw += b"\n"
            elif rest:
                self._cut()
            return raw[: self.length].decode()
        except OSError as error:
            refuse(self.path, error)
        except UnicodeDecodeError:
            raise StoreError("not-text", value=str(self.path)) from None

    def peek(self) -> str:
        """All that is there, and nothing is changed; `StoreError` where it cannot be read."""
        try:
            return read_whole(self.path).decode()
        except OSError as error:
            refuse(self.path, error)
        except UnicodeDecodeError:
            raise StoreError("not-text", value=str(self.path)) from None

    def append(self, line: str) -> None:
        """Add one line and bring it to the disk; `StoreError` where that fails, and no line."""
        raw = line.encode() + b"\n"
        self.check()
        self._is_dirty = True
        try:
            self._write(raw, at=self.length)
        except OSError as error:
            with suppress(OSError):
                self._cut()
            refuse(self.path, error)
        self._is_dirty = False
        self.length += len(raw)

    def check(self) -> None:
        """Refuse to go on with a file that was taken away (`file-vanished`) or changed by others.

        What is left of a line that could not be written is cut off first.
        """
        try:
            if self._is_dirty:
                self._cut()
            ours, there = os.fstat(self._descriptor), self.path.stat()
        except FileNotFoundError:
            raise StoreError("file-vanished", value=str(self.path)) from None
        except OSError as error:
            refuse(self.path, error)
        if not os.path.samestat(ours, there) or ours.st_size != self.length:
            raise StoreError("file-changed", value=str(self.path))

    def cut_back(self, length: int) -> None:
        """Take back the lines after the first `length` bytes, now or before the next line."""
        self.length = length
        self._is_dirty = True
        with suppress(OSError):
            self._cut()

    def close(self) -> None:
        """Give the file free."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def delete(self) -> None:
        """Remove the file, whether or not it is still there."""
        self.close()
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            refuse(self.path, error)

    def _write(self, raw: bytes, *, at: int) -> None:
        os.lseek(self._descriptor, at, os.SEEK_SET)
        rest = memoryview(raw)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        os.fsync(self._descriptor)

    def _cut(self) -> None:
        os.ftruncate(self._descriptor, self.length)
        os.fsync(self._descriptor)
        self._is_dirty = False


def check_readable(path: Path) -> None:
    """Refuse, before it is opened, what may never end: a device or a pipe, or a file too large.

    Raises what `Path.stat` raises where nothing is there.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        raise StoreError("no-regular-file", value=str(path))
    if found.st_size > LARGEST:
        raise StoreError("file-too-large", value=str(path))


def read_whole(path: Path) -> bytes:
    """All of a file that can be read to its end; raises `OSError` as well as `StoreError`."""
    check_readable(path)
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise StoreError("file-too-large", value=str(path))
    return raw


def _is_whole(line: bytes) -> bool:
    """Whether a line without its end is a line all the same: an object cut off is none."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync_directory(directory: Path) -> None:
    """Bring a new name to the disk too, where the system has a way to."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def refuse(path: Path, error: OSError) -> NoReturn:
    """Raise what an error of the operating system is called here."""
    if error.errno in _FULL:
        raise StoreError("disk-full", value=str(path)) from error
    found = error.strerror or type(error).__name__
    raise StoreError("file-trouble", value=str(path), found=found) from error
