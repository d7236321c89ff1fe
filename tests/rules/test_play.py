"""Who leads, whose turn it is, what trump is, and what is in sight."""

from __future__ import annotations

import pytest

from ohhell.rules import events as ev
from ohhell.rules.actions import Bid, Deal, Play
from ohhell.rules.cards import PACK, Card, Suit, parse_cards
from ohhell.rules.engine import decide_chance
from ohhell.rules.errors import DealError
from ohhell.rules.projection import view_for
from ohhell.rules.view import Phase, Trick
from tests.rules.scenes import Scene

# --- Dealing.


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left_and_the_next_is_turned() -> None:
    table = Scene("players=3 sequence=2 first_dealer=seat-1")
    table.happen(decide_chance(table.state, Deal(PACK)))
    (dealt,) = table.events(ev.RoundDealt)
    assert dealt == ev.RoundDealt(
        number=1,
        size=2,
        dealer=1,
        seats=(2, 0, 1),
        trump=Suit.CLUBS,
        turn_up=Card.C8,
        hands=(parse_cards("3C 6C"), parse_cards("4C 7C"), parse_cards("2C 5C")),
        stock=PACK[7:],
    )


def test_the_turn_up_is_nobodys_and_stays_in_sight_all_round() -> None:
    table = Scene("players=3 sequence=2 first_dealer=seat-2 hook=off")
    table.deal("2C 3C", "4C 5C", "6C 7C", turn_up="AH")
    table.bid(0, 0, 0)
    while table.phase is Phase.PLAYING:
        seen = view_for(table.state, None).round
        assert seen is not None
        assert (seen.turn_up, seen.trump) == (Card.HA, Suit.HEARTS)
        assert Card.HA not in table.round.stock
        table.play(table.cards().split()[0])


def test_thirteen_cards_at_four_players_without_trump_use_the_whole_pack() -> None:
    table = Scene("players=4 sequence=13 trump=none first_dealer=seat-3 hook=off")
    table.happen(decide_chance(table.state, Deal(PACK)))
    assert table.round.stock == ()
    assert (table.round.turn_up, table.round.trump) == (None, None)
    assert [len(hand) for hand in table.round.hands] == [13] * 4
    table.bid(13, 0, 0, 0)
    # Seat 0 holds 2C 6C TC AC 5D 9D KD 4H 8H QH 3S 7S JS: without trump only suits led count.
    table.play("2C 3C 4C 5C")
    assert table.round.leader == 3
    assert table.round.taken == (0, 0, 0, 1)


@pytest.mark.parametrize("deck", [PACK[:51], (*PACK[:51], PACK[0]), ()])
def test_a_deck_is_the_whole_pack_once(deck: tuple[Card, ...]) -> None:
    table = Scene("players=3 sequence=2 first_dealer=seat-1")
    with pytest.raises(DealError) as caught:
        decide_chance(table.state, Deal(deck))
    assert caught.value.code == "not-a-deck"
    assert dict(caught.value.params) == {"value": len(set(deck)), "limit": 52}


# --- Who leads.


@pytest.mark.parametrize(
    ("lead", "bids", "leader"),
    [
        ("dealers-left", (0, 3, 1, 2), 3),
        ("dealer", (0, 3, 1, 2), 2),
        # The order of bids is 3, 0, 1, 2: nearest to the dealer's left first.
        ("highest-bidder", (0, 3, 1, 2), 0),
        ("highest-bidder", (1, 0, 0, 3), 2),
        ("highest-bidder", (2, 3, 3, 1), 0),
        ("highest-bidder", (1, 2, 2, 2), 0),
        ("highest-bidder", (2, 0, 1, 2), 3),
        ("highest-bidder", (0, 0, 2, 2), 1),
        ("highest-bidder", (0, 0, 0, 1), 2),
        ("highest-bidder", (0, 0, 0, 0), 3),
    ],
)
def test_who_leads_the_first_trick(lead: str, bids: tuple[int, ...], leader: int) -> None:
    table = Scene(f"players=4 sequence=3 first_dealer=seat-2 hook=off first_lead={lead}")
    table.deal()
    table.bid(*bids)
    assert table.round.leader == table.next == leader


@pytest.mark.parametrize("lead", ["dealers-left", "dealer", "highest-bidder"])
def test_bids_all_at_once_lead_by_the_same_order(lead: str) -> None:
    rules = f"players=4 sequence=3 first_dealer=seat-2 hook=off first_lead={lead}"
    in_turn = Scene(rules)
    at_once = Scene(f"{rules} bidding=all-at-once")
    in_turn.deal()
    at_once.deal()
    in_turn.bid(1, 2, 2, 0)
    for seat, tricks in [(2, 0), (1, 2), (3, 1), (0, 2)]:
        at_once.act(seat, Bid(tricks))
    assert in_turn.round.leader == at_once.round.leader
    assert at_once.round.leader == {"dealers-left": 3, "dealer": 2, "highest-bidder": 0}[lead]


def test_the_dealers_lead_goes_clockwise_from_the_dealer() -> None:
    table = Scene("club-sheet players=4 sequence=2 first_dealer=seat-1")
    table.deal("2C 2D", "3C 3D", "4C 4D", "5C 5D", turn_up="AH")
    table.bid(0, 0, 0, 0)
    table.play("3C 4C 5C 2C")
    assert table.round.tricks == (Trick((1, 2, 3, 0), parse_cards("3C 4C 5C 2C"), 3),)
    assert table.next == 3


def test_in_a_one_card_round_there_is_still_a_lead_and_an_order() -> None:
    table = Scene("players=3 sequence=1 first_dealer=seat-0 first_lead=highest-bidder hook=off")
    table.deal("2C", "AD", "3D", turn_up="2H")
    table.bid(0, 1, 0)
    assert table.next == 2
    assert table.refusal(0, Play(Card.C2)) == "out-of-turn"
    table.play("3D 2C AD")
    assert table.state.results[0].taken == (0, 1, 0)


# --- Whose turn.


@pytest.mark.parametrize("dealer", range(4))
def test_turns_run_round_from_whoever_leads(dealer: int) -> None:
    """Every seat comes to lead: the order wraps round the table from there, not from seat 0."""
    table = Scene(f"players=4 sequence=4 first_dealer=seat-{dealer} hook=off trump=none")
    table.deal("AC 2D 3H 4S", "2C AD 4H 3S", "3C 4D AH 2S", "4C 3D 2H AS")
    table.bid(1, 1, 1, 1)
    leader = (dealer + 1) % 4
    for trick in range(4):
        order = [(leader + step) % 4 for step in range(4)]
        suit = (leader + 1) % 4 if trick else leader
        led = Suit(suit)
        played: list[int] = []
        for _ in range(4):
            played.append(table.next)
            (card,) = [card for card in table.round.hands[table.next] if card.suit is led]
            table.play(str(card))
        assert played == order
        winner = suit  # seat 0 holds the ace of clubs, seat 1 of diamonds, and so on
        if table.phase is Phase.PLAYING:
            assert table.round.leader == winner
        leader = winner


def test_the_winner_leads_and_the_deal_goes_its_own_way() -> None:
    """Two cursors: who took the last trick has no say in who deals, bids or leads next."""
    table = Scene("players=4 sequence=1,1,1 first_dealer=seat-0")
    for number, (dealer, winner) in enumerate([(0, 3), (1, 3), (2, 1)], start=1):
        seats = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        table.one_trick(dict.fromkeys(seats, 0), winner=winner)
        dealt = table.events(ev.RoundDealt)[-1]
        assert isinstance(dealt, ev.RoundDealt)
        assert (dealt.number, dealt.dealer, list(dealt.seats)) == (number, dealer, seats)
        first_bid = next(
            e for e in table.log[table.log.index(dealt) :] if isinstance(e, ev.BidMade)
        )
        first_card = next(
            e for e in table.log[table.log.index(dealt) :] if isinstance(e, ev.CardPlayed)
        )
        assert first_bid.seat == first_card.seat == seats[0]
    assert [result.dealer for result in table.state.results] == [0, 1, 2]


def test_bids_and_cards_count_only_from_the_seat_whose_turn_it_is() -> None:
    table = Scene("players=3 sequence=1 first_dealer=seat-2 hook=off")
    table.deal("2C", "3C", "4C", turn_up="2H")
    assert table.refusal(1, Bid(0)) == table.refusal(2, Bid(0)) == "out-of-turn"
    table.bid(0, 0, 0)
    assert table.refusal(1, Play(Card.C3)) == table.refusal(2, Play(Card.C4)) == "out-of-turn"
    assert table.refusal(0, Play(Card.C3)) == "not-your-card"


# --- Trump and following.


def test_trumps_may_be_led_at_any_time_and_need_not_be_played() -> None:
    table = Scene("players=3 sequence=2 first_dealer=seat-2 hook=off")
    table.deal("2H 2C", "3H 3C", "AS AD", turn_up="KH")
    table.bid(0, 0, 0)
    assert table.cards() == "2C 2H"
    table.play("2C 3C")
    # Void in clubs: a discard is as good as a trump, and no card must beat another.
    assert table.cards() == "AD AS"
    table.play("AS")
    assert table.round.leader == 1


def test_a_round_without_trump_is_won_by_the_suit_led_alone() -> None:
    table = Scene("players=3 sequence=1 first_dealer=seat-2 hook=off trump=none")
    table.deal("2C", "AS", "AH")
    table.bid(1, 0, 0)
    table.play("2C AS AH")
    assert table.state.results[0].taken == (1, 0, 0)


def test_a_fixed_suit_is_trump_without_a_card_to_show() -> None:
    table = Scene("players=3 sequence=1,1 first_dealer=seat-2 hook=off trump=hearts")
    for _ in range(2):
        table.deal("AC", "AS", "2H")
        assert (table.round.trump, table.round.turn_up) == (Suit.HEARTS, None)
        table.bid_all({0: 0, 1: 0, 2: 0})
        table.play_out()
    assert [result.taken for result in table.state.results] == [(0, 0, 1), (0, 0, 1)]


def test_the_largest_rounds_have_no_trump_and_the_others_a_turn_up() -> None:
    table = Scene("players=3 max_size=2 first_dealer=seat-2 trump=turn-up-except-largest hook=off")
    trumps: list[tuple[int, Suit | None, bool]] = []
    for turn_up in (None, "AS", None):
        table.deal(turn_up=turn_up)
        trumps.append((table.round.size, table.round.trump, table.round.turn_up is not None))
        table.bid(0, 0, 0)
        table.play_out()
    assert trumps == [(2, None, False), (1, Suit.SPADES, True), (2, None, False)]


# --- What a card is worth in the end.


def test_a_round_is_scored_once_with_its_last_card() -> None:
    table = Scene("players=3 sequence=1,1 first_dealer=seat-2 hook=off")
    table.deal("2C", "3C", "4C", turn_up="2H")
    table.bid(0, 0, 1)
    table.play("2C 3C")
    assert table.events(ev.RoundScored) == []
    table.play("4C")
    assert table.log[-3:] == [
        ev.CardPlayed(2, Card.C4),
        ev.TrickTaken(2),
        ev.RoundScored(1, (10, 10, 11), (10, 10, 11)),
    ]
    assert table.phase is Phase.DEAL
    assert table.state.round is None


def test_a_round_worth_nothing_is_still_everybodys_round() -> None:
    table = Scene("players=3 sequence=1,1 first_dealer=seat-2 scoring=exact-only")
    table.one_trick({0: 1, 1: 1, 2: 1}, winner=0)
    table.one_trick({1: 1, 2: 1, 0: 1}, winner=0)
    first, second = table.state.results
    assert first.points == (11, 0, 0)
    assert second.points == (11, 0, 0)
    assert (first.bids, second.bids) == ((1, 1, 1), (1, 1, 1))
    assert table.state.totals == (22, 0, 0)


def test_totals_may_be_negative() -> None:
    table = Scene("players=3 sequence=2 first_dealer=seat-2 scoring=club-sheet")
    table.deal("2C 2D", "3C 3D", "AC AD", turn_up="2H")
    table.bid(2, 2, 0)
    table.play("2C 3C AC AD 2D 3D")
    assert table.state.totals == (-20, -20, -20)
    assert table.state.places == (1, 1, 1)


def test_a_game_ends_after_its_last_round_and_not_before() -> None:
    table = Scene("players=3 sequence=1,1,1 first_dealer=seat-2 scoring=ten-times")
    for winner in (0, 0):
        table.one_trick({0: 0, 1: 0, 2: 0}, winner=winner)
        assert table.phase is Phase.DEAL
        assert table.state.places == ()
    table.one_trick({0: 0, 1: 0, 2: 0}, winner=0)
    assert table.phase is Phase.OVER
    assert table.state.places == (3, 1, 1)
