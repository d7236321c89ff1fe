"""Nothing covers what must be seen, and nothing is cut off, on any screen and with any hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.friends import host, join, play_together
from tests.e2e.screen import SIZES, Pages, Player

LARGEST = {
    "common players=3 sequence=17 trump=spades first_dealer=seat-0": 2,
    "common players=4 sequence=13 trump=none first_dealer=seat-0": 3,
    "common players=7 sequence=7 first_dealer=seat-0": 6,
}
"""Rulebooks with the most cards in a hand, and how many others play; I deal, and bid last."""

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { name: one.dataset.seat ?? one.dataset.card ?? one.dataset.bid ?? one.className,
        left, top, right, bottom };
})"""

LINES = """(selector) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector));
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
SETTLED = """() => Promise.allSettled(document.getAnimations()
    .filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))"""
"""All that flies has arrived."""


STILL = """() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    .then(() => new Promise(requestAnimationFrame))"""
"""Nothing moves any more, and what was measured is drawn."""


def cover(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two boxes share more than an edge."""
    return bool(
        one["left"] < other["right"] - 1
        and other["left"] < one["right"] - 1
        and one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_place_to_bid_leaves_all_plates_and_my_hand_in_sight(pages: Pages, size: str) -> None:
    """With 17, 13 and 7 cards, before and after a hint."""
    width, height = SIZES[size]
    page = pages.open(size)
    player = Player(page)
    for rulebook, others in LARGEST.items():
        player.begin(rulebook, others=others)
        page.wait_for_selector(f".plate >> nth={others - 1}")
        player.play(until="bid")
        for step in ("before", "after a hint"):
            (panel,) = page.evaluate(BOXES, ".bidpanel")
            seen = page.evaluate(BOXES, ".plate, .hand .card:not([disabled])")
            where = f"{rulebook}, {step}"
            assert [one["name"] for one in seen if cover(panel, one)] == [], where
            for one in (panel, *seen, *page.evaluate(BOXES, ".rail > *, .dock")):
                inside = one["left"] >= -1 and one["right"] <= width + 1
                assert inside, f"{where}: {one}"
                assert one["top"] >= -1, f"{where}: {one}"
                assert one["bottom"] <= height + 1, f"{where}: {one}"
            keys = page.evaluate(BOXES, ".bids button")
            assert min(one["right"] - one["left"] for one in keys) >= 44, where
            assert min(one["bottom"] - one["top"] for one in keys) >= 44, where
            if step == "before":
                page.keyboard.press("h")
                page.wait_for_selector(".bids .chance")


EVERY_PANEL = r"""async () => {
    const app = document.querySelector('script[type=module]').src;
    const load = (path) => import(new URL(path, app).href);
    const { bidPanel, fit } = await load('./table/bid_panel.js');
    const { prompt } = await load('./table/floor.js');
    const { layout } = await load('./table/geometry.js');
    const { render, html, nothing } = await load('./lit.js');
    const { hintFrom } = await load('./table/hint.js');
    await document.fonts.ready;
    const place = document.createElement('div');
    document.body.replaceChildren(place);
    const isLeftOut = (one) => one !== null && (getComputedStyle(one).clipPath !== 'none' ||
        isLeftOut(one.parentElement));
    const nobody = () => {};
    const call = { press: nobody, point: nobody, focus: nobody, key: nobody, keep: nobody };
    const names = ['Noor', 'Ștefan-Alexandru Längst', 'Emil', 'Ada', 'Theo', 'Marta', 'Wu'];
    const wrong = [];
    let count = 0;
    const box = { w: innerWidth, h: innerHeight };
    for (const [players, sizes] of [[3, [1, 10, 17]], [4, [13]], [5, [10]], [7, [7]]])
    for (const size of sizes)
    for (const others of [[0], [1, 1], [size, 1], Array(players - 1).fill(size)])
    for (const way of ['with hook', 'without', 'all at once'])
    for (const hinted of [false, true])
    for (const chosen of [null, size])
    for (const isChange of [false, true])
    for (const seconds of [null, 120]) {
        const total = others.reduce((sum, bid) => sum + bid, 0);
        const barred = way === 'with hook' && total <= size ? size - total : null;
        const bids = Array.from({ length: size + 1 }, (_, bid) => bid).filter((bid) => bid !== barred);
        const seats = names.slice(0, players).map((_, seat) => seat);
        const all = [isChange ? 1 : null, ...seats.slice(1).map((_, i) => others[i] ?? 0)];
        const view = {
            rulebook: { bidding: way === 'all at once' ? 'all-at-once' : 'in-turn' }, seat: 0,
            names: names.slice(0, players), phase: 'bidding', turn: 1, to_act: isChange ? [] : [0],
            legal: bids.map((bid) => ({ bid })), totals: all.map(() => 0),
            round: { number: 1, size, dealer: 0, seats: [...seats.slice(1), 0], trump: 'spades',
                has_hook: way === 'with hook', hand: [], bids: all, has_bid: all.map(() => true),
                taken: all.map(() => 0), trick_cards: [], trick_seats: [], tricks: [],
                barred_bid: barred } };
        const hint = hintFrom({ choices: hinted ? bids.map((bid) => ({ choice: { bid }, make: 1,
            points: -100.5, is_best: bid === size })) : [] }, size > 9);
        const table = layout(players, box, size);
        const asking = { isPaused: false, isUp: true, isNow: true, isBidding: true,
            isChoosing: false, notice: '', chosen, seconds, push: {}, people: null,
            confirm: nobody, change: nobody };
        const kind = ['table', table.tall && 'is-tall', table.short && 'is-short',
            table.flat && 'is-flat', table.hasRail && 'has-rail'].filter(Boolean).join(' ');
        render(html`<main class="scene"><div class=${kind}>${bidPanel(view, table, {
            chosen, pointed: chosen, focused: 1, isChange, isSent: false, hints: hint.bids,
            hintText: hint.text, hintShort: hint.short, seconds,
            confirm: table.flat && chosen !== null ? prompt(view, table, asking) : nothing,
        }, call)}</div></main>`, place);
        count += 1;
        const panel = place.querySelector('.bidpanel');
        fit(panel, table);
        const { top, bottom, left, right } = panel.getBoundingClientRect();
        const room = table.panel;
        const said = [];
        if (top < room.top - 1 || bottom > room.bottom + 1)
            said.push(`${Math.round(top)}–${Math.round(bottom)} in ${Math.round(room.top)}–${Math.round(room.bottom)}`);
        if (left < 0 || right > box.w) said.push(`${left}–${right}`);
        for (const one of panel.querySelectorAll('header, header > *, .ruler, .bids button, .prompt, .why, .why > *')) {
            const part = one.getBoundingClientRect();
            if (!part.width || isLeftOut(one)) continue;
            if (part.left < left || part.right > right + 0.5 || part.top < top || part.bottom > bottom + .5)
                said.push(`${one.className || one.tagName} leaves the panel: ${JSON.stringify([part.left,part.right,part.top,part.bottom].map(Math.round))}`);
            if (one.matches('.bids button') && (part.width < 44 || part.height < 44))
                said.push(`a key of ${part.width} × ${part.height}`);
        }
        if (said.length) wrong.push(`${players} players, ${size} cards, others ${others}, ${way}`
            + `${hinted ? ', hint' : ''}${chosen === null ? '' : ', chosen'}${isChange ? ', change' : ''}${seconds ? ', seconds' : ''} [${panel.dataset.less}]: ${[...new Set(said)].join('; ')}`);
    }
    return { count, wrong };
}"""
"""Draws the place to bid in all its states by itself, and gives what does not fit."""


@pytest.mark.parametrize("size", SIZES)
def test_the_place_to_bid_fits_whatever_it_has_to_say(pages: Pages, size: str) -> None:
    """The bids of the others, a hook, a hint, a chosen key, a change, a clock: all of them together."""
    page = pages.open(size)
    page.wait_for_selector("h1")
    drawn: dict[str, Any] = page.evaluate(EVERY_PANEL)
    assert drawn["wrong"] == [], "\n".join(drawn["wrong"][:20])
    assert drawn["count"] > 1000


@pytest.mark.parametrize("size", SIZES)
def test_what_a_hint_says_at_the_cards_touches_nothing_above(pages: Pages, size: str) -> None:
    """With as many cards as there are usually."""
    page = pages.open(size)
    player = Player(page)
    player.begin("common players=4 sequence=10", others=3)
    player.play_to_a_choice()
    page.keyboard.press("h")
    page.wait_for_selector(".card .chance")
    page.evaluate(SETTLED)
    above = page.evaluate(BOXES, ".rail > *, .at-prompt > *, .flat-prompt > *, .plate, .slot")
    for chance in page.evaluate(BOXES, ".card .chance"):
        assert [one["name"] for one in above if cover(chance, one)] == []


@pytest.mark.parametrize("size", ["phone", "small phone", "phone on its side"])
def test_my_turn_on_a_phone(pages: Pages, size: str) -> None:
    """It is said, with its clock on one line; chances of a hint hide no rank of their cards."""
    page = pages.open(size)
    page.wait_for_selector("h1")
    table = page.evaluate(
        """async () => (await ohhell.ask({ type: "open", rulebook: "common players=4", name: "Noor",
            levels: ["random", "random", "random"], turn_seconds: 600 })).table"""
    )
    page.goto(f"{pages.address}/table/{table}")
    player = Player(page)
    player.play_to_a_choice()
    prompt = page.locator(".prompt.mine-now")
    assert prompt.inner_text().startswith("Your turn")
    assert page.evaluate(LINES, ".prompt .num") == 1
    page.keyboard.press("h")
    page.wait_for_selector(".card .chance")
    page.evaluate(SETTLED)
    cards = {one["name"]: one for one in page.evaluate(BOXES, ".card:has(.chance)")}
    for card, chance in zip(cards.values(), page.evaluate(BOXES, ".card .chance"), strict=True):
        assert chance["bottom"] <= card["top"] + 8, card["name"]


def test_the_menu_says_what_leaving_means_where_it_is_chosen(pages: Pages) -> None:
    """And it shows keys to those who have some."""
    for size, is_touched in (("desktop", False), ("phone", True)):
        page = pages.open(size, has_touch=is_touched, is_mobile=is_touched)
        player = Player(page)
        player.begin("common players=3 sequence=1", others=2)
        player.look()
        page.keyboard.press("m")
        line = page.locator(".menu li").filter(has_text="Leave the table")
        expect(line).to_contain_text("Leaving loses nothing")
        expect(page.get_by_role("heading", name="Keys")).to_have_count(0 if is_touched else 1)


def test_all_of_the_table_moves_together_for_the_score_sheet(pages: Pages) -> None:
    """At a desk it stands beside the table: cards do not glide after their labels."""
    page = pages.open("desktop", settings={"name": "Noor"})
    player = Player(page)
    player.begin("common players=3 max_size=3 first_dealer=seat-2", others=2)
    player.play(until="bid")
    page.evaluate(SETTLED)
    before = page.evaluate(BOXES, ".hand .card:not([disabled])")
    page.keyboard.press("s")
    after = page.evaluate(BOXES, ".hand .card:not([disabled])")
    page.evaluate(SETTLED)
    assert before != after
    assert after == page.evaluate(BOXES, ".hand .card:not([disabled])")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768)])
@pytest.mark.parametrize("others", [2, 3])
def test_my_hand_leaves_the_corners_free_beside_the_score_sheet(
    pages: Pages, width: int, height: int, others: int
) -> None:
    """The turn-up and my figures; with a full hand, in one row, and where it takes two."""
    page = pages.open("desktop")
    page.set_viewport_size({"width": width, "height": height})
    player = Player(page)
    size = {2: 16, 3: 10}[others]
    player.begin(f"common players={others + 1} sequence={size} first_dealer=seat-0", others=others)
    player.play(until="bid")
    for is_open in (False, True):
        if is_open:
            page.keyboard.press("s")
            page.locator(".side .sheet").wait_for()
        page.evaluate(STILL)
        hand = page.evaluate(BOXES, ".hand .card:not([disabled])")
        corners = page.evaluate(BOXES, ".dock .mine, .dock.right, .dock.right .card, .dock .btn")
        assert len(hand) == size
        assert len(corners) >= 4
        tops = [one["top"] for one in hand]
        assert size > 10 or max(tops) - min(tops) < 44, "ten cards in one row"
        for corner in corners:
            assert [one["name"] for one in hand if cover(corner, one)] == [], (is_open, corner)


def test_what_friends_ask_covers_no_seat_and_the_round_is_in_sight(pages: Pages) -> None:
    """A wish for a pause: in a bid, and between two; nor does it cover the bar or what waits for me."""
    noor = host(pages, "desktop", "Noor", "common players=7 sequence=2,2")
    marta = join(pages, "small phone", noor.link(), "Marta")
    noor.start()
    page = marta.page
    play_together([noor, marta], until=lambda: marta.glance() == "bid")
    noor.menu("pause")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.locator("[data-pause-yes]").wait_for()
        page.evaluate(STILL)
        (notice,) = page.evaluate(BOXES, ".notice")
        seen = page.evaluate(
            BOXES, ".plate, .bidpanel, .hand .card:not([disabled]), .bar > *, .prompt, .mine"
        )
        assert len(seen) >= 9
        assert [one["name"] for one in seen if cover(notice, one)] == [], size
    page.locator("[data-pause-no]").click()
    for size in ("phone", "small phone"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".of-round").wait_for()
        page.evaluate(STILL)
        assert page.locator(".of-round").inner_text() in ("1/2", "2/2")
        bar = page.evaluate(BOXES, ".bar > *, .bar .btn")
        assert all(one["left"] >= 0 and one["right"] <= width for one in bar), bar
        facts = page.evaluate(BOXES, ".bar > .btn, .bar .fact, .bar .tools")
        assert not any(cover(one, other) for one in facts for other in facts if one is not other)


@pytest.mark.parametrize("size", ["desktop", "tablet"])
def test_what_is_said_stands_beside_the_table(pages: Pages, size: str) -> None:
    """It covers no seat, no card, and not what waits for me."""
    noor = host(pages, size, "Noor", "common players=7 sequence=2")
    noor.start()
    play_together([noor], until=lambda: noor.glance() == "card")
    page = noor.page
    page.keyboard.press("c")
    expect(page.locator("#chat-head")).to_be_focused()
    page.evaluate(STILL)
    (chat,) = page.evaluate(BOXES, ".chat")
    seen = page.evaluate(BOXES, ".plate, .hand .card, .prompt, .bar .btn, .kit .btn, .mine, .me")
    assert len(seen) > 12
    assert [one["name"] for one in seen if cover(chat, one)] == []
    page.keyboard.press("Escape")
    expect(page.locator(".chat")).to_have_count(0)
