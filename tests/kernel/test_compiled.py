"""Machine code is kept where only its owner can write, and its absence never stops a game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ohhell.kernel.compiled import is_private, sources_hash

needs_owners = pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes")


def where(cache: Path, **more: str) -> str:
    env = {**os.environ, "OHHELL_CACHE": str(cache), **more}
    program = "from ohhell.kernel.compiled import CACHE; print(CACHE)"
    return subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_directory_is_named_by_the_sources(tmp_path: Path) -> None:
    found = Path(where(tmp_path / "cache"))
    assert found == tmp_path / "cache" / f"compiled-{sources_hash()}"
    assert is_private(found)


@needs_owners
def test_a_directory_others_can_write_is_not_used(tmp_path: Path) -> None:
    shared = tmp_path / "cache"
    shared.mkdir()
    shared.chmod(0o777)
    assert where(shared) == "None"


def test_a_place_that_cannot_be_written_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a directory")
    assert where(file / "cache") == "None"
    program = (
        "from ohhell.kernel.play import *; w = workspace(2, 1);"
        "random_rounds(5, 2, 1, 0, False, 0, np.eye(2, dtype=np.int64), *w); print(w[4].sum())"
    )
    env = {**os.environ, "OHHELL_CACHE": str(file / "cache")}
    run = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "1"
