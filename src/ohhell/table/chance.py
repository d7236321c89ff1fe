"""What a table does by itself, without anybody asking: the next thing that chance or order wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ohhell.rules import events as ev
from ohhell.rules.actions import Action, Bid, Deal, MissNonce, NameDealer, Play
from ohhell.rules.axes import FirstDealer
from ohhell.rules.cards import Seat
from ohhell.rules.engine import (
    all_committed,
    decide_chance,
    decide_nonce,
    legal_actions,
    reveal_seed,
)
from ohhell.rules.projection import view_for
from ohhell.rules.shuffle import deck_for_draw, deck_for_round, random_seat
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase, PlayerView


def chance_move(game: GameState, seed: bytes) -> tuple[ev.Event, ...]:
    """The dealer found, or the next round dealt, from the seed and nonces; () if not wanted."""
    match game.phase:
        case Phase.DEALER:
            if game.rulebook.first_dealer is FirstDealer.RANDOM:
                seat = random_seat(seed, game.nonces, players=game.rulebook.players)
                return decide_chance(game, NameDealer(seat))
            return decide_chance(game, Deal(deck_for_draw(seed, game.nonces)))
        case Phase.DEAL:
            deck = deck_for_round(seed, game.nonces, number=len(game.results) + 1)
            return decide_chance(game, Deal(deck))
        case _:
            return ()


def last_move(game: GameState, seed: bytes) -> tuple[ev.Event, ...]:
    """The seed revealed, once the game is over or given up; () before, and when it is done."""
    is_open = game.phase is not Phase.OVER and game.phase is not Phase.ABANDONED
    return () if is_open or game.seed is not None else (reveal_seed(game, seed),)


def silent_programs(game: GameState) -> tuple[Seat, ...]:
    """The persons' seats whose program owes the present nonce step an answer."""
    answers = game.nonces if all_committed(game) else game.nonce_commitments
    return tuple(
        seat for seat in game.persons if answers[seat] is None and seat not in game.left_out
    )


def leave_out(game: GameState, seat: Seat) -> tuple[ev.Event, ...]:
    """A silent program is left out of the shuffle."""
    return decide_nonce(game, seat, MissNonce())


def view_for_cpu(game: GameState, seat: Seat) -> PlayerView:
    """What a CPU player is asked with: a bid of its own that may be changed is no longer asked for.

    Else one that may change its bid before its own lead could go on changing it for ever.
    """
    view = view_for(game, seat)
    if game.phase is not Phase.PLAYING:
        return view
    return replace(view, legal=tuple(action for action in view.legal if isinstance(action, Play)))


def same_action(action: object, legal: Sequence[Action]) -> Action | None:
    """That one of `legal` which equals `action`, whoever made it; None for what is none of them.

    Equal is not the same: a card may come as a bare number, a bid as a truth value.
    """
    return next((known for known in legal if known == action), None)


def may_change_bid(game: GameState) -> Seat | None:
    """The seat that bid last, while there is another bid it may change to."""
    current = game.round
    if current is None or current.last_bidder is None:
        return None
    seat = current.last_bidder
    may_bid = any(isinstance(action, Bid) for action in legal_actions(game, seat))
    return seat if may_bid else None
