"""How a table is run: what its host may choose (stored), and the house's own timing (not)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ohhell.rules.record import PERSON

STAND_IN_LEVEL: Final = "rule-of-thumb"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who has a seat when a table opens: `player` is `person` or the level of a CPU player."""

    name: str
    player: str

    @property
    def is_person(self) -> bool:
        """Whether a person's program answers for this seat."""
        return self.player == PERSON


@dataclass(frozen=True, slots=True)
class Settings:
    """What the host of a table chooses; part of its log.  Times are in seconds.

    `turn_seconds` None is no limit.  After `grace_seconds` without its person a seat is played by
    a CPU player of level `stand_in`, which also acts for a turn that ran out.
    """

    turn_seconds: int | None = None
    grace_seconds: int = 30
    stand_in: str = STAND_IN_LEVEL


@dataclass(frozen=True, slots=True)
class Timing:
    """How long this program waits for what, in seconds; no part of any log.

    `bid_wait`: CPU players, while a person's bid may still be changed.  `pace`: CPU players,
    before any action.  `idle`: a person's turn without a limit, before the others may want a CPU
    player to act.  `nonces`: people's programs, for each of the two nonce steps.  `think`: CPU
    players' answers, before the fast policy answers instead.  `retry`: between attempts of
    the table to go on after its store failed.
    """

    bid_wait: float = 2.0
    idle: float = 20.0
    pace: float = 0.0
    nonces: float = 5.0
    think: float = 10.0
    retry: float = 2.0
