"""Whole games through `ohhell play`, typed into a pipe."""

import json
import os
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from rich.cells import cell_len

from ohhell.cli.terminal.records import newest_unfinished, resume_command
from ohhell.rules.presets import PRESETS
from ohhell.store.record_file import RecordFile
from tests.cli.typing_at import ANYTHING, SEED, Program


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    return Program(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("preset", PRESETS)
def test_piped_input_plays_a_whole_game(program: Program, preset: str) -> None:
    run = program.play(preset, "--max-size", "3")
    assert run.status == 0, run.err
    assert run.err == ""
    assert "━━ Round 1 of 5 · 3 cards ━" in run.out
    assert "The game is over" in run.out
    assert "\x1b" not in run.out
    assert f"ohhell verify {program.path()}" in run.lines[-1]
    checked = program.verify()
    assert checked.status == 0
    assert ": ok, " in checked.out


def test_a_game_of_full_length(program: Program) -> None:
    run = program.play("cardgames")
    assert run.status == 0
    assert sum(" is scored " in line for line in run.lines) == 19
    assert program.verify().status == 0


@pytest.mark.parametrize(
    "words",
    [
        "common players=3 bidding=all-at-once hook=off trump=none sequence=17,1",
        "club-sheet players=5 max_size=2 scoring=binary",
        "party players=7 max_size=2 scoring=binary ties=leaders-3",
        "common players=6 max_size=2 first_lead=highest-bidder trump=spades,hearts,none",
        "common players=4 max_size=3 trump=turn-up-except-largest first_dealer=seat-2 hook=from-2",
        "common players=3 max_size=3 bid_change=until-next scoring=negative-square",
    ],
)
@pytest.mark.parametrize("columns", ["60", "80"])
def test_other_house_rules_play_to_the_end_and_fit(
    program: Program, monkeypatch: pytest.MonkeyPatch, words: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    looks = chain.from_iterable((key, "s", "l") for key in ANYTHING[:200])
    run = program.play(words, typed=(*looks, *ANYTHING))
    assert run.status == 0, run.err
    paths = str(program.folder)
    too_wide = [line for line in run.lines if cell_len(line) > int(columns) and paths not in line]
    assert not too_wide
    assert program.verify().status == 0


def test_the_same_seed_and_the_same_keys_give_the_same_game(program: Program) -> None:
    program.play("party", "--max-size", "3", record="one.jsonl")
    program.play("party", "--max-size", "3", record="two.jsonl")
    assert program.actions("one.jsonl") == program.actions("two.jsonl")
    path = str(program.path("three.jsonl"))
    program.run(
        "play", "party", "--max-size", "3", "--record", path, "--seed", "6" * 64, typed=ANYTHING
    )
    assert program.actions("one.jsonl") != program.actions("three.jsonl")


def test_without_a_seed_no_two_games_are_alike(program: Program) -> None:
    for record in ("one.jsonl", "two.jsonl"):
        path = str(program.path(record))
        program.run("play", "--max-size", "1", "--record", path, typed=ANYTHING)
    assert program.actions("one.jsonl") != program.actions("two.jsonl")


def test_the_persons_nonce_takes_part_in_the_shuffle(program: Program) -> None:
    program.play("--max-size", "1")
    kinds = Counter(str(event["event"]) for event in program.events())
    assert kinds["nonce-promised"] == kinds["nonce-shown"] == 1
    header = json.loads(program.path().read_text(encoding="utf-8").splitlines()[0])
    assert header["persons"] == [0]
    assert [seat["player"] for seat in header["seats"]] == ["person"] + ["rule-of-thumb"] * 3


def test_without_a_record_the_game_goes_to_the_data_folder_and_the_path_is_said(
    program: Program,
) -> None:
    runs = [program.run("play", "party", "--max-size", "1", typed=ANYTHING) for _ in range(2)]
    assert all(run.status == 0 for run in runs)
    games = sorted((program.folder / "data" / "games").iterdir())
    assert len(games) == 2
    assert all(path.name.endswith(".jsonl") and "party" in path.name for path in games)
    said = "".join(run.out for run in runs)
    assert all(f"Record: {path}" in said for path in games)


def test_a_wrong_key_costs_one_line_and_changes_nothing(program: Program) -> None:
    rules = ("--sequence", "2", "--first-dealer", "seat-3")
    program.play(*rules, record="right.jsonl", typed=["1", *ANYTHING])
    wrong = ["x", "99", "QH", "", "-1", "1", "0", "99", "bid", *ANYTHING]
    run = program.play(*rules, record="wrong.jsonl", typed=wrong)
    start = next(index for index, line in enumerate(run.lines) if "Your bid: x" in line)
    assert run.lines[start : start + 10 : 2] == [
        "   Your bid: x",
        "   Your bid: 99",
        "   Your bid: QH",
        "   Your bid: ",
        "   Your bid: -1",
    ]
    assert set(run.lines[start + 1 : start + 11 : 2]) == {
        "   Type a number from 0 to 2. ? is help."
    }
    assert program.actions("wrong.jsonl")[:6] == program.actions("right.jsonl")[:6]


def test_a_bid_that_may_change_is_changed_and_then_kept(program: Program) -> None:
    rules = "club-sheet hook=off sequence=2 first_dealer=seat-0"
    run = program.play(rules, typed=["2", "x", "1", "0", "0", *ANYTHING])
    assert run.status == 0
    assert "Enter keeps your bid of 2, another number changes it." in run.out
    assert "Enter keeps your bid; a number from 0 to 2 changes it. ? is help." in run.out
    assert "You change your bid to 1" in run.out
    own = [event for event in program.events() if event.get("seat") == 0 and "tricks" in event]
    assert [(event["event"], event["tricks"]) for event in own] == [
        ("bid", 2),
        ("bid-changed", 1),
        ("bid-changed", 0),
    ]
    assert program.verify().status == 0


def test_cpu_players_wait_while_a_bid_may_change(program: Program) -> None:
    """The seat on the left of the person bids only once the person's bid is confirmed."""
    rules = "club-sheet sequence=2 first_dealer=seat-3 hook=off"
    program.play(rules, typed=["2", "1", "", *ANYTHING])
    bids = [event for event in program.events() if str(event["event"]).startswith("bid")]
    assert [(event["event"], event["seat"]) for event in bids[:3]] == [
        ("bid", 0),
        ("bid-changed", 0),
        ("bid", 1),
    ]


def test_the_keys_that_only_look(program: Program) -> None:
    typed = ["?", "s", "l", "r", "0", "l", *ANYTHING]
    run = program.play("--sequence", "2,1", typed=typed)
    assert "score sheet of all rounds" in run.out
    assert "No round has been scored yet." in run.out
    assert "No trick has been taken yet." in run.out
    assert "Scoring" in run.out
    later = chain.from_iterable((key, "s") for key in ANYTHING[:300])
    run = program.play("--sequence", "2,1", record="again.jsonl", typed=[*later, *ANYTHING])
    assert "── Score sheet ─" in run.out
    assert "Bid/tricks (✓ made), points, running total" in run.out


def test_q_leaves_keeps_the_game_and_says_how_to_go_on(program: Program) -> None:
    run = program.play("--max-size", "2", typed=["q"])
    assert run.status == 0
    assert run.lines[-1].strip() == f"To go on: ohhell play --resume {program.path()}"
    assert "unfinished" in program.verify().out
    resumed = program.run("play", "--resume", str(program.path()), typed=ANYTHING)
    assert resumed.status == 0, resumed.err
    assert "The game is over" in resumed.out
    assert program.verify().status == 0


def test_a_game_of_the_data_folder_goes_on_and_is_checked_by_its_name(program: Program) -> None:
    begun = program.run("play", "--max-size", "2", typed=["q"])
    (record,) = (program.folder / "data" / "games").glob("*.jsonl")
    assert begun.lines[-1].strip() == f"To go on: ohhell play --resume {record.stem}"
    assert "unfinished" in program.run("verify", record.stem).out
    resumed = program.run("play", "--resume", record.stem, typed=ANYTHING)
    assert resumed.status == 0, resumed.err
    assert resumed.lines[-1].strip() == f"Check the deals: ohhell verify {record.stem}"
    assert program.run("verify", record.name).status == 0
    checked = program.run("verify", "x" * 5000, record.stem)
    assert checked.status == 2
    assert ": ok, " in checked.lines[-1]


def test_an_unfinished_game_is_mentioned_and_goes_on_without_being_named(program: Program) -> None:
    assert "Unfinished" not in program.run("play", "common", "--max-size", "2", typed=["q"]).out
    games = program.folder / "data" / "games"
    (first,) = games.glob("*.jsonl")
    os.utime(first, (1, 1))
    second = program.run("play", "party", "--max-size", "2", typed=["q"])
    assert second.lines[0].strip() == f"Unfinished: ohhell play --resume {first.stem}"
    (newer,) = games.glob("*-party.jsonl")
    resumed = program.run("play", "--resume", "--pace", "0", typed=ANYTHING)
    assert resumed.status == 0, resumed.err
    assert resumed.lines[0].strip() == f"Going on with {newer.stem}."
    assert "The game is over" in resumed.out
    again = program.run("play", "--resume", typed=["q"])
    assert again.lines[0].strip() == f"Going on with {first.stem}."


def test_a_game_that_is_played_elsewhere_is_not_mentioned(program: Program) -> None:
    program.run("play", "--max-size", "2", typed=["q"])
    (record,) = (program.folder / "data" / "games").glob("*.jsonl")
    with RecordFile.open(record):
        assert newest_unfinished(record.parent) is None
    assert newest_unfinished(record.parent) == record


def test_a_file_here_comes_before_a_game_of_its_name(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.run("play", "--max-size", "2", typed=["q"])
    (record,) = (program.folder / "data" / "games").glob("*.jsonl")
    monkeypatch.chdir(program.folder)
    Path(record.stem).touch()
    assert resume_command(record) == f"ohhell play --resume {record}"
    assert program.run("verify", record.stem).status == 2


def test_without_an_unfinished_game_there_is_nothing_to_go_on_with(program: Program) -> None:
    run = program.run("play", "--resume")
    assert run.status == 2
    assert "There is no unfinished game in " in run.err
    assert not (program.folder / "data").exists()


def test_the_end_of_the_input_keeps_the_game_and_says_how_to_go_on(program: Program) -> None:
    run = program.play("--max-size", "2", typed=["0"])
    assert run.status == 1
    assert "The input ended before the game did." in run.out
    assert "ohhell play --resume" in run.lines[-1]
    assert program.verify().status == 0


@pytest.mark.parametrize(
    "rules",
    [
        "party sequence=2,1",
        "club-sheet sequence=2 first_dealer=seat-0 ties=share",
        "club-sheet sequence=2 first_dealer=seat-2 ties=share",
        "common sequence=2 bidding=all-at-once hook=off",
    ],
)
def test_leaving_and_going_on_at_every_prompt_makes_no_difference(
    program: Program, rules: str
) -> None:
    path = str(program.path("stops.jsonl"))
    run = program.run("play", rules, "--record", path, "--seed", SEED, typed=["q"])
    keys: list[str] = []
    while "To go on:" in run.out:
        before = len(program.actions("stops.jsonl"))
        for key in map(str, range(3)):
            keys += ["", key]  # Enter keeps a bid that may change, else it is a wrong key
            run = program.run("play", "--resume", path, typed=["", key, "q"])
            assert run.status == 0, run.err
            if len(program.actions("stops.jsonl")) > before:
                break
        else:
            pytest.fail("no key moved the game on")
    assert program.verify("stops.jsonl").status == 0
    program.play(rules, record="one-go.jsonl", typed=keys)
    assert program.actions("stops.jsonl") == program.actions("one-go.jsonl")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seed", "12"), 'A seed is 64 hexadecimal digits; "12" is none.'),
        (("--seed", "g" * 64), f'A seed is 64 hexadecimal digits; "{"g" * 64}" is none.'),
        (("--name", " "), "A name needs at least one letter."),
        (("--cpu", "nobody"), 'There is no CPU player "nobody".'),
        (("--cpu", "random,random"), "There are 3 CPU players and 2 levels"),
        (("--pace", "-1"), '--pace is a number of seconds from 0 to 60, not "-1".'),
        (("--pace", "nan"), '--pace is a number of seconds from 0 to 60, not "nan".'),
        (("--pace", "abc"), '--pace is a number of seconds from 0 to 60, not "abc".'),
        (("--hook", "maybe"), 'hook cannot be "maybe".'),
        (("--resume", "missing.jsonl"), "There is no record missing.jsonl"),
        (("--resume", "x", "party"), "--resume goes on by what the record says: leave out"),
        (("--resume", "x", "--seed", "1"), "leave out --seed."),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    program: Program, words: tuple[str, ...], sentence: str
) -> None:
    run = program.run("play", *words)
    assert run.status == 2
    assert run.err.startswith(sentence) or sentence in run.err
    assert run.err.count("\n") == 1
    assert run.out == ""


def test_records_that_cannot_go_on_are_refused_in_a_sentence(program: Program) -> None:
    program.play("--max-size", "1")
    foreign = program.path("foreign.jsonl")
    foreign.write_text("a diary\n", encoding="utf-8")
    run = program.run("play", "--resume", str(foreign))
    assert (run.status, run.out) == (2, "")
    assert run.err.count("\n") == 1
    program.play("--max-size", "2", record="cut.jsonl", typed=["0", "q"])
    cut = program.path("cut.jsonl")
    cut.write_text(cut.read_text(encoding="utf-8").replace('"round"', '"rund"'), encoding="utf-8")
    run = program.run("play", "--resume", str(cut))
    assert (run.status, run.out) == (2, "")
    again = program.play("--max-size", "1")
    assert again.status == 2
    assert "exists already" in again.err


def test_a_game_that_is_over_shows_how_it_ended(program: Program) -> None:
    played = program.play("--max-size", "2")
    before = program.path().read_bytes()
    over = program.run("play", "--resume", str(program.path()))
    assert (over.status, over.err) == (0, "")
    assert "This game is over: there is nothing left to play." in over.out
    end = played.out[played.out.index("── Score sheet ─") :]
    assert over.out.endswith(end)
    assert "You" in end
    assert program.path().read_bytes() == before


def test_the_whole_score_sheet_is_shown_at_the_end(program: Program) -> None:
    run = program.play("--max-size", "2", "--players", "3")
    sheet = run.out[run.out.index("── Score sheet ─") : run.out.index("The game is over")]
    assert [line.split()[0] for line in sheet.splitlines()[1:5]] == ["Round", "1", "2", "3"]


def test_a_game_left_at_a_bid_to_keep_goes_on_with_table_and_hand(program: Program) -> None:
    program.play("club-sheet hook=off sequence=3 first_dealer=seat-3", typed=["2", "q"])
    run = program.run("play", "--resume", str(program.path()), typed=["q"])
    assert run.out.index("Bids so far") < run.out.index("Enter keeps your bid of 2")
    assert any(line.split() == ["1", "2", "3"] for line in run.lines)


def test_a_table_right_under_its_heading_does_not_say_it_again(program: Program) -> None:
    run = program.play("--sequence", "3", "--first-dealer", "seat-3", typed=["t", "1", "q"])
    start = next(index for index, line in enumerate(run.lines) if "━ Round 1" in line)
    assert run.lines[start + 3].split()[:2] == ["Player", "Bid"]
    assert run.out.count("Round 1 of 1 · Turn-up") == 2


def test_where_the_lowest_total_wins_it_is_said_at_every_total(program: Program) -> None:
    run = program.play("--scoring", "exact: 0; missed: 1; low wins", "--max-size", "1")
    assert run.status == 0, run.err
    assert "The lowest total wins." in run.out
    for title in ("is scored", "Score sheet", "The game is over"):
        line = next(line for line in run.lines if title in line)
        assert "lowest total wins" in line


def test_keys_that_send_signs_of_their_own_are_not_written_out(program: Program) -> None:
    run = program.play("--max-size", "1", typed=["\x1b[A", "\x1bOC", "\x1b[1;5D0", *ANYTHING])
    assert run.status == 0
    assert "\x1b" not in run.out


def test_a_record_broken_off_in_its_last_line_goes_on(program: Program) -> None:
    program.play("--max-size", "2", typed=["0", "1", "q"])
    raw = program.path().read_bytes()
    program.path().write_bytes(raw[:-20])
    run = program.run("play", "--resume", str(program.path()), typed=ANYTHING)
    assert run.status == 0, run.err
    assert program.verify().status == 0


@pytest.mark.parametrize("name", ["[red]Eve[/red]", "[link=x]Zoë", "Ада", "🂡 Ace", "%s {who}"])
def test_a_name_is_shown_as_it_is(program: Program, name: str) -> None:
    run = program.play("--max-size", "1", "--name", name)
    assert run.status == 0
    assert any(line.startswith(f"   {name} ") for line in run.lines)


def test_a_name_cannot_move_the_cursor_or_turn_text_round(program: Program) -> None:
    run = program.play("--max-size", "1", "--name", "a\x1b[2Jb\u202ec\td\n")
    assert run.status == 0
    assert not {"\x1b", "\u202e", "\t"} & set(run.out)
    assert "\x1b" not in program.path().read_text(encoding="utf-8")


def test_no_cpu_player_has_the_persons_name(program: Program) -> None:
    program.play("--max-size", "1", "--players", "7", "--name", "EMIL")
    header = json.loads(program.path().read_text(encoding="utf-8").splitlines()[0])
    names = [seat["name"].casefold() for seat in header["seats"]]
    assert len(set(names)) == 7


def test_letters_stand_in_where_the_output_has_no_signs(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    run = program.play("--max-size", "2")
    assert run.out.isascii()
    assert "== Round 1 of 3 | 2 cards ==" in run.out


def test_a_record_that_was_cut_back_goes_on_and_that_is_said(program: Program) -> None:
    program.play("--max-size", "3", typed=["1", "1", "1", "1", "1", "q"])
    lines = program.path().read_text(encoding="utf-8").splitlines(keepends=True)
    program.path().write_text("".join(lines[:8]), encoding="utf-8")
    resumed = program.run("play", "--resume", str(program.path()), typed=ANYTHING)
    assert resumed.status == 0, resumed.err
    assert "This record has been cut back: " in resumed.lines[0]
    assert program.verify().status == 0


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \ufe0f", "\u0301", "\u200b"])
def test_a_name_that_shows_nothing_is_none(program: Program, name: str) -> None:
    run = program.play("--name", name)
    assert run.status == 2
    assert run.err == "A name needs at least one letter.\n"
