"""`ohhell sim`: many whole games among given players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click
from rich.table import Table

from ohhell.cli.lab_figures import Figure, faults_plain, known, thinking_plain, write_figures
from ohhell.cli.lab_options import LabOptions, games_option, lab_options
from ohhell.cli.lab_tables import (
    name_of,
    number,
    per_cent,
    progress,
    share,
    show,
    table,
    thinking_table,
)
from ohhell.cli.player_names import read_names
from ohhell.cli.program_faults import fault_lines
from ohhell.cli.rulebook_options import rulebook_options
from ohhell.lab.figures import Sums
from ohhell.lab.plots import Lines, check_plot, draw
from ohhell.lab.simulate import WHOLE_WIN, Simulation, Tallies, Tally, simulate
from ohhell.rules.rulebook import Rulebook
from ohhell.text import say


@click.command("sim", short_help=say("command.sim"), help=say("lab.help.sim"))
@click.option("--cpus", required=True, metavar="NAMES", help=say("lab.option.cpus"))
@games_option
@click.option("--keep-seats", is_flag=True, help=say("lab.option.keep-seats"))
@lab_options
@rulebook_options
def command(
    rulebook: Rulebook, *, cpus: str, games: int, keep_seats: bool, options: LabOptions
) -> None:
    """Play them all, then say how it went."""
    check_plot(options.plot)
    names = read_names(cpus)
    simulation = Simulation(
        rulebook,
        names * rulebook.players if len(names) == 1 else names,
        games,
        options.seed_for(names),
        keeps_seats=keep_seats,
        seconds=options.seconds,
    )
    with progress(games, what=say("lab.progress")) as advance:
        tallies = simulate(simulation, options.workforce, on_done=advance)
    if options.is_shown:
        _show(simulation, tallies)
    write_figures(options, _about(simulation, tallies), tuple(_figures(tallies)))
    if options.plot is not None:
        exact = {name: known(tally.exact_by_size) for name, tally in tallies.items()}
        across, up = say("lab.axis.cards"), say("lab.axis.exact")
        draw(options.plot, [Lines("", across, up, exact, is_share=True)], title=str(rulebook))


def _show(simulation: Simulation, tallies: Tallies) -> None:
    players = simulation.rulebook.players
    seats = say("lab.seats-kept" if simulation.keeps_seats else "lab.seats-drawn")
    games = say("lab.games", games=simulation.games, players=players, seed=simulation.seed)
    show(
        [str(simulation.rulebook), f"{games} · {seats}"],
        _main_table(tallies),
        [say("lab.interval", share=f"{100 / players:.1f} %")],
        _sizes_table(tallies),
        _places_table(tallies, players),
        thinking_table((name, tally.thinking) for name, tally in tallies.items()),
        *(fault_lines(name, tally.faults) for name, tally in tallies.items()),
    )


def _main_table(tallies: Tallies) -> Table:
    columns = ("seats", "total", "round", "exact", "wins")
    made = table(say("lab.column.player"), (say(f"lab.column.{name}") for name in columns))
    for name, tally in tallies.items():
        made.add_row(
            name_of(name),
            str(tally.seats),
            number(tally.points.estimate(), places=1),
            number(tally.round_points.estimate(), places=2),
            share(tally.exact.estimate()),
            share(tally.wins.estimate(scale=WHOLE_WIN)),
        )
    return made


def _sizes_table(tallies: Tallies) -> Table:
    sizes = sorted({size for tally in tallies.values() for size in tally.exact_by_size})
    made = table(say("lab.exact-by-size"), map(str, sizes))
    for name, tally in tallies.items():
        means = (tally.exact_by_size[size].mean for size in sizes)
        made.add_row(name_of(name), *map(per_cent, means))
    return made


def _places_table(tallies: Tallies, players: int) -> Table:
    places = [*map(str, range(1, players)), say("lab.place.dealer")]
    made = table(say("lab.exact-by-place"), places)
    for name, tally in tallies.items():
        means = (tally.exact_by_place[place].mean for place in range(players))
        made.add_row(name_of(name), *map(per_cent, means))
    return made


def _about(simulation: Simulation, tallies: Tallies) -> dict[str, object]:
    return {
        "report": "sim",
        "version": 1,
        "rulebook": str(simulation.rulebook),
        "lineup": list(simulation.lineup),
        "seats": "kept" if simulation.keeps_seats else "drawn",
        "games": simulation.games,
        "seed": simulation.seed,
        "players": [
            {
                "name": name,
                "seats": tally.seats,
                "seconds": thinking_plain(tally.thinking),
                "faults": faults_plain(tally.faults),
            }
            for name, tally in tallies.items()
        ],
    }


def _figures(tallies: Tallies) -> Iterator[Figure]:
    for name, tally in tallies.items():
        for measure, cards, sums, scale in _sums(tally):
            estimate = sums.estimate(scale=scale)
            if estimate is not None:
                yield Figure(name, measure, cards, estimate, sums.bottom)


def _sums(tally: Tally) -> Iterable[tuple[str, int | None, Sums, int]]:
    """Name, size, sums and their scale of every figure."""
    yield "points-a-game", None, tally.points, 1
    yield "points-a-round", None, tally.round_points, 1
    yield "exact", None, tally.exact, 1
    yield "wins", None, tally.wins, WHOLE_WIN
    for size, sums in tally.points_by_size.items():
        yield "points-a-round", size, sums, 1
    for size, sums in tally.exact_by_size.items():
        yield "exact", size, sums, 1
    for place, sums in tally.exact_by_place.items():
        yield f"exact-bidding-{place + 1}", None, sums, 1
