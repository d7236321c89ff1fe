"""The game as pure functions: what is legal now, and which events an action leads to.

`decide` checks an action and answers with events; where the rules refuse, it raises
`IllegalAction` and nothing has changed.  `evolve` (next door) folds the events into the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from ohhell.rules import events as ev
from ohhell.rules.actions import (
    PLAY_OF,
    Action,
    Bid,
    ChanceMove,
    CommitNonce,
    Deal,
    MissNonce,
    NameDealer,
    NonceMove,
    Play,
    RevealNonce,
)
from ohhell.rules.axes import BidChange, Bidding, FirstDealer
from ohhell.rules.cards import PACK, SUIT_OF, Card, Seat
from ohhell.rules.errors import DealError, IllegalAction
from ohhell.rules.evolve import evolve, evolve_score, places_of, replay, start, with_seat
from ohhell.rules.plan import (
    PlannedRound,
    dealer_of,
    next_dealer,
    planned_round,
    seats_from_left,
)
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.shuffle import check_nonce, check_seed, draw_for_dealer
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.trick import legal_cards, winning_index
from ohhell.rules.view import Phase

OPEN_PHASES: Final = (Phase.BIDDING, Phase.PLAYING)
"""The phases in which seats act."""


def to_act(state: GameState) -> tuple[Seat, ...]:
    """The seats the game waits for: one, or while bids are made all at once all that have none.

    A seat that may only change its bid is not among them.
    """
    current = state.round
    if current is None or state.phase not in OPEN_PHASES:
        return ()
    if state.phase is Phase.PLAYING:
        return (_next_to_play(current),)
    waiting = tuple(seat for seat in current.seats if current.bids[seat] is None)
    return waiting if state.rulebook.bidding is Bidding.ALL_AT_ONCE else waiting[:1]


def legal_actions(state: GameState, seat: Seat) -> tuple[Action, ...]:
    """All that `seat` may do now, changes of its bid included; empty where it may do nothing."""
    bids, cards = legal_bids(state, seat), playable(state, seat)
    if not bids and not cards:  # most seats, most of the time
        return ()
    return (*[Bid(tricks) for tricks in bids], *[PLAY_OF[card] for card in cards])


def legal_bids(state: GameState, seat: Seat) -> tuple[int, ...]:
    """The bids `seat` may make now, or to which it may change the one it made."""
    current = state.round
    if current is None or state.phase not in OPEN_PHASES:
        return ()
    may_change = _may_change_bid(state, current, seat)
    if not may_change and (state.phase is not Phase.BIDDING or seat not in to_act(state)):
        return ()
    barred = barred_bid(state, current, seat)
    now = current.bids[seat]
    return tuple(tricks for tricks in range(current.size + 1) if tricks not in (barred, now))


def playable(state: GameState, seat: Seat) -> tuple[Card, ...]:
    """The cards `seat` may play now; empty where it is not its turn to play."""
    current = state.round
    if current is None or state.phase is not Phase.PLAYING or _next_to_play(current) != seat:
        return ()
    trick = current.trick
    return legal_cards(current.hands[seat], SUIT_OF[trick[0]] if trick else None)


def barred_bid(state: GameState, current: RoundState, seat: Seat) -> int | None:
    """The bid the hook forbids `seat`: the one that would make the bids add up to the tricks.

    None where the hook does not bind: another seat bids last, earlier bids are missing or
    already exceed the size, or this round has no hook.
    """
    if seat != current.seats[-1] or not state.rulebook.has_hook(current.size):
        return None
    total = 0
    for other in current.seats[:-1]:
        bid = current.bids[other]
        if bid is None:
            return None
        total += bid
    return current.size - total if total <= current.size else None


def _may_change_bid(state: GameState, current: RoundState, seat: Seat) -> bool:
    return (
        current.last_bidder == seat
        and state.rulebook.bid_change is BidChange.UNTIL_NEXT
        and not current.trick
        and not current.tricks
    )


def _next_to_play(current: RoundState) -> Seat:
    """Whose card comes next: turn order runs round from whoever led, not from a fixed seat."""
    leader = current.leader
    assert leader is not None, "a round in play has a leader"
    order = current.seats
    return order[(order.index(leader) + len(current.trick)) % len(order)]


def new_game(
    rulebook: Rulebook, names: Sequence[str], *, persons: Iterable[Seat], commitment: bytes
) -> ev.GameStarted:
    """The first event of a game; `names` has one entry a seat, `commitment` is SHA-256(seed)."""
    if len(names) != rulebook.players:
        raise DealError("wrong-number-of-names", value=len(names), limit=rulebook.players)
    if len(commitment) != 32:
        raise DealError("not-a-commitment", value=len(commitment), limit=32)
    seats = tuple(sorted(set(persons)))
    for seat in seats:
        if not 0 <= seat < rulebook.players:
            raise DealError("no-such-seat", value=seat, limit=rulebook.players - 1)
    return ev.GameStarted(rulebook, tuple(names), seats, commitment)


def decide(state: GameState, seat: Seat, action: Action) -> tuple[ev.Event, ...]:
    """The events of `seat` doing `action` now, or `IllegalAction`."""
    if state.phase is Phase.OVER or state.phase is Phase.ABANDONED:
        raise IllegalAction("game-over")
    if type(seat) is not int or not 0 <= seat < state.rulebook.players:
        raise IllegalAction("no-such-seat", value=str(seat), limit=state.rulebook.players - 1)
    if not _is_action(action):
        raise IllegalAction("not-an-action", found=repr(action))
    current = state.round
    if current is None or state.phase not in OPEN_PHASES:
        raise IllegalAction("not-dealt-yet")
    match action:
        case Bid():
            return _decide_bid(state, current, seat, action.tricks)
        case Play():
            return _decide_play(state, current, seat, action.card)
        case _:
            assert_never(action)


def _is_action(action: object) -> bool:
    """Whether it is what its type says: `Bid(True)` and `Play(15)` would be taken for others."""
    match action:
        case Bid(tricks):
            return type(tricks) is int
        case Play(card):
            return type(card) is Card
        case _:
            return False


def _decide_bid(
    state: GameState, current: RoundState, seat: Seat, tricks: int
) -> tuple[ev.Event, ...]:
    if seat not in current.seats:
        raise IllegalAction("sits-out", seat=seat)
    may_change = _may_change_bid(state, current, seat)
    if not may_change:
        if current.bids[seat] is not None:
            raise IllegalAction("bid-stands", seat=seat)
        if seat not in to_act(state):
            raise IllegalAction("out-of-turn", seat=seat, next=to_act(state)[0])
    if not 0 <= tricks <= current.size:
        raise IllegalAction("bid-out-of-range", seat=seat, value=tricks, limit=current.size)
    if tricks == barred_bid(state, current, seat):
        total = current.size - tricks
        raise IllegalAction("hook", seat=seat, value=tricks, total=total, size=current.size)
    if may_change:
        if tricks == current.bids[seat]:
            raise IllegalAction("same-bid", seat=seat, value=tricks)
        return (ev.BidChanged(seat, tricks),)
    made = ev.BidMade(seat, tricks)
    if state.rulebook.bidding is Bidding.ALL_AT_ONCE and len(to_act(state)) == 1:
        bids = with_seat(current.bids, seat, tricks)
        return made, ev.BidsRevealed(bids)
    return (made,)


def _decide_play(
    state: GameState, current: RoundState, seat: Seat, card: Card
) -> tuple[ev.Event, ...]:
    if seat not in current.seats:
        raise IllegalAction("sits-out", seat=seat)
    if state.phase is Phase.BIDDING:
        raise IllegalAction("bids-first", seat=seat, next=to_act(state)[0])
    if _next_to_play(current) != seat:
        raise IllegalAction("out-of-turn", seat=seat, next=_next_to_play(current))
    hand = current.hands[seat]
    if card not in hand:
        raise IllegalAction("not-your-card", seat=seat, card=str(card))
    if current.trick:
        led = SUIT_OF[current.trick[0]]
        if SUIT_OF[card] is not led and card not in legal_cards(hand, led):
            raise IllegalAction("must-follow", seat=seat, card=str(card), suit=str(led))
    played = ev.CardPlayed(seat, card)
    trick = (*current.trick, card)
    order = current.seats
    if len(trick) < len(order):
        return (played,)
    first = order.index(current.leader) if current.leader is not None else 0
    winner = order[(first + winning_index(trick, current.trump)) % len(order)]
    taken = ev.TrickTaken(winner)
    if len(current.tricks) + 1 < current.size:
        return played, taken
    return played, taken, *_decide_score(state, current, winner)


def _decide_score(
    state: GameState, current: RoundState, winner: Seat
) -> tuple[ev.RoundScored] | tuple[ev.RoundScored, ev.GameEnded]:
    table = state.plan.points[current.size]
    points = [0] * state.rulebook.players
    for seat in current.seats:
        bid = current.bids[seat]
        assert bid is not None, "a round in play has all bids"
        points[seat] = table[bid][current.taken[seat] + (seat == winner)]
    totals = tuple(total + gain for total, gain in zip(state.totals, points, strict=True))
    scored = ev.RoundScored(current.number, tuple(points), totals)
    scheduled = len(state.plan.rounds)
    if current.number < scheduled:
        return (scored,)
    after = evolve_score(state, current, scored, winner)
    if after.contenders:
        return (scored,)
    return scored, ev.GameEnded(places_of(after))


def decide_nonce(state: GameState, seat: Seat, move: NonceMove) -> tuple[ev.Event, ...]:
    """A person's program commits to its nonce, shows it, or is left out; else `DealError`.

    Nonces are shown only when every program has committed or is left out.
    """
    if state.phase is not Phase.NONCES:
        raise DealError("nonces-are-in")
    if seat not in state.persons or seat in state.left_out:
        raise DealError("no-nonce-expected", seat=seat)
    committed = state.nonce_commitments[seat]
    if state.nonces[seat] is not None:
        raise DealError("nonce-twice", seat=seat)
    match move:
        case CommitNonce():
            if committed is not None:
                raise DealError("nonce-twice", seat=seat)
            if type(move.commitment) is not bytes or len(move.commitment) != 32:
                raise DealError("not-a-commitment", value=len(move.commitment), limit=32)
            return (ev.NonceCommitted(seat, move.commitment),)
        case RevealNonce():
            if not all_committed(state):
                raise DealError("nonce-too-early", seat=seat)
            assert committed is not None, "all programs have committed"
            check_nonce(move.nonce, committed, seat=seat, game=state.commitment)
            return (ev.NonceRevealed(seat, move.nonce),)
        case MissNonce():
            return (ev.NonceMissed(seat),)
        case _:
            assert_never(move)


def all_committed(state: GameState) -> bool:
    """Whether every person's program has committed to a nonce or is left out."""
    return all(
        state.nonce_commitments[seat] is not None or seat in state.left_out
        for seat in state.persons
    )


def decide_chance(state: GameState, move: ChanceMove) -> tuple[ev.Event, ...]:
    """Chance finds the first dealer or deals the next round; else `DealError`."""
    match move:
        case NameDealer():
            if state.phase is not Phase.DEALER or (
                state.rulebook.first_dealer is not FirstDealer.RANDOM
            ):
                raise DealError("no-dealer-wanted")
            if type(move.seat) is not int or not 0 <= move.seat < state.rulebook.players:
                limit = state.rulebook.players - 1
                raise DealError("no-such-seat", value=str(move.seat), limit=limit)
            return (ev.DealerDrawn(move.seat, ()),)
        case Deal():
            is_pack = len(move.deck) == len(PACK) and set(move.deck) == set(PACK)
            if not is_pack or any(type(card) is not Card for card in move.deck):
                raise DealError("not-a-deck", value=len(set(move.deck)), limit=len(PACK))
            if state.phase is Phase.DEAL:
                return (deal_round(state, move.deck),)
            if state.phase is not Phase.DEALER or (
                state.rulebook.first_dealer is not FirstDealer.DRAWN
            ):
                raise DealError("no-deal-wanted")
            draw = draw_for_dealer(move.deck, players=state.rulebook.players)
            return (ev.DealerDrawn(draw.dealer, draw.rounds),)
        case _:
            assert_never(move)


def next_round(state: GameState) -> tuple[PlannedRound, Seat, tuple[Seat, ...]]:
    """What is dealt next: the round, its dealer, and who takes part in bidding order."""
    players = state.rulebook.players
    number = len(state.results) + 1
    if number <= len(state.plan.rounds):
        assert state.first_dealer is not None, "the dealer is known before the first deal"
        planned = state.plan.rounds[number - 1]
        everyone = range(players)
        dealer = dealer_of(number, first_dealer=state.first_dealer, players=players)
        return planned, dealer, seats_from_left(everyone, dealer=dealer, players=players)
    largest = state.plan.largest
    planned = planned_round(state.rulebook.trump, number=number, size=largest, largest=largest)
    dealer = next_dealer(state.contenders, after=state.results[-1].dealer, players=players)
    return planned, dealer, seats_from_left(state.contenders, dealer=dealer, players=players)


def deal_round(state: GameState, deck: Sequence[Card]) -> ev.RoundDealt:
    """Deal `deck` (52 cards, the first card first) one at a time from the dealer's left."""
    planned, dealer, seats = next_round(state)
    count = len(seats)
    dealt = count * planned.size
    hands: list[tuple[Card, ...]] = [()] * state.rulebook.players
    for place, seat in enumerate(seats):
        hands[seat] = tuple(deck[place:dealt:count])
    turn_up = deck[dealt] if planned.has_turn_up else None
    return ev.RoundDealt(
        number=planned.number,
        size=planned.size,
        dealer=dealer,
        seats=seats,
        trump=planned.suit if turn_up is None else SUIT_OF[turn_up],
        turn_up=turn_up,
        hands=tuple(hands),
        stock=tuple(deck[dealt + planned.has_turn_up :]),
    )


def abandon(state: GameState) -> ev.GameAbandoned:
    """Give the game up; refused when it is over."""
    if state.phase is Phase.OVER or state.phase is Phase.ABANDONED:
        raise IllegalAction("game-over")
    return ev.GameAbandoned()


def reveal_seed(state: GameState, seed: bytes) -> ev.SeedRevealed:
    """Show the secret of a game that is over or abandoned; `DealError` before, or if wrong."""
    if state.phase is not Phase.OVER and state.phase is not Phase.ABANDONED:
        raise DealError("seed-too-early")
    check_seed(seed, state.commitment)
    return ev.SeedRevealed(seed)


__all__ = [
    "OPEN_PHASES",
    "abandon",
    "all_committed",
    "barred_bid",
    "deal_round",
    "decide",
    "decide_chance",
    "decide_nonce",
    "evolve",
    "legal_actions",
    "legal_bids",
    "new_game",
    "next_round",
    "places_of",
    "playable",
    "replay",
    "reveal_seed",
    "start",
    "to_act",
]
