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
from ohhell.rules.errors import DealError, RulebookError
from ohhell.rules.examples import paid_examples
from ohhell.rules.explanation import explain
from ohhell.rules.plan import largest_by_default
from ohhell.rules.presets import (
    PRESETS,
    Preset,
    axes_beyond_source,
    changed_axes,
    is_known,
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
from ohhell.text import Value, catalogue, safe, say, sentence
from ohhell.web.protocol import outgoing
from ohhell.web.protocol.convert import plan_of, standing_of

Given = str | Mapping[str, object]
"""A rulebook as a client gives it: in text form, or an object of axes."""

_OPEN_AXES: Final = ("sequence", "trump", "hook", "scoring", "ties")
"""Axes that take more values than can be listed."""

_SEAT: Final = "seat-"
"""How a seat is written in the text form, before its number."""

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
            "chooser.preset",
            players=_span(preset.fewest, preset.most),
            rounds=_span(min(rounds), max(rounds)),
            scoring=say(f"choice.scoring.{preset.values['scoring']}"),
        )
        + "".join(
            say("chooser.preset.special", axis=axis, value=preset.values[axis])
            for axis in AXES
            if axis != "scoring" and _is_special(preset, axis)
        ),
        source=say(f"source.{preset.name}"),
        fewest=preset.fewest,
        most=preset.most,
        rulebook=str(preset_rulebook(preset.name, players=players)),
    )


def _span(low: int, high: int) -> str:
    return str(low) if low == high else say("chooser.range", low=low, high=high)


def _is_special(preset: Preset, axis: str) -> bool:
    """Whether a value is not that of most presets, which goes without saying."""
    alike = sum(other.values[axis] == preset.values[axis] for other in PRESETS.values())
    return 2 * alike <= len(PRESETS)


def explained(
    given: Given,
    change: Mapping[str, object],
    *,
    re: str,
    names: Sequence[str | None] = (),
) -> outgoing.Explained:
    """What a rulebook with some axes changed comes to; `RulebookError` where it cannot be.

    `names` by seat, None for whoever asks; without any they are those of a game against CPU players
    alone.  `DealError` where they are not as many as the seats.
    """
    rulebook, dropped = rulebook_to_fit(read_rulebook(given), change)
    seats = _seats(rulebook.players, names)
    sizes = rulebook.sizes
    now = standing_of(rulebook)
    return outgoing.Explained(
        re=re,
        rulebook=str(rulebook),
        preset=rulebook.preset,
        standing=now,
        standing_label=say(f"standing.{now}"),
        adjusted=adjusted(dropped),
        controls=[_control(rulebook, axis, seats) for axis in AXES],
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
            for section in explain(rulebook, names=seats)
        ],
    )


def _seats(players: int, names: Sequence[str | None]) -> tuple[str, ...]:
    """What the seats are called, within a sentence."""
    if not names:
        return (say("seat.you"), *(say("seat.other", number=seat) for seat in range(1, players)))
    if len(names) != players:
        raise DealError("wrong-number-of-names", limit=players, value=len(names))
    return tuple(say("seat.you") if name is None else safe(name) for name in names)


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


def _control(rulebook: Rulebook, axis: str, seats: Sequence[str]) -> outgoing.Control:
    value = axis_text(rulebook, axis)
    values = dict.fromkeys((*_values(rulebook, axis), value))
    return outgoing.Control(
        axis=axis,
        label=say(f"axis.{axis}"),
        line=say(f"control.{axis}"),
        value=value,
        is_changed=axis in changed_axes(rulebook),
        is_open=axis in _OPEN_AXES,
        options=[_option(rulebook, axis, value, seats) for value in values],
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
            seats = (f"{_SEAT}{seat}" for seat in range(rulebook.players))
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


def _option(rulebook: Rulebook, axis: str, value: str, seats: Sequence[str]) -> outgoing.Option:
    refusal: str | None = None
    params: dict[str, Value] = {}
    try:
        chosen = rulebook.changed(**{axis: value})
    except RulebookError as error:
        refusal = sentence(error)
        is_by_source = is_known(rulebook, axis, value)
    else:
        is_by_source = axis not in axes_beyond_source(chosen)
        params |= {"rounds": len(chosen.sizes), "size": chosen.largest}
    if axis == "max_size" and value == "default":
        params["size"] = largest_by_default(rulebook.players)
    if axis == "scoring":
        params |= _paid(value, rulebook)
    label = catalogue().choice(axis, value, **params)
    if value.startswith(_SEAT):
        label = params["who"] = seats[int(value.removeprefix(_SEAT))]
    # The rules in words say it as well, and once is enough to be right.
    line = (
        say(f"explain.lead.{value}")
        if axis == "first_lead"
        else catalogue().choice(axis, value, ".line", **params)
    )
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
