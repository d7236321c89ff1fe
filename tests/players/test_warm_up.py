"""How far compiling is said to have come."""

import os
from pathlib import Path
from typing import Any

import pytest

from ohhell.players import warm_up
from ohhell.players.warm_up import compiled_beside, compiling, share_done

HALF_WAY = [(4.0, "hand_spread"), (5.0, "nobody"), (50.0, "weigh_worlds")]


def test_from_one_landmark_to_the_next_it_goes_on_at_the_pace_so_far() -> None:
    at = share_done(HALF_WAY, 50.0)
    assert share_done(HALF_WAY, 52.0) - at == pytest.approx(at * 2.0 / 50.0)


def test_it_waits_at_the_next_landmark_and_never_goes_back() -> None:
    waiting = share_done(HALF_WAY, 10_000.0)
    assert waiting < 1.0
    assert waiting == share_done(HALF_WAY, 20_000.0)
    assert waiting == share_done([*HALF_WAY, (9_000.0, "play_out")], 9_000.0)


def test_a_function_that_comes_again_counts_once() -> None:
    assert share_done([*HALF_WAY, (50.0, "hand_spread")], 50.0) == share_done(HALF_WAY, 50.0)


def test_before_the_first_landmark_it_moves_as_well() -> None:
    assert 0.0 < share_done([], 1.0) < share_done([], 1.5) < share_done([], 1_000.0) < 0.1


def test_the_last_function_is_the_end() -> None:
    assert share_done([(1.0, "search_card")], 1.0) == 1.0


def test_where_nothing_is_compiled_there_is_nothing_to_show() -> None:
    with compiling() as done:
        assert done() is None


def test_what_compiles_beside_lasts_no_longer_than_the_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OHHELL_CACHE", str(tmp_path))
    monkeypatch.setattr(warm_up, "CACHE", tmp_path)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with compiled_beside("card-play") as wait:
        process: Any = getattr(wait, "__self__", None)
        assert process.poll() is None
    assert process.poll() is not None


@pytest.mark.parametrize(("processors", "is_kept"), [(1, True), (2, False)])
def test_nothing_is_compiled_twice_where_that_is_no_gain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processors: int, *, is_kept: bool
) -> None:
    monkeypatch.setattr(warm_up, "CACHE", tmp_path if is_kept else None)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    with compiled_beside("card-play") as wait:
        assert getattr(wait, "__self__", None) is None
        wait()
