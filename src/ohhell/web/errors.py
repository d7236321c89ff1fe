"""What the server refuses before any table is asked."""

from __future__ import annotations

from ohhell.rules.errors import OhHellError


class WebError(OhHellError):
    """A message, or a wish, that the server does not act on; nothing has changed."""
