"""What can be refused, as values: a stable `code` and parameters, never a sentence.

The sentence a person reads (what was wrong, what would be right) stands in `ohhell.text`, one
template for each code, filled with `params`.  A code, once published, keeps its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

Param = str | int
"""A parameter of a refusal: plain enough for any language's catalogue and for JSON."""


class OhHellError(ValueError):
    """A refusal with a stable `code` and the `params` its sentence needs."""

    code: Final[str]
    params: Final[Mapping[str, Param]]

    def __init__(self, code: str, /, **params: Param) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = MappingProxyType(dict(params))

    def __reduce__(self) -> tuple[object, ...]:
        """Let a refusal travel between processes."""
        return _rebuild, (type(self), self.code, dict(self.params))

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


def _rebuild(kind: type[OhHellError], code: str, params: dict[str, Param]) -> OhHellError:
    return kind(code, **params)


class CardError(OhHellError):
    """Text that names no card, suit or rank."""


class RulebookError(OhHellError):
    """A rulebook that cannot be played; always carries `field`, `value` and `limit`."""


class FormulaError(RulebookError):
    """A scoring formula that cannot be read, or that fails for some bid and trick count."""


class IllegalAction(OhHellError):
    """An action the rules refuse now; the state it was tried on is unchanged."""


class DealError(OhHellError):
    """A deck, seed or nonce that is not one, or that does not fit what was committed to."""
