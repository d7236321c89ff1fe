"""How far compiling is said to have come."""

import pytest

from ohhell.players.warm_up import compiling, share_done

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
