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
_WORDED: Final = (
    _ALONE,
    "bid",
    "tricks",
    "size",
    "players",
    "greater",
    "off",
    "squared",
    "off-squared",
    "stairs",
)
"""What there are words for, in the order they are said."""

_COMPARED: Final = {
    "<": "less",
    "<=": "at-most",
    ">": "more",
    ">=": "at-least",
    "==": "equal",
    "!=": "unequal",
}

_OFF: Final = (
    Binary("-", Name("bid"), Name("tricks")),
    Binary("-", Name("tricks"), Name("bid")),
)
_SQUARES: Final = {Name("bid"): "squared"} | dict.fromkeys(
    (*_OFF, *(Call("abs", (off,)) for off in _OFF)), "off-squared"
)
"""What a factor that stands twice makes."""

_SOME_BID: Final = ("bid > 0", "bid >= 1", "bid != 0")
_NO_BID: Final = ("bid == 0", "bid < 1", "bid <= 0")


def formula_in_words(text: str, say: Say) -> str:
    """The words of a formula that can be read, with the formula behind them unless it is a number."""
    words, written = words_of_formula(text, say), parse_formula(text, part="exact").text
    return written if words == written else say("formula.whole", words=words, text=written)


def words_of_formula(text: str, say: Say) -> str:
    """The words of a formula alone, or its symbols where there are none."""
    return _in_words(parse_formula(text, part="exact").tree, say)


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
    if thing == _ALONE:
        return str(count)
    return say(f"formula.{thing}", count=count, twice=2 * count, thrice=3 * count)


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
        case Binary("*"):
            return _product(tree)
        case Binary("//", above, Number(2)):
            return _stairs(above)
        case Call("abs", (off,)) if off in _OFF:
            return {"off": 1}
        case Call("max", (Name(one), Name(other))) if {one, other} == {"bid", "tricks"}:
            return {"greater": 1}
        case _:
            return None


def _product(tree: Expression) -> Sum | None:
    number, rest = _factors(tree)
    match rest:
        case []:
            return {_ALONE: number}
        case [one]:
            return _times(_sum_of(one), number)
        case [one, other] if one == other and one in _SQUARES:
            return {_SQUARES[one]: number}
        case _:
            return None


def _stairs(above: Expression) -> Sum | None:
    """What is halved in `d * (d + 1) // 2`: 1 for the first trick off the bid, 2 for the next …"""
    number, rest = _factors(above)
    for one, next_one in (rest, rest[::-1]) if len(rest) == 2 else ():
        if _sum_of(one) == {"off": 1} and _sum_of(next_one) == {"off": 1, _ALONE: 1}:
            return {"stairs": number}
    return None


def _factors(tree: Expression) -> tuple[int, list[Expression]]:
    """A product as its number and what else is multiplied."""
    match tree:
        case Negative(of):
            number, rest = _factors(of)
            return -number, rest
        case Binary("*", left, right):
            (one, before), (other, after) = _factors(left), _factors(right)
            return one * other, before + after
        case _:
            counted = _sum_of(tree)
            if counted is not None and counted.keys() == {_ALONE}:
                return counted[_ALONE], []
            return 1, [tree]


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
