"""Examples of a rulebook, computed by the engine and its point tables, for people to learn from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from ohhell.rules.actions import Bid, Deal
from ohhell.rules.axes import TieRule, Ties
from ohhell.rules.cards import PACK
from ohhell.rules.engine import decide, decide_chance, evolve, legal_bids, new_game, start
from ohhell.rules.rulebook import Rulebook

_USUAL_EXAMPLE: Final = 7
"""Examples are taken from the round nearest to this size: large enough to be a round."""


@dataclass(frozen=True, slots=True)
class PaidExample:
    """What one bid and one number of tricks pay in a round of `size` cards."""

    size: int
    bid: int
    tricks: int
    points: int


@dataclass(frozen=True, slots=True)
class PaidExamples:
    """An exact bid, the same bid missed either way, a zero made and a zero missed.

    `over` is None where no seat can take more tricks than it bid.
    """

    exact: PaidExample
    short: PaidExample
    over: PaidExample | None
    zero: PaidExample
    zero_missed: PaidExample


@dataclass(frozen=True, slots=True)
class HookExample:
    """A round as the engine plays it: the bids before the dealer's, and what they leave."""

    size: int
    earlier: tuple[int, ...]
    barred: int
    allowed: tuple[int, ...]


def hook_example(rulebook: Rulebook) -> HookExample | None:
    """A round in which the hook binds, played by the engine; None where it never does."""
    bound = [size for size in rulebook.sizes if rulebook.has_hook(size)]
    if not bound:
        return None
    size = _example_size(bound)
    # The same rules with that round alone, so that the engine deals it at once.
    alone = replace(rulebook, sequence=(size,), first_dealer=0, ties=Ties(TieRule.SHARE))
    names = tuple(map(str, range(alone.players)))
    state = start(new_game(alone, names, persons=(), commitment=bytes(32)))
    for event in decide_chance(state, Deal(PACK)):
        state = evolve(state, event)
    assert state.round is not None, "the round was dealt"
    *earlier, dealer = state.round.seats
    bids = _example_bids(size - 1, len(earlier))
    for seat, tricks in zip(earlier, bids, strict=True):
        for event in decide(state, seat, Bid(tricks)):
            state = evolve(state, event)
    allowed = legal_bids(state, dealer)
    (barred,) = set(range(size + 1)).difference(allowed)
    return HookExample(size, bids, barred, allowed)


def _example_size(sizes: Iterable[int]) -> int:
    return min(sizes, key=lambda size: (abs(size - _USUAL_EXAMPLE), size))


def _example_bids(total: int, seats: int) -> tuple[int, ...]:
    """`total` tricks among `seats`, about evenly but, as in life, not quite."""
    each, more = divmod(total, seats)
    bids = [each + (place < more) for place in range(seats)]
    if bids[-1] > 0 and seats > 2:
        bids[1] += 1
        bids[-1] -= 1
    return tuple(bids)


def paid_examples(rulebook: Rulebook) -> PaidExamples:
    """What the point table of one of its rounds says of five outcomes."""
    plan = rulebook.compile()
    size = _example_size(plan.points)
    bid = max(1, min(3, size - 1))

    def paid(bid: int, tricks: int) -> PaidExample:
        return PaidExample(size, bid, tricks, plan.points[size][bid][tricks])

    return PaidExamples(
        exact=paid(bid, bid),
        short=paid(bid, bid - 1),
        over=paid(bid, bid + 1) if bid < size else None,
        zero=paid(0, 0),
        zero_missed=paid(0, 1),
    )
