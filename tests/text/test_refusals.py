"""Whatever the program refuses, it has a sentence for, and whatever it says, it has words for."""

import pytest

from ohhell.rules.cards import parse_card
from ohhell.rules.errors import OhHellError
from ohhell.rules.rulebook import parse_rulebook
from ohhell.text import catalogue, sentence
from tests.text.places import needed, optional
from tests.text.sources import Said, raised, spoken

TEMPLATES = catalogue().templates
RAISED = raised()


def templates_for(code: str) -> list[str]:
    """The keys a code is said by: its own, and those for one field."""
    key = f"error.{code}"
    return [key, *(other for other in TEMPLATES if other.startswith(f"{key}."))]


def check(place: Said, key: str) -> None:
    """What a template needs is given there; what it may use is at least known there."""
    assert key in TEMPLATES, f"{place.where} says {key}, which has no template"
    if place.is_open:
        return
    template = TEMPLATES[key]
    assert needed(template) - surely_given(key) <= place.given, (
        f"{place.where}: {key} needs more than is given"
    )
    known = place.given | place.perhaps | {"cause"}
    assert optional(template) <= known, f"{place.where}: {key}"


def surely_given(key: str) -> set[str]:
    """What the source gives only perhaps, though a code without it cannot come about.

    A formula is refused for the word that was found, unless it ends where one should follow.
    """
    is_for_a_word = key.startswith("error.formula-") and key != "error.formula-ends-early"
    return {"found"} if is_for_a_word else set()


def test_the_source_was_read() -> None:
    assert len(RAISED) > 70
    assert {"hook", "must-follow", "formula-divides-by-zero", "unknown-command"} <= RAISED.keys()
    found = RAISED["formula-syntax"][0]
    assert {"field", "value", "limit", "part", "position"} <= found.given
    assert "found" in found.perhaps


@pytest.mark.parametrize("code", sorted(RAISED))
def test_every_code_has_a_sentence_that_its_parameters_fill(code: str) -> None:
    for place in RAISED[code]:
        for key in templates_for(code):
            check(place, key)


def test_no_sentence_is_left_over() -> None:
    said = {key for code in RAISED for key in templates_for(code)}
    assert {key for key in TEMPLATES if key.startswith("error.")} <= said


@pytest.mark.parametrize(
    "code",
    sorted(key.removeprefix("fault.") for key in TEMPLATES if key.startswith("fault.")),
)
def test_what_a_fault_says_is_filled_by_what_the_refusal_holds(code: str) -> None:
    names = {"name", "next_name", "found_name", "right_name"}
    for place in RAISED[code]:
        assert needed(TEMPLATES[f"fault.{code}"]) <= place.given, place.where
        assert optional(TEMPLATES[f"fault.{code}"]) <= place.given | names, place.where


def test_every_key_that_is_said_has_words() -> None:
    places = spoken()
    assert len(places) > 20
    for place in places:
        check(place, place.key)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("party players=8", "players cannot be 8: it must be 3 to 7."),
        ("party players=x", 'players must be a whole number, 3 to 7; "x" is none.'),
        (
            "party hok=off",
            (
                'A rulebook has no "hok". Did you mean "hook"? It has: players, max_size, sequence,'
                " first_dealer, trump, bidding, hook, bid_change, first_lead, scoring, ties."
            ),
        ),
        (
            "prty",
            (
                'There is no rulebook "prty". Did you mean "party"? There are: cardgames, club-sheet,'
                " common, party."
            ),
        ),
        (
            "common players=7 max_size=8",
            (
                "7 players cannot be dealt 8 cards each and one turned up: the pack of 52 is enough for"
                " 7 each, so max_size can be 7 at most."
            ),
        ),
        (
            "common trump=none max_size=14",
            (
                "4 players cannot be dealt 14 cards each: the pack of 52 is enough for 13 each, so"
                " max_size can be 13 at most."
            ),
        ),
        (
            "common sequence=5,20",
            (
                "4 players cannot be dealt 20 cards each and one turned up: the pack of 52 is enough"
                " for 12 each, so a size in sequence can be 12 at most."
            ),
        ),
        (
            "common bidding=all-at-once",
            "The hook needs bids made in turn: with all bids at once it must be off (hook=off).",
        ),
        (
            "common first_dealer=seat-4",
            "first_dealer cannot be seat-4: the seats of this game are numbered 0 to 3.",
        ),
        (
            "common sequence=3,53",
            "sequence cannot have a round of 53 cards: a size is 1 to 52.",
        ),
        (
            "common scoring=exact-noly",
            (
                'There is no scoring "exact-noly". Did you mean exact-only? You can write'
                ' your own: "exact: 10 + bid; missed: 0".'
            ),
        ),
        (
            "common scoring=bananas",
            (
                'There is no scoring "bananas". You can write'
                ' your own: "exact: 10 + bid; missed: 0".'
            ),
        ),
        (
            "common 'scoring=exact: True; missed: 0'",
            (
                'The scoring formula for an exact bid, "True", speaks of "True" (character 1). It can'
                " speak of: bid, tricks, size, players."
            ),
        ),
        (
            "common 'scoring=exact: 10 // bid; missed: 0'",
            (
                'The scoring formula for an exact bid, "10 // bid", divides by 0 when 4 play and somebody bids'
                " 0 of 1 and takes 0."
            ),
        ),
        (
            "common 'scoring=exact: 10 + bids; missed: 0'",
            (
                'The scoring formula for an exact bid, "10 + bids", speaks of "bids" (character 6). It can'
                " speak of: bid, tricks, size, players."
            ),
        ),
        (
            "common 'scoring=exact: max(bid); missed: 0'",
            (
                'In the scoring formula for an exact bid, "max(bid)", "max" (character 1) takes two values or'
                " more, not 1."
            ),
        ),
        (
            "common 'scoring=exact: abs(bid, 1); missed: 0'",
            (
                'In the scoring formula for an exact bid, "abs(bid, 1)", "abs" (character 1) takes one value,'
                " not 2."
            ),
        ),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused_in_plain_words(text: str, said: str) -> None:
    with pytest.raises(OhHellError) as refused:
        parse_rulebook(text)
    assert sentence(refused.value) == said


def test_a_rulebook_is_refused_by_the_name_of_the_axis() -> None:
    """Whatever is wrong on one axis, the sentence names it: people set it under that name."""
    rulebooks = {
        code
        for code, places in RAISED.items()
        if any(place.where.startswith(("rules/rulebook", "rules/axes")) for place in places)
    }
    by_field = {key.split(".", 2)[1] for key in TEMPLATES if key.count(".") == 2}
    assert {"out-of-range", "pack-too-small"} <= rulebooks & by_field
    for code in sorted(rulebooks - {"open-quote", "text-too-long"}):
        for key in templates_for(code):
            field = key.removeprefix(f"error.{code}").removeprefix(".")
            fixed = {"no-rounds": "sequence", "too-many-rounds": "sequence"}
            named = field or fixed.get(code) or ("ties" if code == "ties-never-end" else "{field")
            assert named in TEMPLATES[key], key


def test_what_a_stranger_wrote_is_shown_safely() -> None:
    nasty = "\x1b[31mQ\u202e\u200b\x07\r\n" + "x" * 500
    with pytest.raises(OhHellError) as refused:
        parse_card(nasty)
    said = sentence(refused.value)
    assert said.isprintable()
    assert len(said) < 120
    assert "…" in said


@pytest.mark.parametrize("code", sorted(RAISED))
def test_a_sentence_is_one_bounded_line_whatever_it_is_given(code: str) -> None:
    numbers = {"seats", "nonces", "bid", "tricks", "size", "players", "turned", "total", "count"}
    place = RAISED[code][0]
    hostile = {
        name: 1 if name in numbers or takes_number(code, name) else "\x1b\u2067\n" + "x" * 5000
        for name in place.given | place.perhaps
    }
    hostile |= {
        name: value
        for name, value in {"part": "exact", "suit": "hearts"}.items()
        if name in hostile
    }
    said = sentence(OhHellError(code, **hostile))
    assert said.isprintable()
    assert len(said) < 800
    assert "{" not in said
    assert "None" not in said


def takes_number(code: str, name: str) -> bool:
    """Whether a template of this code has forms for a number there."""
    return any(
        f"{{{name}:" in TEMPLATES[key] and "|" in TEMPLATES[key] for key in templates_for(code)
    )
