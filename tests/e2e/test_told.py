"""What a press does is told at once, to the eye and to a screen reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.screen import QUICK, SIZES, STRIP, Pages, Player, text_of


def test_a_first_tap_says_that_a_second_plays(pages: Pages) -> None:
    page = pages.open("small phone", has_touch=True, settings={**QUICK, "tap": "two"})
    player = Player(page)
    player.begin("common players=3 sequence=2", others=2)
    player.play(until="card")
    card = page.locator(".card.up").first
    name = card.get_attribute("data-card")
    card.tap(position=STRIP)
    prompt = page.locator(".rail .prompt")
    expect(prompt).to_contain_text("Tap again")
    expect(prompt).to_contain_text("to play")
    expect(page.locator("#said p").last).to_have_text(
        re.compile(r"^Tap again to play the \w+ of \w+\.$")
    )
    assert name in player.hand(), "a first tap plays nothing"
    page.locator(f"[data-card='{name}']").tap(position=STRIP)
    expect(page.locator(f".hand .card:not([disabled])[data-card='{name}']")).to_have_count(0)


def test_a_first_tap_on_a_bid_says_what_confirms_it(pages: Pages) -> None:
    page = pages.open("phone", has_touch=True)
    player = Player(page)
    player.begin("common players=3 sequence=2", others=2)
    player.play(until="bid")
    key = page.locator(".bids button:not([aria-disabled])").first
    bid = key.get_attribute("data-bid")
    key.tap()
    expect(page.locator("#said p").last).to_have_text(
        f'Chosen: {bid}. The button "Bid {bid}" confirms it.'
    )
    expect(page.locator("[data-confirm]")).to_contain_text(f"Bid {bid}")


@pytest.mark.parametrize("size", ["small phone", "phone on its side"])
def test_the_points_of_a_round_have_heads_and_fit(pages: Pages, size: str) -> None:
    page = pages.open(size)
    player = Player(page)
    player.begin("common players=7 sequence=1,1", others=6)
    player.play(until="card")
    player.play(until="go")
    heads = page.locator(".points thead th:visible").all_inner_texts()
    assert heads[1:] == ["Bid", "Taken", "Points", "Total"]
    box = page.locator(".result").bounding_box()
    assert box is not None
    width, height = SIZES[size]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert page.evaluate(
        "() => { const one = document.querySelector('.result');"
        " return one.scrollHeight <= one.clientHeight; }"
    ), "all of it is in sight"


def test_another_check_of_the_deals_shows_that_it_was_made(pages: Pages) -> None:
    page = pages.open("phone")
    player = Player(page)
    player.begin("common players=3 sequence=1", others=2)
    player.play()
    again = page.get_by_role("button", name="Check again")
    expect(page.locator(".fair h2")).to_have_text("The deals were fair.")
    expect(page.locator(".checked")).to_have_count(0)
    again.click()
    expect(page.locator(".checked")).to_have_text(re.compile(r"^\s*Checked again at .*\d.*\.$"))
    expect(page.locator("#said p").last).to_have_text(
        re.compile(r"^Checked again at .+\. The deals were fair\.$")
    )
    expect(again).to_be_focused()
    assert text_of(page, ".fair h2") == "The deals were fair."


def test_what_the_figures_at_the_cards_are(pages: Pages) -> None:
    """A hint says of what its chances are; and the sheet says that the lowest total wins."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=4 scoring=negative-square", others=2)
    player.play_to_a_choice()
    page.keyboard.press("h")
    expect(page.locator(".card .chance").first).to_have_text(re.compile(r"\d+ %"))
    expect(page.locator(".prompt")).to_contain_text("% to make your bid")
    page.keyboard.press("s")
    expect(page.locator(".legend")).to_contain_text("The lowest total wins.")
