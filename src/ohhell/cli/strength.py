"""`ohhell strength`: how strong the CPU players are, measured and written down."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Final

import click

from ohhell.cli.lab_tables import progress
from ohhell.cli.numbers import DecimalNumber, WholeNumber
from ohhell.cli.paths import NamedPath
from ohhell.cli.strength_page import required, strength_page
from ohhell.lab.errors import LabError
from ohhell.lab.ladder.claims import claims
from ohhell.lab.ladder.climbing import climb, machine, versions
from ohhell.lab.ladder.judgements import Verdict
from ohhell.lab.ladder.ledger import Ledger, Run, append, ledger_at
from ohhell.lab.luck import LARGEST_SEED
from ohhell.lab.workforce import MOST_WORKERS, Workforce
from ohhell.text import say

_QUICK_MINUTES: Final = 55.0
_FINE: Final = 2.5
"""How much narrower the intervals of a full run are than those of a quick one."""

_DAY: Final = 24 * 60.0
_LONGEST: Final = 366 * _DAY


@click.command("strength", short_help=say("command.strength"), help=say("strength.help"))
@click.option("--quick", is_flag=True, help=say("strength.option.quick"))
@click.option(
    "--minutes",
    type=DecimalNumber(_LONGEST),
    metavar="N",
    help=say("strength.option.minutes"),
)
@click.option(
    "--seed",
    type=WholeNumber(0, LARGEST_SEED),
    default=1,
    show_default=True,
    metavar="N",
    help=say("strength.option.seed"),
)
@click.option(
    "--workers", type=WholeNumber(1, MOST_WORKERS), metavar="N", help=say("strength.option.workers")
)
@click.option(
    "--ledger",
    "ledger_file",
    type=NamedPath(dir_okay=False, path_type=Path),
    default=Path("strength.jsonl"),
    show_default=True,
    metavar="FILE",
    help=say("strength.option.ledger"),
)
@click.option(
    "--out",
    type=NamedPath(dir_okay=False, path_type=Path),
    default=Path("docs/strength.md"),
    show_default=True,
    metavar="FILE",
    help=say("strength.option.out"),
)
@click.option("--write-only", is_flag=True, help=say("strength.option.write-only"))
def command(
    *,
    quick: bool,
    minutes: float | None,
    seed: int,
    workers: int | None,
    ledger_file: Path,
    out: Path,
    write_only: bool,
) -> None:
    """Measure, then write the page."""
    ledger = ledger_at(ledger_file, seed)
    asked = claims(1.0 if quick else _FINE)
    if write_only:
        if not ledger.tallies:
            raise LabError("nothing-measured", value=str(ledger_file), seed=seed)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        limit = minutes if minutes is not None or not quick else _QUICK_MINUTES
        dropped = ledger.drop_old()
        if dropped:
            click.echo(say("strength.dropped", cells=dropped), err=True)
        _measure(ledger, ledger_file, Workforce(workers), limit, quick=quick)
    out.write_text(strength_page(asked, ledger), encoding="utf-8")
    judged = required(asked, ledger)
    reached = sum(one.verdict is Verdict.REACHED for one in judged)
    click.echo(say("strength.written", path=str(out), reached=reached, count=len(judged)))


def _measure(
    ledger: Ledger, path: Path, workforce: Workforce, minutes: float | None, *, quick: bool
) -> None:
    """Play until all is clear or the minutes are over; what was played so far is always kept."""
    run = Run(
        date=dt.datetime.now(dt.UTC).date().isoformat(),
        machine=machine(),
        versions=versions(),
        seed=ledger.seed,
        minutes=minutes or 0.0,
    )
    ledger.runs.append(run)
    total = int(60 * (minutes or _DAY))
    shown = 0
    with (
        path.open("a", encoding="utf-8") as file,
        progress(total, what=say("strength.progress")) as advance,
    ):
        append(file, run)

        def on_progress(seconds: float) -> None:
            nonlocal shown
            advance(int(seconds) - shown)
            shown = int(seconds)

        climb(
            claims(1.0 if quick else _FINE),
            ledger,
            file,
            workforce,
            seconds=None if minutes is None else 60 * minutes,
            on_progress=on_progress,
        )
