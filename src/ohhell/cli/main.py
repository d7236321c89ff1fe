"""The command `ohhell`: finds the subcommand, and is the one place where every run ends.

A subcommand is imported when it is called, so that `ohhell --help` answers at once.
"""

from __future__ import annotations

import contextlib
import difflib
import errno
import io
import os
import sys
from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Final

import click

from ohhell import __version__
from ohhell.cli import interrupts
from ohhell.rules.errors import OhHellError
from ohhell.text import catalogue, say, sentence

COMMANDS: Final = (
    "serve",
    "play",
    "watch",
    "rules",
    "verify",
    "advise",
    "sim",
    "duel",
    "compare",
    "strength",
    "train",
)
"""Each is a module of this room that holds a click command called `command`."""

REFUSED: Final = 2
PIPE_CLOSED: Final = 141

_OUTPUT_FAILS: Final = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT, errno.EBADF)
"""Reasons, of an error that names no file, for which the output cannot be written."""

_STREAMS: Final = (
    ("stdin", "r", os.O_RDONLY),
    ("stdout", "w", os.O_RDONLY),
    ("stderr", "w", os.O_WRONLY),
)
"""Name, mode, and how to open the stand-in of each stream that may be closed, by its number."""

_NARROWEST: Final = 20
"""Columns of a terminal that lines can be broken for."""

_LIKE_ENOUGH: Final = 0.75
"""How much of an option (of 1) must be right for its name to be a fair guess."""


class CommandLineError(OhHellError):
    """Words after `ohhell` that name nothing it can do."""


class LazyGroup(click.Group):
    """Subcommands by name; none is imported before it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"ohhell.cli.{cmd_name}").command
        interrupts.listen()  # now there is something to be closed in order
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line each, from the catalogue: importing them would cost a second."""
        with formatter.section(say("help.commands")):
            formatter.write_dl([(name, say(f"command.{name}")) for name in COMMANDS])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown name with the one most like it."""
        name = args[0]
        if not name.startswith("-") and name not in COMMANDS and not ctx.resilient_parsing:
            near = difflib.get_close_matches(name, COMMANDS, 1)
            raise CommandLineError(
                "unknown-command",
                value=name,
                limit=", ".join(COMMANDS),
                near=near[0] if near else "",
            )
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; help goes out from here."""
        with _closed_pipe_ends_the_run():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        with _closed_pipe_ends_the_run():
            return super().invoke(ctx)


@contextlib.contextmanager
def _closed_pipe_ends_the_run() -> Generator[None]:
    """Whoever read our output has gone: nothing is wrong, and there is nobody to tell."""
    try:
        yield
    except BrokenPipeError:
        raise click.exceptions.Exit(PIPE_CLOSED) from None


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    help=say("help.ohhell"),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "--version", message="%(prog)s %(version)s")
@click.pass_context
def command(context: click.Context) -> None:
    """Without a subcommand, say what there is."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(args: Sequence[str] | None = None) -> None:
    """Run `ohhell` on `args` (those of the process by default) and leave with its status."""
    _stand_in_for_closed_streams()
    _forget_senseless_width()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a suit sign must not end a game
    with interrupts.run():
        status = _run(args)
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            status = PIPE_CLOSED
        except OSError as error:
            status = REFUSED if status == REFUSED else _refuse_output(error)
        if interrupts.has_come():
            status = interrupts.status()
        if status in (PIPE_CLOSED, REFUSED):
            _give_up_on_output()
    sys.exit(status)


def _stand_in_for_closed_streams() -> None:
    """A stream that was closed before the start is None: take one that has nothing, or only refuses.

    An input is empty; what is written to the output cannot be, which is said where it can; a closed
    error output stays silent.  They get the numbers they should have had: otherwise the next file
    that is opened would, and what is started from here would write into it.
    """
    for number, (name, mode, flags) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, flags)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            os.set_inheritable(number, True)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _forget_senseless_width() -> None:
    """Leave out a width or height of the terminal that is no number or that nobody can read in."""
    for name, least in (("COLUMNS", _NARROWEST), ("LINES", 1)):
        value = os.environ.get(name)
        if value is None:
            continue
        if not (value.isascii() and value.isdigit() and least <= int(value[:10])):
            del os.environ[name]


def _give_up_on_output() -> None:
    """Python would flush once more on its way out, and complain."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(args: Sequence[str] | None) -> int:
    try:
        result: object = command.main(args, prog_name="ohhell", standalone_mode=False)
    except OhHellError as error:
        hint = f"hint.{error.code}"
        helps = [say(hint)] if hint in catalogue().templates else []
        return _refuse(" ".join((sentence(error), *helps)))
    except click.NoSuchOption as error:
        near = difflib.get_close_matches(
            error.option_name, error.possibilities or (), 1, _LIKE_ENOUGH
        )
        return _refuse_usage(click.NoSuchOption(error.option_name, None, near, error.ctx))
    except click.UsageError as error:
        return _refuse_usage(error)
    except click.ClickException as error:
        return _refuse(error.format_message())
    except click.Abort as error:
        # Whoever asks a person knows the end of the input; elsewhere click takes a fault for it.
        if isinstance(error.__cause__, EOFError):
            raise error.__cause__ from None
        return interrupts.status()
    except KeyboardInterrupt:
        return interrupts.status()
    except OSError as error:
        if error.filename is None:
            if error.errno not in _OUTPUT_FAILS:
                raise
            return _refuse_output(error)
        place, reason = str(error.filename), error.strerror or type(error).__name__
        return _refuse(sentence(CommandLineError("file-trouble", value=place, found=reason)))
    except Exception:
        # A compiler that had to swallow the interruption fails at what it left undone.
        if interrupts.has_come():
            return interrupts.status()
        raise
    return result if isinstance(result, int) else 0


def _refuse_usage(error: click.UsageError) -> int:
    path = error.ctx.command_path if error.ctx else "ohhell"
    return _refuse(say("help.usage", message=error.format_message(), command=path))


def _refuse_output(error: OSError) -> int:
    reason = error.strerror or type(error).__name__
    return _refuse(sentence(CommandLineError("output-trouble", found=reason)))


def _refuse(line: str) -> int:
    with contextlib.suppress(OSError):  # where even this cannot be said, the status says it
        click.echo(line, err=True)
    return REFUSED


if __name__ == "__main__":
    main()
