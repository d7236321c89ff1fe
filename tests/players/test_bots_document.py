"""The page about bots: its bot plays, and its tables name every key there is."""

from __future__ import annotations

import random
import re
import shlex
import sys
from pathlib import Path

import pytest

from ohhell.lab.referee import PlainReferee, Task
from ohhell.players.command_player import (
    DECISION_SECONDS,
    START_SECONDS,
    CommandPlayer,
    message_of,
)
from ohhell.players.conversation import LONGEST_LINE
from ohhell.players.levels import player_for
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import PlayerView, RoundResult, RoundView, Trick
from ohhell.rules.view_codec import LAYOUT, VERSION
from tests.rules.scenes import Scene

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def whole_bot() -> str:
    """The program on the page."""
    return re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]


def keys_after(heading: str) -> list[str]:
    """The keys of the first table after a line."""
    table = PAGE.split(heading, 1)[1].split("\n\n| key |", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_the_bot_is_short() -> None:
    lines = [line for line in whole_bot().splitlines() if line.strip()]
    assert len(lines) <= 20


@pytest.mark.parametrize(
    "rulebook",
    [
        "common max_size=4",
        "club-sheet players=3 max_size=3",
        "party players=5 max_size=3 trump=none,hearts bidding=all-at-once hook=off",
    ],
)
def test_the_bot_plays_whole_games_without_a_fault(tmp_path: Path, rulebook: str) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(whole_bot(), encoding="utf-8")
    bot = CommandPlayer(shlex.join([sys.executable, str(file)]))
    rules = parse_rulebook(rulebook)
    cast = (bot.level, "random", bot.level, "random", "random")[: rules.players]
    try:
        referee = PlainReferee({bot.level: bot, "random": player_for("random")})
        games = list(referee.play(rules, 1, [Task(g, cast) for g in range(3)], most_rounds=None))
    finally:
        bot.close()
    assert bot.faults == ()
    assert all(played.places for played in games)


def test_the_tables_name_every_key() -> None:
    layouts = {owner: list(layout) for owner, layout in LAYOUT}
    assert keys_after("### What is told") == [
        "version",
        *layouts[PlayerView],
        "points",
        "random",
    ]
    assert keys_after("\n`round`:") == layouts[RoundView]
    assert keys_after("each of `results`:") == layouts[RoundResult]
    for key in layouts[Trick]:
        assert f"`{key}`" in PAGE.split("| `tricks` |", 1)[1].split("\n", 1)[0]


def test_a_message_has_the_keys_of_the_page_in_their_order() -> None:
    scene = Scene("common players=3 sequence=1 first_dealer=seat-2")
    scene.deal("AS", "3S", "4S", turn_up="9D")
    told = message_of(view_for(scene.state, 0), number=random.Random(1).getrandbits(53))
    assert list(told) == keys_after("### What is told")


def test_the_numbers_on_the_page() -> None:
    text = " ".join(PAGE.split())
    assert f"now {VERSION};" in text
    assert f"may take {DECISION_SECONDS:g} seconds" in text
    assert f"the first after a start {START_SECONDS:g}," in text
    assert f"more than {LONGEST_LINE:,} bytes" in text
