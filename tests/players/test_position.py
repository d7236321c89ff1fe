"""Positions as people write them: read into what the seat knows, or refused for what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from ohhell.players.levels import player_for
from ohhell.players.position import WonTrick, read_position
from ohhell.rules.actions import Bid, Play
from ohhell.rules.axes import FirstLead
from ohhell.rules.cards import Card, Suit, format_cards
from ohhell.rules.errors import OhHellError
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import Phase, PlayerView
from tests.players.positions import POSITIONS
from tests.rules.games import Game
from tests.rules.strategies import games_in_a_round

BID: dict[str, Any] = {
    "players": 4,
    "hand_size": 3,
    "dealer": "D",
    "hook": True,
    "trump": "S",
    "turned": "7S",
    "hand": ["AS", "KD", "8C"],
    "bids": {"A": 1, "B": 0, "C": 1},
    "to_act": "D",
}
PLAY: dict[str, Any] = {
    "players": 4,
    "hand_size": 3,
    "trump": "H",
    "turned": "KH",
    "hand": ["AH", "KC"],
    "bids": {"A": 1, "B": 1, "D": 0},
    "tricks": [[["A", "9D"], ["B", "4D"], ["C", "KD"], ["D", "3D"]]],
    "won": {"C": 1, "D": 0},
    "trick": [["C", "9S"], ["D", "4S"], ["A", "2S"]],
    "to_act": "B",
}


def view(plain: dict[str, Any], **changes: object) -> PlayerView:
    """The position with some keys replaced; `…` removes a key."""
    changed = {key: value for key, value in {**plain, **changes}.items() if value is not ...}
    found = read_position(json.loads(json.dumps(changed)))
    assert isinstance(found, PlayerView)
    return found


def refusal(plain: object) -> OhHellError:
    """What it is refused for."""
    with pytest.raises(OhHellError) as caught:
        read_position(plain)
    return caught.value


def test_a_bid_with_the_hook() -> None:
    found = view(BID)
    assert found.phase is Phase.BIDDING
    assert found.seat == 3
    assert found.to_act == (3,)
    assert found.legal == (Bid(0), Bid(2), Bid(3))
    current = found.round
    assert current is not None
    assert current.barred_bid == 1
    assert current.has_hook
    assert current.turn_up is Card.S7
    assert current.trump is Suit.SPADES
    assert format_cards(current.hand) == "8C KD AS"
    assert current.bids == (1, 0, 1, None)
    assert current.has_bid == (True, True, True, False)
    assert current.cards_left == (3, 3, 3, 3)
    assert str(found.rulebook.scoring) == "tricks-plus-ten"
    assert found.rulebook.first_lead is FirstLead.DEALERS_LEFT


def test_a_bid_with_one_before_it_unknown_may_be_anything() -> None:
    found = view(BID, bids={"A": 1, "C": 1})
    assert len(found.legal) == 4
    assert found.round is not None
    assert found.round.bids == (1, None, 1, None)
    assert found.round.has_bid == (True, True, True, False)


def test_the_first_bid_knows_none() -> None:
    found = view(BID, bids={}, to_act="A")
    assert found.round is not None
    assert found.round.has_bid == (False,) * 4
    assert len(found.legal) == 4


def test_a_card_in_the_middle_of_a_trick() -> None:
    found = view(PLAY)
    assert found.phase is Phase.PLAYING
    assert found.seat == 1
    assert found.legal == (Play(Card.CK), Play(Card.HA))
    current = found.round
    assert current is not None
    assert current.bids == (1, 1, None, 0)
    assert current.has_bid == (True,) * 4
    assert current.taken == (0, 0, 1, 0)
    assert current.trick_seats == (2, 3, 0)
    assert current.trick_winner == 2
    assert current.leader == 2
    assert current.cards_left == (1, 2, 1, 1)
    assert current.tricks[0].winner == 2


def test_suits_are_followed() -> None:
    found = view(PLAY, hand=["AH", "KS"])
    assert found.legal == (Play(Card.SK),)


def test_what_need_not_be_said() -> None:
    """No dealer, no size, no turn-up, no won tricks; and remarks of any kind may be."""
    shorter = view(PLAY, hand_size=..., won=..., dealer=None, hook=None, remark="hm", why="so")
    longer = view(PLAY)
    assert shorter == longer
    assert view(BID, turned=None, hands={"A": ["2C"]}).round is not None
    assert view(BID, trump=...) == view(BID)


def test_without_a_turn_up_trump_comes_from_somewhere_else() -> None:
    found = view(BID, turned=None)
    assert found.rulebook.trump == (Suit.SPADES,)
    assert found.round is not None
    assert (found.round.turn_up, found.round.trump) == (None, Suit.SPADES)
    none = view(BID, turned=None, trump=None)
    assert none.rulebook.trump == (None,)


def test_the_own_hand_may_stand_among_all_hands() -> None:
    hands = {"A": ["2C", "3C", "4C"], "D": BID["hand"]}
    assert view(BID, hand=None, hands=hands) == view(BID)


def test_suits_by_word_and_cards_in_any_spelling() -> None:
    assert view(BID, trump="spades", hand=["as", "K♦", "8c"]) == view(BID)


def test_other_rules_where_the_position_says_so() -> None:
    found = view(BID, scoring="exact-only", first_lead="dealer", hook=False)
    assert str(found.rulebook.scoring) == "exact-only"
    assert found.rulebook.first_lead is FirstLead.DEALER
    assert len(found.legal) == 4
    whole = view(BID, rulebook="club-sheet", hook=None)
    assert whole.rulebook.preset == "club-sheet"
    assert whole.rulebook.hook == 1


def test_a_size_beyond_the_usual() -> None:
    found = view(BID, hand_size=12, hand=[f"{rank}C" for rank in "23456789TJQK"], bids={})
    assert found.rulebook.sizes == (12, 12)


def test_the_round_is_not_the_last_of_its_game() -> None:
    assert len(view(PLAY).rulebook.sizes) == 2


@pytest.mark.parametrize(
    ("leader", "bids", "rule"),
    [
        ("A", {"A": 1}, FirstLead.DEALERS_LEFT),
        ("D", {"D": 1}, FirstLead.DEALER),
        ("B", {"A": 0, "B": 2, "C": 2, "D": 0}, FirstLead.HIGHEST_BIDDER),
        ("B", {"B": 2}, FirstLead.HIGHEST_BIDDER),
    ],
)
def test_who_leads_first_shows_where_it_is_not_said(
    leader: str, bids: dict[str, int], rule: FirstLead
) -> None:
    found = view(BID, bids=bids, to_act=leader, hook=None)
    assert found.phase is Phase.PLAYING
    assert found.rulebook.first_lead is rule


def test_bids_that_add_up_mean_that_there_was_no_hook() -> None:
    found = view(BID, bids={"A": 1, "B": 1, "C": 1, "D": 0}, to_act="A", hook=None)
    assert found.rulebook.hook is None


@pytest.mark.parametrize(
    ("trump", "winner", "card"), [("H", 2, Card.H2), ("S", 0, Card.S9), (None, 0, Card.S9)]
)
def test_a_complete_trick_with_nobody_to_act_asks_who_won(
    trump: str | None, winner: int, card: Card
) -> None:
    trick = [["A", "9S"], ["B", "4S"], ["C", "2H"], ["D", "AD"]]
    asked = {"players": 4, "trump": trump, "trick": trick, "to_act": None, "kind": "rule"}
    assert read_position(asked) == WonTrick(winner, card)


@pytest.mark.parametrize(
    ("base", "changes", "code"),
    [
        (BID, {"players": 2}, "position-number"),
        (BID, {"players": 8}, "position-number"),
        (BID, {"players": "4"}, "position-number"),
        (BID, {"players": True}, "position-number"),
        (BID, {"players": ...}, "position-missing-key"),
        (BID, {"trump": ..., "turned": None}, "position-missing-key"),
        (BID, {"trump": "X"}, "not-a-suit"),
        (BID, {"trump": 3}, "not-a-suit"),
        (BID, {"trump": "H"}, "position-other-trump"),
        (BID, {"trump": None}, "position-other-trump"),
        (BID, {"turned": "1S"}, "not-a-card"),
        (BID, {"hand": ["AS", "KD", 8]}, "not-a-card"),
        (BID, {"hand": "AS KD 8C"}, "position-bad-key"),
        (BID, {"hand": ...}, "position-missing-key"),
        (BID, {"hand": None, "hands": {"A": ["2C"]}}, "position-missing-key"),
        (BID, {"hand": ["AS", "KD"]}, "position-hand"),
        (BID, {"hand": [], "hand_size": ...}, "position-hand"),
        (BID, {"hand_size": 0}, "position-number"),
        (BID, {"hand": ["AS", "AS", "8C"]}, "position-card-twice"),
        (BID, {"hand": ["7S", "KD", "8C"]}, "position-card-twice"),
        (BID, {"dealer": "A"}, "position-dealer"),
        (BID, {"dealer": "E"}, "position-seat"),
        (BID, {"to_act": "d"}, "position-seat"),
        (BID, {"to_act": 3}, "position-seat"),
        (BID, {"to_act": "B", "kind": "play"}, "position-trick-leader"),
        (BID, {"to_act": "B", "bids": {"C": 1}}, "position-bid-later"),
        (BID, {"bids": {"A": 4}}, "position-number"),
        (BID, {"bids": {"A": -1}}, "position-number"),
        (BID, {"bids": {"A": "1"}}, "position-number"),
        (BID, {"bids": {"E": 1}}, "position-seat"),
        (BID, {"bids": [1, 0, 1]}, "position-bad-key"),
        (BID, {"kind": "play"}, "position-own-bid"),
        (BID, {"kind": "guess"}, "position-choice"),
        (BID, {"kind": 1}, "position-choice"),
        (BID, {"kind": "rule"}, "position-rule-to-act"),
        (BID, {"kind": "guess", "to_act": None}, "position-choice"),
        (BID, {"kind": "bid", "to_act": None}, "position-missing-key"),
        (BID, {"rulebook": "common players=5"}, "position-other-players"),
        (BID, {"rulebook": "common players=x"}, "not-a-number"),
        (BID, {"scoring": ["exact-only"]}, "position-bad-key"),
        (BID, {"first_lead": 1}, "position-bad-key"),
        (BID, {"kind": "bid", "bids": {"D": 1}}, "position-no-bid"),
        (BID, {"hook": "on"}, "position-bad-key"),
        (BID, {"hook": 1}, "position-bad-key"),
        (BID, {"scoring": "exact-noly"}, "scoring-unknown"),
        (BID, {"first_lead": "me"}, "not-a-choice"),
        (BID, {"rulebook": 3}, "position-bad-key"),
        (BID, {"rulebook": "prty"}, "unknown-preset"),
        (BID, {"bid": {"A": 1}}, "position-unknown-key"),
        (BID, {"handsize": 3}, "position-unknown-key"),
        (BID, {"hand_size": 13, "hand": [f"{r}C" for r in "23456789TJQKA"]}, "pack-too-small"),
        (BID, {"to_act": None}, "position-nobody"),
        (BID, {"to_act": ...}, "position-nobody"),
        (PLAY, {"kind": "bid"}, "position-no-bid"),
        (PLAY, {"bids": {"A": 1}}, "position-own-bid"),
        (PLAY, {"bids": {"A": 1, "B": 1, "C": 1, "D": 0}, "hook": True}, "position-hook"),
        (PLAY, {"won": {"A": 1}}, "position-won"),
        (PLAY, {"won": {"C": 0}}, "position-won"),
        (PLAY, {"to_act": "A"}, "position-turn"),
        (PLAY, {"trick": [["C", "9S"], ["D", "4S"]]}, "position-turn"),
        (PLAY, {"trick": [["C", "9S"], ["D", "4S"], ["A", "2S"], ["B", "3S"]]}, "position-turn"),
        (PLAY, {"trick": [["C", "9S"], ["A", "4S"]]}, "position-order"),
        (PLAY, {"trick": [["C"]]}, "position-bad-key"),
        (PLAY, {"trick": ["9S"]}, "position-bad-key"),
        (PLAY, {"trick": [["D", "9S"], ["A", "2S"]]}, "position-trick-leader"),
        (PLAY, {"trick": [["C", "KH"], ["D", "4S"], ["A", "2S"]]}, "position-card-twice"),
        (PLAY, {"trick": [["C", "9D"], ["D", "4S"], ["A", "2S"]]}, "position-card-twice"),
        (PLAY, {"tricks": [[["A", "9D"], ["B", "4D"], ["C", "KD"]]]}, "position-trick-short"),
        (
            PLAY,
            {"tricks": [[["A", "9D"], ["B", "4D"], ["C", "KD"], ["D", "3D"], ["A", "2D"]]]},
            "position-trick-long",
        ),
        (PLAY, {"tricks": {"A": "9D"}}, "position-bad-key"),
        (PLAY, {"tricks": []}, "position-hand"),
        # D showed that it has no diamond, then played one.
        (
            PLAY,
            {
                "tricks": [[["A", "9D"], ["B", "4D"], ["C", "KD"], ["D", "3S"]]],
                "trick": [["C", "9C"], ["D", "5D"], ["A", "2C"]],
            },
            "position-revoke",
        ),
        # B did not follow diamonds and holds one.
        (
            PLAY,
            {
                "tricks": [[["A", "9D"], ["B", "4C"], ["C", "KD"], ["D", "3D"]]],
                "hand": ["AH", "5D"],
            },
            "position-revoke",
        ),
        # The first trick was led by C, who neither deals nor sits left of the dealer nor bid most.
        (
            PLAY,
            {
                "bids": {"A": 1, "B": 1, "C": 0, "D": 0},
                "tricks": [[["C", "KD"], ["D", "3D"], ["A", "9D"], ["B", "4D"]]],
            },
            "position-trick-leader",
        ),
        (
            PLAY,
            {
                "first_lead": "dealers-left",
                "tricks": [[["D", "3D"], ["A", "9D"], ["B", "4D"], ["C", "KD"]]],
            },
            "position-trick-leader",
        ),
        (
            PLAY,
            {
                "hand_size": 4,
                "tricks": [
                    [["A", "9D"], ["B", "4D"], ["C", "KD"], ["D", "3D"]],
                    [["D", "9C"], ["A", "4C"], ["B", "2C"], ["C", "3C"]],
                ],
                "won": {},
            },
            "position-trick-leader",
        ),
    ],
)
def test_what_cannot_be_is_refused(
    base: dict[str, Any], changes: dict[str, Any], code: str
) -> None:
    changed = {key: value for key, value in {**base, **changes}.items() if value is not ...}
    assert refusal(json.loads(json.dumps(changed))).code == code


@pytest.mark.parametrize("plain", [[], "A", 3, None])
def test_what_is_no_object_is_no_position(plain: object) -> None:
    assert refusal(plain).code == "position-not-an-object"


def cases() -> list[dict[str, Any]]:
    """The positions from people's complaints."""
    return [json.loads(line) for line in POSITIONS.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_every_case_is_read_and_holds_both_kinds_of_answers(case: dict[str, Any]) -> None:
    found = read_position(case)
    assert isinstance(found, PlayerView)
    known = {a.tricks if isinstance(a, Bid) else str(a.card) for a in found.legal}
    assert set(case["acceptable"]) <= known
    assert set(case["wrong"]) <= known


def written(found: PlayerView) -> dict[str, Any]:
    """A view of a game without extensions as a person would write it down."""
    current, seat = found.round, found.seat
    assert current is not None
    assert seat is not None
    players = len(current.seats)
    letter = {other: "ABCDEFG"[current.seats.index(other)] for other in current.seats}
    return {
        "players": players,
        "hand_size": current.size,
        "hook": current.has_hook,
        "trump": None if current.trump is None else str(current.trump),
        "turned": None if current.turn_up is None else str(current.turn_up),
        "hand": [str(card) for card in current.hand],
        "bids": {letter[other]: current.bids[other] for other in current.seats},
        "tricks": [
            [[letter[s], str(c)] for s, c in zip(trick.seats, trick.cards, strict=True)]
            for trick in current.tricks
        ],
        "trick": [
            [letter[s], str(c)]
            for s, c in zip(current.trick_seats, current.trick_cards, strict=True)
        ],
        "to_act": letter[seat],
        "scoring": str(found.rulebook.scoring),
        "first_lead": found.rulebook.first_lead.value,
    }


@given(games_in_a_round())
def test_what_a_seat_sees_in_a_game_can_be_written_down_and_read(game: Game) -> None:
    """The reader and the engine agree on what is legal, whose trick it is and what is barred."""
    state = game.end
    for seat in range(game.rulebook.players):
        real = view_for(state, seat)
        current = real.round
        if current is None or seat not in real.to_act or current.is_extension:
            continue
        if real.rulebook.bidding is not parse_rulebook("common").bidding:
            continue
        found = view(written(real))
        again = found.round
        assert again is not None
        place = current.seats.index
        turned = [action for action in real.legal if isinstance(action, Play)] or real.legal
        assert list(found.legal) == list(turned)
        assert again.barred_bid == (current.barred_bid if seat == current.seats[-1] else None) or (
            real.phase is Phase.PLAYING
        )
        assert again.hand == current.hand
        assert [t.cards for t in again.tricks] == [t.cards for t in current.tricks]
        assert [t.winner for t in again.tricks] == [place(t.winner) for t in current.tricks]
        assert again.taken == tuple(current.taken[other] for other in current.seats)
        assert again.cards_left == tuple(current.cards_left[other] for other in current.seats)
        player = player_for("rule-of-thumb")
        assert player.choose(found, None) in found.legal  # pyright: ignore[reportArgumentType]
