"""The places of a template, as its documentation describes them; read anew, not by the catalogue."""

import re

_OPTIONAL = re.compile(r"(?<!\[)\[(?!\[)(.*?)(?<!\])\](?!\])")
_PLACE = re.compile(r"(?<!\{)\{([a-z_]+)(?::([^{}]*))?\}")


def places(template: str) -> list[tuple[str, str]]:
    """Name and way of showing of every place."""
    return [(name, how) for name, how in _PLACE.findall(template)]


def optional(template: str) -> set[str]:
    """The parameters that a template can do without."""
    inside = {name for part in _OPTIONAL.findall(template) for name, _ in places(part)}
    return inside - needed(template)


def needed(template: str) -> set[str]:
    """The parameters that a template cannot do without."""
    return {name for name, _ in places(_OPTIONAL.sub("", template))}
