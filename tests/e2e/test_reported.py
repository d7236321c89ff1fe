"""Faults that people reported of other programs, where they concern play on a screen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.screen import QUICK, Pages, Player, text_of


def test_the_sum_of_the_bids_stands_against_the_tricks(pages: Pages) -> None:
    """SK12-total-bids: while bids are made, and all through play."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="bid")
    assert re.search(r"\d bid so far for 3 tricks", text_of(page, "header .bar"))
    player.play(until="card")
    said = re.search(r"(\d) bid for 3 tricks: (\d) too (many|few)", text_of(page, "header .bar"))
    assert said is not None
    assert abs(int(said[1]) - 3) == int(said[2])


def test_nothing_is_told_of_a_bid_before_it_is_looked_at(pages: Pages) -> None:
    """The focus comes to the first bid by itself."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=3 first_dealer=seat-2", others=2)
    player.play(until="bid")
    expect(page.locator("[data-bid='0']")).to_be_focused()
    assert text_of(page, ".effect") == ""
    page.keyboard.press("ArrowRight")
    expect(page.locator(".effect")).to_contain_text("Bid 1 makes")


def test_nothing_is_played_for_anybody(pages: Pages) -> None:
    """SK24-autoplay: the last card, and one that must be played, wait for a click."""
    page = pages.open("desktop", settings={**QUICK, "results": "none"})
    player = Player(page)
    player.begin("common players=3 sequence=1,1", others=2)
    player.play()
    assert player.done.count("card") == 2


def test_who_wants_it_has_the_only_card_played(pages: Pages) -> None:
    """SK24-autoplay: an option, which a test above shows to be off unless chosen."""
    page = pages.open("desktop", settings={**QUICK, "results": "none", "forced": "on"})
    player = Player(page)
    player.begin("common players=3 sequence=1,1,1", others=2)
    while player.look() != "end":
        if player.page.locator(".bidpanel:not(.busy), [data-go]").count():
            player.step()
    assert player.done.count("card") == 0


def test_another_game_shows_nothing_of_the_one_before(pages: Pages) -> None:
    """CS-reconnect-stale."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="go")
    player.step()
    player.play(until="card")
    player.begin("party players=4 max_size=2", others=3)
    page.wait_for_selector(".plate >> nth=2")
    player.play(until="card")
    assert "Round 1 of 3" in text_of(page, "header .bar")
    page.keyboard.press("s")
    rows = page.locator(".sheet tbody tr")
    expect(rows).to_have_count(3)
    assert page.locator(".sheet tbody .tot").all_inner_texts() == ["·"] * 4


def test_a_person_has_one_letter_everywhere(pages: Pages) -> None:
    """That of the name they gave, at their seat and where places and points stand."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 sequence=1", others=2)
    player.play(until="bid")
    expect(page.locator(".mine .disc")).to_have_text("N")
    player.play(until="go")
    expect(page.locator(".points .me .disc")).to_have_text("N")
    player.play()
    expect(page.locator(".places li", has_text="You").locator(".disc")).to_have_text("N")


def test_one_place_to_bid_however_often_it_is_drawn(pages: Pages) -> None:
    """GC-dialog-twice."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="bid")
    for width in (1100, 900, 700, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator(".bidpanel")).to_have_count(1)


def test_black_suits_stay_black_on_white_at_night(pages: Pages) -> None:
    """GR-black-suits."""
    page = pages.open("phone", color_scheme="dark")
    player = Player(page)
    player.begin("common players=3 sequence=2 trump=spades", others=2)
    player.play(until="card")
    fill = page.evaluate("getComputedStyle(document.querySelector('.mini .suit.S')).fill")
    ground = page.evaluate("getComputedStyle(document.querySelector('.mini')).backgroundColor")
    assert (fill, ground) == ("rgb(22, 24, 29)", "rgb(255, 254, 251)")


def test_a_trick_is_announced_once(pages: Pages) -> None:
    """RE-overlay-twice."""
    page = pages.open("desktop", settings={**QUICK, "results": "none"})
    page.wait_for_selector("h1")
    page.evaluate(
        """() => {
            globalThis.saidAll = [];
            new MutationObserver((changes) => changes.forEach((change) =>
                change.addedNodes.forEach((line) => saidAll.push(line.textContent))))
                .observe(document.getElementById('said'), { childList: true });
        }"""
    )
    player = Player(page)
    player.begin("common players=3 sequence=3,2", others=2)
    player.play()
    said: list[str] = page.evaluate("saidAll")
    assert sum(bool(re.search(r"takes? the trick\.$", line)) for line in said) == 5


def test_the_card_that_was_turned_up_is_named_and_nobodys(pages: Pages) -> None:
    """CC-trump-owner: to the dealer as well."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=2 first_dealer=seat-0", others=2)
    player.play(until="bid")
    name = page.locator(".turnup img").get_attribute("alt")
    assert re.fullmatch(r"Turned up: \w+ of \w+", name or "")
    assert f"{name}; it belongs to nobody." in page.locator("#main").inner_text()
