"""The worked examples of the four sources, played by the rulebook that carries each one's name."""

from __future__ import annotations

import pytest

from ohhell.rules import events as ev
from ohhell.rules.actions import Bid, Deal, Play
from ohhell.rules.axes import TieRule
from ohhell.rules.cards import PACK, Card, Suit, parse_cards
from ohhell.rules.engine import decide_chance
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import Phase
from tests.rules.scenes import Scene


def paid(rulebook: str, bid: int, tricks: int, size: int = 10) -> int:
    """What a bid and its tricks are worth."""
    return parse_rulebook(rulebook).compile().points[size][bid][tricks]


def one_round(rulebook: str, size: int, dealer: int) -> Scene:
    """A single round by the rules of a preset."""
    return Scene(f"{rulebook} sequence={size} first_dealer=seat-{dealer}")


# --- cardgames.


def test_cardgames_is_four_players_and_19_rounds_down_and_up() -> None:
    rulebook = parse_rulebook("cardgames")
    assert rulebook.players == 4
    assert rulebook.sizes == (10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert all(planned.has_turn_up for planned in rulebook.compile().rounds)


def test_cardgames_deals_40_cards_in_the_largest_rounds_and_turns_one() -> None:
    table = one_round("cardgames", 10, 3)
    table.happen(decide_chance(table.state, Deal(PACK)))
    assert sum(map(len, table.round.hands)) == 40
    assert table.round.turn_up == PACK[40]
    assert len(table.round.stock) == 11


def test_cardgames_leaves_twelve_other_hearts_in_a_heart_round() -> None:
    table = one_round("cardgames", 10, 3)
    table.deal(turn_up="9H")
    live = [card for hand in (*table.round.hands, table.round.stock) for card in hand]
    assert sum(card.suit is Suit.HEARTS for card in live) == 12


def test_cardgames_worked_round() -> None:
    table = one_round("cardgames", 4, 3)
    table.deal("AS KS 2C 2D", "AC 3D 4D 2H", "3C 4C 5D 6D", "KC AD 3H 4H", turn_up="2S")
    table.bid(1, 2, 0)
    assert table.refusal(3, Bid(1)) == "hook"
    table.bid(2)
    table.play("AS 2H 3C 3H")
    table.play("KS 3D 4C 4H")
    table.play("2C AC")
    assert table.refusal(2, Play(Card.SA)) == "not-your-card"
    table.play("5D KC")
    table.play("4D 6D AD 2D")
    (result,) = table.state.results
    assert result.bids == (1, 2, 0, 2)
    assert result.taken == (2, 1, 0, 1)
    assert result.points == (2, 1, 10, 1)


def test_cardgames_points() -> None:
    assert [paid("cardgames", bid, bid) for bid in range(11)] == [10 + bid for bid in range(11)]
    assert paid("cardgames", 3, 6) == 6
    assert paid("cardgames", 0, 0) > paid("cardgames", 5, 4)
    # A single unwanted trick on a bid of none costs nine points.
    assert paid("cardgames", 0, 0) - paid("cardgames", 0, 1) == 9
    assert paid("cardgames", 6, 6) == 16


def test_cardgames_leads_from_the_dealers_left_whatever_was_bid() -> None:
    table = one_round("cardgames", 3, 1)
    table.deal()
    table.bid(0, 3, 3, 1)
    assert table.round.leader == 2


def test_cardgames_has_no_extra_round() -> None:
    table = one_round("cardgames", 1, 3)
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 0}, winner=3)
    assert table.phase is Phase.OVER
    assert table.state.places == (1, 1, 1, 4)


# --- club-sheet.


def test_club_sheet_points() -> None:
    assert paid("club-sheet", 3, 3) == 30
    assert paid("club-sheet", 3, 2) == paid("club-sheet", 3, 4) == -10
    assert paid("club-sheet", 0, 0) == 10
    assert paid("club-sheet", 0, 2) == -20


def test_club_sheet_variation_pays_tricks_and_ten_for_an_exact_bid() -> None:
    rulebook = "club-sheet scoring=tricks-plus-ten"
    assert [paid(rulebook, 3, tricks) for tricks in (3, 2, 4)] == [13, 2, 4]
    assert paid(rulebook, 0, 0) == 10
    table = parse_rulebook(rulebook).compile().points
    assert min(points for size in table.values() for row in size for points in row) == 0


@pytest.mark.parametrize(("players", "largest"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 7)])
def test_club_sheet_builds_up_once_as_a_variation(players: int, largest: int) -> None:
    rulebook = parse_rulebook(f"club-sheet players={players} sequence=up")
    assert rulebook.sizes == tuple(range(1, largest + 1))
    assert rulebook.ties.rule is TieRule.ALL_SEATS


def test_club_sheet_hooks_the_dealer_after_three_of_four() -> None:
    table = one_round("club-sheet", 4, 3)
    table.deal()
    table.bid(1, 2, 0)
    assert table.bids() == (0, 2, 3, 4)
    table = one_round("club-sheet", 4, 3)
    table.deal()
    table.bid(1, 2, 2)
    assert table.bids() == (0, 1, 2, 3, 4)


def test_club_sheet_dealer_leads_any_card_trump_included() -> None:
    table = one_round("club-sheet", 2, 3)
    table.deal("2C 3C", "4C 5C", "6C 7C", "8C 2H", turn_up="KH")
    table.bid(0, 0, 0, 1)
    assert table.next == 3
    assert table.cards() == "8C 2H"


def test_club_sheet_a_low_trump_beats_a_side_ace_but_a_club_must_be_followed() -> None:
    table = one_round("club-sheet", 2, 3)
    table.deal("2H 3S", "3H 4C", "6C 7C", "AC KS", turn_up="KH")
    table.bid(0, 0, 0, 0)
    table.play("AC 2H")
    assert table.refusal(1, Play(Card.H3)) == "must-follow"
    table.play("4C 6C")
    assert table.round.leader == 0


def test_club_sheet_counts_as_many_tricks_as_cards_however_many_play() -> None:
    for players in range(3, 8):
        table = Scene(f"club-sheet players={players} sequence=4 first_dealer=seat-0 ties=share")
        table.deal()
        table.bid(*(0 for _ in range(players)))
        table.play_out()
        assert sum(table.state.results[0].taken) == 4


def test_club_sheet_ties_are_played_off_by_all_with_the_next_dealer() -> None:
    table = one_round("club-sheet", 1, 3)
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 0}, winner=3)
    assert table.state.totals == (10, 10, 10, -10)
    # Somebody outside the tie becomes the winner in the end.
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 0}, winner=0)
    assert table.state.totals == (0, 20, 20, 0)
    table.one_trick({1: 1, 2: 1, 3: 0, 0: 1}, winner=3)
    assert table.state.totals == (-10, 10, 10, -10)
    table.one_trick({2: 1, 3: 1, 0: 1, 1: 1}, winner=0)
    assert table.state.totals == (0, 0, 0, -20)
    table.one_trick({3: 1, 0: 1, 1: 1, 2: 1}, winner=0)
    assert table.state.totals == (10, -10, -10, -30)
    assert table.state.places == (1, 2, 2, 4)
    assert [result.dealer for result in table.state.results] == [3, 0, 1, 2, 3]


def test_club_sheet_draws_for_the_deal_and_only_tied_highest_draw_again() -> None:
    table = Scene("club-sheet players=4")
    pack = [*parse_cards("KH 2C KS QD 3D 9D")]
    pack += [card for card in PACK if card not in pack]
    table.happen(decide_chance(table.state, Deal(tuple(pack))))
    (drawn,) = table.events(ev.DealerDrawn)
    assert drawn == ev.DealerDrawn(
        2, (((0, Card.HK), (1, Card.C2), (2, Card.SK), (3, Card.DQ)), ((0, Card.D3), (2, Card.D9)))
    )
    table.deal()
    assert table.round.dealer == 2


def test_club_sheet_free_dealer_may_let_the_bids_add_up_as_a_variation() -> None:
    table = one_round("club-sheet hook=off", 4, 3)
    table.deal()
    table.bid(1, 1, 1)
    assert table.bids() == (0, 1, 2, 3, 4)


# --- common.


def test_common_seven_players_play_13_hands() -> None:
    rulebook = parse_rulebook("common players=7")
    assert rulebook.sizes == (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)


def test_common_hook_with_five_cards_after_four() -> None:
    table = one_round("common", 5, 3)
    table.deal()
    table.bid(1, 2, 1)
    assert table.bids() == (0, 2, 3, 4, 5)


def test_common_points() -> None:
    assert [paid("common", 2, tricks) for tricks in (2, 1, 3)] == [12, 1, 3]
    assert paid("common", 0, 0) == 10


def test_common_leads_from_the_dealers_left_and_then_by_the_winner() -> None:
    table = one_round("common", 2, 0)
    table.deal("2C 2D", "3C 3D", "AC 4D", "4C 5D", turn_up="2H")
    assert table.next == 1
    table.bid(0, 0, 1, 0)
    table.play("3C AC 4C 2C")
    assert table.next == 2


def test_common_a_low_trump_beats_every_other_card() -> None:
    table = one_round("common", 1, 0)
    table.deal("AD", "KD", "2H", "AS", turn_up="3H")
    table.bid(0, 1, 0, 1)
    table.play("KD 2H AS AD")
    assert table.state.results[0].taken == (0, 0, 1, 0)


# --- party.


def test_party_of_five_up_to_five_cards() -> None:
    assert parse_rulebook("party players=5 max_size=5").sizes == (5, 4, 3, 2, 1, 2, 3, 4, 5)
    assert parse_rulebook("party players=5 max_size=5 sequence=up").sizes == (1, 2, 3, 4, 5)


def test_party_dealer_cannot_bid_three_when_others_have_seven_of_ten() -> None:
    table = one_round("party", 10, 3)
    table.deal()
    table.bid(3, 2, 2)
    assert table.refusal(3, Bid(3)) == "hook"
    assert 3 not in table.bids()


def test_party_points_by_both_scorings() -> None:
    assert paid("party", 3, 3) == 13
    assert paid("party", 3, 2) == 2
    assert paid("party", 0, 0) == 10
    assert paid("party", 2, 3) == 3
    exact_only = "party scoring=exact-only"
    assert paid(exact_only, 3, 3) == 13
    assert paid(exact_only, 3, 2) == paid(exact_only, 2, 3) == 0


def test_party_without_trump_in_the_largest_rounds() -> None:
    plan = parse_rulebook("party players=6 trump=turn-up-except-largest").compile()
    no_trump = [planned.number for planned in plan.rounds if not planned.has_turn_up]
    assert no_trump == [1, 15]


def test_party_shares_at_once_where_the_table_says_so() -> None:
    table = one_round("party ties=share", 1, 3)
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 0}, winner=3)
    assert table.phase is Phase.OVER
    assert table.state.places == (1, 1, 1, 4)


def test_party_lets_tied_leaders_play_the_largest_round_again() -> None:
    table = one_round("party", 1, 3)
    table.one_trick({0: 0, 1: 0, 2: 0, 3: 0}, winner=3)
    assert table.phase is Phase.DEAL
    assert table.state.contenders == (0, 1, 2)
