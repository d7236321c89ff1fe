"""Who is who, without sign-up: a random cookie, of which only a hash is ever kept.

The cookie is all that gives a seat back, so it is long, hidden from scripts, and named after
the port: browsers share cookies between the ports of a machine.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from ohhell.web.addresses import Origin

_BYTES: Final = 32
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
_DAYS: Final = 400
"""The longest that browsers keep a cookie; it begins anew with every visit."""


def new_token() -> str:
    """What a new client's cookie holds: 32 random bytes."""
    return secrets.token_urlsafe(_BYTES)


def holder_of(token: str) -> bytes:
    """What is kept of a client: 32 bytes from which its token cannot be told."""
    return hashlib.sha256(f"ohhell/holder/1:{token}".encode()).digest()


def cookie_name(here: Origin) -> str:
    """The cookie's name at this address; over https no other host can set one of that name."""
    return f"__Host-ohhell-{here.port}" if here.is_secure else f"ohhell-{here.port}"


def find_token(cookies: str, here: Origin) -> str | None:
    """The client's token in a `Cookie` header, if it has one that could be ours."""
    name = cookie_name(here)
    for piece in cookies.split(";"):
        key, _, value = piece.strip().partition("=")
        if key == name and _TOKEN.fullmatch(value):
            return value
    return None


def set_cookie(token: str, here: Origin) -> str:
    """The `Set-Cookie` header that keeps a token in the browser."""
    secure = "; Secure" if here.is_secure else ""
    seconds = _DAYS * 24 * 3600
    return f"{cookie_name(here)}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
