"""Records: written line by line, read as far as they go, every fault named with its line."""

from __future__ import annotations

import json

import pytest

from ohhell.rules import events as ev
from ohhell.rules.errors import OhHellError
from ohhell.rules.record import read_record, row_line
from ohhell.rules.restore import restore
from tests.rules.played import PlayedGame, play

SMALL = "party players=3 max_size=3 sequence=up"
HIDDEN = "party players=3 max_size=2 bidding=all-at-once hook=off"


@pytest.fixture(scope="module")
def game() -> PlayedGame:
    """A small finished game."""
    return play(SMALL)


def lines_of(game: PlayedGame) -> list[str]:
    """The lines of a record without their line ends."""
    return game.text.removesuffix("\n").split("\n")


def codes(text: str) -> list[tuple[int, str]]:
    """Line and code of every fault found while reading."""
    return [(fault.line, fault.error.code) for fault in read_record(text).faults]


def test_reading_gives_back_the_header_and_every_row(game: PlayedGame) -> None:
    record = read_record(game.text)
    assert record.header == game.header
    assert not record.faults
    assert not record.is_cut
    assert record.is_over
    assert record.seed == game.seed
    assert [line.number for line in record.lines] == [row.number for row in game.rows]
    assert [line.by for line in record.lines] == [row.by for row in game.rows]


@pytest.mark.parametrize("rulebook", [SMALL, HIDDEN, "club-sheet max_size=2"])
def test_the_truth_comes_back_with_the_secret(rulebook: str) -> None:
    game = play(rulebook)
    rows = restore(read_record(game.text), game.seed, {})
    assert rows[0].events == (game.header.event,)
    assert rows[1:] == game.rows


@pytest.mark.parametrize("rulebook", [SMALL, HIDDEN])
def test_a_record_cut_anywhere_is_readable_up_to_the_cut_and_goes_on(rulebook: str) -> None:
    game = play(rulebook)
    text = game.text
    ends = [place for place, sign in enumerate(text) if sign == "\n"]
    header_end = ends[0]
    for cut in range(header_end + 1, len(text), 17):
        record = read_record(text[:cut])
        assert not record.faults
        whole = sum(end < cut for end in ends) - 1
        assert whole <= len(record.lines) <= whole + 1
        rows = restore(record, game.seed, game.hidden_bids)
        assert rows[1:] == game.rows[: len(rows) - 1]


def test_a_cut_inside_the_header_leaves_no_header(game: PlayedGame) -> None:
    record = read_record(game.text[:40])
    assert record.header is None
    assert record.is_cut
    with pytest.raises(OhHellError) as refusal:
        restore(record, game.seed, {})
    assert refusal.value.code == "no-header"


def test_no_card_of_a_round_is_in_the_record_before_it_is_seen(game: PlayedGame) -> None:
    for row in game.rows:
        line = row_line(row, game.header.rulebook)
        seen = [
            str(card)
            for event in row.events
            for card in (
                [event.card]
                if isinstance(event, ev.CardPlayed)
                else [event.turn_up]
                if isinstance(event, ev.RoundDealt)
                else [card for draws in event.draws for _, card in draws]
                if isinstance(event, ev.DealerDrawn)
                else []
            )
        ]
        deck = [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA"]
        assert sorted(card for card in deck if f'"{card}"' in line) == sorted(seen)


def test_bids_made_at_once_stay_out_of_the_record_until_all_are_in() -> None:
    game = play(HIDDEN)
    told: list[str] = []
    for row in game.rows:
        told += [
            event["event"] for event in json.loads(row_line(row, game.header.rulebook))["events"]
        ]
    assert "bid" not in told
    assert told.count("bid-hidden") == 3 * told.count("bids") > 0


def test_a_bid_still_hidden_must_be_known_to_go_on() -> None:
    game = play(HIDDEN)
    lines = lines_of(game)
    first = next(place for place, line in enumerate(lines) if "bid-hidden" in line)
    record = read_record("\n".join(lines[: first + 1]) + "\n")
    with pytest.raises(OhHellError) as refusal:
        restore(record, game.seed, {})
    assert refusal.value.code == "hidden-bid-missing"


def test_another_games_secret_is_refused(game: PlayedGame) -> None:
    with pytest.raises(OhHellError) as refusal:
        restore(read_record(game.text), bytes(32), {})
    assert refusal.value.code == "seed-does-not-match"


def test_a_faulty_record_is_not_restored(game: PlayedGame) -> None:
    lines = lines_of(game)
    with pytest.raises(OhHellError) as refusal:
        restore(read_record("\n".join([*lines, "{}", ""])), game.seed, {})
    assert refusal.value.code == "missing-key"
    points = next(place for place, line in enumerate(lines) if '"scored"' in line)
    lines[points] = lines[points].replace('"totals": [', '"totals": [9')
    with pytest.raises(OhHellError) as refusal:
        restore(read_record("\n".join([*lines, ""])), game.seed, {})
    assert refusal.value.code == "wrong-value"


def test_every_fault_is_collected_with_its_line(game: PlayedGame) -> None:
    lines = lines_of(game)
    lines[3] = "not json"
    lines[5] = '{"number": 6, "by": "ghost", "events": []}'
    lines[7] = "[1, 2]"
    lines[8] = ""
    assert [fault for fault in codes("\n".join([*lines, ""])) if fault[1] != "wrong-number"] == [
        (4, "not-json"),
        (6, "bad-key"),
        (8, "not-an-object"),
        (9, "empty-line"),
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"number": 2, "by": "cpu"}', "missing-key"),
        ('{"number": "2", "by": "cpu", "events": []}', "bad-key"),
        ('{"number": true, "by": "cpu", "events": []}', "bad-key"),
        ('{"number": 2, "by": "cpu", "events": []}', "no-events"),
        ('{"number": 2, "by": "cpu", "events": {}}', "bad-key"),
        ('{"number": 2, "by": "cpu", "events": [{}]}', "unknown-event"),
        ('{"number": 2, "by": "cpu", "events": [{"event": "abandoned"}], "x": 1}', "unknown-key"),
        ('{"number": 2, "number": 2, "by": "cpu", "events": []}', "key-twice"),
        ('{"number": 3, "by": "cpu", "events": [{"event": "abandoned"}]}', "wrong-number"),
        ("[" * 100_000, "not-json"),
        (
            (
                '{"number": 2, "by": "cpu", "events": [{"event": "dealt", "number": 1,'
                ' "size": 0, "dealer": 0, "seats": [], "trump": null, "turn_up": null,'
                ' "hands": [], "stock": []}]}'
            ),
            "event-not-in-records",
        ),
    ],
)
def test_a_strange_line_is_a_fault_of_that_line(game: PlayedGame, line: str, code: str) -> None:
    header = lines_of(game)[0]
    assert codes(f"{header}\n{line}\n") == [(2, code)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"record": "chess"}, "not-a-record"),
        ({"version": 2}, "unknown-version"),
        ({"version": "1"}, "unknown-version"),
        ({"version": True}, "unknown-version"),
        ({"version": 1.0}, "unknown-version"),
        ({"rulebook": "nonsense"}, "unknown-preset"),
        ({"rulebook": 7}, "bad-key"),
        ({"seats": []}, "wrong-number-of-names"),
        ({"seats": ["Ann", "B", "C"]}, "missing-key"),
        ({"seats": [{"name": "A", "player": "person", "age": 3}] * 3}, "unknown-key"),
        ({"persons": [0, 0]}, "bad-key"),
        ({"persons": [1, 0]}, "bad-key"),
        ({"persons": [3]}, "bad-key"),
        ({"persons": "0"}, "bad-field"),
        ({"persons": [0, 1]}, "not-a-person"),
        ({"seats": [{"name": name, "player": ""} for name in "ABC"]}, "no-player"),
        ({"commitment": "00"}, "bad-key"),
        ({"commitment": "no"}, "bad-field"),
        ({"started": None}, "bad-key"),
        ({"more": 1}, "unknown-key"),
    ],
)
def test_a_strange_header_is_a_fault_of_line_one(
    game: PlayedGame, change: dict[str, object], code: str
) -> None:
    header = json.loads(lines_of(game)[0]) | change
    text = json.dumps(header) + "\n"
    assert codes(text) == [(1, code)]
    assert read_record(text).header is None


def test_an_empty_file_has_no_header() -> None:
    assert codes("") == [(1, "no-header")]
    assert read_record("").seed is None
    assert not read_record("").is_over
