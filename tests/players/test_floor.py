"""Kinds of blunders no level makes, and what every level from `casual` up knows, over many positions.

Each kind stands behind real players' complaints; the positions are drawn at random.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ohhell.kernel.bridge import position_of
from ohhell.players.levels import player_for
from ohhell.players.levels_of_play import DEPTHS
from ohhell.players.position import read_position
from ohhell.players.tables import one_card_name, tables_for
from ohhell.rules.actions import Bid, Play
from ohhell.rules.view import PlayerView

LEVELS = tuple(DEPTHS)
SKILLED = LEVELS[1:]
COUNT = {"novice": 300, "casual": 300, "club": 150, "expert": 40}
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]


def choice(level: str, position: dict[str, Any], seed: int) -> str:
    view = read_position({"id": "x", **position})
    assert isinstance(view, PlayerView)
    return str(player_for(level).choose(view, random.Random(seed)))


def rank(card: str) -> int:
    return RANKS.index(card[0])


def sure_count(trumps: list[str], unseen: list[str]) -> int:
    """Trumps that cannot all be beaten: each higher unseen one beats one of ours at most."""
    sure = paired = 0
    for card in sorted(trumps, key=rank, reverse=True):
        if sum(rank(other) > rank(card) for other in unseen) > paired:
            paired += 1
        else:
            sure += 1
    return sure


@pytest.mark.parametrize("level", LEVELS)
def test_who_needs_every_trick_leads_the_highest_trump(level: str) -> None:
    dice = random.Random(1)
    done = 0
    while done < COUNT[level]:
        players, size = dice.randint(3, 7), dice.randint(2, 5)
        trump = dice.choice("CDHS")
        cards = dice.sample(PACK, size + 1)
        hand, turned = cards[:size], cards[size]
        trumps = sorted((card for card in hand if card[1] == trump), key=rank)
        if not trumps or turned[1] != trump:
            continue
        done += 1
        played = choice(
            level,
            {
                "kind": "play", "players": players, "hand_size": size, "trump": trump,
                "dealer": "ABCDEFG"[players - 1], "turned": turned, "hand": hand,
                "bids": {"A": size}, "tricks": [], "won": {}, "trick": [], "to_act": "A",
            },
            done,
        )  # fmt: skip
        assert played[1] == trump
        # Of cards that nothing unseen separates each is as good as the highest.
        above = {RANKS[place] + trump for place in range(rank(played) + 1, 13)}
        assert above & set(trumps) == set(trumps[trumps.index(played) + 1 :])
        between = [card for card in above if rank(card) < rank(trumps[-1])]
        assert set(between) <= {*trumps, turned}


@pytest.mark.parametrize("level", LEVELS)
def test_sure_tricks_are_counted_as_sure(level: str) -> None:
    dice = random.Random(2)
    done = 0
    while done < COUNT[level]:
        players, size = dice.randint(3, 6), dice.randint(2, 7)
        cards = dice.sample(PACK, size + 1)
        hand, turned = cards[:size], cards[size]
        trump = turned[1]
        trumps = [card for card in hand if card[1] == trump]
        unseen = [card for card in PACK if card[1] == trump and card not in cards]
        sure = sure_count(trumps, unseen)
        if not sure or sure == size:
            continue
        done += 1
        # The hook bars what the dealer would like to bid, as often as not.
        earlier = [0] * (players - 1)
        for _ in range(size - dice.randint(0, min(sure, size))):
            earlier[dice.randrange(players - 1)] += 1
        letters = "ABCDEFG"[:players]
        bid = choice(
            level,
            {
                "kind": "bid", "players": players, "hand_size": size, "trump": trump,
                "dealer": letters[-1], "turned": turned, "hand": hand, "hook": True,
                "bids": dict(zip(letters, earlier, strict=False)), "tricks": [], "won": {},
                "trick": [], "to_act": letters[-1],
            },
            done,
        )  # fmt: skip
        barred = size - sum(earlier)
        assert int(bid) >= sure
        assert int(bid) != barred


@pytest.mark.parametrize("level", LEVELS)
def test_small_trumps_are_not_counted_as_tricks(level: str) -> None:
    dice = random.Random(3)
    for seed in range(COUNT[level]):
        players = dice.randint(4, 6)
        trump, *others = dice.sample("CDHS", 4)
        small = dice.sample(["2", "3", "4"], 2)
        suit = others[0] if dice.random() < 0.5 else ""
        rest = [rank + (suit or dice.choice(others)) for rank in dice.sample("2345678", 5)]
        bid = choice(
            level,
            {
                "kind": "bid", "players": players, "hand_size": 7, "trump": trump,
                "dealer": "ABCDEFG"[players - 1], "turned": "A" + trump, "hook": True,
                "hand": [*(rank + trump for rank in small), *rest], "bids": {}, "tricks": [],
                "won": {}, "trick": [], "to_act": "A",
            },
            seed,
        )  # fmt: skip
        assert int(bid) <= 1


@pytest.mark.parametrize("level", SKILLED)
def test_the_last_trick_is_left_to_the_highest_trump(level: str) -> None:
    dice = random.Random(4)
    done = 0
    while done < COUNT[level]:
        players = dice.randint(3, 6)
        trump, led, other = dice.sample("CDHS", 3)
        mine = RANKS[dice.randint(3, 11)] + other
        boss = "A" + trump
        lead = RANKS[dice.randint(0, 12)] + led
        letters = "ABCDEFG"[:players]
        played = choice(
            level,
            {
                "kind": "play", "players": players, "hand_size": 2, "trump": trump,
                "dealer": letters[-1], "turned": "2" + trump, "hand": [boss, mine],
                "bids": {letter: dice.randint(0, 1) for letter in letters} | {"B": 1},
                "tricks": [], "won": {}, "trick": [["A", lead]], "to_act": "B",
            },
            done,
        )  # fmt: skip
        done += 1
        assert played == mine


@pytest.mark.parametrize("level", SKILLED)
def test_one_card_bids_follow_the_solved_tables(level: str) -> None:
    dice = random.Random(5)
    clear = 0
    for seed in range(COUNT[level]):
        players = dice.randint(3, 7)
        letters = "ABCDEFG"[:players]
        card, turned = dice.sample(PACK, 2)
        me = dice.randrange(players)
        bids = {letters[place]: dice.randint(0, 1) for place in range(me)}
        position = {
            "kind": "bid", "players": players, "hand_size": 1, "trump": turned[1],
            "dealer": letters[-1], "turned": turned, "hand": [card], "hook": True, "bids": bids,
            "tricks": [], "won": {}, "trick": [], "to_act": letters[me],
        }  # fmt: skip
        view = read_position({"id": "x", **position})
        assert isinstance(view, PlayerView)
        legal = {str(action) for action in view.legal}
        at = position_of(view)
        chance = tables_for(at.rules).one_card
        assert chance.shape[0] == players, one_card_name(at.rules)
        index = int(at.hand).bit_length() - 1
        card_class = index % 16 + (0 if index >= 48 else 13)
        heard = int("0" + "".join(str(bid) for bid in bids.values()), 2)
        wish = float(chance[me, int(at.rules.turned).bit_length() - 1 - 48, card_class, heard])
        if len(legal) == 2 and (wish < 0.02 or wish > 0.98):
            clear += 1
            assert choice(level, position, seed) == ("1" if wish > 0.5 else "0")
    assert clear > COUNT[level] // 3


@pytest.mark.parametrize("level", LEVELS)
def test_who_needs_all_trumps_but_one_loses_the_smallest_first(level: str) -> None:
    dice = random.Random(5)
    done = 0
    while done < COUNT[level] // 3:
        players, size = dice.randint(3, 7), dice.randint(2, 4)
        trump = dice.choice("CDHS")
        hand = sorted(dice.sample([card for card in PACK if card[1] == trump], size), key=rank)
        if rank(hand[0]) >= len(RANKS) - size:
            continue  # nobody can beat the smallest
        done += 1
        bids = {"A": size - 1} | dict.fromkeys("BCDEFG"[: players - 2], 0)
        bids["ABCDEFG"[players - 1]] = dice.randint(2, size)
        position = {
            "players": players,
            "hand_size": size,
            "trump": trump,
            "hand": hand,
            "bids": bids,
            "to_act": "A",
            "scoring": "exact-only",
        }
        assert choice(level, position, done) == hand[0]


def test_the_cases_of_people_who_play() -> None:
    """Every high-confidence case, by every level from casual up."""
    path = Path(__file__).parents[1] / "golden" / "positions.jsonl"
    for line in path.read_text().splitlines():
        case = json.loads(line)
        view = read_position(case)
        if not isinstance(view, PlayerView) or case["confidence"] != "high":
            continue
        for level in SKILLED:
            chosen = player_for(level).choose(view, random.Random(0))
            shown = chosen.tricks if isinstance(chosen, Bid) else str(chosen.card)
            assert isinstance(chosen, Bid | Play)
            assert shown in case["acceptable"], (level, case["id"])
