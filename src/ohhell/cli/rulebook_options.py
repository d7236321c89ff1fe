"""How every command is told a rulebook: words of the text form, and an option for each axis."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, cast

import click

from ohhell.rules.errors import RulebookError
from ohhell.rules.rulebook import AXES, Rulebook, parse_rulebook
from ohhell.text import say

_Result = TypeVar("_Result")

_AXIS_FOLLOWS: Final = re.compile(
    rf"\s(?:{'|'.join(axis.replace('_', '[-_]') for axis in AXES)})\s*=(?!=)", re.IGNORECASE
)


def rulebook_options(command: Callable[..., _Result]) -> Callable[..., _Result]:
    """Give a command `RULEBOOK…` and the options; it is called with `rulebook` as a keyword."""

    @functools.wraps(command)
    def with_rulebook(*args: object, rulebook_words: tuple[str, ...], **params: object) -> _Result:
        options = {axis: _as_values(params.pop(f"axis_{axis}")) for axis in AXES}
        given = {axis: _only(axis, value) for axis, value in options.items() if value}
        return command(*args, rulebook=read_rulebook(rulebook_words, given), **params)

    decorated: Callable[..., _Result] = with_rulebook
    for axis in reversed(AXES):
        decorated = click.option(
            f"--{axis.replace('_', '-')}",
            f"axis_{axis}",
            multiple=True,  # or the last would win without a word
            metavar=say(f"option.{axis}.values"),
            help=say(f"option.{axis}"),
        )(decorated)
    return click.argument("rulebook_words", metavar="[RULEBOOK]...", nargs=-1)(decorated)


def _as_values(given: object) -> tuple[str, ...]:
    return tuple(map(str, cast("tuple[object, ...]", given)))


def _only(axis: str, values: Sequence[str]) -> str:
    """The value of an option; refuses several that differ, as the text form does."""
    different = list(dict.fromkeys(values))
    if len(different) > 1:
        option = f"--{axis.replace('_', '-')}"
        raise RulebookError("axis-twice", field=option, value=" and ".join(different), limit="once")
    return different[0]


def read_rulebook(words: Sequence[str], options: Mapping[str, str]) -> Rulebook:
    """The rulebook of these words, in which options take the place of what the words say.

    Words may come one by one or as one quoted text; a value with spaces need not be quoted twice.
    """
    text = " ".join(map(_as_text, words))
    if options:
        try:
            said = shlex.split(text)
        except ValueError:
            return parse_rulebook(text)  # which says what is wrong with the quotes
        kept = [word for word in said if _axis_of(word) not in options]
        text = shlex.join([*kept, *(f"{axis}={value}" for axis, value in options.items())])
    return parse_rulebook(text)


def _axis_of(word: str) -> str:
    name, equals, _ = word.partition("=")
    return name.strip().lower().replace("-", "_") if equals else ""


def _as_text(word: str) -> str:
    """One argument of the shell: quoted where it is one value, else as it is."""
    is_one_value = _axis_of(word) in AXES and not _AXIS_FOLLOWS.search(word)
    return shlex.quote(word) if is_one_value and not set(word) & set("'\"") else word
