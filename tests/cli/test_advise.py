"""`ohhell advise` as it is called: every line has its answer, and the bad ones say why."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ohhell.cli.advice_phrases import advice_sentence
from ohhell.cli.advise import command
from ohhell.players.adviser import Advice, Option
from ohhell.rules.actions import Bid
from ohhell.rules.errors import OhHellError
from tests.players.positions import POSITIONS
from tests.players.test_worker import views

GOOD = {
    "id": "good",
    "players": 4,
    "hand_size": 3,
    "trump": "S",
    "turned": "7S",
    "hand": ["AS", "KD", "8C"],
    "bids": {"A": 1, "B": 0, "C": 1},
    "to_act": "D",
}
TRICK = {
    "id": 7,
    "kind": "rule",
    "players": 3,
    "trump": "H",
    "trick": [["B", "AC"], ["C", "2H"], ["A", "KC"]],
    "to_act": None,
}


def run(lines: Sequence[object], *args: str) -> tuple[int, list[dict[str, Any]]]:
    """Answers to lines (objects as JSON, text as it is), and the exit status."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    arguments = ["--level", "rule-of-thumb", *args]
    result = CliRunner().invoke(command, arguments, input=text, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    assert isinstance(result.return_value, int)
    return result.return_value, [json.loads(line) for line in result.output.splitlines()]


def test_an_answer_has_what_every_choice_is_worth() -> None:
    status, (answer,) = run([GOOD])
    assert status == 0
    assert list(answer) == ["id", "choice", "options", "level"]
    assert (answer["id"], answer["choice"], answer["level"]) == ("good", 2, "rule-of-thumb")
    assert {option["action"] for option in answer["options"]} == {0, 2, 3}
    best = answer["options"][0]
    assert list(best) == ["action", "points", "make", "regret"]
    assert best["regret"] == 0
    for option in answer["options"]:
        assert option["regret"] == pytest.approx(best["points"] - option["points"], abs=2e-4)
        assert 0 <= option["make"] <= 1


def test_cards_are_named() -> None:
    play = {**GOOD, "hook": False, "bids": {"A": 3}, "to_act": "A"}
    _, (answer,) = run([play])
    assert answer["choice"] == "AS"
    assert {option["action"] for option in answer["options"]} == {"AS", "KD", "8C"}


def test_every_told_case_is_answered_acceptably() -> None:
    cases = [json.loads(line) for line in POSITIONS.read_text(encoding="utf-8").splitlines()]
    status, answers = run(cases)
    assert status == 0
    assert [answer["id"] for answer in answers] == [case["id"] for case in cases]
    for case, answer in zip(cases, answers, strict=True):
        assert answer["choice"] in case["acceptable"], case["id"]


def test_the_winner_of_a_complete_trick() -> None:
    status, answers = run([TRICK], "--explain")
    assert status == 0
    assert answers == [
        {
            "id": 7,
            "choice": "C",
            "options": [],
            "level": "rule-of-thumb",
            "explanation": "C wins the trick with 2H.",
        }
    ]


def test_a_bad_line_stops_no_other() -> None:
    bad = {**GOOD, "id": "bad", "hand": ["AS", "AS", "8C"]}
    lines = ["", "{", GOOD, bad, "[1]", '"A"', "[" * 50_000, {**TRICK, "trick": []}, GOOD]
    status, answers = run(lines)
    assert status == 2
    assert [answer.get("choice") for answer in answers] == [
        *(None, 2, None, None, None, None, None, 2)
    ]
    errors = {index: answer["error"] for index, answer in enumerate(answers) if "error" in answer}
    assert all(list(answers[index]) == ["id", "error"] for index in errors)
    assert answers[2] == {"id": "bad", "error": "AS is in two places."}
    assert errors[0] == "This line is not JSON: {"
    assert errors[3] == "A position is a JSON object, not [1]."
    assert errors[6].startswith("Nobody is to act")
    assert [answers[index]["id"] for index in errors] == [None, "bad", None, None, None, 7]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        (
            {"players": "4"},
            'The "players" of a position must be a whole number, 3 to 7, not "4".',
        ),
        ({"hook": [None]}, 'The "hook" of a position cannot be [null].'),
        ({"hands": 1, "hand": None}, 'This position lacks its "hand".'),
        ({"won": {"A": True}}, 'The "won" of a position must be a whole number, 0 to 3, not true.'),
        ({"to_act": ["D"]}, 'In "to_act", ["D"] is no seat: the seats here are A to D.'),
    ],
)
def test_what_cannot_be_is_shown_as_it_was_written(changes: dict[str, object], error: str) -> None:
    assert run([{**GOOD, **changes, "id": 1}]) == (2, [{"id": 1, "error": error}])


def test_a_long_line_is_answered_and_one_without_end_refused_as_that() -> None:
    status, answers = run([{**GOOD, "id": "a", "why": "x" * 500_000}, "x" * 2_000_000, GOOD])
    assert status == 2
    assert [answer.get("choice") for answer in answers] == [2, None, 2]
    assert answers[0]["id"] == "a"
    assert answers[1]["error"] == "A line can have at most 1000000 bytes; this one is longer."


def test_digits_without_end_are_no_fault_of_the_json() -> None:
    _, (answer,) = run(['{"id": ' + "9" * 5000 + "}"])
    assert answer["error"].startswith("A number in this line has 5000 digits")


def test_a_rulebook_that_says_how_many_play_may_say_the_same() -> None:
    asked = {**GOOD, "rulebook": "common players=4"}
    assert run([asked])[1][0]["choice"] == 2


def test_bytes_that_are_no_text_are_refused_like_anything_else(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    file.write_bytes(b'{"id": "\xff"}\r\n' + json.dumps(GOOD).encode() + b"\r\n")
    result = CliRunner().invoke(
        command, ["--level", "rule-of-thumb", str(file)], standalone_mode=False
    )
    first, second = (json.loads(line) for line in result.output.splitlines())
    assert result.return_value == 2
    assert "error" in first
    assert second["choice"] == 2


def test_what_is_said_twice_is_refused() -> None:
    line = json.dumps(GOOD)[:-1] + ', "hand": ["2C", "3C", "4C"]}'
    assert run([line]) == (2, [{"id": None, "error": 'This position says "hand" twice.'}])


def test_nothing_asked_nothing_answered() -> None:
    assert run([]) == (0, [])


@pytest.mark.parametrize(
    ("changes", "explanation"),
    [
        (
            {},
            (
                "Bid 2: 4.6 points to be expected, made 32 times in 100."
                " Next best: 3 (1.7 points, 3 in 100)."
            ),
        ),
        (
            {"hand": ["AS"], "hand_size": 1, "bids": {"A": 0, "B": 0, "C": 0}, "hook": True},
            "Bid 0: 1.0 points to be expected, made 0 times in 100. There is nothing else to do.",
        ),
    ],
)
def test_a_sentence_for_people(changes: dict[str, object], explanation: str) -> None:
    _, (answer,) = run([{**GOOD, **changes}], "--explain")
    assert answer["explanation"] == explanation


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (3.3, "1 looks better by 0.3 points, but that is within the error of looking."),
        (3.04, "1 looks about as good."),
    ],
)
def test_another_choice_looks_as_good_or_better(points: float, said: str) -> None:
    advice = Advice(Bid(0), (Option(Bid(0), 3.0, 0.5), Option(Bid(1), points, 0.4)))
    first = "Bid 0: 3.0 points to be expected, made 50 times in 100."
    assert advice_sentence(advice, views()[0]) == f"{first} {said}"


def test_a_level_that_gives_no_advice_is_refused() -> None:
    with pytest.raises(OhHellError) as refusal:
        run([GOOD], "--level", "random")
    assert refusal.value.code == "no-advice"


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999", "-1e999"])
def test_what_is_no_number_of_json_is_not_sent_back(number: str) -> None:
    status, answers = run([f'{{"id": {number}}}'])
    assert status == 2
    assert answers[0]["id"] is None
    assert "not JSON" in answers[0]["error"]


def test_half_a_character_in_an_id_comes_back_as_it_was() -> None:
    _, answers = run(['{"id": "\\ud800"}'])
    assert answers[0]["id"] == "\ud800"


def test_the_help_says_what_a_position_is_with_one_that_is_answered() -> None:
    """The same position stands in the README, so that its line for `positions.jsonl` works."""
    told = CliRunner().invoke(command, ["--help"], prog_name="ohhell advise").output
    assert "docs/lab.md" in told
    (position,) = re.findall(r"echo '(.*)'", told)
    (answer,) = run([json.loads(position)], "--explain")[1]
    assert answer["choice"] in (0, 1, 2)
    assert answer["explanation"]
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"echo '{position}' > positions.jsonl\nohhell advise --explain positions" in readme
