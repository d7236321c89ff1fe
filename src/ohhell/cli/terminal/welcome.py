"""The first and the last lines of a session."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path

from rich.text import Text

from ohhell.cli.terminal.names import from_own_seat, shown_names
from ohhell.cli.terminal.phrases import WHOLE, phrase, rule
from ohhell.cli.terminal.records import resume_command, verify_command
from ohhell.cli.terminal.screen import MARGIN
from ohhell.rules.record import PERSON
from ohhell.rules.view import Phase
from ohhell.table.messages import Push
from ohhell.text import Value, safe, say


class Ending(Enum):
    """How a session ended."""

    OVER = "over"
    LEFT = "left"
    INPUT_ENDED = "input-ended"
    INTERRUPTED = "interrupted"


def welcome_lines(push: Push, record: Path | None, width: int) -> Iterator[Text]:
    """Who plays by which rules, and where the record goes."""
    view = push.view
    yield Text("")
    yield rule(phrase("terminal.title", "bold"), width, heavy=True)
    yield _line("terminal.rules", rulebook=str(view.rulebook))
    if view.rulebook.scoring.low_wins:
        yield _line("terminal.low-wins-rule")
    names = shown_names(view)
    others = [seat for seat in from_own_seat(view) if seat != view.seat]
    levels = {push.seats[seat].player for seat in others} - {PERSON}
    if len(levels) == 1:
        who: tuple[str, ...] = tuple(names[seat] for seat in others)
    else:
        who = tuple(
            say("terminal.with-level", who=names[seat], level=push.seats[seat].player)
            for seat in others
        )
    level = min(levels) if len(levels) == 1 else ""
    key = "terminal.watching" if view.seat is None else "terminal.against"
    yield _line(key, who=who, level=level)
    if record is not None:
        yield _path_line("terminal.record", file=safe(str(record)))
    if view.seat is not None and view.phase is not Phase.OVER:
        yield _line("terminal.keys")
    yield Text("")


def farewell_lines(ending: Ending, record: Path | None) -> Iterator[Text]:
    """What became of the game, and what to type next."""
    if ending is Ending.OVER:
        if record is not None:
            yield _path_line("terminal.record", file=safe(str(record)))
            yield _path_line("terminal.verify", command=verify_command(record))
        return
    yield _line(f"terminal.{ending.value}")
    if record is not None:
        yield _line("terminal.kept")
        yield _path_line("terminal.resume", command=resume_command(record))


def unfinished_line(record: Path) -> Text:
    """That a game waits, and what to type to go on with it."""
    return _path_line("terminal.unfinished", command=resume_command(record))


def going_on_line(record: Path) -> Text:
    """Which game goes on, where that was not said."""
    return _path_line("terminal.going-on", name=safe(record.stem))


def _line(key: str, **params: Value) -> Text:
    return Text(MARGIN).append_text(phrase(key, **params))


def _path_line(key: str, **params: str) -> Text:
    """A line that must not be broken: somebody copies what is in it."""
    pieces = {name: Text(value, WHOLE) for name, value in params.items()}
    line = Text(MARGIN, no_wrap=True)
    return line.append_text(phrase(key, **pieces))
