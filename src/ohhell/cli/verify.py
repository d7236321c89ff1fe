"""`ohhell verify`: replay records of games and say of each file whether all of it is true."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ohhell.cli.paths import NamedPath
from ohhell.cli.terminal.records import data_folder, found_record
from ohhell.rules.record import read_record
from ohhell.rules.shuffle import COMMITMENT_BYTES, NONCE_BYTES
from ohhell.rules.verify import Verdict, verify
from ohhell.store.append_file import read_whole
from ohhell.table.errors import StoreError
from ohhell.text import fault, say
from ohhell.text.catalogue import safe

FAULTY = 1
UNREADABLE = 2
_MOST_FAULTS = 20
# Whether a file can be read is found out file by file, or one would keep all from being checked.
_FILE = NamedPath(path_type=Path, readable=False)
_SEATS = tuple("0123456")


def _digits(value: str, length: int) -> bytes:
    """`length` bytes written in hexadecimal, or a sentence that says how many digits to give."""
    try:
        raw = bytes.fromhex(value)
    except ValueError:
        raw = b""
    if len(raw) != length:
        raise click.BadParameter(say("verify.not-hex", digits=2 * length))
    return raw


def _read_commitment(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> bytes | None:
    return None if value is None else _digits(value, COMMITMENT_BYTES)


def _read_nonces(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> dict[int, bytes]:
    """Nonces by seat, each written `0:5f…`."""
    nonces: dict[int, bytes] = {}
    for value in values:
        seat, colon, digits = value.partition(":")
        if not colon or seat not in _SEATS:
            raise click.BadParameter(say("verify.not-a-seat-nonce"))
        nonces[int(seat)] = _digits(digits, NONCE_BYTES)
    return nonces


@click.command("verify", short_help=say("command.verify"), help=say("verify.help"))
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE…")
@click.option(
    "--commitment", callback=_read_commitment, metavar="HEX", help=say("verify.commitment")
)
@click.option(
    "--nonce",
    "nonces",
    callback=_read_nonces,
    multiple=True,
    metavar="SEAT:HEX",
    help=say("verify.nonce"),
)
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[Path, ...],
    commitment: bytes | None,
    nonces: dict[int, bytes],
) -> None:
    """Check file by file; the status is that of the worst."""
    if len(files) > 1 and (commitment is not None or nonces):
        raise click.UsageError(say("verify.one-file"))
    status = 0
    for file in files:
        file = found_record(str(file), data_folder(os.environ))
        status = max(status, _verify_file(file, commitment, nonces))
    ctx.exit(status)


def _verify_file(file: Path, commitment: bytes | None, nonces: dict[int, bytes]) -> int:
    """Say what there is to say of one file; its exit status."""
    name = safe(str(file))
    try:
        # Line ends as they are: a record written elsewhere may carry another system's.
        raw = read_whole(file).decode("utf-8", errors="strict").replace("\r\n", "\n")
        if "\n" not in raw:
            raw = raw.replace("\r", "\n")  # which no JSON holds but between its lines
    except StoreError as error:
        key = "verify.too-large" if error.code == "file-too-large" else "verify.no-regular-file"
        click.echo(say(key, file=name))
        return UNREADABLE
    except UnicodeDecodeError:
        click.echo(say("verify.not-text", file=name))
        return UNREADABLE
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        click.echo(say("verify.cannot-open", file=name, reason=safe(reason)))
        return UNREADABLE
    verdict = verify(read_record(raw), kept_commitment=commitment, kept_nonces=nonces)
    if verdict.state is None:
        # Every other line would be at fault as well, and none of that would help.
        click.echo(say("verify.no-header", file=name, sentence=fault(verdict.faults[0].error)))
        return UNREADABLE
    for found in verdict.faults[:_MOST_FAULTS]:
        click.echo(say("verify.fault", file=name, line=found.line, sentence=fault(found.error)))
    more = len(verdict.faults) - _MOST_FAULTS
    if more > 0:
        click.echo(say("verify.more-faults", file=name, count=more))
    if verdict.unchecked:
        click.echo(say("verify.unchecked", file=name, count=verdict.unchecked))
    if verdict.faults:
        return FAULTY
    click.echo(_good_news(name, verdict))
    return 0


def _good_news(name: str, verdict: Verdict) -> str:
    """One line for a record without faults: finished, abandoned, or as far as it goes."""
    assert verdict.state is not None, "a record without a header is unreadable"
    rounds = len(verdict.state.results)
    if verdict.is_finished and verdict.is_cut:
        key = "verify.ok-abandoned-broken-off" if verdict.is_abandoned else "verify.ok-broken-off"
        return say(key, file=name, rounds=rounds)
    if verdict.is_finished:
        key = "verify.ok-abandoned" if verdict.is_abandoned else "verify.ok"
        return say(key, file=name, rounds=rounds)
    key = "verify.ok-cut" if verdict.is_cut else "verify.ok-unfinished"
    return say(key, file=name, rounds=rounds)
