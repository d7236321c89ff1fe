"""What happened, told in pieces: functions from events and the views around them to text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from ohhell.cli.terminal.faces import face
from ohhell.cli.terminal.names import from_own_seat, shown_names, told
from ohhell.cli.terminal.phrases import phrase
from ohhell.cli.terminal.screen import MARGIN, bids_line, round_rule, trump_line
from ohhell.cli.terminal.sheet import places_lines, round_lines
from ohhell.rules import events as ev
from ohhell.rules.axes import Bidding, TieRule
from ohhell.rules.cards import Card, Seat
from ohhell.rules.view import PlayerView, RoundView, Trick
from ohhell.table.events import ToldEvent


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of a running line; `starts` begins a new one with it, `ends` closes it after it."""

    text: Text
    starts: bool = False
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """Lines that stand by themselves; `is_heading`: they say which round it is and its trump."""

    lines: tuple[Text, ...]
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole score sheet, for which the reader's screen may be wider, or too small."""


Piece = Said | Shown | Sheet


def story(
    events: Iterable[ToldEvent], before: PlayerView, after: PlayerView, *, width: int
) -> Iterator[Piece]:
    """The pieces that tell `events`, which led from the view `before` to the view `after`."""
    names = shown_names(after)
    trick = (
        []
        if before.round is None
        else list(zip(before.round.trick_seats, before.round.trick_cards, strict=True))
    )
    for event in events:
        match event:
            case ev.DealerDrawn():
                yield from _draws(event, after, names)
            case ev.RoundOpened():
                yield _opening(event, after, width)
            case ev.BidMade():
                if after.rulebook.bidding is Bidding.IN_TURN or event.seat == after.seat:
                    yield Said(told("terminal.bids", after, event.seat, names, tricks=event.tricks))
            case ev.BidHidden():
                yield Said(told("terminal.has-bid", after, event.seat, names))
            case ev.BidChanged():
                yield Said(told("terminal.changes", after, event.seat, names, tricks=event.tricks))
            case ev.BidsRevealed():
                yield from _revealed(event, after, names)
            case ev.CardPlayed():
                is_lead = not trick
                if is_lead and before.round is not None and _is_first_lead(before.round, before):
                    yield Said(bids_line(before, before.round), starts=True, ends=True)
                key = "terminal.plays-first" if is_lead else "terminal.plays"
                trick.append((event.seat, event.card))
                played = told(key, after, event.seat, names, card=face(event.card))
                yield Said(played, starts=is_lead)
            case ev.TrickTaken():
                trick = []
                yield Said(told("terminal.takes", after, event.seat, names), ends=True)
            case ev.RoundScored():
                yield from _scored(event, after, width)
            case ev.GameEnded():
                yield Sheet()
                yield Shown(places_lines(after, width))
            case ev.GameAbandoned():
                yield Shown((Text(MARGIN).append_text(phrase("terminal.abandoned")),))
            case _:
                pass  # nonces, the seed and who sat down are in the record, not in the story


def last_trick(events: Sequence[ToldEvent], before: PlayerView, kept: Trick | None) -> Trick | None:
    """The last trick taken once `events` have followed on the view `before`; `kept` was it then."""
    cards: list[tuple[Seat, Card]] = []
    if before.round is not None:
        cards = list(zip(before.round.trick_seats, before.round.trick_cards, strict=True))
        if before.round.tricks:
            kept = before.round.tricks[-1]
    for event in events:
        if isinstance(event, ev.CardPlayed):
            cards.append((event.seat, event.card))
        elif isinstance(event, ev.TrickTaken):
            seats, played = zip(*cards, strict=True)
            kept = Trick(seats, played, event.seat)
            cards = []
    return kept


def trick_line(trick: Trick, view: PlayerView) -> Text:
    """A finished trick on one line: who led what, who followed, who took it."""
    names = shown_names(view)
    pieces = [
        told(
            "terminal.plays" if place else "terminal.plays-first",
            view,
            seat,
            names,
            card=face(card),
        )
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True))
    ]
    pieces.append(told("terminal.takes", view, trick.winner, names))
    return Text(" · ").join(pieces)


def _is_first_lead(current: RoundView, view: PlayerView) -> bool:
    """Whether a round begins to be played that the reader only watches: no table shows its bids."""
    return not current.tricks and view.seat not in current.seats


def _opening(event: ev.RoundOpened, view: PlayerView, width: int) -> Piece:
    lines = [Text(""), round_rule(view, event, width)]
    lines.append(Text(MARGIN).append_text(trump_line(event.trump, event.turn_up)))
    if view.seat is not None and view.seat not in event.seats:
        lines.append(Text(MARGIN).append_text(phrase("terminal.sits-out")))
    return Shown((*lines, Text("")), is_heading=True)


def _draws(event: ev.DealerDrawn, view: PlayerView, names: tuple[str, ...]) -> Iterator[Piece]:
    for place, draw in enumerate(event.draws):
        if place:
            again = tuple(names[seat] for seat, _ in draw)
            yield Said(phrase("terminal.drawing-again", who=again))
        else:
            yield Said(phrase("terminal.drawing"))
        drawn = dict(draw)
        for seat in from_own_seat(view):
            if seat in drawn:
                yield Said(phrase("terminal.drew", who=Text(names[seat]), card=face(drawn[seat])))
    key = "terminal.first-dealer" if event.draws else "terminal.first-dealer-by-lot"
    yield Said(told(key, view, event.dealer, names), ends=True)


def _revealed(event: ev.BidsRevealed, view: PlayerView, names: tuple[str, ...]) -> Iterator[Piece]:
    yield Said(phrase("terminal.revealed"), starts=True)
    for seat in from_own_seat(view):
        tricks = event.bids[seat]
        if tricks is not None:
            yield Said(phrase("terminal.revealed-bid", who=Text(names[seat]), tricks=tricks))


def _scored(event: ev.RoundScored, view: PlayerView, width: int) -> Iterator[Piece]:
    result = next(result for result in view.results if result.number == event.number)
    lines = list(round_lines(view, result, event.totals, width))
    is_last = event.number == view.results[-1].number
    if is_last and view.contenders and event.number >= len(view.rulebook.compile().rounds):
        names = shown_names(view)
        best = (min if view.rulebook.scoring.low_wins else max)(
            event.totals[seat] for seat in view.contenders
        )
        level = tuple(names[seat] for seat in view.contenders if event.totals[seat] == best)
        is_for_all = view.rulebook.ties.rule is TieRule.ALL_SEATS
        key = "terminal.tied-all" if is_for_all else "terminal.tied"
        lines += [Text(""), Text(MARGIN).append_text(phrase(key, who=level))]
    yield Shown(tuple(lines))
