"""What the laws are tried on: rulebooks over every axis, whole games, and any moment of one.

Games are kept short (`short_rulebooks`), since a law holds for three cards as for ten; what a
game is made of shrinks to few seats, few cards and plain rules.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.axes import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    BidChange,
    Bidding,
    DealerRule,
    FirstDealer,
    FirstLead,
    HookFrom,
    RoundSequence,
    Sizes,
    TieRule,
    Ties,
    TrumpRule,
    TurnUp,
)
from ohhell.rules.cards import PACK, Card, Seat, Suit
from ohhell.rules.plan import largest_by_default, round_sizes
from ohhell.rules.presets import PRESETS
from ohhell.rules.rulebook import AXES, Rulebook
from ohhell.rules.scoring import NAMED, Scoring, parse_scoring
from ohhell.rules.state import GameState
from tests.rules.games import Game, at_random, nonces_at_random, play_game

CUSTOM_SCORINGS: Final = (
    "exact: 10 + 5 * tricks; missed: 5 * tricks",
    "exact: 0; over: tricks - bid; short: 2 * (bid - tricks); low wins",
    "exact: size * players - bid; missed: -min(bid, tricks) if size > 1 else 0",
    "exact: 1; missed: 0",
)


def seat_counts() -> SearchStrategy[int]:
    """Three to seven."""
    return st.integers(FEWEST_PLAYERS, MOST_PLAYERS)


def secrets() -> SearchStrategy[bytes]:
    """The 32 bytes all cards of a game come from."""
    return st.binary(min_size=32, max_size=32)


def decks() -> SearchStrategy[tuple[Card, ...]]:
    """The pack in any order."""
    return st.permutations(PACK).map(tuple)


def scorings() -> SearchStrategy[Scoring]:
    """All that have a name, and some that a table wrote itself."""
    named = st.sampled_from(tuple(NAMED.values()))
    return named | st.sampled_from(CUSTOM_SCORINGS).map(parse_scoring)


def trump_rules() -> SearchStrategy[TrumpRule]:
    """Turn-ups, and cycles of one to five suits or rounds without trump."""
    suits = st.none() | st.sampled_from(Suit)
    return st.sampled_from(TurnUp) | st.lists(suits, min_size=1, max_size=5).map(tuple)


@st.composite
def rulebooks(draw: DrawFn, *, players: SearchStrategy[int] | None = None) -> Rulebook:
    """Any legal rulebook, up to the longest games."""
    count = draw(players or seat_counts())
    trump = draw(trump_rules())
    most = _most_cards_a_seat(count, trump)
    max_size = draw(st.none() | st.integers(1, most))
    sizes = st.lists(st.integers(1, most), min_size=1, max_size=100).map(tuple)
    sequence = draw(st.sampled_from(RoundSequence) | sizes)
    return draw(_rulebooks(count, max_size, sequence, trump))


@st.composite
def short_rulebooks(
    draw: DrawFn, *, players: SearchStrategy[int] | None = None, most_cards: int = 52
) -> Rulebook:
    """Legal rulebooks whose whole schedule plays at most `most_cards` cards (at least 7).

    One round that uses up the pack is among them, and so is a run of very small ones.
    """
    count = draw(players or seat_counts())
    trump = draw(trump_rules())
    most = min(_most_cards_a_seat(count, trump), most_cards // count)
    if draw(st.booleans()):
        sequence = draw(st.sampled_from(RoundSequence))
        fitting = [
            size
            for size in range(1, most + 1)
            if count * sum(round_sizes(sequence, size)) <= most_cards
        ]
        return draw(_rulebooks(count, draw(st.sampled_from(fitting)), sequence, trump))
    sizes: list[int] = []
    left = most_cards // count
    while left and (not sizes or draw(st.booleans())):
        sizes.append(draw(st.integers(1, min(left, most))))
        left -= sizes[-1]
    max_size = draw(st.none() | st.integers(1, 52))  # overridden by the list
    return draw(_rulebooks(count, max_size, tuple(sizes), trump))


def _most_cards_a_seat(players: int, trump: TrumpRule) -> int:
    return (51 if trump is TurnUp.EVERY_ROUND else 52) // players


@st.composite
def _rulebooks(
    draw: DrawFn, players: int, max_size: int | None, sequence: Sizes, trump: TrumpRule
) -> Rulebook:
    largest = max(round_sizes(sequence, max_size or largest_by_default(players)))
    hook: HookFrom = None
    bid_change = BidChange.NONE
    bidding = draw(st.sampled_from(Bidding))
    if bidding is Bidding.IN_TURN:
        hook = draw(st.sampled_from((1, None)) | st.integers(1, largest + 1))
        bid_change = draw(st.sampled_from(BidChange))
    seats: SearchStrategy[DealerRule] = st.integers(0, players - 1)
    return Rulebook(
        preset=draw(st.sampled_from(tuple(PRESETS))),
        players=players,
        max_size=max_size,
        sequence=sequence,
        first_dealer=draw(st.sampled_from(FirstDealer) | seats),
        trump=trump,
        bidding=bidding,
        hook=hook,
        bid_change=bid_change,
        first_lead=draw(st.sampled_from(FirstLead)),
        scoring=draw(scorings()),
        ties=draw(tie_rules()),
    )


def tie_rules() -> SearchStrategy[Ties]:
    """Every way to end a tie."""
    leaders = st.integers(1, 20).map(lambda most: Ties(TieRule.LEADERS, most))
    return st.just(Ties(TieRule.SHARE)) | leaders | st.just(Ties(TieRule.ALL_SEATS))


def field_dicts() -> SearchStrategy[Mapping[str, object]]:
    """The dict form with any values: right, nearly right, and absurd ones."""
    words = st.sampled_from(
        (
            *("default", "down-up", "up", "down", "up-down", "random", "drawn", "seat-2", "seat-9"),
            *("turn-up", "turn-up-except-largest", "none", "spades", "spades,none", "in-turn"),
            *("all-at-once", "on", "off", "from-3", "from-0", "until-next", "dealer"),
            *("dealers-left", "highest-bidder", "tricks-plus-ten", "exact: 1; missed: 1"),
            *("exact: 1 // bid; missed: 0", "share", "leaders-3", "leaders-0", "all-seats", ""),
        )
    )
    numbers = st.integers(-2, 60)
    plain: SearchStrategy[Any] = (
        words | numbers | numbers.map(str) | st.text(max_size=8) | st.none() | st.booleans()
    )
    values = plain | st.floats() | st.lists(plain, max_size=4) | st.lists(numbers, max_size=5)
    right: dict[str, SearchStrategy[Any]] = {
        "players": st.integers(3, 7),
        "max_size": st.just("default") | st.integers(1, 17),
        "sequence": st.sampled_from(("down-up", "up", [1, 2, 3], "5,4")),
        "first_dealer": st.sampled_from(("random", "drawn", "seat-0")),
        "trump": st.sampled_from(("turn-up", "turn-up-except-largest", "none", ["hearts", "none"])),
        "bidding": st.sampled_from(("in-turn", "all-at-once")),
        "hook": st.sampled_from(("on", "off", "from-2")),
        "bid_change": st.sampled_from(("none", "until-next")),
        "first_lead": st.sampled_from(("dealers-left", "dealer", "highest-bidder")),
        "scoring": st.sampled_from(("binary", "exact: 1; missed: 1", CUSTOM_SCORINGS[1])),
        "ties": st.sampled_from(("share", "leaders-2", "all-seats")),
    }
    assert tuple(right) == AXES
    axes = {name: usual | usual | values for name, usual in right.items()}
    others = st.dictionaries(
        st.sampled_from(("preset", "trumps", "max-size", "")), values, max_size=1
    )
    chosen: SearchStrategy[dict[str, object]] = st.fixed_dictionaries({}, optional=axes)
    return st.tuples(chosen, others).map(lambda both: {**both[0], **both[1]})


@st.composite
def games(
    draw: DrawFn,
    *,
    rules: SearchStrategy[Rulebook] | None = None,
    most_extensions: int = 4,
) -> Game:
    """A game by random legal actions to its end, or given up when a tie goes on and on."""
    rulebook = draw(rules or short_rulebooks())
    dice = random.Random(draw(st.integers(0, 2**32 - 1)))
    persons = draw(st.sets(st.integers(0, rulebook.players - 1), max_size=2))
    return play_game(
        rulebook,
        draw(secrets()),
        at_random(dice),
        persons=persons,
        nonce_moves=nonces_at_random(dice),
        most_extensions=most_extensions,
    )


@st.composite
def unfinished_games(draw: DrawFn, *, rules: SearchStrategy[Rulebook] | None = None) -> Game:
    """A game as it stands at any moment, from before the first step to after the last."""
    game = draw(games(rules=rules))
    return game.up_to(draw(st.integers(0, len(game.steps))))


@st.composite
def games_in_a_round(draw: DrawFn, *, rules: SearchStrategy[Rulebook] | None = None) -> Game:
    """A game as it stands at any moment between a deal and the score of that round."""
    game = draw(games(rules=rules))
    moments = [
        count for count, step in enumerate(game.steps, start=1) if step.after.round is not None
    ]
    return game.up_to(draw(st.sampled_from(moments)))


def all_actions(state: GameState) -> tuple[tuple[Seat, Action], ...]:
    """Whatever anybody could try: every seat and one beyond, every bid and two beyond, 52 cards."""
    players = state.rulebook.players
    size = state.round.size if state.round is not None else 2
    actions: list[Action] = [Bid(tricks) for tricks in range(-1, size + 2)]
    actions += [Play(card) for card in PACK]
    return tuple((seat, action) for seat in range(-1, players + 1) for action in actions)
