"""The ladder: what is played hangs on seed and number alone, and what is claimed on the sums."""

from __future__ import annotations

from io import StringIO
from typing import cast

import pytest

from ohhell.lab.figures import Estimate
from ohhell.lab.ladder.cells import Cell, Kind, cell_of, sizes_for
from ohhell.lab.ladder.claims import Ask, Claim, claims, duel
from ohhell.lab.ladder.climbing import climb
from ohhell.lab.ladder.judgements import Verdict, foreseen, judge_claim, verdict_on
from ohhell.lab.ladder.ledger import Entry, Ledger, append, read_ledger
from ohhell.lab.ladder.playing import play
from ohhell.lab.ladder.rungs import RUNGS, others, state_of
from ohhell.lab.ladder.schedule import Schedule
from ohhell.lab.workforce import Workforce
from tests.lab.ladder_results import RUN, entry, full_ledger, ledger_of, made_up, points

GAMES = "tricks-plus-ten"
R2, R1 = (Cell(Kind.DUEL, who, field="R2", size=3) for who in ("R2", "R1"))
CLAIM = duel("rungs", Ask.ABOVE, "R2", "R1", "R2", sizes=(3,), target=0.5)


# ---------------------------------------------------------------------- playing


@pytest.mark.parametrize(
    ("cell", "units"),
    [
        (R1, ["points"]),
        (Cell(Kind.DUEL, "R1", field="mixed", size=5), ["points"]),
        (Cell(Kind.TABLE, "R0", size=2, seats=3), ["points", "made"]),
        (Cell(Kind.GAME, "R2", scoring=GAMES), ["totals", "wins", "exact"]),
        (Cell(Kind.GAME, "R3,R2,R1,R0", scoring=GAMES), ["totals", "wins", "exact"]),
        (Cell(Kind.REFEREED, "R1", size=1), ["made"]),
    ],
    ids=lambda value: value.key if isinstance(value, Cell) else "",
)
def test_pieces_make_the_whole(cell: Cell, units: list[str]) -> None:
    whole, first, rest = (play(cell, *piece, 9) for piece in ((3, 5), (3, 2), (5, 3)))
    for name in units:
        assert whole[name] == first[name] + rest[name]
    assert play(cell, 3, 5, 9) == whole
    assert play(cell, 3, 5, 8) != whole


def test_a_table_of_one_kind_is_the_same_from_every_seat() -> None:
    """R2 among three R2 is played once for all seats: as if it were played for each."""
    table = play(Cell(Kind.TABLE, "R2", size=3), 0, 30, 1)
    among = play(R2, 0, 30, 1)
    assert among["points"] == table["points"]
    assert among["made"] == sum(table["made"]) == sum(table["places"])


def test_a_judge_is_asked_once_a_seat() -> None:
    judged = play(Cell(Kind.JUDGE, "R2", field="R2", size=2), 0, 5, 1)
    assert sum(tenth[0] for tenth in judged["tenths"]) == 4 * 5


def test_being_asked_changes_nothing() -> None:
    """Judging looks at bids with other dice than playing does."""
    judged = play(Cell(Kind.JUDGE, "R4", field="", size=2), 0, 6, 1)
    table = play(Cell(Kind.TABLE, "R4", size=2), 0, 6, 1)
    assert sum(tenth[2] for tenth in judged["tenths"]) == sum(table["made"])


def test_wins_are_shared() -> None:
    games = play(Cell(Kind.GAME, "R0", scoring=GAMES), 0, 50, 1)
    for totals, wins in zip(games["totals"], games["wins"], strict=True):
        assert sum(wins) == 420
        assert {total == max(totals) for total, won in zip(totals, wins, strict=True) if won} == {
            True
        }
    assert games["bids"] == 4 * 19
    assert sum(made for made, _ in games["made"].values()) == sum(games["exact"])


def test_decisions_are_timed() -> None:
    seconds = play(Cell(Kind.CLOCK, "R0", scoring=GAMES), 0, 1, 1)["seconds"]
    assert 60 < sum(seconds) < 140


def test_the_mixed_field_turns_with_the_seat() -> None:
    assert others("mixed", 4, 0) == ("", "R1", "R2", "R3")
    assert others("mixed", 4, 1) == ("R2", "", "R3", "R1")
    assert others("R2", 3, 2) == ("R2", "R2", "")


def test_cells_have_a_text_form() -> None:
    for cell in {cell for claim in claims() for cell in claim.cells}:
        assert cell_of(cell.key) == cell
    assert sizes_for(7) == (1, 3, 5, 7)
    assert sizes_for(4) == (1, 3, 5, 10)


def test_states_tell_players_apart() -> None:
    states = {state_of([name], 4, 5) for name in RUNGS}
    assert len(states) == len(RUNGS)
    assert state_of(["R1", "R2"], 4, 5) == state_of(["R2", "R1", "R1"], 4, 3)
    assert state_of(["R2"], 4, 5) != state_of(["R2"], 5, 5)


# ---------------------------------------------------------------------- ledger


def test_lines_are_read_back() -> None:
    file = StringIO()
    first = points(R1, [1, 2])
    for item in (RUN, first, points(R1, [3], first=2), points(R2, [9])):
        append(file, item)
    text = file.getvalue() + first.line()[:40]  # the last line was cut off by a crash
    ledger = read_ledger(text.splitlines(), 1)
    assert ledger.runs == [RUN]
    assert ledger.tally(R1).list("points") == {0: 1, 1: 2, 2: 3}
    assert ledger.tally(R1).end == ledger.tally(R1).units == 3
    assert not read_ledger(text.splitlines(), 2).tallies


def test_units_count_once() -> None:
    ledger = ledger_of([points(R1, [1, 2]), points(R1, [1, 2])])
    assert ledger.tally(R1).units == 2


def test_players_that_changed_are_measured_anew() -> None:
    old = Entry(R1, "an old state", 1, 0, 1, 1.0, {"points": [5], "made": 0})
    ledger = ledger_of([old, points(R2, [1])])
    assert ledger.drop_old() == 1
    assert not ledger.tally(R1).units
    ledger = ledger_of([old, points(R1, [7], first=4)])
    assert ledger.tally(R1).list("points") == {4: 7}


# ---------------------------------------------------------------------- judgements


def test_a_difference_is_taken_on_the_deals_both_have() -> None:
    ledger = ledger_of([points(R2, [40, 44, 0, 8]), points(R1, [0, 4, 8], first=1)])
    judged = judge_claim(CLAIM, ledger)
    assert judged.figure is not None
    assert judged.units == 3
    assert judged.figure.mean == pytest.approx((44 - 0 + 0 - 4 + 8 - 8) / 12)


@pytest.mark.parametrize(
    ("ask", "low", "high", "verdict", "clear"),
    [
        (Ask.ABOVE, 0.31, 0.5, Verdict.REACHED, True),
        (Ask.ABOVE, 0.29, 0.5, Verdict.OPEN, False),
        (Ask.ABOVE, 0.1, 0.29, Verdict.MISSED, True),
        (Ask.NOT_BELOW, 0.31, 0.5, Verdict.REACHED, True),
        (Ask.AT_LEAST, 0.31, 0.5, Verdict.REACHED, True),
        (Ask.AT_LEAST, 0.2, 0.5, Verdict.REACHED, False),
        (Ask.AT_LEAST, 0.1, 0.4, Verdict.MISSED, False),
        (Ask.AT_LEAST, 0.1, 0.2, Verdict.MISSED, True),
        (Ask.AT_MOST, 0.1, 0.2, Verdict.REACHED, True),
        (Ask.AT_MOST, 0.2, 0.5, Verdict.MISSED, False),
        (Ask.SHOWN, 0.2, 0.5, Verdict.SHOWN, True),
    ],
)
def test_verdicts(ask: Ask, low: float, high: float, verdict: Verdict, clear: bool) -> None:
    claim = Claim("", ask, 0.3, 0.1, (R1,), (R2,))
    assert verdict_on(claim, Estimate((low + high) / 2, low, high)) == (verdict, clear)


def test_what_lacks_is_said() -> None:
    cell = Cell(Kind.CLOCK, "club", scoring=GAMES)
    claim = Claim("clock", Ask.AT_MOST, 0.05, 1.0, (cell,))
    slow = ledger_of([entry(cell, {"seconds": [0] * 95 + [10]})])  # 20 classes a decade: 59 ms
    judged = judge_claim(claim, slow)
    assert judged.verdict is Verdict.MISSED
    assert judged.lacking == pytest.approx(0.0096, abs=0.001)
    assert judge_claim(claim, Ledger(1)).verdict is Verdict.UNMEASURED


def test_calibration_takes_the_worst_tenth_of_enough_bids() -> None:
    cell = Cell(Kind.JUDGE, "club", field="R2", size=1)
    claim = Claim("calibration", Ask.AT_MOST, 0.03, 0.1, (cell,))
    tenths = [[0, 0, 0] for _ in range(10)]
    tenths[3] = [10, 35_000, 9]  # far off, but of ten bids only
    tenths[7] = [10_000, 75_000_000, 7_200]
    tenths[8] = [10_000, 85_000_000, 8_550]
    judged = judge_claim(claim, ledger_of([entry(cell, {"tenths": tenths})]))
    assert judged.figure is not None
    assert judged.figure.mean == pytest.approx(0.03)
    assert judged.units == 20_010


def test_in_a_tenth_sizes_count_alike_however_often_they_were_played() -> None:
    """A long round played seldom is not hidden by short ones played often."""
    short, long = (Cell(Kind.JUDGE, "club", field="R2", size=size) for size in (1, 10))
    claim = Claim("calibration", Ask.AT_MOST, 0.03, 0.1, (short, long))
    right, wrong = ([[0, 0, 0] for _ in range(10)] for _ in range(2))
    right[5] = [8000, 8000 * 5500, 4400]
    wrong[5] = [80, 80 * 5500, 36]  # .45 of them, foreseen .55
    ledger = ledger_of(
        [
            entry(short, {"tenths": right}, count=4000),
            entry(long, {"tenths": wrong}, count=40),
        ]
    )
    (tenth,) = foreseen(claim, ledger)
    assert tenth.bids == 8080
    assert tenth.made - tenth.foreseen == pytest.approx(-0.05)
    # As in the mean of two shares, nearly all of the error comes from the eighty bids.
    assert tenth.errors[1] == pytest.approx((0.55 * 0.45 / 80) ** 0.5 / 2)
    assert tenth.error == pytest.approx(tenth.errors[1], rel=0.01)


def test_the_rounds_that_lack_bids_in_the_widest_tenth_are_played() -> None:
    """Unlikely bids come up in short rounds alone: no long round is spent on them."""
    short, long = (Cell(Kind.JUDGE, "club", field="R2", size=size) for size in (1, 10))
    claim = Claim("calibration", Ask.AT_MOST, 0.03, 0.02, (short, long))
    often, never = ([[0, 0, 0] for _ in range(10)] for _ in range(2))
    often[1] = [120, 120 * 1500, 18]
    often[9] = [40_000, 40_000 * 9500, 38_000]
    never[6] = [4000, 4000 * 6500, 2600]
    played = [
        entry(short, {"tenths": often}, count=4000),
        entry(long, {"tenths": never}, count=400),
    ]
    work = Schedule([claim], ledger_of(played)).next_work()
    assert work is not None
    assert work.cell == short
    often[1] = [99, 99 * 1500, 15]  # too few to be judged: nothing is looked for
    often[9] = [400_000, 400_000 * 9500, 380_000]
    assert Schedule([claim], ledger_of(played)).next_work() is None


def test_the_win_share_is_a_share() -> None:
    claim = next(claim for claim in claims() if claim.section == "wins")
    judged = judge_claim(claim, ledger_of([made_up(claim.ones[0])]))
    assert judged.figure is not None
    assert judged.figure.mean == pytest.approx(0.5)


def test_every_figure_can_be_judged() -> None:
    ledger = full_ledger(claims())
    assert {judge_claim(claim, ledger).verdict for claim in claims()} <= {
        Verdict.REACHED,
        Verdict.MISSED,
        Verdict.OPEN,
        Verdict.SHOWN,
    }


# ---------------------------------------------------------------------- schedule


def test_empty_figures_come_first_and_both_sides_keep_step() -> None:
    schedule = Schedule([CLAIM], Ledger(1))
    works = [schedule.next_work(), schedule.next_work()]
    assert {work.cell for work in works if work} == {R1, R2}
    assert schedule.next_work() is None, "a first block each is on its way"


def test_what_is_clear_is_left_alone() -> None:
    clear = ledger_of([points(R2, [40, 44] * 50), points(R1, [0, 4, 4, 0] * 25)])
    assert Schedule([CLAIM], clear).next_work() is None
    dim = ledger_of([points(R2, [0, 44] * 50), points(R1, [0, 40, 40, 0] * 25)])
    work = Schedule([CLAIM], dim).next_work()
    assert work is not None
    assert work.first == 100


def test_an_open_figure_is_narrowed_further_than_a_clear_one() -> None:
    def is_done(gain: int) -> bool:
        """With an interval of ±0.4 around the gain, where ±0.5 is asked."""
        theirs = points(R1, [-8, 8] * 50)
        mine = points(R2, [4 * gain, 4 * gain] * 50)
        return Schedule([CLAIM], ledger_of([mine, theirs])).next_work() is None

    assert is_done(1)
    assert not is_done(0)


def test_the_side_behind_catches_up() -> None:
    dim = ledger_of([points(R2, [0, 44] * 100), points(R1, [0, 40, 40, 0] * 25)])
    work = Schedule([CLAIM], dim).next_work()
    assert work is not None
    assert (work.cell, work.first) == (R1, 100)


def test_a_run_goes_on_where_the_last_one_ended() -> None:
    """However the work was cut up, the units are the same."""
    file, ledger = StringIO(), Ledger(1)
    climb([CLAIM], ledger, file, Workforce(1), seconds=1_000)
    assert judge_claim(CLAIM, ledger).verdict is Verdict.REACHED
    units = ledger.tally(R1).units
    again = read_ledger(file.getvalue().splitlines(), 1)
    harder = Claim(CLAIM.section, CLAIM.ask, 0.8, 0.2, CLAIM.ones, CLAIM.others)
    climb([harder], again, StringIO(), Workforce(1), seconds=1_000)
    assert again.tally(R1).units > units
    kept = cast("dict[int, int]", again.tally(R1).list("points"))
    assert [kept[deal] for deal in range(60, 130)] == play(R1, 60, 70, 1)["points"]
