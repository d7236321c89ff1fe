"""What people may be called."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.table.names import LONGEST_NAME, cpu_names, tidy_name


@pytest.mark.parametrize(
    ("given_name", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("\u202eadA\u202c", "adA"),
        ("A\u200bda", "Ada"),
        ("Ada\x1b[31m", "Ada[31m"),
        ("Jose\u0301", "José"),
        ("z" + "\u0301" * 30, "ź\u0301\u0301"),
        ("千代 太郎", "千代 太郎"),
        ("<b>&amp;", "<b>&amp;"),
        ("x" * 30, "x" * LONGEST_NAME),
        ("a" * 23 + " b", "a" * 23),
        ("\u2028\u2029 \u00a0", ""),
        ("", ""),
        ("\u3164", ""),
        ("\u2800\uffa0\u115f", ""),
        ("\u0301\u0302", ""),
        ("\ufe0f\u034f\U000e0100", ""),
        ("a\u3164b", "a b"),
        ("\u2764\ufe0f", "\u2764"),
        ("?", "?"),
    ],
)
def test_a_name_is_made_fit_to_show(given_name: str, name: str) -> None:
    assert tidy_name(given_name) == name


@given(st.text(max_size=200))
def test_a_tidy_name_is_short_harmless_and_stays_as_it_is(text: str) -> None:
    name = tidy_name(text)
    assert len(name) <= LONGEST_NAME
    assert tidy_name(name) == name
    assert name == name.strip()
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") for letter in name)


def test_computer_players_have_names_of_their_own() -> None:
    assert len(set(cpu_names(7))) == 7
    assert "Emil" not in cpu_names(7, taken=("EMIL",))
    names = cpu_names(6, taken=("ada",))
    assert "Ada" not in names
    assert len({name[0] for name in names}) == 6, "the narrowest sheet shows initials"
