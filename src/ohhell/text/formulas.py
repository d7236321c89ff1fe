"""Scoring formulas in words: sums of the usual things read out, and conditions as people say them.

What has no simple words keeps its symbols; the whole formula stands in brackets behind words, so
that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ohhell.rules.formula import parse_formula
from ohhell.rules.formula_tree import (
    Binary,
    Call,
    Choice,
    Comparison,
    Condition,
    Expression,
    Joined,
    Name,
    Negative,
    Not,
    Number,
    canonical_text,
)

Say = Callable[..., str]
"""Fills the template of a key, as `Catalogue.say` does."""

Sum = dict[str, int]
"""How often each thing is counted; the empty text stands for the plain number."""

_ALONE: Final = ""
_WORDED: Final = (_ALONE, "bid", "tricks", "size", "players", "off", "squared")
"""What there are words for, in the order they are said."""

_COMPARED: Final = {
    "<": "less",
    "<=": "at-most",
    ">": "more",
    ">=": "at-least",
    "==": "equal",
    "!=": "unequal",
}

_SOME_BID: Final = ("bid > 0", "bid >= 1", "bid != 0")
_NO_BID: Final = ("bid == 0", "bid < 1", "bid <= 0")


def formula_in_words(text: str, say: Say) -> str:
    """The words of a formula that can be read, with the formula behind them unless it is a number."""
    formula = parse_formula(text, part="exact")
    if isinstance(formula.tree, Number | Negative) and formula.text.lstrip("-").isdigit():
        return formula.text
    words = _in_words(formula.tree, say)
    return (
        formula.text
        if words == formula.text
        else say("formula.whole", words=words, text=formula.text)
    )


def _in_words(tree: Expression, say: Say) -> str:
    if not isinstance(tree, Choice):
        return _paid(tree, say)
    condition = canonical_text(tree.condition)
    if condition in _SOME_BID and not isinstance(tree.otherwise, Choice):
        then, zero = _paid(tree.then, say), _paid(tree.otherwise, say)
        return say("formula.zero-last", paid=then, zero=zero)
    if condition in _NO_BID:
        zero, other = _paid(tree.then, say), _in_words(tree.otherwise, say)
        return say("formula.zero-first", paid=other, zero=zero)
    then = _paid(tree.then, say)
    otherwise = _in_words(tree.otherwise, say)
    return say(
        "formula.choice", paid=then, condition=_condition(tree.condition, say), otherwise=otherwise
    )


def _paid(tree: Expression, say: Say) -> str:
    """One sum in words, or in symbols where it has none."""
    counted = _sum_of(tree)
    if counted is None or not counted.keys() <= set(_WORDED):
        return canonical_text(tree)
    terms = [_term(counted[thing], thing, say) for thing in _WORDED if counted.get(thing)]
    if not terms:
        return "0"
    said = terms[0]
    for term in terms[1:]:
        said = say("formula.sum", first=said, more=term)
    return said


def _term(count: int, thing: str, say: Say) -> str:
    return str(count) if thing == _ALONE else say(f"formula.{thing}", count=count)


def _sum_of(tree: Expression) -> Sum | None:
    """A formula as a sum of things that have a name; None where it is none."""
    match tree:
        case Number(value):
            return {_ALONE: value}
        case Name(name):
            return {name: 1}
        case Negative(of):
            return _times(_sum_of(of), -1)
        case Binary("+" | "-" as sign, left, right):
            return _added(_sum_of(left), _times(_sum_of(right), 1 if sign == "+" else -1))
        case Binary("*", left, right):
            return _product(left, right)
        case Call("abs", (Binary("-", Name(one), Name(other)),)) if {one, other} == {
            "bid",
            "tricks",
        }:
            return {"off": 1}
        case _:
            return None


def _product(left: Expression, right: Expression) -> Sum | None:
    if left == right == Name("bid"):
        return {"squared": 1}
    one, other = _sum_of(left), _sum_of(right)
    for number, rest in ((one, other), (other, one)):
        if number is not None and number.keys() == {_ALONE}:
            return _times(rest, number[_ALONE])
    return None


def _times(counted: Sum | None, factor: int) -> Sum | None:
    return None if counted is None else {thing: n * factor for thing, n in counted.items()}


def _added(one: Sum | None, other: Sum | None) -> Sum | None:
    if one is None or other is None:
        return None
    return {thing: one.get(thing, 0) + other.get(thing, 0) for thing in one.keys() | other.keys()}


def _condition(condition: Condition, say: Say) -> str:
    """A condition in words; one that mixes `and`, `or` and `not` stays in symbols."""
    match condition:
        case Comparison():
            links = list(_links(condition, say))
            return say("formula.and", parts=tuple(links)) if len(links) > 1 else links[0]
        case Joined(word, Comparison() as left, Comparison() as right):
            return say(f"formula.{word}", parts=(_condition(left, say), _condition(right, say)))
        case Joined() | Not():
            return canonical_text(condition)


def _links(comparison: Comparison, say: Say) -> Iterator[str]:
    left = comparison.first
    for symbol, right in comparison.links:
        yield say(
            f"compared.{_COMPARED[symbol]}", left=canonical_text(left), right=canonical_text(right)
        )
        left = right
