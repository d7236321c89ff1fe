"""`Rulebook`: every house rule of a game, as one frozen value that everything else obeys.

Its keys are the same in the text form (`party players=5 max_size=5 hook=off`), in the dict form
for JSON and, with hyphens, in the options of the command line.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Final, cast

from ohhell.rules import axes
from ohhell.rules.axes import (
    BidChange,
    Bidding,
    DealerRule,
    FirstDealer,
    FirstLead,
    HookFrom,
    Sizes,
    TieRule,
    Ties,
    TrumpRule,
    TurnUp,
)
from ohhell.rules.errors import RulebookError
from ohhell.rules.plan import (
    Plan,
    largest_by_default,
    planned_round,
    planned_rounds,
    round_sizes,
)
from ohhell.rules.scoring import Scoring, parse_scoring, pays_always_the_same, tables

DEFAULT_PRESET: Final = "common"
AXES: Final = (
    "players",
    "max_size",
    "sequence",
    "first_dealer",
    "trump",
    "bidding",
    "hook",
    "bid_change",
    "first_lead",
    "scoring",
    "ties",
)
"""The keys of a rulebook, in the order they are written."""

_LONGEST_TEXT: Final = 2000

Plain = str | int | list[int]
"""What a value of the dict form can be."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """All house rules of one game; making an impossible one raises `RulebookError`.

    `preset` names the rulebook this one is a form of (it matters for its text form and for what
    its source allows, not for play); `max_size` None follows the number of players.
    """

    preset: str
    players: int
    max_size: int | None
    sequence: Sizes
    first_dealer: DealerRule
    trump: TrumpRule
    bidding: Bidding
    hook: HookFrom
    bid_change: BidChange
    first_lead: FirstLead
    scoring: Scoring
    ties: Ties

    def __post_init__(self) -> None:
        from ohhell.rules.presets import find_preset

        object.__setattr__(self, "preset", find_preset(self.preset).name)
        _check_values(self)
        _check_together(self)
        _check_pack(self)
        _check_ties(self)

    @property
    def largest(self) -> int:
        """The largest size that is actually scheduled, in cards a seat."""
        return max(self.sizes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Cards a seat in every scheduled round."""
        max_size = largest_by_default(self.players) if self.max_size is None else self.max_size
        return round_sizes(self.sequence, max_size)

    def compile(self) -> Plan:
        """The plan and the point tables, made once for equal rulebooks."""
        return _compile(self)

    def has_hook(self, size: int) -> bool:
        """Whether the last bidder is hooked in a round of `size` cards."""
        return self.hook is not None and size >= self.hook

    def changed(self, **changes: str | int) -> Rulebook:
        """This rulebook with some axes changed, each value as in the text or dict form."""
        return self._changed({name: [str(value)] for name, value in changes.items()})

    def _changed(self, words: Mapping[str, list[str]]) -> Rulebook:
        for name, values in words.items():
            if name not in AXES:
                near = get_close_matches(name, AXES, 1)
                raise RulebookError(
                    "unknown-axis",
                    field=name,
                    value=values[0],
                    limit=", ".join(AXES),
                    near=near[0] if near else "",
                )
            if len(values) > 1:
                raise _twice(name, values)
        found = {name: values[0] for name, values in words.items()}

        def word(name: str) -> str:
            return found[name] if name in found else axis_text(self, name)

        return Rulebook(
            preset=self.preset,
            players=axes.parse_number("players", word("players"), low=3, high=7),
            max_size=axes.parse_max_size(word("max_size")),
            sequence=axes.parse_sizes(word("sequence")),
            first_dealer=axes.parse_first_dealer(word("first_dealer")),
            trump=axes.parse_trump(word("trump")),
            bidding=axes.parse_choice("bidding", word("bidding"), Bidding),
            hook=axes.parse_hook(word("hook")),
            bid_change=axes.parse_choice("bid_change", word("bid_change"), BidChange),
            first_lead=axes.parse_choice("first_lead", word("first_lead"), FirstLead),
            scoring=parse_scoring(word("scoring")),
            ties=axes.parse_ties(word("ties")),
        )

    def as_dict(self) -> dict[str, Plain]:
        """The dict form for JSON: the preset and every axis."""
        plain: dict[str, Plain] = {"preset": self.preset}
        plain |= {name: axis_text(self, name) for name in AXES}
        plain["players"] = self.players
        if self.max_size is not None:
            plain["max_size"] = self.max_size
        if isinstance(self.sequence, tuple):
            plain["sequence"] = list(self.sequence)
        return plain

    def __str__(self) -> str:
        """The text form: the preset, then each axis that differs from it."""
        from ohhell.rules.presets import preset_rulebook

        base = preset_rulebook(self.preset)
        words = [self.preset]
        for name in AXES:
            value = axis_text(self, name)
            if value != axis_text(base, name):
                words.append(f"{name}={shlex.quote(value)}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"parse_rulebook({str(self)!r})"


def axis_text(rulebook: Rulebook, axis: str) -> str:
    """The value of one axis as it is written in the text form, without quotes."""
    match axis:
        case "max_size":
            return axes.format_max_size(rulebook.max_size)
        case "sequence":
            return axes.format_sizes(rulebook.sequence)
        case "first_dealer":
            return axes.format_first_dealer(rulebook.first_dealer)
        case "trump":
            return axes.format_trump(rulebook.trump)
        case "bidding":
            return rulebook.bidding.value
        case "hook":
            return axes.format_hook(rulebook.hook)
        case "bid_change":
            return rulebook.bid_change.value
        case "first_lead":
            return rulebook.first_lead.value
        case "scoring":
            return str(rulebook.scoring)
        case "ties":
            return str(rulebook.ties)
        case _:
            return str(rulebook.players)


def parse_rulebook(text: str) -> Rulebook:
    """Read the text form; without a preset's name in front it starts from `common`."""
    _check_length("rulebook", text)
    try:
        words = shlex.split(text)
    except ValueError:
        raise RulebookError("open-quote", field="rulebook", value=text, limit="'…'") from None
    found: dict[str, list[str]] = {}
    if words and "=" not in words[0]:
        found["preset"] = [words.pop(0)]
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise RulebookError("no-value", field=word, value="", limit="name=value")
        found.setdefault(name.strip().lower().replace("-", "_"), []).append(value)
    return _from_words(found)


def rulebook_from_dict(plain: Mapping[str, object]) -> Rulebook:
    """Read the dict form; an axis that is not given keeps its preset's value."""
    words: dict[str, list[str]] = {}
    for name, value in plain.items():
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        for item in items:
            if isinstance(item, bool) or not isinstance(item, (int, str)):
                limit = "text, a whole number or a list"
                found = type(item).__name__
                raise RulebookError("not-a-value", field=name, value=found, limit=limit)
        text = ",".join(map(str, items))
        _check_length(name, text)
        words[name] = [text]
    return _from_words(words)


def _from_words(words: dict[str, list[str]]) -> Rulebook:
    from ohhell.rules.presets import preset_rulebook

    preset = words.pop("preset", [DEFAULT_PRESET])
    if len(preset) > 1:
        raise _twice("preset", preset)
    return preset_rulebook(preset[0])._changed(words)  # pyright: ignore[reportPrivateUsage]


def _twice(field: str, values: list[str]) -> RulebookError:
    return RulebookError("axis-twice", field=field, value=" and ".join(values), limit="once")


def _check_length(field: str, text: str) -> None:
    if len(text) > _LONGEST_TEXT:
        limit = f"{_LONGEST_TEXT} characters"
        raise RulebookError("text-too-long", field=field, value=len(text), limit=limit)


def with_players(rulebook: Rulebook, players: int) -> Rulebook:
    """The same rules for another number of players."""
    return replace(rulebook, players=players)


def rulebook_to_fit(
    rulebook: Rulebook, change: Mapping[str, object]
) -> tuple[Rulebook, int | None]:
    """The rulebook with axes changed, and the largest size where it had to give way.

    A chosen largest size that no longer fits then follows the players, unless it is what changes.
    """
    if not change:
        return rulebook, None
    plain: dict[str, object] = {**rulebook.as_dict(), **change}
    try:
        return rulebook_from_dict(plain), None
    except RulebookError as error:
        if error.code != "pack-too-small" or "max_size" in change or rulebook.max_size is None:
            raise
    del plain["max_size"]
    return rulebook_from_dict(plain), rulebook.max_size


@lru_cache(maxsize=256)
def _compile(rulebook: Rulebook) -> Plan:
    sizes = rulebook.sizes
    return Plan(
        rounds=planned_rounds(rulebook.trump, sizes),
        largest=max(sizes),
        points=tables(rulebook.scoring, sizes=sizes, players=rulebook.players),
    )


def _check_values(rulebook: Rulebook) -> None:
    """Each axis by itself."""
    players = axes.check_range(
        "players", rulebook.players, low=axes.FEWEST_PLAYERS, high=axes.MOST_PLAYERS
    )
    if rulebook.max_size is not None:
        axes.check_range("max_size", rulebook.max_size, low=1, high=axes.PACK_SIZE)
    if isinstance(rulebook.sequence, tuple):
        if not rulebook.sequence:
            raise RulebookError("no-rounds", field="sequence", value="", limit="at least 1")
        rounds = len(rulebook.sequence)
        if rounds > axes.MOST_ROUNDS:
            limit = str(axes.MOST_ROUNDS)
            raise RulebookError("too-many-rounds", field="sequence", value=rounds, limit=limit)
        for size in rulebook.sequence:
            axes.check_range("sequence", size, low=1, high=axes.PACK_SIZE)
    if not isinstance(rulebook.first_dealer, FirstDealer):
        axes.check_range("first_dealer", rulebook.first_dealer, low=0, high=players - 1)
    if isinstance(rulebook.trump, tuple):
        axes.check_range("trump", len(rulebook.trump), low=1, high=axes.LONGEST_CYCLE)
    if rulebook.hook is not None:
        axes.check_range("hook", rulebook.hook, low=1, high=axes.PACK_SIZE)
    if rulebook.ties.rule is TieRule.LEADERS:
        axes.check_range("ties", rulebook.ties.extensions, low=1, high=axes.MOST_EXTENSIONS)
    else:
        axes.check_range("ties", rulebook.ties.extensions, low=0, high=0)


def _check_together(rulebook: Rulebook) -> None:
    """Bids shown all at once leave no last bidder to hook and nobody to change before."""
    if rulebook.bidding is Bidding.IN_TURN:
        return
    if rulebook.hook is not None:
        raise _needs_turns("hook", axes.format_hook(rulebook.hook), "off")
    if rulebook.bid_change is not BidChange.NONE:
        raise _needs_turns("bid_change", rulebook.bid_change.value, "none")


def _needs_turns(field: str, value: str, limit: str) -> RulebookError:
    return RulebookError("needs-bids-in-turn", field=field, value=value, limit=limit)


def _check_pack(rulebook: Rulebook) -> None:
    """Cards dealt and turned up must be in the pack; where the largest round fits, all do.

    That holds even where only smaller rounds turn a card up: they deal three cards fewer.
    """
    players, largest = rulebook.players, rulebook.largest
    planned = planned_round(rulebook.trump, number=1, size=largest, largest=largest)
    turned = 1 if planned.has_turn_up else 0
    limit = (axes.PACK_SIZE - turned) // players
    if largest > limit:
        raise RulebookError(
            "pack-too-small",
            field="sequence" if isinstance(rulebook.sequence, tuple) else "max_size",
            value=largest,
            limit=limit,
            players=players,
            turned=turned,
        )


def _check_ties(rulebook: Rulebook) -> None:
    """Compile the scoring (it may fail), and refuse extensions that could never end."""
    plan = rulebook.compile()
    if rulebook.ties.rule is TieRule.ALL_SEATS and pays_always_the_same(plan.points[plan.largest]):
        raise RulebookError(
            "ties-never-end", field="ties", value=str(rulebook.ties), limit="share or leaders-N"
        )


__all__ = [
    "AXES",
    "DEFAULT_PRESET",
    "Plain",
    "Rulebook",
    "TurnUp",
    "axis_text",
    "parse_rulebook",
    "rulebook_from_dict",
    "with_players",
]
