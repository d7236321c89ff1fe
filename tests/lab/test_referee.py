"""The neutral referee: any rules, any players, every move checked, luck from the seed alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from ohhell.lab import referee as referee_module
from ohhell.lab.errors import LabError
from ohhell.lab.luck import HIDDEN_BITS, deck_for, dice_for, draw_seed, player_dice
from ohhell.lab.referee import MOST_EXTENSIONS, PlainReferee, Played, Task, referee_for
from ohhell.players.levels import player_for
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import PACK, Card
from ohhell.rules.errors import IllegalAction
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.view import PlayerView
from tests.rules.strategies import short_rulebooks


class Scripted:
    """Plays at random and notes what it is shown."""

    def __init__(self, level: str = "scripted") -> None:
        self.level = level
        self.views: list[PlayerView] = []

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        """Any card, and the bid it has."""
        self.views.append(view)
        plays = [action for action in view.legal if isinstance(action, Play)]
        return dice.choice(plays or view.legal)


def one_game(rulebook: str | Rulebook, player: Scripted, *, seed: int = 1, game: int = 0) -> Played:
    """A game with the same player in every seat."""
    rules = parse_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    tasks = [Task(game, (player.level,) * rules.players)]
    (played,) = PlainReferee({player.level: player}).play(rules, seed, tasks, most_rounds=None)
    return played


@given(short_rulebooks())
def test_games_by_any_rulebook_are_played_to_their_end(rulebook: Rulebook) -> None:
    played = one_game(rulebook, Scripted())
    assert [result.size for result in played.results[: len(rulebook.sizes)]] == list(rulebook.sizes)
    assert all(sum(result.taken) == result.size for result in played.results)
    assert len(played.places) == rulebook.players
    assert min(played.places) == 1
    totals = [sum(r.points[seat] for r in played.results) for seat in range(rulebook.players)]
    assert list(played.totals) == totals


def test_same_seed_and_number_same_game_and_no_other() -> None:
    games = [
        one_game("common max_size=3", Scripted(), seed=seed, game=game).results
        for seed, game in ((1, 0), (1, 0), (1, 1), (2, 0))
    ]
    assert games[0] == games[1]
    assert games[0] != games[2]
    assert games[0] != games[3]


def test_who_plays_changes_no_deck() -> None:
    hands: list[list[tuple[object, ...]]] = []
    for game_player in (Scripted(), Scripted()):
        one_game("common max_size=2 first_dealer=seat-0", game_player)
        dealt = [view.round for view in game_player.views if view.round is not None]
        hands.append([(r.number, r.hand) for r in dealt if not any(r.has_bid)])
    assert hands[0] == hands[1]
    assert len(set(map(str, hands[0]))) == 3


def test_players_are_not_told_who_the_others_are() -> None:
    player = Scripted()
    one_game("common max_size=1", player)
    assert {view.names for view in player.views} == {("A", "B", "C", "D")}
    assert {view.seat for view in player.views} == {0, 1, 2, 3}


def test_only_the_first_rounds_on_demand() -> None:
    rules = parse_rulebook("common")
    tasks = [Task(game, ("random",) * 4) for game in range(3)]
    referee = referee_for(rules, ("random",), {"random": player_for("random")})
    assert referee.can_play(rules, ("random",))
    assert not referee.can_play(rules, ("random", "club?"))
    for played in referee.play(rules, 1, tasks, most_rounds=1):
        assert [result.size for result in played.results] == [10]
        assert played.places == ()
        assert all(len(seconds) == 11 for seconds in played.seconds)


def test_a_player_that_does_what_it_may_not_ends_the_experiment() -> None:
    class Cheat(Scripted):
        def choose(self, view: PlayerView, dice: random.Random) -> Action:
            return Bid(99)

    with pytest.raises(IllegalAction):
        one_game("common max_size=1", Cheat())


def test_a_player_that_changes_its_bid_for_ever_is_named() -> None:
    class Undecided(Scripted):
        def choose(self, view: PlayerView, dice: random.Random) -> Action:
            return dice.choice([a for a in view.legal if isinstance(a, Bid)] or view.legal)

    with pytest.raises(LabError) as refusal:
        one_game("club-sheet max_size=2", Undecided("undecided"))
    assert (refusal.value.code, refusal.value.params["value"]) == ("never-plays", "undecided")


def test_a_tie_that_lasts_for_ever_is_left_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    class Meek(Scripted):
        """Bids nothing and takes what it gets: with this scoring everybody always gets 0."""

        def choose(self, view: PlayerView, dice: random.Random) -> Action:
            return view.legal[0]

    monkeypatch.setattr(referee_module, "MOST_EXTENSIONS", 3)
    rules = "common sequence=2 ties=all-seats hook=off 'scoring=exact: 10 * bid; missed: 0'"
    played = one_game(rules, Meek())
    assert len(played.results) == 4
    assert played.places == (1, 1, 1, 1)
    assert MOST_EXTENSIONS > 10


def test_decks_are_decks_and_dice_differ() -> None:
    assert sorted(deck_for(1, 2, 3)) == list(PACK)
    decks = {
        deck_for(seed, game, number) for seed in (1, 2) for game in (1, 2) for number in (0, 1)
    }
    assert len(decks) == 8
    assert len({player_dice(1, 1, seat).random() for seat in range(4)}) == 4
    # The same on every machine and in every version: figures in documents hang on it.
    assert str(deck_for(0, 0, 1)[0]) == "4H"


def told_in(game: int, seed: int, seat: int) -> tuple[frozenset[Card], tuple[int, ...]]:
    """The cards and the first random numbers that a program in a seat is told."""
    dice = player_dice(seed, game, seat)
    hand = deck_for(seed, game, 1)[seat::4][:10]
    return frozenset(hand), tuple(dice.getrandbits(53) for _ in range(3))


def test_a_seed_that_was_drawn_for_a_program_is_not_found_by_trying() -> None:
    """And a short one is, by its cards alone: the page about bots says so."""
    tried = range(2000)
    short, hidden = 1234, draw_seed(is_hidden=True)
    assert [seed for seed in tried if told_in(0, seed, 0) == told_in(0, short, 0)] == [short]
    assert not any(told_in(0, seed, 0)[0] == told_in(0, hidden, 0)[0] for seed in tried)
    assert len({draw_seed(is_hidden=True) for _ in range(50)}) == 50
    assert max(draw_seed(is_hidden=True) for _ in range(50)).bit_length() > HIDDEN_BITS - 16


def test_the_dice_of_players_do_not_hold_the_seed() -> None:
    """As the text that decks are set from does, which could be worked out from enough numbers."""
    assert player_dice(1, 2, 3).getstate() != dice_for(1, 2, "seat", 3).getstate()
    numbers = {player_dice(seed, 2, 3).getrandbits(53) for seed in range(500)}
    assert len(numbers) == 500
