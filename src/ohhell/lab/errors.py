"""What an experiment refuses."""

from __future__ import annotations

from ohhell.rules.errors import OhHellError


class LabError(OhHellError):
    """An experiment that cannot be made or cannot go on."""
