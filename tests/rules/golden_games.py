"""Whole games told as a card player would read them; their texts lie in tests/golden/games.

Cards come from a fixed secret for each game, decisions from one simple policy, so that a text
changes only when the rules, the shuffle or the policy do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ohhell.rules import events as ev
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.axes import TieRule
from ohhell.rules.cards import Card, Rank, Seat, format_cards
from ohhell.rules.engine import legal_bids, playable, to_act
from ohhell.rules.presets import PRESETS
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.rules.state import GameState, RoundState
from ohhell.rules.trick import winning_index
from ohhell.rules.view import Phase
from tests.rules.games import Game, play_game

FOLDER: Final = Path(__file__).parents[1] / "golden" / "games"
NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gia")


@dataclass(frozen=True, slots=True)
class GoldenGame:
    """A game with a text; `take` chooses among the games a rulebook could have had."""

    name: str
    rulebook: str
    take: int = 0

    @property
    def path(self) -> Path:
        """Where its text lies."""
        return FOLDER / f"{self.name}.txt"

    def play(self) -> Game:
        """Play it."""
        secret = hashlib.sha256(f"golden game {self.name} {self.take}".encode()).digest()
        return play_game(parse_rulebook(self.rulebook), secret, sensible)

    def text(self) -> str:
        """Play it and tell it."""
        return "\n".join(told(self.play())) + "\n"


GOLDEN_GAMES: Final = (
    *(
        GoldenGame(f"{preset.name}-{players}", f"{preset.name} players={players}")
        for preset in PRESETS.values()
        for players in range(preset.fewest, preset.most + 1)
    ),
    # Three leaders play on, then two of them; one wins in the second extension.
    GoldenGame("leaders-narrowing", "party players=5 max_size=2 sequence=up", take=17),
    # Two are level after each of three extensions, and share.
    GoldenGame("leaders-share", "party max_size=2 scoring=exact-only hook=off", take=372),
    # Who wins the extension has fewer points than the third.
    GoldenGame("leaders-trailing", "party sequence=1,1,4 scoring=club-sheet", take=492),
    # Somebody outside the tie wins in the end.
    GoldenGame("all-seats-outsider", "club-sheet players=3 max_size=3 sequence=up", take=52),
    GoldenGame("low-wins", "common players=6 max_size=3 scoring=negative-square ties=leaders-1"),
    GoldenGame(
        "all-at-once",
        "common players=5 max_size=5 sequence=up-down first_dealer=seat-2 bidding=all-at-once"
        " hook=off first_lead=highest-bidder",
    ),
    GoldenGame(
        "trump-cycle",
        "common players=6 max_size=5 sequence=down trump=spades,diamonds,clubs,hearts,none"
        " first_lead=dealer ties=all-seats",
    ),
    GoldenGame(
        "thirteen-cards", "common sequence=13,12,13 trump=turn-up-except-largest hook=from-13"
    ),
    GoldenGame(
        "no-trump",
        "common players=7 sequence=7,1,7 trump=none bid_change=until-next"
        " first_lead=highest-bidder",
    ),
    GoldenGame(
        "own-scoring",
        "common players=3 sequence=17,5,3,1 ties=leaders-2"
        " scoring='exact: 10 + bid * bid; over: tricks; short: -bid'",
    ),
)


# --- The policy: bid what looks sure, then win what is needed as cheaply as possible.


def sensible(state: GameState) -> tuple[Seat, Action]:
    """One plain decision, from what the seat itself may know."""
    current = state.round
    assert current is not None
    changing = current.last_bidder
    if changing is not None and legal_bids(state, changing):
        wanted = nearest(state, current, changing, sure_tricks(current, changing))
        if wanted != current.bids[changing]:
            return changing, Bid(wanted)
    seat = to_act(state)[0]
    if state.phase is Phase.BIDDING:
        wish = sure_tricks(current, seat)
        # Now and then somebody speaks too soon, and puts it right where the rulebook lets them.
        if (current.number + seat) % 7 == 3:
            wish += 1
        return seat, Bid(nearest(state, current, seat, wish))
    return seat, Play(chosen_card(state, current, seat))


def sure_tricks(current: RoundState, seat: Seat) -> int:
    """High trumps, and aces and guarded kings of other suits; half of them at a full table."""
    held = current.hands[seat]
    count = 0
    for card in held:
        guarded = sum(other.suit is card.suit for other in held) > 1
        if card.suit is current.trump:
            count += 2 if card.rank >= Rank.QUEEN else 1
        elif card.rank is Rank.ACE:
            count += 2
        elif card.rank is Rank.KING and guarded:
            count += 1
    return min(current.size, (count + 1) // 2 if len(current.seats) < 5 else count // 2)


def nearest(state: GameState, current: RoundState, seat: Seat, wish: int) -> int:
    """The bid open to a seat that is nearest to what it would like, the lower of two."""
    own = current.bids[seat]
    open_bids = [*legal_bids(state, seat), *([] if own is None else [own])]
    return min(open_bids, key=lambda tricks: (abs(tricks - wish), tricks))


def chosen_card(state: GameState, current: RoundState, seat: Seat) -> Card:
    """Win as cheaply as the place at the table allows, or lose the highest card that loses."""
    cards = sorted(playable(state, seat), key=lambda card: (card.suit is current.trump, card.rank))
    bid = current.bids[seat]
    assert bid is not None
    wants = current.taken[seat] < bid
    if not current.trick:
        return cards[-1] if wants else cards[0]
    winning = [
        card
        for card in cards
        if winning_index((*current.trick, card), current.trump) == len(current.trick)
    ]
    if wants:
        is_last = len(current.trick) == len(current.seats) - 1
        return (winning[0] if is_last else winning[-1]) if winning else cards[0]
    losing = [card for card in cards if card not in winning]
    return losing[-1] if losing else cards[0]


# --- The telling.


def told(game: Game) -> Iterator[str]:
    """A game line by line."""
    rulebook = game.rulebook
    names = NAMES[: rulebook.players]
    plan = rulebook.compile()
    yield str(rulebook)
    yield ""
    yield f"Clockwise: {', '.join(names)}."
    sizes = " ".join(str(planned.size) for planned in plan.rounds)
    yield f"{len(plan.rounds)} rounds of {sizes} cards."
    if isinstance(rulebook.first_dealer, int):
        yield f"{names[rulebook.first_dealer]} deals first."
    log = list(game.log)
    places = [at for at, event in enumerate(log) if isinstance(event, ev.RoundDealt)]
    for event in log[: places[0]]:
        if isinstance(event, ev.DealerDrawn):
            yield from told_draw(event, names)
    for begin, end in zip(places, [*places[1:], len(log)], strict=True):
        yield ""
        yield from told_round(rulebook, log[begin:end], names)
    yield ""
    end = game.end
    for place in sorted(set(end.places)):
        there = [seat for seat in range(len(names)) if end.places[seat] == place]
        who = ", ".join(f"{names[seat]} {end.totals[seat]}" for seat in there)
        yield f"{'Shared place' if len(there) > 1 else 'Place'} {place}: {who}"


def told_draw(event: ev.DealerDrawn, names: Sequence[str]) -> Iterator[str]:
    for again, drawn in enumerate(event.draws):
        cards = ", ".join(f"{names[seat]} {card}" for seat, card in drawn)
        yield f"{'Tied, so again' if again else 'Drawn for the deal'}: {cards}."
    yield f"{names[event.dealer]} deals first{'' if event.draws else ', by lot'}."


def told_round(rulebook: Rulebook, log: Sequence[ev.Event], names: Sequence[str]) -> Iterator[str]:
    dealt = log[0]
    assert isinstance(dealt, ev.RoundDealt)
    yield headline(rulebook, dealt, names)
    width = max(map(len, names))
    for seat in dealt.seats:
        yield f"  {names[seat]:{width}}  {format_cards(sorted(dealt.hands[seat]))}"
    if idle := [name for seat, name in enumerate(names) if seat not in dealt.seats]:
        yield f"  {', '.join(idle)} {'sits' if len(idle) == 1 else 'sit'} out"
    bids: dict[Seat, int] = {}
    said: list[str] = []
    taken = dict.fromkeys(dealt.seats, 0)
    trick: list[str] = []
    for event in log[1:]:
        match event:
            case ev.BidMade(seat, tricks):
                bids[seat] = tricks
                said.append(f"{names[seat]} {tricks}")
            case ev.BidChanged(seat, tricks):
                bids[seat] = tricks
                said.append(f"{names[seat]} {tricks} instead")
            case ev.CardPlayed(seat, card):
                if said:
                    yield told_bids(rulebook, dealt, bids, said)
                    said.clear()
                trick.append(f"{names[seat]} {card}")
            case ev.TrickTaken(seat):
                taken[seat] += 1
                yield f"  {sum(taken.values()):2}  {', '.join(trick)}: {names[seat]}"
                trick.clear()
            case ev.RoundScored():
                gains = ", ".join(
                    f"{names[seat]} {taken[seat]} of {bids[seat]} {event.points[seat]:+}"
                    for seat in dealt.seats
                )
                yield f"  {gains}"
                totals = ", ".join(
                    f"{name} {total}" for name, total in zip(names, event.totals, strict=True)
                )
                yield f"  Totals: {totals}"
            case _:
                pass


def headline(rulebook: Rulebook, dealt: ev.RoundDealt, names: Sequence[str]) -> str:
    scheduled = len(rulebook.sizes)
    if dealt.number <= scheduled:
        title = f"Round {dealt.number} of {scheduled}"
    else:
        who = "for all" if rulebook.ties.rule is TieRule.ALL_SEATS else "for the leaders"
        title = f"Round {dealt.number}, an extension {who}"
    cards = "1 card" if dealt.size == 1 else f"{dealt.size} cards"
    trump = "no trump" if dealt.trump is None else f"{dealt.trump} are trump"
    if dealt.turn_up is not None:
        trump = f"{dealt.turn_up} is turned up, {trump}"
    return f"{title}: {cards}, {names[dealt.dealer]} deals, {trump}"


def told_bids(
    rulebook: Rulebook, dealt: ev.RoundDealt, bids: dict[Seat, int], said: Sequence[str]
) -> str:
    kind = "Bids at once" if said and rulebook.bidding.value == "all-at-once" else "Bids"
    before = sum(bids[seat] for seat in dealt.seats[:-1])
    barred = ""
    if rulebook.has_hook(dealt.size) and before <= dealt.size:
        barred = f" ({dealt.size - before} was barred)"
    return f"  {kind}: {', '.join(said)}{barred}; {sum(bids.values())} for {dealt.size}"
