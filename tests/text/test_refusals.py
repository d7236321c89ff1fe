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
    assert optional(template) <= place.given | place.perhaps, f"{place.where}: {key}"


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
                " 7 each."
            ),
        ),
        (
            "common trump=none max_size=14",
            "4 players cannot be dealt 14 cards each: the pack of 52 is enough for 13 each.",
        ),
        (
            "common bidding=all-at-once",
            "hook=on needs bids made in turn: with bidding=all-at-once, set hook=off.",
        ),
        (
            "common first_dealer=seat-4",
            "first_dealer cannot be seat-4: the seats of this game are numbered 0 to 3.",
        ),
        (
            "common sequence=3,53",
            "A round cannot have 53 cards: a size is 1 to 52.",
        ),
        (
            "common scoring=exact-noly",
            (
                'There is no scoring "exact-noly". Try exact-only, or'
                ' write your own: "exact: 10 + bid; missed: 0".'
            ),
        ),
        (
            "common 'scoring=exact: 10 // bid; missed: 0'",
            (
                'The formula for an exact bid, "10 // bid", divides by 0 when 4 play and somebody bids'
                " 0 of 1 and takes 0."
            ),
        ),
        (
            "common 'scoring=exact: 10 + bids; missed: 0'",
            (
                'The formula for an exact bid, "10 + bids", speaks of "bids" (character 6). It can'
                " speak of: bid, tricks, size, players."
            ),
        ),
        (
            "common 'scoring=exact: max(bid); missed: 0'",
            (
                'In the formula for an exact bid, "max(bid)", "max" (character 1) takes two values or'
                " more, not 1."
            ),
        ),
        (
            "common 'scoring=exact: abs(bid, 1); missed: 0'",
            (
                'In the formula for an exact bid, "abs(bid, 1)", "abs" (character 1) takes one value,'
                " not 2."
            ),
        ),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused_in_plain_words(text: str, said: str) -> None:
    with pytest.raises(OhHellError) as refused:
        parse_rulebook(text)
    assert sentence(refused.value) == said


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
