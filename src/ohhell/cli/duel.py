"""`ohhell duel`: two players in each other's place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click
from rich.table import Table

from ohhell.cli.lab_figures import Figure, faults_plain, thinking_plain, write_figures
from ohhell.cli.lab_options import LabOptions, lab_options, read_numbers
from ohhell.cli.lab_tables import (
    number,
    per_cent,
    progress,
    show,
    table,
    thinking_table,
)
from ohhell.cli.numbers import WholeNumber
from ohhell.cli.player_names import player_name
from ohhell.cli.program_faults import fault_lines
from ohhell.cli.rulebook_options import rulebook_options
from ohhell.lab.duel import Duel, Outcome, Side, fight, usual_sizes
from ohhell.lab.plots import Lines, check_plot, draw
from ohhell.lab.workforce import MOST_GAMES
from ohhell.rules.rulebook import Rulebook
from ohhell.text import say

_DEALS: Final = 1000


@click.command("duel", short_help=say("command.duel"), help=say("lab.help.duel"))
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--field", metavar="C", help=say("lab.option.field"))
@click.option(
    "--rounds",
    type=WholeNumber(2, MOST_GAMES),
    default=_DEALS,
    show_default=True,
    metavar="N",
    help=say("lab.option.rounds"),
)
@click.option("--sizes", metavar="SIZES", help=say("lab.option.sizes"))
@lab_options
@rulebook_options
def command(
    rulebook: Rulebook,
    *,
    one: str,
    other: str,
    field: str | None,
    rounds: int,
    sizes: str | None,
    options: LabOptions,
) -> None:
    """Play until it is clear, then say how it went."""
    check_plot(options.plot)
    players = tuple(map(player_name, (one, other, other if field is None else field)))
    duel = Duel(
        rulebook,
        one=players[0],
        other=players[1],
        field=players[2],
        sizes=usual_sizes(rulebook) if sizes is None else read_numbers("--sizes", sizes),
        deals=rounds,
        seed=options.seed_for(players),
        seconds=options.seconds,
    )
    with progress(rounds * len(duel.sizes), what=say("lab.progress")) as advance:
        outcome = fight(duel, options.workforce, on_done=advance)
    if options.is_shown:
        _show(duel, outcome)
    write_figures(options, _about(duel, outcome), tuple(_figures(outcome)))
    if options.plot is not None:
        title = say("lab.duel", one=duel.one, other=duel.other)
        across, up = say("lab.axis.cards"), say("lab.axis.gain")
        lines = Lines("", across, up, {title: outcome.gains}, is_share=False, has_zero_line=True)
        draw(options.plot, [lines], title=title)


def _show(duel: Duel, outcome: Outcome) -> None:
    field = say(
        "lab.duel-field",
        players=duel.rulebook.players,
        field=duel.field,
        deals=duel.deals,
        seed=duel.seed,
    )
    looks = say("lab.duel-looks", look=outcome.look, count=outcome.count)
    show(
        [say("lab.duel", one=duel.one, other=duel.other), str(duel.rulebook), field],
        _gains_table(duel, outcome),
        [_verdict(duel, outcome), looks],
        thinking_table((name, side.thinking) for name, side in _sides(duel, outcome)),
        *(fault_lines(name, side.faults) for name, side in _sides(duel, outcome)),
    )


def _gains_table(duel: Duel, outcome: Outcome) -> Table:
    first, second = say("lab.column.first"), say("lab.column.second")
    columns = [
        f"{who} {say(f'lab.column.{name}')}"
        for name in ("made", "points")
        for who in (first, second)
    ]
    made = table(say("lab.column.cards"), [*columns, say("lab.column.gain")])
    for size, score in outcome.scores.items():
        made.add_row(
            str(size),
            per_cent(score.one.exact.mean),
            per_cent(score.other.exact.mean),
            f"{score.one.points.mean or 0:.2f}",
            f"{score.other.points.mean or 0:.2f}",
            number(outcome.gains[size], places=2, signed=True),
        )
    if len(outcome.scores) > 1:
        gain = number(outcome.gain, places=2, signed=True)
        made.add_row(say("lab.column.all"), "", "", "", "", gain)
    return made


def _verdict(duel: Duel, outcome: Outcome) -> str:
    gain = outcome.gain
    deals = outcome.deals
    absent = tuple(name for name, side in _sides(duel, outcome) if not side.has_played)
    if absent:
        return say("lab.duel-absent", players=tuple(dict.fromkeys(absent)))
    if gain.low == gain.high == 0:
        return say("lab.duel-same", deals=deals)
    if not gain.is_clear:
        shown = number(gain, places=2, signed=True)
        return say("lab.duel-open", player=duel.one, gain=shown, deals=deals)
    better = duel.one if gain.mean > 0 else duel.other
    shown = number(gain, places=2, signed=True).lstrip("+-")
    return say("lab.duel-better", player=better, gain=f"+{shown}", deals=deals)


def _sides(duel: Duel, outcome: Outcome) -> tuple[tuple[str, Side], tuple[str, Side]]:
    """Both players with all they did."""
    one, *more_of_one = (score.one for score in outcome.scores.values())
    other, *more_of_other = (score.other for score in outcome.scores.values())
    return (duel.one, sum(more_of_one, one)), (duel.other, sum(more_of_other, other))


def _about(duel: Duel, outcome: Outcome) -> dict[str, object]:
    return {
        "report": "duel",
        "version": 1,
        "rulebook": str(duel.rulebook),
        "one": duel.one,
        "other": duel.other,
        "field": duel.field,
        "sizes": list(duel.sizes),
        "most_deals": duel.deals,
        "deals": outcome.deals,
        "look": outcome.look,
        "looks": outcome.count,
        "seed": duel.seed,
        "players": [
            {
                "name": name,
                "seconds": thinking_plain(side.thinking),
                "faults": faults_plain(side.faults),
            }
            for name, side in _sides(duel, outcome)
        ],
    }


def _figures(outcome: Outcome) -> Iterator[Figure]:
    """Of `one`, `other`, and `gain`: of `one` over `other`."""
    rounds = sum(score.gain.bottom for score in outcome.scores.values())
    yield Figure("gain", "points-a-round", None, outcome.gain, rounds)
    for size, score in outcome.scores.items():
        yield Figure("gain", "points-a-round", size, outcome.gains[size], score.gain.bottom)
        for subject, side in (("one", score.one), ("other", score.other)):
            for measure, sums in (("points-a-round", side.points), ("exact", side.exact)):
                estimate = sums.estimate()
                if estimate is not None:
                    yield Figure(subject, measure, size, estimate, sums.bottom)
