"""Looking up a template and filling it in; what is said stands in the language's own modules.

A template is plain text with places to fill:

    {name}                  the parameter as it is
    {name:# trick|# tricks} the form its number takes, with the number for `#`
    {name:@suit}            the label `suit.` and its value
    {name:or}               several values, joined as the label `list.or` says
    {name:@suit or}         both
    {name:~20}              at most 20 characters of it
    {name:formula}          a scoring formula in words, the formula behind them
    {name:words}            the words alone
    {name:choice}           what a value of the axis that `axis` names is called; also `choice or`
    [ ... {name} ...]       left out where a parameter in it is not given or empty

A parameter is a text, a number, or several of them (joined as `list.and` says, unless the place
says otherwise).  `{{`, `}}`, `[[` and `]]` stand for the sign itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from ohhell.rules.errors import OhHellError
from ohhell.text.formulas import formula_in_words, words_of_formula

Value = str | int | tuple[str | int, ...]
"""What a place can be filled with."""

LONGEST: Final = 120
"""Characters a parameter of an error may take up, unless its place says otherwise."""

PLACE: Final = re.compile(r"\{(?P<name>[a-z_]+)(?::(?P<how>[^{}]*))?\}")

_PIECE: Final = re.compile(rf"\{{\{{|\}}\}}|\[\[|\]\]|{PLACE.pattern}|(?P<open>\[)|(?P<close>\])")


class Missing(KeyError):
    """A key the catalogue does not have, or a parameter its template needs and was not given."""


class Catalogue:
    """The templates of one language; `plural` says which form a number takes, from 0."""

    __slots__ = ("_plural", "templates")

    def __init__(self, templates: Mapping[str, str], *, plural: Callable[[int], int]) -> None:
        self.templates = templates
        self._plural = plural

    def say(self, key: str, /, **params: Value) -> str:
        """The text of `key`; `Missing` where there is none or a parameter is not given."""
        return self._fill(key, params, None)

    def choice(self, axis: str, value: str, more: str = "", /, **params: Value) -> str:
        """What a value of an axis is called, or `more` of it (`.line`).

        A value without a template of its own has that of the axis.
        """
        own = f"choice.{axis}.{value}{more}"
        given: dict[str, Value] = {"value": ", ".join(part.strip() for part in value.split(","))}
        if digits := "".join(letter for letter in value if letter.isdecimal()):
            given["number"] = int(digits)
        key = own if own in self.templates else f"choice.{axis}{more}"
        return self.say(key, **(given | params))

    def sentence(self, error: OhHellError) -> str:
        """What the error refuses: one line of bounded length, whatever the error was given.

        A code may have another template for one field: `error.code.field`.  Where another
        refusal is the cause (`raise … from`), the place `cause` holds what that one says.
        """
        key = f"error.{error.code}"
        special = f"{key}.{error.params.get('field', '')}"
        cause = error.__cause__
        params = dict(error.params)
        if isinstance(cause, OhHellError):
            params["cause"] = self.fault(cause)
        return self._fill(special if special in self.templates else key, params, LONGEST)

    def fault(self, error: OhHellError) -> str:
        """What the error says of a record, to somebody who was not in the game.

        A code may have another template for that, `fault.code`: the sentence of a refusal speaks
        to whoever tried, and a record tells of others.
        """
        key = f"fault.{error.code}"
        if key not in self.templates:
            return self.sentence(error)
        return self._fill(key, error.params, LONGEST)

    def _fill(self, key: str, params: Mapping[str, Value], most: int | None) -> str:
        template = self.templates.get(key)
        if template is None:
            raise Missing(key)
        said: list[str] = []
        optional: list[str] | None = None
        is_whole = True
        end = 0
        for piece in _PIECE.finditer(template):
            target = said if optional is None else optional
            target.append(template[end : piece.start()])
            end = piece.end()
            name = piece["name"]
            if piece["open"]:
                optional, is_whole = [], True
            elif piece["close"]:
                said += (optional or ()) if is_whole else ()
                optional = None
            elif name is None:
                target.append(piece[0][0])
            elif optional is not None and params.get(name, "") in ("", ()):
                is_whole = False
            elif name not in params:
                raise Missing(f"{key}: {name}")
            else:
                target.append(self._show(params[name], piece["how"] or "", most, params))
        said.append(template[end:])
        return "".join(said)

    def _show(self, value: Value, how: str, most: int | None, params: Mapping[str, Value]) -> str:
        if "|" in how:
            if not isinstance(value, int):
                raise Missing(f"a number for {how}")
            return how.split("|")[self._plural(value)].replace("#", str(value))
        if how == "formula":
            return formula_in_words(str(value), self.say)
        if how == "words":
            return words_of_formula(str(value), self.say)
        if how.startswith("~"):
            how, most = "", int(how[1:])
        label, _, joint = how.partition(" ") if how.startswith(("@", "choice")) else ("", "", how)
        values = value if isinstance(value, tuple) else (value,)
        shown = [self._named(one, label, most, params) for one in values]
        if len(shown) < 2:
            return "".join(shown)
        first = self.say("list.comma").join(shown[:-1])
        return self.say(f"list.{joint or 'and'}", first=first, last=shown[-1])

    def _named(
        self, value: str | int, label: str, most: int | None, params: Mapping[str, Value]
    ) -> str:
        if not label:
            return safe(str(value), most)
        if label == "choice":
            return self.choice(str(params["axis"]), str(value))
        return self.say(f"{label[1:]}.{value}")


def safe(text: str, most: int | None = None) -> str:
    """A stranger's text on one line: nothing in it that moves, hides or turns round other text.

    Of more than `most` characters, where that is given, an ellipsis stands for the rest.
    """
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    return "".join(
        " " if letter.isspace() else letter if _is_harmless(letter) else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )


def _is_harmless(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")
