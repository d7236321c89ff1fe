"""Bids in turn, the hook, bids made all at once, and bids that may still change."""

from __future__ import annotations

from itertools import product

import pytest

from ohhell.rules import events as ev
from ohhell.rules.actions import Bid, Play
from ohhell.rules.cards import Card
from ohhell.rules.engine import barred_bid, decide, legal_actions, to_act
from ohhell.rules.projection import mask, view_for
from ohhell.rules.view import Phase
from tests.rules.scenes import Scene


def scene(text: str) -> Scene:
    """Four players, seat 3 deals first, hands dealt anyhow."""
    made = Scene(f"common players=4 first_dealer=seat-3 {text}")
    made.deal()
    return made


def barred(table: Scene) -> int | None:
    """What the screen strikes out."""
    seen = view_for(table.state, None).round
    assert seen is not None
    return seen.barred_bid


# --- In turn.


def test_bids_go_clockwise_from_the_dealers_left_and_the_dealer_is_last() -> None:
    table = Scene("players=4 sequence=1,1 first_dealer=seat-1 hook=off")
    for dealer in (1, 2):
        table.deal()
        order: list[int] = []
        while table.phase is Phase.BIDDING:
            order.append(table.next)
            table.bid(0)
        assert order == [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        table.play_out()


def test_a_bid_is_any_number_from_none_to_the_size() -> None:
    table = scene("sequence=7 hook=off")
    assert table.bids() == tuple(range(8))
    assert table.refusal(0, Bid(8)) == table.refusal(0, Bid(-1)) == "bid-out-of-range"


def test_every_bid_is_heard_at_once_and_moves_the_turn() -> None:
    table = scene("sequence=2 hook=off")
    turn = table.state.turn
    table.bid(2)
    assert table.state.turn == turn + 1
    seen = view_for(table.state, 3).round
    assert seen is not None
    assert seen.bids == (2, None, None, None)
    assert mask(table.log[-1], 3, bids_hidden=False) == ev.BidMade(0, 2)


def test_an_unmade_bid_is_not_a_bid_of_none() -> None:
    table = scene("sequence=2 hook=off")
    table.bid(0)
    seen = view_for(table.state, 3).round
    assert seen is not None
    assert seen.bids == (0, None, None, None)
    assert seen.has_bid == (True, False, False, False)


# --- The hook.


@pytest.mark.parametrize(
    ("size", "earlier", "legal", "struck"),
    [
        # In a 7-card round after 2, 3 and 1 the dealer may bid anything except 1.
        (7, (2, 3, 1), (0, 2, 3, 4, 5, 6, 7), 1),
        # In a four-card hand after 3 in all: 0, 2, 3 or 4.
        (4, (1, 1, 1), (0, 2, 3, 4), 1),
        # Once earlier bids exceed the size the hook vanishes.
        (4, (2, 2, 1), (0, 1, 2, 3, 4), None),
        # Exactly the size: none is barred, and so is nothing else.
        (4, (2, 1, 1), (1, 2, 3, 4), 0),
        (7, (0, 0, 0), (0, 1, 2, 3, 4, 5, 6), 7),
        # If others total 7 in a 10-card round, the dealer cannot bid 3.
        (10, (3, 3, 1), (0, 1, 2, 4, 5, 6, 7, 8, 9, 10), 3),
        # One card: nobody bid, one did, more did.
        (1, (0, 0, 0), (0,), 1),
        (1, (0, 1, 0), (1,), 0),
        (1, (1, 0, 1), (0, 1), None),
        (1, (1, 1, 1), (0, 1), None),
    ],
)
def test_the_dealer_may_not_make_the_bids_add_up(
    size: int, earlier: tuple[int, ...], legal: tuple[int, ...], struck: int | None
) -> None:
    table = scene(f"sequence={size}")
    table.bid(*earlier)
    assert table.bids(3) == legal
    assert barred(table) == struck
    if struck is not None:
        assert table.refusal(3, Bid(struck)) == "hook"


def test_the_hook_binds_nobody_but_the_dealer() -> None:
    table = scene("sequence=3")
    assert table.bids() == (0, 1, 2, 3)
    assert barred(table) is None
    table.bid(2)
    assert table.bids() == (0, 1, 2, 3)
    table.bid(1)
    assert table.bids() == (0, 1, 2, 3)
    assert barred(table) is None
    assert barred_bid(table.state, table.round, 2) is None


def test_without_a_hook_the_bids_may_add_up() -> None:
    table = scene("sequence=4 hook=off")
    table.bid(1, 1, 1)
    assert barred(table) is None
    assert table.bids() == (0, 1, 2, 3, 4)
    table.bid(1)
    assert table.phase is Phase.PLAYING


@pytest.mark.parametrize(("size", "binds"), [(1, False), (2, False), (3, True), (4, True)])
def test_a_hook_from_three_cards_binds_in_rounds_of_three_or_more(size: int, binds: bool) -> None:
    table = scene(f"sequence={size} hook=from-3")
    seen = view_for(table.state, 0).round
    assert seen is not None
    assert seen.has_hook is binds
    table.bid(0, 0, 0)
    assert (size in table.bids()) is not binds
    assert barred(table) == (size if binds else None)


def test_a_hook_from_n_binds_in_extensions_by_their_size() -> None:
    for hook, binds in [("from-1", True), ("from-2", False)]:
        table = Scene(
            f"players=3 sequence=1 first_dealer=seat-0 ties=leaders-1 scoring=exact-only hook={hook}"
        )
        table.one_trick({1: 0, 2: 0, 0: 0}, winner=0)
        table.deal()
        table.bid(0)
        assert table.bids() == ((0,) if binds else (0, 1))


@pytest.mark.parametrize(("players", "size"), [(3, 1), (4, 2), (5, 3), (7, 1)])
def test_with_the_hook_bids_never_balance_and_somebody_always_has_a_bid(
    players: int, size: int
) -> None:
    for earlier in product(range(size + 1), repeat=players - 1):
        table = Scene(f"players={players} first_dealer=seat-0 sequence={size}")
        table.deal()
        table.bid(*earlier)
        assert table.bids()
        assert size - sum(earlier) not in table.bids()


def test_with_the_hook_not_everybody_can_be_exact() -> None:
    """Tricks add up to the size, bids do not: so somebody misses, whatever is played."""
    table = scene("sequence=1 trump=spades")
    table.bid(0, 0, 0)
    assert table.bids() == (0,)
    table.bid(0)
    table.play_out()
    (result,) = table.state.results
    assert result.taken.count(1) == 1
    assert result.bids != result.taken


# --- All at once.

SECRETLY = "bidding=all-at-once hook=off"


def test_bids_made_all_at_once_come_in_any_order_and_are_hidden_till_the_last() -> None:
    table = scene(f"sequence=2 {SECRETLY}")
    turn = table.state.turn
    assert to_act(table.state) == (0, 1, 2, 3)
    for seat, tricks in [(2, 1), (0, 2), (3, 0)]:
        table.act(seat, Bid(tricks))
        assert table.state.turn == turn
        assert mask(table.log[-1], 1, bids_hidden=True) == ev.BidHidden(seat)
        assert mask(table.log[-1], None, bids_hidden=True) == ev.BidHidden(seat)
        assert mask(table.log[-1], seat, bids_hidden=True) == ev.BidMade(seat, tricks)
    assert to_act(table.state) == (1,)
    others = view_for(table.state, 1).round
    own = view_for(table.state, 2).round
    assert others is not None
    assert own is not None
    assert others.bids == (None, None, None, None)
    assert others.has_bid == (True, False, True, True)
    assert own.bids == (None, None, 1, None)
    table.act(1, Bid(1))
    assert table.state.turn == turn + 1
    assert table.log[-1] == ev.BidsRevealed((2, 1, 1, 0))
    shown = view_for(table.state, None).round
    assert shown is not None
    assert shown.bids == (2, 1, 1, 0)
    assert table.phase is Phase.PLAYING


def test_a_bid_made_all_at_once_is_made_once() -> None:
    table = scene(f"sequence=2 {SECRETLY}")
    table.act(2, Bid(1))
    assert table.refusal(2, Bid(0)) == "bid-stands"
    assert legal_actions(table.state, 2) == ()
    assert table.refusal(2, Play(Card.C2)) == "bids-first"


def test_all_at_once_the_bids_may_add_up_and_nothing_is_barred() -> None:
    table = scene(f"sequence=2 {SECRETLY}")
    table.bid(1, 0, 0)
    assert barred(table) is None
    assert table.bids() == (0, 1, 2)
    table.bid(1)
    assert barred(table) is None


def test_seats_that_sit_out_are_revealed_as_having_no_bid() -> None:
    table = Scene(
        f"players=3 sequence=1 first_dealer=seat-0 ties=leaders-1 scoring=exact-only {SECRETLY}"
    )
    table.one_trick({1: 0, 2: 0, 0: 0}, winner=0)
    table.deal()
    assert to_act(table.state) == (2, 1)
    table.act(1, Bid(1))
    table.act(2, Bid(0))
    assert table.log[-1] == ev.BidsRevealed((None, 1, 0))


# --- Bids that may change.

CHANGING = "bid_change=until-next"


def test_a_bid_may_change_until_the_next_seat_has_bid() -> None:
    table = scene(f"sequence=3 {CHANGING} hook=off")
    table.bid(2)
    assert table.next == 1
    assert table.bids(0) == (0, 1, 3)
    turn = table.state.turn
    table.act(0, Bid(3))
    assert table.log[-1] == ev.BidChanged(0, 3)
    assert table.state.turn == turn + 1
    assert table.round.bids[0] == 3
    assert table.next == 1
    table.act(0, Bid(1))
    table.bid(0)
    assert table.refusal(0, Bid(2)) == "bid-stands"
    assert table.bids(0) == ()
    assert table.bids(1) == (1, 2, 3)


def test_a_bid_does_not_change_into_itself() -> None:
    table = scene(f"sequence=3 {CHANGING}")
    table.bid(2)
    assert table.refusal(0, Bid(2)) == "same-bid"
    assert table.refusal(0, Bid(4)) == "bid-out-of-range"


def test_the_dealer_may_change_until_the_opening_lead_and_stays_hooked() -> None:
    table = scene(f"sequence=3 {CHANGING}")
    table.bid(1, 0, 1, 3)
    assert table.phase is Phase.PLAYING
    assert table.bids(3) == (0, 2)
    assert table.refusal(3, Bid(1)) == "hook"
    assert barred(table) == 1
    table.act(3, Bid(0))
    assert table.round.bids[3] == 0
    assert table.phase is Phase.PLAYING
    assert table.bids(3) == (2, 3)
    table.play(table.cards().split()[0])
    assert table.bids(3) == ()
    assert table.refusal(3, Bid(2)) == "bid-stands"
    assert barred(table) is None


def test_the_dealer_may_not_change_after_leading() -> None:
    table = scene(f"sequence=2 {CHANGING} first_lead=dealer")
    table.bid(0, 0, 0, 0)
    assert {type(action) for action in legal_actions(table.state, 3)} == {Bid, Play}
    table.play(table.cards().split()[0])
    assert table.bids(3) == ()


def test_a_hooked_dealer_with_one_bid_has_nothing_to_change_to() -> None:
    table = scene(f"sequence=1 {CHANGING}")
    table.bid(0, 0, 0, 0)
    assert table.bids(3) == ()


def test_the_seat_before_the_dealer_may_change_what_the_dealer_is_barred_from() -> None:
    table = scene(f"sequence=3 {CHANGING}")
    table.bid(1, 0, 1)
    assert barred(table) == 1
    table.act(2, Bid(2))
    assert barred(table) == 0
    assert table.bids(3) == (1, 2, 3)


def test_a_changed_bid_moves_the_lead_of_the_highest_bidder() -> None:
    table = scene(f"sequence=3 {CHANGING} first_lead=highest-bidder hook=off")
    table.bid(1, 2, 0, 0)
    assert table.round.leader == 1
    table.act(3, Bid(3))
    assert table.round.leader == table.next == 3
    table.act(3, Bid(2))
    assert table.round.leader == table.next == 1


def test_without_the_rule_a_bid_stands() -> None:
    table = scene("sequence=3 bid_change=none")
    table.bid(2)
    assert table.refusal(0, Bid(1)) == "bid-stands"
    table.bid(0, 0, 0)
    assert table.refusal(3, Bid(2)) == "bid-stands"


def test_deciding_changes_nothing_by_itself() -> None:
    table = scene("sequence=3")
    before = table.state
    assert decide(before, 0, Bid(1)) == (ev.BidMade(0, 1),)
    assert table.state is before
    assert table.round.bids == (None, None, None, None)
