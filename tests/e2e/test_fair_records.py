"""The check of a game's deals in the browser: it accuses no honest game, whatever the rules."""

from __future__ import annotations

import random

import msgspec

from ohhell.web.protocol.convert import plan_of
from tests.e2e.screen import Pages
from tests.rules.played import PlayedGame, play

GAMES = 60


def games() -> list[PlayedGame]:
    """Short games of all kinds of deals; scorings that often end in ties bring extensions."""
    dice = random.Random(3)
    found: list[PlayedGame] = []
    for number in range(GAMES):
        players = dice.randint(3, 7)
        words = [
            f"common players={players} sequence={dice.choice(['1,2', '2,1', '1,1,2'])}",
            f"first_dealer={dice.choice(['random', 'drawn', 'seat-0', 'seat-2'])}",
            f"ties={dice.choice(['leaders-1', 'leaders-5', 'all-seats', 'share'])}",
            f"scoring='exact: {dice.choice(['1', '10 + bid'])}; missed: 0'",
            f"trump={dice.choice(['turn-up', 'turn-up-except-largest', 'none', 'spades,none'])}",
            dice.choice(["bidding=all-at-once hook=off", "bid_change=until-next"]),
        ]
        persons = tuple(range(dice.randint(1, 2)))
        found.append(play(" ".join(words), seed=number, persons=persons))
    return found


def test_no_honest_game_is_accused(pages: Pages) -> None:
    played = games()
    extended = [game for game in played if game.state.extensions_played]
    among_some = [
        game for game in extended if any(None in result.bids for result in game.state.results)
    ]
    assert len(extended) > 10
    assert len(among_some) > 5
    page = pages.open("desktop")
    faults = page.evaluate(
        """async (games) => {
            const { verify } = await import(new URL('./fair/verify.js',
                document.querySelector('script[type=module]').src).href);
            return games.map(([record, rules]) => verify(record, rules, null).faults);
        }""",
        [
            (
                game.text,
                {
                    "firstDealer": game.header.rulebook.as_dict()["first_dealer"],
                    "plan": msgspec.to_builtins(plan_of(game.header.rulebook)),
                },
            )
            for game in played
        ],
    )
    assert faults == [[]] * GAMES
