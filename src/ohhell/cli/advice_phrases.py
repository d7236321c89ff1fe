"""Advice as a sentence for people: what to do, what it is worth, and what comes next."""

from __future__ import annotations

from collections.abc import Callable

from ohhell.players.adviser import Advice, Option
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import Card
from ohhell.rules.view import PlayerView
from ohhell.text import say


def advice_sentence(
    advice: Advice, view: PlayerView, *, card_name: Callable[[Card], str] = str
) -> str:
    """One or two sentences; points and chances are an adviser's estimates.

    `card_name` is how a card is written.
    """

    def shown(action: Action) -> str:
        return card_name(action.card) if isinstance(action, Play) else str(action.tricks)

    low_wins = view.rulebook.scoring.low_wins
    chosen = next(option for option in advice.options if option.action == advice.choice)
    others = [
        option
        for option in advice.options
        if option is not chosen and type(option.action) is type(chosen.action)
    ]
    key = "advise.bid" if isinstance(advice.choice, Bid) else "advise.play"
    said = say(key, choice=shown(advice.choice), points=_points(chosen), make=_make(chosen))
    if not others:
        return f"{said} {say('advise.only')}"
    best = min(others, key=lambda option: advice.regret(option, low_wins=low_wins))
    regret = advice.regret(chosen, low_wins=low_wins)
    if regret > 0:
        other, by = shown(best.action), f"{regret:.1f}"
        if by == "0.0":
            return f"{said} {say('advise.same', other=other)}"
        return f"{said} {say('advise.near', other=other, regret=by)}"
    after = say("advise.next", choice=shown(best.action), points=_points(best), make=_make(best))
    return f"{said} {after}"


def _points(option: Option) -> str:
    return f"{option.points:.1f}"


def _make(option: Option) -> str:
    return f"{100 * option.make:.0f}"
