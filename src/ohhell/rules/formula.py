"""Scoring formulas: a small grammar of whole numbers, read safely.

The grammar is a part of Python's, with its precedence and its meaning:

    formula    = either [ "if" either "else" formula ]
    either     = both { "or" both }
    both       = negation { "and" negation }
    negation   = "not" negation | comparison
    comparison = sum { ("<" | "<=" | ">" | ">=" | "==" | "!=") sum }
    sum        = product { ("+" | "-") product }
    product    = signed { ("*" | "//") signed }
    signed     = "-" signed | atom
    atom       = number | "bid" | "tricks" | "size" | "players" | "(" formula ")"
               | "min(" formula "," formula … ")" | "max(" … ")" | "abs(" formula ")"

Numbers and conditions are kept apart: points are a number, what follows `if` is a condition.
Names are read in any case.  Length, nesting, numbers and every intermediate result are bounded,
so a formula written by a stranger costs no more than one of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from ohhell.rules.errors import FormulaError, Param
from ohhell.rules.formula_tree import (
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    MAX_POINTS,
    NAMES,
    Binary,
    Call,
    Choice,
    Comparison,
    Condition,
    Expression,
    Inputs,
    Joined,
    Name,
    Negative,
    Node,
    Not,
    Number,
    canonical_text,
    computed,
)

MAX_LENGTH: Final = 200
"""Characters of a formula, both as it was written and in canonical form."""

MAX_DEPTH: Final = 20
"""Brackets, calls, signs, `not` and `else` around one another."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read: its canonical `text`, its `tree`, and how to compute it."""

    text: str
    tree: Expression
    compute: Callable[[Inputs], int] = field(compare=False, repr=False)


def parse_formula(text: str, *, part: str) -> Formula:
    """Read a formula; `part` says in a refusal which one it was (`exact`, `missed` …)."""
    return _parse(text, part)


@lru_cache(maxsize=1024)
def _parse(text: str, part: str) -> Formula:
    if len(text) > MAX_LENGTH:
        raise _too_long(len(text), part)
    tree = _Reader(" ".join(text.split()), part).read()
    canonical = canonical_text(tree)
    if len(canonical) > MAX_LENGTH:
        raise _too_long(len(canonical), part)
    return Formula(canonical, tree, computed(tree))


def _too_long(length: int, part: str) -> FormulaError:
    return FormulaError(
        "formula-too-long", field="scoring", value=length, limit=MAX_LENGTH, part=part
    )


def points(formula: Formula, inputs: Inputs, *, part: str) -> int:
    """What the formula pays for one outcome; `FormulaError` where it pays nothing definite."""
    try:
        return formula.compute(inputs)
    except ZeroDivisionError:
        code, limit = "formula-divides-by-zero", 1
    except OverflowError:
        code, limit = "formula-points-too-large", MAX_POINTS
    bid, tricks, size, players = inputs
    raise FormulaError(
        code,
        field="scoring",
        value=formula.text,
        limit=limit,
        part=part,
        bid=bid,
        tricks=tricks,
        size=size,
        players=players,
    )


def printable(text: str, length: int = 40) -> str:
    """Text fit for a refusal: shortened, without what hides, reorders or cannot be encoded."""
    shortened = text if len(text) <= length else text[: length - 1] + "…"
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in shortened
    )


# Reading.

_TOKEN: Final = re.compile(
    r" *(?:(?P<word>[A-Za-z0-9_]+)"
    # Operators of other languages are caught whole, so that the refusal shows what was written.
    r"|(?P<refused>\*\*|<<|>>|<>|=[<>]|&&|\|\|)"
    r"|(?P<symbol>//|[<>=!]=|[-+*<>(),])"
    r"|(?P<other>.))"
)
_KEYWORDS: Final = ("if", "else", "and", "or", "not")

_ALLOWED_NAMES: Final = ", ".join(NAMES)
_ALLOWED_CALLS: Final = ", ".join(FUNCTIONS)
_ALLOWED_SYMBOLS: Final = " ".join((*ARITHMETIC, *COMPARISONS, "(", ")", ","))
_COMPARING: Final = " ".join(COMPARISONS)
_OPERANDS: Final = f"0-{MAX_POINTS}, {_ALLOWED_NAMES}, {_ALLOWED_CALLS}, (, -"
_OPERATORS: Final = f"{' '.join(ARITHMETIC)} {_COMPARING} if"


@dataclass(frozen=True, slots=True)
class _Token:
    """A word in small letters or a symbol, and as it was written; the end is the empty token."""

    text: str
    position: int
    written: str


class _Reader:
    """Reads one text by the grammar above, one method a line of it."""

    __slots__ = ("_depth", "_index", "_part", "_text", "_tokens")

    def __init__(self, text: str, part: str) -> None:
        self._text = text
        self._part = part
        self._depth = 0
        self._index = 0
        self._tokens: list[_Token] = []
        for match in _TOKEN.finditer(text):
            written = match[0].strip(" ")
            token = _Token(written.lower(), match.start(match.lastgroup or 0) + 1, written)
            if match.lastgroup in ("refused", "other"):
                raise self._refusal("formula-symbol", _ALLOWED_SYMBOLS, token)
            self._tokens.append(token)
        self._tokens.append(_Token("", len(text) + 1, ""))

    def read(self) -> Expression:
        tree = self._as_number(self._formula(), 0)
        if self._next.text:
            raise self._unexpected(_OPERATORS)
        return tree

    @property
    def _next(self) -> _Token:
        return self._tokens[self._index]

    def _take(self, *texts: str) -> str:
        """The next token if it is one of these, which then is read; else an empty text."""
        found = self._next.text
        if found not in texts:
            return ""
        self._index += 1
        return found

    def _expect(self, *texts: str) -> str:
        found = self._take(*texts)
        if not found:
            raise self._unexpected(" ".join(texts))
        return found

    def _nested(self, read: Callable[[], Node]) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._refusal("formula-too-deep", MAX_DEPTH, self._next)
        node = read()
        self._depth -= 1
        return node

    def _formula(self) -> Node:
        start = self._index
        node = self._either()
        if not self._take("if"):
            return node
        then = self._as_number(node, start)
        start = self._index
        condition = self._as_condition(self._either(), start)
        self._expect("else")
        start = self._index
        return Choice(then, condition, self._as_number(self._nested(self._formula), start))

    def _either(self) -> Node:
        return self._joined("or", self._both)

    def _both(self) -> Node:
        return self._joined("and", self._negation)

    def _joined(self, word: str, read: Callable[[], Node]) -> Node:
        start = self._index
        node = read()
        while self._take(word):
            left = self._as_condition(node, start)
            right = self._index
            node = Joined(word, left, self._as_condition(read(), right))
        return node

    def _negation(self) -> Node:
        if not self._take("not"):
            return self._comparison()
        start = self._index
        return Not(self._as_condition(self._nested(self._negation), start))

    def _comparison(self) -> Node:
        start = self._index
        node = self._sum()
        links: list[tuple[str, Expression]] = []
        while comparing := self._take(*COMPARISONS):
            right = self._index
            links.append((comparing, self._as_number(self._sum(), right)))
        return Comparison(self._as_number(node, start), tuple(links)) if links else node

    def _sum(self) -> Node:
        return self._arithmetic(("+", "-"), self._product)

    def _product(self) -> Node:
        return self._arithmetic(("*", "//"), self._signed)

    def _arithmetic(self, symbols: tuple[str, ...], read: Callable[[], Node]) -> Node:
        start = self._index
        node = read()
        while symbol := self._take(*symbols):
            left = self._as_number(node, start)
            right = self._index
            node = Binary(symbol, left, self._as_number(read(), right))
        return node

    def _signed(self) -> Node:
        if not self._take("-"):
            return self._atom()
        start = self._index
        return Negative(self._as_number(self._nested(self._signed), start))

    def _atom(self) -> Node:
        token = self._next
        word = token.text
        if word == "(":
            self._index += 1
            node = self._nested(self._formula)
            self._expect(")")
            return node
        if word.isdigit():
            self._index += 1
            if int(word) > MAX_POINTS:
                raise self._refusal("formula-number-too-large", MAX_POINTS, token)
            return Number(int(word))
        if not word or word in _KEYWORDS or not (word[0].isalpha() or word[0] == "_"):
            raise self._unexpected(_OPERANDS)
        self._index += 1
        if word in FUNCTIONS:
            self._expect("(")
            return self._call(token)
        if self._next.text == "(":
            raise self._refusal("formula-call", _ALLOWED_CALLS, token)
        if word not in NAMES:
            raise self._refusal("formula-name", _ALLOWED_NAMES, token)
        return Name(word)

    def _call(self, token: _Token) -> Call:
        arguments: list[Expression] = []
        ended = False
        while not ended:
            start = self._index
            arguments.append(self._as_number(self._nested(self._formula), start))
            ended = self._expect(",", ")") == ")"
        count, one = len(arguments), token.text == "abs"
        if (count == 1) != one:
            limit = 1 if one else 2
            raise self._refusal("formula-arguments", limit, token, count=count)
        return Call(token.text, tuple(arguments))

    def _as_number(self, node: Node, start: int) -> Expression:
        if isinstance(node, Condition):
            found = self._as_token(node, start)
            limit = f"… if {printable(found.text)} else …"
            raise self._refusal("formula-needs-number", limit, found)
        return node

    def _as_condition(self, node: Node, start: int) -> Condition:
        if isinstance(node, Expression):
            found = self._as_token(node, start)
            raise self._refusal("formula-needs-condition", _COMPARING, found)
        return node

    def _as_token(self, node: Node, start: int) -> _Token:
        text = canonical_text(node)
        return _Token(text, self._tokens[start].position, text)

    def _unexpected(self, limit: str) -> FormulaError:
        code = "formula-syntax" if self._next.text else "formula-ends-early"
        return self._refusal(code, limit, self._next)

    def _refusal(self, code: str, limit: Param, token: _Token, **more: Param) -> FormulaError:
        """`position` counts from 1 in `value`, the text with single spaces."""
        found = {"found": printable(token.written)} if token.text else {}
        return FormulaError(
            code,
            field="scoring",
            value=printable(self._text, MAX_LENGTH),
            limit=limit,
            part=self._part,
            position=token.position,
            **found,
            **more,
        )
