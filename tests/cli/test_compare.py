"""`ohhell compare` as it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell.cli.compare import command
from ohhell.lab.compare import MEASURES
from ohhell.rules.errors import OhHellError
from ohhell.text import say
from tests.cli.calling import Called

QUICK = ("--cpu", "rule-of-thumb", "--games", "20", "--seed", "3", "--workers", "1")
SHORT = ("common max_size=2", "party max_size=3 hook=off ties=share")


run, told = Called(command).done, Called(command).told


def test_rulebooks_side_by_side() -> None:
    output = run(*SHORT, *QUICK).output
    lines = output.splitlines()
    assert lines[0] == "A  common max_size=2 · 4 players"
    assert lines[1] == "B  party max_size=3 hook=off ties=share · 4 players"
    assert lines[2] == "rule-of-thumb in every seat · 20 games by each rulebook · seed 3"
    assert lines[4].split() == ["A", "B"]
    for measure in MEASURES:
        assert say(f"lab.measure.{measure.name}") in output
    assert lines[-3].split()[-1] != "–"
    assert lines[-4].split()[0] == "A"
    assert lines[-4].split()[-1] == "–"  # no round of three cards


def test_json_holds_everything() -> None:
    found = told(*SHORT, *QUICK)
    assert found["report"] == "compare"
    assert found["rulebooks"] == list(SHORT)
    assert (found["player"], found["games"], found["seed"]) == ("rule-of-thumb", 20, 3)
    figures = {(f["subject"], f["measure"], f["cards"]): f for f in found["figures"]}
    assert figures[SHORT[0], "exact", None]["count"] == 20 * 3 * 4
    assert figures[SHORT[1], "exact", 3]["count"] == 20 * 2 * 4
    assert (SHORT[0], "exact", 3) not in figures
    assert figures[SHORT[0], "lead-changes", None]["count"] == 20


def test_the_same_seed_gives_the_same_figures_on_any_number_of_processes() -> None:
    first, second = told(*SHORT, *QUICK), told(*SHORT, *QUICK, "--workers", "2")
    assert first["figures"] == second["figures"]
    # A rulebook's figures do not hang on what it is compared with.
    alone = told(SHORT[1], *QUICK)["figures"]
    assert alone == [figure for figure in first["figures"] if figure["subject"] == SHORT[1]]


def test_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "rules.png"
    run(*SHORT, *QUICK, "--plot", file)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_one_number_of_players_for_all() -> None:
    output = run("common sequence=1", "club-sheet sequence=1", *QUICK, "--players", "5").output
    assert "A  common players=5 sequence=1 · 5 players" in output
    assert "B  club-sheet players=5 sequence=1 · 5 players" in output


def test_many_rulebooks_have_names() -> None:
    output = run(*["common sequence=1"] * 27, *QUICK, "--games", "1").output
    assert "\nZ  common" in output
    assert "\n27  common" in output


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("prty",), "unknown-preset"),
        (("common", "hook=maybe"), "not-a-choice"),
        (("common", "--players", "9"), "out-of-range"),
        (("common", "--cpu", "rnadom"), "unknown-level"),
    ],
)
def test_what_cannot_be_played_is_refused(args: tuple[str, ...], code: str) -> None:
    with pytest.raises(OhHellError) as refusal:
        run(*args)
    assert refusal.value.code == code
