"""What the game in the terminal refuses; the sentences are in the catalogue."""

from __future__ import annotations

from ohhell.rules.errors import OhHellError


class TerminalError(OhHellError):
    """A seed, name, number of levels or record that the terminal cannot play with."""
