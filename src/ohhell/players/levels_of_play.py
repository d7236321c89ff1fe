"""What each compiled level is: how far it looks and what it remembers, in counts only."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ohhell.kernel.policy import MOST_CARDS
from ohhell.kernel.search import Depth

POLICY: Final = Depth(
    card_worlds=0,
    bid_worlds=0,
    drawn=1,
    bid_trust=0.0,
    play_trust=0.0,
    bid_doubt=0.0,
    doubt=0.0,
    margin=0.0,
    noise=0.0,
    reach=0,
    solved=False,
    models_bids=False,
    model_weight=0.0,
    forgets=0,
    slack=0.0,
    looks_at_all=False,
    calibration=-1,
)
"""The table policy alone: rung R2 of the ladder, the yardstick."""

MODEL: Final = POLICY._replace(models_bids=True)
"""Rung R3: the policy's play, the bid model's bids."""

NOVICE: Final = MODEL._replace(forgets=2, slack=0.12)
CASUAL: Final = MODEL._replace(solved=True, forgets=1, slack=0.03)
WORLDS: Final = MODEL._replace(
    card_worlds=100, bid_worlds=100, margin=1.0, reach=2, model_weight=100.0
)
"""Rung R4: worlds without inference."""
CLUB: Final = WORLDS._replace(drawn=4, bid_trust=3.0, solved=True, calibration=0)
EXPERT: Final = CLUB._replace(
    card_worlds=400,
    bid_worlds=600,
    drawn=8,
    bid_trust=10.0,
    bid_doubt=0.1,
    play_trust=10.0,
    doubt=0.1,
    model_weight=300.0,
    calibration=1,
)

DEPTHS: Final = MappingProxyType(
    {"novice": NOVICE, "casual": CASUAL, "club": CLUB, "expert": EXPERT}
)
"""The levels people choose, weakest first."""

PLAYS_TO_WIN: Final = frozenset({"expert"})
"""The levels that bid for the win, not for points, in the last round of a game."""

ADVISER_WORLDS: Final = 200
"""Advice looks at least at so many worlds, also where the level itself looks at none."""


def advising(depth: Depth) -> Depth:
    """How a level looks when it is asked for advice: at every legal choice, also a bad one."""
    return depth._replace(
        card_worlds=max(depth.card_worlds, ADVISER_WORLDS),
        bid_worlds=max(depth.bid_worlds, ADVISER_WORLDS),
        reach=MOST_CARDS,
        slack=0.0,
        solved=False,
        looks_at_all=True,
    )
