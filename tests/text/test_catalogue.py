"""How templates are filled, and that those of the program are well made."""

import re

import pytest

from ohhell.rules.errors import OhHellError
from ohhell.text import Catalogue, Missing, Value, catalogue, safe
from tests.text.places import places

LABELS = {
    "list.comma": ", ",
    "list.and": "{first} and {last}",
    "list.or": "{first} or {last}",
    "suit.hearts": "hearts",
    "suit.none": "no trump",
}
TEMPLATES = catalogue().templates


def plural(number: int) -> int:
    return 0 if number == 1 else 1


def filled(template: str, /, **params: Value) -> str:
    return Catalogue({**LABELS, "key": template}, plural=plural).say("key", **params)


@pytest.mark.parametrize(
    ("template", "params", "said"),
    [
        ("Bid {bid}.", {"bid": 3}, "Bid 3."),
        ("{n:# trick|# tricks}", {"n": 1}, "1 trick"),
        ("{n:# trick|# tricks}", {"n": 0}, "0 tricks"),
        ("{n:# trick|# tricks}", {"n": 2}, "2 tricks"),
        ("There {n:is one|are #}.", {"n": 4}, "There are 4."),
        ("{suit:@suit}", {"suit": "hearts"}, "hearts"),
        ("{suits:@suit}", {"suits": ("hearts", "none")}, "hearts and no trump"),
        ("{suits:@suit or}", {"suits": ("hearts", "none")}, "hearts or no trump"),
        ("{sizes}", {"sizes": (3,)}, "3"),
        ("{sizes}", {"sizes": (3, 2, 1)}, "3, 2 and 1"),
        ("{sizes:or}", {"sizes": (3, 2, 1)}, "3, 2 or 1"),
        ("{sizes}", {"sizes": ()}, ""),
        ("{name:~5}", {"name": "a long name"}, "a lo…"),
        ("No.[ Did you mean {near}?]", {"near": "hook"}, "No. Did you mean hook?"),
        ("No.[ Did you mean {near}?]", {"near": ""}, "No."),
        ("No.[ Did you mean {near}?] Yes.", {}, "No. Yes."),
        ("[{a}][{b}]", {"b": 0}, "0"),
        ("[{a} and {b}.]", {"a": 1}, ""),
        ("{{x}} [[y]]", {}, "{x} [y]"),
        ("{name}", {"name": "{bid} [x]"}, "{bid} [x]"),
    ],
)
def test_templates(template: str, params: dict[str, Value], said: str) -> None:
    assert filled(template, **params) == said


@pytest.mark.parametrize(
    ("template", "params"),
    [("{bid}", {}), ("{n:# trick|# tricks}", {"n": "two"}), ("{suit:@suit}", {"suit": "stars"})],
)
def test_what_is_missing_is_said_at_once(template: str, params: dict[str, Value]) -> None:
    with pytest.raises(Missing):
        filled(template, **params)


def test_an_unknown_key_is_missing() -> None:
    with pytest.raises(Missing):
        catalogue().say("no.such.key")
    with pytest.raises(Missing):
        catalogue().sentence(OhHellError("no-such-code"))


def test_a_field_may_have_a_sentence_of_its_own() -> None:
    said = Catalogue({"error.bad": "Bad.", "error.bad.trump": "Bad trump."}, plural=plural)
    assert said.sentence(OhHellError("bad", field="hook")) == "Bad."
    assert said.sentence(OhHellError("bad", field="trump")) == "Bad trump."
    assert said.sentence(OhHellError("bad")) == "Bad."


def test_errors_are_bounded_and_other_texts_are_not() -> None:
    said = Catalogue({"error.bad": "{value}", "fine": "{value}"}, plural=plural)
    assert len(said.sentence(OhHellError("bad", value="x" * 999))) == 120
    assert len(said.say("fine", value="x" * 999)) == 999


def test_text_of_strangers_is_made_safe() -> None:
    assert safe("Ada\tand\nEmil") == "Ada and Emil"
    assert safe("\x1b[2J") == "\N{REPLACEMENT CHARACTER}[2J"
    assert safe("\u202eda\u2066") == "\N{REPLACEMENT CHARACTER}da\N{REPLACEMENT CHARACTER}"
    assert safe("Zoë 千代 ♠") == "Zoë 千代 ♠"
    assert safe("12345", 4) == "123…"


@pytest.mark.parametrize("key", sorted(TEMPLATES))
def test_templates_of_the_program_are_well_made(key: str) -> None:
    template = TEMPLATES[key]
    assert re.fullmatch(r"[a-zA-Z]+(\.[-\w/+]+)+", key)
    plain = re.sub(r"\{\{|\}\}|\[\[|\]\]", "", template)
    without = re.sub(r"\{[a-z_]+(:[^{}]*)?\}", "", plain)
    assert not set("{}") & set(without), "a brace that opens no place"
    assert re.sub(r"[^\[\]]", "", without) == "[]" * without.count("["), "brackets in pairs"
    for _, how in places(template):
        if "|" in how:
            assert how.count("|") == 1, "English has two forms"
        elif how.startswith("@"):
            label, _, joint = how[1:].partition(" ")
            assert any(other.startswith(f"{label}.") for other in TEMPLATES)
            assert not joint or f"list.{joint}" in TEMPLATES
        elif how.startswith("~"):
            assert how[1:].isdigit()
        elif how in ("formula", "words"):
            assert "formula.whole" in TEMPLATES
        elif how.startswith("choice"):
            assert how in ("choice", "choice or")
        else:
            assert not how or f"list.{how}" in TEMPLATES


@pytest.mark.parametrize("key", sorted(TEMPLATES))
def test_apostrophes_and_quotation_marks_are_of_one_kind(key: str) -> None:
    """The plain ones: every terminal can show them."""
    assert not set("‘’‚“”„´") & set(TEMPLATES[key]), TEMPLATES[key]


def test_every_label_is_there() -> None:
    from ohhell.rules.cards import Rank, Suit
    from ohhell.rules.presets import PRESETS, Standing
    from ohhell.rules.rulebook import AXES
    from ohhell.rules.view import Phase

    for suit in Suit:
        assert {f"suit.{suit}", f"one.{suit}", f"Suit.{suit}"} <= TEMPLATES.keys()
    assert {f"rank.{rank.letter}" for rank in Rank} <= TEMPLATES.keys()
    assert {f"standing.{one.value}" for one in Standing} <= TEMPLATES.keys()
    assert {f"phase.{one.value}" for one in Phase} <= TEMPLATES.keys()
    assert {f"source.{name}" for name in PRESETS} <= TEMPLATES.keys()
    for axis in AXES:
        assert {f"axis.{axis}", f"option.{axis}", f"option.{axis}.values"} <= TEMPLATES.keys()
