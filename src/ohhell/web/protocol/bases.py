"""What every message has."""

from __future__ import annotations

from msgspec import Struct

from ohhell.web.protocol.fields import MessageId


class FromClient(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", gc=False
):
    """Base of all that comes in: the tag stands in `type`, unknown fields are refused."""

    id: MessageId


class FromServer(Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of all that goes out: the tag stands in `type`."""
