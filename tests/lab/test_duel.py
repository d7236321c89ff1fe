"""Duels: paired deals, every seat, intervals that may be looked at, and an early end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from ohhell.lab.duel import Duel, Outcome, Score, fight, play_piece, rulebook_of, usual_sizes
from ohhell.lab.durations import Durations
from ohhell.lab.workforce import Piece, Workforce
from ohhell.rules.axes import TurnUp
from ohhell.rules.cards import Suit
from ohhell.rules.errors import RulebookError
from ohhell.rules.rulebook import parse_rulebook

COMMON = parse_rulebook("common")
DUEL = Duel(COMMON, "rule-of-thumb", "random", "random", sizes=(1, 3), deals=60, seed=3)


def untimed(score: Score) -> Score:
    """What is left when the clocks are taken out."""
    one, other = (replace(side, thinking=Durations()) for side in (score.one, score.other))
    return Score(one, other, score.gain)


def untimed_scores(outcome: Outcome) -> dict[int, Score]:
    """All scores without their times."""
    return {size: untimed(score) for size, score in outcome.scores.items()}


def test_the_better_one_is_found_before_all_deals_are_played() -> None:
    looked: list[int] = []
    heard: list[int] = []
    outcome = fight(
        replace(DUEL, deals=400),
        Workforce(1),
        on_done=heard.append,
        on_look=lambda now: looked.append(now.deals),
    )
    assert outcome.gain.is_clear
    assert outcome.gain.low > 0
    assert outcome.deals < 400
    assert looked[-1] == outcome.deals == 40 * outcome.look
    assert sum(heard) == 2 * outcome.deals
    assert list(outcome.gains) == [1, 3]
    mean = sum(gain.mean for gain in outcome.gains.values()) / 2
    assert outcome.gain.mean == pytest.approx(mean)


def test_turned_round_it_is_the_same_with_the_other_sign() -> None:
    field = replace(DUEL, field="rule-of-thumb", other="random")
    there = fight(field, Workforce(1))
    back = fight(replace(field, one="random", other="rule-of-thumb"), Workforce(1))
    for size in DUEL.sizes:
        assert there.gains[size].mean == pytest.approx(-back.gains[size].mean)
        assert there.scores[size].one.points == back.scores[size].other.points


@pytest.mark.parametrize("processes", [2, 3])
def test_processes_change_no_figure(processes: int) -> None:
    assert untimed_scores(fight(DUEL, Workforce(processes))) == untimed_scores(
        fight(DUEL, Workforce(1))
    )


def test_nobody_is_better_than_itself() -> None:
    outcome = fight(replace(DUEL, other="rule-of-thumb", deals=20), Workforce(1))
    assert not outcome.gain.is_clear
    assert (outcome.gain.low, outcome.gain.mean, outcome.gain.high) == (0, 0, 0)
    assert outcome.look == outcome.count


def test_both_sit_once_in_each_seat_of_each_deal() -> None:
    duel = replace(DUEL, field="rule-of-thumb")
    score = play_piece(duel, 3, Piece(0, 5))
    assert score.one.points.units == score.other.points.units == score.gain.units == 5
    assert score.one.points.bottom == score.other.points.bottom == 4 * 5
    # A bid and three cards, in each seat of each deal.
    assert score.one.thinking.number == score.other.thinking.number == 4 * 4 * 5
    assert score.gain.top == score.one.points.top - score.other.points.top


def test_where_low_wins_fewer_points_are_a_gain() -> None:
    low = "exact: 0; over: tricks - bid; short: 2 * (bid - tricks); low wins"
    duel = replace(DUEL, rulebook=COMMON.changed(scoring=low))
    score = play_piece(duel, 3, Piece(0, 40))
    assert score.gain.top == score.other.points.top - score.one.points.top
    assert score.gain.top > 0


def test_pieces_add_up_to_the_whole() -> None:
    cycle = replace(DUEL, rulebook=COMMON.changed(trump="spades,hearts,none"))
    for duel in (DUEL, cycle):
        whole = untimed(play_piece(duel, 3, Piece(0, 12)))
        cuts = pairwise((0, 1, 5, 7, 12))
        pieces = [untimed(play_piece(duel, 3, Piece(begin, end - begin))) for begin, end in cuts]
        first, *rest = pieces
        assert sum(rest, first) == whole


def test_sizes_do_not_share_their_deals() -> None:
    one, three = (play_piece(DUEL, size, Piece(0, 30)) for size in (1, 3))
    assert one.gain != three.gain


@pytest.mark.parametrize(
    ("rulebook", "sizes"),
    [
        ("common", (1, 3, 5, 10)),
        ("common players=6", (1, 3, 5, 8)),
        ("common max_size=3", (1, 3)),
        ("common sequence=1", (1,)),
        ("common trump=none max_size=13", (1, 3, 5, 10)),
    ],
)
def test_the_usual_sizes(rulebook: str, sizes: tuple[int, ...]) -> None:
    assert usual_sizes(parse_rulebook(rulebook)) == sizes


def test_a_round_by_itself_keeps_all_rules_and_is_not_the_last() -> None:
    rules = parse_rulebook("party trump=turn-up-except-largest hook=off first_lead=dealer")
    duel = replace(DUEL, rulebook=rules)
    small, large = (rulebook_of(duel, size=size, deal=0) for size in (5, 10))
    assert small.sizes == (5, 10)
    assert large.sizes == (10, 10)
    assert small.trump is TurnUp.EXCEPT_LARGEST
    assert (small.hook, small.first_lead) == (None, rules.first_lead)
    assert small.first_dealer == 3
    assert not large.compile().rounds[0].has_turn_up
    assert small.compile().rounds[0].has_turn_up


def test_a_cycle_of_trumps_goes_round_with_the_deals() -> None:
    duel = replace(DUEL, rulebook=COMMON.changed(trump="spades,hearts,none"))
    suits = [rulebook_of(duel, size=2, deal=deal).compile().rounds[0].suit for deal in range(4)]
    assert suits == [Suit.SPADES, Suit.HEARTS, None, Suit.SPADES]


def test_a_size_the_pack_cannot_deal_is_refused_before_anything_is_played() -> None:
    with pytest.raises(RulebookError) as refusal:
        fight(replace(DUEL, sizes=(1, 14)), Workforce(1))
    assert refusal.value.code == "pack-too-small"
