import json
import re
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.errors import FormulaError, RulebookError
from ohhell.rules.formula import MAX_DEPTH, MAX_LENGTH, Formula, parse_formula, points, printable
from ohhell.rules.formula_tree import MAX_POINTS, Inputs


def read(text: str) -> Formula:
    return parse_formula(text, part="exact")


def tried(text: str) -> Formula | FormulaError:
    try:
        return read(text)
    except FormulaError as error:
        return error


def refusal(text: str) -> FormulaError:
    with pytest.raises(FormulaError) as caught:
        read(text)
    return caught.value


# Texts of the grammar, written with the spaces and the needless brackets people leave.

SPACE = st.sampled_from(["", " ", "  "])
ATOMS = st.one_of(
    st.integers(0, 30).map(str),
    st.sampled_from([0, 1, 999, 1_000, 999_999, MAX_POINTS]).map(str),
    st.sampled_from(["bid", "tricks", "size", "players"]),
)


@st.composite
def joined(draw: st.DrawFn, operands: st.SearchStrategy[str], symbols: list[str]) -> str:
    text = draw(operands)
    for symbol in draw(st.lists(st.sampled_from(symbols), max_size=2)):
        text += draw(SPACE) + symbol + draw(SPACE) + draw(operands)
    return text


def calls(numbers: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(numbers, min_size=2, max_size=3).map(", ".join)
    return st.one_of(
        numbers.map("abs({})".format),
        st.builds("{}({})".format, st.sampled_from(["min", "max"]), several),
    )


def bigger(numbers: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operands = st.one_of(ATOMS, numbers.map("({})".format), calls(numbers))
    signed = st.builds("{}{}".format, st.sampled_from(["", "", "-", "--", "- "]), operands)
    sums = joined(signed, ["+", "-", "*", "//"])
    comparing = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    link = st.builds("{} {}".format, comparing, sums)
    comparisons = st.builds("{}{}{}".format, sums, link, st.one_of(st.just(""), link))
    simple = st.builds("{}{}".format, st.sampled_from(["", "", "not ", "not not "]), comparisons)
    bracketed = st.builds("({} or {})".format, simple, simple)
    conditions = joined(st.one_of(simple, bracketed), [" and ", " or "])
    return st.one_of(sums, st.builds("{} if {} else {}".format, sums, conditions, numbers))


def within_bounds(text: str) -> bool:
    """Texts beyond the bounds are tested for being refused elsewhere."""
    outcome = tried(text)
    if isinstance(outcome, Formula):
        return True
    assert outcome.code in {"formula-too-long", "formula-too-deep"}
    return False


FORMULAS = st.recursive(ATOMS, bigger, max_leaves=6).filter(within_bounds)
INPUTS = st.tuples(st.integers(0, 10), st.integers(0, 10), st.integers(1, 17), st.integers(3, 7))


class Bounded(int):
    """Python's own whole number, except that it overflows beyond the bound of points."""

    def __add__(self, other: int) -> "Bounded":
        return bounded(int(self) + int(other))

    def __sub__(self, other: int) -> "Bounded":
        return bounded(int(self) - int(other))

    def __mul__(self, other: int) -> "Bounded":
        return bounded(int(self) * int(other))

    def __floordiv__(self, other: int) -> "Bounded":
        return bounded(int(self) // int(other))

    def __neg__(self) -> "Bounded":
        return bounded(-int(self))

    def __abs__(self) -> "Bounded":
        return bounded(abs(int(self)))


def bounded(value: int) -> Bounded:
    if abs(value) > MAX_POINTS:
        raise OverflowError
    return Bounded(value)


def by_python(text: str, inputs: Inputs) -> int | str:
    """What Python makes of the text, or the code of the refusal it should be."""
    known: dict[str, Any] = dict(
        zip(("bid", "tricks", "size", "players"), map(Bounded, inputs), strict=True)
    )
    try:
        return int(eval(re.sub(r"\d+", r"Bounded(\g<0>)", text), {"Bounded": Bounded} | known))
    except ZeroDivisionError:
        return "formula-divides-by-zero"
    except OverflowError:
        return "formula-points-too-large"


def by_us(text: str, inputs: Inputs) -> int | str:
    try:
        return points(read(text), inputs, part="exact")
    except FormulaError as error:
        return error.code


@given(FORMULAS, INPUTS)
def test_a_formula_means_what_python_means_by_it(text: str, inputs: Inputs) -> None:
    assert by_us(text, inputs) == by_python(text, inputs)


@given(FORMULAS)
def test_the_canonical_text_reads_back_as_the_same_tree(text: str) -> None:
    formula = read(text)
    again = read(formula.text)
    assert again == formula
    assert again.text == formula.text


@given(FORMULAS)
def test_no_bracket_of_the_canonical_text_can_be_left_out(text: str) -> None:
    formula = read(text)
    for opened in re.finditer(r"(?<![a-z])\(", formula.text):
        depth, closed = 1, opened.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(formula.text[closed], 0)
            closed += 1
        inside = formula.text[opened.end() : closed - 1]
        shorter = formula.text[: opened.start()] + inside + formula.text[closed:]
        without = tried(shorter)
        assert isinstance(without, FormulaError) or without.tree != formula.tree


WORDS: Final = """
    bid tricks size players 0 1 7 1000000 + - * // < <= > >= == != ( ) , if else and or not
    min( max( abs( abs hand ** / = . 3.5 1_000
"""
TOKENS = st.sampled_from(WORDS.split())


@given(st.lists(TOKENS, max_size=12).map(" ".join), INPUTS)
def test_what_is_read_is_python_and_the_rest_is_refused(text: str, inputs: Inputs) -> None:
    outcome = tried(text)
    if isinstance(outcome, Formula):
        assert by_us(text, inputs) == by_python(text, inputs)
    else:
        assert set(outcome.params) >= {"field", "value", "limit", "part"}


@given(
    st.one_of(st.text(max_size=300), st.text("()-bidtrcks0123 \x00\ud800\u202e²٣", max_size=300))
)
def test_any_text_is_read_or_refused_in_words_that_can_be_sent(text: str) -> None:
    outcome = tried(text)
    if isinstance(outcome, FormulaError):
        json.dumps(dict(outcome.params), ensure_ascii=False).encode()
        assert all(len(str(value)) <= MAX_LENGTH for value in outcome.params.values())


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("10+tricks", "10 + tricks"),
        ("  Bid\t*\n BID ", "bid * bid"),
        ("bid\N{NO-BREAK SPACE}+ 1", "bid + 1"),
        ("007", "7"),
        ("(((bid)))", "bid"),
        ("(bid + 1) + size", "bid + 1 + size"),
        ("bid + (1 + size)", "bid + (1 + size)"),
        ("(bid * 2) - (tricks // 3)", "bid * 2 - tricks // 3"),
        ("(bid - 2) * (-tricks)", "(bid - 2) * -tricks"),
        ("-(bid * 2)", "-(bid * 2)"),
        ("(-bid) * 2", "-bid * 2"),
        ("- -5", "--5"),
        ("max((bid), (tricks if bid > 1 else 0))", "max(bid, tricks if bid > 1 else 0)"),
        ("1 if (bid > 0) and ((size > 3)) else (2)", "1 if bid > 0 and size > 3 else 2"),
        ("1 if (bid>0 or size>3) and not (bid == 2) else 2",
         "1 if (bid > 0 or size > 3) and not bid == 2 else 2"),
        ("1 if not (bid > 0 and size > 3) else 2", "1 if not (bid > 0 and size > 3) else 2"),
        ("1 if 0<bid<=size else 2", "1 if 0 < bid <= size else 2"),
        ("1 if bid == 0 else (2 if bid == 1 else 3)", "1 if bid == 0 else 2 if bid == 1 else 3"),
        ("(1 if bid == 0 else 2) if bid < 2 else 3", "(1 if bid == 0 else 2) if bid < 2 else 3"),
        ("10 + (1 if bid != 0 else 2)", "10 + (1 if bid != 0 else 2)"),
        ("1 if (1 if bid == 0 else 2) >= 2 else 3", "1 if (1 if bid == 0 else 2) >= 2 else 3"),
    ],
)  # fmt: skip
def test_canonical_texts(text: str, canonical: str) -> None:
    assert read(text).text == canonical


@pytest.mark.parametrize(
    ("text", "inputs", "paid"),
    [
        ("-7 // 2", (0, 0, 1, 4), -4),
        ("min(bid, tricks, size) + max(3, players)", (3, 2, 5, 4), 6),
        ("abs(bid - tricks)", (1, 4, 5, 4), 3),
        ("5 if bid == 0 else 10 // bid", (0, 0, 5, 4), 5),
        ("5 if bid == 0 or 10 // bid > 3 else 1", (0, 0, 5, 4), 5),
        ("5 if bid != 0 and 10 // bid > 3 else 1", (0, 0, 5, 4), 1),
        ("5 if 0 < bid < 10 // bid else 1", (0, 0, 5, 4), 1),
        ("1000000 * -1", (0, 0, 1, 3), -1_000_000),
    ],
)
def test_what_formulas_pay(text: str, inputs: Inputs, paid: int) -> None:
    assert points(read(text), inputs, part="exact") == paid


@pytest.mark.parametrize(
    ("text", "code", "limit"),
    [
        ("bid // tricks", "formula-divides-by-zero", 1),
        ("1000 * 1000 * 1000 // 1000000", "formula-points-too-large", MAX_POINTS),
        ("1000000 + 1 - 1", "formula-points-too-large", MAX_POINTS),
        ("-1000000 - 1 + 1", "formula-points-too-large", MAX_POINTS),
    ],
)
def test_where_a_formula_fails_is_named(text: str, code: str, limit: int) -> None:
    with pytest.raises(FormulaError) as caught:
        points(read(text), (2, 0, 5, 4), part="short")
    assert caught.value.code == code
    assert dict(caught.value.params) == {
        "field": "scoring",
        "value": text,
        "limit": limit,
        "part": "short",
        "bid": 2,
        "tricks": 0,
        "size": 5,
        "players": 4,
    }


LONGEST: Final = " + ".join(["1"] * 50) + "0" * 3
DEEPEST: Final = "(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH


def test_the_bounds_themselves_are_allowed() -> None:
    assert len(read(LONGEST).text) == MAX_LENGTH
    assert read(DEEPEST).text == "1"
    assert read(str(MAX_POINTS)).text == str(MAX_POINTS)


HOSTILE: Final = [
    ("", "formula-ends-early", None),
    (" \t\n", "formula-ends-early", None),
    ("10 +", "formula-ends-early", None),
    ("(bid + 1", "formula-ends-early", None),
    ("max(bid, 1", "formula-ends-early", None),
    ("10 if bid > 3", "formula-ends-early", None),
    ("abs", "formula-ends-early", None),
    ("+5", "formula-syntax", "+"),
    ("bid tricks", "formula-syntax", "tricks"),
    ("bid)", "formula-syntax", ")"),
    ("()", "formula-syntax", ")"),
    ("min()", "formula-syntax", ")"),
    ("max(bid, )", "formula-syntax", ")"),
    ("bid, tricks", "formula-syntax", ","),
    ("2(3)", "formula-syntax", "("),
    ("2bid", "formula-syntax", "2bid"),
    ("1_000", "formula-syntax", "1_000"),
    ("0x10", "formula-syntax", "0x10"),
    ("1e5", "formula-syntax", "1e5"),
    ("if", "formula-syntax", "if"),
    ("10 if bid > 3 tricks", "formula-syntax", "tricks"),
    ("bid not in size", "formula-syntax", "not"),
    ("bid < = 3", "formula-symbol", "="),
    ("bid ** 2", "formula-symbol", "**"),
    ("9**9**9**9", "formula-symbol", "**"),
    ("bid / 2", "formula-symbol", "/"),
    ("bid % 2", "formula-symbol", "%"),
    ("bid = 3", "formula-symbol", "="),
    ("1 << 99", "formula-symbol", "<<"),
    ("1 if bid => 2 else 0", "formula-symbol", "=>"),
    ("1 if bid > 2 && size > 3 else 0", "formula-symbol", "&&"),
    ("1.5", "formula-symbol", "."),
    ("bid.real", "formula-symbol", "."),
    ("().__class__", "formula-symbol", "."),
    ("bid[0]", "formula-symbol", "["),
    ("'a' * 99", "formula-symbol", "'"),
    ("f'{bid}'", "formula-symbol", "'"),
    ("lambda: bid", "formula-symbol", ":"),
    ("(bid := 3)", "formula-symbol", ":"),
    ("bid # comment", "formula-symbol", "#"),
    ("bid\\\n+ 1", "formula-symbol", "\\"),
    ("bid; size", "formula-symbol", ";"),
    ("bid × 2", "formula-symbol", "×"),
    ("−5", "formula-symbol", "−"),
    ("٣", "formula-symbol", "٣"),
    ("²", "formula-symbol", "²"),
    ("ｂid", "formula-symbol", "ｂ"),
    ("bid\0", "formula-symbol", "\N{REPLACEMENT CHARACTER}"),
    ("\u202ebid", "formula-symbol", "\N{REPLACEMENT CHARACTER}"),
    ("\ud800", "formula-symbol", "\N{REPLACEMENT CHARACTER}"),
    ("hand_size", "formula-name", "hand_size"),
    ("__import__", "formula-name", "__import__"),
    ("True", "formula-name", "True"),
    ("a" * 150, "formula-name", "a" * 39 + "…"),
    ("pow(bid, 2)", "formula-call", "pow"),
    ("eval(bid)", "formula-call", "eval"),
    ("bid(3)", "formula-call", "bid"),
    ("abs(bid, tricks)", "formula-arguments", "abs"),
    ("min(bid)", "formula-arguments", "min"),
    ("max(bid)", "formula-arguments", "max"),
    ("bid == tricks", "formula-needs-number", "bid == tricks"),
    ("10 * (bid > 3)", "formula-needs-number", "bid > 3"),
    ("(bid > 3) * 10", "formula-needs-number", "bid > 3"),
    ("-(not bid > 3)", "formula-needs-number", "not bid > 3"),
    ("abs(bid > 3)", "formula-needs-number", "bid > 3"),
    ("1 if (bid > 3) == (size > 3) else 0", "formula-needs-number", "size > 3"),
    ("(bid > 3) if size > 3 else 0", "formula-needs-number", "bid > 3"),
    ("0 if size > 3 else bid > 3", "formula-needs-number", "bid > 3"),
    ("1 if bid else 0", "formula-needs-condition", "bid"),
    ("1 if not bid else 0", "formula-needs-condition", "bid"),
    ("bid or tricks", "formula-needs-condition", "bid"),
    ("1 if bid > 3 and size else 0", "formula-needs-condition", "size"),
    ("1000001", "formula-number-too-large", "1000001"),
    ("9" * 199, "formula-number-too-large", "9" * 39 + "…"),
    ("(" * (MAX_DEPTH + 1) + "1" + ")" * (MAX_DEPTH + 1), "formula-too-deep", "1"),
    ("-" * 199 + "1", "formula-too-deep", "-"),
    ("(" * 200, "formula-too-deep", "("),
    ("1 if " + "not " * 40 + "bid > 1 else 0", "formula-too-deep", "not"),
    ("1 if 1<2 else " * 14 + "0", "formula-too-long", None),
    ("1*" * 99 + "1", "formula-too-long", None),
    ("(" * 100_000, "formula-too-long", None),
    ("9" * 1_000_000, "formula-too-long", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "found"), HOSTILE)
def test_hostile_texts_are_refused(text: str, code: str, found: str | None) -> None:
    error = refusal(text)
    assert (error.code, error.params.get("found")) == (code, found)
    assert (error.params["field"], error.params["part"]) == ("scoring", "exact")
    assert {"value", "limit"} <= set(error.params)
    assert isinstance(error, RulebookError)


@pytest.mark.parametrize(
    ("text", "params"),
    [
        ("10 +", {"value": "10 +", "position": 5, "part": "missed", "field": "scoring",
                  "limit": "0-1000000, bid, tricks, size, players, min, max, abs, (, -"}),
        (" 10  *  hand", {"value": "10 * hand", "position": 6, "found": "hand",
                          "limit": "bid, tricks, size, players"}),
        ("bid + sum(1)", {"position": 7, "found": "sum", "limit": "min, max, abs"}),
        ("10 * (bid > 3)", {"position": 6, "found": "bid > 3",
                            "limit": "… if bid > 3 else …"}),
        ("1 if size and bid else 0", {"position": 6, "found": "size",
                                      "limit": "< <= > >= == !="}),
        ("(bid 3", {"position": 6, "found": "3", "limit": ")"}),
        ("max(bid 3", {"position": 9, "found": "3", "limit": ", )"}),
        ("1 if bid > 3 + 2", {"position": 17, "limit": "else"}),
        ("bid bid", {"position": 5, "limit": "+ - * // < <= > >= == != if"}),
        ("bid ** 2", {"position": 5, "found": "**",
                      "limit": "+ - * // < <= > >= == != ( ) ,"}),
        ("1 + abs(1, 2)", {"position": 5, "found": "abs", "limit": 1, "count": 2}),
        ("1 + min(1)", {"position": 5, "found": "min", "limit": 2, "count": 1}),
        ("1 + 2000000", {"position": 5, "found": "2000000", "limit": 1_000_000}),
        ("-" * 30, {"position": 22, "limit": 20}),
        ("1" * 201, {"value": 201, "limit": 200}),
        ("1*" * 99 + "1", {"value": 397, "limit": 200}),
    ],
)  # fmt: skip
def test_a_refusal_says_where_and_what_would_be_right(
    text: str, params: dict[str, str | int]
) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text, part="missed")
    assert dict(caught.value.params).items() >= params.items()


def test_what_a_refusal_shows_is_short_and_visible() -> None:
    assert printable("short") == "short"
    assert printable("x" * 40) == "x" * 40
    assert printable("x" * 41) == "x" * 39 + "…"
    assert printable("a\x1b[2J\u202eb") == "a�[2J�b"
