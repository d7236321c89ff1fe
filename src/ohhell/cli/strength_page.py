"""The page about strength, written from what was measured and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isfinite
from typing import Final, assert_never

from ohhell.lab.figures import Estimate, sums_of
from ohhell.lab.ladder.cells import Cell, Kind
from ohhell.lab.ladder.claims import GAMES, MIXED_TABLE, ONE_CARD_BOUND, Ask, Claim
from ohhell.lab.ladder.judgements import (
    FEWEST_FORESEEN,
    Judgement,
    Verdict,
    foreseen,
    judge_claim,
    most_gained,
    thinking,
)
from ohhell.lab.ladder.ledger import Ledger
from ohhell.lab.ladder.playing import STEPS
from ohhell.lab.ladder.rungs import RUNGS
from ohhell.lab.simulate import WHOLE_WIN
from ohhell.text import say

DASH: Final = "–"


def strength_page(claims: Sequence[Claim], ledger: Ledger) -> str:
    """The whole page as Markdown; pure: the same results give the same page."""
    judged = [judge_claim(claim, ledger) for claim in claims]
    lines = [
        f"# {say('strength.title')}",
        *_about(ledger),
        say("strength.how"),
        _heading("required"),
        _summary(judged),
        _required(judged, ledger),
        _heading("ladder"),
        _rungs(),
    ]
    for section in ("rungs", "inference", "club", "expert", "scorings", "seats"):
        lines += _differences(section, judged)
    lines += _among_equals(judged, ledger)
    lines += _games(ledger)
    lines += _calibration(judged, ledger)
    lines += _one_card(claims, ledger)
    lines += _clock(claims, ledger)
    lines += [_heading("secrecy"), say("strength.note.secrecy")]
    return "\n\n".join(lines) + "\n"


def required(claims: Sequence[Claim], ledger: Ledger) -> list[Judgement]:
    """All figures of which something is asked."""
    return [judge_claim(claim, ledger) for claim in claims if claim.ask is not Ask.SHOWN]


def _about(ledger: Ledger) -> Iterator[str]:
    if ledger.runs:
        run = ledger.runs[-1]
        seconds = sum(tally.seconds for tally in ledger.tallies.values())
        yield say(
            "strength.made",
            date=run.date,
            seed=ledger.seed,
            machine=run.machine,
            versions=run.versions,
            hours=f"{seconds / 3600:.1f}",
        )
    stale = sum(tally.state != cell.state for cell, tally in ledger.tallies.items())
    if stale:
        yield say("strength.stale", cells=stale)


def _summary(judged: Sequence[Judgement]) -> str:
    asked = [one.verdict for one in judged if one.claim.ask is not Ask.SHOWN]
    return say(
        "strength.summary",
        count=len(asked),
        reached=asked.count(Verdict.REACHED),
        missed=_some(asked.count(Verdict.MISSED)),
        open=_some(asked.count(Verdict.OPEN)),
        unmeasured=_some(asked.count(Verdict.UNMEASURED)),
    )


def _some(count: int) -> str:
    return str(count) if count else ""


def _required(judged: Sequence[Judgement], ledger: Ledger) -> str:
    rows = [
        (_asked(one.claim), _mark(one.claim), _figure(one), _verdict(one) + _reason(one, ledger))
        for one in judged
        if one.claim.ask is not Ask.SHOWN
    ]
    names = ("asked", "required", "reached", "verdict")
    return _table([say(f"strength.column.{name}") for name in names], rows, texts=(0, 3))


def _asked(claim: Claim) -> str:
    """The question in words."""
    cell = claim.ones[0]
    match cell.kind:
        case Kind.DUEL:
            asked = say(
                f"strength.ask.{claim.ask}", one=_name(cell.who), other=_name(claim.others[0].who)
            )
            field = _field(cell)
            sizes = "" if len(claim.ones) in (1, 3, 4) else _sizes(claim)
            return say(
                "strength.asked",
                asked=asked,
                field=field,
                sizes=sizes,
                **({"size": claim.size} if claim.size else {}),
                players=str(cell.seats) if cell.seats != 4 else "",
                scoring=cell.scoring if cell.scoring != "exact-only" else "",
            )
        case Kind.TABLE:
            return say("strength.asked.self-play", who=_name(cell.who), size=cell.size)
        case Kind.REFEREED:
            return say("strength.asked.refereed", size=cell.size)
        case Kind.GAME:
            return say("strength.asked.games", who=cell.who)
        case Kind.JUDGE:
            return say("strength.asked.calibration", who=cell.who, field=_field(cell))
        case Kind.SOLVED:
            return say("strength.asked.one-card", players=cell.seats)
        case Kind.RESPONSE:
            return say("strength.asked.response")
        case Kind.CLOCK:
            return say("strength.asked.clock", who=cell.who)
        case _:
            assert_never(cell.kind)


def _sizes(claim: Claim) -> str:
    return " / ".join(str(cell.size) for cell in claim.ones)


def _field(cell: Cell) -> str:
    if not cell.field:
        return say("strength.like")
    if cell.field == "R2" and cell.seats != 4:
        return say("strength.many.R2")
    return say(f"strength.field.{cell.field}")


def _name(who: str) -> str:
    return f"`{who}`" if who in ("novice", "casual", "club", "expert") else who


def _mark(claim: Claim) -> str:
    shown = _number(claim.mark, claim)
    match claim.ask:
        case Ask.ABOVE | Ask.NOT_BELOW:
            return say("strength.mark.above", mark=shown)
        case Ask.AT_LEAST:
            return say("strength.mark.at-least", mark=shown)
        case Ask.AT_MOST:
            return say("strength.mark.at-most", mark=shown)
        case Ask.SHOWN:
            return ""
        case _:
            assert_never(claim.ask)


def _number(value: float, claim: Claim) -> str:
    match claim.ones[0].kind:
        case Kind.DUEL:
            return f"{value:+.2f}" if value else "0"
        case Kind.CLOCK:
            return _milliseconds(value)
        case _:
            return f"{value:.3f}"


def _milliseconds(seconds: float | None) -> str:
    if seconds is None:
        return DASH
    return f"{1000 * seconds:.3g} ms"


def _figure(one: Judgement) -> str:
    figure = one.figure
    if figure is None:
        return DASH
    match one.claim.ones[0].kind:
        case Kind.DUEL:
            return _gain(figure)
        case Kind.CLOCK:
            return _milliseconds(figure.mean)
        case Kind.SOLVED | Kind.RESPONSE:
            return f"{figure.mean:.3f}"
        case _:
            return _share(figure)


def _gain(figure: Estimate | None) -> str:
    if figure is None:
        return DASH
    return f"{figure.mean:+.2f} {_margin(figure, 2)}"


def _share(figure: Estimate | None) -> str:
    if figure is None:
        return DASH
    return f"{figure.mean:.3f} {_margin(figure, 3)}"


def _margin(figure: Estimate, places: int) -> str:
    return f"±{figure.margin:.{places}f}" if isfinite(figure.margin) else "±?"


def _verdict(one: Judgement) -> str:
    claim = one.claim
    lacking = f"{one.lacking:.3f}"
    if claim.ones[0].kind is Kind.DUEL:
        lacking = f"{one.lacking:.2f}"
    elif claim.ones[0].kind is Kind.CLOCK:
        lacking = _milliseconds(one.lacking)
    match one.verdict:
        case Verdict.REACHED:
            key = "reached" if one.is_clear else "reached-near"
            return say(f"strength.verdict.{key}")
        case Verdict.MISSED:
            key = "missed" if one.is_clear else "missed-near"
            return say(f"strength.verdict.{key}", lacking=lacking)
        case Verdict.OPEN:
            return say("strength.verdict.open", lacking=lacking)
        case Verdict.UNMEASURED:
            return say("strength.verdict.unmeasured")
        case Verdict.SHOWN:
            return ""
        case _:
            assert_never(one.verdict)


def _reason(one: Judgement, ledger: Ledger) -> str:
    """Why a mark was missed, where it is known that nobody could reach it."""
    if one.verdict is not Verdict.MISSED or one.claim.bound is None:
        return ""
    most = most_gained(one.claim.bound, ledger)
    if most is None or most >= one.claim.mark:
        return ""
    return say("strength.verdict.beyond", most=f"{most:+.3f}")


def _rungs() -> str:
    rows: list[tuple[str, ...]] = []
    for name, rung in RUNGS.items():
        depth = rung.depth
        counts = {
            "card_worlds": depth.card_worlds,
            "bid_worlds": depth.bid_worlds,
            "drawn": depth.drawn,
        }
        rows.append((_name(name), say(f"strength.rung.{name}", **counts)))
    heads = [say("strength.column.player"), say("strength.column.what")]
    return _table(heads, rows, texts=(0, 1))


def _differences(section: str, judged: Sequence[Judgement]) -> Iterator[str]:
    """A section of duels: by field and size, and the mean."""
    found = [
        one
        for one in judged
        if one.claim.section == section and one.claim.ones[0].kind is Kind.DUEL
    ]
    whole = [one for one in found if len(one.claim.ones) > 2]
    yield _heading(section)
    if section in ("rungs", "inference", "club"):
        yield say(f"strength.note.{section}")
    for sizes, group in groupby(whole, key=lambda one: tuple(c.size for c in one.claim.ones)):
        of = list(group)
        heads = [
            say("strength.column.pair"),
            say("strength.column.field"),
            *([say("strength.column.players")] if section == "seats" else []),
            *([say("strength.column.scoring")] if section == "scorings" else []),
            *(say("strength.column.cards", size=size) for size in sizes),
            say("strength.column.mean"),
            say("strength.column.deals"),
        ]
        rows: list[tuple[str, ...]] = []
        for one in of:
            cell = one.claim.ones[0]
            rows.append(
                (
                    f"{_name(cell.who)} − {_name(one.claim.others[0].who)}",
                    _field(cell),
                    *([str(cell.seats)] if section == "seats" else []),
                    *([f"`{cell.scoring}`"] if section == "scorings" else []),
                    *(_gain(one.by_size.get(size)) for size in sizes),
                    _gain(one.figure),
                    f"{one.units:,}",
                )
            )
        yield _table(heads, rows, texts=(0, 1))


def _among_equals(judged: Sequence[Judgement], ledger: Ledger) -> Iterator[str]:
    yield _heading("self-play")
    yield say("strength.note.self-play")
    cells = [one.claim.ones[0] for one in judged if one.claim.ones[0].kind is Kind.TABLE]
    order = list(RUNGS)
    rows: list[tuple[str, ...]] = []
    for cell in sorted(cells, key=lambda cell: (order.index(cell.who), cell.size)):
        tally = ledger.tally(cell)
        made = sums_of((made, cell.seats) for made in tally.list("made").values()).estimate()
        points = sums_of((paid, cell.seats) for paid in tally.list("points").values()).estimate()
        places = [sum(column) for column in zip(*(d["places"] for d in tally.data()), strict=True)]
        shares = [f"{count / tally.units:.2f}" for count in places] or [DASH] * cell.seats
        rows.append(
            (
                _name(cell.who),
                str(cell.size),
                _share(made),
                *shares,
                DASH if points is None else f"{points.mean:.2f}",
            )
        )
    heads = [
        say("strength.column.player"),
        say("strength.column.size"),
        say("strength.column.all"),
        *(say("strength.column.place", place=place) for place in (1, 2, 3)),
        say("strength.column.dealer"),
        say("lab.measure.points"),
    ]
    yield _table(heads, rows)


def _games(ledger: Ledger) -> Iterator[str]:
    yield _heading("games")
    yield say("strength.note.games")
    largest = 10
    rows: list[tuple[str, ...]] = []
    for who in ("R1", "R2", "club", "expert"):
        tally = ledger.tally(Cell(Kind.GAME, who, scoring=GAMES))
        if not tally.units:
            continue
        made = sums_of((m, d["bids"]) for d in tally.data() for m in d["exact"]).estimate()
        points = sums_of((sum(t), len(t)) for t in tally.list("totals").values()).estimate()
        by_size: list[str] = []
        for size in range(1, largest + 1):
            counts = [data["made"][str(size)] for data in tally.data()]
            share = sum(count[0] for count in counts) / sum(count[1] for count in counts)
            by_size.append(f"{share:.2f}")
        shown = DASH if points is None else f"{points.mean:.1f} {_margin(points, 1)}"
        rows.append((_name(who), f"{tally.units:,}", _share(made), shown, *by_size))
    heads = [
        *(say(f"strength.column.{name}") for name in ("player", "games", "made", "points")),
        *map(str, range(1, largest + 1)),
    ]
    yield _table(heads, rows)
    tally = ledger.tally(Cell(Kind.GAME, MIXED_TABLE, scoring=GAMES))
    yield say("strength.note.wins")
    rows = []
    for index, who in enumerate(MIXED_TABLE.split(",")):
        wins = sums_of((won[index], 1) for won in tally.list("wins").values())
        totals = sums_of((total[index], 1) for total in tally.list("totals").values()).estimate()
        shown = DASH if totals is None else f"{totals.mean:.1f} {_margin(totals, 1)}"
        rows.append((_name(who), f"{tally.units:,}", _share(wins.estimate(scale=WHOLE_WIN)), shown))
    yield _table(
        [say(f"strength.column.{name}") for name in ("player", "games", "wins", "points")], rows
    )


def _calibration(judged: Sequence[Judgement], ledger: Ledger) -> Iterator[str]:
    yield _heading("calibration")
    yield say("strength.note.calibration", fewest=FEWEST_FORESEEN)
    for one in judged:
        cell = one.claim.ones[0]
        if cell.kind is not Kind.JUDGE:
            continue
        rows = [
            (
                f"{tenth.foreseen:.3f}",
                f"{tenth.made:.3f} ±{tenth.away.margin:.3f}",
                f"{tenth.made - tenth.foreseen:+.3f}",
                f"{tenth.bids:,}",
            )
            for tenth in foreseen(one.claim, ledger)
        ]
        heads = [
            say("strength.column.judged", who=_name(cell.who), field=_field(cell)),
            *(say(f"strength.column.{name}") for name in ("came", "pair", "bids")),
        ]
        if rows:
            yield _table(heads, rows)


def _one_card(claims: Sequence[Claim], ledger: Ledger) -> Iterator[str]:
    yield _heading("one-card")
    yield say("strength.note.one-card")
    rows: list[tuple[str, ...]] = []
    for claim in claims:
        cell = claim.ones[0]
        if cell.kind is not Kind.SOLVED:
            continue
        for data in ledger.tally(cell).data():
            if data["gain"]:
                shares = " ".join(f"{share / STEPS:.2f}" for share in data["exact"])
                mean = sum(data["exact"]) / STEPS / cell.seats
                gain = f"{max(data['gain']) / STEPS:.3f}"
                rows.append((str(cell.seats), f"{mean:.3f}", shares, gain))
    names = ("players", "all", "exact", "gain")
    yield _table([say(f"strength.column.{name}") for name in names], rows)
    most = most_gained(ONE_CARD_BOUND, ledger)
    for data in ledger.tally(ONE_CARD_BOUND).data():
        gains = [
            (best - plain) / STEPS for best, plain in zip(data["best"], data["plain"], strict=True)
        ]
        yield say(
            "strength.note.response",
            most=f"{most:.3f}",
            places=", ".join(f"{gain:.3f}" for gain in gains),
        )


def _clock(claims: Sequence[Claim], ledger: Ledger) -> Iterator[str]:
    yield _heading("clock")
    yield say("strength.note.clock")
    rows: list[tuple[str, ...]] = []
    for claim in claims:
        cell = claim.ones[0]
        if cell.kind is Kind.CLOCK:
            times = thinking(cell, ledger)
            half, most = times.quantile(0.5), times.quantile(0.95)
            rows.append(
                (_name(cell.who), f"{times.number:,}", _milliseconds(half), _milliseconds(most))
            )
    names = ("player", "decisions", "half", "most")
    yield _table([say(f"strength.column.{name}") for name in names], rows)


def _heading(section: str) -> str:
    return f"## {say(f'strength.section.{section}')}"


def _table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, texts: Sequence[int] = (0,)
) -> str:
    """A Markdown table, or a dash where there are no rows; all columns but `texts` hold numbers."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    if not lines:
        return DASH
    rule = "".join("|---" if index in texts else "|--:" for index in range(len(heads)))
    return "\n".join([f"| {' | '.join(heads)} |", f"{rule}|", *lines])
