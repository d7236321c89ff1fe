"""Play some units of a cell and give plain numbers that can be written down and added up."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

import numpy as np
from numba import typed

from ohhell.kernel.arena import contest_rounds
from ohhell.kernel.bits import TRUMPS, U
from ohhell.kernel.bridge import points_array
from ohhell.kernel.one_card import judge
from ohhell.kernel.one_card_response import best_response
from ohhell.kernel.play import RoundRules
from ohhell.kernel.search import Depth
from ohhell.lab.durations import durations_of
from ohhell.lab.ladder.cells import Cell, Kind, deal_seed, rulebook_for
from ohhell.lab.ladder.rungs import FIELDS, RUNGS, others
from ohhell.lab.referee import PlainReferee, Task
from ohhell.lab.simulate import WHOLE_WIN
from ohhell.players.compiled_player import CompiledPlayer
from ohhell.players.levels_of_play import advising
from ohhell.players.player import Player
from ohhell.players.random_player import RandomPlayer
from ohhell.players.rule_of_thumb import RuleOfThumbPlayer
from ohhell.players.tables import tables_for
from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView

Data = Mapping[str, Any]
"""Whole numbers and lists of them, as JSON keeps them."""

STEPS: Final = 10_000
"""Chances are added up as whole ten-thousandths."""

_List: Final[Any] = typed.List

_SOLVED_ROUNDS: Final = 2_000_000


def play(cell: Cell, first: int, count: int, seed: int) -> Data:
    """Units `first` … `first + count - 1`; they depend on nothing but these and `seed`."""
    match cell.kind:
        case Kind.DUEL:
            return _duel(cell, first, count, seed)
        case Kind.TABLE:
            return _table(cell, first, count, seed)
        case Kind.JUDGE:
            return _judge(cell, first, count, seed)
        case Kind.GAME:
            return _games(cell, first, count, seed)
        case Kind.CLOCK:
            return _clock(cell, first, count, seed)
        case Kind.SOLVED:
            return _solved(cell, seed + first)
        case Kind.RESPONSE:
            return _response(cell)
        case Kind.REFEREED:
            return _refereed(cell, first, count, seed)
        case _:
            assert_never(cell.kind)


def _rounds(
    cell: Cell,
    size: int,
    lineup: Sequence[str],
    deals: range,
    seed: int,
    *,
    judges: tuple[int, ...] = (),
) -> tuple[Any, Any, Any, Any]:
    """Bids, tricks, points and chances, [deals, seats]; `lineup` in the order of bidding."""
    seats = cell.seats
    points, scale = points_array(
        rulebook_for(seats, cell.scoring).compile().points[size], low_wins=False
    )
    turned = U(1 << 48) if seats * size < 52 else U(0)
    rules = RoundRules(seats, size, TRUMPS, turned, True, False, 0, points, scale)
    players = [RUNGS[name] for name in lineup]
    bids, won = (np.zeros((len(deals), seats), np.int64) for _ in range(2))
    chances = np.zeros((len(deals), seats, size + 1))
    contest_rounds(
        deals.start, len(deals), seats, size, True, True, False, 0, points, scale,
        tables_for(rules), np.array([player.kind for player in players]),
        _List([player.depth for player in players]),
        _List([_judging(player.depth, asked=seat in judges) for seat, player in enumerate(players)]),
        U(seed), bids, won, chances,
    )  # fmt: skip
    return bids, won, points[bids, won].astype(np.int64), chances[:, :, 0]


def _judging(depth: Depth, *, asked: bool) -> Depth:
    """How a level looks at its bids when it is asked for advice; a depth without worlds if not."""
    return advising(depth) if asked else depth._replace(bid_worlds=0)


def _duel(cell: Cell, first: int, count: int, seed: int) -> Data:
    deals = range(first, first + count)
    luck = deal_seed(seed, cell)
    if FIELDS[cell.field] == (cell.who,):
        bids, won, points, _ = _rounds(cell, cell.size, [cell.who] * cell.seats, deals, luck)
        return {"points": points.sum(axis=1).tolist(), "made": int((bids == won).sum())}
    total = np.zeros(count, np.int64)
    made = 0
    for seat in range(cell.seats):
        lineup = [name or cell.who for name in others(cell.field, cell.seats, seat)]
        bids, won, points, _ = _rounds(cell, cell.size, lineup, deals, luck)
        total += points[:, seat]
        made += int((bids == won)[:, seat].sum())
    return {"points": total.tolist(), "made": made}


def _table(cell: Cell, first: int, count: int, seed: int) -> Data:
    deals = range(first, first + count)
    bids, won, points, _ = _rounds(
        cell, cell.size, [cell.who] * cell.seats, deals, deal_seed(seed, cell)
    )
    made = bids == won
    return {
        "points": points.sum(axis=1).tolist(),
        "made": made.sum(axis=1).tolist(),
        "places": made.sum(axis=0).tolist(),
    }


def _judge(cell: Cell, first: int, count: int, seed: int) -> Data:
    """By tenth of the chance foreseen: how many bids, the sum of the chances, how many made."""
    deals = range(first, first + count)
    luck = deal_seed(seed, cell)
    tenths = [[0, 0, 0] for _ in range(10)]
    for seat in range(cell.seats if cell.field else 1):
        lineup = [cell.who] * cell.seats
        if cell.field:
            lineup = [name or cell.who for name in others(cell.field, cell.seats, seat)]
        judges = (seat,) if cell.field else tuple(range(cell.seats))
        bids, won, _, chances = _rounds(cell, cell.size, lineup, deals, luck, judges=judges)
        for chance, made in zip(chances.ravel().tolist(), (bids == won).ravel(), strict=True):
            if chance >= 0:
                tenth = tenths[min(int(10 * chance), 9)]
                tenth[0] += 1
                tenth[1] += round(STEPS * chance)
                tenth[2] += int(made)
    return {"tenths": tenths}


def _games(cell: Cell, first: int, count: int, seed: int) -> Data:
    """The line-up moves on by a seat from game to game, the deal from round to round."""
    who = cell.who.split(",")
    lineup = who if len(who) > 1 else who * cell.seats
    seats = cell.seats
    largest = rulebook_for(seats, cell.scoring).largest
    sizes = (*range(largest, 0, -1), *range(2, largest + 1))
    totals = np.zeros((count, seats), np.int64)
    exact = np.zeros(count, np.int64)
    made = {size: [0, 0] for size in range(1, largest + 1)}
    alike = len(set(lineup)) == 1
    for number, size in enumerate(sizes):
        luck = deal_seed(seed, cell, number)
        for game in range(0, count, count if alike else 1):
            deals = range(first + game, first + (count if alike else game + 1))
            turn = 0 if alike else first + game
            # Who sits to the dealer's left bids first: place 0 in this round.
            players = [(place + number + turn) % seats for place in range(seats)]
            bids, won, points, _ = _rounds(
                cell, size, [lineup[player] for player in players], deals, luck
            )
            rows = slice(game, game + len(deals))
            for place, player in enumerate(players):
                totals[rows, player] += points[:, place]
            exact[rows] += (bids == won).sum(axis=1)
            made[size][0] += int((bids == won).sum())
            made[size][1] += bids.size
    best = totals == totals.max(axis=1, keepdims=True)
    return {
        "totals": totals.tolist(),
        "wins": (best * (WHOLE_WIN // best.sum(axis=1, keepdims=True))).tolist(),
        "exact": exact.tolist(),
        "bids": seats * len(sizes),
        "made": {str(size): counts for size, counts in made.items()},
    }


class _Timed:
    """A player with a stop-watch: processor time where there is something to decide."""

    __slots__ = ("_player", "level", "seconds")

    def __init__(self, player: Player) -> None:
        self._player = player
        self.level = player.level
        self.seconds: list[float] = []

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        began = time.thread_time()
        action = self._player.choose(view, dice)
        if len(view.legal) > 1:
            self.seconds.append(time.thread_time() - began)
        return action


def _player(name: str) -> Player:
    if name == "R0":
        return RandomPlayer()
    return RuleOfThumbPlayer() if name == "R1" else CompiledPlayer(name, RUNGS[name].depth)


def _clock(cell: Cell, first: int, count: int, seed: int) -> Data:
    """One seat of a table of rules of thumb, by the rules people play."""
    rulebook = rulebook_for(cell.seats, cell.scoring)
    warm = PlainReferee({"it": _player(cell.who)})
    for _ in warm.play(rulebook, seed, [Task(0, ("it",) * cell.seats)], most_rounds=1):
        pass
    timed = _Timed(_player(cell.who))
    referee = PlainReferee({"it": timed, "other": RuleOfThumbPlayer()})
    cast = ("it", *("other",) * (cell.seats - 1))
    tasks = [Task(game, cast) for game in range(first, first + count)]
    for _ in referee.play(rulebook, seed, tasks, most_rounds=None):
        pass
    return {"seconds": list(durations_of(timed.seconds).counts)}


def _refereed(cell: Cell, first: int, count: int, seed: int) -> Data:
    """Each unit is a game of fifty rounds of one size, with the same player in every seat."""
    rulebook = rulebook_for(cell.seats, cell.scoring)
    rulebook = rulebook.changed(sequence=",".join([str(cell.size)] * 50))
    referee = PlainReferee({"it": _player(cell.who)})
    tasks = [Task(game, ("it",) * cell.seats) for game in range(first, first + count)]
    made = [
        sum(
            bid == taken
            for result in played.results
            for bid, taken in zip(result.bids, result.taken, strict=True)
        )
        for played in referee.play(rulebook, seed, tasks, most_rounds=None)
    ]
    return {"made": made}


def _solved(cell: Cell, seed: int) -> Data:
    """Points a best response would gain over the solved table, by place, in ten-thousandths."""
    rules = _one_card_rules(cell)
    chance = tables_for(rules).one_card
    if chance.shape[0] != cell.seats:
        return {"gain": [], "exact": []}
    found = judge(cell.seats, rules.points, chance, rounds=_SOLVED_ROUNDS, seed=seed)
    return {
        "gain": np.rint(found["gain"] * STEPS).astype(int).tolist(),
        "exact": np.rint(found["exact"] * STEPS).astype(int).tolist(),
    }


def _response(cell: Cell) -> Data:
    """Points of a table player and of the best there could be, by place, in ten-thousandths."""
    rules = _one_card_rules(cell)
    plain, best = best_response(rules, tables_for(rules))
    return {
        "plain": [round(STEPS * points) for points in plain],
        "best": [round(STEPS * points) for points in best],
    }


def _one_card_rules(cell: Cell) -> RoundRules:
    points, scale = points_array(
        rulebook_for(cell.seats, cell.scoring).compile().points[1], low_wins=False
    )
    return RoundRules(cell.seats, 1, TRUMPS, U(1 << 48), True, False, 0, points, scale)
