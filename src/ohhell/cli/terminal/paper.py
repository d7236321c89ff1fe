"""What is written to and read from the terminal, or a pipe: line by line, nothing more.

Suit signs and lines across the page become letters and hyphens where they cannot be shown.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

from ohhell.cli import interrupts
from ohhell.cli.terminal.phrases import WHOLE, phrase
from ohhell.cli.terminal.screen import MARGIN
from ohhell.text import safe

_WIDEST: Final = 78
"""Cells of a line of text that reads well; only the score sheet goes beyond."""
_NARROWEST: Final = 40
_LEAST: Final = 20
"""Cells that lines are broken for on a terminal however narrow."""
_LOWEST: Final = 8

_PLAINER: Final = dict(zip("♣♦♥♠·–…─━✓▸−×", "CDHS|-.-=*>-x", strict=True))
"""What stands for a sign that cannot be shown: always one letter, so that columns stay columns."""

_SIGNLESS: Final = ("C", "POSIX")
_COERCED: Final = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python makes of the variable LC_CTYPE where it finds itself in a locale without letters."""


def plainer(encoding: str, environment: Mapping[str, str]) -> dict[int, str]:
    """For `str.translate`: a letter for every sign that this output cannot show.

    A locale that is said to be `C` or `POSIX` means a terminal without signs, whatever encoding
    Python then takes.
    """
    has_none = _locale(environment) in _SIGNLESS
    return {
        ord(sign): letter
        for sign, letter in _PLAINER.items()
        if has_none or not _can_show(sign, encoding)
    }


def _locale(environment: Mapping[str, str]) -> str:
    """The name of the locale that the person set for letters, before Python changed it."""
    everything, letters, rest = (
        environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")
    )
    if everything:
        return everything
    return rest if not letters or (letters in _COERCED and rest) else letters


def _can_show(sign: str, encoding: str) -> bool:
    try:
        sign.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class _Page(Console):
    """A console that leaves it to the program what a reader who has gone means."""

    def on_broken_pipe(self) -> None:
        """Go on with the error that there was; the library itself would end the program."""
        raise BrokenPipeError


def _drop_pending() -> None:
    """Keys that were typed before the question was there are no answer to it."""
    with suppress(ImportError, OSError, ValueError):
        termios = import_module("termios")
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def _keys_shown(is_shown: bool) -> Generator[None]:
    """Whether the terminal shows keys as they are typed; afterwards as before."""
    try:
        termios = import_module("termios")
        keyboard = sys.stdin.fileno()
        before = termios.tcgetattr(keyboard)
    except (ImportError, OSError, ValueError):
        yield  # it has none, or another kind
        return
    modes = [*before]
    local = 3  # of the modes that `tcgetattr` gives, those that tell what becomes of a key
    modes[local] = before[local] | termios.ECHO if is_shown else before[local] & ~termios.ECHO
    termios.tcsetattr(keyboard, termios.TCSANOW, modes)
    try:
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSANOW, before)


@contextmanager
def _redrawn_after_a_stop(question: str, output: TextIO) -> Generator[None]:
    """Ask again, with what was typed so far, when the program goes on after Ctrl-Z."""
    number = getattr(signal, "SIGCONT", None)
    if number is None:
        yield
        return

    def redraw(_number: int, _frame: object) -> None:
        line = getattr(sys.modules.get("readline"), "get_line_buffer", str)()
        output.write(f"\r{question}{line}")
        output.flush()

    before = signal.signal(number, redraw)
    try:
        yield
    finally:
        signal.signal(number, before)


def _below_its_label(line: Text, width: int) -> Text:
    """With what somebody copies on a line of its own, where only so it stays whole."""
    start = next((span.start for span in line.spans if span.style == WHOLE), 0)
    label, rest = line[:start], line[start:]
    if not start or line.cell_len <= width or len(MARGIN) + rest.cell_len > width:
        return line
    label.rstrip()
    return Text.assemble(label, "\n", MARGIN, rest, no_wrap=True)


class Paper:
    """Writes lines and running pieces to an output, with a pause of `pace` seconds after a piece.

    Reads from `typed`, whose lines are echoed where no person sees them being typed.
    """

    def __init__(self, output: TextIO, typed: TextIO | None, *, pace: float) -> None:
        self._console = _Page(file=output, highlight=False, markup=False, emoji=False)
        self._output = output
        self._typed = typed
        self._pace = pace
        self._column = 0
        self._is_after_blank = False
        # Not the encoding of Python alone: Windows and pipes have their own ideas.
        self._plainer = plainer(output.encoding or "ascii", os.environ)

    @property
    def width(self) -> int:
        """Cells of a line of text."""
        return max(_NARROWEST, min(self._console.width, _WIDEST))

    @contextmanager
    def undisturbed(self) -> Generator[None]:
        """Keys that are typed while nobody is asked do not stand in what is written."""
        with _keys_shown(False) if self._has_person else nullcontext():
            yield

    @property
    def full_width(self) -> int:
        """Cells of the whole terminal."""
        return max(_NARROWEST, self._console.width)

    @property
    def height(self) -> int | None:
        """Lines that can be read at once beside a prompt; None where nobody has to turn pages."""
        return max(_LOWEST, self._console.height - 2) if self._has_person else None

    @property
    def _has_person(self) -> bool:
        typed = self._typed
        is_typed_here = typed is not None and typed is sys.stdin and typed.isatty()
        return is_typed_here and self._output.isatty()

    def pages(self, lines: Sequence[Text]) -> tuple[tuple[Text, ...], ...]:
        """The lines in pages that can be read at once."""
        most = self.height or max(len(lines), 1)
        return tuple(tuple(lines[at : at + most]) for at in range(0, len(lines), most))

    def show_pages(self, pages: Sequence[Iterable[Text]]) -> None:
        """Pages one after another; a person at the terminal says when, or that it is enough."""
        for number, page in enumerate(pages):
            if number and self.height is not None:
                said = self.ask(phrase("terminal.more"))
                if said is not None and said.strip().lower().startswith("q"):
                    return
            self.show(page, is_paced=False)

    def show(self, lines: Iterable[Text], *, is_paced: bool = True) -> None:
        """Lines that stand by themselves; one that is too long goes on below itself."""
        self.end_line()
        for line in lines:
            self._write(line)
        if is_paced:
            self._pause(2)

    def say(self, piece: Text, *, starts: bool = False, ends: bool = False) -> None:
        """Go on with the running line, or on the next where there is no room or it `starts` one."""
        if starts:
            self.end_line()
        room = self.width
        joint = " · "
        if self._column and self._column + len(joint) + piece.cell_len > room:
            self.end_line()
        before = (joint, "dim") if self._column else (MARGIN, "")
        joined = Text.assemble(before, piece)
        self._put(joined)
        self._column += joined.cell_len
        if ends:
            self.end_line()
        self._pause(2 if ends else 1)

    def say_wait(self) -> None:
        """That it takes a while; on a pipe on the error output, since it is no part of the game."""
        line = phrase("terminal.getting-ready")
        if self._has_person:
            self.show([Text(MARGIN).append_text(line)], is_paced=False)
            self._output.flush()
        else:
            with suppress(OSError, ValueError):
                print(line.plain, file=sys.stderr, flush=True)

    def end_line(self) -> None:
        """Close the running line, if there is one."""
        if self._column:
            self._put(Text("\n"))
            self._column = 0
            self._is_after_blank = False

    def ask(self, prompt: Text) -> str | None:
        """One line as it was typed, without its line end; None where the input has ended."""
        self.end_line()
        self._is_after_blank = False
        question = MARGIN + prompt.plain
        if self._typed is None:
            return None
        interrupts.check()
        is_typed_here = self._typed.isatty()
        if self._has_person:
            return self._ask_person(question.translate(self._plainer))
        self._put(Text(question))
        line = self._typed.readline()
        self._put(Text("\n" if is_typed_here else f"{safe(line.strip())}\n"))
        return line or None

    def _ask_person(self, question: str) -> str | None:
        """Ask on a terminal, with the arrow keys at work where the system has a way to."""
        with suppress(ImportError):
            import_module("readline")  # `input` is better for it being there
        self._output.flush()
        _drop_pending()
        try:
            with _keys_shown(True), _redrawn_after_a_stop(question, self._output):
                return input(question)
        except EOFError:
            self._put(Text("\n"))
            return None
        except KeyboardInterrupt:
            self._put(Text("\n"))
            raise

    def _write(self, line: Text) -> None:
        is_blank = not line.plain.strip()
        if is_blank and self._is_after_blank:
            return  # whoever asks for a space before or after gets one, not two
        self._is_after_blank = is_blank
        width = max(_LEAST, self._console.width)
        if line.no_wrap and self._output.isatty():
            line = _below_its_label(line, width)
        if line.no_wrap or line.cell_len <= width:
            self._put(line.copy().append("\n"))
            return
        indent = Text(MARGIN if line.plain.startswith(MARGIN) else "")
        bare = line.copy()
        bare = bare[len(indent.plain) :]
        for part in bare.wrap(self._console, width - indent.cell_len):
            part.rstrip()
            self._put(indent.copy().append_text(part).append("\n"))

    def _put(self, text: Text) -> None:
        if self._plainer:
            text = text.copy()
            text.plain = text.plain.translate(self._plainer)
        self._console.print(text, end="", soft_wrap=True)

    def _pause(self, times: int) -> None:
        interrupts.check()
        if self._pace > 0:
            self._output.flush()
            time.sleep(self._pace * times)
