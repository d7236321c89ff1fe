"""The verifier: right records pass, and what is wrong with others is told once, at its place."""

from __future__ import annotations

import pytest

from ohhell.rules.presets import PRESETS
from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from tests.rules.changed_records import (
    RULEBOOK,
    Plain,
    first,
    line_with,
    loaded,
    verdict_of,
)
from tests.rules.played import PlayedGame, play

TIED = "common players=4 sequence=1 scoring=binary ties=leaders-3"


@pytest.fixture(scope="module")
def game() -> PlayedGame:
    """A finished game with drawn dealer, changed bids and a person's nonce."""
    return play(RULEBOOK, seed=5)


@pytest.mark.parametrize("ties", ["share", "leaders-2", "all-seats"])
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_records_of_all_presets_counts_and_tie_rules_are_right(
    preset: str, players: int, ties: str
) -> None:
    game = play(f"{preset} players={players} max_size=2 ties={ties}", seed=players)
    verdict = verify(read_record(game.text))
    assert verdict.faults == ()
    assert verdict.is_finished
    assert verdict.has_seed
    assert not verdict.is_abandoned


def test_a_whole_game_of_usual_length_is_right() -> None:
    verdict = verify(read_record(play("club-sheet", persons=(0, 2)).text))
    assert verdict.faults == ()
    assert verdict.state is not None
    assert len(verdict.state.results) >= 19


def test_games_with_extensions_are_right() -> None:
    games = [play(TIED, seed=seed) for seed in range(12)]
    extended = [game for game in games if game.state.extensions_played]
    assert len(extended) >= 3
    for game in extended:
        assert verify(read_record(game.text)).faults == ()


@pytest.mark.parametrize(
    "rulebook",
    [
        RULEBOOK,
        "party players=3 max_size=2 bidding=all-at-once hook=off",
        "common max_size=2 trump=none,hearts first_dealer=seat-2",
    ],
)
def test_an_unfinished_record_is_right_as_far_as_it_goes(rulebook: str) -> None:
    game = play(rulebook, seed=9)
    lines = game.text.splitlines(keepends=True)
    for cut in range(1, len(lines)):
        verdict = verify(read_record("".join(lines[:cut])))
        assert verdict.faults == ()
        assert not verdict.is_finished
        assert not verdict.has_seed
        assert not verdict.is_cut


def test_a_failure_to_follow_suit_is_found_without_the_seed() -> None:
    game = play("party players=3 max_size=6 sequence=down", seed=3)
    lines = loaded(game)
    lines = lines[: line_with(lines, "round", skip=1)]
    plays = [event for line in lines[1:] for event in line["events"] if event["event"] == "played"]
    found = next(
        (early, late)
        for index, early in enumerate(plays)
        for late in plays[index + 1 :]
        if index % 3
        and late["seat"] == early["seat"]
        and early["card"][1] == plays[index - index % 3]["card"][1]
        and late["card"][1] != early["card"][1]
    )
    found[0]["card"], found[1]["card"] = found[1]["card"], found[0]["card"]
    assert "must-follow" in {fault.error.code for fault in verdict_of(lines).faults}


def test_what_a_program_kept_is_compared(game: PlayedGame) -> None:
    record = read_record(game.text)
    right = verify(record, kept_commitment=game.header.commitment, kept_nonces=game.nonces)
    assert right.faults == ()
    wrong = verify(record, kept_commitment=bytes(32), kept_nonces={0: bytes(16), 2: bytes(16)})
    assert [fault.error.code for fault in wrong.faults] == [
        "other-commitment",
        "other-nonce",
        "nonce-not-recorded",
    ]
    assert verify(record, kept_nonces={9: bytes(16)}).faults


def test_a_seed_of_the_wrong_length_is_a_fault(game: PlayedGame) -> None:
    lines = loaded(game)
    first(lines, "seed")["seed"] = "11"
    verdict = verdict_of(lines)
    assert [fault.error.code for fault in verdict.faults] == ["wrong-seed-length"]
    assert not verdict.has_seed


def test_an_abandoned_game_is_checked_with_its_seed(game: PlayedGame) -> None:
    lines = loaded(game)
    cut = line_with(lines, "round", skip=2) + 3
    seed = first(lines, "seed")
    lines = lines[:cut]
    lines.append({"number": cut + 1, "by": "table", "events": [{"event": "abandoned"}, seed]})
    verdict = verdict_of(lines)
    assert verdict.faults == ()
    assert verdict.is_abandoned
    assert verdict.is_finished
    assert verdict.has_seed


def test_an_abandoned_game_with_hidden_bids_is_no_fault() -> None:
    game = play("party players=3 max_size=2 bidding=all-at-once hook=off")
    lines = loaded(game)
    cut = line_with(lines, "bid-hidden") + 1
    seed = first(lines, "seed")
    lines = lines[:cut]
    lines.append({"number": cut + 1, "by": "table", "events": [{"event": "abandoned"}, seed]})
    assert verdict_of(lines).faults == ()


def test_a_change_of_bid_recorded_as_a_first_bid_is_a_fault(game: PlayedGame) -> None:
    lines = loaded(game)
    first(lines, "bid-changed")["event"] = "bid"
    assert [fault.error.code for fault in verdict_of(lines).faults] == ["wrong-event"]


def test_bids_at_once_among_tied_leaders_are_right() -> None:
    rulebook = "players=4 sequence=1 scoring=binary ties=leaders-3 bidding=all-at-once hook=off"
    games = [play(rulebook, seed=seed) for seed in range(12)]
    assert any(len(game.state.places) > sum(game.state.survived) > 0 for game in games)
    for game in games:
        assert verify(read_record(game.text)).faults == ()


def test_a_turn_up_that_must_be_there_is_missed_without_the_seed(game: PlayedGame) -> None:
    lines = loaded(game)
    lines = lines[: line_with(lines, "round") + 1]
    first(lines, "round")["turn_up"] = None
    assert [fault.error.code for fault in verdict_of(lines).faults] == ["turn-up-missing"]


def test_a_second_deal_in_a_round_is_a_fault(game: PlayedGame) -> None:
    lines = loaded(game)
    index = line_with(lines, "round")
    lines = lines[: index + 1]
    lines.append(lines[index] | {"number": index + 2})
    assert [fault.error.code for fault in verdict_of(lines).faults] == ["no-deal-wanted"]


def test_a_dealer_at_random_stands_without_the_seed_and_is_checked_with_it() -> None:
    game = play("party players=5 max_size=1")
    lines = loaded(game)
    drawn = first(lines, "dealer")
    drawn["dealer"] = (drawn["dealer"] + 1) % 5
    assert verdict_of(lines).faults
    assert not verdict_of(lines[: line_with(lines, "dealer") + 1]).faults


@pytest.mark.parametrize("tag", ["nonce-shown", "dealer", "bid", "played", "scored", "seed"])
def test_two_actions_in_one_line_are_a_fault_and_the_game_is_still_followed(
    game: PlayedGame, tag: str
) -> None:
    lines = loaded(game)
    index = line_with(lines, tag)
    lines[index - 1]["events"] += lines.pop(index)["events"]
    for number, line in enumerate(lines[1:], start=2):
        line["number"] = number
    verdict = verdict_of(lines)
    assert ("more-than-one-action", index) in {
        (fault.error.code, fault.line) for fault in verdict.faults
    }
    assert verdict.is_finished
    assert verdict.unchecked == 0


@pytest.mark.parametrize(
    ("tag", "by"),
    [
        ("nonce-promised", "table"),
        ("nonce-shown", "cpu"),
        ("dealer", "person"),
        ("round", "timeout"),
        ("bid", "table"),
        ("bid-changed", "table"),
        ("played", "table"),
        ("seed", "cpu"),
    ],
)
def test_nobody_does_what_another_has_to_do(game: PlayedGame, tag: str, by: str) -> None:
    lines = loaded(game)
    index = line_with(lines, tag)
    lines[index]["by"] = by
    verdict = verdict_of(lines)
    assert [(fault.line, fault.error.code) for fault in verdict.faults] == [
        (index + 1, "wrong-actor")
    ]
    assert verdict.is_finished


def test_a_hidden_bid_is_not_the_tables() -> None:
    lines = loaded(play("party players=3 max_size=2 bidding=all-at-once hook=off"))
    lines[line_with(lines, "bid-hidden")]["by"] = "table"
    assert [fault.error.code for fault in verdict_of(lines).faults] == ["wrong-actor"]


def test_a_bid_for_want_of_time_is_right(game: PlayedGame) -> None:
    lines = loaded(game)
    lines[line_with(lines, "bid")]["by"] = "timeout"
    assert verdict_of(lines).faults == ()


@pytest.mark.parametrize("is_same_line", [True, False])
@pytest.mark.parametrize("event", [{"event": "abandoned"}, {"event": "seed", "seed": "11" * 32}])
def test_nothing_comes_after_the_seed(game: PlayedGame, event: Plain, is_same_line: bool) -> None:
    lines = loaded(game)
    if is_same_line:
        lines[-1]["events"].append(event)
    else:
        lines.append({"number": len(lines) + 1, "by": "table", "events": [event]})
    verdict = verdict_of(lines)
    assert [(fault.line, fault.error.code) for fault in verdict.faults] == [
        (len(lines), "after-the-end")
    ]
    assert verdict.has_seed


def test_a_line_broken_off_after_the_seed_is_told_and_no_fault(game: PlayedGame) -> None:
    verdict = verify(read_record(game.text + '{"number": '))
    assert verdict.faults == ()
    assert verdict.is_finished
    assert verdict.is_cut


def test_without_a_header_there_is_no_state() -> None:
    verdict = verify(read_record("{}\n"))
    assert verdict.state is None
    assert verdict.faults
    assert not verdict.is_finished
    assert not verdict.is_abandoned
