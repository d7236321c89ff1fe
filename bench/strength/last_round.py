"""Whether playing the last round for the win, not for points, wins more games.

    .venv/bin/python bench/strength/last_round.py --size 10 --deals 600

One seat bids as `expert`, the others are of the field's level.  It bids for points, and once more
for the win, as `expert` does in the last round of a game (`players/last_round.py`).  Where the two
bids differ both rounds are played out, with the same luck, and judged by a thousand totals before
the last round, from games of quick players.  The gain is in won games for a game.

Cards decide little here (with the bid fixed, making it is best either way); `--cards club` lets
that level play all of them, which is several times faster.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import numpy as np
from numba import typed

from ohhell.kernel.arena import TABLE, contest_rounds
from ohhell.kernel.bits import TRUMPS
from ohhell.kernel.bridge import points_array
from ohhell.kernel.play import RoundRules
from ohhell.kernel.policy import MOST_CARDS
from ohhell.kernel.search import Depth, search_bid, search_card
from ohhell.players.last_round import LEAST, Usual, bids_for_the_win
from ohhell.players.levels_of_play import CLUB, EXPERT, MODEL, advising
from ohhell.players.tables import tables_for, usual_results
from ohhell.rules.rulebook import parse_rulebook

SEATS: Final = 4
LEVELS: Final = {"club": CLUB, "expert": EXPERT}
GAMES: Final = 1000
RARE: Final = 0.25
"""A bid for the win at a smaller share of the totals is played that much more seldom, for more."""

TURNED: Final = np.uint64(1 << 48)


@dataclass(frozen=True)
class Last:
    """The last round: its rules, what was trained for it, and the games before it."""

    rules: Any
    tables: Any
    totals: Any
    usual: Usual


@dataclass
class Deal:
    """One deal of the last round; a seat has the same luck at the same place, however it got there."""

    number: int
    last: Last
    hands: list[int] = field(default_factory=list)
    turned: Any = TURNED

    def __post_init__(self) -> None:
        size = self.last.rules.size
        drawn = random.Random(f"deal {self.number}").sample(range(52), SEATS * size + 1)
        trump = drawn[-1] // 13
        bits = [1 << (16 * ((card // 13 - trump + 3) % 4) + card % 13) for card in drawn]
        self.hands = [sum(bits[seat * size : (seat + 1) * size]) for seat in range(SEATS)]
        self.turned = np.uint64(bits[-1])
        self._heard: dict[Any, Any] = {}
        self._played: dict[Any, Any] = {}

    def _luck(self, seat: int, place: int) -> Any:
        word = random.Random(f"{self.number} {seat} {place}").getrandbits(64)
        return np.array([word], np.uint64)

    def bid(self, heard: tuple[int, ...], depth: Depth) -> tuple[int, Any, Any]:
        """The next seat's bid, and the points and the chance of every bid."""
        if (heard, depth) not in self._heard:
            seat = len(heard)
            means, makes = np.zeros(MOST_CARDS + 1), np.zeros(MOST_CARDS + 1)
            bid = search_bid(
                self.last.rules._replace(turned=self.turned), self.last.tables, depth, seat,
                np.uint64(self.hands[seat]), np.array((*heard, *[-1] * (SEATS - seat)), np.int64),
                self._luck(seat, 0), means, makes,
            )  # fmt: skip
            self._heard[heard, depth] = int(bid), means, makes
        return self._heard[heard, depth]

    def points(self, bids: tuple[int, ...], depths: tuple[Depth, ...]) -> Any:
        """The points of every seat, int64[seats], with these bids."""
        if (bids, depths) not in self._played:
            self._played[bids, depths] = self._play(bids, depths)
        return self._played[bids, depths]

    def _play(self, bids: tuple[int, ...], depths: tuple[Depth, ...]) -> Any:
        rules = self.last.rules._replace(turned=self.turned)
        known = np.array(bids, np.int64)
        hands = list(self.hands)
        seats = np.zeros(SEATS * rules.size, np.int64)
        laid = np.zeros(SEATS * rules.size, np.uint64)
        cards = np.zeros(MOST_CARDS + 1, np.uint64)
        means, makes = np.zeros(MOST_CARDS + 1), np.zeros(MOST_CARDS + 1)
        won = np.zeros(SEATS, np.int64)
        leader = 0
        for trick in range(0, SEATS * rules.size, SEATS):
            best = led = 0
            winner = leader
            for plays in range(trick, trick + SEATS):
                seat = (leader + plays) % SEATS
                choice, _ = search_card(
                    rules, self.last.tables, depths[seat], seat, np.uint64(hands[seat]), known, 0,
                    seats, laid, plays, self._luck(seat, 1 + plays), cards, means, makes,
                )  # fmt: skip
                card = int(cards[choice])
                led = led or 0xFFFF << (card.bit_length() - 1 & ~15)
                if card & (led | int(TRUMPS)) > best:
                    best, winner = card, seat
                hands[seat] ^= card
                seats[plays], laid[plays] = seat, card
            won[winner] += 1
            leader = winner
        return self.last.rules.points[known, won].astype(int)


def quick_rounds(size: int, points: Any, scale: float, count: int, seed: int) -> tuple[Any, Any]:
    """Bids and tricks int64[count, seats] of table players, in the order of bidding."""
    rules = RoundRules(SEATS, size, TRUMPS, TURNED, True, False, 0, points, scale)
    bids, won = (np.zeros((count, SEATS), np.int64) for _ in range(2))
    depths = typed.List([MODEL] * SEATS)
    contest_rounds(
        0, count, SEATS, size, True, True, False, 0, points, scale, tables_for(rules),
        np.array([TABLE] * SEATS), depths, depths, np.uint64(seed), bids, won,
        np.zeros((count, SEATS, size + 1)),
    )  # fmt: skip
    return bids, won


def last_round(size: int, scoring: str) -> Last:
    """The last round of games that end with `size` cards, and began with as many (1: went up to 10)."""
    most, sequence = (size, "down-up") if size > 1 else (10, "up-down")
    book = parse_rulebook(f"common sequence={sequence} max_size={most} scoring={scoring}")
    plan = book.compile().points
    totals = np.zeros((GAMES, SEATS), np.int64)
    for number, cards in enumerate(book.sizes[:-1]):
        points, scale = points_array(plan[cards], low_wins=False)
        bids, won = quick_rounds(cards, points, scale, GAMES, 77 + number)
        totals += np.roll(points[bids, won].astype(int), number, axis=1)
    points, scale = points_array(plan[size], low_wins=False)
    rules = RoundRules(SEATS, size, TRUMPS, TURNED, True, False, 0, points, scale)
    return Last(rules, tables_for(rules), totals, Usual(points, usual_results(SEATS, size)))


def gain_of(deal: Deal, me: int, field_of: Depth, cards: Depth | None, least: float) -> Any:
    """(how often the bids differ, won games gained) on one deal in one seat, over all totals."""
    last = deal.last
    luck = np.random.default_rng((deal.number, me))
    totals = last.totals[:, luck.permutation(SEATS)]
    heard: tuple[int, ...] = ()
    while len(heard) < me:
        heard += (deal.bid(heard, field_of)[0],)
    bid, means, makes = deal.bid(heard, EXPERT)
    if makes.max() <= 0.0:  # a solved bid comes without its chances
        means, makes = deal.bid(heard, advising(EXPERT))[1:]
    bids = np.array([*heard, *[-1] * (SEATS - me)])
    wishes = bids_for_the_win(
        last.rules.points, last.usual, totals, me, bids, bid, means, makes, least
    )

    def won(mine: int) -> Any:
        bids = (*heard, mine)
        while len(bids) < SEATS:
            bids += (deal.bid(bids, field_of)[0],)
        depths = tuple(cards or (EXPERT if seat == me else field_of) for seat in range(SEATS))
        final = totals + deal.points(bids, depths)
        first = final == final.max(axis=1, keepdims=True)
        return first[:, me] / first.sum(axis=1)

    gain = 0.0
    for option in sorted(set(wishes.tolist()) - {bid}):
        is_wished = wishes == option
        chance = min(is_wished.mean() / RARE, 1.0)
        if luck.random() < chance:
            gain += ((won(option) - won(bid)) * is_wished).mean() / chance
    return (wishes != bid).mean(), gain


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, choices=range(1, 11), default=10)
    parser.add_argument("--scoring", default="tricks-plus-ten")
    parser.add_argument("--field", choices=LEVELS, default="club")
    parser.add_argument("--cards", choices=LEVELS, help="who plays all cards (else: each its own)")
    parser.add_argument("--least", type=float, default=LEAST, help="gain that changes a bid")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=math.inf)
    chosen = parser.parse_args()
    last = last_round(chosen.size, chosen.scoring)
    ask = partial(
        gain_of,
        field_of=LEVELS[chosen.field],
        cards=LEVELS[chosen.cards] if chosen.cards else None,
        least=chosen.least,
    )
    found: list[Any] = []
    end = time.monotonic() + 60 * chosen.minutes
    while len(found) < chosen.deals and (len(found) < 2 or time.monotonic() < end):
        deal = Deal(chosen.first + len(found), last)
        found.append(np.mean([ask(deal, me) for me in range(SEATS)], axis=0))
    differs, gain = np.mean(found, axis=0)
    error = 1.96 * np.std(found, axis=0, ddof=1)[1] / math.sqrt(len(found))
    print(f"{len(found)} deals: another bid {differs:.3f}, won games {gain:+.4f} ±{error:.4f}")


if __name__ == "__main__":
    main()
