"""Going through a record with the engine: could all this have happened, and what truly did?

Each recorded action is decided anew and its consequences are compared with the recorded ones.
With the seed every deck is dealt again.  Without it (the game still runs) a seat's hand is taken
to be the cards the record shows it playing: enough to find every wrong turn, every card played
twice and every failure to follow suit that has come to light.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ohhell.rules import events as ev
from ohhell.rules.actions import (
    Bid,
    CommitNonce,
    Deal,
    MissNonce,
    NameDealer,
    Play,
    RevealNonce,
)
from ohhell.rules.axes import FirstDealer
from ohhell.rules.cards import PACK, SUIT_OF, Card, Seat
from ohhell.rules.engine import (
    abandon,
    decide,
    decide_chance,
    decide_nonce,
    evolve,
    next_round,
    reveal_seed,
    start,
)
from ohhell.rules.errors import DealError, OhHellError
from ohhell.rules.event_codec import event_to_plain
from ohhell.rules.projection import hides_bids, mask
from ohhell.rules.record import By, Fault, Header, Line, RecordError, Row
from ohhell.rules.shuffle import deck_for_draw, deck_for_round, random_seat
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase

HiddenBids = Mapping[tuple[int, Seat], int]
"""Bids that the record still hides, by round number and seat."""

_UNKNOWN_BID: Final = 0


@dataclass(frozen=True, slots=True)
class Clues:
    """What is known besides the line at hand.

    `seed` is the game's secret or None; `bids` those shown later in the record or kept beside
    it; `cards` by round number and seat, in order of play; `guess_bids` lets a bid that nobody
    can know stand as 0.
    """

    seed: bytes | None
    bids: HiddenBids
    cards: Mapping[int, Mapping[Seat, tuple[Card, ...]]]
    guess_bids: bool


@dataclass(frozen=True, slots=True)
class Retraced:
    """How far a record could be followed: the true `rows`, the state after them, all faults.

    `unchecked` counts the lines after the first thing that cannot have happened.
    """

    rows: tuple[Row, ...]
    state: GameState
    faults: tuple[Fault, ...]
    unchecked: int


def retrace(
    header: Header,
    lines: Sequence[Line],
    *,
    seed: bytes | None,
    hidden_bids: HiddenBids | None,
) -> Retraced:
    """Follow `lines` from the header; without `hidden_bids`, bids never shown count as 0.

    A consequence that is recorded wrongly is a fault, and the right one is followed; so is a second
    action in one line, or one by somebody who cannot have done it.  An action that cannot have
    happened ends the way, and so does the seed.
    """
    bids = dict(hidden_bids or {}) | _bids_shown(lines)
    clues = Clues(seed, bids, _cards_shown(lines), guess_bids=hidden_bids is None)
    state = start(header.event)
    rows = [Row(1, "table", (header.event,))]
    faults: list[Fault] = []
    for index, line in enumerate(lines):
        made: list[ev.Event] = []
        rest = list(line.events)
        while rest:
            try:
                if state.seed is not None:
                    raise RecordError("after-the-end", found=_tag(rest[0]))
                truth = _decide_again(state, rest[0], clues)
            except OhHellError as error:
                faults.append(Fault(line.line, with_names(error, header.names)))
                return Retraced(tuple(rows), state, tuple(faults), len(lines) - index - 1)
            if made and not _may_share_a_line(made, truth):
                error = RecordError("more-than-one-action", found=_tag(rest[0]))
                faults.append(Fault(line.line, error))
            if line.by not in _who_may(rest[0]):
                right_ones = ", ".join(_who_may(rest[0]))
                error = RecordError(
                    "wrong-actor", event=_tag(rest[0]), found=line.by, right=right_ones
                )
                faults.append(Fault(line.line, error))
            hidden = hides_bids(state)
            right = [mask(event, None, bids_hidden=hidden) for event in truth]
            matched = _how_many_of_a_kind(rest, right)
            faults += (
                Fault(line.line, with_names(error, header.names))
                for error in _compare(rest[:matched], right)
            )
            del rest[:matched]
            for event in truth:
                state = evolve(state, event)
            made += truth
        rows.append(Row(line.number, line.by, tuple(made)))
    return Retraced(tuple(rows), state, tuple(faults), 0)


def with_names(error: OhHellError, names: Sequence[str]) -> OhHellError:
    """The same refusal with the names of the seats it is about, as far as there are such seats.

    `name` belongs to `seat`, `next_name` to `next`; of a wrong value that is a seat, `found_name`
    and `right_name` are told.
    """
    of_seats = {"seat": "name", "next": "next_name"}
    if error.params.get("field") in ("seat", "dealer"):
        of_seats |= {"found": "found_name", "right": "right_name"}
    params = dict(error.params)
    for key, name in of_seats.items():
        seat = str(params.get(key, ""))
        if seat.isdecimal() and int(seat) < len(names):
            params[name] = names[int(seat)]
    return type(error)(error.code, **params)


def _decide_again(state: GameState, first: ev.SeenEvent, clues: Clues) -> tuple[ev.Event, ...]:
    """All events that follow from the action `first` tells of."""
    match first:
        case ev.BidMade() | ev.BidChanged():
            return decide(state, first.seat, Bid(first.tricks))
        case ev.BidHidden():
            return decide(state, first.seat, Bid(_hidden_bid(state, first.seat, clues)))
        case ev.CardPlayed():
            return decide(state, first.seat, Play(first.card))
        case ev.RoundOpened():
            return _deal_again(state, first, clues)
        case ev.DealerDrawn():
            return _draw_again(state, first, clues)
        case ev.NonceCommitted():
            return decide_nonce(state, first.seat, CommitNonce(first.commitment))
        case ev.NonceRevealed():
            return decide_nonce(state, first.seat, RevealNonce(first.nonce))
        case ev.NonceMissed():
            return decide_nonce(state, first.seat, MissNonce())
        case ev.GameAbandoned():
            return (abandon(state),)
        case ev.SeedRevealed():
            return (reveal_seed(state, first.seed),)
        case _:
            raise RecordError("nothing-led-to-this", found=_tag(first))


def _who_may(action: ev.SeenEvent) -> tuple[By, ...]:
    """Who can have done what `action` tells of."""
    match action:
        case ev.BidMade() | ev.BidChanged() | ev.BidHidden() | ev.CardPlayed():
            return ("person", "cpu", "timeout")
        case ev.NonceCommitted() | ev.NonceRevealed():
            return ("person",)
        case _:
            return ("table",)


def _may_share_a_line(made: Sequence[ev.Event], then: Sequence[ev.Event]) -> bool:
    """Whether an action may stand behind another: the secret of a game that is given up."""
    return isinstance(made[-1], ev.GameAbandoned) and isinstance(then[0], ev.SeedRevealed)


def _hidden_bid(state: GameState, seat: Seat, clues: Clues) -> int:
    number = 0 if state.round is None else state.round.number
    bid = clues.bids.get((number, seat))
    if bid is not None:
        return bid
    if clues.guess_bids:
        return _UNKNOWN_BID
    raise RecordError("hidden-bid-missing", seat=seat, number=number)


def _draw_again(state: GameState, drawn: ev.DealerDrawn, clues: Clues) -> tuple[ev.Event, ...]:
    seed, players = clues.seed, state.rulebook.players
    if state.rulebook.first_dealer is FirstDealer.RANDOM:
        seat = drawn.dealer
        if seed is not None:
            seat = random_seat(seed, state.nonces, players=players)
        return decide_chance(state, NameDealer(seat))
    if seed is not None:
        return decide_chance(state, Deal(deck_for_draw(seed, state.nonces)))
    cards = [card for draws in drawn.draws for _, card in draws]
    rest = (card for card in PACK if card not in cards)
    return decide_chance(state, Deal((*cards, *rest)))


def _deal_again(state: GameState, opened: ev.RoundOpened, clues: Clues) -> tuple[ev.Event, ...]:
    if state.phase is not Phase.DEAL:
        raise DealError("no-deal-wanted")
    if clues.seed is not None:
        number = len(state.results) + 1
        deck = deck_for_round(clues.seed, state.nonces, number=number)
        return decide_chance(state, Deal(deck))
    planned, dealer, seats = next_round(state)
    turn_up = opened.turn_up if planned.has_turn_up else None
    if planned.has_turn_up and turn_up is None:
        raise RecordError("turn-up-missing", number=planned.number)
    shown = clues.cards.get(planned.number, {})
    hands = [
        tuple(card for card in shown.get(seat, ()) if card is not turn_up)
        for seat in range(state.rulebook.players)
    ]
    dealt = ev.RoundDealt(
        number=planned.number,
        size=planned.size,
        dealer=dealer,
        seats=seats,
        trump=planned.suit if turn_up is None else SUIT_OF[turn_up],
        turn_up=turn_up,
        hands=tuple(hands),
        stock=(),
    )
    return (dealt,)


def _bids_shown(lines: Iterable[Line]) -> dict[tuple[int, Seat], int]:
    """Bids made all at once, as they were revealed."""
    shown: dict[tuple[int, Seat], int] = {}
    number = 0
    for event in _events(lines):
        match event:
            case ev.RoundOpened():
                number = event.number
            case ev.BidsRevealed():
                for seat, bid in enumerate(event.bids):
                    if bid is not None:
                        shown[number, seat] = bid
            case _:
                pass
    return shown


def _cards_shown(lines: Iterable[Line]) -> dict[int, dict[Seat, tuple[Card, ...]]]:
    """Cards by round number and seat; a card belongs to whoever is first seen playing it."""
    rounds: dict[int, dict[Seat, tuple[Card, ...]]] = {}
    gone: set[Card] = set()
    number = 0
    for event in _events(lines):
        match event:
            case ev.RoundOpened():
                number = event.number
                gone = set()
            case ev.CardPlayed() if event.card not in gone:
                gone.add(event.card)
                hands = rounds.setdefault(number, {})
                hands[event.seat] = (*hands.get(event.seat, ()), event.card)
            case _:
                pass
    return rounds


def _events(lines: Iterable[Line]) -> Iterable[ev.SeenEvent]:
    return (event for line in lines for event in line.events)


def _how_many_of_a_kind(given: Sequence[ev.SeenEvent], right: Sequence[ev.SeenEvent]) -> int:
    """How many of `given` are the consequences in `right`, whatever they say; at least one."""
    count = 1
    while count < min(len(given), len(right)) and type(given[count]) is type(right[count]):
        count += 1
    return count


def _compare(given: Sequence[ev.SeenEvent], right: Sequence[ev.SeenEvent]) -> Iterable[RecordError]:
    """A fault for each field that differs and each event of `right` that is missing."""
    for found, true in zip(given, right, strict=False):
        if type(found) is not type(true):
            yield RecordError("wrong-event", found=_tag(found), right=_tag(true))
            continue
        if found == true:
            continue
        told, plain = event_to_plain(found), event_to_plain(true)
        for field, value in plain.items():
            if told[field] != value:
                yield RecordError(
                    "wrong-value",
                    event=_tag(true),
                    field=field,
                    found=_words(told[field]),
                    right=_words(value),
                )
    for missing in right[len(given) :]:
        yield RecordError("missing-event", right=_tag(missing))


def _tag(event: ev.SeenEvent) -> str:
    return str(event_to_plain(event)["event"])


def _words(value: object) -> str:
    if isinstance(value, list):
        items: list[object] = value  # pyright: ignore[reportUnknownVariableType]
        return " ".join(_words(item) for item in items)
    return "nothing" if value is None else str(value)
