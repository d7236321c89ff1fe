"""From the chance that worlds foretell to the chance that comes true.

In an imagined world the rest of the round is played by the policy, while the seat that looks will
go on looking: it makes more of its bids than its worlds say.  How much more was counted once, in
training: `calibration` float64[levels, 2, TERMS] by level and by what is decided (0 a bid, 1 a
card).  It acts on the log-odds x of making the bid, by n, the tricks left, and their logarithm z.
Where the hook bars one of the bids to choose from (h is 1 there, else 0), the bid that is made is
often one that nobody chose gladly.  It is less likely than it looks, and the less likely (y is x
where it is below 0, and 0 above) the more so: above all where few tricks are left to mend it.

    x + c0 + c1 z + c2 x + c3 x z + h (c4 + c5 y) / n
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
def calibrated(calibration, level, of, left, hooked, chance):
    """What a chance of making the bid, told with `left` tricks to come, is worth in truth.

    `level` is a row of `calibration`; where there is none the chance stands.  `hooked`: the hook
    bars one of the bids that the seat chooses from.
    """
    if level < 0 or level >= calibration.shape[0] or chance <= 0.0 or chance >= 1.0:
        return chance
    terms = calibration[level, of]
    told = np.log(chance / (1.0 - chance))
    odds = told
    n = np.float64(min(left, MOST_LEFT))
    z = np.log(n)
    odds += terms[0] + terms[1] * z + (terms[2] + terms[3] * z) * told
    if hooked:
        odds += (terms[4] + terms[5] * min(told, 0.0)) / n
    return 1.0 / (1.0 + np.exp(-odds))


@inlined
def lifts(calibration, level, of, left, hooked, chance):
    """By what the share of worlds in which the bid is made is multiplied, and that of the others.

    So every number that is told of a choice comes from one distribution of tricks.
    """
    told = calibrated(calibration, level, of, left, hooked, chance)
    if told == chance:
        return 1.0, 1.0
    return told / chance, (1.0 - told) / (1.0 - chance)
