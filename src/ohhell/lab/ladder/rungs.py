"""The rungs of the ladder, and the levels people choose as points on it."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ohhell.kernel import arena
from ohhell.kernel.search import Depth
from ohhell.players.levels_of_play import CASUAL, CLUB, EXPERT, MODEL, NOVICE, POLICY, WORLDS
from ohhell.players.tables import DATA


@dataclass(frozen=True, slots=True)
class Rung:
    """A player of the compiled arena: how it decides (`kind`) and how far it looks."""

    kind: int
    depth: Depth


_BIDS: Final = WORLDS._replace(drawn=CLUB.drawn, bid_trust=CLUB.bid_trust)
_PLAYS: Final = WORLDS._replace(
    drawn=EXPERT.drawn,
    bid_trust=EXPERT.bid_trust,
    bid_doubt=EXPERT.bid_doubt,
    play_trust=EXPERT.play_trust,
    doubt=EXPERT.doubt,
)

RUNGS: Final[Mapping[str, Rung]] = MappingProxyType(
    {
        "R0": Rung(arena.RANDOM, POLICY),
        "R1": Rung(arena.RULE, POLICY),
        "R2": Rung(arena.TABLE, POLICY),
        "noisy": Rung(arena.NOISY, POLICY),
        "R3": Rung(arena.TABLE, MODEL),
        "R4": Rung(arena.TABLE, WORLDS),
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


def state_of(names: Iterable[str], seats: int, size: int) -> str:
    """A short digest of how these rungs play such rounds now (`size` 0: of all sizes).

    Measurements are added up within one state alone.
    """
    rungs = [RUNGS[name] for name in sorted(set(names))]
    digest = hashlib.sha256(_decided_by())
    digest.update(repr([(rung.kind, tuple(rung.depth)) for rung in rungs]).encode())
    files = [f"policy-{seats}"]
    if any(rung.depth.models_bids for rung in rungs):
        files.append("bid-model")
    if any(rung.depth.calibration >= 0 for rung in rungs):
        files.append("calibration")
    if size <= 1 and any(rung.depth.solved for rung in rungs):
        files.append("one-card")
    for name in files:
        digest.update(_trained(name))
    return digest.hexdigest()[:12]


@cache
def _trained(name: str) -> bytes:
    path = DATA / f"{name}.npz"
    return path.read_bytes() if path.exists() else b""


@cache
def _decided_by() -> bytes:
    """A digest of the sources that the arena is made of, comments and documentation apart."""
    room = Path(arena.__file__).parent
    digest = hashlib.sha256()
    found = ["arena"]
    for stem in found:
        tree = ast.parse((room / f"{stem}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            match node:
                case ast.Module() | ast.FunctionDef() | ast.ClassDef():
                    node.body = [part for part in node.body if not _is_text(part)]
                case ast.ImportFrom(module=str(module)) if module.startswith("ohhell.kernel."):
                    more = module.rpartition(".")[2]
                    if more not in (*found, "compiled"):  # how it is compiled decides nothing
                        found.append(more)
                case _:
                    pass
        digest.update(ast.dump(tree).encode())
    return digest.digest()


def _is_text(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
