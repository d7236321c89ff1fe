"""The named rulebooks, where each comes from, and what its source lets a table change.

A rulebook stands as its preset, as a variation the source allows, or as a custom one; which of
the three is a matter of words only, never of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ohhell.rules import axes
from ohhell.rules.axes import BidChange, Bidding, FirstLead
from ohhell.rules.errors import RulebookError
from ohhell.rules.plan import largest_by_default, round_sizes
from ohhell.rules.rulebook import AXES, Rulebook, axis_text
from ohhell.rules.scoring import parse_scoring, tables


def _nothing() -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Preset:
    """One named rulebook: its `values`, and what its source allows.

    `free` maps an axis to the values a table may choose (an empty tuple: any value);
    `one_at_a_time` likewise, but only one of those axes may differ; `capped` says that the
    largest size stays within the usual one; `silent` names the axes the source does not state.
    """

    name: str
    source: str
    values: Mapping[str, str]
    fewest: int = axes.FEWEST_PLAYERS
    most: int = axes.MOST_PLAYERS
    free: Mapping[str, tuple[str, ...]] = field(default_factory=_nothing)
    one_at_a_time: Mapping[str, tuple[str, ...]] = field(default_factory=_nothing)
    capped: bool = False
    silent: tuple[str, ...] = ()


_BASE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "players": "4",
        "max_size": "default",
        "sequence": "down-up",
        "first_dealer": "random",
        "trump": "turn-up",
        "bidding": "in-turn",
        "hook": "on",
        "bid_change": "none",
        "first_lead": "dealers-left",
        "scoring": "tricks-plus-ten",
        "ties": "share",
    }
)

_ALL: Final = (
    Preset(
        name="cardgames",
        source="rules page of a four-player browser game (cardgames.io ruleset)",
        values=_BASE,
        fewest=4,
        most=4,
    ),
    Preset(
        name="club-sheet",
        source="Carter Hoerr club sheet, as linked by Pagat",
        values=MappingProxyType(
            {
                **_BASE,
                "first_dealer": "drawn",
                "bid_change": "until-next",
                "first_lead": "dealer",
                "scoring": "club-sheet",
                "ties": "all-seats",
            }
        ),
        one_at_a_time=MappingProxyType(
            {"sequence": ("up",), "scoring": ("tricks-plus-ten",), "hook": ("off",)}
        ),
    ),
    Preset(
        name="common",
        source="beginner's guide to the common version (Playmore)",
        values=MappingProxyType({**_BASE, "first_dealer": "drawn"}),
        free=MappingProxyType(dict.fromkeys(AXES, ())),
        silent=("ties",),
    ),
    Preset(
        name="party",
        source="rules page of a party game site (Qdan)",
        values=MappingProxyType({**_BASE, "ties": "leaders-3"}),
        free=MappingProxyType(
            {
                "max_size": (),
                "sequence": ("down-up", "up"),
                "hook": ("on", "off"),
                "scoring": ("tricks-plus-ten", "exact-only"),
                "trump": ("turn-up", "turn-up-except-largest"),
                "ties": ("leaders-3", "share"),
            }
        ),
        capped=True,
        silent=("first_dealer", "first_lead"),
    ),
)

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.name: preset for preset in _ALL})


class Standing(Enum):
    """How a rulebook relates to the source of its preset."""

    AS_WRITTEN = "as-written"
    VARIATION = "variation"
    CUSTOM = "custom"


def find_preset(name: str) -> Preset:
    """The preset of that name, or `RulebookError` (`unknown-preset`)."""
    plain = name.strip().lower()
    if plain not in PRESETS:
        near = get_close_matches(plain, PRESETS, 1)
        raise RulebookError(
            "unknown-preset",
            field="preset",
            value=name,
            limit=", ".join(PRESETS),
            near=near[0] if near else "",
        )
    return PRESETS[plain]


@lru_cache(maxsize=64)
def preset_rulebook(name: str, *, players: int = 4) -> Rulebook:
    """The rulebook a preset stands for, for a number of players its source may not know."""
    preset = find_preset(name)
    values = preset.values
    return Rulebook(
        preset=preset.name,
        players=players,
        max_size=axes.parse_max_size(values["max_size"]),
        sequence=axes.parse_sizes(values["sequence"]),
        first_dealer=axes.parse_first_dealer(values["first_dealer"]),
        trump=axes.parse_trump(values["trump"]),
        bidding=Bidding(values["bidding"]),
        hook=axes.parse_hook(values["hook"]),
        bid_change=BidChange(values["bid_change"]),
        first_lead=FirstLead(values["first_lead"]),
        scoring=parse_scoring(values["scoring"]),
        ties=axes.parse_ties(values["ties"]),
    )


def changed_axes(rulebook: Rulebook) -> tuple[str, ...]:
    """The axes on which a rulebook differs from its preset in play.

    The number of players is none, nor is another way to write the same: the usual largest size as a
    number, the usual sizes as a list, a hook from the smallest size on, a formula that pays alike.
    """
    base = preset_rulebook(rulebook.preset, players=rulebook.players)
    return tuple(axis for axis in AXES if not _plays_alike(rulebook, base, axis))


def _plays_alike(rulebook: Rulebook, base: Rulebook, axis: str) -> bool:
    """Whether one axis makes no difference between a rulebook and that of its preset."""
    if axis_text(rulebook, axis) == axis_text(base, axis):
        return True
    match axis:
        case "max_size":
            return rulebook.max_size == base.largest or rulebook.sizes == base.sizes
        case "sequence":
            largest = base.largest if rulebook.max_size is None else rulebook.max_size
            usual = round_sizes(base.sequence, largest)
            return rulebook.sizes in (usual, base.sizes)
        case "hook":
            return all(rulebook.has_hook(size) == base.has_hook(size) for size in rulebook.sizes)
        case "scoring":
            usual = tables(base.scoring, sizes=rulebook.sizes, players=rulebook.players)
            return (
                rulebook.scoring.low_wins == base.scoring.low_wins
                and rulebook.compile().points == usual
            )
        case _:
            return False


def axes_beyond_source(rulebook: Rulebook) -> tuple[str, ...]:
    """The axes (and `players`) that make a rulebook custom: its source does not allow them."""
    preset = PRESETS[rulebook.preset]
    changed = changed_axes(rulebook)
    beyond = [axis for axis in changed if not _is_free(preset, rulebook, axis)]
    if not preset.fewest <= rulebook.players <= preset.most:
        beyond.insert(0, "players")
    taken_once = [axis for axis in beyond if _is_one_of(preset.one_at_a_time, rulebook, axis)]
    if len(taken_once) == 1:
        beyond.remove(taken_once[0])
    return tuple(beyond)


def standing(rulebook: Rulebook) -> Standing:
    """Whether a rulebook is its preset as written, a variation its source allows, or custom."""
    if axes_beyond_source(rulebook):
        return Standing.CUSTOM
    return Standing.VARIATION if changed_axes(rulebook) else Standing.AS_WRITTEN


def is_known(rulebook: Rulebook, axis: str, value: str) -> bool:
    """Whether the source of a preset knows this value of an axis.

    Unlike `axes_beyond_source` it tells it of values that the rulebook's others do not let be.
    """
    preset = PRESETS[rulebook.preset]
    if axis == "players":
        return preset.fewest <= int(value) <= preset.most
    if axis == "max_size" and preset.capped and value.isdecimal():
        return int(value) <= largest_by_default(rulebook.players)
    choices = {preset.values[axis], *preset.one_at_a_time.get(axis, ())}
    free = preset.free.get(axis)
    return value in choices or (free is not None and (not free or value in free))


def changeable(preset: Preset) -> Iterable[tuple[str, tuple[str, ...]]]:
    """What a table may change by the source: axes and their values (empty: any value)."""
    yield from preset.free.items()
    yield from preset.one_at_a_time.items()


def _is_free(preset: Preset, rulebook: Rulebook, axis: str) -> bool:
    if axis == "max_size" and preset.capped and rulebook.max_size is not None:
        return rulebook.max_size <= largest_by_default(rulebook.players)
    return _is_one_of(preset.free, rulebook, axis)


def _is_one_of(choices: Mapping[str, tuple[str, ...]], rulebook: Rulebook, axis: str) -> bool:
    if axis not in choices:
        return False
    base = preset_rulebook(rulebook.preset, players=rulebook.players)
    return not choices[axis] or any(
        _plays_alike(rulebook, base.changed(**{axis: value}), axis) for value in choices[axis]
    )
