"""Positions of one round as people write them down, read strictly into a view.

Seats are letters: A sits left of the dealer, then B, C … clockwise.  docs/lab.md lists the keys.
A position is what its seat knows, so a bid may be unknown in it, which never happens in a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain
from typing import Final, cast

from ohhell.players.position_text import (
    SEATS,
    PositionError,
    read_card,
    read_cards,
    read_choice,
    read_counts,
    read_number,
    read_plays,
    read_seat,
    read_suit,
    read_text,
    read_tricks,
)
from ohhell.players.single_round import round_rulebook
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.axes import FEWEST_PLAYERS, MOST_PLAYERS, PACK_SIZE, FirstLead, TurnUp
from ohhell.rules.cards import SUIT_OF, Card, Seat, Suit
from ohhell.rules.errors import RulebookError
from ohhell.rules.plain_values import as_json
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.trick import legal_cards, winning_index
from ohhell.rules.view import Phase, PlayerView, RoundView, Trick

KEYS: Final = (
    *("id", "kind", "players", "hand_size", "dealer", "hook", "trump", "turned", "hand", "hands"),
    *("bids", "tricks", "won", "trick", "to_act", "rulebook", "scoring", "first_lead"),
)
"""What a position can say; anything else is a remark, unless it looks like one of these."""

_REMARKS: Final = ("confidence", "acceptable", "wrong", "why")

_Plays = Sequence[tuple[Seat, Card]]


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A complete trick with nobody to act, where the question can only be who won it."""

    winner: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class _Round:
    """What was read, before it is known to fit together."""

    seat: Seat
    size: int
    trump: Suit | None
    turned: Card | None
    hand: tuple[Card, ...]
    bids: tuple[int | None, ...]
    tricks: tuple[Trick, ...]
    trick: _Plays

    @property
    def has_begun(self) -> bool:
        """Whether a card was played."""
        return bool(self.tricks or self.trick)


def read_position(plain: object) -> PlayerView | WonTrick:
    """The view of the seat to act; refuses what is none with a `PositionError` or its like."""
    if not isinstance(plain, dict):
        raise PositionError("position-not-an-object", found=as_json(plain))
    given = cast("Mapping[str, object]", plain)
    for key in given:
        near = get_close_matches(key, KEYS, 1, 0.8)
        if near and key not in KEYS and key not in _REMARKS:
            raise PositionError("position-unknown-key", field=key, near=near[0])
    players = read_number(given, "players", low=FEWEST_PLAYERS, high=MOST_PLAYERS)
    trump, turned = _read_trump(given)
    kind = read_choice(given, "kind", ("bid", "play", "rule"))
    if given.get("to_act") is None:
        if kind in ("bid", "play"):
            raise PositionError("position-missing-key", field="to_act")
        return _winner_of(read_plays(given, "trick", players), trump, players)
    current = _read_round(given, players, trump, turned)
    is_playing = _is_playing(kind, current)
    _check_cards(current, players)
    _check_following(current)
    _check_bids(current, players, is_playing=is_playing)
    rulebook = _read_rulebook(given, current, players)
    if is_playing:
        rulebook = _check_leader(given, current, rulebook)
    return _view(current, rulebook, is_playing=is_playing)


def _read_trump(given: Mapping[str, object]) -> tuple[Suit | None, Card | None]:
    turned = read_card(given, "turned")
    if "trump" not in given:
        if turned is None:
            raise PositionError("position-missing-key", field="trump")
        return SUIT_OF[turned], turned
    trump = read_suit(given, "trump")
    if turned is not None and SUIT_OF[turned] is not trump:
        raise PositionError("position-other-trump", card=str(turned), suit=str(SUIT_OF[turned]))
    return trump, turned


def _winner_of(plays: _Plays, trump: Suit | None, players: int) -> WonTrick:
    if len(plays) < players:
        raise PositionError("position-nobody")
    cards = [card for _, card in plays]
    _check_different(cards)
    seat, card = plays[winning_index(cards, trump)]
    return WonTrick(seat, card)


def _read_round(
    given: Mapping[str, object], players: int, trump: Suit | None, turned: Card | None
) -> _Round:
    seat = read_seat(given["to_act"], "to_act", players)
    if given.get("dealer") is not None:
        dealer = read_seat(given["dealer"], "dealer", players)
        if dealer != players - 1:
            raise PositionError("position-dealer", value=SEATS[dealer], limit=SEATS[players - 1])
    tricks = _completed(read_tricks(given, "tricks", players), trump)
    hand = _read_hand(given, seat, players)
    size = len(hand) + len(tricks)
    if given.get("hand_size") is not None:
        size = read_number(given, "hand_size", low=1, high=PACK_SIZE)
    if not hand or len(hand) != size - len(tricks):
        raise PositionError("position-hand", value=len(hand), size=size, tricks=len(tricks))
    bids = read_counts(given, "bids", players, most=size)
    won = read_counts(given, "won", players, most=size)
    for other, count in enumerate(won):
        right = sum(trick.winner == other for trick in tricks)
        if count is not None and count != right:
            raise PositionError("position-won", seat=SEATS[other], value=count, limit=right)
    return _Round(
        seat=seat,
        size=size,
        trump=trump,
        turned=turned,
        hand=hand,
        bids=bids,
        tricks=tricks,
        trick=read_plays(given, "trick", players),
    )


def _read_hand(given: Mapping[str, object], seat: Seat, players: int) -> tuple[Card, ...]:
    """The hand to act, from `hand` or from `hands` by seat; of the latter the others stay unseen."""
    if given.get("hand") is not None:
        return read_cards(given["hand"], "hand")
    hands = given.get("hands")
    if not isinstance(hands, dict) or SEATS[seat] not in hands:
        raise PositionError("position-missing-key", field="hand")
    return read_cards(cast("dict[str, object]", hands)[SEATS[seat]], "hands")


def _completed(tricks: Sequence[_Plays], trump: Suit | None) -> tuple[Trick, ...]:
    """Tricks with their winners, each led by the winner of the one before."""
    completed: list[Trick] = []
    for number, plays in enumerate(tricks, start=1):
        seats = tuple(seat for seat, _ in plays)
        cards = tuple(card for _, card in plays)
        if completed and completed[-1].winner != seats[0]:
            right = SEATS[completed[-1].winner]
            raise PositionError(
                "position-trick-leader", number=number, value=SEATS[seats[0]], limit=right
            )
        completed.append(Trick(seats, cards, seats[winning_index(cards, trump)]))
    return tuple(completed)


def _is_playing(kind: str | None, current: _Round) -> bool:
    """Whether a card is wanted rather than a bid; `kind` may say so and must not contradict."""
    has_bid = current.bids[current.seat] is not None
    if kind == "rule":
        raise PositionError("position-rule-to-act", seat=SEATS[current.seat])
    if kind == "bid" and (has_bid or current.has_begun):
        raise PositionError("position-no-bid", seat=SEATS[current.seat])
    if (kind == "play" or current.has_begun) and not has_bid:
        raise PositionError("position-own-bid", seat=SEATS[current.seat])
    return has_bid


def _check_different(cards: Sequence[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise PositionError("position-card-twice", card=str(card))
        seen.add(card)


def _check_cards(current: _Round, players: int) -> None:
    """Each card in one place, and a trick on the table that this seat is next to play to."""
    turned = () if current.turned is None else (current.turned,)
    played = chain.from_iterable(trick.cards for trick in current.tricks)
    on_table = [card for _, card in current.trick]
    _check_different([*turned, *current.hand, *played, *on_table])
    leader = _leader(current)
    order = [(leader + step) % players for step in range(players)]
    at_turn = order[len(current.trick)] if len(current.trick) < players else None
    if current.trick and current.trick[0][0] != leader:
        raise PositionError(
            "position-trick-leader",
            number=len(current.tricks) + 1,
            value=SEATS[current.trick[0][0]],
            limit=SEATS[leader],
        )
    if current.has_begun and at_turn != current.seat:
        limit = "" if at_turn is None else SEATS[at_turn]
        raise PositionError("position-turn", value=SEATS[current.seat], limit=limit)


def _leader(current: _Round) -> Seat:
    """Who leads the trick on the table, or the next one."""
    if current.tricks:
        return current.tricks[-1].winner
    return current.trick[0][0] if current.trick else current.seat


def _first_leader(current: _Round) -> Seat:
    return current.tricks[0].seats[0] if current.tricks else _leader(current)


def _check_following(current: _Round) -> None:
    """Nobody may show a suit after it was seen to be out of it, this seat least of all."""
    void_in: set[tuple[Seat, Suit]] = set()
    plays = [tuple(zip(trick.seats, trick.cards, strict=True)) for trick in current.tricks]
    for trick in (*plays, current.trick):
        for seat, card in trick:
            led = SUIT_OF[trick[0][1]]
            if (seat, SUIT_OF[card]) in void_in:
                raise PositionError("position-revoke", seat=SEATS[seat], card=str(card))
            if SUIT_OF[card] is not led:
                void_in.add((seat, led))
    for card in current.hand:
        if (current.seat, SUIT_OF[card]) in void_in:
            raise PositionError("position-revoke", seat=SEATS[current.seat], card=str(card))


def _check_bids(current: _Round, players: int, *, is_playing: bool) -> None:
    if not is_playing:
        for seat in range(current.seat + 1, players):
            if current.bids[seat] is not None:
                raise PositionError(
                    "position-bid-later", seat=SEATS[seat], next=SEATS[current.seat]
                )


def _read_rulebook(given: Mapping[str, object], current: _Round, players: int) -> Rulebook:
    """The rules of the position: its own words, then its axes, then the defaults."""
    base = _rulebook_for(read_text(given, "rulebook") or "common", players)
    changes: dict[str, str | int] = {"players": players}
    for axis in ("scoring", "first_lead"):
        text = read_text(given, axis)
        if text is not None:
            changes[axis] = text
    is_even = None not in current.bids and sum(bid or 0 for bid in current.bids) == current.size
    match given.get("hook"):
        case True:
            changes["hook"] = "on"
        case False:
            changes["hook"] = "off"
        case None:
            if is_even:
                changes["hook"] = "off"
        case other:
            raise PositionError("position-bad-key", field="hook", found=as_json(other))
    # The size may be too large for the usual plan: it is set first, for this round alone.
    words = base.changed(sequence=1, **changes)
    trump = TurnUp.EVERY_ROUND if current.turned is not None else (current.trump,)
    rulebook = round_rulebook(words, size=current.size, trump=trump)
    if is_even and rulebook.has_hook(current.size):
        raise PositionError("position-hook", size=current.size)
    return rulebook


def _rulebook_for(text: str, players: int) -> Rulebook:
    """The rulebook for so many, which is refused where it names another number itself."""
    try:
        return parse_rulebook(f"{text} players={players}")
    except RulebookError as error:
        found = parse_rulebook(text)
        if error.code == "axis-twice" and found.players != players:
            raise PositionError(
                "position-other-players", value=found.players, limit=players
            ) from None
        return found


def _check_leader(given: Mapping[str, object], current: _Round, rulebook: Rulebook) -> Rulebook:
    """The rulebook by which the first trick was led by whoever led it.

    Where the position does not say who leads first, it shows.
    """
    leader = _first_leader(current)
    wanted = {
        FirstLead.DEALERS_LEFT: 0,
        FirstLead.DEALER: rulebook.players - 1,
        FirstLead.HIGHEST_BIDDER: _highest_bidder(current.bids, leader),
    }
    if wanted[rulebook.first_lead] == leader:
        return rulebook
    if given.get("first_lead") is None and given.get("rulebook") is None:
        for rule, seat in wanted.items():
            if seat == leader:
                return rulebook.changed(first_lead=rule.value)
    limit = SEATS[wanted[rulebook.first_lead]]
    raise PositionError("position-trick-leader", number=1, value=SEATS[leader], limit=limit)


def _highest_bidder(bids: Sequence[int | None], leader: Seat) -> Seat:
    """Nearest to the dealer's left among equals; `leader` where unknown bids leave it possible."""
    own = bids[leader]
    known = {seat: bid for seat, bid in enumerate(bids) if bid is not None}
    best = max(known, key=lambda seat: known[seat], default=leader)
    if own is None or (None in bids and (known[best], -best) <= (own, -leader)):
        return leader
    return best


def _view(current: _Round, rulebook: Rulebook, *, is_playing: bool) -> PlayerView:
    players = rulebook.players
    everyone = tuple(range(players))
    in_trick = tuple(seat for seat, _ in current.trick)
    on_table = tuple(card for _, card in current.trick)
    barred = None
    legal: tuple[Action, ...]
    if is_playing:
        led = SUIT_OF[on_table[0]] if on_table else None
        legal = tuple(map(Play, legal_cards(tuple(sorted(current.hand)), led)))
    else:
        barred = _barred(current, rulebook)
        legal = tuple(Bid(tricks) for tricks in range(current.size + 1) if tricks != barred)
    left = current.size - len(current.tricks)
    winner = in_trick[winning_index(on_table, current.trump)] if on_table else None
    return PlayerView(
        rulebook=rulebook,
        seat=current.seat,
        names=tuple(SEATS[:players]),
        phase=Phase.PLAYING if is_playing else Phase.BIDDING,
        turn=1,
        to_act=(current.seat,),
        legal=legal,
        round=RoundView(
            number=1,
            size=current.size,
            dealer=players - 1,
            seats=everyone,
            trump=current.trump,
            turn_up=current.turned,
            is_extension=False,
            has_hook=rulebook.has_hook(current.size),
            hand=tuple(sorted(current.hand)),
            cards_left=tuple(left - (seat in in_trick) for seat in everyone),
            bids=current.bids,
            has_bid=tuple(is_playing or seat < current.seat for seat in everyone),
            taken=tuple(sum(trick.winner == seat for trick in current.tricks) for seat in everyone),
            leader=_leader(current) if is_playing else None,
            trick_seats=in_trick,
            trick_cards=on_table,
            trick_winner=winner,
            tricks=current.tricks,
            barred_bid=barred,
        ),
        totals=(0,) * players,
        results=(),
        first_dealer=players - 1,
        draws=(),
        extensions_played=0,
        contenders=(),
        places=(),
    )


def _barred(current: _Round, rulebook: Rulebook) -> int | None:
    """The bid the hook forbids this seat; None where a bid before it is unknown."""
    before = current.bids[: current.seat]
    known = [bid for bid in before if bid is not None]
    is_last = current.seat == rulebook.players - 1
    if not is_last or len(known) < len(before) or not rulebook.has_hook(current.size):
        return None
    rest = current.size - sum(known)
    return rest if rest >= 0 else None
