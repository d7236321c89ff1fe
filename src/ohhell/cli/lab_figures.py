"""Figures of the lab as rows, for CSV and JSON: the same for all its commands."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import click

from ohhell.cli.lab_options import STANDARD_OUTPUT, LabOptions
from ohhell.lab.durations import Durations
from ohhell.lab.figures import Estimate, Sums
from ohhell.players.command_player import Fault

_COLUMNS: Final = ("subject", "measure", "cards", "mean", "low", "high", "count")


_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: of whom or what, which, in rounds of how many cards (None: all), how much.

    `count` is what it was counted in: rounds, bids, games.
    """

    subject: str
    measure: str
    cards: int | None
    estimate: Estimate
    count: int


def write_figures(
    options: LabOptions, about: Mapping[str, object], figures: Sequence[Figure]
) -> None:
    """Write what was asked for; `about` says what was played, and stands in the JSON alone."""
    if options.json is not None:
        told = {**about, "figures": [_plain(figure) for figure in figures]}
        _write(options.json, json.dumps(told, indent=2, ensure_ascii=False) + "\n")
    if options.csv is not None:
        _write(options.csv, _csv(figures))


def _plain(figure: Figure) -> dict[str, object]:
    low, high = figure.estimate.low, figure.estimate.high
    return {
        "subject": figure.subject,
        "measure": figure.measure,
        "cards": figure.cards,
        "mean": figure.estimate.mean,
        "low": low if math.isfinite(low) else None,
        "high": high if math.isfinite(high) else None,
        "count": figure.count,
    }


def _csv(figures: Iterable[Figure]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for figure in figures:
        plain = _plain(figure)
        writer.writerow([plain[name] for name in _COLUMNS])
    return written.getvalue()


def _write(name: str, text: str) -> None:
    if name == STANDARD_OUTPUT:
        click.echo(text, nl=False)
    else:
        Path(name).write_text(text, encoding="utf-8")


def known(sums: Mapping[_Key, Sums]) -> dict[_Key, Estimate]:
    """The estimates of those of which something was counted."""
    found = ((key, one.estimate()) for key, one in sums.items())
    return {key: estimate for key, estimate in found if estimate is not None}


def thinking_plain(thinking: Durations) -> dict[str, object]:
    """Seconds a decision, for JSON: the only figures that differ from run to run."""
    return {
        "decisions": thinking.number,
        "p50": thinking.quantile(0.5),
        "p95": thinking.quantile(0.95),
    }


def faults_plain(faults: Iterable[Fault]) -> list[dict[str, object]]:
    """What programs did not decide themselves, for JSON."""
    return [
        {"kind": fault.kind, "count": fault.count, "example": fault.example} for fault in faults
    ]
