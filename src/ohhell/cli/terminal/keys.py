"""What is asked of the person at the keyboard, and what a typed line means: pure functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rich.text import Text

from ohhell.cli.terminal.faces import face, sorted_hand, suit_word
from ohhell.cli.terminal.phrases import joined, phrase
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import SUIT_OF, Card, parse_card
from ohhell.rules.errors import CardError
from ohhell.rules.view import PlayerView, RoundView
from ohhell.text import say


class Asked(Enum):
    """What the game waits for the person to say."""

    NOTHING = "nothing"
    BID = "bid"
    KEEP = "keep"
    """Whether the bid, which may still be changed, stands."""
    CARD = "card"


class Look(Enum):
    """What can be looked at without moving the game."""

    HELP = "help"
    TABLE = "table"
    SHEET = "sheet"
    LAST_TRICK = "last"
    RULES = "rules"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Do:
    """Bid, change the bid, or play."""

    action: Action


@dataclass(frozen=True, slots=True)
class Keep:
    """The bid stands."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the game, which is kept."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Nothing that is possible now; `line` says what is, on one line."""

    line: Text


Intention = Do | Keep | Quit | Wrong | Look

_LOOKS: Final = {
    "?": Look.HELP,
    "help": Look.HELP,
    "h": Look.HINT,
    "hint": Look.HINT,
    "s": Look.SHEET,
    "score": Look.SHEET,
    "sheet": Look.SHEET,
    "l": Look.LAST_TRICK,
    "last": Look.LAST_TRICK,
    "t": Look.TABLE,
    "table": Look.TABLE,
    "r": Look.RULES,
    "rules": Look.RULES,
}
_QUITS: Final = frozenset({"q", "quit", "exit"})
_MOST_NAMED: Final = 4
"""Cards that are named one by one where somebody must choose among them."""

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?")
"""What arrow keys and their like send where nothing edits the line."""

_NUMBER: Final = re.compile(r"[0-9]{1,4}", re.ASCII)


def asked_of(view: PlayerView, *, is_kept: bool) -> Asked:
    """What the person is asked now; `is_kept` says that the bid was confirmed in this turn."""
    current, seat = view.round, view.seat
    if current is None or seat is None or not view.legal:
        return Asked.NOTHING
    has_bid = current.has_bid[seat]
    may_bid = any(isinstance(action, Bid) for action in view.legal)
    if may_bid and not has_bid:
        return Asked.BID
    if may_bid and not is_kept:
        return Asked.KEEP
    return Asked.CARD if seat in view.to_act else Asked.NOTHING


def read_line(typed: str, view: PlayerView, asked: Asked) -> Intention:
    """What a line typed in answer to `asked` means; never fails, whatever was typed."""
    word = _ESCAPES.sub("", typed).strip().lower()
    if word in _QUITS:
        return Quit()
    if word in _LOOKS:
        return _LOOKS[word]
    current = view.round
    if current is None:
        return Wrong(Text(""))
    match asked:
        case Asked.BID | Asked.KEEP:
            return _read_bid(word, view, current, asked)
        case Asked.CARD | Asked.NOTHING:
            return _read_card(word, view, current)


def open_bids(view: PlayerView) -> tuple[int, ...]:
    """The bids that are possible now."""
    return tuple(action.tricks for action in view.legal if isinstance(action, Bid))


def open_cards(view: PlayerView) -> tuple[Card, ...]:
    """The cards that may be played now."""
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def _read_bid(word: str, view: PlayerView, current: RoundView, asked: Asked) -> Intention:
    possible = open_bids(view)
    own = None if view.seat is None else current.bids[view.seat]
    if _NUMBER.fullmatch(word):
        tricks = int(word)
        if asked is Asked.KEEP and tricks == own:
            return Keep()
        if tricks in possible:
            return Do(Bid(tricks))
        if tricks == current.barred_bid:
            return Wrong(phrase("terminal.hooked", tricks=tricks, size=current.size))
    if not word and asked is Asked.KEEP:
        return Keep()
    if not word and len(possible) == 1:
        return Do(Bid(possible[0]))
    card = _card_named(word)
    if card is not None and card in open_cards(view):
        return Do(Play(card))
    barred = current.barred_bid
    out = ""
    if barred is not None and barred not in possible and barred != own:
        out = say("terminal.out-bid", tricks=barred)
    key = "terminal.wrong-keep" if asked is Asked.KEEP else "terminal.wrong-bid"
    return Wrong(phrase(key, size=current.size, out=out))


def _read_card(word: str, view: PlayerView, current: RoundView) -> Intention:
    hand = sorted_hand(current.hand, current.trump)
    possible = open_cards(view)
    if not word and len(possible) == 1:
        return Do(Play(possible[0]))
    card = _card_named(word)
    if _NUMBER.fullmatch(word):
        position = int(word)
        if not 1 <= position <= len(hand):
            return Wrong(_what_is_possible(hand, possible))
        card = hand[position - 1]
    if card is None:
        return Wrong(_what_is_possible(hand, possible))
    if card in possible:
        return Do(Play(card))
    if card in hand:
        return Wrong(_what_is_possible(hand, possible))
    return Wrong(_not_in_hand(card, hand, possible))


def _card_named(word: str) -> Card | None:
    try:
        return parse_card(word)
    except CardError:
        return None


def _not_in_hand(card: Card, hand: tuple[Card, ...], possible: tuple[Card, ...]) -> Text:
    places = [place for place, own in enumerate(hand, start=1) if own in possible] or [1]
    few = say("terminal.places", first=places[0], last=places[-1])
    which = few if len(places) > 1 else str(places[0])
    if len(places) == len(hand):
        return phrase("terminal.not-yours", card=face(card), places=which)
    suit = suit_word(SUIT_OF[hand[places[0] - 1]])
    return phrase("terminal.not-yours-follow", card=face(card), suit=suit, places=which)


def _what_is_possible(hand: tuple[Card, ...], possible: tuple[Card, ...]) -> Text:
    """The cards that may be played, by name and number, or, where they are many, from here to there."""
    places = [place for place, card in enumerate(hand, start=1) if card in possible]
    if not places:
        return Text("")
    first, last = places[0], places[-1]
    example = face(hand[first - 1])
    if len(places) == len(hand):
        key = "terminal.wrong-card" if len(hand) > 1 else "terminal.wrong-card-only"
        return phrase(key, first=first, last=last, example=example)
    suit = suit_word(SUIT_OF[hand[first - 1]])  # not every card is open: a suit is to be followed
    if len(places) > _MOST_NAMED:
        return phrase(
            "terminal.wrong-follow-many", suit=suit, first=first, last=last, example=example
        )
    named = joined(
        phrase("terminal.numbered", number=place, card=face(hand[place - 1])) for place in places
    )
    return phrase("terminal.wrong-follow", suit=suit, cards=named)
