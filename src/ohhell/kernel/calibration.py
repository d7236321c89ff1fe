"""From the chance that worlds foretell to the chance that comes true.

In an imagined world the rest of the round is played by the policy, while the seat that looks will
go on looking: it makes more of its bids than its worlds say.  How much more was counted once, in
training: `calibration` float64[levels, 2, TERMS] by level and by what is decided (0 a bid, 1 a
card).  It acts on the log-odds x of making the bid, by n, the tricks left, and their logarithm z;
and on y, which is x where it is below 0 and 0 above.  A bid that is unlikely to be made is one that
nobody chose gladly, and is less likely still: above all where few tricks are left to mend it.

    x + c0 + c1 z + c2 x + c3 x z + c4 y + c5 y / n
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ohhell.kernel.compiled import inlined

TERMS: Final = 6
MOST_LEFT: Final = 10
"""More tricks left count as so many: it was fitted to rounds of up to ten cards."""
OF_BIDS: Final = 0
OF_CARDS: Final = 1


@inlined
def calibrated(calibration, level, of, left, chance):
    """What a chance of making the bid, told with `left` tricks to come, is worth in truth.

    `level` is a row of `calibration`; where there is none the chance stands.
    """
    if level < 0 or level >= calibration.shape[0] or chance <= 0.0 or chance >= 1.0:
        return chance
    terms = calibration[level, of]
    told = np.log(chance / (1.0 - chance))
    odds = told
    n = np.float64(min(left, MOST_LEFT))
    z = np.log(n)
    short = min(told, 0.0)
    odds += terms[0] + terms[1] * z
    odds += (terms[2] + terms[3] * z) * told + (terms[4] + terms[5] / n) * short
    return 1.0 / (1.0 + np.exp(-odds))


@inlined
def lifts(calibration, level, of, left, chance):
    """By what the share of worlds in which the bid is made is multiplied, and that of the others.

    So every number that is told of a choice comes from one distribution of tricks.
    """
    told = calibrated(calibration, level, of, left, chance)
    if told == chance:
        return 1.0, 1.0
    return told / chance, (1.0 - told) / (1.0 - chance)
