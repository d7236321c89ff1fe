"""From the values of the rules and the table to what goes over the wire, and back for actions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Final, Generic, TypeVar, assert_never, cast

import msgspec
from msgspec import UNSET, Raw

from ohhell.rules import events as ev
from ohhell.rules import view as seen
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import TEXT_OF, Card, Suit, parse_card
from ohhell.rules.presets import standing
from ohhell.rules.record import By
from ohhell.rules.rulebook import Rulebook
from ohhell.table import events as te
from ohhell.table import messages
from ohhell.web.protocol import events as wire
from ohhell.web.protocol.fields import StandingName, SuitText
from ohhell.web.protocol.incoming import Act
from ohhell.web.protocol.outgoing import ActedFor, Pause, Push, SeatStatus, Shuffle, Step
from ohhell.web.protocol.view import Choice, Plan, Round, RoundResult, Trick, View

_TURN_UP: Final = "turn-up"
_NO_TRUMP: Final = "none"
_SUIT: Final[Mapping[Suit, SuitText]] = {
    Suit.CLUBS: "clubs",
    Suit.DIAMONDS: "diamonds",
    Suit.HEARTS: "hearts",
    Suit.SPADES: "spades",
}


_PLAYED: Final = tuple(Choice(play=text) for text in TEXT_OF)

_Value = TypeVar("_Value")
_Written = TypeVar("_Written")

_MOST_WRITTEN: Final = 2048
_ENCODER: Final = msgspec.json.Encoder()


class _WrittenOnce(Generic[_Value, _Written]):
    """JSON of values that stay the same from push to push, found again by what they are.

    The newest are kept, and with each the value itself, so that no other can be taken for it.
    """

    def __init__(self, write: Callable[[_Value], _Written]) -> None:
        self._write = write
        self._kept: OrderedDict[int, tuple[_Value, Raw]] = OrderedDict()

    def __call__(self, value: _Value) -> _Written:
        """What `write` makes of the value, as JSON that goes out as it is."""
        kept = self._kept.get(id(value))
        if kept is None:
            kept = (value, Raw(_ENCODER.encode(self._write(value))))
            self._kept[id(value)] = kept
            if len(self._kept) > _MOST_WRITTEN:
                self._kept.popitem(last=False)
        return cast("_Written", kept[1])


def action_of(message: Act) -> Action:
    """The action a message asks for."""
    if message.bid is not UNSET:
        return Bid(message.bid)
    assert message.play is not UNSET, "the decoder saw to it"
    return Play(parse_card(message.play))


def choice_of(action: Action) -> Choice:
    """`{"bid": 3}` or `{"play": "QS"}`."""
    match action:
        case Bid():
            return Choice(bid=action.tricks)
        case Play():
            return _PLAYED[action.card]
        case _:
            assert_never(action)


Steps = tuple[tuple[By, tuple[te.ToldEvent, ...]], ...]
"""What was done, and by whom, one action with its consequences after the other."""


def push_of(push: messages.Push, steps: Steps, *, re: str | None) -> Push:
    """A table's push as JSON will hold it; `steps` led to it from what was sent before."""
    return wire_push(push, view_of(push.view), steps_of(steps), re=re)


def wire_push(push: messages.Push, view: View, did: list[Step], *, re: str | None) -> Push:
    """A push with this view of it."""
    return Push(
        table=push.table,
        boot=push.boot,
        push=push.push,
        number=push.number,
        did=did,
        view=view,
        seats=_seats(push.seats),
        shuffle=_shuffle(push.shuffle),
        deadline=push.deadline,
        idle_at=push.idle_at,
        pause=Pause(push.pause.is_paused, list(push.pause.wanted_by)),
        watchers=push.watchers,
        party=push.party,
        re=re,
    )


def steps_of(steps: Steps) -> list[Step]:
    """What was done as JSON will hold it."""
    return [Step(by, [event_of(event) for event in events]) for by, events in steps]


def view_of(view: seen.PlayerView) -> View:
    """A seat's view as JSON will hold it."""
    return View(
        rulebook=_rulebook(view.rulebook),
        standing=_standing(view.rulebook),
        plan=_plan(view.rulebook),
        seat=view.seat,
        names=_names(view.names),
        phase=view.phase.value,
        turn=view.turn,
        to_act=list(view.to_act),
        legal=[choice_of(action) for action in view.legal],
        round=None if view.round is None else _round(view.round),
        totals=list(view.totals),
        results=_results(view.results),
        first_dealer=view.first_dealer,
        draws=_drawn(view.draws),
        extensions_played=view.extensions_played,
        contenders=list(view.contenders),
        places=list(view.places),
    )


def plan_of(rulebook: Rulebook) -> Plan:
    """The scheduled rounds."""
    rounds = rulebook.compile().rounds
    return Plan(
        sizes=[planned.size for planned in rounds],
        trumps=[
            _TURN_UP
            if planned.has_turn_up
            else _NO_TRUMP
            if planned.suit is None
            else str(planned.suit)
            for planned in rounds
        ],
        low_wins=rulebook.scoring.low_wins,
    )


def standing_of(rulebook: Rulebook) -> StandingName:
    """Whether a rulebook is its preset as written, in a word."""
    return standing(rulebook).value


def _cards(cards: Iterable[Card]) -> list[str]:
    return [TEXT_OF[card] for card in cards]


def _suit(suit: Suit | None) -> SuitText | None:
    return None if suit is None else _SUIT[suit]


def _card(card: Card | None) -> str | None:
    return None if card is None else TEXT_OF[card]


def _draws(draws: seen.Draws) -> list[list[tuple[int, str]]]:
    return [[(seat, TEXT_OF[card]) for seat, card in drawn] for drawn in draws]


def _round(current: seen.RoundView) -> Round:
    return Round(
        number=current.number,
        size=current.size,
        dealer=current.dealer,
        seats=list(current.seats),
        trump=_suit(current.trump),
        turn_up=_card(current.turn_up),
        is_extension=current.is_extension,
        has_hook=current.has_hook,
        hand=_cards(current.hand),
        cards_left=list(current.cards_left),
        bids=list(current.bids),
        has_bid=list(current.has_bid),
        taken=list(current.taken),
        leader=current.leader,
        trick_seats=list(current.trick_seats),
        trick_cards=_cards(current.trick_cards),
        trick_winner=current.trick_winner,
        tricks=_tricks(current.tricks),
        barred_bid=current.barred_bid,
    )


def _trick(trick: seen.Trick) -> Trick:
    return Trick(list(trick.seats), _cards(trick.cards), trick.winner)


def _result(result: seen.RoundResult) -> RoundResult:
    return RoundResult(
        number=result.number,
        size=result.size,
        dealer=result.dealer,
        trump=_suit(result.trump),
        is_extension=result.is_extension,
        bids=list(result.bids),
        taken=list(result.taken),
        points=list(result.points),
    )


def _hex(value: bytes | None) -> str | None:
    return None if value is None else value.hex()


def _write_seats(seats: tuple[messages.SeatStatus, ...]) -> list[SeatStatus]:
    return [
        SeatStatus(
            seat.player,
            seat.is_present,
            seat.has_stand_in,
            seat.has_resigned,
            list(seat.wanted_by),
            seat.is_voted_out,
            [ActedFor(one.number, one.round, one.by, _card(one.card)) for one in seat.acted_for],
        )
        for seat in seats
    ]


def _write_shuffle(shuffle: messages.Shuffle) -> Shuffle:
    return Shuffle(
        commitment=shuffle.commitment.hex(),
        persons=list(shuffle.persons),
        promised=[_hex(commitment) for commitment in shuffle.promised],
        shown=[_hex(nonce) for nonce in shuffle.shown],
        left_out=list(shuffle.left_out),
        may_reveal=shuffle.may_reveal,
        seed=_hex(shuffle.seed),
    )


def _write_results(results: tuple[seen.RoundResult, ...]) -> list[RoundResult]:
    return [_result(result) for result in results]


def _write_tricks(tricks: tuple[seen.Trick, ...]) -> list[Trick]:
    return [_trick(trick) for trick in tricks]


def _write_names(names: tuple[str, ...]) -> list[str]:
    return list(names)


_rulebook = _WrittenOnce(Rulebook.as_dict)
_standing = _WrittenOnce(standing_of)
_plan = _WrittenOnce(plan_of)
_names = _WrittenOnce(_write_names)
_drawn = _WrittenOnce(_draws)
_results = _WrittenOnce(_write_results)
_tricks = _WrittenOnce(_write_tricks)
_seats = _WrittenOnce(_write_seats)
_shuffle = _WrittenOnce(_write_shuffle)


def event_of(event: te.ToldEvent) -> wire.Event:
    """An event that was masked for its listener, as JSON will hold it."""
    match event:
        case ev.GameStarted():
            text = str(event.rulebook)
            commitment = event.commitment.hex()
            return wire.Started(text, list(event.names), list(event.persons), commitment)
        case ev.NonceCommitted():
            return wire.NoncePromised(event.seat, event.commitment.hex())
        case ev.NonceRevealed():
            return wire.NonceShown(event.seat, event.nonce.hex())
        case ev.NonceMissed():
            return wire.NonceMissed(event.seat)
        case ev.DealerDrawn():
            return wire.Dealer(event.dealer, _draws(event.draws))
        case ev.RoundOpened():
            return wire.RoundOpened(
                number=event.number,
                size=event.size,
                dealer=event.dealer,
                seats=list(event.seats),
                trump=_suit(event.trump),
                turn_up=_card(event.turn_up),
                hand=None if event.hand is None else _cards(event.hand),
            )
        case ev.BidMade():
            return wire.BidMade(event.seat, event.tricks)
        case ev.BidHidden():
            return wire.BidHidden(event.seat)
        case ev.BidChanged():
            return wire.BidChanged(event.seat, event.tricks)
        case ev.BidsRevealed():
            return wire.BidsRevealed(list(event.bids))
        case ev.CardPlayed():
            return wire.CardPlayed(event.seat, TEXT_OF[event.card])
        case ev.TrickTaken():
            return wire.TrickTaken(event.seat)
        case ev.RoundScored():
            return wire.RoundScored(event.number, list(event.points), list(event.totals))
        case ev.GameEnded():
            return wire.GameEnded(list(event.places))
        case ev.GameAbandoned():
            return wire.GameAbandoned()
        case ev.SeedRevealed():
            return wire.SeedRevealed(event.seed.hex())
        case _:
            return _table_event(event)


def _table_event(event: te.TableEvent) -> wire.TableEvent:
    match event:
        case te.Opened():
            return wire.Opened(event.at)
        case te.SettingsChanged():
            settings = event.settings
            return wire.SettingsChanged(
                settings.turn_seconds, settings.grace_seconds, settings.stand_in
            )
        case te.Sat():
            return wire.Sat(event.seat, event.name, event.player)
        case te.CpuTookOver():
            return wire.CpuTookOver(event.seat)
        case te.Returned():
            return wire.Returned(event.seat)
        case te.Resigned():
            return wire.Resigned(event.seat)
        case te.DeadlineSet():
            return wire.DeadlineSet(event.turn, event.at)
        case te.StandInWanted():
            return wire.StandInWanted(event.seat, event.by, event.is_wanted)
        case te.VotedOut():
            return wire.VotedOut(event.seat)
        case te.PauseWanted():
            return wire.PauseWanted(event.seat, event.is_wanted)
        case te.Paused():
            return wire.Paused(event.seconds_left)
        case te.Resumed():
            return wire.Resumed(event.seat)
        case _:
            assert_never(event)
