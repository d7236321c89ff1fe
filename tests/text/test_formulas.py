"""Formulas are read out as people say them, and what has no words keeps its symbols."""

import itertools
import re

import pytest

from ohhell.rules.formula import parse_formula, points
from ohhell.rules.scoring import NAMED
from ohhell.text import say
from ohhell.text.formulas import formula_in_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10 + bid", "10, and 1 for each trick bid"),
        ("10 * bid if bid > 0 else 10", "10 for each trick bid; for a bid of 0: 10"),
        ("5 if bid == 0 else 2 * tricks", "for a bid of 0: 5; otherwise 2 for each trick taken"),
        ("-10 * abs(bid - tricks)", "-10 for each trick off the bid"),
        ("-10 * abs(tricks - bid)", "-10 for each trick off the bid"),
        ("10 - 2 * (bid - 3)", "16, and -2 for each trick bid"),
        ("bid * bid + size - players", "1 for each card of the hand, and -1 for each player, and"),
        ("3 * bid * bid", "3 times the square of the bid"),
        ("(tricks - bid) * (tricks - bid)", "the square of the tricks off the bid"),
        ("-(bid - tricks) * (tricks - bid)", "-(bid - tricks) * (tricks - bid)"),
        (
            "abs(bid - tricks) * (abs(bid - tricks) + 1) // 2",
            "1 for the first trick off the bid, 2 for the second, 3 for the third and so on (",
        ),
        (
            "-5 * (1 + abs(tricks - bid)) * abs(tricks - bid) // 2",
            "-5 for the first trick off the bid, -10 for the second, -15 for the third and so on",
        ),
        ("bid * (bid + 1) // 2", "bid * (bid + 1) // 2"),
        ("-max(tricks, bid)", "-1 for each trick bid or taken, whichever are more (-max"),
        ("2 * (1 + 2) * bid", "6 for each trick bid"),
        ("bid - bid", "0"),
        (
            "20 if bid == 0 and size > players else 10",
            "20 if bid is 0 and size is more than players, otherwise 10",
        ),
        ("1 if 0 < bid < size else 0", "1 if 0 is less than bid and bid is less than size, other"),
        ("1 if tricks >= 2 or bid != 1 else 0", "1 if tricks is at least 2 or bid is not 1, other"),
        ("1 if not bid <= 2 else max(bid, 3)", "1 if not bid <= 2, otherwise max(bid, 3)"),
        ("1 if size <= 2 else 0", "1 if size is at most 2, otherwise 0"),
    ],
)
def test_a_formula_in_words(text: str, words: str) -> None:
    assert formula_in_words(text, say).startswith(words)


@pytest.mark.parametrize("text", ["0", "-10", "7", "max(bid, size)", "bid // 2"])
def test_what_needs_or_has_no_words_is_said_once(text: str) -> None:
    assert formula_in_words(text, say) == text


def test_words_come_with_their_formula() -> None:
    assert formula_in_words("10+tricks", say) == "10, and 1 for each trick taken (10 + tricks)"


def worth(thing: str, *, bid: int, tricks: int, size: int) -> int:
    """How often something is counted; a number that is for nothing counts once."""
    return {
        "": 1,
        "for each trick bid": bid,
        "for each trick taken": tricks,
        "for each card of the hand": size,
        "for each trick off the bid": abs(bid - tricks),
        "the bid times itself": bid * bid,
        "for each trick bid or taken, whichever are more": max(bid, tricks),
        "the square of the tricks off the bid": (bid - tricks) ** 2,
        "times the square of the tricks off the bid": (bid - tricks) ** 2,
        "for the first trick off the bid": sum(range(abs(bid - tricks) + 1)),
    }[thing]


FORMULAS = sorted({f for s in NAMED.values() for f in (s.exact, s.over, s.short)})


@pytest.mark.parametrize("text", FORMULAS)
def test_the_words_of_a_sum_pay_what_the_formula_pays(text: str) -> None:
    """Read anew: each part of a sum is a number, or a number for each of something."""
    words = formula_in_words(text, say).removesuffix(f" ({text})")
    paid, _, zero = words.partition("; for a bid of 0: ")
    if any(sign in words for sign in "*/(") or " if " in words or paid.startswith("for a bid"):
        return
    formula = parse_formula(text, part="exact")
    for bid, tricks, size in itertools.product(range(4), range(4), (3, 7)):
        total = 0
        for part in (zero if zero and bid == 0 else paid).split(", and "):
            part = re.sub(r", -?\d+ for the second, -?\d+ for the third and so on$", "", part)
            number = re.match(r"-?\d+", part)
            thing = part[number.end() :].strip() if number else part
            count = int(number[0]) if number else 1
            total += count * worth(thing, bid=bid, tricks=tricks, size=size)
        assert total == points(formula, (bid, tricks, size, 4), part="exact")
