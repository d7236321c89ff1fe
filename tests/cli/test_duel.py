"""`ohhell duel` as it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell.cli.duel import command
from ohhell.rules.errors import OhHellError
from tests.cli.calling import Called
from tests.players.programs import FIRST_LEGAL, program

QUICK = ("--seed", "3", "--workers", "1", "--rounds", "40", "--sizes", "1,3")


run, told = Called(command).done, Called(command).told


def test_the_better_one_is_named() -> None:
    output = run("rule-of-thumb", "random", *QUICK).output
    lines = output.splitlines()
    assert lines[0] == "rule-of-thumb against random"
    assert lines[2] == "4 players, the others random · at most 40 deals a size · seed 3"
    assert [line.split()[0] for line in lines[5:8]] == ["1", "3", "all"]
    assert "rule-of-thumb is better: +" in output
    turned = run("random", "rule-of-thumb", "--field", "random", *QUICK).output
    assert "rule-of-thumb is better: +" in turned
    assert "random is better" not in turned


def test_nobody_is_better_than_itself() -> None:
    output = run("random", "random", *QUICK).output
    assert "Both did exactly the same (40 deals of each size)." in output


def test_what_is_not_clear_is_said_to_be_open() -> None:
    output = run("random", "rule-of-thumb", "--seed", "2", "--rounds", "2", "--sizes", "1").output
    assert "Not clear who is better: " in output
    assert "points a round for random (2 deals of each size)." in output
    assert "all" not in output.split("\n\n")[1]  # one size has no mean of sizes


def test_json_holds_everything() -> None:
    found = told("rule-of-thumb", "random", *QUICK, "--field", "rule-of-thumb", "party", "hook=off")
    assert found["report"] == "duel"
    assert found["rulebook"] == "party hook=off"
    assert (found["one"], found["other"], found["field"]) == (
        *("rule-of-thumb", "random", "rule-of-thumb"),
    )
    assert (found["sizes"], found["most_deals"], found["seed"]) == ([1, 3], 40, 3)
    assert found["deals"] == 20 * found["look"]
    assert found["looks"] == 2
    figures = {(f["subject"], f["measure"], f["cards"]): f for f in found["figures"]}
    gain = figures["gain", "points-a-round", 3]["mean"]
    one, other = (figures[name, "points-a-round", 3]["mean"] for name in ("one", "other"))
    assert gain == pytest.approx(one - other)
    assert figures["gain", "points-a-round", None]["mean"] == pytest.approx(
        (gain + figures["gain", "points-a-round", 1]["mean"]) / 2
    )
    assert 0 <= figures["one", "exact", 1]["mean"] <= 1


def test_the_same_seed_gives_the_same_figures_on_any_number_of_processes() -> None:
    args = ("rule-of-thumb", "random", *QUICK)
    assert told(*args)["figures"] == told(*args, "--workers", "2")["figures"]
    assert told(*args)["figures"] != told(*args, "--seed", "4")["figures"]


def test_without_sizes_the_usual_ones_are_played() -> None:
    found = told("random", "random", "--rounds", "2", "--workers", "1", "--max-size", "4")
    assert found["sizes"] == [1, 3, 4]


def test_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "duel.svg"
    run("rule-of-thumb", "random", *QUICK, "--plot", file)
    assert "rule-of-thumb against random" not in file.read_text(encoding="utf-8")[:100]
    assert file.stat().st_size > 1000


def test_a_program_of_somebody_elses(tmp_path: Path) -> None:
    name = "cmd:" + program(tmp_path, FIRST_LEGAL)
    found = told(name, "random", "--seed", "1", "--workers", "1", "--rounds", "10", "--sizes", "2")
    assert found["one"] == name
    assert found["players"][0]["faults"] == []
    assert found["players"][0]["seconds"]["decisions"] == 10 * 4 * 3
    broken = "cmd:" + program(tmp_path, "print('no', flush=True)", name="broken.py")
    output = run(broken, "random", "--workers", "1", "--rounds", "2", "--sizes", "1").output
    assert "16 decisions were not its own" in output
    assert "10 no answer one can read; the first: no" in output
    assert "6 not asked for any more, after 5 failures in a row" in output
    assert f"not one decision was made by {broken} itself" in " ".join(output.split())
    assert "is better" not in output
    assert "Not clear" not in output


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("random", "rnadom"), "unknown-level"),
        (("random", "random", "--field", "cmd:"), "no-program"),
        (("random", "random", "--sizes", "1,x"), "not-a-number"),
        (("random", "random", "--sizes", "0"), "out-of-range"),
        (("random", "random", "--sizes", "13"), "pack-too-small"),
        (("random", "random", "prty"), "unknown-preset"),
    ],
)
def test_what_cannot_be_played_is_refused(args: tuple[str, ...], code: str) -> None:
    with pytest.raises(OhHellError) as refusal:
        run(*args)
    assert refusal.value.code == code
