"""`ohhell compare`: how house rules change the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import click
from rich.table import Table

from ohhell.cli.lab_figures import Figure, faults_plain, known, write_figures
from ohhell.cli.lab_options import LabOptions, games_option, lab_options
from ohhell.cli.lab_tables import number, per_cent, progress, share, show, table
from ohhell.cli.player_names import DEFAULT_PLAYER, player_name
from ohhell.cli.program_faults import fault_lines
from ohhell.lab.compare import MEASURES, Character, Comparison, compare
from ohhell.lab.figures import Sums
from ohhell.lab.plots import Bars, Lines, check_plot, draw
from ohhell.lab.simulate import merged_faults
from ohhell.rules.rulebook import Rulebook, parse_rulebook
from ohhell.text import say

_DRAWN: Final = ("spread", "lead-changes", "dealer-exact")
"""Measures that a picture shows beside the bids made."""


@click.command("compare", short_help=say("command.compare"), help=say("lab.help.compare"))
@click.argument("texts", metavar="RULEBOOK...", nargs=-1, required=True)
@click.option(
    "--cpu",
    default=DEFAULT_PLAYER,
    show_default=True,
    metavar="NAME",
    help=say("lab.option.cpu"),
)
@click.option("--players", metavar="N", help=say("lab.option.players"))
@games_option
@lab_options
def command(
    texts: tuple[str, ...], *, cpu: str, players: str | None, games: int, options: LabOptions
) -> None:
    """Play by each, then show them side by side."""
    check_plot(options.plot)
    rulebooks = tuple(_read(text, players) for text in texts)
    player = player_name(cpu)
    seed = options.seed_for((player,))
    comparison = Comparison(rulebooks, player, games, seed, seconds=options.seconds)
    with progress(games * len(rulebooks), what=say("lab.progress")) as advance:
        characters = compare(comparison, options.workforce, on_done=advance)
    if options.is_shown:
        _show(comparison, characters)
    write_figures(options, _about(comparison, characters), tuple(_figures(comparison, characters)))
    if options.plot is not None:
        draw(options.plot, _panels(comparison, characters), title=comparison.player)


def _read(text: str, players: str | None) -> Rulebook:
    rulebook = parse_rulebook(text)
    return rulebook if players is None else rulebook.changed(players=players)


def _letters(comparison: Comparison) -> Sequence[str]:
    """A, B, C …: what each rulebook is called in a table."""
    return [_letter(index) for index in range(len(comparison.rulebooks))]


def _letter(index: int) -> str:
    return chr(ord("A") + index) if index < 26 else str(index + 1)


def _show(comparison: Comparison, characters: Sequence[Character]) -> None:
    letters = _letters(comparison)
    played = say(
        "lab.compared", player=comparison.player, games=comparison.games, seed=comparison.seed
    )
    rulebooks = [
        f"{letter}  {rulebook} · {say('lab.players', players=rulebook.players)}"
        for letter, rulebook in zip(letters, comparison.rulebooks, strict=True)
    ]
    faults = merged_faults(*(character.faults for character in characters))
    show(
        [*rulebooks, played],
        _measures_table(letters, characters),
        _sizes_table(letters, characters),
        [say("lab.interval-only")],
        fault_lines(comparison.player, faults),
    )


def _measures_table(letters: Sequence[str], characters: Sequence[Character]) -> Table:
    made = table("", letters)
    for measure in MEASURES:
        estimates = [character.measures[measure.name].estimate() for character in characters]
        cells = [
            share(estimate) if measure.is_share else number(estimate, places=2)
            for estimate in estimates
        ]
        unit = say("lab.per-cent") if measure.is_share else ""
        made.add_row(f"{say(f'lab.measure.{measure.name}')}{unit}", *cells)
    return made


def _sizes_table(letters: Sequence[str], characters: Sequence[Character]) -> Table:
    sizes = sorted({size for character in characters for size in character.exact_by_size})
    made = table(say("lab.exact-by-size"), map(str, sizes))
    for letter, character in zip(letters, characters, strict=True):
        by_size = character.exact_by_size
        made.add_row(letter, *(per_cent(by_size.get(size, Sums()).mean) for size in sizes))
    return made


def _panels(comparison: Comparison, characters: Sequence[Character]) -> Sequence[Lines | Bars]:
    names = [
        f"{letter} {rulebook}"
        for letter, rulebook in zip(_letters(comparison), comparison.rulebooks, strict=True)
    ]
    exact = {
        name: known(character.exact_by_size)
        for name, character in zip(names, characters, strict=True)
    }
    across, up = say("lab.axis.cards"), say("lab.axis.exact")
    panels: list[Lines | Bars] = [Lines("", across, up, exact, is_share=True)]
    for measure in MEASURES:
        if measure.name in _DRAWN:
            measured = [character.measures[measure.name] for character in characters]
            values = known(dict(zip(names, measured, strict=True)))
            unit = say("lab.per-cent") if measure.is_share else ""
            title = say(f"lab.measure.{measure.name}") + unit
            panels.append(Bars(title, values, is_share=measure.is_share))
    return panels


def _about(comparison: Comparison, characters: Sequence[Character]) -> dict[str, object]:
    return {
        "report": "compare",
        "version": 1,
        "rulebooks": [str(rulebook) for rulebook in comparison.rulebooks],
        "player": comparison.player,
        "games": comparison.games,
        "seed": comparison.seed,
        "faults": [faults_plain(character.faults) for character in characters],
    }


def _figures(comparison: Comparison, characters: Sequence[Character]) -> Iterator[Figure]:
    for rulebook, character in zip(comparison.rulebooks, characters, strict=True):
        for measure in MEASURES:
            yield from _figure(str(rulebook), measure.name, None, character.measures[measure.name])
        for size, sums in character.exact_by_size.items():
            yield from _figure(str(rulebook), "exact", size, sums)


def _figure(subject: str, measure: str, cards: int | None, sums: Sums) -> Iterator[Figure]:
    estimate = sums.estimate()
    if estimate is not None:
        yield Figure(subject, measure, cards, estimate, sums.bottom)
