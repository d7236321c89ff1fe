"""348 rounds by an independent engine: the same offers, winners and points."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Final, TypedDict

import pytest

from ohhell.rules import events as ev
from ohhell.rules.actions import Play
from ohhell.rules.cards import Card, parse_card, parse_suit
from ohhell.rules.engine import barred_bid, legal_bids, playable
from ohhell.rules.projection import view_for
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.view import Phase
from tests.rules.scenes import Scene

FILE: Final = Path(__file__).parents[1] / "golden" / "rounds.jsonl"
KINDS: Final = [
    (players, size)
    for players in range(3, 8)
    for size in sorted({1, 2, 3, 5, 7, {6: 8, 7: 7}.get(players, 10)})
]


class GoldenTrick(TypedDict):
    leader: int
    cards: list[str]
    legal: list[list[str]]
    winner: int


class GoldenScore(TypedDict):
    off_bid_penalty: bool
    points_per_trick: int
    made_bid_bonus: int
    returns: list[int]


class GoldenRound(TypedDict):
    id: str
    players: int
    cards: int
    dealer: int
    hands: list[list[str]]
    turnup: str
    trump: str
    bid_order: list[int]
    bids: list[int]
    legal_bids: list[list[int]]
    hook_barred: int | None
    tricks: list[GoldenTrick]
    tricks_won: list[int]
    scores: list[GoldenScore]


@lru_cache(maxsize=1)
def golden_rounds() -> tuple[GoldenRound, ...]:
    with FILE.open(encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def scoring_text(score: GoldenScore) -> str:
    """A setting of the other engine as one of our formulas."""
    per_trick = score["points_per_trick"]
    exact = f"{score['made_bid_bonus']} + {per_trick} * tricks"
    if score["off_bid_penalty"]:
        return f"exact: {exact}; missed: -{per_trick} * abs(bid - tricks)"
    return f"exact: {exact}; missed: {per_trick} * tricks"


def rules_of(golden: GoldenRound, score: GoldenScore) -> str:
    return (
        f"common players={golden['players']} sequence={golden['cards']}"
        f" first_dealer=seat-{golden['dealer']} scoring='{scoring_text(score)}'"
    )


def test_there_are_348_rounds_of_every_table_and_size() -> None:
    rounds = golden_rounds()
    assert len(rounds) == len({golden["id"] for golden in rounds}) == 348
    assert {(golden["players"], golden["cards"]) for golden in rounds} == set(KINDS)


@pytest.mark.parametrize(("players", "size"), KINDS)
def test_offers_winners_and_points_are_those_of_the_other_engine(players: int, size: int) -> None:
    for golden in golden_rounds():
        if (golden["players"], golden["cards"]) == (players, size):
            check_round(golden)


def check_round(golden: GoldenRound) -> None:
    scene = Scene(rules_of(golden, golden["scores"][0]))
    scene.deal(*(" ".join(hand) for hand in golden["hands"]), turn_up=golden["turnup"])
    current = scene.round
    assert current.seats == tuple(golden["bid_order"])
    assert current.trump is parse_card(golden["turnup"]).suit is parse_suit(golden["trump"])
    for seat, bid, offered in zip(
        golden["bid_order"], golden["bids"], golden["legal_bids"], strict=True
    ):
        assert scene.next == seat
        assert list(legal_bids(scene.state, seat)) == offered
        if seat == golden["dealer"]:
            barred = barred_bid(scene.state, scene.round, seat)
            seen = view_for(scene.state, None).round
            assert seen is not None
            assert barred == seen.barred_bid == golden["hook_barred"]
        scene.bid(bid)
    for trick in golden["tricks"]:
        assert scene.round.leader == trick["leader"]
        for card, offered in zip(trick["cards"], trick["legal"], strict=True):
            assert playable(scene.state, scene.next) == tuple(sorted(map(parse_card, offered)))
            scene.play(card)
        taken = next(e for e in reversed(scene.log) if isinstance(e, ev.TrickTaken))
        assert taken.seat == trick["winner"]
    assert scene.phase is Phase.OVER
    (result,) = scene.state.results
    assert list(result.taken) == golden["tricks_won"]
    for score in golden["scores"]:
        table = parse_rulebook(rules_of(golden, score)).compile().points[golden["cards"]]
        paid = [
            table[bid][taken]
            for bid, taken in zip(result.bids, result.taken, strict=True)
            if bid is not None
        ]
        assert paid == score["returns"]
    assert list(scene.state.totals) == golden["scores"][0]["returns"]


def test_a_card_in_another_spelling_is_the_same_card() -> None:
    """The golden file writes `TC`; a person may write `10c`."""
    assert Play(parse_card("10c")) == Play(Card.CT)
