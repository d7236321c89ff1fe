"""What is asked of the person at the keyboard, and what a typed line means: pure functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rich.text import Text

from ohhell.cli.terminal.faces import face, sorted_hand, suit_name
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
    SHEET = "sheet"
    LAST_TRICK = "last"
    RULES = "rules"


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
    "h": Look.HELP,
    "help": Look.HELP,
    "s": Look.SHEET,
    "score": Look.SHEET,
    "sheet": Look.SHEET,
    "l": Look.LAST_TRICK,
    "last": Look.LAST_TRICK,
    "r": Look.RULES,
    "rules": Look.RULES,
}
_QUITS: Final = frozenset({"q", "quit", "exit"})
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
    word = typed.strip().lower()
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
            return Wrong(_what_is_possible(hand, possible, current))
        card = hand[position - 1]
    if card is None:
        return Wrong(_what_is_possible(hand, possible, current))
    if card in possible:
        return Do(Play(card))
    if card not in hand:
        return Wrong(phrase("terminal.not-yours", card=face(card)))
    return Wrong(_what_is_possible(hand, possible, current))


def _card_named(word: str) -> Card | None:
    try:
        return parse_card(word)
    except CardError:
        return None


def _what_is_possible(
    hand: tuple[Card, ...], possible: tuple[Card, ...], current: RoundView
) -> Text:
    numbered = [
        phrase("terminal.numbered", number=position, card=face(card))
        for position, card in enumerate(hand, start=1)
        if card in possible
    ]
    if len(numbered) < len(hand) and current.trick_cards:
        led = suit_name(SUIT_OF[current.trick_cards[0]])
        return phrase("terminal.wrong-follow", suit=led, cards=joined(numbered))
    key = "terminal.wrong-card" if len(hand) > 1 else "terminal.wrong-card-only"
    example = face(max(hand, default=Card.SA))
    return phrase(key, count=len(hand), number=1, example=example)
