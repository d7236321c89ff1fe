"""`ohhell verify`: replay records of games and say of each file whether all of it is true."""

from __future__ import annotations

from pathlib import Path

import click

from ohhell.rules.record import read_record
from ohhell.rules.shuffle import COMMITMENT_BYTES, NONCE_BYTES
from ohhell.rules.verify import Verdict, verify
from ohhell.text import say, sentence
from ohhell.text.catalogue import safe

FAULTY = 1
UNREADABLE = 2
_LARGEST_FILE = 50_000_000
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


@click.command(name="verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
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
    """Replay records of games: decks, legality, winners, points, totals and places."""
    if len(files) > 1 and (commitment is not None or nonces):
        raise click.UsageError(say("verify.one-file"))
    status = 0
    for file in files:
        status = max(status, _verify_file(file, commitment, nonces))
    ctx.exit(status)


def _verify_file(file: Path, commitment: bytes | None, nonces: dict[int, bytes]) -> int:
    """Say what there is to say of one file; its exit status."""
    name = safe(str(file))
    try:
        if file.stat().st_size > _LARGEST_FILE:
            click.echo(say("verify.too-large", file=name))
            return UNREADABLE
        # Line ends as they are: a record written elsewhere may carry another system's.
        raw = file.read_bytes().decode("utf-8", errors="strict").replace("\r\n", "\n")
    except UnicodeDecodeError:
        click.echo(say("verify.not-text", file=name))
        return UNREADABLE
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        click.echo(say("verify.cannot-open", file=name, reason=safe(reason)))
        return UNREADABLE
    verdict = verify(read_record(raw), kept_commitment=commitment, kept_nonces=nonces)
    for fault in verdict.faults:
        click.echo(say("verify.fault", file=name, line=fault.line, sentence=sentence(fault.error)))
    if verdict.unchecked:
        click.echo(say("verify.unchecked", file=name, count=verdict.unchecked))
    if verdict.state is None:
        click.echo(say("verify.no-header", file=name))
        return UNREADABLE
    if verdict.faults:
        return FAULTY
    click.echo(_good_news(name, verdict))
    return 0


def _good_news(name: str, verdict: Verdict) -> str:
    """One line for a record without faults: finished, abandoned, or as far as it goes."""
    assert verdict.state is not None, "a record without a header is unreadable"
    rounds = len(verdict.state.results)
    if verdict.is_finished:
        key = "verify.ok-abandoned" if verdict.is_abandoned else "verify.ok"
        return say(key, file=name, rounds=rounds)
    key = "verify.ok-cut" if verdict.is_cut else "verify.ok-unfinished"
    return say(key, file=name, rounds=rounds)
