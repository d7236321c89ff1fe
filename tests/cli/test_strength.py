"""`ohhell strength`: the page, and the run that fills it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell.cli.main import main
from ohhell.cli.strength_page import strength_page
from ohhell.lab.ladder.claims import Ask, claims
from ohhell.lab.ladder.ledger import Ledger, append, ledger_at
from tests.lab.ladder_results import RUN, full_ledger, ledger_of, made_up, points


def rows(page: str) -> list[list[str]]:
    """The cells of all table rows."""
    return [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]


def test_every_required_figure_is_a_line_with_a_verdict() -> None:
    page = strength_page(claims(), full_ledger(claims()))
    table = page.split("## What is required")[1].split("\n## ")[0]
    lines = rows(table)[1:]
    assert len(lines) == sum(claim.ask is not Ask.SHOWN for claim in claims())
    for asked, mark, reached, verdict in lines:
        assert asked
        assert mark[0] in ">≥≤"
        assert reached[-1].isdigit() or reached.endswith(" ms")
        assert verdict.startswith(("reached", "**missed by ", "open: "))
    assert len({asked for asked, *_ in lines}) == len(lines), "no line says the same as another"


def test_the_page_says_when_where_and_with_which_luck() -> None:
    page = strength_page(claims(), full_ledger(claims()))
    assert f"on {RUN.date}, seed 1, on {RUN.machine}" in page
    assert page == strength_page(claims(), full_ledger(claims()))
    assert all(len(set(map(len, rows(part)))) == 1 for part in page.split("\n\n") if rows(part))


def test_a_mark_that_nobody_can_reach_is_said_to_be_so() -> None:
    claim = next(claim for claim in claims() if claim.bound)
    assert claim.bound is not None
    (club,), (yardstick,) = claim.ones, claim.others
    ledger = ledger_of([points(club, [30, 31] * 50), points(yardstick, [30, 31] * 50)])
    assert "out of reach" not in strength_page([claim], ledger)
    ledger.add(made_up(claim.bound))
    page = strength_page([claim], ledger)
    assert "**missed by 0.10**; out of reach: nobody can gain more than +0.010 here" in page
    assert "would make 0.010 points a round more" in page


def test_what_was_not_measured_is_said() -> None:
    page = strength_page(claims(), Ledger(1))
    assert "**0 of 63 required figures are reached**, 63 not measured." in page


def test_the_page_is_written_from_results_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger, page = tmp_path / "results.jsonl", tmp_path / "page.md"
    with ledger.open("w", encoding="utf-8") as file:
        append(file, RUN)
        for cell in {cell for claim in claims() for cell in claim.cells}:
            append(file, made_up(cell))
    args = ["strength", "--write-only", "--ledger", str(ledger), "--out", str(page)]
    with pytest.raises(SystemExit) as ended:
        main(args)
    assert not ended.value.code
    assert page.read_text(encoding="utf-8") == strength_page(claims(), full_ledger(claims()))
    assert "of 63 required figures reached" in capsys.readouterr().out


def test_without_results_there_is_no_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    missing = str(tmp_path / "none.jsonl")
    with pytest.raises(SystemExit) as ended:
        main(["strength", "--write-only", "--ledger", missing, "--out", str(page)])
    assert ended.value.code == 2
    assert "holds no results for seed 1" in capsys.readouterr().err
    assert not page.exists()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00 a picture", b"[1, 2]\n", b"some text\n"])
@pytest.mark.parametrize("more", [(), ("--write-only",)])
def test_a_file_that_is_no_ledger_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, more: tuple[str, ...]
) -> None:
    other, page = tmp_path / "other", tmp_path / "page.md"
    other.write_bytes(content)
    with pytest.raises(SystemExit) as ended:
        main(["strength", "--ledger", str(other), "--out", str(page), *more])
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        f"{other} is no ledger of `ohhell strength`: name another file, or one that does not exist"
        " yet.\n"
    )
    assert other.read_bytes() == content
    assert not page.exists()


def test_a_line_that_was_cut_within_a_letter_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    cell = claims()[0].cells[0]
    line = made_up(cell).line().encode()
    file.write_bytes(b'{"run":{"machine":"\xe2\x80\n' + line + b"\n")
    assert ledger_at(file, 1).tally(cell).units == made_up(cell).count
