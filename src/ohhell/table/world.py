"""The real clock and the real dice."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable

from ohhell.rules.shuffle import SEED_BYTES
from ohhell.table.ports import Alarm


class SystemClock:
    """The computer's time; alarms ring in the running event loop."""

    def now(self) -> float:
        """Seconds since 1970 in UTC."""
        return time.time()

    def ring(self, at: float, call: Callable[[], None]) -> Alarm:
        """Call once at `at`, or soon if that is past."""
        return asyncio.get_running_loop().call_later(max(0.0, at - self.now()), call)


class SystemDice:
    """The operating system's randomness."""

    def seed(self) -> bytes:
        """32 bytes nobody can guess."""
        return secrets.token_bytes(SEED_BYTES)

    def identifier(self) -> str:
        """16 random bytes as text that fits into an address."""
        return secrets.token_urlsafe(16)
