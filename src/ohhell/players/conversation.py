"""Talking to another process line by line, without ever waiting for it longer than agreed.

Each of its three pipes has a thread of its own, so that no amount of output, and no refusal to
read, can stop this program; nothing of what the process says is kept beyond a few kilobytes.
A process never outlives this program, whichever way that ends: see `_guard`.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import IO, Final

LONGEST_LINE: Final = 65_536
"""Bytes of an answer."""

_CHUNK: Final = 65_536
_KEPT_OF_STDERR: Final = 4_096
_GRACE: Final = 1.0
"""Seconds between asking a process to end and making it."""


class Late(Exception):
    """No answer within the time."""


class Crashed(Exception):
    """The process ended, or never began; `last_words`: its last line on stderr, or its status."""

    def __init__(self, last_words: str) -> None:
        super().__init__(last_words)
        self.last_words = last_words


class Garbled(Exception):
    """What came is not one line; `text` is how it begins."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Conversation:
    """A running process; raises `Crashed` where it cannot be started."""

    def __init__(self, arguments: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=sys.platform != "win32",  # so that its children end with it
            )
        except OSError as error:
            raise Crashed(error.strerror or type(error).__name__) from None
        try:
            self._guard = _guard(self._process)
        except OSError as error:
            _kill(self._process)
            self._process.communicate()
            raise Crashed(error.strerror or type(error).__name__) from None
        process = self._process
        assert process.stdin and process.stdout and process.stderr, "all three are pipes"  # noqa: PT018
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes | Garbled | None] = queue.SimpleQueue()
        self._wanted: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._stderr = bytearray()
        self._threads = (
            threading.Thread(target=_write, args=(process.stdin, self._questions), daemon=True),
            threading.Thread(
                target=_read, args=(process.stdout, self._wanted, self._answers), daemon=True
            ),
            threading.Thread(target=_keep_end, args=(process.stderr, self._stderr), daemon=True),
        )
        for thread in self._threads:
            thread.start()
        # A conversation that nobody closes ends with this program, whichever way that ends.
        self._closing = weakref.finalize(
            self,
            _end,
            process,
            self._guard,
            self._questions,
            self._wanted,
            self._threads,
            at_once=True,
        )

    def ask(self, message: bytes, *, seconds: float) -> bytes:
        """Send a line and wait for one; raises `Late`, `Crashed` or `Garbled`.

        After any of these only `close` makes sense: what comes next may answer anything.
        """
        self._questions.put(message)
        self._wanted.put(True)
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise Late from None
        if answer is None:
            raise Crashed(self._last_words())
        if isinstance(answer, Garbled):
            raise answer
        return answer

    def close(self, *, at_once: bool = False) -> None:
        """Close its input and wait a little, unless `at_once`; then make it end."""
        if self._closing.detach():
            _end(
                self._process,
                self._guard,
                self._questions,
                self._wanted,
                self._threads,
                at_once=at_once,
            )

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        self._threads[2].join(_GRACE)
        lines = bytes(self._stderr).decode(errors="replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        status = self._process.returncode
        return said or ("no more output" if status is None else f"exit {status}")


def _write(stdin: IO[bytes], questions: queue.SimpleQueue[bytes | None]) -> None:
    with contextlib.suppress(OSError), stdin:  # whoever does not read any more has ended
        while (message := questions.get()) is not None:
            rest = memoryview(message)
            while rest:
                rest = rest[stdin.write(rest) :]


def _read(
    stdout: IO[bytes],
    wanted: queue.SimpleQueue[bool],
    answers: queue.SimpleQueue[bytes | Garbled | None],
) -> None:
    """Deliver one line each time one is wanted; None where there is no more."""
    buffer = b""
    with stdout:
        while wanted.get():
            while b"\n" not in buffer and len(buffer) <= LONGEST_LINE:
                chunk = os.read(stdout.fileno(), _CHUNK)
                if not chunk:
                    answers.put(None)
                    return
                buffer += chunk
            line, _, buffer = buffer.partition(b"\n")
            if buffer or len(line) > LONGEST_LINE:
                answers.put(Garbled(line[:40].decode(errors="replace")))
            else:
                answers.put(line)


def _keep_end(stderr: IO[bytes], kept: bytearray) -> None:
    with stderr:
        while chunk := os.read(stderr.fileno(), _CHUNK):
            kept += chunk
            del kept[:-_KEPT_OF_STDERR]


def _guard(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes] | None:
    """Start what kills the process and its children where this program ends without doing so.

    That is a shell that waits for the end of its input, which nobody but this program holds open:
    no signal that stops this program can leave the process behind.  Windows has no such thing.
    """
    if sys.platform == "win32":
        return None
    return subprocess.Popen(
        ("/bin/sh", "-c", 'read -r _; kill -s KILL -- "-$1"', "sh", str(process.pid)),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _end(
    process: subprocess.Popen[bytes],
    guard: subprocess.Popen[bytes] | None,
    questions: queue.SimpleQueue[bytes | None],
    wanted: queue.SimpleQueue[bool],
    threads: Sequence[threading.Thread],
    *,
    at_once: bool,
) -> None:
    questions.put(None)
    if not at_once:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
    if guard is not None:  # before the group is gone: its number may then soon be another's
        guard.kill()
        guard.communicate()
    _kill(process)
    process.wait()
    wanted.put(False)
    for thread in threads:
        thread.join(_GRACE)  # they end with the pipes, unless a stranger holds those open


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the process and its children, also where it has ended and they have not.

    The number of a group is nobody else's while anybody is in it.
    """
    if sys.platform == "win32":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):  # nobody is left to be ended
        os.killpg(process.pid, signal.SIGKILL)
