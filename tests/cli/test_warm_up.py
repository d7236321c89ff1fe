"""Getting the CPU players ready at install, on a terminal."""

import os
import sys
from pathlib import Path

import pexpect


def test_a_bar_shows_how_far_compiling_is_and_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "ohhell.cli.warm_up"],
        env={**os.environ, "OHHELL_CACHE": str(tmp_path), "COLUMNS": "80", "TERM": "xterm"},
        encoding="utf-8",
        timeout=60,
    )
    child.expect_exact("bidding (1 of 2)")
    child.expect_exact("━")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert child.before is not None
    assert "Traceback" not in child.before
