"""Whole games, told line by line, as they were when somebody last read them."""

from __future__ import annotations

from typing import Final

import pytest

from ohhell.rules.axes import Bidding, FirstLead
from ohhell.rules.presets import PRESETS
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import Phase
from tests.rules.golden_games import FOLDER, GOLDEN_GAMES, GoldenGame

AGAIN: Final = "if the rules were meant to change: python -m tests.rules.write_golden_games"


@pytest.mark.parametrize("game", GOLDEN_GAMES, ids=[game.name for game in GOLDEN_GAMES])
def test_a_game_goes_as_it_went(game: GoldenGame) -> None:
    written = game.path.read_text(encoding="utf-8").splitlines()
    assert game.text().splitlines() == written, AGAIN


def test_there_is_a_game_for_each_preset_and_number_of_players_and_no_other_file() -> None:
    names = {game.name for game in GOLDEN_GAMES}
    for preset in PRESETS.values():
        for players in range(preset.fewest, preset.most + 1):
            assert f"{preset.name}-{players}" in names
    assert {path.stem for path in FOLDER.iterdir()} == names


def test_the_games_are_what_their_names_promise() -> None:
    ends = {game.name: game.play().end for game in GOLDEN_GAMES}
    assert all(end.phase is Phase.OVER for end in ends.values())

    narrowing = [
        sum(bid is not None for bid in result.bids)
        for result in ends["leaders-narrowing"].results
        if result.is_extension
    ]
    assert narrowing == [3, 2]
    assert ends["leaders-share"].extensions_played == 3
    assert ends["leaders-share"].places.count(1) == 2
    trailing = ends["leaders-trailing"]
    assert trailing.totals[trailing.places.index(1)] < max(trailing.totals)
    outsider = ends["all-seats-outsider"]
    scheduled = outsider.results[: len(outsider.plan.rounds)]
    before = [sum(result.points[seat] for result in scheduled) for seat in range(3)]
    assert before[outsider.places.index(1)] < max(before)
    low = ends["low-wins"]
    assert low.extensions_played == 1
    assert low.totals[low.places.index(1)] == min(low.totals)


def test_the_games_come_by_every_lead_and_way_of_bidding() -> None:
    rulebooks = [parse_rulebook(game.rulebook) for game in GOLDEN_GAMES]
    assert {rulebook.first_lead for rulebook in rulebooks} == set(FirstLead)
    assert {rulebook.bidding for rulebook in rulebooks} == set(Bidding)
    assert {rulebook.ties.rule for rulebook in rulebooks} >= {
        parse_rulebook(name).ties.rule for name in PRESETS
    }
