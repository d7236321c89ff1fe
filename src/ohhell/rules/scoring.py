"""How a round is paid: a name or two or three formulas, compiled to `points[bid][tricks]`.

The text form is the name of a scoring, or `exact: 10 + bid; missed: 0`, or
`exact: …; over: …; short: …`, each with `; low wins` after it where the lowest total is first.
`exact` is paid where tricks equal the bid, `over` where they are more, `short` where they are
fewer; `missed` stands for both.  Formulas: `ohhell.rules.formula`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ohhell.rules.errors import RulebookError
from ohhell.rules.formula import MAX_LENGTH, parse_formula, points, printable
from ohhell.rules.named_scorings import NAMED_TEXTS

CUSTOM: Final = "custom"
"""The name of every scoring that is written out."""

MAX_TEXT: Final = 3 * MAX_LENGTH + 100
"""Characters of a whole scoring in text form."""

Points = tuple[tuple[int, ...], ...]
"""What a seat is paid in rounds of one size: `[bid][tricks]`, both from 0 to the size."""

_LOW_WINS: Final = "low wins"
_PAID: Final = {
    "exact": ("exact",),
    "missed": ("over", "short"),
    "over": ("over",),
    "short": ("short",),
}
"""What each part that has a formula sets."""

_ALL_PARTS: Final = ", ".join((*_PAID, _LOW_WINS))
_WHOLE: Final = "exact, missed / exact, over, short"


@dataclass(frozen=True, slots=True)
class Scoring:
    """A named scoring or one of a table's own; formulas are kept in canonical form.

    Refuses a formula that cannot be read, and a known name with other formulas than its own.
    """

    name: str
    exact: str
    over: str
    short: str
    low_wins: bool = False

    def __post_init__(self) -> None:
        missed = self.over == self.short
        for part in ("exact", "over", "short"):
            named = "missed" if missed and part != "exact" else part
            text: str = getattr(self, part)
            object.__setattr__(self, part, parse_formula(text, part=named).text)
        if self.name == CUSTOM:
            return
        if self.name not in NAMED_TEXTS:
            raise _unknown(self.name)
        if (self.exact, self.over, self.short, self.low_wins) != _read(NAMED_TEXTS[self.name]):
            raise RulebookError(
                "scoring-name-taken",
                field="scoring",
                value=self.name,
                limit=NAMED_TEXTS[self.name],
            )

    def __str__(self) -> str:
        """The text form, which `parse_scoring` reads back as an equal value."""
        return self.name if self.name != CUSTOM else _write(self)


def _write(scoring: Scoring) -> str:
    pieces = [f"exact: {scoring.exact}"]
    if scoring.over == scoring.short:
        pieces.append(f"missed: {scoring.over}")
    else:
        pieces += [f"over: {scoring.over}", f"short: {scoring.short}"]
    if scoring.low_wins:
        pieces.append(_LOW_WINS)
    return "; ".join(pieces)


def parse_scoring(text: str) -> Scoring:
    """Read the name of a scoring or one written out; `RulebookError` for anything else."""
    if len(text) > MAX_TEXT:
        raise RulebookError("scoring-too-long", field="scoring", value=len(text), limit=MAX_TEXT)
    if ":" in text or ";" in text:
        return Scoring(CUSTOM, *_read(text))
    scoring = NAMED.get("-".join(text.lower().replace("_", " ").split()))
    if scoring is None:
        raise _unknown(text)
    return scoring


def _unknown(name: str) -> RulebookError:
    """`near` holds the names most like it, and is empty where none is."""
    plain = printable(name).lower()
    near = difflib.get_close_matches(plain, NAMED_TEXTS, cutoff=0.7)
    return RulebookError(
        "scoring-unknown",
        field="scoring",
        value=printable(name),
        limit=", ".join(NAMED_TEXTS),
        near=", ".join(near),
    )


@lru_cache(maxsize=256)
def _read(text: str) -> tuple[str, str, str, bool]:
    """Exact, over, short and whether low totals win, of a scoring written out."""
    found: dict[str, str] = {}
    for piece in filter(None, map(str.strip, text.split(";"))):
        key, colon, formula = piece.partition(":")
        part = " ".join(key.lower().split())
        if part not in (_PAID if colon else (_LOW_WINS,)):
            raise _parts_refusal("scoring-part-unknown", text, printable(piece), _ALL_PARTS)
        for paid in _PAID.get(part, (part,)):
            if paid in found and paid == _LOW_WINS:
                raise _parts_refusal("scoring-low-wins-repeated", text, paid, _WHOLE)
            if paid in found:
                raise _parts_refusal("scoring-part-repeated", text, paid, _WHOLE)
            found[paid] = parse_formula(formula, part=part).text if colon else ""
    if "exact" not in found:
        raise _parts_refusal("scoring-part-missing", text, "exact", _WHOLE)
    missing = [part for part in _PAID["missed"] if part not in found]
    if missing:
        part = "missed" if len(missing) == 2 else missing[0]
        raise _parts_refusal("scoring-part-missing", text, part, _WHOLE)
    return found["exact"], found["over"], found["short"], _LOW_WINS in found


def _parts_refusal(code: str, text: str, part: str, limit: str) -> RulebookError:
    return RulebookError(
        code, field="scoring", value=printable(text, MAX_TEXT), limit=limit, part=part
    )


NAMED: Final[Mapping[str, Scoring]] = MappingProxyType(
    {name: Scoring(name, *_read(text)) for name, text in NAMED_TEXTS.items()}
)
"""The scorings that have a name."""


def point_table(scoring: Scoring, *, size: int, players: int) -> Points:
    """The points of every bid and trick count in rounds of `size` cards.

    `players` is the game's number of seats; `FormulaError` for a formula that fails somewhere.
    """
    return _point_table(scoring, size, players)


@lru_cache(maxsize=1024)
def _point_table(scoring: Scoring, size: int, players: int) -> Points:
    missed = scoring.over == scoring.short
    exact = _payer(scoring.exact, "exact", size, players)
    over = _payer(scoring.over, "missed" if missed else "over", size, players)
    short = _payer(scoring.short, "missed" if missed else "short", size, players)
    return tuple(
        tuple(
            exact(bid, tricks)
            if tricks == bid
            else over(bid, tricks)
            if tricks > bid
            else short(bid, tricks)
            for tricks in range(size + 1)
        )
        for bid in range(size + 1)
    )


def _payer(text: str, part: str, size: int, players: int) -> Callable[[int, int], int]:
    formula = parse_formula(text, part=part)
    return lambda bid, tricks: points(formula, (bid, tricks, size, players), part=part)


def tables(scoring: Scoring, *, sizes: Iterable[int], players: int) -> Mapping[int, Points]:
    """Size to point table, for every size that occurs in a game."""
    return {size: point_table(scoring, size=size, players=players) for size in sorted(set(sizes))}


def pays_always_the_same(table: Points) -> bool:
    """Whether no bid and no trick count makes any difference."""
    return len({paid for row in table for paid in row}) == 1
