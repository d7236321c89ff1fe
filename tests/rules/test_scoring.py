import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.errors import FormulaError, RulebookError
from ohhell.rules.named_scorings import NAMED_TEXTS
from ohhell.rules.scoring import (
    NAMED,
    Scoring,
    parse_scoring,
    pays_always_the_same,
    point_table,
    tables,
)

GOLDEN: Final[list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "golden" / "scorings.json").read_text(encoding="utf-8")
)


def custom(text: str) -> Scoring:
    scoring = parse_scoring(text)
    assert scoring.name == "custom"
    return scoring


def test_the_golden_scorings_are_the_named_ones_in_their_order() -> None:
    assert [golden["name"] for golden in GOLDEN] == list(NAMED)
    assert len(NAMED) == 40


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["name"])
def test_a_named_scoring_pays_as_the_golden_examples_say(golden: dict[str, Any]) -> None:
    scoring = NAMED[golden["name"]]
    assert scoring.low_wins is golden["low_wins"]
    for players, size, bid, tricks, paid in golden["examples"]:
        table = point_table(scoring, size=size, players=players)
        assert table[bid][tricks] == paid, (players, size, bid, tricks)


@pytest.mark.parametrize("name", NAMED)
def test_a_named_scoring_is_written_as_its_name(name: str) -> None:
    assert str(NAMED[name]) == NAMED[name].name == name
    assert parse_scoring(name) == NAMED[name]


@pytest.mark.parametrize(("name", "text"), NAMED_TEXTS.items())
def test_a_named_scoring_written_out_pays_the_same(name: str, text: str) -> None:
    written = custom(text)
    assert str(written) == text
    assert parse_scoring(str(written)) == written
    assert written.low_wins is NAMED[name].low_wins
    assert point_table(written, size=7, players=4) == point_table(NAMED[name], size=7, players=4)


FORMULAS = st.sampled_from(["0", "bid", "10 + bid", "10+tricks", "-(bid)", "size if bid>2 else 1"])


@given(FORMULAS, FORMULAS, FORMULAS, st.booleans())
def test_the_text_form_reads_back(exact: str, over: str, short: str, low_wins: bool) -> None:
    scoring = Scoring("custom", exact, over, short, low_wins)
    assert parse_scoring(str(scoring)) == scoring


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("exact:10+bid;missed:0", "exact: 10 + bid; missed: 0"),
        (" MISSED : Tricks ;\n Exact: 10 + Tricks; ", "exact: 10 + tricks; missed: tricks"),
        ("short: -bid; exact: 1; over: 0", "exact: 1; over: 0; short: -bid"),
        ("exact: 1; over: (0); short: 0", "exact: 1; missed: 0"),
        ("Low  Wins; exact: 0; missed: 1", "exact: 0; missed: 1; low wins"),
        ("exact: 0; over: 2; short: 1; low wins", "exact: 0; over: 2; short: 1; low wins"),
    ],
)
def test_a_scoring_written_out_has_one_canonical_text(text: str, written: str) -> None:
    assert str(custom(text)) == written
    assert str(custom(written)) == written


@pytest.mark.parametrize("text", ["Tricks-Plus-Ten", " tricks plus ten ", "tricks_plus_ten"])
def test_names_are_read_as_people_write_them(text: str) -> None:
    assert parse_scoring(text) is NAMED["tricks-plus-ten"]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("exact-onyl", "exact-only"),
        ("SKULLKING", "skull-king"),
        ("10 + bid", ""),
        ("custom", ""),
        ("", ""),
    ],
)
def test_an_unknown_name_is_refused_with_those_like_it(text: str, near: str) -> None:
    with pytest.raises(RulebookError) as caught:
        parse_scoring(text)
    assert caught.value.code == "scoring-unknown"
    assert dict(caught.value.params) == {
        "field": "scoring",
        "value": text,
        "limit": ", ".join(NAMED),
        "near": near,
    }


WHOLE: Final = "exact, missed / exact, over, short"
ALL_PARTS: Final = "exact, missed, over, short, low wins"


@pytest.mark.parametrize(
    ("text", "code", "part", "limit"),
    [
        ("exact: 1", "scoring-part-missing", "missed", WHOLE),
        ("missed: 1", "scoring-part-missing", "exact", WHOLE),
        ("exact: 1; over: 2", "scoring-part-missing", "short", WHOLE),
        ("exact: 1; short: 2; low wins", "scoring-part-missing", "over", WHOLE),
        (";;", "scoring-part-missing", "exact", WHOLE),
        ("exact: 1; exact: 1; missed: 0", "scoring-part-repeated", "exact", WHOLE),
        ("exact: 1; missed: 0; short: 1", "scoring-part-repeated", "short", WHOLE),
        ("exact: 1; over: 0; missed: 1", "scoring-part-repeated", "over", WHOLE),
        ("exact: 1; missed: 0; low wins; LOW WINS", "scoring-low-wins-repeated", "low wins", WHOLE),
        ("exact: 1; other: 0", "scoring-part-unknown", "other: 0", ALL_PARTS),
        ("exact: 1; missed", "scoring-part-unknown", "missed", ALL_PARTS),
        ("exact: 1; missed: 0; low wins: yes", "scoring-part-unknown", "low wins: yes", ALL_PARTS),
        ("exact-only; low wins", "scoring-part-unknown", "exact-only", ALL_PARTS),
        (": 1", "scoring-part-unknown", ": 1", ALL_PARTS),
        ("exact\0: 1; missed: 0", "scoring-part-unknown", "exact�: 1", ALL_PARTS),
    ],
)
def test_parts_that_do_not_make_a_scoring_are_refused(
    text: str, code: str, part: str, limit: str
) -> None:
    with pytest.raises(RulebookError) as caught:
        parse_scoring(text)
    assert caught.value.code == code
    assert dict(caught.value.params) == {
        "field": "scoring",
        "value": text.replace("\0", "�"),
        "limit": limit,
        "part": part,
    }


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("exact: ; missed: 0", "formula-ends-early", "exact"),
        ("exact: bid ** bid; missed: 0", "formula-symbol", "exact"),
        ("exact: 1; missed: hand_size", "formula-name", "missed"),
        ("exact: 1; over: open(bid); short: 0", "formula-call", "over"),
        ("exact: 1; over: 0; short: bid tricks", "formula-syntax", "short"),
        ("exact: 1; missed: lambda: 0", "formula-symbol", "missed"),
        (f"exact: {'1*' * 100}1; missed: 0", "formula-too-long", "exact"),
    ],
)
def test_a_bad_formula_is_refused_with_its_part(text: str, code: str, part: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_scoring(text)
    assert caught.value.code == code
    assert caught.value.params["part"] == part
    assert caught.value.params["field"] == "scoring"


def test_a_text_beyond_all_bounds_is_refused_unread() -> None:
    with pytest.raises(RulebookError) as caught:
        parse_scoring("exact: 1; " * 1_000_000)
    assert caught.value.code == "scoring-too-long"
    assert dict(caught.value.params) == {"field": "scoring", "value": 10_000_000, "limit": 700}


def tried(text: str) -> Scoring | RulebookError:
    try:
        return parse_scoring(text)
    except RulebookError as error:
        return error


@given(st.text(max_size=100), st.text("exactmisedovrhlwn:;10+bid \0\ud800", max_size=60))
def test_any_text_is_read_or_refused(text: str, likely: str) -> None:
    for attempt in (text, likely, f"exact: {text}; missed: {likely}"):
        outcome = tried(attempt)
        if isinstance(outcome, Scoring):
            assert parse_scoring(str(outcome)) == outcome
        else:
            assert {"field", "value", "limit"} <= set(outcome.params)
            json.dumps(dict(outcome.params), ensure_ascii=False).encode()


def test_a_scoring_made_by_hand_is_kept_in_canonical_form() -> None:
    scoring = Scoring("custom", "(10+bid)", "-(bid)", "0")
    assert scoring == custom("exact: 10 + bid; over: -bid; short: 0")
    assert Scoring("exact-only", "10+bid", "0", "(0)") == NAMED["exact-only"]


def test_a_scoring_made_by_hand_cannot_be_wrong() -> None:
    with pytest.raises(FormulaError) as caught:
        Scoring("custom", "10", "hand", "hand")
    assert (caught.value.code, caught.value.params["part"]) == ("formula-name", "missed")
    with pytest.raises(FormulaError) as caught:
        Scoring("custom", "10", "0", "hand")
    assert (caught.value.code, caught.value.params["part"]) == ("formula-name", "short")
    with pytest.raises(RulebookError) as refused:
        Scoring("exact-only", "10 + bid", "0", "0", low_wins=True)
    assert refused.value.code == "scoring-name-taken"
    assert dict(refused.value.params) == {
        "field": "scoring",
        "value": "exact-only",
        "limit": "exact: 10 + bid; missed: 0",
    }
    with pytest.raises(RulebookError) as refused:
        Scoring("ours", "10 + bid", "0", "0")
    assert refused.value.code == "scoring-unknown"


def test_the_worked_checks_of_the_rules() -> None:
    plain = point_table(NAMED["tricks-plus-ten"], size=4, players=4)
    bids_and_tricks = ((1, 2), (2, 1), (0, 0), (2, 1))
    assert [plain[bid][tricks] for bid, tricks in bids_and_tricks] == [2, 1, 10, 1]
    club = point_table(NAMED["club-sheet"], size=5, players=4)
    assert (club[3][3], club[3][2], club[3][4], club[0][0], club[0][2]) == (30, -10, -10, 10, -20)
    exact = point_table(NAMED["exact-only"], size=3, players=4)
    assert exact == ((10, 0, 0, 0), (0, 11, 0, 0), (0, 0, 12, 0), (0, 0, 0, 13))


def test_over_and_short_are_paid_on_their_own_side() -> None:
    table = point_table(custom("exact: 0; over: 1; short: 2"), size=2, players=4)
    assert table == ((0, 1, 1), (2, 0, 1), (2, 2, 0))


def test_formulas_see_size_and_players() -> None:
    scoring = custom("exact: size * 10 + players; missed: 0")
    assert point_table(scoring, size=1, players=7) == ((17, 0), (0, 17))


def test_a_formula_is_tried_only_where_it_pays() -> None:
    scoring = custom("exact: 0; over: 12 // (tricks - bid); short: 12 // (bid - tricks)")
    assert point_table(scoring, size=2, players=4) == ((0, 12, 6), (12, 0, 12), (6, 12, 0))


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("exact: 10 // bid; missed: 0", "formula-divides-by-zero", ("exact", 0, 0)),
        ("exact: 0; missed: 6 // tricks", "formula-divides-by-zero", ("missed", 1, 0)),
        ("exact: 0; over: 6 // (bid - 1); short: 0", "formula-divides-by-zero", ("over", 1, 2)),
        ("exact: 0; over: 0; short: 6 // (bid - 2)", "formula-divides-by-zero", ("short", 2, 0)),
        ("exact: bid * 300000 * bid; missed: 0", "formula-points-too-large", ("exact", 2, 2)),
    ],
)
def test_a_formula_that_fails_somewhere_is_refused_with_the_place(
    text: str, code: str, where: tuple[str, int, int]
) -> None:
    scoring = custom(text)
    with pytest.raises(FormulaError) as caught:
        point_table(scoring, size=3, players=5)
    part, bid, tricks = where
    assert caught.value.code == code
    assert dict(caught.value.params) == {
        "field": "scoring",
        "value": scoring.exact if part == "exact" else caught.value.params["value"],
        "limit": 1 if "zero" in code else 1_000_000,
        "part": part,
        "bid": bid,
        "tricks": tricks,
        "size": 3,
        "players": 5,
    }
    assert f"{part}: {caught.value.params['value']}" in text


def test_a_table_is_made_once() -> None:
    first = point_table(NAMED["wizard"], size=9, players=5)
    assert point_table(parse_scoring("wizard"), size=9, players=5) is first


def test_tables_are_made_for_every_size_once() -> None:
    scoring = NAMED["exact-only"]
    made = tables(scoring, sizes=(3, 2, 1, 2, 3), players=4)
    assert list(made) == [1, 2, 3]
    assert all(made[size] == point_table(scoring, size=size, players=4) for size in (1, 2, 3))


def test_whether_anything_makes_a_difference() -> None:
    same = point_table(custom("exact: 5; missed: 5"), size=3, players=4)
    small = custom("exact: 0 if size < 3 else bid; missed: 0")
    assert pays_always_the_same(same)
    assert pays_always_the_same(point_table(small, size=2, players=4))
    assert not pays_always_the_same(point_table(small, size=3, players=4))
    for scoring in NAMED.values():
        assert not pays_always_the_same(point_table(scoring, size=1, players=3))
