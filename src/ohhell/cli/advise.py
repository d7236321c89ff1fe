"""`ohhell advise`: what to bid or play in positions, one JSON object a line."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from typing import IO, Final, NoReturn

import click

from ohhell.cli.advice_phrases import advice_sentence
from ohhell.cli.numbers import WholeNumber
from ohhell.cli.player_names import DEFAULT_PLAYER
from ohhell.lab.luck import LARGEST_SEED
from ohhell.players.adviser import Advice, Adviser, adviser_for
from ohhell.players.position import WonTrick, read_position
from ohhell.players.position_text import SEATS, PositionError
from ohhell.rules.actions import Action, Bid
from ohhell.rules.errors import OhHellError
from ohhell.rules.view import PlayerView
from ohhell.text import say, sentence

SOME_REFUSED: Final = 2
"""The status of a run in which a line could not be answered."""

_ROUNDED_TO: Final = 4
_LONGEST_LINE: Final = 1_000_000
"""Bytes; a position with all its remarks has a thousandth of them."""
_LONGEST_NUMBER: Final = 100
_NEVER_A_LINE: Final = 50_000_000
"""So many bytes without a line end are no text, and there may be no end of them (/dev/zero)."""


@click.command("advise", short_help=say("command.advise"), help=say("advise.help"))
@click.argument("file", type=click.File("rb"), default="-", metavar="[FILE]")
@click.option(
    "--level",
    default=DEFAULT_PLAYER,
    show_default=True,
    metavar="LEVEL",
    help=say("advise.level"),
)
@click.option("--explain", is_flag=True, help=say("advise.explain"))
@click.option(
    "--seed", type=WholeNumber(0, LARGEST_SEED), default=0, metavar="N", help=say("advise.seed")
)
def command(file: IO[bytes], *, level: str, explain: bool, seed: int) -> int:
    """Answer every line that can be answered, as soon as it is there."""
    adviser = adviser_for(level)
    status = 0
    for line in _lines(file):
        answer = _answer(line, adviser, seed=seed, explain=explain)
        if "error" in answer:
            status = SOME_REFUSED
        click.echo(_dumped(answer))
    return status


def _dumped(answer: dict[str, object]) -> str:
    """JSON in letters, but escaped where an id holds half a character, which cannot be written."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(answer, allow_nan=False)
    return text


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Lines that say something; of one too long only the beginning, however long it is."""
    while line := file.readline(_LONGEST_LINE + 1):
        skipped, rest = 0, line
        while not rest.endswith(b"\n") and (rest := file.readline(_LONGEST_LINE)):
            skipped += len(rest)
            if skipped > _NEVER_A_LINE:
                break
        if line.strip() or skipped:
            yield line
        if skipped > _NEVER_A_LINE:
            return


def _answer(line: bytes, adviser: Adviser, *, seed: int, explain: bool) -> dict[str, object]:
    """The answer to one line, or what is wrong with it."""
    name: object = None
    try:
        plain = _json(line)
        if isinstance(plain, dict):
            name = plain.get("id")
        position = read_position(plain)
    except OhHellError as error:
        return {"id": name, "error": sentence(error)}
    if isinstance(position, WonTrick):
        return _winner(name, position, adviser.level, explain=explain)
    advice = adviser.advise(position, random.Random(seed))
    answer: dict[str, object] = {
        "id": name,
        "choice": _plain(advice.choice),
        "options": _options(advice, position),
        "level": adviser.level,
    }
    if explain:
        answer["explanation"] = advice_sentence(advice, position)
    return answer


def _json(line: bytes) -> dict[str, object] | list[object] | str | float | None:
    if len(line) > _LONGEST_LINE:
        raise PositionError("position-too-long", limit=_LONGEST_LINE)
    try:
        return json.loads(
            line,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_finite,
            parse_constant=_no_number,
        )
    except PositionError:
        raise
    except (ValueError, RecursionError):
        shown = line.strip()[:60].decode(errors="replace")
        raise PositionError("not-json-line", found=shown) from None


def _whole(text: str) -> int:
    """Python would refuse to read thousands of digits, and call it no JSON."""
    if len(text) > _LONGEST_NUMBER:
        raise PositionError("position-long-number", value=len(text), limit=_LONGEST_NUMBER)
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError
    return number


def _no_number(_text: str) -> NoReturn:
    """NaN and Infinity are Python's, no part of JSON, and could not be sent back in it."""
    raise ValueError


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object in which nothing is said twice, since one of the two would be overlooked."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise PositionError("position-key-twice", field=key)
        found[key] = value
    return found


def _winner(name: object, won: WonTrick, level: str, *, explain: bool) -> dict[str, object]:
    answer: dict[str, object] = {
        "id": name,
        "choice": SEATS[won.winner],
        "options": [],
        "level": level,
    }
    if explain:
        seat = SEATS[won.winner]
        answer["explanation"] = say("advise.winner", seat=seat, card=str(won.card))
    return answer


def _options(advice: Advice, view: PlayerView) -> list[dict[str, object]]:
    """Every legal action, the best first."""
    low_wins = view.rulebook.scoring.low_wins
    regrets = [(advice.regret(option, low_wins=low_wins), option) for option in advice.options]
    return [
        {
            "action": _plain(option.action),
            "points": round(option.points, _ROUNDED_TO),
            "make": round(option.make, _ROUNDED_TO),
            "regret": round(regret, _ROUNDED_TO),
        }
        for regret, option in sorted(
            regrets, key=lambda entry: (entry[0], entry[1].action != advice.choice)
        )
    ]


def _plain(action: Action) -> int | str:
    """A bid as a number, a card by its name."""
    return action.tricks if isinstance(action, Bid) else str(action.card)
