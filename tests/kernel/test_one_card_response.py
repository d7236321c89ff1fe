"""One-card rounds among table players: what is counted is what the arena plays."""

from __future__ import annotations

import pytest

from ohhell.kernel.bits import TRUMPS, U
from ohhell.kernel.bridge import points_array
from ohhell.kernel.one_card_response import best_response
from ohhell.kernel.play import RoundRules
from ohhell.lab.ladder.cells import Cell, Kind, rulebook_for
from ohhell.lab.ladder.playing import play
from ohhell.players.tables import tables_for


def test_counted_and_played_points_agree() -> None:
    points, scale = points_array(rulebook_for(4, "exact-only").compile().points[1], low_wins=False)
    rules = RoundRules(4, 1, TRUMPS, U(1 << 48), True, False, 0, points, scale)
    plain, best = best_response(rules, tables_for(rules))
    played: list[int] = list(play(Cell(Kind.TABLE, "R2", size=1), 0, 20_000, 3)["points"])
    assert sum(plain) / 4 == pytest.approx(sum(played) / len(played) / 4, abs=0.05)
    assert all(most >= mine for most, mine in zip(best, plain, strict=True))
    # The first bidder knows its card and nothing else: the policy's table is exact there.
    assert best[0] == pytest.approx(plain[0], abs=0.02)
