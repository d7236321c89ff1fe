"""Single moments of a round, written down without playing up to them.

Seat 0 sits left of the dealer, so the last seat deals.  Only what the seat to act may know has to
be said: the others get cards nobody has seen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ohhell.rules.actions import Action
from ohhell.rules.cards import PACK, Card, Seat, Suit, parse_card, parse_cards
from ohhell.rules.engine import new_game, start
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.state import RoundState
from ohhell.rules.trick import winning_index
from ohhell.rules.view import Phase, PlayerView, RoundView, Trick

LETTERS = "ABCDEFG"
POSITIONS = Path(__file__).parents[1] / "golden" / "positions.jsonl"

Plays = tuple[Sequence[Seat], Sequence[Card]]
"""Who played what to one trick, in order."""


def rulebook_for(
    players: int, size: int, *, trump: Suit | None, turns_up: bool, hook: bool, **axes: str
) -> Rulebook:
    """A rulebook of one round of that size and kind, paid by `exact-only` unless said."""
    words = {
        "players": str(players),
        "sequence": str(size),
        "first_dealer": f"seat-{players - 1}",
        "trump": "turn-up" if turns_up else "none" if trump is None else str(trump),
        "hook": "on" if hook else "off",
        "scoring": "exact-only",
    }
    return parse_rulebook("common").changed(**{**words, **axes})


def position(
    hand: str | Sequence[Card],
    *,
    players: int = 4,
    size: int | None = None,
    trump: Suit | None,
    turn_up: Card | None = None,
    bids: Mapping[Seat, int] | None = None,
    tricks: Sequence[Plays] = (),
    trick: Plays = ((), ()),
    seat: Seat = 0,
    hook: bool = True,
    **axes: str,
) -> PlayerView:
    """What `seat` sees before it bids (its own bid is not among `bids`) or plays."""
    mine = tuple(sorted(parse_cards(hand) if isinstance(hand, str) else hand))
    cards = len(mine) + len(tricks) if size is None else size
    rulebook = rulebook_for(
        players, cards, trump=trump, turns_up=turn_up is not None, hook=hook, **axes
    )
    made = bids or {}
    done = tuple(
        Trick(tuple(seats), tuple(played), seats[winning_index(played, trump)])
        for seats, played in tricks
    )
    trick_seats, on_table = trick
    shown = {*mine, *on_table, *(card for one in done for card in one.cards)}
    shown |= set() if turn_up is None else {turn_up}
    spare = [card for card in PACK if card not in shown]
    hands: list[tuple[Card, ...]] = []
    for other in range(players):
        left = cards - len(done) - (other in trick_seats)
        hands.append(mine if other == seat else tuple(spare[:left]))
        spare = spare if other == seat else spare[left:]
    is_bidding = len(made) < players
    current = RoundState(
        number=1,
        size=cards,
        dealer=players - 1,
        seats=tuple(range(players)),
        trump=trump,
        turn_up=turn_up,
        is_extension=False,
        hands=tuple(hands),
        stock=tuple(spare),
        bids=tuple(made.get(other) for other in range(players)),
        last_bidder=seat - 1 if is_bidding and seat else None,
        leader=None if is_bidding else trick_seats[0] if trick_seats else seat,
        trick=tuple(on_table),
        tricks=done,
        taken=tuple(sum(one.winner == other for one in done) for other in range(players)),
    )
    state = start(new_game(rulebook, LETTERS[:players], persons=(), commitment=bytes(32)))
    phase = Phase.BIDDING if is_bidding else Phase.PLAYING
    view = view_for(replace(state, phase=phase, round=current), seat)
    assert seat in view.to_act
    return view


def view_round(view: PlayerView) -> RoundView:
    """The round in progress of a view that has one."""
    assert view.round is not None
    return view.round


@dataclass(frozen=True, slots=True)
class Case:
    """One of the positions that people complained about, and what may and must not be done."""

    name: str
    view: PlayerView
    acceptable: tuple[str, ...]

    def accepts(self, action: Action) -> bool:
        """Whether this is one of the right answers."""
        return str(action) in self.acceptable


def told_cases() -> dict[str, Case]:
    """By name: the positions of `golden/positions.jsonl`."""
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    return {plain["id"]: _case(plain) for plain in map(json.loads, lines)}


def _case(plain: Mapping[str, Any]) -> Case:
    players, to_act = plain["players"], LETTERS.index(plain["to_act"])
    bids = {LETTERS.index(letter): bid for letter, bid in plain["bids"].items()}
    if plain["kind"] == "play":
        bids = {seat: bids.get(seat, 0) for seat in range(players)}
    view = position(
        [parse_card(card) for card in plain["hand"]],
        players=players,
        size=plain["hand_size"],
        trump=Suit("CDHS".index(plain["trump"])),
        turn_up=None if plain["turned"] is None else parse_card(plain["turned"]),
        bids=bids,
        tricks=[_plays(trick) for trick in plain["tricks"]],
        trick=_plays(plain["trick"]),
        seat=to_act,
        hook=bool(plain["hook"]),
    )
    return Case(plain["id"], view, tuple(map(str, plain["acceptable"])))


def _plays(trick: Sequence[Sequence[str]]) -> Plays:
    return [LETTERS.index(seat) for seat, _ in trick], [parse_card(card) for _, card in trick]
