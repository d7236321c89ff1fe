"""What holds for every CPU player: legal, quick to name, blind to what its seat may not see."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ohhell.players.levels import LEVELS, LevelError, player_for
from ohhell.rules.actions import Bid, Play
from ohhell.rules.axes import Bidding
from ohhell.rules.cards import Suit
from ohhell.rules.engine import to_act
from ohhell.rules.presets import PRESETS, preset_rulebook
from ohhell.rules.projection import hides_bids, view_for
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase
from tests.players.positions import position
from tests.players.seated import game_of
from tests.rules.games import Game
from tests.rules.strategies import games_in_a_round, short_rulebooks

PLAIN_LEVELS = ("random", "rule-of-thumb")


def test_a_level_is_found_however_it_is_written() -> None:
    for name in ("rule-of-thumb", "Rule of Thumb", " rule_of_thumb "):
        assert player_for(name).level == "rule-of-thumb"
    assert player_for("RANDOM").level == "random"


def test_every_level_has_a_player_that_says_its_name() -> None:
    assert LEVELS[:1] == ("random",)
    assert set(PLAIN_LEVELS) <= set(LEVELS)
    for level in PLAIN_LEVELS:
        assert player_for(level).level == level


@pytest.mark.parametrize(
    ("name", "near"), [("rule of thumbs", "rule-of-thumb"), ("randm", "random"), ("", "")]
)
def test_any_other_name_is_refused_with_the_names_like_it(name: str, near: str) -> None:
    with pytest.raises(LevelError) as caught:
        player_for(name)
    assert caught.value.code == "unknown-level"
    assert caught.value.params == {"value": name, "limit": ", ".join(LEVELS), "near": near}


@pytest.mark.parametrize("level", PLAIN_LEVELS)
@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_to_its_end(preset: str, players: int, level: str) -> None:
    rulebook = preset_rulebook(preset, players=players)
    end = game_of(rulebook, level, seed=players).end
    assert end.phase is Phase.OVER
    assert len(end.results) >= len(rulebook.sizes)
    assert len(end.places) == players


@pytest.mark.parametrize("level", PLAIN_LEVELS)
@given(rulebook=short_rulebooks(), seed=st.integers(0, 10**6))
def test_any_rulebook_is_played_legally(level: str, rulebook: Rulebook, seed: int) -> None:
    game = game_of(rulebook, level, seed=seed, most_extensions=3)
    assert game.end.phase in (Phase.OVER, Phase.ABANDONED)


@pytest.mark.parametrize(
    "rulebook",
    [
        "common players=4 max_size=13 sequence=13,12 trump=none",
        "common players=3 max_size=17 sequence=17 trump=none",
        "common players=3 max_size=17 sequence=17 trump=hearts bidding=all-at-once hook=off",
        "common players=7 max_size=7 sequence=7,1,7",
        "common players=4 max_size=13 sequence=13 trump=spades first_lead=highest-bidder",
    ],
)
@pytest.mark.parametrize("level", PLAIN_LEVELS)
def test_the_largest_rounds_the_pack_allows(rulebook: str, level: str) -> None:
    for seed in range(3):
        assert game_of(rulebook, level, seed=seed).end.phase is Phase.OVER


@pytest.mark.parametrize("level", PLAIN_LEVELS)
def test_extensions_of_two_seats(level: str) -> None:
    rulebook = "common players=5 sequence=2 max_size=2 scoring=binary ties=leaders-20"
    sizes: Counter[int] = Counter()
    for seed in range(30):
        for result in game_of(rulebook, level, seed=seed).end.results[1:]:
            sizes[sum(bid is not None for bid in result.bids)] += 1
    assert sizes[2] >= 5
    assert min(sizes) == 2


def test_random_bids_and_plays_are_uniform() -> None:
    player, dice = player_for("random"), random.Random(7)
    bidding = position("2C KH AS", trump=Suit.HEARTS, seat=3, bids={0: 1, 1: 0, 2: 0})
    bids = Counter(str(player.choose(bidding, dice)) for _ in range(3000))
    assert set(bids) == {"0", "1", "3"}  # two is what the hook bars
    assert all(900 < count < 1100 for count in bids.values())
    playing = position("2C KH AS", trump=Suit.HEARTS, bids={0: 1, 1: 0, 2: 0, 3: 0})
    plays = Counter(str(player.choose(playing, dice)) for _ in range(3000))
    assert set(plays) == {"2C", "KH", "AS"}
    assert all(900 < count < 1100 for count in plays.values())


@pytest.mark.parametrize("level", PLAIN_LEVELS)
def test_a_leader_who_might_change_its_bid_leads(level: str) -> None:
    game = game_of("club-sheet players=4 max_size=2 sequence=2,2,2,2", level, seed=3)
    leads = 0
    for state in game.states:
        if state.phase is Phase.PLAYING:
            view = view_for(state, to_act(state)[0])
            if isinstance(view.legal[0], Bid):
                leads += 1
                assert isinstance(player_for(level).choose(view, random.Random(1)), Play)
    assert leads == len(game.end.results)


# --- The view and nothing else


@st.composite
def twins(draw: DrawFn) -> tuple[GameState, GameState]:
    """A moment, and one that whoever is to act cannot tell from it: the other cards dealt anew."""
    game: Game = draw(games_in_a_round())
    state = game.end
    current = state.round
    assert current is not None
    seat = to_act(state)[0]
    others = [other for other in range(len(current.hands)) if other != seat]
    unseen = [card for other in others for card in current.hands[other]] + [*current.stock]
    unseen = draw(st.permutations(unseen))
    hands = list(current.hands)
    for other in others:
        count = len(hands[other])
        hands[other], unseen = tuple(sorted(unseen[:count])), unseen[count:]
    bids = tuple(
        bid
        if bid is None or state.phase is Phase.PLAYING or not hides_bids(state)
        else draw(st.integers(0, current.size))
        for bid in current.bids
    )
    twin = replace(current, hands=tuple(hands), stock=tuple(unseen), bids=bids)
    return state, replace(state, round=twin)


@pytest.mark.parametrize("level", PLAIN_LEVELS)
@given(pair=twins(), seed=st.integers(0, 99))
def test_hidden_cards_change_no_decision(
    level: str, pair: tuple[GameState, GameState], seed: int
) -> None:
    state, twin = pair
    seat, player = to_act(state)[0], player_for(level)
    decision = player.choose(view_for(state, seat), random.Random(seed))
    assert player.choose(view_for(twin, seat), random.Random(seed)) == decision


def test_hidden_bids_are_among_what_is_swapped() -> None:
    rulebook = "common bidding=all-at-once hook=off sequence=3"
    moments = [s for s in game_of(rulebook, "random").states if s.phase is Phase.BIDDING]
    assert moments[0].rulebook.bidding is Bidding.ALL_AT_ONCE
    assert [sum(bid is not None for bid in s.round.bids) for s in moments if s.round] == [
        0,
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("level", PLAIN_LEVELS)
def test_the_same_view_and_dice_give_the_same_answer_in_any_order(level: str) -> None:
    """One player serves every table: what it was asked before must not matter."""
    states = [s for s in game_of("party players=5 max_size=4", level).states if to_act(s)]
    views = [view_for(state, to_act(state)[0]) for state in states]
    player = player_for(level)
    answers = [player.choose(view, random.Random(turn)) for turn, view in enumerate(views)]
    again = list(enumerate(views))
    random.Random(5).shuffle(again)
    for turn, view in again:
        assert player.choose(view, random.Random(turn)) == answers[turn]
