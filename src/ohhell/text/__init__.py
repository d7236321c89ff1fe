"""Every sentence, label and explanation a person reads, one catalogue a language.

`say` fills the template of a key; `sentence` says what an error refuses.  Rooms that speak to
people (`cli`, `web`) ask here; no other room knows a sentence.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from ohhell.rules.errors import OhHellError
from ohhell.text.catalogue import Catalogue, Missing, Value, safe

DEFAULT_LANGUAGE: Final = "english"


@cache
def catalogue(language: str = DEFAULT_LANGUAGE) -> Catalogue:
    """The catalogue of the module of that name; a new language is a new module here."""
    module = import_module(f"ohhell.text.{language}")
    return Catalogue(module.TEMPLATES, plural=module.plural)


def say(key: str, /, **params: Value) -> str:
    """The text of `key` in the default language."""
    return catalogue().say(key, **params)


def sentence(error: OhHellError) -> str:
    """What was wrong and what would be right, in the default language; one line."""
    return catalogue().sentence(error)


__all__ = [
    "DEFAULT_LANGUAGE",
    "Catalogue",
    "Missing",
    "Value",
    "catalogue",
    "safe",
    "say",
    "sentence",
]
