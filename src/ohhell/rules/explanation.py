"""What there is to say about a rulebook, as keys and numbers; the sentences stand in `text`.

Everything follows from the rulebook's values: the plan, the point tables, and for the hook a
round that the engine plays.  Nothing is written for one preset.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, assert_never

from ohhell.rules.axes import (
    PACK_SIZE,
    BidChange,
    Bidding,
    FirstDealer,
    FirstLead,
    TieRule,
    TurnUp,
)
from ohhell.rules.cards import Seat, Suit
from ohhell.rules.errors import Param
from ohhell.rules.examples import hook_example, paid_examples
from ohhell.rules.plan import dealer_of, largest_by_default, planned_round
from ohhell.rules.presets import (
    PRESETS,
    Preset,
    Standing,
    axes_beyond_source,
    changed_axes,
    standing,
)
from ohhell.rules.rulebook import AXES, Rulebook, axis_text
from ohhell.rules.scoring import CUSTOM

Value = Param | tuple[Param, ...]
"""What a statement can speak of; texts are words of the text form or labels, never sentences."""

NO_SUIT: Final = "none"
"""How a round without trump is named among suits."""

_LISTED: Final = 7
"""Games of so few rounds have their sizes listed one by one."""

_WORDS: Final = re.compile(r"[a-z]+|//")
_WORDS_OF_FORMULAS: Final = ("bid", "tricks", "size", "players", "abs", "min", "max", "//")


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing to say: the key of its template and what fills it; an item belongs to a list."""

    key: str
    params: Mapping[str, Value]
    is_item: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Statements under one heading, in the order they are read."""

    key: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Rounds that follow one another: `step` (-1, 0, 1) from size to size, None for a mere list."""

    first_round: int
    sizes: tuple[int, ...]
    step: int | None

    @property
    def last_round(self) -> int:
        """The number of the last round of this run."""
        return self.first_round + len(self.sizes) - 1


def explain(
    rulebook: Rulebook, *, first_dealer: Seat | None = None, names: Sequence[str] = ()
) -> tuple[Section, ...]:
    """All sections of a rulebook.

    `first_dealer` where a game has found its own already, `names` by seat where there are some.
    """
    if first_dealer is None and not isinstance(rulebook.first_dealer, FirstDealer):
        first_dealer = rulebook.first_dealer
    return (
        Section("rounds", tuple(_rounds(rulebook, first_dealer, names))),
        Section("dealing", tuple(_dealing(rulebook))),
        Section("bidding", tuple(_bidding(rulebook))),
        Section("play", tuple(_play(rulebook))),
        Section("scoring", tuple(_scoring(rulebook))),
        Section("end", tuple(_end(rulebook))),
        Section("source", tuple(_source(rulebook, names))),
    )


def _say(key: str, /, **params: Value) -> Statement:
    return Statement(f"explain.{key}", MappingProxyType(params))


def _item(key: str, /, **params: Value) -> Statement:
    return Statement(f"explain.{key}", MappingProxyType(params), is_item=True)


# The rounds.


def _rounds(
    rulebook: Rulebook, first_dealer: Seat | None, names: Sequence[str]
) -> Iterator[Statement]:
    sizes = rulebook.sizes
    players = rulebook.players
    yield _say("players", players=players)
    yield _say("rounds", rounds=len(sizes), tricks=sum(sizes))
    yield from map(_run, size_runs(sizes))
    if first_dealer is not None:
        first, *others = (
            dealer_of(number, first_dealer=first_dealer, players=players)
            for number in range(1, players + 1)
        )
        if names:
            called = tuple(names[seat] for seat in others)
            yield _say("dealer.names", first=names[first], others=called)
        else:
            yield _say("dealer.seats", first=first, others=tuple(others))
    elif rulebook.first_dealer is FirstDealer.DRAWN:
        yield _say("dealer.drawn")
    else:
        yield _say("dealer.random")


def size_runs(sizes: Sequence[int]) -> tuple[Run, ...]:
    """The sizes of a game in as few runs as read well: lines of three or more, else lists."""
    if len(sizes) <= _LISTED and len(set(sizes)) > 1:
        return (Run(1, tuple(sizes), None),)
    runs: list[Run] = []
    index = 0
    while index < len(sizes):
        line = _line_from(sizes, index)
        step = line[1] - line[0] if len(line) > 1 else None
        if len(line) == 2 and step != 0:
            step = None
        if step is None and runs and runs[-1].step is None:
            before = runs.pop()
            runs.append(Run(before.first_round, (*before.sizes, *line), None))
        else:
            runs.append(Run(index + 1, tuple(line), step))
        index += len(line)
    return tuple(runs)


def _line_from(sizes: Sequence[int], index: int) -> list[int]:
    """The sizes from `index` on that go down, stay or go up one by one; perhaps a single one."""
    line = [sizes[index]]
    for size in sizes[index + 1 :]:
        step = size - line[-1]
        if abs(step) > 1 or (len(line) > 1 and step != line[1] - line[0]):
            break
        line.append(size)
    return line


def _run(run: Run) -> Statement:
    first, last = run.first_round, run.last_round
    match run.step:
        case -1:
            down = {"size": run.sizes[0], "least": run.sizes[-1]}
            return _item("sizes.down", first=first, last=last, **down)
        case 0:
            return _item("sizes.same", first=first, last=last, size=run.sizes[0])
        case 1:
            up = {"size": run.sizes[0], "most": run.sizes[-1]}
            return _item("sizes.up", first=first, last=last, **up)
        case _ if len(run.sizes) == 1:
            return _item("sizes.one", first=first, size=run.sizes[0])
        case _:
            return _item("sizes.list", first=first, last=last, sizes=run.sizes)


# Dealing and trump.


def _dealing(rulebook: Rulebook) -> Iterator[Statement]:
    plan = rulebook.compile()
    yield _say(
        "deal",
        largest=rulebook.sizes.count(plan.largest),
        dealt=rulebook.players * plan.largest,
        pack=PACK_SIZE,
    )
    match rulebook.trump:
        case TurnUp.EVERY_ROUND:
            yield _say("trump.turn-up")
        case TurnUp.EXCEPT_LARGEST:
            without = tuple(planned.number for planned in plan.rounds if not planned.has_turn_up)
            if len(without) == len(plan.rounds):
                yield _say("trump.never")
                return
            yield _say(
                "trump.except-largest", size=plan.largest, rounds=without, count=len(without)
            )
        case (None,):
            yield _say("trump.never")
        case (suit,):
            yield _say("trump.fixed", suit=str(suit))
        case tuple():
            yield _say("trump.cycle", suits=tuple(map(_suit, rulebook.trump)))
            for suit in dict.fromkeys(planned.suit for planned in plan.rounds):
                numbers = tuple(planned.number for planned in plan.rounds if planned.suit is suit)
                yield _item("trump.rounds", suit=_suit(suit), rounds=numbers, count=len(numbers))
        case _:
            assert_never(rulebook.trump)


def _suit(suit: Suit | None) -> str:
    return NO_SUIT if suit is None else str(suit)


# Bidding.


def _bidding(rulebook: Rulebook) -> Iterator[Statement]:
    if rulebook.bidding is Bidding.ALL_AT_ONCE:
        yield _say("bids.at-once")
        yield _say("hook.off")
        return
    yield _say("bids.in-turn")
    match rulebook.bid_change:
        case BidChange.NONE:
            yield _say("bids.stand")
        case BidChange.UNTIL_NEXT:
            yield _say("bids.change")
        case _:
            assert_never(rulebook.bid_change)
    yield from _hook(rulebook)


def _hook(rulebook: Rulebook) -> Iterator[Statement]:
    if rulebook.hook is None:
        yield _say("hook.off")
        return
    example = hook_example(rulebook)
    if example is None:
        yield _say("hook.never", size=rulebook.hook)
        return
    if rulebook.hook <= min(rulebook.sizes):
        yield _say("hook.on")
    else:
        yield _say("hook.from", size=rulebook.hook)
    told: dict[str, Value] = {"earlier": example.earlier, "barred": example.barred}
    if example.size > 1:
        yield _item("hook.example", size=example.size, **told)
    else:
        yield _item("hook.example.one", only=example.allowed, **told)
    yield _item("hook.free")


# Play.


def _play(rulebook: Rulebook) -> Iterator[Statement]:
    match rulebook.first_lead:
        case FirstLead.DEALERS_LEFT:
            yield _say("lead.dealers-left")
        case FirstLead.DEALER:
            yield _say("lead.dealer")
        case FirstLead.HIGHEST_BIDDER:
            yield _say("lead.highest-bidder")
        case _:
            assert_never(rulebook.first_lead)
    yield _say("trick")
    yield _say("follow")
    plan = rulebook.compile()
    with_trump = sum(planned.has_turn_up or planned.suit is not None for planned in plan.rounds)
    if with_trump == 0:
        yield _say("win.no-trump")
    elif with_trump == len(plan.rounds):
        yield _say("win.trump")
    else:
        yield _say("win.either")
    yield _say("next")


# Scoring.


def _scoring(rulebook: Rulebook) -> Iterator[Statement]:
    scoring = rulebook.scoring
    yield (
        _say("scoring.custom")
        if scoring.name == CUSTOM
        else _say("scoring.named", name=scoring.name)
    )
    yield _item("scoring.exact", formula=scoring.exact)
    if scoring.over == scoring.short:
        yield _item("scoring.missed", formula=scoring.over)
    else:
        yield _item("scoring.over", formula=scoring.over)
        yield _item("scoring.short", formula=scoring.short)
    formulas = (scoring.exact, scoring.over, scoring.short)
    used = {word for formula in formulas for word in _WORDS.findall(formula)}
    words = tuple(word for word in _WORDS_OF_FORMULAS if word in used)
    if words:
        yield _say("scoring.words", words=words)
    examples = paid_examples(rulebook)
    yield _say("example.size", size=examples.exact.size)
    exact, short, over = examples.exact, examples.short, examples.over
    yield _item("example.exact", bid=exact.bid, points=exact.points)
    missed: dict[str, Value] = {"bid": short.bid, "short": short.tricks, "paid": short.points}
    if over is not None:
        missed |= {"over": over.tricks, "paid_over": over.points}
    yield _item("example.missed", **missed)
    yield _item("example.zero", points=examples.zero.points, missed=examples.zero_missed.points)


# The end.


def _end(rulebook: Rulebook) -> Iterator[Statement]:
    yield _say("end.low" if rulebook.scoring.low_wins else "end.high")
    largest = rulebook.largest
    match rulebook.ties.rule:
        case TieRule.SHARE:
            yield _say("ties.share")
        case TieRule.LEADERS:
            yield _say("ties.leaders", extensions=rulebook.ties.extensions, size=largest)
            yield from _extension(rulebook)
            yield _item("extension.deal")
            yield _item("extension.stay")
        case TieRule.ALL_SEATS:
            yield _say("ties.all-seats", size=largest)
            yield from _extension(rulebook)
            yield _item("extension.next")
        case _:
            assert_never(rulebook.ties.rule)
    yield _say("places")


def _extension(rulebook: Rulebook) -> Iterator[Statement]:
    """How the rounds after the last one are dealt."""
    plan = rulebook.compile()
    number = len(plan.rounds) + 1
    first = planned_round(rulebook.trump, number=number, size=plan.largest, largest=plan.largest)
    if first.has_turn_up:
        yield _item("extension.turn-up")
    elif isinstance(rulebook.trump, tuple) and len(rulebook.trump) > 1:
        yield _item("extension.cycle", suit=_suit(first.suit))
    elif first.suit is not None:
        yield _item("extension.fixed", suit=str(first.suit))
    else:
        yield _item("extension.no-trump")


# Where it comes from.


def _source(rulebook: Rulebook, names: Sequence[str]) -> Iterator[Statement]:
    preset = PRESETS[rulebook.preset]
    yield _say("source", preset=preset.name, source=preset.name)
    stands = standing(rulebook)
    changed = changed_axes(rulebook)
    match stands:
        case Standing.AS_WRITTEN:
            yield _say("standing.as-written", preset=preset.name)
        case Standing.VARIATION:
            yield _say("standing.variation")
            yield from _differences(rulebook, preset, changed, names)
        case Standing.CUSTOM:
            yield _say("standing.custom", axes=axes_beyond_source(rulebook))
            yield from _differences(rulebook, preset, changed, names)
        case _:
            assert_never(stands)
    yield from _may_change(rulebook, preset)
    filled = tuple(axis for axis in preset.silent if axis not in changed)
    if filled:
        yield _say("silent", axes=filled)
    yield _say("text", text=str(rulebook))


def _differences(
    rulebook: Rulebook, preset: Preset, changed: Iterable[str], names: Sequence[str]
) -> Iterator[Statement]:
    if not preset.fewest <= rulebook.players <= preset.most:
        usual = tuple(dict.fromkeys((preset.fewest, preset.most)))
        yield _item("differs.players", axis="players", value=rulebook.players, usual=usual)
    for axis in changed:
        told: dict[str, Value] = {"axis": axis, "usual": preset.values[axis]}
        if axis == "first_dealer" and names and not isinstance(rulebook.first_dealer, FirstDealer):
            told["who"] = names[rulebook.first_dealer]
        else:
            told["value"] = axis_text(rulebook, axis)
        yield _item("differs", **told)


def _may_change(rulebook: Rulebook, preset: Preset) -> Iterator[Statement]:
    """What the source of a preset lets a table change."""
    if not preset.free and not preset.one_at_a_time:
        yield _say("may-change.nothing")
    elif all(preset.free.get(axis) == () for axis in AXES):
        yield _say("may-change.everything")
    else:
        if preset.free:
            yield _say("may-change.freely")
            yield from _choices(rulebook, preset.free)
        if preset.one_at_a_time:
            yield _say("may-change.one")
            yield from _choices(rulebook, preset.one_at_a_time)


def _choices(rulebook: Rulebook, choices: Mapping[str, tuple[str, ...]]) -> Iterator[Statement]:
    for axis, values in choices.items():
        if values:
            yield _item("may-change.values", axis=axis, values=values)
        elif axis == "max_size" and PRESETS[rulebook.preset].capped:
            most = largest_by_default(rulebook.players)
            yield _item("may-change.capped", axis=axis, most=most)
        else:
            yield _item("may-change.any", axis=axis)
