"""The client's idea of the protocol is the server's: every message has the same fields."""

from __future__ import annotations

import re

import msgspec
import pytest

from ohhell.web.protocol import events, outgoing, party_outgoing, view
from tests.e2e.pictures import STATIC

TYPES = (STATIC / "wire.d.ts").read_text(encoding="utf-8")
INTERFACES = {
    name: set(re.findall(r"(?:^|[;{\n])\s*(\w+)\??:", body))
    for name, body in re.findall(r"export interface (\w+) \{(.*?)\n?\}\n", TYPES, re.DOTALL)
}
EVENTS = {
    tag: set(re.findall(r"(\w+)\??:", rest))
    for tag, rest in re.findall(r'\| \{ event: "([\w-]+)"(.*?)\}', TYPES, re.DOTALL)
}
STRUCTS = {
    kind.__name__: kind
    for module in (outgoing, view)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    if kind.__module__ == module.__name__ and not kind.__name__.startswith("_")
} | {kind.__name__: kind for kind in (*party_outgoing.OUTGOING, *party_outgoing.PARTS)}
TAGS = {
    str(kind.__struct_config__.tag): kind
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    if kind.__struct_config__.tag is not None and not kind.__name__.startswith("_")
}


def test_there_are_types_to_compare() -> None:
    assert len(INTERFACES) > 20
    assert len(EVENTS) > 20
    assert STRUCTS.keys() - INTERFACES.keys() == set()
    assert TAGS.keys() == EVENTS.keys()


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_every_message_has_the_same_fields(name: str) -> None:
    kind = STRUCTS[name]
    fields = set(kind.__struct_fields__)
    if kind.__struct_config__.tag is not None:
        fields.add("type")
    assert INTERFACES[name] == fields


@pytest.mark.parametrize("tag", sorted(TAGS))
def test_every_event_has_the_same_fields(tag: str) -> None:
    assert EVENTS[tag] == set(TAGS[tag].__struct_fields__)


def test_all_modules_are_asked_for_at_once() -> None:
    """What `app.js` imports, however deeply, the page names, so that nothing waits its turn."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    named = set(re.findall(r'rel="modulepreload" href="\{static\}/([^"]+)"', page))
    found: set[str] = set()
    new = {"app.js"}
    while new:
        found |= new
        new = {
            str((STATIC / path).parent.joinpath(name).resolve().relative_to(STATIC))
            for path in new
            for name in re.findall(
                r'^(?:import|export)[^;]*?from ?"(\.[^"]+)"',
                (STATIC / path).read_text(encoding="utf-8"),
                re.MULTILINE,
            )
        } - found
    found = {path for path in found if "vendor/lit-html/" not in path}
    assert {path for path in named if "vendor/lit-html/" not in path} == found - {"app.js"}
    assert 'src="{static}/app.js"' in page
