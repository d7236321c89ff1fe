"""The table as one seat sees it, drawn as lines: functions from a view to text, nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from ohhell.cli.terminal.faces import (
    FACE_WIDTH,
    face,
    plain_face,
    sorted_hand,
    suit_name,
    suit_word,
)
from ohhell.cli.terminal.keys import Asked, open_bids, open_cards
from ohhell.cli.terminal.names import from_own_seat, shown_names, told
from ohhell.cli.terminal.phrases import left, phrase, right, rule
from ohhell.rules.actions import Play
from ohhell.rules.axes import Bidding, FirstLead, TieRule
from ohhell.rules.cards import SUIT_OF, Card, Seat, Suit
from ohhell.rules.events import RoundOpened
from ohhell.rules.view import Phase, PlayerView, RoundView
from ohhell.text import say

MARGIN: Final = "   "
"""What every line but a rule across the page begins with."""

TURN_MARK: Final = " ▸ "
"""A margin that says: this is asked of you now."""

NUMBER_COLUMNS: Final = 7
"""Cells of a column of bids, tricks, points or totals."""

_CARD_CELL: Final = FACE_WIDTH + 2
_SUIT_GAP: Final = 2


def round_rule(view: PlayerView, opened: RoundOpened, width: int) -> Text:
    """The line that opens a round: which it is, its size, and who deals."""
    aside = told("terminal.deals", view, opened.dealer, shown_names(view))
    return rule(round_title(view, opened.number, opened.size), width, aside=aside, heavy=True)


def round_title(view: PlayerView, number: int, size: int) -> Text:
    """Round 3 of 19, or which extension, and how many cards."""
    scheduled = len(view.rulebook.compile().rounds)
    if number <= scheduled:
        return phrase("terminal.round", "bold", number=number, rounds=scheduled, size=size)
    ties = view.rulebook.ties
    most = str(ties.extensions) if ties.rule is TieRule.LEADERS else ""
    extension = number - scheduled
    return phrase("terminal.extension", "bold", number=extension, most=most, size=size)


def trump_line(trump: Suit | None, turn_up: Card | None) -> Text:
    """The card turned up, if one was, and what it makes trump."""
    if trump is None:
        return phrase("terminal.no-trump")
    suit = suit_name(trump)
    if turn_up is None:
        return phrase("terminal.trump", suit=suit)
    return phrase("terminal.turn-up", card=face(turn_up), suit=suit)


def now_line(view: PlayerView, current: RoundView) -> Text:
    """Which round it is and what is trump, for the eye that has lost the line above."""
    scheduled = len(view.rulebook.compile().rounds)
    if current.is_extension:
        now = phrase("terminal.now-extension", number=current.number - scheduled)
    else:
        now = phrase("terminal.now-round", number=current.number, rounds=scheduled)
    return now.append(" · ").append_text(trump_line(current.trump, current.turn_up))


def player_column(view: PlayerView) -> int:
    """Cells of the column of names: the longest of them, and room to say who deals."""
    names = (say("terminal.column.player"), *shown_names(view))
    return max(map(cell_len, names)) + 1 + len(say("terminal.dealer"))


def number_column(texts: Iterable[str]) -> int:
    """Cells of a column of these numbers: as wide as others, or wider where they need it."""
    return max(NUMBER_COLUMNS, *(len(text) + 2 for text in texts))


def table_lines(
    view: PlayerView, current: RoundView, *, is_under_heading: bool = False
) -> tuple[Text, ...]:
    """Round and trump; a line a seat: bid, tricks, total, card on the table; the sum of the bids.

    `is_under_heading`: round and trump stand right above and are not said again.
    """
    names = shown_names(view)
    column = player_column(view)
    is_playing = view.phase is Phase.PLAYING
    heading = Text(MARGIN)
    heading.append_text(left(say("terminal.column.player"), column))
    total = number_column(map(str, view.totals))
    for key, width in (("bid", NUMBER_COLUMNS), ("took", NUMBER_COLUMNS), ("total", total)):
        heading.append_text(right(say(f"terminal.column.{key}"), width))
    if is_playing:
        number = len(current.tricks) + 1
        heading.append("   " + say("terminal.column.trick", number=number))
    heading.stylize("dim")
    now = () if is_under_heading else (Text(MARGIN).append_text(now_line(view, current)),)
    lines = [*now, heading]
    leader = None if is_playing else first_leader(view, current)
    for seat in from_own_seat(view):
        is_own = seat == view.seat
        line = Text(MARGIN, "bold" if is_own else "")
        named = Text(names[seat])
        if seat == current.dealer:
            named.append(" " + say("terminal.dealer"), "dim")
        line.append_text(left(named, column))
        line.append_text(right(_bid_cell(current, seat), NUMBER_COLUMNS))
        taken = str(current.taken[seat]) if is_playing and seat in current.seats else ""
        line.append_text(right(taken, NUMBER_COLUMNS))
        line.append_text(right(str(view.totals[seat]), total))
        if is_playing:
            line.append_text(_trick_cell(current, seat))
        elif seat == leader:
            line.append("   " + say("terminal.will-lead"), "dim")
        line.rstrip()
        lines.append(line)
    lines.append(Text(MARGIN).append_text(bids_line(view, current)))
    return tuple(lines)


def first_leader(view: PlayerView, current: RoundView) -> Seat | None:
    """Who leads the first trick of a round, where that does not hang on the bids."""
    match view.rulebook.first_lead:
        case FirstLead.DEALERS_LEFT:
            return current.seats[0]
        case FirstLead.DEALER:
            return current.dealer
        case FirstLead.HIGHEST_BIDDER:
            return None


def _bid_cell(current: RoundView, seat: Seat) -> str:
    if seat not in current.seats:
        return say("terminal.out")
    bid = current.bids[seat]
    if bid is not None:
        return str(bid)
    return say("terminal.bid-in") if current.has_bid[seat] else "–"


def _trick_cell(current: RoundView, seat: Seat) -> Text:
    if seat not in current.trick_seats:
        return Text("")
    card = current.trick_cards[current.trick_seats.index(seat)]
    cell = Text("   ").append_text(left(face(card), FACE_WIDTH))
    if seat == current.trick_seats[0]:
        cell.append(" " + say("terminal.leads"))
    if seat == current.trick_winner:
        cell.append(", " if seat == current.trick_seats[0] else " ")
        cell.append(say("terminal.winning"), "bold yellow")
    return cell


def bids_line(view: PlayerView, current: RoundView) -> Text:
    """The sum of the bids against the tricks: so far, or over, under, even."""
    made = [current.bids[seat] for seat in current.seats]
    total = sum(bid for bid in made if bid is not None)
    if view.phase is Phase.BIDDING and view.rulebook.bidding is Bidding.ALL_AT_ONCE:
        count = sum(current.has_bid[seat] for seat in current.seats)
        return phrase("terminal.bids-in", count=count, seats=len(current.seats))
    if None in made:
        return phrase("terminal.bids-so-far", total=total, size=current.size)
    difference = total - current.size
    key = "over" if difference > 0 else "under" if difference < 0 else "even"
    return phrase(f"terminal.bids-{key}", total=total, size=current.size, count=abs(difference))


def hand_lines(view: PlayerView, current: RoundView, width: int, asked: Asked) -> tuple[Text, ...]:
    """The own hand, numbered; a card that cannot be played now has no number."""
    playable = {action.card for action in view.legal if isinstance(action, Play)}
    hand = sorted_hand(current.hand, current.trump)
    lines: list[Text] = []
    numbers, cards = Text(MARGIN), Text(MARGIN)
    before: Card | None = None
    for position, card in enumerate(hand, start=1):
        gap = _SUIT_GAP if before is not None and SUIT_OF[before] is not SUIT_OF[card] else 0
        if cards.cell_len + gap + _CARD_CELL > width:
            lines += _filled(numbers, cards)
            numbers, cards, gap = Text(MARGIN), Text(MARGIN), 0
        is_open = asked is not Asked.CARD or card in playable
        numbers.append_text(right(str(position) if is_open else "", gap + _CARD_CELL, "dim"))
        cards.append_text(right(face(card, is_bold=is_open, is_dim=not is_open), gap + _CARD_CELL))
        before = card
    return (*lines, *_filled(numbers, cards))


def _filled(*lines: Text) -> list[Text]:
    """Those of the lines that say anything: a row without a card to play has no numbers."""
    for line in lines:
        line.rstrip()
    return [line for line in lines if line]


def standing_lines(view: PlayerView, width: int) -> tuple[Text, ...]:
    """Where a game that goes on stands: the round and its trump, if one is in progress."""
    current = view.round
    if current is None:
        return ()
    title = round_title(view, current.number, current.size)
    aside = told("terminal.deals", view, current.dealer, shown_names(view))
    line = rule(title, width, aside=aside, heavy=True)
    trump = Text(MARGIN).append_text(trump_line(current.trump, current.turn_up))
    return Text(""), line, trump, Text("")


def prompt(view: PlayerView, asked: Asked) -> Text:
    """What stands before the place where the answer is typed, with what Enter alone would do."""
    match asked:
        case Asked.BID:
            bids = open_bids(view)
            enter = str(bids[0]) if len(bids) == 1 else ""
            return phrase("terminal.ask-bid", enter=enter)
        case Asked.KEEP:
            return phrase("terminal.ask-keep")
        case Asked.CARD | Asked.NOTHING:
            cards = open_cards(view)
            enter = plain_face(cards[0]) if len(cards) == 1 else ""
            return phrase("terminal.ask-card", enter=enter)


def turn_line(view: PlayerView, current: RoundView, asked: Asked) -> Text:
    """What is asked of the person now, with the reason where something is forbidden."""
    seat = view.seat
    assert seat is not None, "only a player is asked"
    match asked:
        case Asked.BID:
            return _bid_hint(view, current, seat)
        case Asked.KEEP:
            is_hooked = seat == current.seats[-1] and current.barred_bid is not None
            out = str(current.barred_bid) if is_hooked else ""
            return phrase("terminal.keep", tricks=current.bids[seat] or 0, out=out)
        case Asked.CARD:
            return _card_hint(view, current, seat)
        case Asked.NOTHING:
            return Text("")


def _bid_hint(view: PlayerView, current: RoundView, seat: Seat) -> Text:
    if view.rulebook.bidding is Bidding.ALL_AT_ONCE:
        return phrase("terminal.turn-bid-hidden")
    if seat == current.seats[-1] and current.barred_bid is not None:
        out = current.barred_bid
        return phrase("terminal.turn-bid-hooked", size=current.size, out=out)
    return phrase("terminal.turn-bid", size=current.size)


def _card_hint(view: PlayerView, current: RoundView, seat: Seat) -> Text:
    if not current.trick_cards:
        line = phrase("terminal.lead")
    else:
        led = SUIT_OF[current.trick_cards[0]]
        has_led = any(SUIT_OF[card] is led for card in current.hand)
        line = phrase("terminal.follow" if has_led else "terminal.void", suit=suit_word(led))
    bid = current.bids[seat] or 0
    to_go = bid - current.taken[seat]
    line.append(" ")
    if to_go > len(current.hand):
        line.append_text(phrase("terminal.out-of-reach"))
    elif to_go > 0:
        line.append_text(phrase("terminal.to-go", count=to_go))
    elif to_go == 0:
        line.append_text(phrase("terminal.made" if bid else "terminal.made-zero"))
    else:
        line.append_text(phrase("terminal.passed", count=-to_go))
    return line
