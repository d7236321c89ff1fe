"""Every fault that people reported of other programs' screens has a test that looks after it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parents[1]

LOOKED_AFTER: Final = {
    "SK12-total-bids": ["e2e/test_reported.py::test_the_sum_of_the_bids_stands_against_the_tricks"],
    "SK24-autoplay": ["e2e/test_reported.py::test_who_wants_it_has_the_only_card_played"],
    "SK-rejoin-full": [
        "e2e/test_games.py::test_a_reload_in_the_middle_of_a_trick_changes_nothing",
        "table/test_party.py::test_a_full_party_takes_nobody_in_and_members_may_use_the_link_again",
    ],
    "CS-reconnect-stale": [
        "e2e/test_reported.py::test_another_game_shows_nothing_of_the_one_before"
    ],
    "CS-undo-bid": ["web/test_solo.py::test_computer_players_wait_while_a_bid_may_be_put_right"],
    "CS-kick-all": [
        "e2e/test_games.py::test_a_game_can_be_given_up_and_its_deals_checked",
        "table/test_party.py::test_a_party_nobody_visits_is_closed_and_says_so",
    ],
    "LO-late-join": [
        "web/test_solo.py::test_a_table_of_others_is_as_if_it_were_not_there",
        "table/test_party.py::test_the_running_game_closes_the_door_but_for_the_settings_of_watching",
        "e2e/test_parties_doors.py::test_each_link_that_does_not_lead_in",
    ],
    "GC-dialog-twice": ["e2e/test_reported.py::test_one_place_to_bid_however_often_it_is_drawn"],
    "GR-black-suits": ["e2e/test_reported.py::test_black_suits_stay_black_on_white_at_night"],
    "RE-overlay-twice": ["e2e/test_reported.py::test_a_trick_is_announced_once"],
    "CC-trump-owner": [
        "e2e/test_reported.py::test_the_card_that_was_turned_up_is_named_and_nobodys"
    ],
}


def reported() -> set[str]:
    lines = (TESTS / "golden" / "behaviours.jsonl").read_text(encoding="utf-8").splitlines()
    return {case["id"] for case in map(json.loads, lines) if case["kind"] == "ui"}


def test_every_reported_fault_of_a_screen_is_looked_after() -> None:
    assert reported() == LOOKED_AFTER.keys()


@pytest.mark.parametrize("case", LOOKED_AFTER)
def test_the_tests_that_look_after_it_are_there(case: str) -> None:
    for one in LOOKED_AFTER[case]:
        path, name = one.split("::")
        assert re.search(
            rf"^(async )?def {name}\(", (TESTS / path).read_text(encoding="utf-8"), re.MULTILINE
        )
