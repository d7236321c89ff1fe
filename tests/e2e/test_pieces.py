"""The client's pure parts, in the browser they run in: geometry, sentences, the shuffle, its checks."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ohhell.text import Catalogue, catalogue
from ohhell.web.protocol.party_outgoing import Departed
from tests.e2e.pictures import STATIC
from tests.e2e.screen import Pages, Player
from tests.web.serving import Program

GOLDEN = Path(__file__).parents[1] / "golden"
BOXES = [
    (320, 568),
    (360, 640),
    (375, 667),
    (390, 844),
    (412, 915),
    (600, 960),
    (768, 1024),
    (834, 1112),
    (568, 320),
    (667, 375),
    (844, 390),
    (915, 412),
    (1024, 768),
    (1280, 800),
    (1440, 900),
    (1920, 1080),
]
USUAL = {2: 10, 3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


@pytest.fixture(scope="module")
def page(browser: Browser, program: Program) -> Generator[Page]:
    """A page that knows where the client's modules are."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(program.address)
    page.wait_for_selector("h1")
    page.evaluate(
        """() => {
            const app = document.querySelector('script[type=module]').src;
            globalThis.module = (path) => import(new URL(path, app).href);
        }"""
    )
    yield page
    context.close()


@pytest.fixture(scope="module")
def layouts(page: Page) -> list[dict[str, Any]]:
    """Every layout of 2 to 7 seats, hands from none to the usual largest and beyond, in all boxes.

    Also where something asks for an answer above the seats; on its side a phone has room elsewhere.
    """
    cases = [
        {"seats": seats, "box": {"w": w, "h": h}, "hand": hand, "above": above}
        for seats in USUAL
        for w, h in BOXES
        for hand in (*range(USUAL[seats] + 1), 13, 17)
        for above in (0, 66)
        if seats * hand <= 52 and (h >= 480 or above == 0)
    ]
    found: list[dict[str, Any]] = page.evaluate(
        """async (cases) => {
            const { layout } = await module('./table/geometry.js');
            return cases.map((one) => ({ ...one, ...layout(one.seats, one.box, one.hand, one.above) }));
        }""",
        cases,
    )
    assert len(found) > 700
    return found


def name(one: dict[str, Any]) -> str:
    return f"{one['seats']} seats, {one['hand']} cards, {one['box']['w']}×{one['box']['h']}"


def overlap(one: dict[str, float], other: dict[str, float], room: float = 0) -> bool:
    return (
        abs(one["x"] - other["x"]) < (one["w"] + other["w"]) / 2 + room
        and abs(one["y"] - other["y"]) < (one["h"] + other["h"]) / 2 + room
    )


def test_plates_lie_apart_and_on_the_screen(layouts: list[dict[str, Any]]) -> None:
    for one in layouts:
        plates = [plate for plate in one["plates"] if plate]
        assert len(plates) == one["seats"] - 1
        for plate, other in combinations(plates, 2):
            assert not overlap(plate, other), name(one)
        for plate in plates:
            assert plate["x"] - plate["w"] / 2 >= 0, name(one)
            assert plate["x"] + plate["w"] / 2 <= one["box"]["w"], name(one)
            assert plate["y"] - plate["h"] / 2 >= one["bar"] - 1, name(one)


def test_no_card_of_a_trick_covers_anything(layouts: list[dict[str, Any]]) -> None:
    """Not another card, not a plate, not my hand; and it can be read."""
    for one in layouts:
        size = one["trick"]["card"]
        cards = [{**at, **size} for at in one["trick"]["at"]]
        plates = [plate for plate in one["plates"] if plate]
        for card, other in combinations(cards, 2):
            assert not overlap(card, other), name(one)
        for card in cards:
            assert not any(overlap(card, plate) for plate in plates), name(one)
            assert card["y"] + card["h"] / 2 <= one["handTop"], name(one)
            assert card["x"] - card["w"] / 2 >= 0, name(one)
            assert card["x"] + card["w"] / 2 <= one["box"]["w"], name(one)
        if one["hand"] <= USUAL[one["seats"]] and one["box"]["h"] >= 375:
            is_cramped = one["above"] and one["box"]["h"] < 600
            assert size["w"] >= (28 if is_cramped else 40), name(one)


def test_my_hand_is_whole_and_every_card_can_be_hit(layouts: list[dict[str, Any]]) -> None:
    for one in layouts:
        mine, fan = one["mine"], one["fan"]
        assert len(fan) == one["hand"]
        for card in fan:
            assert card["x"] - mine["w"] / 2 >= 0, name(one)
            assert card["x"] + mine["w"] / 2 <= one["box"]["w"], name(one)
            assert card["y"] + mine["h"] / 2 <= one["box"]["h"], name(one)
        for left, right in pairwise(fan):
            if left["row"] == right["row"] and not one["flat"]:
                strip = right["x"] - left["x"]
                assert strip >= (44 if one["hand"] <= 12 else 36), name(one)
        rows = {card["row"]: card["y"] for card in fan}
        for row, other in pairwise(sorted(rows)):
            assert rows[other] - rows[row] >= 28, name(one)


STANDINGS: dict[str, tuple[int, int, int, str, str]] = {
    "one to come": (2, 1, 1, "to-go", "1 to go"),
    "all of them": (2, 2, 1, "made", "made"),
    "one more": (2, 3, 1, "over", "1 over"),
    "cannot be made": (3, 1, 1, "short", "2 short"),
    "none, before a card": (0, 0, 4, "to-go", "take none"),
    "none, at the end": (0, 0, 0, "made", "made"),
}


@pytest.mark.parametrize("case", STANDINGS)
def test_how_a_bid_stands_is_said_once_and_not_too_soon(page: Page, case: str) -> None:
    """Bid, taken, tricks that are left: a bid of none is not made before the last trick is."""
    bid, taken, left, state, text = STANDINGS[case]
    found = page.evaluate(
        """async ([bid, taken, left]) => {
            const { standing } = await module('./table/scene.js');
            const { stateText } = await module('./table/seats.js');
            const view = { phase: 'playing', to_act: [], round: {
                seats: [0], bids: [bid], taken: [taken], size: 5, tricks: Array(5 - left) } };
            return [standing(view, 0).state, stateText(view, 0)];
        }""",
        [bid, taken, left],
    )
    assert found == [state, text]


def test_sentences_are_filled_as_the_server_fills_them(page: Page) -> None:
    templates = {
        "t.plain": "Bid {bid}.",
        "t.count": "{n:# trick|# tricks}",
        "t.forms": "There {n:is one|are #}.",
        "t.label": "{suit:@suit}",
        "t.labels": "{suits:@suit or}",
        "t.list": "{sizes}",
        "t.cut": "{name:~5}",
        "t.optional": "No.[ Did you mean {near}?] {{x}} [[y]]",
        **{
            key: text
            for key, text in catalogue().templates.items()
            if key[:5] in ("list.", "suit.")
        },
    }
    cases: list[tuple[str, dict[str, Any]]] = [
        ("t.plain", {"bid": 3}),
        *(("t.count", {"n": n}) for n in (0, 1, 2)),
        *(("t.forms", {"n": n}) for n in (1, 4)),
        ("t.label", {"suit": "hearts"}),
        ("t.labels", {"suits": ("hearts", "none", "clubs")}),
        ("t.list", {"sizes": ()}),
        ("t.list", {"sizes": (3,)}),
        ("t.list", {"sizes": (3, 2)}),
        ("t.list", {"sizes": (3, 2, 1)}),
        ("t.cut", {"name": "a long name"}),
        ("t.optional", {"near": "hook"}),
        ("t.optional", {"near": ""}),
        ("t.optional", {}),
    ]
    said = page.evaluate(
        """async ([templates, cases]) => {
            const { say, useCatalogue, loadCatalogue } = await module('./text.js');
            useCatalogue({ language: 'en', templates });
            const said = cases.map(([key, params]) => say(key, params));
            await loadCatalogue();
            return said;
        }""",
        [templates, cases],
    )
    own = Catalogue(templates, plural=lambda number: 0 if number == 1 else 1)
    for (key, params), text in zip(cases, said, strict=True):
        assert text == own.say(key, **params), key


def test_every_sentence_the_client_names_is_in_the_catalogue() -> None:
    """As far as the source names it in full; and no `web.` sentence is left over that nobody names."""
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted(STATIC.rglob("*.js"))
        if "vendor" not in path.parts
    )
    templates = catalogue().templates
    named = set(re.findall(r'"(web\.[\w./+-]+)"', source))
    built = {key.partition("${")[0] for key in re.findall(r"`(web\.[^`]+)`", source)}
    about = set(re.findall(r'about\(\s*"(web\.[\w.-]+)"', source))
    about |= {"web.said.led", "web.said.played"}
    missing = {key for key in named if key not in templates and key + ".you" not in templates}
    assert missing == set()
    known = named | {f"{key}.you" for key in named}
    left = {
        key
        for key in templates
        if key.startswith("web.") and key not in known and not key.startswith(tuple(built))
    }
    assert left == set()
    assert about <= named


def test_every_label_that_is_sent_is_said(page: Page) -> None:
    """Labels are named by what they begin with: in the client's source, or in a sentence sent with them."""
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted(STATIC.rglob("*.js"))
        if "vendor" not in path.parts
    )
    sent: dict[str, str] = page.evaluate(
        """async () => Object.assign({}, ...await Promise.all(
            ['catalogue.json', 'catalogue-pages.json', 'catalogue-party.json'].map(
                async (name) => (await (await fetch(`/${name}`)).json()).templates)))"""
    )
    begins = {key.partition(".")[0] for key in sent}
    assert {"web", "suit", "level"} <= begins
    sentences = " ".join(sent.values())
    assert not [
        begin
        for begin in begins
        if not re.search(rf'["`]{begin}\.', source) and f"@{begin}" not in sentences
    ]


def test_every_reason_to_be_put_out_of_a_party_has_its_sentence() -> None:
    codes = set(re.findall(r"`([a-z-]+)`", Departed.__doc__ or "")) - {"code", "closing", "attend"}
    assert len(codes) >= 5
    assert {
        code for code in codes if f"web.party.departed.{code}" not in catalogue().templates
    } == set()


def test_the_shuffle_gives_what_the_vectors_say(page: Page) -> None:
    vectors = json.loads((GOLDEN / "shuffle_vectors.json").read_text(encoding="utf-8"))
    checked = page.evaluate(
        """async (vectors) => {
            const fair = await module('./fair/shuffle.js');
            const wrong = [];
            const same = (what, one, other) => {
                if (JSON.stringify(one) !== JSON.stringify(other)) wrong.push([what, one, other]);
            };
            let count = 0;
            for (const one of vectors.seed_commitments) {
                same(one.name, fair.seedCommitment(one.seed), one.commitment);
                count += 1;
            }
            for (const one of vectors.nonce_commitments) {
                same(one.name, fair.nonceCommitment(one.nonce, one.seat, one.game), one.commitment);
                count += 1;
            }
            for (const one of vectors.decks) {
                const { seed, nonces, label, number } = one;
                const deck = label === 'deal' ? fair.deckOfRound(seed, nonces, number)
                    : fair.deckOfDraw(seed, nonces);
                same(one.name, deck.join(' '), one.deck);
                count += 1;
            }
            for (const one of vectors.seats) {
                same(one.name, fair.randomDealer(one.seed, one.nonces), one.seat);
                count += 1;
            }
            for (const one of vectors.dealers) {
                const drawn = fair.drawForDealer(one.deck.split(' '), one.players);
                same(one.name, drawn.dealer, one.dealer);
                same(one.name, drawn.draws, one.rounds);
                count += 1;
            }
            return { wrong, count };
        }""",
        vectors,
    )
    assert checked["wrong"] == []
    assert checked["count"] > 10


TAMPERED: dict[str, tuple[str, set[str]]] = {
    "nothing": ("record", set()),
    "another seed": ('record.replace(/("seed": ?")[0-9a-f]{4}/, \'$10000\')', {"seed"}),
    "another promise": ('record.replace(/("commitment": ?")[0-9a-f]{4}/, \'$10000\')', {"seed"}),
    "another card": (
        """record.replace(/("event": ?"played", ?"seat": ?\\d, ?"card": ?")(..)/,
            (_, head, card) => head + (card === '2C' ? '3C' : '2C'))""",
        {"card"},
    ),
    "hands given to others": (
        r"""record.replace(/("round", ?"number": ?2.*?"seats": ?\[)(\d), ?(\d)/, '$1$3, $2')""",
        {"order"},
    ),
    "another dealer": (
        r"""record.replace(/("round", ?"number": ?2.*?"dealer": ?)(\d)/,
            (_, head, dealer) => head + (Number(dealer) + 1) % 3)""",
        {"order"},
    ),
    "no turn-up": (r"""record.replace(/"turn_up": ?".."/g, '"turn_up": null')""", {"plan"}),
    "another trump": (
        r"""record.replace(/("trump": ?")([a-z]+)/, (_, head, suit) =>
            head + (suit === 'clubs' ? 'hearts' : 'clubs'))""",
        {"turn-up"},
    ),
    "a play left out": (
        r"""record.split('\n').filter((line, i, all) =>
            i !== all.findIndex((one) => /"played"/.test(one) && !/"scored"/.test(one))).join('\n')""",
        {"unplayed"},
    ),
    "a round left out": (
        r"""(() => {
            const lines = record.split('\n');
            const of = (number) => lines.findIndex((one) =>
                new RegExp(`"round", ?"number": ?${number},`).test(one));
            const cut = JSON.parse(lines[of(3)]);
            cut.events = cut.events.slice(cut.events.findIndex((one) => one.event === 'round'));
            return [...lines.slice(0, of(2)), JSON.stringify(cut), ...lines.slice(of(3) + 1)].join('\n');
        })()""",
        {"missing", "round"},
    ),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_record_that_was_changed_is_noticed(pages: Pages, change: str) -> None:
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=2", others=2)
    player.play()
    page.wait_for_selector("[data-fair]")
    script, expected = TAMPERED[change]
    faults = page.evaluate(
        f"""async () => {{
            const app = document.querySelector('script[type=module]').src;
            const {{ verify }} = await import(new URL('./fair/verify.js', app).href);
            const {{ find }} = await import(new URL('./fair/kept.js', app).href);
            const table = location.pathname.split('/').pop();
            const answer = await fetch(`/tables/${{table}}/record`);
            const record = await answer.text();
            const rules = {{
                firstDealer: 'drawn',
                plan: {{ sizes: [2, 1, 2], trumps: Array(3).fill('turn-up'), low_wins: false }},
            }};
            const changed = {script};
            if ({json.dumps(change)} !== 'nothing' && changed === record) return ['unchanged'];
            return verify(changed, rules, find(table)).faults.map((fault) => fault.key);
        }}"""
    )
    if expected:
        assert expected <= set(faults), faults
    else:
        assert faults == []


@pytest.mark.parametrize("rule", ["random", "drawn", "seat-2"])
def test_the_first_dealer_is_who_the_rulebook_says(pages: Pages, rule: str) -> None:
    page = pages.open("desktop")
    player = Player(page)
    player.begin(f"common players=3 max_size=1 first_dealer={rule}", others=2)
    player.play()
    expect(page.locator("[data-fair=true]")).to_be_visible()
    faults = page.evaluate(
        """async (firstDealer) => {
            const { verify } = await import(new URL('./fair/verify.js',
                document.querySelector('script[type=module]').src).href);
            const table = location.pathname.split('/').pop();
            const record = await (await fetch(`/tables/${table}/record`)).text();
            const other = record.replace(/("event": ?"round".*?"dealer": ?)(\\d)/,
                (_, head, dealer) => `${head}${(Number(dealer) + 1) % 3}`);
            const plan = { sizes: [1], trumps: ['turn-up'], low_wins: false };
            return [record, other].map((text) =>
                verify(text, { firstDealer, plan }, null).faults.map(({ key }) => key));
        }""",
        rule,
    )
    assert faults == [[], ["dealer", "order"]]


def test_the_page_is_light(pages: Pages) -> None:
    """250 kB with one pack of cards, everything compressed as it is sent."""
    page = pages.open("desktop")
    page.get_by_role("button", name="Play now").click()
    Player(page).play(until="bid")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource')"
        ".filter((one) => one.name.includes('/cards/')).length >= 52"
    )
    page.wait_for_load_state("networkidle")
    sizes: dict[str, int] = page.evaluate(
        """() => Object.fromEntries([...performance.getEntriesByType('resource'),
            ...performance.getEntriesByType('navigation')]
            .map((one) => [one.name, one.encodedBodySize]))"""
    )
    assert sum(sizes.values()) <= 250_000, sorted(sizes.items(), key=lambda one: -one[1])[:12]
    packs = {path.split("/cards/")[1].split("/")[0] for path in sizes if "/cards/" in path}
    assert packs == {"four"}
