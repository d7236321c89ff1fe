"""What is told of games once they are played: the list at home, the end, the chart of totals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.friends import SETTINGS, host, join, play_together
from tests.e2e.screen import Pages, Player, text_of


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give the game up").click()
    page.get_by_role("button", name="Give it up").click()
    expect(page.locator(".ending h1")).to_have_text("The game was given up.")


def test_games_can_be_told_apart(pages: Pages) -> None:
    """Each with its day, rulebook, length and points; those that go on come first."""
    page = pages.open("phone", settings=SETTINGS, locale="de-DE")
    player = Player(page)
    player.begin("common players=4 sequence=2,1", others=3)
    player.play(until="bid")
    page.goto(pages.address)
    player.begin("cardgames players=3 sequence=1", others=2)
    player.play()
    points = text_of(page, ".sheetbox tfoot td").replace("-", "−")
    page.goto(pages.address)
    player.begin("common players=3 sequence=3,1", others=2)
    player.play(until="card")
    give_up(page)
    page.goto(pages.address)
    games = page.locator("article.game")
    expect(games).to_have_count(3)
    heads = games.locator("h2")
    expect(heads).to_have_text(
        ["Your game goes on", "A game given up", re.compile(r"^You came (first|second|third)$")]
    )
    running, given_up, over = (text_of(page, f"article.game >> nth={i}") for i in range(3))
    assert "Round 1 of 2 · Common rulebook, changed · with " in running
    assert "Round 1 of 2 · Common rulebook, changed · with " in given_up
    assert re.search(rf"{points} points? · 1 round · .* · with ", over)
    today: str = page.evaluate("new Date().toLocaleDateString([], { dateStyle: 'medium' })")
    assert re.fullmatch(r"\d\d\.\d\d\.\d{4}", today), "as this browser writes a day"
    for game in games.all():
        expect(game.locator("time")).to_contain_text(today)


def test_a_game_given_up_in_its_first_round_counts_nothing(pages: Pages) -> None:
    page = pages.open("phone", settings=SETTINGS)
    player = Player(page)
    player.begin("common players=3 sequence=3,1", others=2)
    player.play(until="card")
    give_up(page)
    expect(page.locator(".headline p").first).to_have_text("Common rulebook, changed")
    expect(page.locator("[data-fair=true]")).to_be_visible()
    expect(page.locator(".fair")).not_to_contain_text("0 cards")
    expect(page.locator(".places, .sheetbox")).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_totals_stand_below_the_running_totals(pages: Pages, size: str) -> None:
    page = pages.open(size, settings=SETTINGS)
    player = Player(page)
    player.begin("common players=4 sequence=1,2,1,2", others=3)
    player.play(until="card")
    player.step()
    player.play(until="card")
    for where in (".sheet", ".ending .sheet"):
        if where == ".sheet":
            page.keyboard.press("s")
        else:
            page.get_by_role("button", name="Close").click()
            player.play()
        page.wait_for_selector(where)
        ends: list[list[float]] = page.evaluate(
            """() => ['tbody tr:first-child', 'tfoot tr'].map((row) =>
                [...document.querySelectorAll(`.sheet ${row} .tot`)].map((total) => {
                    const text = document.createRange();
                    text.selectNodeContents(total);
                    return text.getBoundingClientRect().right;
                }))"""
        )
        assert len(ends[0]) == 4
        assert ends[0] == pytest.approx(ends[1], abs=1.5)


@pytest.mark.timeout(120)
def test_the_end_is_said_once_and_last(pages: Pages) -> None:
    """In a party too, where the server tells of it in two messages."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=2")
    marta = join(pages, "desktop", noor.link(), "Marta")
    noor.start()
    for friend in (noor, marta):
        friend.page.wait_for_selector(".has-company")
        friend.page.evaluate(
            """() => {
                globalThis.saidAll = [];
                new MutationObserver((changes) => changes.forEach((change) =>
                    change.addedNodes.forEach((line) => saidAll.push(line.textContent))))
                    .observe(document.getElementById('said'), { childList: true });
            }"""
        )
    play_together([noor, marta])
    for friend in (noor, marta):
        expect(friend.page.locator("[data-fair=true]")).to_be_visible()
        said: list[str] = friend.page.evaluate("saidAll")
        assert said.count("The game is over.") == 1
        later = said[said.index("The game is over.") + 1 :]
        assert not [line for line in later if re.search(r"trick|play|lead|scores?", line)]


@pytest.mark.parametrize(
    "ends",
    [[50], [10, 48, 50, 51, 20], [150] * 7, [8, 8, 8, 150, 150, 150, 150], [70, 75, 72, 71, 90]],
)
def test_names_stand_in_the_order_of_their_lines(pages: Pages, ends: Sequence[int]) -> None:
    page = pages.open("desktop")
    page.wait_for_selector("h1")
    names: list[float] = page.evaluate(
        """async (ends) => {
            const app = document.querySelector('script[type=module]').src;
            return (await import(new URL('./pages/curve.js', app).href)).spread(ends);
        }""",
        list(ends),
    )
    order = sorted(range(len(ends)), key=lambda i: (ends[i], names[i]))
    placed = [names[i] for i in order]
    assert all(low + 14.9 <= high for low, high in pairwise(placed))
    assert placed[0] >= 8
    assert placed[-1] <= 150
    if ends == [70, 75, 72, 71, 90]:
        # Four that would touch stand around their own middle; the fifth yields to them.
        assert sum(names) / 5 == pytest.approx(sum(ends) / 5)
