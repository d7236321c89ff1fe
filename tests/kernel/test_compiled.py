"""Machine code is kept where only its owner can write, and its absence never stops a game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ohhell.kernel import compiled as machine_code
from ohhell.kernel.compiled import compiled, is_private, sources_hash

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


# ---------------------------------------------------------------------- damaged files


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, with the code of `twice` in it."""
    monkeypatch.setattr(machine_code, "CACHE", tmp_path)
    assert was_compiled()
    assert not was_compiled(), "the second time it is found"
    return tmp_path


def was_compiled() -> bool:
    """Call `twice` as a new process would; whether its code had to be made."""
    found = compiled(twice)
    assert found(21) == 42
    return not sum(found.stats.cache_hits.values())


def files_in(cache: Path) -> list[Path]:
    """Those of `twice`; what else this process compiles meanwhile comes here as well."""
    return sorted(path for path in cache.rglob("*twice*") if path.is_file())


def middle_flipped(content: bytes) -> bytes:
    half = len(content) // 2
    return content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "garbage": lambda _: b"\x80\x05garbage",
    "start": lambda content: content[:40],
    "cut": lambda content: content[:-1],
    "longer": lambda content: content + b"more",
    "flipped": middle_flipped,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_counts_as_none_and_is_replaced(kept: Path, damage: str) -> None:
    (file,) = files_in(kept)
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert was_compiled()
    assert not was_compiled()
    assert files_in(kept) == [file]


def test_a_file_that_has_gone_is_made_again(kept: Path) -> None:
    (file,) = files_in(kept)
    file.unlink()
    assert was_compiled()
    assert files_in(kept) == [file]


def test_code_of_another_source_is_not_run(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.__version__", "another")
    assert was_compiled()
    assert not was_compiled()


def test_where_the_code_cannot_be_kept_it_runs_all_the_same(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = files_in(kept)
    file.unlink()
    file.mkdir()  # in the way
    assert was_compiled()
    assert was_compiled()
    assert files_in(kept) == []
    file.rmdir()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as while_full:
        while_full.setattr(Path, "replace", full)
        assert was_compiled()
    assert files_in(kept) == []
    found = compiled(twice)
    for directory in kept.iterdir():
        directory.rmdir()
    kept.rmdir()
    kept.write_text("in the way of the whole directory")
    assert found(21) == 42
