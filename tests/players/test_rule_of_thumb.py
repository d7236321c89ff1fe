"""The rule-of-thumb player makes none of the blunders that people complain about.

Each test states a kind of position and tries hundreds of its kind; the single positions people
told of stand in `golden/positions.jsonl`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ohhell.players.reading import read, sure_tricks
from ohhell.players.rule_of_thumb import RuleOfThumbPlayer
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import PACK, SUIT_OF, Card, Rank, Seat, Suit
from ohhell.rules.engine import to_act
from ohhell.rules.projection import view_for
from ohhell.rules.state import GameState
from ohhell.rules.trick import winning_index
from ohhell.rules.view import Phase, PlayerView
from tests.players.positions import position, told_cases, view_round
from tests.players.seated import game_of

TOLD = told_cases()
MANY = 300


class UntouchedDice(random.Random):
    """Dice that must not be thrown."""

    def random(self) -> float:
        raise AssertionError("this player needs no luck")

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError(f"this player needs no luck, and no {k} bits of it")


def answer(view: PlayerView) -> Action:
    return RuleOfThumbPlayer().choose(view, UntouchedDice())


def bid(view: PlayerView) -> int:
    action = answer(view)
    assert isinstance(action, Bid)
    return action.tricks


def play(view: PlayerView) -> Card:
    action = answer(view)
    assert isinstance(action, Play)
    return action.card


def of(suit: Suit, *ranks: Rank) -> list[Card]:
    return [Card(suit * 13 + rank) for rank in ranks]


def low(dice: random.Random, suits: list[Suit], count: int) -> list[Card]:
    """Different cards of these suits, none above the six."""
    return dice.sample([c for c in PACK if c.suit in suits and c.rank <= Rank.SIX], count)


def others(dice: random.Random, known: list[Card]) -> list[Card]:
    """All other cards, shuffled."""
    return dice.sample([card for card in PACK if card not in known], 52 - len(known))


def bids_of(dice: random.Random, players: int, size: int) -> dict[Seat, int]:
    """Bids of all seats but the dealer, small enough that the hook may bind."""
    return {seat: dice.randint(0, min(size, 2)) for seat in range(players - 1)}


@pytest.mark.parametrize("name", TOLD)
def test_told_positions(name: str) -> None:
    case = TOLD[name]
    assert case.accepts(answer(case.view)), case.acceptable


# --- Bids


@pytest.mark.parametrize("scoring", ["exact-only", "tricks-plus-ten", "club-sheet", "mirror"])
def test_a_hooked_dealer_with_a_sure_trick_never_bids_zero(scoring: str) -> None:
    """Sure are the highest trump, or king and queen of trumps against the ace, and the like."""
    dice = random.Random(1)
    hooked = 0
    for _ in range(MANY):
        players = dice.randint(3, 7)
        size = dice.randint(2, 7)
        trump = dice.choice(list(Suit))
        king, queen, ace = of(trump, Rank.KING, Rank.QUEEN, Rank.ACE)
        sure, turn_up = dice.choice(
            [([king, queen], Card(trump * 13)), ([king], ace), ([ace], queen)]
        )
        rest = [card for card in others(dice, [ace, *sure, turn_up]) if card.suit is not trump]
        hand = [*sure, *rest][:size] if size >= len(sure) else sure[:1]
        view = position(
            hand,
            players=players,
            trump=trump,
            turn_up=turn_up,
            bids=bids_of(dice, players, size),
            seat=players - 1,
            scoring=scoring,
        )
        hooked += view_round(view).barred_bid == 1
        assert bid(view) >= 1
    assert hooked >= MANY // 10


def test_a_dealer_who_leads_without_trump_counts_the_top_cards() -> None:
    dice = random.Random(2)
    for _ in range(MANY):
        suit, players, size = dice.choice(list(Suit)), dice.randint(3, 7), dice.randint(1, 7)
        top = of(suit, Rank.ACE, Rank.KING, Rank.QUEEN)[: dice.randint(1, min(3, size))]
        rest = low(dice, [s for s in Suit if s is not suit], size - len(top))
        view = position(
            [*top, *rest],
            players=players,
            trump=None,
            bids=bids_of(dice, players, size),
            seat=players - 1,
            first_lead="dealer",
        )
        current = view.round
        assert current is not None
        if not (current.barred_bid == len(top) == size):
            assert bid(view) >= len(top)


def test_sure_trumps_are_counted_and_low_cards_are_not() -> None:
    dice = random.Random(3)
    for _ in range(MANY):
        trump = dice.choice(list(Suit))
        count = dice.randint(1, 3)
        sides = [suit for suit in Suit if suit is not trump]
        hand = of(trump, Rank.ACE, Rank.KING, Rank.QUEEN)[:count]
        hand += low(dice, sides, 7 - count)
        turned = Card(trump * 13)
        view = position(hand, trump=trump, turn_up=turned, hook=False, seat=0)
        assert bid(view) == count


def test_small_trumps_are_no_winners() -> None:
    dice = random.Random(4)
    for _ in range(MANY):
        trump = dice.choice(list(Suit))
        count = dice.randint(2, 3)
        size = dice.randint(max(5, 2 * count), 9)
        sides = [suit for suit in Suit if suit is not trump]
        hand = of(trump, Rank.TWO, Rank.THREE, Rank.FOUR)[:count]
        hand += low(dice, sides, size - count)
        turned = of(trump, Rank.ACE)[0]
        assert bid(position(hand, trump=trump, turn_up=turned)) < count


def test_one_card_bids_follow_the_chance_to_win() -> None:
    """The highest trump is 1 wherever it may be; a side card of whoever does not lead is 0."""
    for players in range(3, 8):
        for trump in Suit:
            ace, two = of(trump, Rank.ACE, Rank.TWO)
            for seat in range(players):
                before = dict.fromkeys(range(seat), 0)
                view = position(
                    [ace], players=players, trump=trump, turn_up=two, bids=before, seat=seat
                )
                assert bid(view) == 1 or view_round(view).barred_bid == 1
                if seat:
                    side = of(Suit((trump + 1) % 4), Rank.JACK)
                    before = {**before, 0: 1}
                    view = position(
                        side, players=players, trump=trump, turn_up=two, bids=before, seat=seat
                    )
                    assert bid(view) == 0 or view_round(view).barred_bid == 0


# --- Cards


def moments(*, leads: bool) -> Iterator[tuple[GameState, Seat]]:
    """Moments of games at random in which the seat to act leads, or follows, with a choice."""
    for seed in range(12):
        players = 3 + seed % 5
        rulebook = f"common players={players} scoring=exact-only"
        for state in game_of(rulebook, "random", seed=seed).states:
            if state.phase is Phase.PLAYING and state.round is not None:
                seat = to_act(state)[0]
                if leads is (not state.round.trick) and len(view_for(state, seat).legal) > 1:
                    yield state, seat


def wanting(state: GameState, seat: Seat, more: int) -> PlayerView:
    """What `seat` sees where its bid is `more` tricks above what it has."""
    current = state.round
    assert current is not None
    bids = list(current.bids)
    bids[seat] = current.taken[seat] + more
    return view_for(replace(state, round=replace(current, bids=tuple(bids))), seat)


def test_who_needs_every_trick_leads_its_highest_trump() -> None:
    tried = 0
    for state, seat in moments(leads=True):
        assert state.round is not None
        hand, trump = state.round.hands[seat], state.round.trump
        trumps = [card for card in hand if card.suit is trump]
        if trumps:
            tried += 1
            assert play(wanting(state, seat, len(hand))) == max(trumps)
    assert tried >= MANY


def test_who_needs_every_trick_takes_this_one_where_it_can() -> None:
    tried = 0
    for state, seat in moments(leads=False):
        current = state.round
        assert current is not None
        view = wanting(state, seat, len(current.hands[seat]))
        winners = [a.card for a in view.legal if isinstance(a, Play) and wins(state, a.card)]
        if winners:
            tried += 1
            card = play(view)
            assert card in winners
            if len(current.trick) == len(current.seats) - 1:
                assert card == min(c for c in winners if c.suit is card.suit)
    assert tried >= MANY


def wins(state: GameState, card: Card) -> bool:
    """Whether the card would be the best of the trick so far."""
    assert state.round is not None
    cards = (*state.round.trick, card)
    return winning_index(cards, state.round.trump) == len(cards) - 1


def test_who_wants_no_more_ducks_with_the_highest_card_that_loses() -> None:
    tried = 0
    for state, seat in moments(leads=False):
        current = state.round
        assert current is not None
        led = SUIT_OF[current.trick[0]]
        view = wanting(state, seat, 0)
        cards = [action.card for action in view.legal if isinstance(action, Play)]
        losers = [card for card in cards if not wins(state, card)]
        reading = read(view_round(view), seat)
        is_lost = bool(sure_tricks(current.hands[seat], reading, leads=False))
        if losers and not is_lost and SUIT_OF[cards[0]] is led and led is not current.trump:
            tried += 1
            # Cards with nothing unseen between them are one card.
            assert reading.higher(play(view)) == reading.higher(max(losers))
    assert tried >= MANY


def test_who_wants_no_more_and_is_void_throws_the_most_dangerous_card() -> None:
    dice = random.Random(5)
    for _ in range(MANY):
        players = dice.randint(3, 7)
        trump, led, side, other = dice.sample(list(Suit), 4)
        ace = of(side, Rank.ACE)
        hand = [*ace, *low(dice, [side, other], dice.randint(1, 4))]
        trick = dice.sample([card for card in PACK if card.suit is led], players - 1)
        view = position(
            hand,
            players=players,
            trump=trump,
            bids=dict.fromkeys(range(players), 0),
            trick=(list(range(1, players)), trick),
        )
        assert play(view) == ace[0]


def two_cards_left(
    dice: random.Random, hand: list[Card], led: Suit, trump: Suit, wanted: int
) -> PlayerView:
    """Seat 1 of four is second to play, void in the suit led, with two cards of five left."""
    pool = [card for card in others(dice, hand) if card.suit is not trump]
    leads = next(card for card in pool if card.suit is led)
    pool.remove(leads)
    tricks = [((0, 1, 2, 3), tuple(pool[4 * n : 4 * n + 4])) for n in range(3)]
    taken = sum(seats[winning_index(cards, trump)] == 1 for seats, cards in tricks)
    return position(
        hand,
        trump=trump,
        bids={0: 1, 1: taken + wanted, 2: 1, 3: 0},
        tricks=tricks,
        trick=((0,), (leads,)),
        seat=1,
        hook=False,
    )


def test_the_highest_trump_waits_where_one_more_trick_is_wanted() -> None:
    """It takes the last trick anyway; ruffing now would mean leading the loose card."""
    dice = random.Random(6)
    for _ in range(MANY):
        trump, led, side, _ = dice.sample(list(Suit), 4)
        boss = of(trump, Rank.ACE)[0]
        loose = dice.choice([card for card in PACK if card.suit is side])
        assert play(two_cards_left(dice, [boss, loose], led, trump, 1)) == loose
        assert play(two_cards_left(dice, [boss, loose], led, trump, 2)) == boss


def test_a_ruff_is_made_with_the_small_trump_while_the_high_one_is_good() -> None:
    dice = random.Random(7)
    for _ in range(MANY):
        trump, led, _, _ = dice.sample(list(Suit), 4)
        boss, small = of(trump, Rank.ACE, dice.choice([Rank.TWO, Rank.THREE, Rank.FOUR]))
        assert play(two_cards_left(dice, [boss, small], led, trump, 2)) == small


def test_the_small_trump_goes_first_where_it_may_lose() -> None:
    """King, queen and a small trump, two wanted: the ace is out, and the small one draws it."""
    dice = random.Random(8)
    for _ in range(MANY):
        trump = dice.choice(list(Suit))
        king, queen = of(trump, Rank.KING, Rank.QUEEN)
        small = Card(trump * 13 + dice.randint(0, 5))
        players = dice.randint(3, 5)
        bids = {0: 2, **{seat: dice.randint(0, 2) for seat in range(1, players)}}
        view = position([king, queen, small], players=players, trump=trump, bids=bids, hook=False)
        assert play(view) == small


# --- One and the same


def test_the_order_of_hand_and_actions_does_not_matter() -> None:
    dice = random.Random(9)
    for state in game_of("party players=5", "rule-of-thumb", seed=2).states:
        if to_act(state) and state.round is not None:
            view = view_for(state, to_act(state)[0])
            current = view.round
            assert current is not None
            hand = tuple(dice.sample(current.hand, len(current.hand)))
            legal = tuple(dice.sample(view.legal, len(view.legal)))
            shuffled = replace(view, legal=legal, round=replace(current, hand=hand))
            assert answer(shuffled) == answer(view)


def test_the_seat_does_not_matter() -> None:
    """The same deals with the deal one seat further on go the same way one seat further on."""
    first = game_of("common players=4 first_dealer=seat-0", "rule-of-thumb").end.results
    second = game_of("common players=4 first_dealer=seat-1", "rule-of-thumb").end.results
    assert [one.points for one in first] == [
        (*other.points[1:], other.points[0]) for other in second
    ]
