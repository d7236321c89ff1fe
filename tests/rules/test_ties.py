"""Ties for the first place: sharing, extensions among leaders or for all, and the places."""

from __future__ import annotations

import shlex
from dataclasses import replace

import pytest

from ohhell.rules import events as ev
from ohhell.rules.actions import Bid
from ohhell.rules.axes import LONGEST_TIE
from ohhell.rules.cards import Suit
from ohhell.rules.engine import next_round, places_of, to_act
from ohhell.rules.presets import preset_rulebook
from ohhell.rules.projection import view_for
from ohhell.rules.view import Phase
from tests.rules.scenes import Scene

# One-card rounds by `exact-only`: a bid of none that takes none is worth 10, a bid of one that
# takes one 11, anything else nothing.


def scene(players: int, ties: str, more: str = "") -> Scene:
    """A game of one card, dealt by seat 0 and without a hook; `more` may say otherwise."""
    rules = {
        "sequence": "1",
        "first_dealer": "seat-0",
        "hook": "off",
        "scoring": "exact-only",
    } | dict(word.split("=", 1) for word in shlex.split(more))
    return Scene(preset_rulebook("common").changed(players=players, ties=ties, **rules))


def all_bid_none(table: Scene, *, winner: int) -> None:
    """Everybody in the round but its winner gains 10."""
    table.one_trick(dict.fromkeys(next_round(table.state)[2], 0), winner=winner)


# --- Sharing.


def test_a_shared_first_place_is_shared() -> None:
    table = scene(3, "share")
    all_bid_none(table, winner=2)
    assert table.phase is Phase.OVER
    assert table.state.places == (1, 1, 3)
    assert table.state.contenders == ()
    assert table.log[-1] == ev.GameEnded((1, 1, 3))


def test_all_may_share() -> None:
    table = scene(3, "share")
    table.one_trick({0: 1, 1: 1, 2: 0}, winner=2)
    assert (table.state.totals, table.state.places) == ((0, 0, 0), (1, 1, 1))


@pytest.mark.parametrize("ties", ["share", "leaders-3", "all-seats"])
def test_a_tie_for_a_lower_place_is_no_reason_to_play_on(ties: str) -> None:
    table = scene(4, ties)
    table.one_trick({0: 0, 1: 1, 2: 0, 3: 0}, winner=1)
    assert table.phase is Phase.OVER
    assert (table.state.totals, table.state.places) == ((10, 11, 10, 10), (2, 1, 2, 2))


# --- Leaders only.


def test_an_extension_of_two_seats_goes_by_the_rules_of_every_round() -> None:
    table = scene(5, "leaders-3", "hook=on first_dealer=seat-4")
    # 1 and 2 are level: the others bid one and take none, or take one against none.
    table.one_trick({0: 1, 1: 0, 2: 0, 3: 1, 4: 0}, winner=4)
    assert table.state.totals == (0, 10, 10, 0, 0)
    assert table.state.contenders == (1, 2)
    table.deal("", "2C", "3C", turn_up="2S")
    current = table.round
    # The next seat that takes part deals; the other is dealt to, bids and leads first.
    assert (current.number, current.size, current.is_extension) == (2, 1, True)
    assert (current.dealer, current.seats) == (1, (2, 1))
    assert [len(hand) for hand in current.hands] == [0, 1, 1, 0, 0]
    assert len(current.stock) == 52 - 2 - 1
    assert to_act(table.state) == (2,)
    table.bid(1)
    assert table.bids(1) == (1,)  # the hook: not none
    assert table.refusal(1, Bid(0)) == "hook"
    assert table.refusal(0, Bid(0)) == "sits-out"
    table.bid(1)
    assert table.round.leader == 2
    table.play("3C 2C")
    assert table.state.totals == (0, 10, 21, 0, 0)
    assert table.state.results[-1].bids == (None, 1, 1, None, None)
    assert table.state.places == (3, 2, 1, 3, 3)


@pytest.mark.parametrize(("lead", "leader"), [("dealers-left", 2), ("dealer", 1)])
def test_the_dealer_of_two_leads_only_where_dealers_lead(lead: str, leader: int) -> None:
    table = scene(4, "leaders-3", f"first_dealer=seat-3 first_lead={lead}")
    table.one_trick({0: 1, 1: 0, 2: 0, 3: 0}, winner=3)
    table.deal()
    table.bid(0, 0)
    assert table.round.leader == leader


def test_the_highest_bidder_of_those_who_take_part_leads() -> None:
    for bids, leader in [((0, 1), 1), ((1, 1), 2), ((0, 0), 2)]:
        table = scene(4, "leaders-3", "first_dealer=seat-3 first_lead=highest-bidder")
        table.one_trick({0: 1, 1: 0, 2: 0, 3: 0}, winner=3)
        table.deal()
        table.bid(*bids)
        assert table.round.leader == leader


def test_only_those_still_level_go_on_and_nobody_returns() -> None:
    table = scene(4, "leaders-3")
    all_bid_none(table, winner=3)
    assert table.state.contenders == (0, 1, 2)
    all_bid_none(table, winner=2)
    assert table.state.contenders == (0, 1)
    all_bid_none(table, winner=1)
    assert table.phase is Phase.OVER
    assert table.state.extensions_played == 2
    assert table.state.totals == (30, 20, 10, 0)
    assert table.state.places == (1, 2, 3, 4)


def test_after_the_last_extension_those_still_level_share() -> None:
    table = scene(4, "leaders-1")
    all_bid_none(table, winner=3)
    all_bid_none(table, winner=2)
    assert table.phase is Phase.OVER
    assert table.state.totals == (20, 20, 10, 0)
    assert table.state.places == (1, 1, 3, 4)


def test_by_the_party_rulebook_leaders_share_after_three_extensions() -> None:
    table = Scene("party players=3 max_size=1 hook=off scoring=exact-only first_dealer=seat-0")
    all_bid_none(table, winner=2)
    for played in range(1, 4):
        assert table.phase is Phase.DEAL
        assert table.state.contenders == (0, 1)
        # One takes a trick against a bid of none, the other takes none against one.
        table.one_trick({0: 0, 1: 1}, winner=0)
        assert table.state.extensions_played == played
    assert table.phase is Phase.OVER
    assert table.state.totals == (10, 10, 0)
    assert table.state.places == (1, 1, 3)


def test_an_extension_that_decides_is_the_last() -> None:
    table = scene(3, "leaders-20")
    all_bid_none(table, winner=2)
    all_bid_none(table, winner=0)
    assert table.phase is Phase.OVER
    assert table.state.extensions_played == 1
    assert table.state.places == (2, 1, 3)


STEEP = "scoring='exact: 10 if bid == 0 else 3; missed: -20'"


def test_those_who_played_on_keep_the_first_places_though_their_totals_trail() -> None:
    table = scene(4, "leaders-1", STEEP)
    table.one_trick({0: 0, 1: 0, 2: 1, 3: 1}, winner=2)
    assert table.state.totals == (10, 10, 3, -20)
    table.one_trick({0: 1, 1: 1}, winner=0)
    assert table.state.totals == (13, -10, 3, -20)
    assert table.state.places == (1, 2, 3, 4)


def test_even_a_shared_first_place_may_trail_the_third() -> None:
    table = scene(4, "leaders-1", STEEP)
    table.one_trick({0: 0, 1: 0, 2: 1, 3: 1}, winner=2)
    table.one_trick({0: 0, 1: 1}, winner=0)
    assert table.state.totals == (-10, -10, 3, -20)
    assert table.state.places == (1, 1, 3, 4)


def test_nobody_returns_even_with_a_better_total_than_those_who_play_on() -> None:
    table = scene(4, "leaders-2", STEEP)
    table.one_trick({0: 0, 1: 0, 2: 1, 3: 1}, winner=2)
    table.one_trick({0: 0, 1: 1}, winner=0)
    assert table.state.totals == (-10, -10, 3, -20)
    assert table.state.contenders == (0, 1)
    table.one_trick({0: 1, 1: 0}, winner=0)
    assert table.state.totals == (-7, 0, 3, -20)
    assert table.state.places == (2, 1, 3, 4)


def test_whoever_dropped_out_of_the_extensions_comes_before_those_who_sat_out() -> None:
    table = scene(5, "leaders-2", STEEP)
    # 0, 1 and 2 lead with 10; 3 has 3, 4 misses.
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 1, 4: 1}, winner=3)
    assert table.state.contenders == (0, 1, 2)
    # 2 misses and drops out, far below 3 by now.
    table.one_trick({0: 0, 1: 0, 2: 0}, winner=2)
    assert table.state.contenders == (0, 1)
    table.one_trick({0: 0, 1: 0}, winner=0)
    assert table.state.totals == (0, 30, -10, 3, -20)
    assert table.state.places == (2, 1, 3, 4, 5)


def test_among_leaders_the_next_seat_that_takes_part_deals() -> None:
    table = scene(5, "leaders-5", "first_dealer=seat-1")
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 1, 4: 0}, winner=2)
    assert table.state.contenders == (0, 1, 4)
    assert next_round(table.state)[1:] == (4, (0, 1, 4))
    all_bid_none(table, winner=1)
    assert table.state.contenders == (0, 4)
    assert next_round(table.state)[1:] == (0, (4, 0))
    table.one_trick({0: 0, 4: 1}, winner=0)  # both miss
    assert table.state.contenders == (0, 4)
    assert next_round(table.state)[1:] == (4, (0, 4))
    all_bid_none(table, winner=4)
    assert table.state.places[0] == 1
    assert [result.dealer for result in table.state.results] == [1, 4, 0, 4]


def test_seats_that_sit_out_see_the_round_and_hold_nothing() -> None:
    table = scene(3, "leaders-1")
    all_bid_none(table, winner=2)
    table.deal("AC", "KC", "", turn_up="2H")
    view = view_for(table.state, 2)
    assert view.round is not None
    assert (view.round.hand, view.legal) == ((), ())
    assert view.round.cards_left == (1, 1, 0)
    assert view.contenders == (0, 1)
    table.bid(0, 0)
    table.play_out()
    assert table.state.results[-1].points[2] == 0
    assert table.state.totals[2] == 0


# --- All seats.


def test_all_seats_play_on_until_one_total_is_alone_and_an_outsider_may_win() -> None:
    table = scene(3, "all-seats")
    all_bid_none(table, winner=2)
    assert table.state.totals == (10, 10, 0)
    assert table.state.contenders == (0, 1, 2)
    table.one_trick({0: 0, 1: 0, 2: 1}, winner=2)
    assert table.state.totals == (20, 20, 11)
    assert table.phase is Phase.DEAL
    table.one_trick({0: 1, 1: 1, 2: 1}, winner=2)
    assert table.phase is Phase.OVER
    assert table.state.totals == (20, 20, 22)
    assert table.state.places == (2, 2, 1)


def test_all_seats_play_on_as_long_as_it_takes() -> None:
    table = scene(3, "all-seats")
    all_bid_none(table, winner=2)
    for played in range(1, 31):
        all_bid_none(table, winner=2)
        assert table.phase is Phase.DEAL
        assert table.state.extensions_played == played
    all_bid_none(table, winner=1)
    assert table.state.places == (1, 2, 3)
    assert len(table.state.results) == 32


def test_all_seats_keep_the_rotation_of_the_deal() -> None:
    table = scene(3, "all-seats", "first_dealer=seat-1")
    for _ in range(5):
        all_bid_none(table, winner=2)
    assert [result.dealer for result in table.state.results] == [1, 2, 0, 1, 2]
    assert [result.number for result in table.state.results] == [1, 2, 3, 4, 5]
    assert [result.is_extension for result in table.state.results] == [False] + [True] * 4


def test_an_outsider_who_ties_with_the_leaders_makes_it_go_on() -> None:
    table = scene(3, "all-seats", "scoring=binary")
    all_bid_none(table, winner=2)
    table.one_trick({0: 1, 1: 1, 2: 0}, winner=0)
    assert table.state.totals == (20, 10, 10)
    assert table.state.places == (1, 2, 2)

    table = scene(3, "all-seats", "scoring=binary")
    all_bid_none(table, winner=2)
    table.one_trick({0: 1, 1: 1, 2: 1}, winner=2)
    assert table.state.totals == (10, 10, 10)
    assert table.phase is Phase.DEAL


# --- What an extension is like.


@pytest.mark.parametrize("ties", ["leaders-1", "all-seats"])
def test_an_extension_has_the_largest_size_that_was_scheduled(ties: str) -> None:
    table = Scene(
        f"players=3 sequence=1,2,1 max_size=10 ties={ties} hook=off scoring=binary"
        " first_dealer=seat-0 trump=spades"
    )
    table.one_trick({0: 0, 1: 0, 2: 0}, winner=2)
    table.deal("2C 3C", "4C 5C", "AS KS")
    table.bid_all({0: 0, 1: 0, 2: 0})
    table.play_out()
    table.one_trick({0: 0, 1: 0, 2: 0}, winner=2)
    assert table.state.totals == (30, 30, 0)
    planned, dealer, _ = next_round(table.state)
    assert (planned.number, planned.size) == (4, 2)
    assert dealer == 0


@pytest.mark.parametrize(("trump", "turns"), [("turn-up", True), ("turn-up-except-largest", False)])
def test_an_extension_turns_a_card_unless_the_largest_rounds_have_no_trump(
    trump: str, turns: bool
) -> None:
    table = scene(3, "leaders-1", f"sequence=2 scoring=binary trump={trump}")
    turn_up = "AH" if turns else None
    table.deal("KC AC", "2D 3D", "4S 5S", turn_up=turn_up)
    table.bid_all({0: 0, 1: 2, 2: 0})
    table.play_out()
    assert table.state.totals == (10, 10, 10)
    table.deal("KC AC", "2D 3D", "4S 5S", turn_up="QS" if turns else None)
    assert table.round.trump is (Suit.SPADES if turns else None)
    assert (table.round.turn_up is not None) is turns


def test_a_trump_cycle_runs_on_through_extensions() -> None:
    table = Scene(
        "players=3 sequence=1,1 ties=leaders-3 trump=spades,spades,hearts,none hook=off"
        " first_dealer=seat-0 scoring=binary"
    )
    table.one_trick({0: 0, 1: 0, 2: 0}, winner=2)
    table.one_trick({0: 0, 1: 0, 2: 0}, winner=2)
    trumps: list[Suit | None] = []
    for _ in range(3):
        table.deal("2C", "3D")
        trumps.append(table.round.trump)
        assert table.round.turn_up is None
        # Whoever leads takes it, and is as exact as the other.
        first = table.round.seats[0]
        table.bid_all({first: 1, 1 - first: 0})
        table.play_out()
    assert trumps == [Suit.HEARTS, None, Suit.SPADES]
    assert table.state.places == (1, 1, 3)


def test_players_in_a_formula_is_the_number_at_the_table_in_extensions_too() -> None:
    table = scene(5, "leaders-1", "scoring='exact: players; missed: 0'")
    table.one_trick({0: 0, 1: 0, 2: 1, 3: 1, 4: 1}, winner=1)
    assert table.state.totals == (5, 0, 0, 0, 0)
    table = scene(5, "leaders-1", "scoring='exact: players; missed: 0'")
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 1, 4: 1}, winner=2)
    assert table.state.contenders == (0, 1)
    table.one_trick({0: 0, 1: 0}, winner=1)
    assert table.state.totals == (10, 5, 0, 0, 0)


def test_two_leaders_of_five_play_their_extension_with_ten_cards_each() -> None:
    table = scene(5, "leaders-3", "sequence=10 scoring=binary")
    table.deal("", "5C 6C 7C 8C 9C TC JC QC KC AC", turn_up="2C")
    table.bid_all({1: 10, 2: 1, 3: 0, 4: 1, 0: 1})
    table.play_out()
    assert table.state.totals == (0, 10, 0, 10, 0)
    table.deal()
    assert (table.round.number, table.round.size) == (2, 10)
    assert (table.round.dealer, table.round.seats) == (1, (3, 1))
    assert [len(hand) for hand in table.round.hands] == [0, 10, 0, 10, 0]
    assert len(table.round.stock) == 52 - 20 - 1


# --- Places.


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((10, 5, 5, 1), (1, 2, 2, 4)),
        ((5, 10, 1, 5), (2, 1, 4, 2)),
        ((7, 7, 7, 7), (1, 1, 1, 1)),
        ((-10, -20, 0, -10), (2, 4, 1, 2)),
        ((4, 3, 2, 1), (1, 2, 3, 4)),
    ],
)
def test_equal_totals_share_a_place_and_the_next_is_counted_on(
    totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    state = replace(scene(4, "share").state, totals=totals)
    assert places_of(state) == places
    low = Scene("players=4 sequence=1 scoring=negative-size").state
    assert places_of(replace(low, totals=tuple(-total for total in totals))) == places


def test_where_low_totals_win_the_lowest_are_first_and_play_on() -> None:
    table = scene(3, "leaders-1", "scoring=negative-size")
    all_bid_none(table, winner=2)
    assert table.state.totals == (0, 0, 1)
    assert table.state.contenders == (0, 1)
    all_bid_none(table, winner=0)
    assert table.state.totals == (1, 0, 1)
    assert table.state.places == (2, 1, 3)


def test_where_low_totals_win_all_seats_play_for_the_lowest() -> None:
    table = scene(3, "all-seats", "scoring=negative-size")
    all_bid_none(table, winner=2)
    assert table.phase is Phase.DEAL
    all_bid_none(table, winner=1)
    assert table.state.totals == (0, 1, 1)
    assert table.state.places == (1, 2, 2)


def test_a_tie_that_nobody_breaks_is_shared_in_the_end() -> None:
    table = scene(3, "all-seats", "scoring='exact: bid; missed: bid'")
    while table.phase is not Phase.OVER:
        table.one_trick(dict.fromkeys(next_round(table.state)[2], 1), winner=0)
    assert table.state.extensions_played == LONGEST_TIE
    assert table.state.places == (1, 1, 1)
