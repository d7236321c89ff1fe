"""All trained tables from nothing, by fixed seeds: what `ohhell train` does.

The order matters: the bid model learns from the policy's tables that were made before it, and
what corrects the levels' chances is counted while they play with all of these; so is what seats
usually make of their bids.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from ohhell.kernel.bits import TRUMPS
from ohhell.kernel.one_card import solve
from ohhell.kernel.play import RoundRules
from ohhell.players import tables
from ohhell.players.bid_training import train_bid_model
from ohhell.players.calibrating import calibrate
from ohhell.players.last_round_training import count_usual_results
from ohhell.players.training import LARGEST_SIZE, train_policy
from ohhell.rules.scoring import parse_scoring
from ohhell.rules.scoring import tables as point_tables

ONE_CARD_SCORINGS: Final = ("tricks-plus-ten", "exact-only", "club-sheet")
ONE_CARD_SEATS: Final = (3, 4, 5, 6, 7)


def one_card_rules() -> tuple[RoundRules, ...]:
    """The one-card rounds whose solution ships: those of the presets and what they let change."""
    found: list[RoundRules] = []
    for seats in ONE_CARD_SEATS:
        for name in ONE_CARD_SCORINGS:
            scoring = parse_scoring(name)
            paid = point_tables(scoring, sizes=(1,), players=seats)[1]
            points = np.array(paid, np.float64)
            for hook in (True, False):
                found.extend(
                    RoundRules(
                        seats=seats,
                        size=1,
                        trumps=TRUMPS,
                        turned=np.uint64(1 << 48),
                        hook=hook,
                        at_once=False,
                        lead_kind=lead,
                        points=points,
                        scale=10.0,
                    )
                    for lead in (0, 1)
                )
    return tuple(found)


def solve_one_card(*, iterations: int = 4_000_000) -> dict[str, Any]:
    """The solved tables by name; see `tables.one_card_name`."""
    return {
        tables.one_card_name(rules): solve(
            rules.seats,
            rules.points,
            hook=rules.hook,
            lead_kind=rules.lead_kind,
            iterations=iterations,
        )
        for rules in one_card_rules()
    }


def train_everything(directory: Path, *, effort: float, say: Callable[[str], None]) -> None:
    """Make all tables and put them into `directory` when the last is made; none where it is not.

    `effort` 1 is the whole recipe, less is quicker.
    """
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".unfinished-", dir=directory) as name:
        _train_into(Path(name), effort=effort, say=say)
        for made in sorted(Path(name).iterdir()):
            say(f"wrote {made.replace(directory / made.name)}")


def _train_into(directory: Path, *, effort: float, say: Callable[[str], None]) -> None:
    for seats in LARGEST_SIZE:
        trained = train_policy(seats, rounds=max(10, round(60_000 * effort)), say=say)
        tables.save_policy(seats, trained, directory)
    solved = solve_one_card(iterations=max(1000, round(4_000_000 * effort)))
    path = directory / "one-card.npz"
    np.savez_compressed(path, **{name: tables.as_bytes(table) for name, table in solved.items()})
    with tables.reading_from(directory):
        model = train_bid_model(blocks=max(2, round(200 * effort)), say=say)
    tables.save_bid_model(model, directory)
    with tables.reading_from(directory):
        terms = calibrate(effort=effort, say=say)
    tables.save_calibration(terms, directory)
    with tables.reading_from(directory):
        counts = count_usual_results(rounds=max(10, round(8_000 * effort)), say=say)
    tables.save_usual_results(counts, directory)
