"""Rounds with chosen cards and scripted actions, for examples that are worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import pytest

from ohhell.rules import events as ev
from ohhell.rules.actions import Action, Bid, Deal, Play
from ohhell.rules.cards import (
    PACK,
    Seat,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
)
from ohhell.rules.engine import (
    decide,
    decide_chance,
    evolve,
    legal_bids,
    new_game,
    next_round,
    playable,
    start,
    to_act,
)
from ohhell.rules.errors import IllegalAction
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.view import Phase

COMMITMENT: Final = bytes(32)


class Scene:
    """A game without nonces, moved on by the test; cards are written `QS TC`."""

    def __init__(self, rulebook: str | Rulebook) -> None:
        rules = parse_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
        names = tuple("ABCDEFG"[: rules.players])
        started = new_game(rules, names, persons=(), commitment=COMMITMENT)
        self.log: list[ev.Event] = [started]
        self.state: GameState = start(started)

    @property
    def round(self) -> RoundState:
        """The round in progress."""
        assert self.state.round is not None
        return self.state.round

    @property
    def phase(self) -> Phase:
        """What the game waits for.  Read anew each time: a narrowed type would be out of date."""
        return self.state.phase

    @property
    def next(self) -> Seat:
        """The only seat the game waits for."""
        (seat,) = to_act(self.state)
        return seat

    def happen(self, events: Iterable[ev.Event]) -> None:
        """Fold what came of a move."""
        for event in events:
            self.log.append(event)
            self.state = evolve(self.state, event)

    def deal(self, *hands: str, turn_up: str | None = None) -> None:
        """Deal these hands, by seat (empty for a seat that sits out), and turn this card up.

        Hands are filled up with cards that appear nowhere else; so is a turn-up that must be.
        """
        planned, _, seats = next_round(self.state)
        chosen = {seat: list(parse_cards(hands[seat])) for seat in seats if seat < len(hands)}
        named = {card for hand in chosen.values() for card in hand}
        turned = None if turn_up is None else parse_card(turn_up)
        spare = [card for card in PACK if card not in named and card is not turned]
        for seat in seats:
            hand = chosen.setdefault(seat, [])
            while len(hand) < planned.size:
                hand.append(spare.pop(0))
            assert len(hand) == planned.size, f"seat {seat} has {format_cards(hand)}"
        assert turned is None or planned.has_turn_up, "no card is turned up in this round"
        deck = [chosen[seat][turn] for turn in range(planned.size) for seat in seats]
        deck += [turned] if turned is not None else []
        self.happen(decide_chance(self.state, Deal.of([*deck, *spare])))

    def act(self, seat: Seat, action: Action) -> None:
        """One legal action."""
        self.happen(decide(self.state, seat, action))

    def bid(self, *bids: int) -> None:
        """Bids of the seats whose turn it is, one after another."""
        for tricks in bids:
            self.act(to_act(self.state)[0], Bid(tricks))

    def bid_all(self, bids: Mapping[Seat, int]) -> None:
        """Everybody's bid by seat, made in turn."""
        self.bid(*(bids[seat] for seat in self.round.seats))

    def play(self, cards: str) -> None:
        """Cards of the seats whose turn it is, one after another."""
        for card in parse_cards(cards):
            self.act(self.next, Play(card))

    def refusal(self, seat: Seat, action: Action) -> str:
        """The code with which an action is refused."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            decide(self.state, seat, action)
        assert self.state == before
        return caught.value.code

    def bids(self, seat: Seat | None = None) -> tuple[int, ...]:
        """The bids that are open to a seat (or to the one whose turn it is)."""
        return legal_bids(self.state, self.next if seat is None else seat)

    def cards(self, seat: Seat | None = None) -> str:
        """The cards a seat may play (or the one whose turn it is), by card number."""
        return format_cards(playable(self.state, self.next if seat is None else seat))

    def one_trick(self, bids: Mapping[Seat, int], *, winner: Seat) -> None:
        """A whole one-card round: deal so that `winner` takes the only trick, bid, and play."""
        seats = next_round(self.state)[2]
        hands: dict[Seat, str] = dict(
            zip(seats, ("2C", "2D", "2H", "3C", "3D", "3H", "4C"), strict=False)
        )
        hands[winner] = "AS"
        planned = next_round(self.state)[0]
        turn_up = "2S" if planned.has_turn_up else None
        assert turn_up or planned.suit is Suit.SPADES, "the ace of spades would not win"
        self.deal(*(hands.get(seat, "") for seat in range(len(self.state.totals))), turn_up=turn_up)
        self.bid_all(bids)
        self.play_out()

    def play_out(self) -> None:
        """The lowest legal card of every seat till the round is over."""
        number = self.round.number
        while self.state.round is not None and self.state.round.number == number:
            self.play(self.cards().split()[0])

    def events(self, kind: type[ev.Event]) -> list[ev.Event]:
        """The events of one kind so far."""
        return [event for event in self.log if isinstance(event, kind)]
