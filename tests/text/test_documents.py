"""The pages about rules and rulebooks say what the program does."""

import json
import re
import shlex
from pathlib import Path

import pytest

from ohhell.cli.main import main
from ohhell.rules.presets import PRESETS, preset_rulebook
from ohhell.rules.rulebook import AXES, axis_text, parse_rulebook, rulebook_from_dict
from ohhell.rules.scoring import NAMED, parse_scoring, point_table
from ohhell.table.party_chat import EMOJI, PHRASES, SAYINGS
from ohhell.table.party_codec import PARTY_TAGS
from ohhell.text import catalogue

DOCS = Path(__file__).parents[2] / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
RULEBOOK = (DOCS / "rulebook.md").read_text(encoding="utf-8")
PARTIES = (DOCS / "parties.md").read_text(encoding="utf-8")
GLOSSARY = (DOCS / "glossary.md").read_text(encoding="utf-8")


def blocks(page: str, kind: str) -> list[str]:
    """The fenced blocks of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def between(page: str, name: str) -> str:
    """What stands between a mark and its end."""
    found = re.search(rf"<!-- {name}: [^\n]*-->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert found is not None
    return found[1]


def table(*rows: tuple[str, ...]) -> str:
    """Rows as a table, the first one its heading."""
    heading, *rest = (f"| {' | '.join(row)} |\n" for row in rows)
    return "\n" + heading + "|---" * len(rows[0]) + "|\n" + "".join(rest) + "\n"


def test_the_table_of_presets_is_that_of_the_program() -> None:
    presets = PRESETS.values()
    right = table(
        ("", *(f"`{preset.name}`" for preset in presets)),
        (
            "players of the source",
            *(str(p.most) if p.fewest == p.most else f"{p.fewest}-{p.most}" for p in presets),
        ),
        *(
            (f"`{axis}`", *(f"`{axis_text(preset_rulebook(p.name), axis)}`" for p in presets))
            for axis in AXES
            if axis != "players"
        ),
    )
    assert between(RULEBOOK, "presets") == right


def test_the_table_of_scorings_is_that_of_the_program() -> None:
    rows: list[tuple[str, ...]] = [("name", "exact", "over", "short", "low wins")]
    for name, scoring in NAMED.items():
        formulas = (scoring.exact, scoring.over, scoring.short)
        low = "yes" if scoring.low_wins else ""
        rows.append((f"`{name}`", *(f"`{formula}`" for formula in formulas), low))
    assert between(RULEBOOK, "scorings") == table(*rows)


def test_rulebooks_on_the_page_are_rulebooks() -> None:
    (text,) = blocks(RULEBOOK, "rulebook")
    assert str(parse_rulebook(text)) == text.strip()
    (plain,) = blocks(RULEBOOK, "json")
    assert rulebook_from_dict(json.loads(plain)).sizes == (5, 3, 1)
    assert parse_rulebook("hook=off") == parse_rulebook("common hook=off")
    assert parse_rulebook("PARTY Max-Size=5") == parse_rulebook("party max_size=5")


def test_every_value_in_the_table_of_axes_is_one() -> None:
    section = RULEBOOK.split("## The axes")[1].split("## Presets")[0]
    found: dict[str, list[str]] = {}
    for line in section.splitlines():
        if match := re.match(r"\| `(\w+)` \| (.*) \|$", line):
            found[match[1]] = re.findall(r"`([^`]+)`", match[2])
    assert tuple(found) == AXES
    for axis, values in found.items():
        assert len(values) > 1
        base = preset_rulebook("common", players=7)
        if axis == "bidding":
            base = base.changed(hook="off")
        for value in values:
            changed = base.changed(
                **{axis: value, "trump": "none"} if axis != "trump" else {axis: value}
            )
            assert axis_text(changed, axis) == value


def test_scorings_on_the_page_can_be_read() -> None:
    (block,) = blocks(RULEBOOK, "scoring")
    for line in block.splitlines():
        assert parse_scoring(line).name == "custom"
    assert parse_scoring("exact: 1 if 0 < bid < 3 and not size == 1 else 0; missed: 0")


def test_points_on_the_page_are_those_of_the_tables() -> None:
    rows = re.findall(r"^\| `([-\w]+)`[^|]*\|([-\d| ]+)\|$", RULES, re.MULTILINE)
    assert len(rows) == 6
    for name, cells in rows:
        points = point_table(NAMED[name], size=7, players=4)
        told = [int(cell) for cell in cells.split("|")]
        assert told == [
            points[bid][tricks] for bid, tricks in ((3, 3), (3, 2), (3, 4), (0, 0), (0, 2))
        ]
        assert ("low wins" in RULES.split(f"`{name}`")[-1].split("\n")[0]) == NAMED[name].low_wins


@pytest.mark.parametrize(
    "line",
    [
        line
        for page in (RULES, RULEBOOK)
        for block in blocks(page, "sh")
        for line in block.splitlines()
    ],
)
def test_commands_on_the_pages_work(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *args = shlex.split(line)
    assert name == "ohhell"
    with pytest.raises(SystemExit) as left:
        main(args)
    assert left.value.code == 0
    assert capsys.readouterr().out


def test_the_keys_of_the_json_are_all_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rules", "--json"])
    keys = json.loads(capsys.readouterr().out)
    section = RULEBOOK.split("for programs, one key a line")[1]
    told = [
        key
        for line in section.splitlines()
        if line.startswith("| `")
        for key in re.findall(r"`(\w+)`", line.split("|")[1])
    ]
    assert told == list(keys)


def test_every_preset_says_what_it_lets_be_changed() -> None:
    section = RULEBOOK.split("## Presets")[1].split("## Scorings")[0]
    for preset in PRESETS.values():
        (line,) = re.findall(
            rf"^- `{preset.name}` (.*?)(?=^- |\Z)", section, re.MULTILINE | re.DOTALL
        )
        for axis, values in [*preset.free.items(), *preset.one_at_a_time.items()]:
            assert preset.name == "common" or f"`{axis}" in line
            for value in values:
                assert f"`{value}`" in line or f"`{axis}={value}`" in line


def test_the_glossary_is_in_order() -> None:
    words = re.findall(r"^\| ([a-z][^|]*) \|", GLOSSARY, re.MULTILINE)[1:]
    assert words == sorted(words)
    assert {"hook", "turn-up", "extension", "size", "rulebook", "seat", "stock"} <= set(words)


def test_links_lead_somewhere() -> None:
    for page in (RULES, RULEBOOK, GLOSSARY):
        for target in re.findall(r"\]\(([^)]+)\)", page):
            file, _, anchor = target.partition("#")
            text = (DOCS / file).read_text(encoding="utf-8")
            headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            assert not anchor or anchor in [one.lower().replace(" ", "-") for one in headings]


def test_everything_that_members_can_say_has_words_and_nothing_else_has() -> None:
    said = {key.removeprefix("chat.") for key in catalogue().templates if key.startswith("chat.")}
    assert said == SAYINGS == {*PHRASES, *EMOJI}


def test_the_page_about_parties_names_every_tag_of_their_log() -> None:
    rows = PARTIES[PARTIES.index("## How it is kept") :]
    named = re.findall(r"^\| (`[a-z`, ]+`) \|", rows, re.MULTILINE)
    assert [tag for row in named for tag in re.findall(r"[a-z]+", row)] == [*PARTY_TAGS]
