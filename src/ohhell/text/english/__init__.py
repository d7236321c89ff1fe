"""The English catalogue, a module for each kind of text.

How templates are written: `ohhell.text.catalogue`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ohhell.text.english import (
    chooser,
    command_line,
    explanation,
    lab,
    labels,
    party,
    party_screens,
    refusals,
    server,
    strength,
    terminal,
    train,
    verify,
    web,
)

TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **chooser.TEMPLATES,
        **command_line.TEMPLATES,
        **explanation.TEMPLATES,
        **lab.TEMPLATES,
        **labels.TEMPLATES,
        **party.TEMPLATES,
        **party_screens.TEMPLATES,
        **refusals.TEMPLATES,
        **server.TEMPLATES,
        **strength.TEMPLATES,
        **terminal.TEMPLATES,
        **train.TEMPLATES,
        **verify.TEMPLATES,
        **web.TEMPLATES,
    }
)


def plural(number: int) -> int:
    """Which form of `# trick|# tricks` a number takes."""
    return 0 if number == 1 else 1
