"""The axes of a rulebook: what each house rule can be, and the words people write for it.

Each axis has one reader (`parse_…`, raising `RulebookError`) and one writer (`format_…`); text
form, JSON form and command line options all go through these two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from ohhell.rules.cards import Seat, Suit, parse_suit
from ohhell.rules.errors import CardError, RulebookError

DEFAULT_SIZE: Final = "default"
MOST_ROUNDS: Final = 100
MOST_EXTENSIONS: Final = 20
LONGEST_TIE: Final = 100
"""After so many extensions of `ties=all-seats` those still level share; no table sees it, but
players who always make the same bids would play for ever."""
LONGEST_CYCLE: Final = 20
PACK_SIZE: Final = 52
FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 7

DEFAULT_MAX_SIZE: Final = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
"""The usual largest size by number of players."""


class RoundSequence(Enum):
    """How round sizes run between the largest size M and one card."""

    DOWN_UP = "down-up"
    UP = "up"
    DOWN = "down"
    UP_DOWN = "up-down"


class FirstDealer(Enum):
    """How the first dealer is found, unless a seat is named."""

    RANDOM = "random"
    DRAWN = "drawn"


class TurnUp(Enum):
    """Trump rules that turn a card; every other trump rule is a cycle of suits."""

    EVERY_ROUND = "turn-up"
    EXCEPT_LARGEST = "turn-up-except-largest"


class Bidding(Enum):
    """Whether bids are heard one after another or shown all at once."""

    IN_TURN = "in-turn"
    ALL_AT_ONCE = "all-at-once"


class BidChange(Enum):
    """Whether a bid may still be put right."""

    NONE = "none"
    UNTIL_NEXT = "until-next"


class FirstLead(Enum):
    """Who leads the first trick of a round."""

    DEALERS_LEFT = "dealers-left"
    DEALER = "dealer"
    HIGHEST_BIDDER = "highest-bidder"


class TieRule(Enum):
    """What happens when the first place is shared after the last round."""

    SHARE = "share"
    LEADERS = "leaders"
    ALL_SEATS = "all-seats"


@dataclass(frozen=True, slots=True)
class Ties:
    """A tie rule; `extensions` is the most rounds that leaders play on, 0 for other rules."""

    rule: TieRule
    extensions: int = 0

    def __str__(self) -> str:
        return f"leaders-{self.extensions}" if self.rule is TieRule.LEADERS else self.rule.value


Sizes = RoundSequence | tuple[int, ...]
DealerRule = FirstDealer | Seat
TrumpCycle = tuple[Suit | None, ...]
"""Trump of round 1, 2, … over and over; None is a round without trump."""
TrumpRule = TurnUp | TrumpCycle
HookFrom = int | None
"""The smallest round size in which the hook binds (1: always); None is no hook."""

_Choice = TypeVar("_Choice", bound=Enum)
_NUMBER: Final = re.compile(r"-?[0-9]+", re.ASCII)
_LONGEST: Final = 18
"""Characters of a number; what is longer lies beyond every limit."""


def parse_choice(field: str, text: str, choices: type[_Choice]) -> _Choice:
    """The member of `choices` written `text`."""
    try:
        return choices(text.strip().lower())
    except ValueError:
        raise not_a_choice(field, text, *(str(choice.value) for choice in choices)) from None


def not_a_choice(field: str, value: str, *choices: str) -> RulebookError:
    """The refusal of a word that is none of `choices`."""
    return RulebookError("not-a-choice", field=field, value=value, limit=", ".join(choices))


def parse_number(field: str, text: str, *, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if _NUMBER.fullmatch(text.strip()) is None:
        raise RulebookError("not-a-number", field=field, value=text, limit=f"{low} to {high}")
    if len(text.strip()) > _LONGEST:
        raise RulebookError("far-out-of-range", field=field, value=text, limit=f"{low} to {high}")
    return check_range(field, int(text), low=low, high=high)


def check_range(field: str, number: int, *, low: int, high: int) -> int:
    """`number` itself, where it lies between `low` and `high`, both included."""
    if not low <= number <= high:
        raise RulebookError("out-of-range", field=field, value=number, limit=f"{low} to {high}")
    return number


def parse_sizes(text: str) -> Sizes:
    """`down-up`, `up`, `down`, `up-down`, or sizes separated by commas: `1,3,5`."""
    plain = text.strip().strip("[]").strip()
    if not plain:
        raise RulebookError("no-rounds", field="sequence", value=text, limit="at least 1")
    if plain[0].isalpha():
        return parse_choice("sequence", plain, RoundSequence)
    return tuple(parse_number("sequence", size, low=1, high=PACK_SIZE) for size in plain.split(","))


def format_sizes(sizes: Sizes) -> str:
    """The inverse of `parse_sizes`."""
    return sizes.value if isinstance(sizes, RoundSequence) else ",".join(map(str, sizes))


def parse_max_size(text: str) -> int | None:
    """`default` (None: it follows the number of players) or a number of cards."""
    if text.strip().lower() == DEFAULT_SIZE:
        return None
    return parse_number("max_size", text, low=1, high=PACK_SIZE)


def format_max_size(max_size: int | None) -> str:
    """The inverse of `parse_max_size`."""
    return DEFAULT_SIZE if max_size is None else str(max_size)


def parse_first_dealer(text: str) -> DealerRule:
    """`random`, `drawn`, or `seat-0` … `seat-6`."""
    plain = text.strip().lower()
    if plain.startswith("seat-"):
        return parse_number("first_dealer", plain[5:], low=0, high=MOST_PLAYERS - 1)
    try:
        return FirstDealer(plain)
    except ValueError:
        raise not_a_choice("first_dealer", text, "random", "drawn", "seat-0 … seat-6") from None


def format_first_dealer(dealer: DealerRule) -> str:
    """The inverse of `parse_first_dealer`."""
    return dealer.value if isinstance(dealer, FirstDealer) else f"seat-{dealer}"


def parse_trump(text: str) -> TrumpRule:
    """`turn-up`, `turn-up-except-largest`, `none`, a suit, or a cycle `spades,hearts,none`."""
    plain = text.strip().lower()
    try:
        return TurnUp(plain)
    except ValueError:
        pass
    cycle: list[Suit | None] = []
    for word in plain.split(","):
        try:
            cycle.append(None if word.strip() == "none" else parse_suit(word))
        except CardError:
            choices = ("turn-up", "turn-up-except-largest", "none", "a suit", "a list of suits")
            raise not_a_choice("trump", text, *choices) from None
    return tuple(cycle)


def format_trump(trump: TrumpRule) -> str:
    """The inverse of `parse_trump`."""
    if isinstance(trump, TurnUp):
        return trump.value
    return ",".join("none" if suit is None else str(suit) for suit in trump)


def parse_hook(text: str) -> HookFrom:
    """`on`, `off`, or `from-N`: only in rounds of N cards or more."""
    plain = text.strip().lower()
    if plain in ("on", "off"):
        return 1 if plain == "on" else None
    if plain.startswith("from-"):
        return parse_number("hook", plain[5:], low=1, high=PACK_SIZE)
    raise not_a_choice("hook", text, "on", "off", "from-N")


def format_hook(hook: HookFrom) -> str:
    """The inverse of `parse_hook`."""
    return "off" if hook is None else "on" if hook == 1 else f"from-{hook}"


def parse_ties(text: str) -> Ties:
    """`share`, `all-seats`, or `leaders-N`: at most N extensions among the leaders."""
    plain = text.strip().lower()
    if plain.startswith("leaders-"):
        most = parse_number("ties", plain[8:], low=1, high=MOST_EXTENSIONS)
        return Ties(TieRule.LEADERS, most)
    if plain in ("share", "all-seats"):
        return Ties(TieRule(plain))
    raise not_a_choice("ties", text, "share", "leaders-N", "all-seats")
