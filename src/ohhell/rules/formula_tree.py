"""The tree of a scoring formula: written as canonical text, and turned into a function.

Nothing here reads text or refuses any: `ohhell.rules.formula` does, and alone builds trees.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never

MAX_POINTS: Final = 1_000_000
"""The largest number, written or computed on the way, on either side of zero."""

NAMES: Final = ("bid", "tricks", "size", "players")
"""What a formula may speak of, in the order of `Inputs`."""

Inputs = tuple[int, int, int, int]
"""Bid, tricks, size and players of one outcome."""

FUNCTIONS: Final[dict[str, Callable[[list[int]], int]]] = {
    "min": min,
    "max": max,
    "abs": lambda values: abs(values[0]),
}
ARITHMETIC: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": int.__floordiv__,
}
COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written: never negative."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """One of `NAMES`."""

    name: str


@dataclass(frozen=True, slots=True)
class Negative:
    """A unary minus."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    """`+`, `-`, `*` or `//` between two numbers."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """`min`, `max` or `abs`."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """`then if condition else otherwise`; only the chosen side is computed."""

    then: Expression
    condition: Condition
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison or a chain of them, which holds where each link holds: `0 < bid < size`."""

    first: Expression
    links: tuple[tuple[str, Expression], ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """`and` or `or` between two conditions; the right one is computed only where it counts."""

    word: str
    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Not:
    """A negated condition."""

    of: Condition


Expression = Number | Name | Negative | Binary | Call | Choice
Condition = Comparison | Joined | Not
Node = Expression | Condition


# Writing.  Each level of the grammar binds closer than the one before.
_FORMULA, _EITHER, _BOTH, _NEGATION, _COMPARISON, _SUM, _PRODUCT, _SIGNED, _ATOM = range(9)


def canonical_text(node: Node) -> str:
    """The one text of a tree: single spaces, and no bracket that could be left out."""
    return _write(node, _FORMULA)


def _write(node: Node, level: int) -> str:
    own, text = _written(node)
    return text if own >= level else f"({text})"


def _written(node: Node) -> tuple[int, str]:
    """The level a node stands on, and its text there."""
    match node:
        case Number(value):
            return _ATOM, str(value)
        case Name(name):
            return _ATOM, name
        case Call(function, arguments):
            return _ATOM, f"{function}({', '.join(map(canonical_text, arguments))})"
        case Negative(of):
            return _SIGNED, f"-{_write(of, _SIGNED)}"
        case Binary(symbol, left, right):
            own = _SUM if symbol in ("+", "-") else _PRODUCT
            return own, f"{_write(left, own)} {symbol} {_write(right, own + 1)}"
        case Comparison(first, links):
            rest = (f" {symbol} {_write(right, _SUM)}" for symbol, right in links)
            return _COMPARISON, _write(first, _SUM) + "".join(rest)
        case Not(of):
            return _NEGATION, f"not {_write(of, _NEGATION)}"
        case Joined(word, left, right):
            own = _EITHER if word == "or" else _BOTH
            return own, f"{_write(left, own)} {word} {_write(right, own + 1)}"
        case Choice(then, condition, otherwise):
            chosen = f"{_write(then, _EITHER)} if {_write(condition, _EITHER)}"
            return _FORMULA, f"{chosen} else {_write(otherwise, _FORMULA)}"
        case _:
            assert_never(node)


# Computing: a tree becomes functions of the inputs, so that a table needs no walk over it.


def computed(node: Expression) -> Callable[[Inputs], int]:
    """A function that raises `ZeroDivisionError`, or `OverflowError` beyond `MAX_POINTS`."""
    match node:
        case Number(value):
            return lambda _: value
        case Name(name):
            index = NAMES.index(name)
            return lambda inputs: inputs[index]
        case Negative(of):
            positive = computed(of)
            return lambda inputs: -positive(inputs)
        case Binary(symbol, left, right):
            return _bounded(ARITHMETIC[symbol], computed(left), computed(right))
        case Call(function, arguments):
            call, ready = FUNCTIONS[function], tuple(map(computed, arguments))
            return lambda inputs: call([argument(inputs) for argument in ready])
        case Choice(then, condition, otherwise):
            chosen, holds, other = computed(then), _truth(condition), computed(otherwise)
            return lambda inputs: chosen(inputs) if holds(inputs) else other(inputs)
        case _:
            assert_never(node)


def _bounded(
    combine: Callable[[int, int], int],
    left: Callable[[Inputs], int],
    right: Callable[[Inputs], int],
) -> Callable[[Inputs], int]:
    def compute(inputs: Inputs) -> int:
        result = combine(left(inputs), right(inputs))
        if not -MAX_POINTS <= result <= MAX_POINTS:
            raise OverflowError
        return result

    return compute


def _truth(node: Condition) -> Callable[[Inputs], bool]:
    match node:
        case Comparison(first, links):
            rest = tuple((COMPARISONS[symbol], computed(right)) for symbol, right in links)
            return _chain(computed(first), rest)
        case Joined(word, left, right):
            one, two = _truth(left), _truth(right)
            if word == "or":
                return lambda inputs: one(inputs) or two(inputs)
            return lambda inputs: one(inputs) and two(inputs)
        case Not(of):
            truth = _truth(of)
            return lambda inputs: not truth(inputs)
        case _:
            assert_never(node)


def _chain(
    first: Callable[[Inputs], int],
    links: tuple[tuple[Callable[[int, int], bool], Callable[[Inputs], int]], ...],
) -> Callable[[Inputs], bool]:
    def holds(inputs: Inputs) -> bool:
        left = first(inputs)
        for compares, compute in links:
            right = compute(inputs)
            if not compares(left, right):
                return False
            left = right
        return True

    return holds
