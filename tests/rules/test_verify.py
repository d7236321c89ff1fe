"""The verifier: right records pass, and no change to what happened goes unnoticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ohhell.rules.cards import Card
from ohhell.rules.presets import PRESETS
from ohhell.rules.record import read_record
from ohhell.rules.shuffle import commitment
from ohhell.rules.verify import Verdict, verify
from tests.rules.played import PlayedGame, play

Plain = dict[str, Any]
Mutation = Callable[[list[Plain]], None]

RULEBOOK = "club-sheet players=4 max_size=3 first_lead=dealers-left ties=leaders-2"
TIED = "common players=4 sequence=1 scoring=binary ties=leaders-3"


@pytest.fixture(scope="module")
def game() -> PlayedGame:
    """A finished game with drawn dealer, changed bids and a person's nonce."""
    return play(RULEBOOK, seed=5)


def loaded(game: PlayedGame) -> list[Plain]:
    """The lines of a record as plain values that a test may change."""
    return [json.loads(line) for line in game.text.splitlines()]


def written(lines: list[Plain]) -> str:
    """The inverse of `loaded`."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def verdict_of(lines: list[Plain]) -> Verdict:
    """What the verifier says of changed lines."""
    return verify(read_record(written(lines)))


def first(lines: list[Plain], tag: str, *, skip: int = 0) -> Plain:
    """The first event with that tag after `skip` others."""
    found = [event for line in lines[1:] for event in line["events"] if event["event"] == tag]
    return found[skip]


def line_with(lines: list[Plain], tag: str, *, skip: int = 0) -> int:
    """The index of the line that holds the first event with that tag after `skip` others."""
    found = [
        index
        for index, line in enumerate(lines)
        if index and any(event["event"] == tag for event in line["events"])
    ]
    return found[skip]


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


def swap_cards(lines: list[Plain]) -> None:
    """Two seats swap the cards they played to the first trick."""
    one, other = first(lines, "played"), first(lines, "played", skip=1)
    one["card"], other["card"] = other["card"], one["card"]


def play_another(lines: list[Plain]) -> None:
    """A seat plays a card it never had."""
    seen = written(lines)
    strange = next(str(card) for card in Card if f'"{card}"' not in seen)
    first(lines, "played")["card"] = strange


def bid_more(lines: list[Plain]) -> None:
    """A bid is raised by one."""
    bid = first(lines, "bid")
    bid["tricks"] = (bid["tricks"] + 1) % 3


def bid_by_another(lines: list[Plain]) -> None:
    """A bid is put down to the next seat."""
    bid = first(lines, "bid")
    bid["seat"] = (bid["seat"] + 1) % 4


def bid_too_much(lines: list[Plain]) -> None:
    """A bid exceeds the size of the round."""
    first(lines, "bid")["tricks"] = 4


def take_by_another(lines: list[Plain]) -> None:
    """A trick goes to the wrong seat."""
    trick = first(lines, "trick")
    trick["seat"] = (trick["seat"] + 1) % 4


def more_points(lines: list[Plain]) -> None:
    """Points are raised."""
    first(lines, "scored")["points"][1] += 10


def more_total(lines: list[Plain]) -> None:
    """A total is raised."""
    first(lines, "scored", skip=1)["totals"][2] += 1


def other_places(lines: list[Plain]) -> None:
    """The places are turned round."""
    first(lines, "ended")["places"].reverse()


def other_turn_up(lines: list[Plain]) -> None:
    """Another card of the same suit is turned up."""
    opened = first(lines, "round")
    opened["turn_up"] = ("2" if opened["turn_up"][0] != "2" else "3") + opened["turn_up"][1]


def other_trump(lines: list[Plain]) -> None:
    """The trump suit is not the turn-up's."""
    opened = first(lines, "round")
    opened["trump"] = "clubs" if opened["trump"] != "clubs" else "spades"


def other_size(lines: list[Plain]) -> None:
    """A round has a size that is not planned."""
    first(lines, "round")["size"] = 2


def other_dealer(lines: list[Plain]) -> None:
    """A round is dealt by the wrong seat."""
    opened = first(lines, "round", skip=1)
    opened["dealer"] = (opened["dealer"] + 1) % 4


def other_order(lines: list[Plain]) -> None:
    """The bidding order is turned round."""
    first(lines, "round")["seats"].reverse()


def other_draw(lines: list[Plain]) -> None:
    """The first dealer did not draw the highest card."""
    drawn = first(lines, "dealer")
    drawn["dealer"] = (drawn["dealer"] + 1) % 4


def other_drawn_card(lines: list[Plain]) -> None:
    """Two seats swap the cards they drew."""
    draws = first(lines, "dealer")["draws"][0]
    draws[0][1], draws[1][1] = draws[1][1], draws[0][1]


def other_nonce(lines: list[Plain]) -> None:
    """A nonce is not the one promised."""
    first(lines, "nonce-shown")["nonce"] = "00" * 16


def nonce_left_out(lines: list[Plain]) -> None:
    """A nonce that was shown is said to be missing."""
    shown = first(lines, "nonce-shown")
    shown.pop("nonce")
    shown["event"] = "nonce-missed"


def other_seed(lines: list[Plain]) -> None:
    """The revealed seed is another one."""
    first(lines, "seed")["seed"] = "11" * 32


def other_seed_and_commitment(lines: list[Plain]) -> None:
    """Seed and commitment are replaced by a pair that fits, the cards are not."""
    first(lines, "seed")["seed"] = "11" * 32
    lines[0]["commitment"] = commitment(b"\x11" * 32).hex()


def other_commitment(lines: list[Plain]) -> None:
    """The commitment is another one."""
    lines[0]["commitment"] = "22" * 32


def other_scoring(lines: list[Plain]) -> None:
    """The header names another scoring."""
    lines[0]["rulebook"] += " scoring=exact-only"


def other_lead(lines: list[Plain]) -> None:
    """The header lets another seat lead."""
    lines[0]["rulebook"] = lines[0]["rulebook"].replace("dealers-left", "highest-bidder")


def other_persons(lines: list[Plain]) -> None:
    """The header drops the person whose nonce was mixed in."""
    lines[0]["persons"] = []


def line_gone(lines: list[Plain]) -> None:
    """A card is left out and the lines renumbered."""
    del lines[line_with(lines, "played")]
    for number, line in enumerate(lines[1:], start=2):
        line["number"] = number


def line_lost(lines: list[Plain]) -> None:
    """A line is lost."""
    del lines[line_with(lines, "bid")]


def line_twice(lines: list[Plain]) -> None:
    """A line stands twice."""
    index = line_with(lines, "played")
    lines.insert(index, dict(lines[index]))


def lines_swapped(lines: list[Plain]) -> None:
    """Two bids change places, numbers and all."""
    index = line_with(lines, "bid")
    one, other = lines[index], lines[index + 1]
    lines[index], lines[index + 1] = other, one
    one["number"], other["number"] = other["number"], one["number"]


def consequence_gone(lines: list[Plain]) -> None:
    """A trick is not recorded as taken."""
    line = lines[line_with(lines, "trick")]
    line["events"] = [event for event in line["events"] if event["event"] != "trick"]


def consequence_alone(lines: list[Plain]) -> None:
    """A trick is taken though nobody played."""
    lines[line_with(lines, "bid")]["events"].append({"event": "trick", "seat": 0})


def abandoned_after_the_end(lines: list[Plain]) -> None:
    """A finished game is given up."""
    lines[line_with(lines, "seed")]["events"].append({"event": "abandoned"})


def seed_too_early(lines: list[Plain]) -> None:
    """The secret is out before the game is over."""
    lines[line_with(lines, "played")]["events"].append(first(lines, "seed"))


def hand_shown(lines: list[Plain]) -> None:
    """A hand stands in the record."""
    first(lines, "round")["hand"] = ["2C"]


MUTATIONS: tuple[Mutation, ...] = (
    swap_cards,
    play_another,
    bid_more,
    bid_by_another,
    bid_too_much,
    take_by_another,
    more_points,
    more_total,
    other_places,
    other_turn_up,
    other_trump,
    other_size,
    other_dealer,
    other_order,
    other_draw,
    other_drawn_card,
    other_nonce,
    nonce_left_out,
    other_seed,
    other_seed_and_commitment,
    other_commitment,
    other_scoring,
    other_lead,
    other_persons,
    line_gone,
    line_lost,
    line_twice,
    lines_swapped,
    consequence_gone,
    consequence_alone,
    abandoned_after_the_end,
    seed_too_early,
    hand_shown,
)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_the_verifier_notices(game: PlayedGame, mutation: Mutation) -> None:
    lines = loaded(game)
    mutation(lines)
    assert lines != loaded(game)
    assert verdict_of(lines).faults


# What a record shows wrongly is found while the game still runs, too: no seed is there to help.
SEEN_WITHOUT_SEED: tuple[Mutation, ...] = (
    bid_by_another,
    bid_too_much,
    take_by_another,
    more_points,
    more_total,
    other_trump,
    other_size,
    other_dealer,
    other_order,
    other_draw,
    line_gone,
    line_lost,
    line_twice,
    lines_swapped,
    consequence_gone,
    consequence_alone,
    other_nonce,
    other_scoring,
)


@pytest.mark.parametrize("mutation", SEEN_WITHOUT_SEED, ids=lambda mutation: mutation.__name__)
def test_the_verifier_notices_in_an_unfinished_game(game: PlayedGame, mutation: Mutation) -> None:
    lines = loaded(game)
    lines = lines[: line_with(lines, "round", skip=3)]
    assert not verdict_of(lines).faults
    mutation(lines)
    verdict = verdict_of(lines)
    assert verdict.faults
    assert not verdict.has_seed


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


def test_a_wrong_total_is_one_fault_and_not_one_a_round(game: PlayedGame) -> None:
    lines = loaded(game)
    more_total(lines)
    faults = verdict_of(lines).faults
    assert [(fault.line, fault.error.code) for fault in faults] == [
        (line_with(loaded(game), "scored", skip=1) + 1, "wrong-value")
    ]
    assert faults[0].error.params["field"] == "totals"


def test_lines_after_an_impossible_action_are_counted(game: PlayedGame) -> None:
    lines = loaded(game)
    index = line_with(lines, "bid")
    bid_too_much(lines)
    assert verdict_of(lines).unchecked == len(lines) - index - 1


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
