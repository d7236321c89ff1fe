"""Looking up a template and filling it in; what is said stands in the language's own module.

A template is plain text with places to fill:

    {name}                  the parameter as it is
    {name:# trick|# tricks} the form its number takes, `#` being the number (|: see `plural`)
    {name:@suit}            the label `suit.` + its value
    {name:@suit or}         the same; several values are joined by the label `list.or`
    {name:~20}              at most 20 characters of it
    [ ... {name} ...]       left out where a parameter inside is missing or empty

A parameter is a text, a number, or several of them, which are listed (`list.and` unless the
place says otherwise).  `{{`, `}}`, `[[` and `]]` stand for the sign itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from ohhell.rules.errors import OhHellError

Value = str | int | tuple[str | int, ...]
"""What a template can be filled with."""

LONGEST: Final = 120
"""Characters that a parameter may take up, unless its place says otherwise."""

_PIECE: Final = re.compile(
    r"\{\{|\}\}|\[\[|\]\]"
    r"|\{(?P<name>[a-z_]+)(?::(?P<how>[^{}]*))?\}"
    r"|(?P<open>\[)|(?P<close>\])"
)


class Missing(KeyError):
    """A key the catalogue does not have, or a parameter its template needs and was not given."""


class Catalogue:
    """The templates of one language; `plural` says which form a number takes, from 0."""

    __slots__ = ("_plural", "templates")

    def __init__(self, templates: Mapping[str, str], *, plural: Callable[[int], int]) -> None:
        self.templates = templates
        self._plural = plural

    def has(self, key: str, /) -> bool:
        """Whether anything can be said for `key`."""
        return key in self.templates

    def say(self, key: str, /, **params: Value) -> str:
        """The text of `key`; `Missing` where there is none or a parameter is not given."""
        try:
            template = self.templates[key]
        except KeyError:
            raise Missing(key) from None
        return self._filled(key, template, params)

    def sentence(self, error: OhHellError) -> str:
        """What the error refuses, on one line and of bounded length, whatever it was given."""
        return self.say(f"error.{error.code}", **error.params)

    def _filled(self, key: str, template: str, params: Mapping[str, Value]) -> str:
        said: list[str] = []
        optional: list[str] | None = None
        complete = True
        end = 0
        for piece in _PIECE.finditer(template):
            target = said if optional is None else optional
            target.append(template[end : piece.start()])
            end = piece.end()
            if piece["open"]:
                optional, complete = [], True
            elif piece["close"]:
                said += (optional or ()) if complete else ()
                optional = None
            elif (name := piece["name"]) is None:
                target.append(piece[0][0])
            elif optional is not None and params.get(name, "") in ("", ()):
                complete = False
            elif name not in params:
                raise Missing(f"{key}: {name}")
            else:
                target.append(self._shown(params[name], piece["how"] or ""))
        said.append(template[end:])
        return "".join(said)

    def _shown(self, value: Value, how: str) -> str:
        if "|" in how:
            if not isinstance(value, int):
                raise Missing(f"a number for {how}")
            return how.split("|")[self._plural(value)].replace("#", str(value))
        if how.startswith("~"):
            return safe(str(value), int(how[1:]))
        label, _, joint = how.removeprefix("@").partition(" ")
        if not isinstance(value, tuple):
            value = (value,)
        shown = [self.say(f"{label}.{one}") if label else safe(str(one)) for one in value]
        if len(shown) == 1:
            return shown[0]
        *others, last = shown
        first = self.say("list.comma").join(others)
        return self.say(f"list.{joint or 'and'}", first=first, last=last)


def safe(text: str, most: int = LONGEST) -> str:
    """At most `most` characters of a stranger's text, none of which moves, hides or turns text."""
    shortened = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(
        " " if letter.isspace() else letter if _is_harmless(letter) else "\N{REPLACEMENT CHARACTER}"
        for letter in shortened
    )


def _is_harmless(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")
