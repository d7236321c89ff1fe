"""What the measurements say of each claim: figures with 95 % intervals, and verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import hypot, inf, sqrt
from typing import Final, assert_never

import numpy as np

from ohhell.lab.durations import Durations
from ohhell.lab.figures import Estimate, Sums, interval, student, sums_of
from ohhell.lab.ladder.cells import Cell, Kind
from ohhell.lab.ladder.claims import Ask, Claim
from ohhell.lab.ladder.ledger import Ledger
from ohhell.lab.ladder.playing import STEPS
from ohhell.lab.simulate import WHOLE_WIN

FEWEST: Final = 30
"""Units below which nothing is concluded."""

FEWEST_GAMES: Final = 40
"""Whole games below which nothing is said of those who played them."""

FEWEST_FORESEEN: Final = 100
"""Bids in a tenth below which its share is not looked at."""


class Verdict(StrEnum):
    """What became of a claim."""

    REACHED = "reached"
    MISSED = "missed"
    OPEN = "open"
    """The interval is too wide to say."""
    SHOWN = "shown"
    UNMEASURED = "unmeasured"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A claim with its figure, by size too; `units` deals (or games, bids, decisions).

    `is_clear`: the whole interval is on the side of the mark that the verdict names.
    """

    claim: Claim
    figure: Estimate | None
    by_size: Mapping[int, Estimate]
    units: int
    verdict: Verdict
    is_clear: bool

    @property
    def lacking(self) -> float:
        """By how much the mark was missed; 0 where it was not."""
        if self.figure is None or self.verdict not in (Verdict.MISSED, Verdict.OPEN):
            return 0.0
        reached = self.figure.mean
        if self.claim.ask in (Ask.ABOVE, Ask.NOT_BELOW):
            reached = self.figure.low
        if self.claim.ask is Ask.AT_MOST:
            return max(0.0, reached - self.claim.mark)
        return max(0.0, self.claim.mark - reached)


def judge_claim(claim: Claim, ledger: Ledger) -> Judgement:
    """Look at one claim."""
    match claim.ones[0].kind:
        case Kind.DUEL | Kind.TABLE | Kind.REFEREED | Kind.GAME:
            sums = {size: found for size, found in claim_sums(claim, ledger).items() if found.units}
            scale = scale_of(claim.ones[0])
            by_size = {
                size: found
                for size, each in sums.items()
                if (found := each.estimate(scale=scale)) is not None
            }
            figure = None
            if len(by_size) == len(claim.ones):
                figure = _mean(tuple(sums.values()), scale)
            return _judged(claim, figure, by_size, sum(found.units for found in sums.values()))
        case Kind.JUDGE:
            tenths = foreseen(claim, ledger)
            worst = max(
                (tenth.away for tenth in tenths if tenth.bids >= FEWEST_FORESEEN),
                key=lambda found: found.mean,
                default=None,
            )
            return _judged(claim, worst, {}, sum(tenth.bids for tenth in tenths))
        case Kind.SOLVED:
            gains = [
                max(data["gain"]) / STEPS
                for cell in claim.ones
                for data in ledger.tally(cell).data()
                if data["gain"]
            ]
            worst = Estimate(max(gains), max(gains), max(gains)) if gains else None
            return _judged(claim, worst, {}, len(gains))
        case Kind.RESPONSE:
            most = most_gained(claim.ones[0], ledger)
            found = None if most is None else Estimate(most, most, most)
            return _judged(claim, found, {}, 0 if most is None else 1)
        case Kind.CLOCK:
            times = thinking(claim.ones[0], ledger)
            p95 = times.quantile(0.95)
            return _judged(
                claim, None if p95 is None else Estimate(p95, p95, p95), {}, times.number
            )
        case _:
            assert_never(claim.ones[0].kind)


def claim_sums(claim: Claim, ledger: Ledger) -> dict[int, Sums]:
    """By size: differences in points a round, or bids made of bids; the units are deals or games."""
    found: dict[int, Sums] = {}
    for index, one in enumerate(claim.ones):
        other = claim.others[index] if claim.others else None
        found[one.size] = sums_for(one, other, ledger)
    return found


def sums_for(one: Cell, other: Cell | None, ledger: Ledger) -> Sums:
    """Of one cell, or of the difference of two on the deals that both have."""
    mine, theirs = ledger.tally(one), ledger.tally(one if other is None else other)
    of = (mine.state, mine.units, theirs.state, theirs.units)
    known = ledger.known.get((one, other))
    if known is None or known[0] != of:
        known = ledger.known[one, other] = (of, _sums(one, other, ledger))
    return known[1]


def _sums(one: Cell, other: Cell | None, ledger: Ledger) -> Sums:
    tally = ledger.tally(one)
    match one.kind:
        case Kind.DUEL:
            points = tally.list("points")
            theirs = {} if other is None else ledger.tally(other).list("points")
            return sums_of(
                (points[deal] - theirs[deal], one.seats) for deal in points if deal in theirs
            )
        case Kind.TABLE:
            return sums_of((made, one.seats) for made in tally.list("made").values())
        case Kind.REFEREED:
            return sums_of((made, 50 * one.seats) for made in tally.list("made").values())
        case Kind.GAME:
            if "," in one.who:
                return sums_of((wins[0], 1) for wins in tally.list("wins").values())
            return sums_of((made, data["bids"]) for data in tally.data() for made in data["exact"])
        case _:
            return Sums()


def scale_of(cell: Cell) -> int:
    """What the sums of a cell are counted in: wins in parts, all else in ones."""
    return WHOLE_WIN if cell.kind is Kind.GAME and "," in cell.who else 1


def _mean(sums: tuple[Sums, ...], scale: int) -> Estimate | None:
    """The plain mean over sizes."""
    if min(found.units for found in sums) < 2:
        return None
    means = [(found.mean or 0.0) / scale for found in sums]
    error = sqrt(sum(found.standard_error(scale=scale) ** 2 for found in sums)) / len(sums)
    fewest = min(found.units for found in sums)
    return interval(sum(means) / len(means), error, width=student(fewest - 1))


def _judged(
    claim: Claim, figure: Estimate | None, by_size: Mapping[int, Estimate], units: int
) -> Judgement:
    verdict, is_clear = Verdict.UNMEASURED, False
    if figure is not None:
        verdict, is_clear = verdict_on(claim, figure)
    return Judgement(claim, figure, by_size, units, verdict, is_clear)


def verdict_on(claim: Claim, figure: Estimate) -> tuple[Verdict, bool]:
    """The verdict, and whether the interval leaves no doubt of it."""
    mark = claim.mark
    match claim.ask:
        case Ask.SHOWN:
            return Verdict.SHOWN, True
        case Ask.ABOVE | Ask.NOT_BELOW:
            if figure.low > mark:
                return Verdict.REACHED, True
            if figure.high < mark:
                return Verdict.MISSED, True
            return Verdict.OPEN, False
        case Ask.AT_LEAST:
            if figure.mean >= mark:
                return Verdict.REACHED, figure.low >= mark
            return Verdict.MISSED, figure.high < mark
        case Ask.AT_MOST:
            if figure.mean <= mark:
                return Verdict.REACHED, figure.high <= mark
            return Verdict.MISSED, figure.low > mark
        case _:
            assert_never(claim.ask)


@dataclass(frozen=True, slots=True)
class Tenth:
    """Bids whose chance was foreseen in one tenth: how many, the mean chance, the share made.

    `errors`: what each size adds to the standard error of that share, in the order of the cells.
    """

    bids: int
    foreseen: float
    made: float
    errors: tuple[float, ...]

    @property
    def away(self) -> Estimate:
        """How far the share lies from the chance, whichever way."""
        gap = abs(self.made - self.foreseen)
        return interval(gap, self.error, width=student(self.bids - 1))

    @property
    def error(self) -> float:
        """The standard error of the share made, if the chances are right."""
        return hypot(*self.errors)


def foreseen(claim: Claim, ledger: Ledger) -> tuple[Tenth, ...]:
    """The tenths, from the least likely; those without bids are left out.

    Sizes count as if equally many deals had been played of each: short rounds, which are played
    more often, do not hide the long ones.
    """
    counts = np.zeros((len(claim.ones), 10, 3))
    deals = np.ones((len(claim.ones), 1))
    for index, cell in enumerate(claim.ones):
        tally = ledger.tally(cell)
        deals[index] = max(tally.units, 1)
        for data in tally.data():
            counts[index] += data["tenths"]
    bids, chances, made = np.moveaxis(counts, 2, 0)
    told = chances / STEPS / np.maximum(bids, 1.0)
    # Not even a tenth in which all chances are the same and certain is known without an error.
    spread = np.sqrt(bids * np.maximum(told * (1.0 - told), 1e-9)) / deals
    whole = np.maximum((bids / deals).sum(axis=0), 1e-12)
    expected = (chances / STEPS / deals).sum(axis=0) / whole
    shares = (made / deals).sum(axis=0) / whole
    return tuple(
        Tenth(
            bids=int(number),
            foreseen=float(expected[tenth]),
            made=float(shares[tenth]),
            errors=tuple((spread[:, tenth] / whole[tenth]).tolist()),
        )
        for tenth, number in enumerate(bids.sum(axis=0))
        if number
    )


def widest_tenth(claim: Claim, ledger: Ledger) -> Tenth | None:
    """Of the tenths that are judged (of all, where none is yet) the one least surely known."""
    tenths = foreseen(claim, ledger)
    judged = [tenth for tenth in tenths if tenth.bids >= FEWEST_FORESEEN]
    return max(judged or tenths, key=lambda tenth: tenth.error, default=None)


def most_gained(cell: Cell, ledger: Ledger) -> float | None:
    """Points a round that the best response makes more than a table player, over all seats."""
    for data in ledger.tally(cell).data():
        return (sum(data["best"]) - sum(data["plain"])) / STEPS / cell.seats
    return None


def thinking(cell: Cell, ledger: Ledger) -> Durations:
    """Processor time of the decisions of a cell."""
    total = Durations()
    for data in ledger.tally(cell).data():
        total += Durations(tuple(data["seconds"]))
    return total


def error_by_size(claim: Claim, ledger: Ledger) -> Iterator[tuple[int, float]]:
    """For the schedule, size by size: units and standard error, infinite of too few units."""
    widest = widest_tenth(claim, ledger) if claim.ones[0].kind is Kind.JUDGE else None
    for index, one in enumerate(claim.ones):
        units = ledger.tally(one).units
        match one.kind:
            case Kind.JUDGE:
                # Each size's part in the error of a sum, where the mean of sizes is looked for.
                error = len(claim.ones) * widest.errors[index] if widest and units else inf
            case Kind.SOLVED | Kind.CLOCK | Kind.RESPONSE:
                error = 0.0 if units >= fewest_of(one) else inf
            case _:
                sums = sums_for(one, claim.others[index] if claim.others else None, ledger)
                units = sums.units
                error = inf
                if units >= fewest_of(one):
                    error = sums.standard_error(scale=scale_of(one))
        yield units, error


def fewest_of(cell: Cell) -> int:
    """Units below which a cell tells nothing."""
    match cell.kind:
        case Kind.DUEL | Kind.TABLE:
            return FEWEST
        case Kind.GAME:
            return FEWEST_GAMES
        case Kind.CLOCK:
            return 6
        case Kind.REFEREED:
            return 4
        case Kind.JUDGE | Kind.SOLVED | Kind.RESPONSE:
            return 1
        case _:
            assert_never(cell.kind)
