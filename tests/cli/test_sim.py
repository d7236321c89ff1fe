"""`ohhell sim` as it is called: tables for people, figures for programs, sentences for mistakes."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any, cast

import pexpect
import pytest
from click.testing import CliRunner

from ohhell.cli.lab_tables import duration, number, per_cent, share
from ohhell.cli.player_names import read_names
from ohhell.cli.program_faults import fault_lines
from ohhell.cli.sim import command
from ohhell.lab.errors import LabError
from ohhell.lab.figures import Estimate
from ohhell.players.command_player import Fault
from ohhell.rules.errors import OhHellError
from tests.cli.calling import Called
from tests.players.programs import FIRST_LEGAL, program

SMALL = ("--games", "12", "--seed", "4", "--workers", "1", "--max-size", "2")


run = Called(command).run


def test_the_table() -> None:
    result = run("--cpus", "rule-of-thumb,random,random,random", *SMALL, "party")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "party max_size=2"
    assert lines[1] == "12 games · 4 players · seed 4 · seats drawn anew each game"
    assert lines[3].split() == ["Player", "Seats", "Game", "Round", "Made", "%", "Won", "%"]
    assert lines[4].split()[:2] == ["rule-of-thumb", "1"]
    assert lines[5].split()[:2] == ["random", "3"]
    assert "an even share is 25.0 %" in result.output
    assert "Made %, by cards in hand   1   2" in result.output
    places = next(line for line in lines if line.startswith("Made %, by place in bidding"))
    assert places.split()[-4:] == ["1", "2", "3", "dealer"]
    assert all(len(line) <= 100 for line in lines)
    assert not result.stderr


def test_one_name_fills_all_seats() -> None:
    result = run("--cpus", "Random", *SMALL, "--players", "5", "--keep-seats")
    assert "12 games · 5 players · seed 4 · seats kept" in result.output
    assert "random      5" in result.output


def figures(*args: object) -> dict[str, Any]:
    """The JSON on the standard output."""
    return Called(command).told("--cpus", "rule-of-thumb,random,random,random", *SMALL, *args)


def test_json_holds_everything() -> None:
    told = figures()
    assert told["report"] == "sim"
    assert told["rulebook"] == "common max_size=2"
    assert told["lineup"] == ["rule-of-thumb", "random", "random", "random"]
    assert (told["games"], told["seed"], told["seats"]) == (12, 4, "drawn")
    (thumb, random) = told["players"]
    assert (thumb["name"], thumb["seats"], random["seats"]) == ("rule-of-thumb", 1, 3)
    assert thumb["seconds"]["decisions"] == 12 * (3 + 5)
    assert 0 < thumb["seconds"]["p50"] <= thumb["seconds"]["p95"]
    assert thumb["faults"] == []
    found = {(f["subject"], f["measure"], f["cards"]): f for f in told["figures"]}
    whole = found["rule-of-thumb", "exact", None]
    sizes = [found["rule-of-thumb", "exact", size] for size in (1, 2)]
    assert whole["count"] == 36 == sum(size["count"] for size in sizes)
    made = sum(size["mean"] * size["count"] for size in sizes)
    assert whole["mean"] * 36 == pytest.approx(made)
    assert whole["low"] < whole["mean"] < whole["high"]
    wins = [found[name, "wins", None] for name in ("rule-of-thumb", "random")]
    assert wins[0]["mean"] + 3 * wins[1]["mean"] == pytest.approx(1)
    assert ("random", "exact-bidding-4", None) in found


def test_the_same_seed_gives_the_same_figures_on_any_number_of_processes() -> None:
    assert figures()["figures"] == figures()["figures"] == figures("--workers", "2")["figures"]
    assert figures()["figures"] != figures("--seed", "5")["figures"]


def test_csv_holds_the_figures_of_the_json(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    told = figures("--csv", file)
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert len(rows) == len(told["figures"])
    for row, figure in zip(rows, told["figures"], strict=True):
        assert row["subject"] == figure["subject"]
        assert float(row["mean"]) == figure["mean"]
        assert row["cards"] == ("" if figure["cards"] is None else str(figure["cards"]))


def test_one_game_has_no_interval() -> None:
    result = run("--cpus", "random", *SMALL, "--games", "1")
    assert "±?" in result.output
    told = json.loads(run("--cpus", "random", *SMALL, "--games", "1", "--json", "-").output)
    assert {figure["low"] for figure in told["figures"]} == {None}


def test_files_and_a_picture_beside_the_table(tmp_path: Path) -> None:
    names = [tmp_path / name for name in ("a.json", "a.csv", "a.png")]
    result = run(
        *("--cpus", "random", *SMALL, "--json", names[0], "--csv", names[1], "--plot", names[2])
    )
    assert "Player" in result.output
    assert all(name.stat().st_size > 100 for name in names)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--json", "-", "--csv", "-"), "only one of --json and --csv"),
        (("--workers", "1", "--dask", "tcp://x:1"), "not both"),
        (("--games", "0"), "--games"),
        (("--bot-seconds", "0"), "--bot-seconds"),
        (("--seed", "-1"), "--seed"),
    ],
)
def test_options_that_do_not_go_together(args: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(command, ["--cpus", "random", *args])
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--cpus", "random,random"), "wrong-lineup"),
        (("--cpus", "random,,random,random"), "unknown-level"),
        (("--cpus", ""), "unknown-level"),
        (("--cpus", "rnadom"), "unknown-level"),
        (("--cpus", "random", "--hook", "maybe"), "not-a-choice"),
        (("--cpus", "random", "--plot", "a.doc"), "plot-kind"),
        (("--cpus", "random", "--dask", "tcp://127.0.0.1:1"), "no-cluster"),
    ],
)
def test_what_cannot_be_played_is_refused(args: tuple[str, ...], code: str) -> None:
    with pytest.raises(OhHellError) as refusal:
        run(*args)
    assert refusal.value.code == code


def test_a_folder_that_is_not_there_is_refused_before_playing(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--cpus", "random", "--json", f"{tmp_path}/no/x.json"])
    assert isinstance(result.exception, OSError)
    assert result.exception.filename == f"{tmp_path}/no"


def test_a_program_among_the_players_and_what_it_did_wrong(tmp_path: Path) -> None:
    body = (
        "if view['phase'] == 'bidding':\n"
        "    print('{\"bid\": 77}', flush=True)\n"
        f"else:\n    {FIRST_LEGAL}"
    )
    name = "cmd:" + program(tmp_path, body)
    lineup = f'"{name}",random,random,random'
    told = json.loads(run("--cpus", lineup, *SMALL, "--json", "-").output)
    assert told["lineup"][0] == name
    assert told["players"][0]["faults"] == [{"kind": "illegal", "count": 36, "example": "77"}]
    again = json.loads(run("--cpus", lineup, *SMALL, "--json", "-", "--workers", "2").output)
    assert again["figures"] == told["figures"]
    assert again["players"][0]["faults"] == told["players"][0]["faults"]
    shown = run("--cpus", lineup, *SMALL).output
    assert "36 decisions were not its own" in shown
    assert "\n  36 not allowed; the first: 77\n" in shown


def test_the_bar_is_for_terminals() -> None:
    code = "from ohhell.cli.main import main; main()"
    args = ["-c", code, "sim", "--cpus", "random", *SMALL, "--json", "-"]
    child = cast("Any", pexpect).spawn(sys.executable, args, encoding="utf-8", timeout=60)
    try:
        child.expect("Playing")
        child.expect("12/12")
        child.expect('"report": "sim"')
        child.expect(pexpect.EOF)
    finally:
        child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("random", ("random",)),
        ("random, Rule of Thumb", ("random", "rule-of-thumb")),
        ('"cmd:echo a,b",random', ("cmd:echo a,b", "random")),
        ('random,"cmd:echo ""x y"""', ("random", 'cmd:echo "x y"')),
    ],
)
def test_names_between_commas(text: str, names: tuple[str, ...]) -> None:
    assert read_names(text) == names


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(None, "–"), (2.4e-6, "2 µs"), (0.00123, "1.23 ms"), (0.25, "250 ms"), (12.3456, "12.3 s")],
)
def test_times_in_the_unit_that_suits_them(seconds: float | None, shown: str) -> None:
    assert duration(seconds) == shown


def test_numbers() -> None:
    known = Estimate(-0.001, -0.011, 0.009)
    assert number(known, places=2, signed=True) == "0.00 ±0.01"
    assert number(Estimate(1.5, 1, 2), places=1, signed=True) == "+1.5 ±0.5"
    assert number(Estimate(-1.5, -2, -1), places=1) == "-1.5 ±0.5"
    assert number(None, places=1) == share(None) == per_cent(None) == "–"
    assert share(Estimate(0.625, 0.6, 0.65)) == "62.5 ±2.5"
    assert per_cent(0.625) == "62"


def test_every_fault_has_its_words() -> None:
    kinds = ("illegal", "garbage", "late", "crashed", "unasked")
    faults = [Fault(kind, 2, "why\x1b[31m") for kind in kinds]
    heading, *lines = fault_lines("cmd:bot", faults)
    assert heading.startswith("cmd:bot: 10 decisions were not its own")
    assert len(lines) == 5
    assert all("2" in line and "\x1b" not in line for line in lines)
    assert not list(fault_lines("cmd:bot", []))


def test_lab_errors_are_refusals() -> None:
    assert issubclass(LabError, OhHellError)


@pytest.mark.parametrize("games", ["\u0661", "1_0", "1e1", "nan", ""])
def test_numbers_are_written_with_our_digits(games: str) -> None:
    result = run("--cpus", "random", "--games", games)
    assert result.exit_code == 2
    assert "is not a whole number" in result.output
    seconds = run("--cpus", "random", "--games", "1", "--bot-seconds", f"{games}_")
    assert seconds.exit_code == 2
    assert "is not a number" in seconds.output


@pytest.mark.parametrize("games", ["0", "-1", "1000000001", "9" * 20, "9" * 5000])
def test_a_number_beyond_its_bounds_is_called_just_that(games: str) -> None:
    result = run("--cpus", "random", "--games", games)
    assert result.exit_code == 2
    assert "must be a whole number from 1 to 1000000000." in result.output
    seconds = run("--cpus", "random", "--games", "1", "--bot-seconds", f"{games}000")
    assert seconds.exit_code == 2
    assert "must be more than 0 and at most 3600." in seconds.output


@pytest.mark.parametrize("cpus", ["random\nrandom", "random\r\nrandom", '"random\nrandom'])
def test_players_on_several_lines_are_no_list(cpus: str) -> None:
    with pytest.raises(OhHellError):
        run("--cpus", cpus, *SMALL)


def test_two_kinds_of_figures_need_two_files(tmp_path: Path) -> None:
    one, same = tmp_path / "one", tmp_path / "folder" / ".." / "one"
    (tmp_path / "folder").mkdir()
    for first, second in (("--json", "--csv"), ("--csv", "--plot")):
        result = run("--cpus", "random", *SMALL, first, one, second, same)
        assert result.exit_code == 2
        assert "need a file each" in result.output
        assert not one.exists()


def test_where_a_program_plays_no_seed_is_drawn_that_can_be_searched_for(tmp_path: Path) -> None:
    bot = f"cmd:{program(tmp_path, FIRST_LEGAL)}"
    small = ("--games", "1", "--workers", "1", "--max-size", "1", "--json", "-")
    seeds = [
        json.loads(run("--cpus", f"{who},random,random,random", *small).output)["seed"]
        for who in (bot, "random")
    ]
    assert seeds[0] > 2**96
    assert seeds[1] < 10**9
    again = run("--cpus", f"{bot},random,random,random", *small, "--seed", seeds[0])
    assert json.loads(again.output)["seed"] == seeds[0]
