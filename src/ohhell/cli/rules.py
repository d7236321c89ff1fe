"""`ohhell rules`: a rulebook in plain words made from its values, or a list of what there is."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import click

from ohhell.cli.rulebook_options import rulebook_options
from ohhell.rules.axes import FirstDealer
from ohhell.rules.cards import Seat
from ohhell.rules.examples import hook_example, paid_examples
from ohhell.rules.explanation import explain
from ohhell.rules.plan import dealer_of
from ohhell.rules.presets import (
    PRESETS,
    Preset,
    axes_beyond_source,
    changed_axes,
    preset_rulebook,
    standing,
)
from ohhell.rules.rulebook import Rulebook
from ohhell.rules.scoring import NAMED, Scoring
from ohhell.text import say

WIDEST: Final = 88
"""Columns beyond which a line of text is hard to read."""

_ITEM: Final = "- "
_MARGIN: Final = "  "


@click.command("rules", short_help=say("command.rules"), help=say("help.rules"))
@click.option(
    "--list",
    "listed",
    type=click.Choice(("all", "presets", "scorings")),
    is_flag=False,
    flag_value="all",
    metavar="[all|presets|scorings]",
    help=say("rules.list"),
)
@click.option("--json", "as_json", is_flag=True, help=say("rules.json"))
@rulebook_options
def command(rulebook: Rulebook, *, listed: str | None, as_json: bool) -> None:
    """Explain a rulebook, or list presets and scorings."""
    if as_json:
        found = plain_lists(listed) if listed else plain_rulebook(rulebook)
        lines = (f"  {json.dumps(key)}: {_compact(value)}" for key, value in found.items())
        click.echo("{\n" + ",\n".join(lines) + "\n}")
        return
    width = page_width()
    lines = lists(listed, width=width) if listed else explanation(rulebook, width=width)
    click.echo("\n".join(lines))


def page_width() -> int:
    """Columns to write in: those of the terminal, and no more than are easy to read."""
    return max(20, min(shutil.get_terminal_size().columns, WIDEST))


def explanation(
    rulebook: Rulebook,
    *,
    width: int,
    first_dealer: Seat | None = None,
    names: Sequence[str] = (),
) -> Iterator[str]:
    """The lines of a rulebook in plain words, headings bold; of a game with what is known of it."""
    title = say(
        "rules.title",
        preset=rulebook.preset,
        players=rulebook.players,
        rounds=len(rulebook.sizes),
    )
    yield click.style(title, bold=True)
    for section in explain(rulebook, first_dealer=first_dealer, names=names):
        yield ""
        yield click.style(say(f"heading.{section.key}"), bold=True)
        for statement in section.statements:
            text = say(statement.key, **statement.params)
            yield from wrapped(text, width=width, is_item=statement.is_item)


def wrapped(text: str, *, width: int, is_item: bool = False) -> list[str]:
    """One statement as indented lines of at most `width` columns; no word is broken."""
    first = _MARGIN + _ITEM if is_item else _MARGIN
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )


# Lists.


def lists(which: str, *, width: int) -> Iterator[str]:
    """The presets and the named scorings, or one of the two."""
    if which != "scorings":
        yield click.style(say("rules.presets"), bold=True)
        yield from _table(((name, _about(preset)) for name, preset in PRESETS.items()), width)
        yield ""
        yield from _uses("read", "play", "change", width=width)
    if which == "all":
        yield ""
    if which != "presets":
        yield click.style(say("rules.scorings", count=len(NAMED)), bold=True)
        yield from _table(((name, _parts(scoring)) for name, scoring in NAMED.items()), width)
        yield ""
        yield from _uses("choose", "write", width=width)


def _uses(*names: str, width: int) -> Iterator[str]:
    """What to type next."""
    return _table(((say(f"rules.{name}"), [say(f"rules.{name}.how")]) for name in names), width)


def _about(preset: Preset) -> Iterator[str]:
    rounds = [
        len(preset_rulebook(preset.name, players=players).sizes)
        for players in (preset.fewest, preset.most)
    ]
    yield say(
        "rules.preset",
        players=_range(preset.fewest, preset.most),
        rounds=_range(min(rounds), max(rounds)),
        scoring=preset.values["scoring"],
    )
    yield say(f"source.{preset.name}")


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _parts(scoring: Scoring) -> Iterator[str]:
    """What a scoring pays, a line for each of its formulas."""
    yield say("rules.exact", formula=scoring.exact)
    if scoring.over == scoring.short:
        yield say("rules.missed", formula=scoring.over)
    else:
        yield say("rules.over", formula=scoring.over)
        yield say("rules.short", formula=scoring.short)
    if scoring.low_wins:
        yield say("rules.low-wins")


def _table(rows: Iterable[tuple[str, Iterable[str]]], width: int) -> Iterator[str]:
    """Names on the left, the lines that belong to each on the right."""
    kept = [(name, tuple(lines)) for name, lines in rows]
    column = _MARGIN + " " * max(len(name) for name, _ in kept) + _MARGIN
    for name, lines in kept:
        left = f"{_MARGIN}{name}".ljust(len(column))
        for line in lines:
            yield from textwrap.wrap(
                line,
                width,
                initial_indent=left,
                subsequent_indent=column + _MARGIN,
                break_long_words=False,
                break_on_hyphens=False,
            )
            left = column


# JSON; the keys are in docs/rulebook.md.


def plain_rulebook(rulebook: Rulebook) -> dict[str, object]:
    """Everything about a rulebook that other programs may want, as JSON can hold it."""
    plan = rulebook.compile()
    first = rulebook.first_dealer
    hook = hook_example(rulebook)
    paid = paid_examples(rulebook)
    return {
        "text": str(rulebook),
        "rulebook": rulebook.as_dict(),
        "standing": standing(rulebook).value,
        "changed": list(changed_axes(rulebook)),
        "beyond_source": list(axes_beyond_source(rulebook)),
        "preset": _plain_preset(PRESETS[rulebook.preset]),
        "rounds": [
            {
                "number": planned.number,
                "size": planned.size,
                "turn_up": planned.has_turn_up,
                "trump": None if planned.suit is None else str(planned.suit),
                "dealer": None
                if isinstance(first, FirstDealer)
                else dealer_of(planned.number, first_dealer=first, players=rulebook.players),
            }
            for planned in plan.rounds
        ],
        "largest": plan.largest,
        "tricks": sum(rulebook.sizes),
        "scoring": _plain_scoring(rulebook.scoring),
        "points": {str(size): table for size, table in plan.points.items()},
        "examples": [
            {"size": one.size, "bid": one.bid, "tricks": one.tricks, "points": one.points}
            for one in (paid.exact, paid.short, paid.over, paid.zero, paid.zero_missed)
            if one is not None
        ],
        "hook": None
        if hook is None
        else {
            "size": hook.size,
            "earlier": hook.earlier,
            "barred": hook.barred,
            "allowed": hook.allowed,
        },
        "explanation": [
            {
                "heading": say(f"heading.{section.key}"),
                "statements": [say(one.key, **one.params) for one in section.statements],
            }
            for section in explain(rulebook)
        ],
    }


def plain_lists(which: str) -> dict[str, object]:
    """The presets and the named scorings, or one of the two."""
    found: dict[str, object] = {}
    if which != "scorings":
        found["presets"] = [_plain_preset(preset) for preset in PRESETS.values()]
    if which != "presets":
        found["scorings"] = [_plain_scoring(scoring) for scoring in NAMED.values()]
    return found


def _plain_preset(preset: Preset) -> dict[str, object]:
    return {
        "name": preset.name,
        "source": say(f"source.{preset.name}"),
        "players": [preset.fewest, preset.most],
        "values": dict(preset.values),
        "may_change": {axis: list(values) for axis, values in preset.free.items()},
        "may_change_one": {axis: list(values) for axis, values in preset.one_at_a_time.items()},
        "silent": list(preset.silent),
    }


def _plain_scoring(scoring: Scoring) -> dict[str, object]:
    return {
        "name": scoring.name,
        "exact": scoring.exact,
        "over": scoring.over,
        "short": scoring.short,
        "low_wins": scoring.low_wins,
    }


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
