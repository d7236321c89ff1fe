"""`ohhell`, but for the time after which somebody counts as idle: `python -m tests.e2e.impatient`."""

from __future__ import annotations

from functools import partial
from unittest.mock import patch

from ohhell.cli.main import main
from ohhell.table.settings import Timing
from ohhell.web import app

if __name__ == "__main__":
    with patch.object(app, "Timing", partial(Timing, idle=0.5)):
        main()
