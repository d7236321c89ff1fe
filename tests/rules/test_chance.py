"""What comes from outside: seats, nonces, the first dealer, decks, giving up, and the seed."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given

from ohhell.rules import events as ev
from ohhell.rules.actions import CommitNonce, Deal, MissNonce, NameDealer, NonceMove, RevealNonce
from ohhell.rules.cards import PACK, parse_cards
from ohhell.rules.engine import (
    abandon,
    all_committed,
    decide_chance,
    decide_nonce,
    evolve,
    new_game,
    replay,
    reveal_seed,
    start,
)
from ohhell.rules.errors import DealError, IllegalAction, OhHellError
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.shuffle import commitment, nonce_commitment
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase
from tests.rules.games import Game
from tests.rules.scenes import Scene
from tests.rules.strategies import games

SEED: Final = bytes(range(32))
GAME: Final = commitment(SEED)
RULES: Final = parse_rulebook("players=3 sequence=1 first_dealer=random")
NAMES: Final = ("Ann", "Bob", "Cleo")
NONCES: Final = {0: b"a" * 16, 1: b"b" * 16, 2: b"c" * 16}


def begun(*persons: int) -> GameState:
    return start(new_game(RULES, NAMES, persons=persons, commitment=GAME))


def promise(seat: int) -> CommitNonce:
    return CommitNonce(nonce_commitment(NONCES[seat], seat=seat, game=GAME))


def moved(state: GameState, *moves: tuple[int, NonceMove]) -> GameState:
    for seat, move in moves:
        for event in decide_nonce(state, seat, move):
            state = evolve(state, event)
    return state


def code_of(state: GameState, seat: int, move: NonceMove) -> str:
    with pytest.raises(DealError) as caught:
        decide_nonce(state, seat, move)
    return caught.value.code


# --- A new game.


def test_a_game_begins_with_its_rulebook_names_persons_and_commitment() -> None:
    started = new_game(RULES, list(NAMES), persons=(2, 0, 2), commitment=GAME)
    assert started == ev.GameStarted(RULES, NAMES, (0, 2), GAME)
    state = start(started)
    assert (state.phase, state.turn, state.totals) == (Phase.NONCES, 0, (0, 0, 0))
    assert replay([started]) == evolve(state, started) == state


@pytest.mark.parametrize(
    ("names", "persons", "secret", "code", "value"),
    [
        (("Ann", "Bob"), (), GAME, "wrong-number-of-names", 2),
        (NAMES, (3,), GAME, "no-such-seat", 3),
        (NAMES, (0, -1), GAME, "no-such-seat", -1),
        (NAMES, (), b"short", "not-a-commitment", 5),
    ],
)
def test_a_game_that_cannot_begin_is_refused(
    names: tuple[str, ...], persons: tuple[int, ...], secret: bytes, code: str, value: int
) -> None:
    with pytest.raises(DealError) as caught:
        new_game(RULES, names, persons=persons, commitment=secret)
    assert (caught.value.code, caught.value.params["value"]) == (code, value)


# --- Nonces.


def test_nonces_are_promised_by_all_and_then_shown() -> None:
    state = begun(0, 2)
    assert not all_committed(state)
    state = moved(state, (2, promise(2)))
    assert code_of(state, 2, RevealNonce(NONCES[2])) == "nonce-too-early"
    assert code_of(state, 0, RevealNonce(NONCES[0])) == "nonce-too-early"
    state = moved(state, (0, promise(0)))
    assert all_committed(state)
    assert state.nonces == (None, None, None)
    state = moved(state, (2, RevealNonce(NONCES[2])))
    assert state.phase is Phase.NONCES
    state = moved(state, (0, RevealNonce(NONCES[0])))
    assert state.nonces == (NONCES[0], None, NONCES[2])
    assert state.phase is Phase.DEALER
    assert state.turn == 0


def test_a_game_without_persons_needs_no_nonces() -> None:
    state = begun()
    assert all_committed(state)
    assert state.phase is Phase.DEALER
    assert code_of(state, 0, promise(0)) == "nonces-are-in"


def test_a_program_that_does_not_answer_is_left_out_at_either_step() -> None:
    state = moved(begun(0, 1, 2), (0, promise(0)), (1, MissNonce()), (2, promise(2)))
    assert all_committed(state)
    assert code_of(state, 1, promise(1)) == "no-nonce-expected"
    state = moved(state, (0, RevealNonce(NONCES[0])), (2, MissNonce()))
    assert state.left_out == (1, 2)
    assert state.nonces == (NONCES[0], None, None)
    assert state.phase is Phase.DEALER


def test_all_may_be_left_out() -> None:
    state = moved(begun(0, 1), (0, MissNonce()), (1, MissNonce()))
    assert state.nonces == (None, None, None)
    assert state.phase is Phase.DEALER


def test_a_nonce_is_given_once_and_fits_its_promise() -> None:
    state = moved(begun(0, 1), (0, promise(0)))
    assert code_of(state, 0, promise(0)) == "nonce-twice"
    assert code_of(state, 2, promise(2)) == "no-nonce-expected"
    assert code_of(state, 1, CommitNonce(b"short")) == "not-a-commitment"
    state = moved(state, (1, promise(1)))
    # A promise is worthless to another seat.
    assert code_of(state, 0, RevealNonce(NONCES[1])) == "nonce-does-not-match"
    assert code_of(state, 0, RevealNonce(b"short")) == "wrong-nonce-length"
    state = moved(state, (0, RevealNonce(NONCES[0])))
    assert code_of(state, 0, RevealNonce(NONCES[0])) == "nonce-twice"
    assert code_of(state, 0, MissNonce()) == "nonce-twice"


# --- The first dealer.


def test_a_dealer_at_random_is_named_from_outside() -> None:
    table = Scene("players=3 first_dealer=random sequence=1")
    assert table.phase is Phase.DEALER
    table.happen(decide_chance(table.state, NameDealer(2)))
    assert table.log[-1] == ev.DealerDrawn(2, ())
    assert (table.state.first_dealer, table.state.draws) == (2, ())
    table.deal()
    assert table.round.dealer == 2


def test_a_named_dealer_needs_no_drawing() -> None:
    table = Scene("players=3 first_dealer=seat-1 sequence=1")
    assert table.phase is Phase.DEAL
    table.deal()
    assert table.round.dealer == 1


def test_a_drawn_dealer_has_the_highest_rank_and_the_cards_go_back() -> None:
    table = Scene("players=3 first_dealer=drawn sequence=1")
    pack = list(parse_cards("QH AC AS 3D 3C 4H 2D"))
    pack += [card for card in PACK if card not in pack]
    table.happen(decide_chance(table.state, Deal.of(pack)))
    q, a, s, three, clubs, *_ = pack
    # Two aces: seats 1 and 2 draw again, are level again, and draw once more.
    assert table.state.draws == (
        ((0, q), (1, a), (2, s)),
        ((1, three), (2, clubs)),
        ((1, pack[5]), (2, pack[6])),
    )
    assert table.state.first_dealer == 1
    table.deal()
    assert len({card for hand in (*table.round.hands, table.round.stock) for card in hand}) == 51


@pytest.mark.parametrize(
    ("rules", "move", "code"),
    [
        ("first_dealer=random", Deal(PACK), "no-deal-wanted"),
        ("first_dealer=random", NameDealer(3), "no-such-seat"),
        ("first_dealer=random", NameDealer(-1), "no-such-seat"),
        ("first_dealer=drawn", NameDealer(0), "no-dealer-wanted"),
        ("first_dealer=drawn", Deal(PACK[1:]), "not-a-deck"),
        ("first_dealer=seat-0", NameDealer(0), "no-dealer-wanted"),
    ],
)
def test_chance_is_refused_what_it_was_not_asked_for(
    rules: str, move: Deal | NameDealer, code: str
) -> None:
    table = Scene(f"players=3 sequence=1 {rules}")
    with pytest.raises(DealError) as caught:
        decide_chance(table.state, move)
    assert caught.value.code == code


def test_chance_does_not_move_while_seats_do_nor_before_nonces_are_in() -> None:
    table = Scene("players=3 sequence=1 first_dealer=seat-0 hook=off")
    table.deal()
    waiting = [begun(0), table.state]
    table.bid(0, 0, 0)
    waiting.append(table.state)
    table.play_out()
    waiting.append(table.state)
    for state in waiting:
        with pytest.raises(DealError, match="no-deal-wanted"):
            decide_chance(state, Deal(PACK))
        with pytest.raises(DealError, match="no-dealer-wanted"):
            decide_chance(state, NameDealer(0))


# --- The end.


@given(games())
def test_the_seed_is_shown_only_when_nobody_plays_any_more(game: Game) -> None:
    for state in game.states[:-1]:
        with pytest.raises(DealError, match="seed-too-early"):
            reveal_seed(state, game.secret)
    shown = reveal_seed(game.end, game.secret)
    assert evolve(game.end, shown).seed == game.secret
    with pytest.raises(DealError, match="seed-does-not-match"):
        reveal_seed(game.end, bytes(31) + b"\x01" if game.secret[-1] != 1 else bytes(32))


def test_a_game_may_be_given_up_at_any_time_but_once() -> None:
    for state in (begun(0), begun()):
        with pytest.raises(DealError, match="seed-too-early"):
            reveal_seed(state, SEED)
        event = abandon(state)
        assert event == ev.GameAbandoned()
        after = evolve(state, event)
        assert after.phase is Phase.ABANDONED
        with pytest.raises(IllegalAction, match="game-over"):
            abandon(after)
        with pytest.raises(OhHellError):
            decide_chance(after, NameDealer(0))
        assert evolve(after, reveal_seed(after, SEED)).seed == SEED
