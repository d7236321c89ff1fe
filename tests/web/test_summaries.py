"""What the list of games says of each, held to the rules at every step."""

from __future__ import annotations

from hypothesis import given

from ohhell.rules.evolve import places_of
from ohhell.rules.view import Phase
from ohhell.table.events import Opened
from ohhell.table.ports import StoredRow
from ohhell.web.summaries import summary_of
from tests.rules.games import Game
from tests.rules.strategies import games


@given(games())
def test_places_are_those_of_the_rules_at_every_step(game: Game) -> None:
    """Also where low totals win, and in extensions."""
    rows = [StoredRow(1, None, "table", (Opened("2026-11-30T18:00:00Z", None), game.started))]
    for step in game.steps:
        rows.append(StoredRow(len(rows) + 1, None, "table", step.events))
        state = step.after
        told = summary_of("table", 0, rows)
        assert told.totals == list(state.totals)
        is_told = state.results and state.phase is not Phase.ABANDONED
        assert told.places == (list(places_of(state)) if is_told else [])
