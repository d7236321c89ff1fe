"""What `sim`, `duel` and `compare` are all told: luck, workforce, and where figures go."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from ohhell.cli.numbers import DecimalNumber, WholeNumber
from ohhell.cli.paths import NamedPath
from ohhell.lab.luck import LARGEST_SEED, draw_seed
from ohhell.lab.workforce import MOST_GAMES, MOST_WORKERS, Workforce
from ohhell.players.command_player import DECISION_SECONDS, is_command
from ohhell.rules.axes import PACK_SIZE, parse_number
from ohhell.text import say

STANDARD_OUTPUT: Final = "-"

_Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class LabOptions:
    """The options as they were given."""

    given_seed: int | None
    workforce: Workforce
    json: str | None
    csv: str | None
    plot: Path | None
    seconds: float

    def seed_for(self, players: Iterable[str]) -> int:
        """The seed that was given, or a fresh one: past guessing where programs play."""
        if self.given_seed is not None:
            return self.given_seed
        return draw_seed(is_hidden=any(map(is_command, players)))

    @property
    def is_shown(self) -> bool:
        """Whether the standard output is for people."""
        return STANDARD_OUTPUT not in (self.json, self.csv)


def lab_options(command: _Command) -> _Command:
    """Give a command these options; it is called with `options` as a keyword."""

    @functools.wraps(command)
    def with_options(
        *args: object,
        seed: int | None,
        workers: int | None,
        dask: str | None,
        json_file: str | None,
        csv_file: str | None,
        plot: Path | None,
        bot_seconds: float,
        **params: object,
    ) -> object:
        if workers is not None and dask is not None:
            raise click.UsageError(say("lab.one-workforce"))
        if json_file == csv_file == STANDARD_OUTPUT:
            raise click.UsageError(say("lab.one-output"))
        _check_different(json_file, csv_file, plot)
        for name in (json_file, csv_file, plot):
            _check_place(name)
        options = LabOptions(
            given_seed=seed,
            workforce=Workforce(workers, dask),
            json=json_file,
            csv=csv_file,
            plot=plot,
            seconds=bot_seconds,
        )
        return command(*args, options=options, **params)

    decorated: _Command = with_options
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


games_option: Final = click.option(
    "--games",
    type=WholeNumber(1, MOST_GAMES),
    default=1000,
    show_default=True,
    metavar="N",
    help=say("lab.option.games"),
)

_OUTPUT: Final = NamedPath(dir_okay=False, writable=True, allow_dash=True)

_OPTIONS: Final = (
    click.option(
        "--seed",
        type=WholeNumber(0, LARGEST_SEED),
        metavar="N",
        help=say("lab.option.seed"),
    ),
    click.option(
        "--workers", type=WholeNumber(1, MOST_WORKERS), metavar="N", help=say("lab.option.workers")
    ),
    click.option("--dask", metavar="ADDRESS", help=say("lab.option.dask")),
    click.option("--json", "json_file", type=_OUTPUT, metavar="FILE", help=say("lab.option.json")),
    click.option("--csv", "csv_file", type=_OUTPUT, metavar="FILE", help=say("lab.option.csv")),
    click.option(
        "--plot",
        type=NamedPath(dir_okay=False, writable=True, path_type=Path),
        metavar="FILE",
        help=say("lab.option.plot"),
    ),
    click.option(
        "--bot-seconds",
        type=DecimalNumber(3600),
        default=DECISION_SECONDS,
        show_default=True,
        metavar="SECONDS",
        help=say("lab.option.bot-seconds"),
    ),
)


def _check_different(*names: str | Path | None) -> None:
    """Refuse one file for two things: the second would take the place of the first."""
    places = [
        os.path.realpath(name)
        for name in names
        if name is not None and str(name) != STANDARD_OUTPUT and not _is_special(Path(name))
    ]
    if len(set(places)) < len(places):
        raise click.UsageError(say("lab.one-file"))


def _is_special(path: Path) -> bool:
    """Whether it is something that several things can be written to, such as /dev/null."""
    return path.exists() and not path.is_file()


def _check_place(name: str | Path | None) -> None:
    """Refuse a folder that is not there before hours of work, not after."""
    if name is not None and str(name) != STANDARD_OUTPUT:
        folder = Path(name).absolute().parent
        if not folder.is_dir():
            raise NotADirectoryError(20, "no such folder", str(folder))


def read_numbers(option: str, text: str) -> tuple[int, ...]:
    """Different sizes of rounds between commas."""
    words = text.split(",")
    sizes = (parse_number(option, word, low=1, high=PACK_SIZE) for word in words)
    return tuple(dict.fromkeys(sizes))
