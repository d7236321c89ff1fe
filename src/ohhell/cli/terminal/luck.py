"""The randomness of a game at the terminal: the system's, or all of it from one `--seed`."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from ohhell.cli.terminal.errors import TerminalError
from ohhell.rules.cards import Seat
from ohhell.rules.shuffle import NONCE_BYTES, SEED_BYTES
from ohhell.table.world import SystemDice

_NONCE_TAG: Final = b"ohhell/terminal nonce/1"


@dataclass(frozen=True, slots=True)
class Luck:
    """The port `Dice`, and the nonce of the person's own program.

    With a `fixed` seed (32 bytes) the game's secret is that seed and the nonce follows from it,
    so that the same seed and the same keys give the same game; `None` leaves both to the system.
    """

    fixed: bytes | None = None

    def seed(self) -> bytes:
        """The secret of the game."""
        return SystemDice().seed() if self.fixed is None else self.fixed

    def identifier(self) -> str:
        """A name for this run."""
        return SystemDice().identifier()

    def nonce(self, seat: Seat) -> bytes:
        """16 bytes: HMAC-SHA256 of a label and the seat keyed by the seed, cut; or fresh ones."""
        if self.fixed is None:
            return secrets.token_bytes(NONCE_BYTES)
        return hmac.digest(self.fixed, _NONCE_TAG + bytes((seat,)), "sha256")[:NONCE_BYTES]


def parse_seed(text: str) -> bytes:
    """64 hexadecimal digits in any case; refuses anything else (`not-a-seed`)."""
    try:
        seed = bytes.fromhex(text.strip())
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise TerminalError("not-a-seed", value=text, limit=2 * SEED_BYTES)
    return seed
