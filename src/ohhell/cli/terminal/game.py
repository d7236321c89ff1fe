"""A whole game at the terminal, from the store to the line that says how to check or go on."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import chain, starmap
from pathlib import Path
from typing import Final, TextIO

from rich.text import Text

from ohhell.cli.player_names import read_names
from ohhell.cli.program_faults import fault_lines
from ohhell.cli.terminal.errors import TerminalError
from ohhell.cli.terminal.local_table import LocalTable
from ohhell.cli.terminal.luck import Luck
from ohhell.cli.terminal.names import PERSONS_NAME
from ohhell.cli.terminal.paper import Paper
from ohhell.cli.terminal.phrases import phrase
from ohhell.cli.terminal.screen import MARGIN
from ohhell.cli.terminal.session import Session
from ohhell.cli.terminal.welcome import Ending, farewell_lines
from ohhell.players.command_player import is_command, opened
from ohhell.rules.errors import OhHellError
from ohhell.rules.record import PERSON
from ohhell.rules.rulebook import Rulebook
from ohhell.store.memory import MemoryStore
from ohhell.store.record_file import RecordFile
from ohhell.table.messages import Push
from ohhell.table.names import cpu_names, tidy_name
from ohhell.table.settings import Seating

ENDED_EARLY: Final = 1
"""The status of a run whose input ended before its game did."""

INTERRUPTED: Final = 130
"""The status of a run that was stopped from the keyboard."""

_UNKEPT: Final = "unkept"
"""What a table is called that no file is named after."""


def paper(*, pace: float | None, default_pace: float) -> Paper:
    """The standard streams; without a `pace` it is the default on a terminal and 0 on a pipe."""
    typed: TextIO | None = sys.stdin  # None where the program was started without one
    reconfigure = getattr(typed, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a wrong byte is a wrong key, not an end
    if pace is None:
        pace = default_pace if sys.stdout.isatty() else 0.0
    return Paper(sys.stdout, typed, pace=pace)


def seatings(players: int, *, name: str | None, cpu: str, has_person: bool) -> tuple[Seating, ...]:
    """Who sits where: the person, if one plays, at seat 0, and CPU players of the levels `cpu`.

    `cpu` is one level or program for all or, between commas, one for each CPU player.  Refuses an
    unknown level, another number of levels (`wrong-number-of-levels`) and a name of nothing (`no-name`).
    """
    count = players - has_person
    levels = list(read_names(cpu))
    if len(levels) == 1:
        levels *= count
    if len(levels) != count:
        raise TerminalError("wrong-number-of-levels", value=len(levels), limit=count)
    if not has_person:
        return _cpu_seatings(levels, taken=())
    own = PERSONS_NAME if name is None else tidy_name(name)
    if not own:
        raise TerminalError("no-name", value=name or "")
    return Seating(own, PERSON), *_cpu_seatings(levels, taken=(own,))


def _cpu_seatings(levels: Sequence[str], *, taken: Sequence[str]) -> tuple[Seating, ...]:
    names = cpu_names(len(levels), taken=taken)
    return tuple(Seating(who, level) for who, level in zip(names, levels, strict=True))


def new_game(
    rulebook: Rulebook, seats: Sequence[Seating], *, record: Path | None, luck: Luck, paper: Paper
) -> int:
    """Play, or watch where no person has a seat; the exit status.  Without `record` none is kept.

    Refuses what the store refuses, such as a record that exists.
    """

    def sit_down(stack: ExitStack) -> tuple[Session, None]:
        commands = [who.player for who in seats if is_command(who.player)]
        programs = stack.enter_context(opened(commands))
        if record is None:
            store, name = MemoryStore(), _UNKEPT
        else:
            store = stack.enter_context(RecordFile.create(record))
            name = store.table
        table = stack.enter_context(
            LocalTable(store, store, luck, programs=programs, on_wait=paper.say_wait)
        )
        table.open(name, rulebook, seats)
        persons = [seat for seat, who in enumerate(seats) if who.is_person]
        table.sit(persons[0] if persons else None)
        return Session(table, paper, luck=luck, record=record), None

    return _run(sit_down, record, paper)


def resumed_game(record: Path, *, paper: Paper) -> int:
    """Go on with the game of a record, from the seat of its person or watching; the exit status.

    Of a game that is over, show how it ended.  Refuses what the store refuses, and a game that
    several persons play (`several-persons`).
    """

    def sit_down(stack: ExitStack) -> tuple[Session, Push | None]:
        file = stack.enter_context(RecordFile.open(record))
        if file.missing:
            line = phrase("terminal.record-shorter", count=file.missing)
            paper.show([Text(MARGIN).append_text(line)], is_paced=False)
        luck = Luck()
        table = stack.enter_context(LocalTable(file, file, luck, on_wait=paper.say_wait))
        table.find(file.table)
        first = table.look()
        is_over = first.shuffle.seed is not None
        persons = [seat for seat, who in enumerate(first.seats) if who.player == PERSON]
        if len(persons) > 1 and not is_over:
            raise TerminalError("several-persons", value=len(persons))
        session = Session(table, paper, luck=luck, record=record)
        if len(persons) != 1:
            return session, first
        table.sit(persons[0])
        return session, None

    return _run(sit_down, record, paper)


def _run(
    sit_down: Callable[[ExitStack], tuple[Session, Push | None]], record: Path | None, paper: Paper
) -> int:
    # What went wrong is said in a sentence; a table also logs it, which is for servers.
    log = logging.getLogger("ohhell")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
    session: Session | None = None
    ending = Ending.INTERRUPTED
    try:
        with paper.undisturbed(), ExitStack() as stack:
            session, first = sit_down(stack)
            ending = session.run(first)
    except KeyboardInterrupt:
        if session is None:
            raise
        if session.is_over:
            ending = Ending.OVER
        _take_leave(session, ending, record, paper)
        return INTERRUPTED
    except OhHellError:
        if session is not None and session.has_begun:
            _take_leave(session, Ending.INTERRUPTED, record, paper)
        raise
    _take_leave(session, ending, record, paper)
    return ENDED_EARLY if ending is Ending.INPUT_ENDED else 0


def _take_leave(session: Session, ending: Ending, record: Path | None, paper: Paper) -> None:
    """What others had to decide for CPU players, and last of all what to type next."""
    lines = chain.from_iterable(starmap(fault_lines, session.faults.items()))
    paper.show((Text(MARGIN + line) for line in lines), is_paced=False)
    paper.show(farewell_lines(ending, record), is_paced=False)
