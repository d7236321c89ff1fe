"""The rungs of the ladder, and the levels people choose as points on it."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ohhell.kernel import arena
from ohhell.kernel.search import Depth
from ohhell.players.levels_of_play import CASUAL, CLUB, EXPERT, NOVICE, POLICY, WORLDS
from ohhell.players.tables import DATA


@dataclass(frozen=True, slots=True)
class Rung:
    """A player of the compiled arena: how it decides (`kind`) and how far it looks."""

    kind: int
    depth: Depth


MODEL: Final = POLICY._replace(models_bids=True)
_WORLDS: Final = WORLDS._replace(
    models_bids=True, drawn=1, bid_trust=0.0, play_trust=0.0, doubt=0.0, solved=False
)
_BIDS: Final = _WORLDS._replace(drawn=EXPERT.drawn, bid_trust=EXPERT.bid_trust)
_PLAYS: Final = _BIDS._replace(play_trust=EXPERT.play_trust, doubt=EXPERT.doubt, noise=EXPERT.noise)

RUNGS: Final[Mapping[str, Rung]] = MappingProxyType(
    {
        "R0": Rung(arena.RANDOM, POLICY),
        "R1": Rung(arena.RULE, POLICY),
        "R2": Rung(arena.TABLE, POLICY),
        "noisy": Rung(arena.NOISY, POLICY),
        "R3": Rung(arena.TABLE, MODEL),
        "R4": Rung(arena.TABLE, _WORLDS),
        "R5": Rung(arena.TABLE, _BIDS),
        "R6": Rung(arena.TABLE, _PLAYS),
        "novice": Rung(arena.TABLE, NOVICE),
        "casual": Rung(arena.TABLE, CASUAL),
        "club": Rung(arena.TABLE, CLUB),
        "expert": Rung(arena.TABLE, EXPERT),
    }
)
"""Each rung adds one thing to the one below; `noisy` is R2 with a slip now and then."""

FIELDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"R1": ("R1",), "R2": ("R2",), "noisy": ("noisy",), "mixed": ("R1", "R2", "R3")}
)
"""Who has the other seats; several take turns."""


def others(field: str, seats: int, seat: int) -> tuple[str, ...]:
    """Who sits at a table where the candidate has `seat`; its own place holds an empty name.

    Where the field is mixed its members stand in another order for each seat.
    """
    members = FIELDS[field]
    lineup = [members[(place + seat) % len(members)] for place in range(seats - 1)]
    lineup.insert(seat, "")
    return tuple(lineup)


@cache
def _decided_by() -> bytes:
    """A digest of all that decides what the rungs do, comments and documentation apart."""
    digest = hashlib.sha256()
    for path in sorted(Path(arena.__file__).parent.glob("*.py")):
        if path.stem not in ("compiled", "bridge", "play"):
            digest.update(_plain(path.read_text(encoding="utf-8")).encode())
    for path in sorted(DATA.glob("*.npz")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()


def _plain(source: str) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            node.body = [
                part
                for part in node.body
                if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
    return ast.dump(tree)


@cache
def state_of(names: tuple[str, ...]) -> str:
    """A short digest of how these rungs play now: measurements are added up within one alone."""
    depths = [(name, RUNGS[name].kind, tuple(RUNGS[name].depth)) for name in sorted(set(names))]
    return hashlib.sha256(_decided_by() + repr(depths).encode()).hexdigest()[:12]
