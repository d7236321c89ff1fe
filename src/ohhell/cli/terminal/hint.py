"""What `h` shows: a sentence with the advice and its reason, and a line for each choice."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from ohhell.cli.advice_phrases import advice_sentence
from ohhell.cli.terminal.faces import face, plain_face, sorted_hand
from ohhell.cli.terminal.phrases import left, phrase, right
from ohhell.cli.terminal.screen import MARGIN, NUMBER_COLUMNS
from ohhell.players.adviser import Advice, Option
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.view import PlayerView
from ohhell.text import say

_CHOICE_COLUMN: Final = 9
"""Cells of a card and the number that is typed for it: `10♥ (10)`."""

_HARDLY_EVER: Final = 0.01
"""Bids made less often than this are not listed: nobody thinks of them."""


def hint_lines(level: str, advice: Advice, view: PlayerView) -> tuple[Text, ...]:
    """The advice of that level on a bid or a card, whichever it chose."""
    is_bid = isinstance(advice.choice, Bid)
    low_wins = view.rulebook.scoring.low_wins
    options = [option for option in advice.options if type(option.action) is type(advice.choice)]
    shown = [option for option in options if not is_bid or _is_likely(option, advice)]
    if not is_bid:  # bids in their order, cards from the best down
        shown.sort(
            key=lambda option: (
                option.action != advice.choice,
                advice.regret(option, low_wins=low_wins),
            )
        )
    said = advice_sentence(advice, view, card_name=plain_face)
    heading = left(say("terminal.hint-bid" if is_bid else "terminal.hint-card"), _CHOICE_COLUMN)
    heading.append_text(right(say("terminal.hint-made"), NUMBER_COLUMNS))
    heading.append_text(right(say("terminal.hint-points"), NUMBER_COLUMNS + 1))
    heading.stylize("dim")
    rest = [phrase("terminal.hint-rest", "dim")] if len(shown) < len(options) else []
    return tuple(
        Text(MARGIN).append_text(line)
        for line in (
            phrase("terminal.hint-low" if low_wins else "terminal.hint", "bold", level=level),
            Text(said),
            heading,
            *(_line(option, advice, view) for option in shown),
            *rest,
        )
    )


def _is_likely(option: Option, advice: Advice) -> bool:
    return option.make >= _HARDLY_EVER or option.action == advice.choice


def _line(option: Option, advice: Advice, view: PlayerView) -> Text:
    is_chosen = option.action == advice.choice
    line = Text("", "bold" if is_chosen else "")
    line.append_text(left(_choice(option.action, view), _CHOICE_COLUMN))
    line.append_text(right(f"{100 * option.make:.0f} %", NUMBER_COLUMNS))
    line.append_text(right(f"{option.points:.1f}", NUMBER_COLUMNS + 1))
    if is_chosen:
        line.append("  " + say("terminal.hint-chosen"), "bold yellow")
    return line


def _choice(action: Action, view: PlayerView) -> Text:
    """A bid, or a card with the number that is typed for it."""
    if not isinstance(action, Play):
        return Text(str(action.tricks))
    assert view.round is not None, "cards are played in a round"
    hand = sorted_hand(view.round.hand, view.round.trump)
    return face(action.card).append(f" ({hand.index(action.card) + 1})")
