"""Rounds that are looked at by themselves, with no game around them."""

from __future__ import annotations

from dataclasses import replace

from ohhell.rules.axes import TieRule, Ties, TrumpRule
from ohhell.rules.rulebook import Rulebook


def round_rulebook(rulebook: Rulebook, *, size: int, trump: TrumpRule) -> Rulebook:
    """A rulebook whose first round has `size` cards and this trump, and all else as it is.

    Another round follows, so that nobody plays as if it were the last.  The dealer is the highest
    seat, so the seats bid in the order of their numbers.  Refuses what the pack cannot do.
    """
    return replace(
        rulebook,
        sequence=(size, max(size, rulebook.largest)),
        first_dealer=rulebook.players - 1,
        trump=trump,
        ties=Ties(TieRule.SHARE),
    )
