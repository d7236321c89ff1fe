"""The client's files, read once when the server starts, each plain and compressed.

They lie under an address that changes with their content, so that browsers need never ask twice; a
page from before an upgrade still gets the files of now.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

PLACE: Final = "{static}"
"""Stands in the page for the address under which its files lie."""

_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "webmanifest": "application/manifest+json",
        "woff2": "font/woff2",
    }
)
_COMPRESSED_ALREADY: Final = ("woff2", "png", "webp", "jpg", "mp3", "ogg", "opus")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file; `small` is its content by gzip, None where that is no smaller."""

    content: bytes
    small: bytes | None
    kind: str
    tag: str


def asset_of(name: str, content: bytes) -> Asset:
    """A file ready to be sent."""
    ending = name.rpartition(".")[2].lower()
    small = None
    if ending not in _COMPRESSED_ALREADY:
        small = gzip.compress(content, 9, mtime=0)
    kind = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    tag = hashlib.sha256(content).hexdigest()[:20]
    return Asset(content, small if small and len(small) < len(content) else None, kind, tag)


@dataclass(frozen=True, slots=True)
class Assets:
    """All files by path, and the page that everything begins with."""

    prefix: str
    by_path: Mapping[str, Asset]
    page: Asset


def load_assets(folder: Traversable | None = None) -> Assets:
    """The files of the package's `static` folder, or another."""
    root = files("ohhell.web") / "static" if folder is None else folder
    content = dict(_walk(root, "")) if root.is_dir() else {}
    page = content.pop("index.html", b"")
    digest = hashlib.sha256()
    for path in sorted(content):
        digest.update(f"{path}\0{len(content[path])}\0".encode() + content[path])
    prefix = f"/static/{digest.hexdigest()[:16]}"
    by_path = {path: asset_of(path, raw) for path, raw in content.items()}
    return Assets(
        prefix=prefix,
        by_path=MappingProxyType(by_path),
        page=asset_of("index.html", page.replace(PLACE.encode(), prefix.encode())),
    )


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.name.startswith((".", "__")):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_bytes()
