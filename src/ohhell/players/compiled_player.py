"""The CPU players that think in compiled code, from a view to an action."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

import numpy as np

from ohhell.kernel.bridge import Position, card_bit, card_of, position_of
from ohhell.kernel.play import HIGHEST_LEADS
from ohhell.kernel.policy import MOST_CARDS
from ohhell.kernel.search import Depth, search_bid, search_card
from ohhell.players.adviser import Advice, Option
from ohhell.players.last_round import Usual, bids_for_the_win, pays_for_making
from ohhell.players.levels_of_play import DEPTHS, PLAYS_TO_WIN, advising
from ohhell.players.tables import tables_for, usual_results
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.view import PlayerView

MISLED: Final = 0.25
"""What a bid on a single card may give away, over what making one is worth.

The solved tables know nothing of bids that no good player makes: after those a second look, at the
cards that the others may have, has the last word.
"""


class CompiledPlayer:
    """A level of play; it holds no state, so one serves every seat of every table."""

    __slots__ = ("_depth", "_level")

    def __init__(self, level: str, depth: Depth | None = None) -> None:
        self._level = level
        self._depth = DEPTHS[level] if depth is None else depth

    @property
    def level(self) -> str:
        """The name people choose this player by."""
        return self._level

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        """One of `view.legal`; one draw of 64 bits from `dice` where there is a choice."""
        if len(view.legal) == 1:
            return view.legal[0]
        seed = dice.getrandbits(64)
        choice, found = self._decide(view, seed, self._depth)
        if self._level in PLAYS_TO_WIN and isinstance(choice, Bid) and is_last_round(view):
            return _for_the_win(view, choice, found)
        return choice

    def advise(self, view: PlayerView, dice: random.Random) -> Advice:
        """What is best for points, and what each legal action is worth."""
        seed = dice.getrandbits(64)
        choice = view.legal[0]
        if len(view.legal) > 1:
            choice = self._decide(view, seed, self._depth)[0]
        # A second look at every action, from the same worlds; the first look alone decides.
        wide = advising(self._depth)
        found = self._decide(view, seed, wide)[1]
        bids = tuple(action for action in view.legal if isinstance(action, Bid))
        if bids and len(bids) < len(view.legal):
            # A bid that may still be changed while it is this seat's turn to lead.
            found |= self._decide(replace(view, legal=bids), seed, wide)[1]
        sign = -1.0 if view.rulebook.scoring.low_wins else 1.0
        return Advice(
            choice,
            tuple(
                Option(action, points=sign * found[action][0], make=found[action][1])
                for action in view.legal
            ),
        )

    def _decide(
        self, view: PlayerView, seed: int, depth: Depth
    ) -> tuple[Action, dict[Action, tuple[float, float]]]:
        position = position_of(view)
        tables = tables_for(position.rules)
        dice = np.array([seed], np.uint64)
        means = np.zeros(MOST_CARDS + 1)
        makes = np.zeros(MOST_CARDS + 1)
        if not any(isinstance(action, Play) for action in view.legal):
            bid = search_bid(
                position.rules, tables, depth, position.me, position.hand, position.bids, dice,
                means, makes,
            )  # fmt: skip
            if position.rules.size == 1 and depth.solved and depth.drawn > 1:
                dice[0] = seed
                search_bid(
                    position.rules, tables, advising(depth), position.me, position.hand,
                    position.bids, dice, means, makes,
                )  # fmt: skip
                other = 1 - bid
                if Bid(other) in view.legal and (
                    means[other] - means[bid] > MISLED * position.rules.scale
                ):
                    bid = other
            if position.rules.size == 1:
                _take_it_or_not(position.rules, view.legal, means, makes)
            return Bid(int(bid)), {
                action: (float(means[action.tricks]), float(makes[action.tricks]))
                for action in view.legal
                if isinstance(action, Bid)
            }
        cards = np.zeros(MOST_CARDS + 1, np.uint64)
        choice, count = search_card(
            position.rules, tables, depth, position.me, position.hand, position.bids,
            position.leader, position.play_seats, position.play_cards, position.plays, dice,
            cards, means, makes,
        )  # fmt: skip
        played = Play(card_of(int(cards[choice]), position.trump))
        return played, _by_action(view, position, cards, means, makes, count)


def is_last_round(view: PlayerView) -> bool:
    """Whether the game may end with the round in progress, and others came before.

    A game of a single round is about its points: nobody is ahead or behind in it.
    """
    current = view.round
    return (
        current is not None and current.number >= len(view.rulebook.sizes) and len(view.results) > 0
    )


def _for_the_win(view: PlayerView, best: Bid, found: dict[Action, tuple[float, float]]) -> Bid:
    """The bid that wins the game most often; `best` is the one for points."""
    position = position_of(view)
    rules, points = position.rules, position.rules.points
    if view.round is None or not pays_for_making(points):
        return best
    means, makes = np.zeros(len(points)), np.full(len(points), -1.0)
    for action, told in found.items():
        if isinstance(action, Bid):
            means[action.tricks], makes[action.tricks] = told
    sign = -1 if view.rulebook.scoring.low_wins else 1
    totals = np.array([[sign * view.totals[seat] for seat in view.round.seats]])
    usual = Usual(points, usual_results(rules.seats, rules.size))
    wished = bids_for_the_win(
        points, usual, totals, position.me, position.bids, best.tricks, means, makes
    )
    return Bid(int(wished[0]))


def _take_it_or_not(rules: Any, legal: tuple[Action, ...], means: Any, makes: Any) -> None:
    """Make the chances of bidding 0 and 1 on one card add up to 1, where no bid changes the play.

    A card takes the trick or does not; the chances come from worlds looked at for each bid alone,
    and are then corrected one by one.
    """
    both = makes[0] + makes[1]
    if (
        len(legal) < 2
        or min(makes[0], makes[1]) < 0.0
        or both <= 0.0
        or rules.lead_kind == HIGHEST_LEADS
    ):
        return
    for bid in (0, 1):
        makes[bid] /= both
        means[bid] = rules.points[bid, bid] * makes[bid]
        means[bid] += rules.points[bid, 1 - bid] * (1.0 - makes[bid])


def _by_action(
    view: PlayerView, position: Position, cards: Any, means: Any, makes: Any, count: int
) -> dict[Action, tuple[float, float]]:
    """Points and chance of every legal card: of equal cards one was looked at for all."""
    found: dict[Action, tuple[float, float]] = {}
    looked_at = [int(cards[index]) for index in range(count)]
    for action in view.legal:
        if not isinstance(action, Play):
            continue
        bit = int(card_bit(action.card, position.trump))
        lane = bit.bit_length() - 1 >> 4
        same = [
            index
            for index, other in enumerate(looked_at)
            if other <= bit and other.bit_length() - 1 >> 4 == lane
        ]
        index = same[-1] if same else 0
        found[action] = (float(means[index]), float(makes[index]))
    return found
