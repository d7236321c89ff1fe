"""`ohhell rules`, run as people run it: in words, in options, as lists and as JSON."""

import json
import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from ohhell.cli.main import main
from ohhell.rules.presets import PRESETS
from ohhell.rules.rulebook import AXES, axis_text, parse_rulebook, rulebook_from_dict
from ohhell.rules.scoring import NAMED
from ohhell.text import say
from ohhell.text.formulas import words_of_formula

Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def rules(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ran:
    """Run `ohhell rules` in this process, in so many columns."""

    def ran(*args: str, columns: int = 80) -> tuple[int, str, str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as left:
            main(["rules", *args])
        code = left.value.code
        assert isinstance(code, int)
        said = capfd.readouterr()
        return code, said.out, said.err

    return ran


def in_short(rules: Ran, *args: str) -> str:
    """The text form of the rulebook a command line comes to."""
    status, said, complaint = rules("--json", *args)
    assert (status, complaint) == (0, "")
    text = json.loads(said)["text"]
    assert isinstance(text, str)
    return text


def test_common_is_explained_where_nothing_is_said(rules: Ran) -> None:
    status, said, complaint = rules()
    assert (status, complaint) == (0, "")
    assert said.startswith("common · 4 players · 19 rounds\n")
    assert rules("common")[1] == said


def test_output_to_a_pipe_is_plain(rules: Ran) -> None:
    assert "\x1b" not in rules()[1]
    assert "\x1b" not in rules("--list")[1]


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize(
    "args",
    [
        ("party", "players=5", "hook=from-3", "trump=spades,none,hearts"),
        ("common", "scoring=skull-king", "ties=leaders-2", "sequence=1,1,5,5,5,3,2,1,9"),
        ("--list",),
    ],
)
def test_lines_fit_and_none_ends_in_a_space(
    rules: Ran, columns: int, args: tuple[str, ...]
) -> None:
    said = rules(*args, columns=columns)[1]
    for line in said.splitlines():
        assert len(line) <= min(columns, 88)
        assert line == line.rstrip()
    assert max(map(len, said.splitlines())) > min(columns, 88) - 12
    assert "\n\n\n" not in said


@pytest.mark.parametrize(
    "args",
    [
        ("party", "players=5", "max_size=4", "hook=off"),
        ("party players=5 max_size=4 hook=off",),
        ("party players=5", "max-size=4", "HOOK=off"),
        ("party", "--players", "5", "--max-size", "4", "--hook", "off"),
        ("party", "--players=5", "max_size=4", "--hook=off"),
        ("--hook", "off", "--max-size", "4", "party", "players=5"),
        ("party players=3 hook=from-2", "max_size=4", "--players", "5", "--hook", "off"),
        ("party players='5'", 'max_size="4"', "hook=off"),
    ],
)
def test_words_and_options_come_to_the_same(rules: Ran, args: tuple[str, ...]) -> None:
    assert in_short(rules, *args) == "party players=5 max_size=4 hook=off"


@pytest.mark.parametrize(
    "args",
    [
        ("--scoring", "exact: 10 + bid; missed: 0"),
        ("scoring=exact: 10 + bid; missed: 0",),
        ("common scoring='exact: 10 + bid; missed: 0'",),
        ("common", "scoring='exact: 10 + bid; missed: 0'"),
        ("scoring=exact-only", "--scoring", "exact:10+bid;missed:0"),
    ],
)
def test_a_scoring_of_ones_own(rules: Ran, args: tuple[str, ...]) -> None:
    assert in_short(rules, *args) == "common scoring='exact: 10 + bid; missed: 0'"


def test_a_formula_may_compare_an_axis_without_being_taken_apart(rules: Ran) -> None:
    scoring = "exact: 10 if players == 4 else 5; missed: 0"
    text = f"common scoring='{scoring}'"
    assert in_short(rules, f"scoring={scoring}") == text
    assert in_short(rules, f"scoring={scoring}", "--players", "4") == text


def test_options_repair_what_words_alone_could_not_be(rules: Ran) -> None:
    text = "common max_size=17 trump=none"
    assert rules(text)[0] == 2
    assert in_short(rules, text, "--players", "3") == "common players=3 max_size=17 trump=none"


@pytest.mark.parametrize(
    ("axis", "value"),
    [
        ("players", "6"),
        ("max_size", "5"),
        ("sequence", "up-down"),
        ("first_dealer", "seat-1"),
        ("trump", "spades,none"),
        ("bidding", "in-turn"),
        ("hook", "from-2"),
        ("bid_change", "until-next"),
        ("first_lead", "highest-bidder"),
        ("scoring", "wizard"),
        ("ties", "leaders-2"),
    ],
)
def test_every_axis_is_an_option(rules: Ran, axis: str, value: str) -> None:
    text = in_short(rules, "common", f"--{axis.replace('_', '-')}", value)
    assert axis_text(parse_rulebook(text), axis) == value


def test_no_axis_lacks_an_option(rules: Ran) -> None:
    said = rules("--help")[1]
    for axis in AXES:
        assert f"--{axis.replace('_', '-')} " in said


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("prty",), 'There is no rulebook "prty". Did you mean "party"?'),
        (("party", "hok=off"), 'A rulebook has no "hok". Did you mean "hook"?'),
        (("party", "hook"), '"hook" says nothing by itself: write name=value'),
        (("--hook", "maybe"), 'hook cannot be "maybe". It can be: on, off, from-N.'),
        (("--players", "9"), "players cannot be 9: it must be 3 to 7."),
        (("--scoring", "exat-only"), 'There is no scoring "exat-only". Did you mean exact-only?'),
        (("party 'hook=off",), "A quotation mark is opened and not closed in: party 'hook=off"),
        (("party 'hook=off", "--players", "3"), "A quotation mark is opened and not closed"),
        (("party hook=off hook=on",), "hook is given more than once"),
        (("--list", "what"), "Invalid value for '--list'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    rules: Ran, args: tuple[str, ...], complaint: str
) -> None:
    status, said, found = rules(*args)
    assert (status, said) == (2, "")
    assert found.count("\n") == 1
    assert found.startswith(complaint)


def test_lists_hold_every_preset_and_every_scoring(rules: Ran) -> None:
    status, said, _ = rules("--list")
    assert status == 0
    names = [line.split()[0] for line in said.splitlines() if line[:2] == "  " and line[2] != " "]
    assert [name for name in names if name in PRESETS or name in NAMED] == [*PRESETS, *NAMED]
    assert said.count("low wins") == sum(scoring.low_wins for scoring in NAMED.values()) == 3
    assert f"({len(NAMED)})" in said
    presets, scorings = rules("--list", "presets")[1], rules("--list", "scorings")[1]
    assert f"{presets}\n{scorings}" == said
    assert "cardgames   4 players, 19 rounds, tricks-plus-ten\n" in presets
    assert "party       3-7 players, 13-19 rounds, tricks-plus-ten\n" in presets


def test_every_formula_is_listed(rules: Ran) -> None:
    """In words, as the explanation of a rulebook has them."""
    said = " ".join(rules("--list", "scorings", columns=60)[1].split())
    for scoring in NAMED.values():
        exact, over, short = (
            words_of_formula(formula, say)
            for formula in (scoring.exact, scoring.over, scoring.short)
        )
        missed = f"missed: {over}" if over == short else f"over: {over} short: {short}"
        assert f" {scoring.name} exact: {exact} {missed} " in said
    assert " squares exact: 10, and the bid times itself missed: 1 for each trick taken " in said


def test_json_holds_all_that_follows_from_a_rulebook(rules: Ran) -> None:
    text = "party players=5 max_size=4 trump=turn-up-except-largest hook=from-2"
    found = json.loads(rules(text, "--json")[1])
    rulebook = parse_rulebook(text)
    assert found["text"] == text
    assert rulebook_from_dict(found["rulebook"]) == rulebook
    assert found["standing"] == "custom"
    assert found["changed"] == ["max_size", "trump", "hook"]
    assert found["beyond_source"] == ["hook"]
    assert found["preset"]["name"] == "party"
    assert found["preset"]["may_change"]["sequence"] == ["down-up", "up"]
    assert found["preset"]["silent"] == ["first_dealer", "first_lead"]
    assert [one["size"] for one in found["rounds"]] == [4, 3, 2, 1, 2, 3, 4]
    assert [one["number"] for one in found["rounds"]] == [1, 2, 3, 4, 5, 6, 7]
    assert [one["turn_up"] for one in found["rounds"]] == [False, *[True] * 5, False]
    assert {one["trump"] for one in found["rounds"]} == {None}
    assert (found["largest"], found["tricks"]) == (4, 19)
    assert found["scoring"]["name"] == "tricks-plus-ten"
    assert found["points"]["4"][3] == [0, 1, 2, 13, 4]
    assert sorted(found["points"]) == ["1", "2", "3", "4"]
    assert found["examples"][0] == {"size": 4, "bid": 3, "tricks": 3, "points": 13}
    assert len(found["examples"]) == 5
    assert found["hook"] == {
        "size": 4,
        "earlier": [1, 1, 1, 0],
        "barred": 1,
        "allowed": [0, 2, 3, 4],
    }
    assert found["explanation"][0]["heading"] == "The rounds"
    assert (
        "rounds 1 to 7: 4, 3, 2, 1, 2, 3 and 4 cards each" in found["explanation"][0]["statements"]
    )


def test_json_without_a_hook_and_of_the_smallest_rounds(rules: Ran) -> None:
    found = json.loads(rules("common sequence=1 hook=off trump=hearts,none", "--json")[1])
    assert found["hook"] is None
    assert found["rounds"][0]["dealer"] is None
    assert [one["trump"] for one in found["rounds"]] == ["hearts"]
    assert len(found["examples"]) == 4


def test_json_names_the_dealers_where_the_rulebook_does(rules: Ran) -> None:
    found = json.loads(rules("common max_size=3 first_dealer=seat-2", "--json")[1])
    assert [one["dealer"] for one in found["rounds"]] == [2, 3, 0, 1, 2]


def test_json_has_a_line_for_each_key(rules: Ran) -> None:
    said = rules("--json")[1]
    assert said.count("\n") == len(json.loads(said)) + 2


@pytest.mark.parametrize("which", ["all", "presets", "scorings"])
def test_lists_as_json(rules: Ran, which: str) -> None:
    found = json.loads(rules("--json", "--list", which)[1])
    assert set(found) == ({"presets", "scorings"} if which == "all" else {which})
    if "presets" in found:
        assert [one["name"] for one in found["presets"]] == list(PRESETS)
        assert found["presets"][0]["players"] == [4, 4]
        assert found["presets"][0]["source"] == say("source.cardgames")
    if "scorings" in found:
        assert [one["name"] for one in found["scorings"]] == list(NAMED)
        assert found["scorings"][1]["exact"] == NAMED["club-sheet"].exact


def test_headings_are_bold_in_a_terminal_alone() -> None:
    """The same words either way; a heading that is bold there is a line of its own here."""
    done = subprocess.run(
        [sys.executable, "-m", "ohhell", "rules"],
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    assert "\x1b" not in done.stdout
    for heading in ("rounds", "dealing", "bidding", "play", "scoring", "end", "source"):
        assert f"\n\n{say(f'heading.{heading}')}\n  " in done.stdout
