"""Oh Hell by any house rules: play, CPU players, score sheet, verifiable deals."""

from typing import Final

__version__: Final = "0.1.0"
