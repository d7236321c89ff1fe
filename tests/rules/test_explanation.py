"""What is said of a rulebook holds its numbers, counted here by hand or by other means."""

import itertools

import pytest
from hypothesis import given

from ohhell.rules.examples import HookExample, hook_example, paid_examples
from ohhell.rules.explanation import Section, Statement, Value, _may_change, explain, size_runs
from ohhell.rules.presets import PRESETS, Preset, Standing, preset_rulebook, standing
from ohhell.rules.rulebook import AXES, Rulebook, parse_rulebook
from tests.rules.strategies import rulebooks

SECTIONS = ["rounds", "dealing", "bidding", "play", "scoring", "end", "source"]


def statements(text: str | Rulebook, section: str = "") -> list[Statement]:
    rulebook = parse_rulebook(text) if isinstance(text, str) else text
    return [
        one for found in explain(rulebook) if section in ("", found.key) for one in found.statements
    ]


def keys(text: str | Rulebook, section: str = "") -> list[str]:
    return [one.key.removeprefix("explain.") for one in statements(text, section)]


def params(text: str | Rulebook, key: str) -> dict[str, Value]:
    (found,) = (one for one in statements(text) if one.key == f"explain.{key}")
    return dict(found.params)


def sizes_told(sections: tuple[Section, ...]) -> list[int]:
    """The size of every round, put together again from what is said of the rounds."""
    told: dict[int, int] = {}
    for statement in sections[0].statements:
        said: dict[str, int] = {k: v for k, v in statement.params.items() if isinstance(v, int)}
        match statement.key.removeprefix("explain."):
            case "sizes.down":
                run = range(said["size"], said["least"] - 1, -1)
            case "sizes.up":
                run = range(said["size"], said["most"] + 1)
            case "sizes.same":
                run = itertools.repeat(said["size"], said["last"] - said["first"] + 1)
            case "sizes.one":
                run = (said["size"],)
            case "sizes.list":
                listed = statement.params["sizes"]
                assert isinstance(listed, tuple)
                run = map(int, listed)
            case _:
                continue
        for number, size in enumerate(run, start=said["first"]):
            assert number not in told
            told[number] = size
        assert max(told) == said.get("last", said["first"])
    assert sorted(told) == list(range(1, len(told) + 1))
    return [told[number] for number in sorted(told)]


@given(rulebooks())
def test_every_round_is_told_once_with_its_size(rulebook: Rulebook) -> None:
    sections = explain(rulebook)
    assert [section.key for section in sections] == SECTIONS
    assert sizes_told(sections) == list(rulebook.sizes)
    counts = params(rulebook, "rounds")
    assert counts["rounds"] == len(rulebook.sizes)
    assert counts["tricks"] == sum(rulebook.sizes)


@pytest.mark.parametrize(
    ("sizes", "runs"),
    [
        ("1", ["1"]),
        ("3,2,1,2,3", ["3,2,1,2,3"]),
        ("5,5,5", ["5+0"]),
        ("5,5", ["5+0"]),
        ("9,8,7,6,5,4,3,2", ["9-1"]),
        ("4,3,2,1,2,3,4,5", ["4-1", "2+1"]),
        ("1,9,1,9,1,9,1,9", ["1,9,1,9,1,9,1,9"]),
        ("1,1,5,5,5,3,2,1,9", ["1+0", "5+0", "3-1", "9"]),
        ("9,1,2,9,1,2,3,9", ["9,1,2,9", "1+1", "9"]),
    ],
)
def test_sizes_are_told_in_lines_and_lists(sizes: str, runs: list[str]) -> None:
    found = size_runs(tuple(map(int, sizes.split(","))))
    told = [
        ",".join(map(str, run.sizes)) if run.step is None else f"{run.sizes[0]}{run.step:+d}"
        for run in found
    ]
    assert told == runs


@given(rulebooks())
def test_the_hook_example_is_what_the_hook_says(rulebook: Rulebook) -> None:
    example = hook_example(rulebook)
    hooked = [size for size in rulebook.sizes if rulebook.hook and size >= rulebook.hook]
    if example is None:
        assert not hooked
        return
    assert example.size in hooked
    assert len(example.earlier) == rulebook.players - 1
    assert all(bid >= 0 for bid in example.earlier)
    assert sum(example.earlier) + example.barred == example.size
    others = [bid for bid in range(example.size + 1) if bid != example.barred]
    assert list(example.allowed) == others


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("common", HookExample(7, (2, 3, 1), 1, (0, 2, 3, 4, 5, 6, 7))),
        ("common players=3", HookExample(7, (3, 3), 1, (0, 2, 3, 4, 5, 6, 7))),
        ("common players=7", HookExample(7, (1, 2, 1, 1, 1, 0), 1, (0, 2, 3, 4, 5, 6, 7))),
        ("common sequence=1", HookExample(1, (0, 0, 0), 1, (0,))),
        ("common max_size=2", HookExample(2, (1, 0, 0), 1, (0, 2))),
        ("common hook=from-9", HookExample(9, (3, 4, 1), 1, (0, 2, 3, 4, 5, 6, 7, 8, 9))),
        ("common hook=off", None),
        ("common hook=from-11", None),
    ],
)
def test_hook_examples(text: str, example: HookExample | None) -> None:
    assert hook_example(parse_rulebook(text)) == example


def test_a_hook_example_needs_no_game_that_could_end() -> None:
    # Paid alike in rounds of 7, which the example is taken from, but not in the largest.
    text = "common max_size=8 ties=all-seats scoring='exact: size // 8; missed: 0'"
    example = hook_example(parse_rulebook(text))
    assert example is not None
    assert example.size == 7


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        ("tricks-plus-ten", (13, 2, 4, 10, 1)),
        ("club-sheet", (30, -10, -10, 10, -10)),
        ("exact-only", (13, 0, 0, 10, 0)),
        ("gentleman", (30, -10, 4, 5, 1)),
        ("negative-square", (0, 1, 1, 0, 1)),
        ("adjusted-zero", (13, 2, 4, 12, 1)),
    ],
)
def test_paid_examples(scoring: str, points: tuple[int, ...]) -> None:
    found = paid_examples(parse_rulebook(f"common scoring={scoring}"))
    assert found.over is not None
    told = (found.exact, found.short, found.over, found.zero, found.zero_missed)
    assert tuple(one.points for one in told) == points
    assert [(one.bid, one.tricks) for one in told] == [(3, 3), (3, 2), (3, 4), (0, 0), (0, 1)]
    assert {one.size for one in told} == {7}


def test_paid_examples_of_the_smallest_rounds() -> None:
    found = paid_examples(parse_rulebook("common sequence=1"))
    assert found.over is None
    assert (found.exact.bid, found.exact.points, found.short.points) == (1, 11, 0)
    assert "over" not in params("common sequence=1", "example.missed")
    found = paid_examples(parse_rulebook("common sequence=2,1,2"))
    assert found.over is not None
    assert (found.exact.bid, found.over.tricks, found.over.points) == (1, 2, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("common", ["deal", "trump.turn-up"]),
        ("common trump=none", ["deal", "trump.never"]),
        ("common trump=hearts", ["deal", "trump.fixed"]),
        (
            "common trump=turn-up-except-largest",
            ["deal", "trump.except-largest"],
        ),
        ("common trump=turn-up-except-largest sequence=4,4", ["deal", "trump.never"]),
        ("common trump=clubs,none", ["deal", "trump.cycle", "trump.rounds", "trump.rounds"]),
    ],
)
def test_dealing_and_trump(text: str, said: list[str]) -> None:
    assert keys(text, "dealing") == said


def test_every_round_of_a_cycle_is_told_with_its_trump() -> None:
    told = {
        one.params["suit"]: one.params["rounds"]
        for one in statements("common max_size=3 trump=spades,none,hearts,spades", "dealing")
        if one.is_item
    }
    assert told == {"spades": (1, 4, 5), "none": (2,), "hearts": (3,)}


def test_rounds_without_trump_are_numbered() -> None:
    told = params("common trump=turn-up-except-largest", "trump.except-largest")
    assert told == {"size": 10, "rounds": (1, 19), "count": 2}
    assert params("common players=7", "deal") == {"largest": 2, "dealt": 49, "pack": 52}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("common", ["bids.in-turn", "bids.stand", "hook.on", "hook.example", "hook.free"]),
        (
            "club-sheet hook=from-3",
            ["bids.in-turn", "bids.change", "hook.from", "hook.example", "hook.free"],
        ),
        (
            "common hook=from-3 sequence=5,3",
            ["bids.in-turn", "bids.stand", "hook.on", "hook.example", "hook.free"],
        ),
        (
            "common sequence=1",
            ["bids.in-turn", "bids.stand", "hook.on", "hook.example.one", "hook.free"],
        ),
        ("common hook=from-12", ["bids.in-turn", "bids.stand", "hook.never"]),
        ("common hook=off", ["bids.in-turn", "bids.stand", "hook.off"]),
        ("common hook=off bidding=all-at-once", ["bids.at-once", "hook.off"]),
    ],
)
def test_bidding(text: str, said: list[str]) -> None:
    assert keys(text, "bidding") == said


@pytest.mark.parametrize(
    ("text", "lead", "wins"),
    [
        ("common", "lead.dealers-left", "win.trump"),
        ("club-sheet trump=none", "lead.dealer", "win.no-trump"),
        ("common first_lead=highest-bidder trump=hearts,none", "lead.highest-bidder", "win.either"),
        ("common trump=turn-up-except-largest", "lead.dealers-left", "win.either"),
    ],
)
def test_play(text: str, lead: str, wins: str) -> None:
    said = keys(text, "play")
    assert said == [lead, "trick", "follow", wins, "next"]


def test_a_seat_that_deals_first_is_told_by_its_name() -> None:
    rulebook = parse_rulebook("common players=3 first_dealer=seat-1")
    found = {
        one.key: one.params
        for section in explain(rulebook, names=("Ada", "Emil", "Chiyo"))
        for one in section.statements
    }
    assert found["explain.dealer.names"] == {"first": "Emil", "others": ("Chiyo", "Ada")}
    differs = {"axis": "first_dealer", "who": "Emil", "usual": "drawn"}
    assert found["explain.differs"] == differs


def test_first_dealers() -> None:
    assert "dealer.drawn" in keys("common", "rounds")
    assert "dealer.random" in keys("party", "rounds")
    assert params("common first_dealer=seat-2", "dealer.seats") == {"first": 2, "others": (3, 0, 1)}
    found = explain(preset_rulebook("party"), first_dealer=3, names=("Ada", "Emil", "Chiyo", "Bo"))
    (told,) = (one for one in found[0].statements if one.key.startswith("explain.dealer"))
    assert told.key == "explain.dealer.names"
    assert told.params == {"first": "Bo", "others": ("Ada", "Emil", "Chiyo")}


def test_formulas_are_told_as_they_are_and_their_words_explained() -> None:
    said = keys("common scoring=gentleman", "scoring")
    assert said[:4] == ["scoring.named", "scoring.exact", "scoring.over", "scoring.short"]
    said = keys("common scoring='exact: 1; missed: 0'", "scoring")
    assert said[:3] == ["scoring.custom", "scoring.exact", "scoring.missed"]
    assert "scoring.words" not in said
    text = "common scoring='exact: size // 2; missed: -abs(bid - tricks) + min(0, max(players, 1))'"
    words = ("bid", "tricks", "size", "players", "abs", "min", "max", "//")
    assert params(text, "scoring.words") == {"words": words}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("common", ["end.high", "ties.share", "places"]),
        ("common scoring=negative-size", ["end.low", "ties.share", "places"]),
        (
            "club-sheet",
            ["end.high", "ties.all-seats", "extension.turn-up", "extension.next", "places"],
        ),
        (
            "party trump=turn-up-except-largest",
            [
                "end.high",
                "ties.leaders",
                "extension.no-trump",
                "extension.deal",
                "extension.stay",
                "places",
            ],
        ),
        (
            "club-sheet trump=none",
            ["end.high", "ties.all-seats", "extension.no-trump", "extension.next", "places"],
        ),
        (
            "club-sheet trump=clubs",
            ["end.high", "ties.all-seats", "extension.fixed", "extension.next", "places"],
        ),
        (
            "club-sheet trump=clubs,none",
            ["end.high", "ties.all-seats", "extension.cycle", "extension.next", "places"],
        ),
    ],
)
def test_the_end(text: str, said: list[str]) -> None:
    assert keys(text, "end") == said


def test_extensions_go_on_with_the_cycle() -> None:
    # 19 rounds, so that an extension is round 20, the second of a cycle of two.
    assert params("club-sheet trump=clubs,none", "extension.cycle") == {"suit": "none"}
    assert params("party ties=leaders-5", "ties.leaders") == {"extensions": 5, "size": 10}


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", range(3, 8))
def test_presets_stand_as_written_unless_too_many_play(name: str, players: int) -> None:
    rulebook = preset_rulebook(name, players=players)
    said = keys(rulebook, "source")
    if PRESETS[name].fewest <= players <= PRESETS[name].most:
        assert said[:2] == ["source", "standing.as-written"]
        assert "differs" not in said
    else:
        assert said[:3] == ["source", "standing.custom", "differs.players"]
        assert params(rulebook, "differs.players") == {
            "axis": "players",
            "value": players,
            "usual": (4,),
        }
    assert params(rulebook, "text") == {"text": str(rulebook)}


DIFFERS = "explain.differs"


@given(rulebooks())
def test_all_that_differs_is_told(rulebook: Rulebook) -> None:
    told = [one.params["axis"] for one in statements(rulebook) if one.key.startswith(DIFFERS)]
    assert len(told) == len(set(told))
    assert set(told) <= set(AXES)
    assert bool(told) == (standing(rulebook) is not Standing.AS_WRITTEN)
    changes = {
        str(one.params["axis"]): one.params["value"]
        for one in statements(rulebook)
        if one.key.startswith(DIFFERS)
    }
    again = preset_rulebook(rulebook.preset, players=rulebook.players).changed(
        **{name: str(value) for name, value in changes.items()}
    )
    assert again.sizes == rulebook.sizes
    assert again.trump == rulebook.trump
    assert again.scoring == rulebook.scoring
    assert again.ties == rulebook.ties


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cardgames", ["may-change.nothing", "text"]),
        ("club-sheet", ["may-change.one", *["may-change.values"] * 3, "text"]),
        ("common", ["may-change.everything", "silent", "text"]),
        (
            "party",
            [
                "may-change.freely",
                "may-change.capped",
                *["may-change.values"] * 5,
                "silent",
                "text",
            ],
        ),
    ],
)
def test_what_a_source_lets_a_table_change(name: str, said: list[str]) -> None:
    assert keys(name, "source")[2:] == said


def test_the_cap_follows_the_players() -> None:
    assert params("party players=6", "may-change.capped") == {"axis": "max_size", "most": 8}


def test_an_axis_may_be_free_altogether() -> None:
    preset = Preset("some", source="", values={}, free={"hook": (), "ties": ("share",)})
    said = list(_may_change(parse_rulebook("common"), preset))
    assert [one.key.removeprefix("explain.") for one in said] == [
        "may-change.freely",
        "may-change.any",
        "may-change.values",
    ]
    assert dict(said[1].params) == {"axis": "hook"}


def test_our_own_choice_is_none_where_the_table_chose() -> None:
    assert params("party", "silent") == {"axes": ("first_dealer", "first_lead")}
    assert params("party first_lead=dealer", "silent") == {"axes": ("first_dealer",)}
    assert "silent" not in keys("common ties=all-seats")
