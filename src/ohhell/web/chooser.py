"""Choosing a rulebook: what each control offers, and what a rulebook comes to, in words.

A client knows no rules: which values fit together, and why others do not, is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ohhell.rules.axes import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    PACK_SIZE,
    BidChange,
    Bidding,
    FirstDealer,
    FirstLead,
    RoundSequence,
    TieRule,
    TurnUp,
)
from ohhell.rules.cards import Suit
from ohhell.rules.errors import RulebookError
from ohhell.rules.examples import paid_examples
from ohhell.rules.explanation import explain
from ohhell.rules.plan import largest_by_default
from ohhell.rules.presets import (
    PRESETS,
    Preset,
    axes_beyond_source,
    changed_axes,
    preset_rulebook,
)
from ohhell.rules.rulebook import (
    AXES,
    DEFAULT_PRESET,
    Rulebook,
    axis_text,
    parse_rulebook,
    rulebook_from_dict,
    rulebook_to_fit,
)
from ohhell.rules.scoring import NAMED
from ohhell.text import Value, catalogue, say, sentence
from ohhell.web.protocol import outgoing
from ohhell.web.protocol.convert import plan_of, standing_of

Given = str | Mapping[str, object]
"""A rulebook as a client gives it: in text form, or an object of axes."""

_OPEN_AXES: Final = ("sequence", "trump", "hook", "scoring", "ties")
"""Axes that take more values than can be listed."""

# Seconds that people take, and that a screen needs to show it.
_A_BID: Final = 4.0
_A_CARD: Final = 2.2
_A_TRICK: Final = 1.5
_A_ROUND: Final = 10.0
_FASTEST: Final = 0.95
_SLOWEST: Final = 1.35


@dataclass(frozen=True, slots=True)
class Levels:
    """The CPU players of this server, weakest first, and the one that people get who do not choose."""

    names: tuple[str, ...]
    usual: str


def read_rulebook(given: Given) -> Rulebook:
    """The rulebook a client means; `RulebookError` where it cannot be."""
    return parse_rulebook(given) if isinstance(given, str) else rulebook_from_dict(given)


def rulebooks(levels: Levels, *, re: str) -> outgoing.Rulebooks:
    """What there is to choose from."""
    return outgoing.Rulebooks(
        re=re,
        presets=[_preset(preset) for preset in PRESETS.values()],
        levels=[
            outgoing.Level(name, say(f"level.{name}"), say(f"level.{name}.line"))
            for name in levels.names
        ],
        rulebook=DEFAULT_PRESET,
        level=levels.usual,
    )


def _preset(preset: Preset) -> outgoing.Preset:
    rounds = [
        len(preset_rulebook(preset.name, players=players).sizes)
        for players in (preset.fewest, preset.most)
    ]
    players = 4 if preset.fewest <= 4 <= preset.most else preset.fewest
    return outgoing.Preset(
        name=preset.name,
        label=say(f"preset.{preset.name}"),
        line=say(
            "rules.preset",
            players=_span(preset.fewest, preset.most),
            rounds=_span(min(rounds), max(rounds)),
            scoring=say(f"choice.scoring.{preset.values['scoring']}"),
        ),
        source=say(f"source.{preset.name}"),
        fewest=preset.fewest,
        most=preset.most,
        rulebook=str(preset_rulebook(preset.name, players=players)),
    )


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def explained(given: Given, change: Mapping[str, object], *, re: str) -> outgoing.Explained:
    """What a rulebook with some axes changed comes to; `RulebookError` where it cannot be."""
    rulebook, dropped = rulebook_to_fit(read_rulebook(given), change)
    sizes = rulebook.sizes
    now = standing_of(rulebook)
    return outgoing.Explained(
        re=re,
        rulebook=str(rulebook),
        preset=rulebook.preset,
        standing=now,
        standing_label=say(f"standing.{now}"),
        adjusted=adjusted(dropped),
        controls=[_control(rulebook, axis) for axis in AXES],
        plan=plan_of(rulebook),
        rounds=len(sizes),
        tricks=sum(sizes),
        minutes=minutes(rulebook.players, sizes),
        low_wins=rulebook.scoring.low_wins,
        examples=_examples(rulebook),
        sections=[
            outgoing.Section(
                section.key,
                say(f"heading.{section.key}"),
                [
                    outgoing.Line(say(one.key, **one.params), one.is_item)
                    for one in section.statements
                ],
            )
            for section in explain(rulebook)
        ],
    )


def adjusted(dropped_size: int | None) -> list[str]:
    """What is to be said of a largest size that no longer fitted."""
    return [] if dropped_size is None else [say("chooser.adjusted", value=dropped_size)]


def minutes(players: int, sizes: Sequence[int]) -> tuple[int, int]:
    """How long people take for a game, from brisk to leisurely."""
    seconds = sum(
        _A_ROUND + players * _A_BID + size * (players * _A_CARD + _A_TRICK) for size in sizes
    )
    return max(1, round(seconds * _FASTEST / 60)), max(1, round(seconds * _SLOWEST / 60))


def _examples(rulebook: Rulebook) -> list[outgoing.ScoringExample]:
    paid = paid_examples(rulebook)
    chosen = (paid.exact, paid.over or paid.short, paid.zero)
    return [
        outgoing.ScoringExample(
            one.size,
            one.bid,
            one.tricks,
            one.points,
            say("example.paid", bid=one.bid, tricks=one.tricks, points=one.points),
        )
        for one in chosen
    ]


# ---------------------------------------------------------------------------- controls


def _control(rulebook: Rulebook, axis: str) -> outgoing.Control:
    value = axis_text(rulebook, axis)
    values = dict.fromkeys((*_values(rulebook, axis), value))
    return outgoing.Control(
        axis=axis,
        label=say(f"axis.{axis}"),
        line=say(f"control.{axis}"),
        value=value,
        is_changed=axis in changed_axes(rulebook),
        is_open=axis in _OPEN_AXES,
        options=[_option(rulebook, axis, value) for value in values],
    )


def _values(rulebook: Rulebook, axis: str) -> Iterable[str]:
    """The values of an axis that are worth listing, whether or not they are possible now."""
    match axis:
        case "players":
            return map(str, range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
        case "max_size":
            return _largest_sizes(rulebook)
        case "sequence":
            return (choice.value for choice in RoundSequence)
        case "first_dealer":
            seats = (f"seat-{seat}" for seat in range(rulebook.players))
            return (*(choice.value for choice in FirstDealer), *seats)
        case "trump":
            turned = (choice.value for choice in TurnUp)
            return (*turned, "none", *map(str, Suit), "spades,diamonds,clubs,hearts")
        case "bidding":
            return (choice.value for choice in Bidding)
        case "hook":
            return ("on", "off", "from-2", "from-3", "from-4")
        case "bid_change":
            return (choice.value for choice in BidChange)
        case "first_lead":
            return (choice.value for choice in FirstLead)
        case "scoring":
            return NAMED
        case _:
            leaders = (f"{TieRule.LEADERS.value}-{most}" for most in (1, 2, 3))
            return (TieRule.SHARE.value, *leaders, TieRule.ALL_SEATS.value)


def _largest_sizes(rulebook: Rulebook) -> Iterator[str]:
    """All numbers of cards there are, the usual one by its name: it would be offered twice."""
    usual = largest_by_default(rulebook.players)
    for size in range(1, PACK_SIZE // rulebook.players + 1):
        if size == usual:
            yield "default"
        if size != usual or rulebook.max_size == size:
            yield str(size)


def _option(rulebook: Rulebook, axis: str, value: str) -> outgoing.Option:
    refusal: str | None = None
    is_by_source = False
    params: dict[str, Value] = {"value": ", ".join(part.strip() for part in value.split(","))}
    try:
        chosen = rulebook.changed(**{axis: value})
    except RulebookError as error:
        refusal = sentence(error)
    else:
        is_by_source = axis not in axes_beyond_source(chosen)
        params |= {"rounds": len(chosen.sizes), "size": chosen.largest}
    if axis == "max_size" and value == "default":
        params["size"] = largest_by_default(rulebook.players)
    if digits := "".join(letter for letter in value if letter.isdecimal()):
        params["number"] = int(digits)
    if axis == "scoring":
        params |= _paid(value, rulebook)
    label, line = _words(f"choice.{axis}", value, params)
    return outgoing.Option(value, label, line, refusal, is_by_source)


def _paid(value: str, rulebook: Rulebook) -> Iterator[tuple[str, Value]]:
    """What a scoring pays, as its formulas."""
    scoring = NAMED.get(value, rulebook.scoring)
    yield "exact", scoring.exact
    if scoring.over == scoring.short:
        yield "missed", scoring.over
    else:
        yield "over", scoring.over
        yield "short", scoring.short
    if scoring.low_wins:
        yield "low_wins", 1


def _words(key: str, value: str, params: Mapping[str, Value]) -> tuple[str, str]:
    """Label and line of a value: its own, or that of every value of the axis."""
    templates = catalogue().templates
    named = f"{key}.{value}"
    label = named if named in templates else key
    line = f"{named}.line" if f"{named}.line" in templates else f"{key}.line"
    return say(label, **params), say(line, **params)
