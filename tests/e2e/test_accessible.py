"""axe finds nothing on any screen, by day and by night, on a phone and on a desk; motion can be had without."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.screen import QUICK, SIZES, Pages, Player

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def finds_nothing(page: Page, where: str) -> None:
    """What axe calls a fault there, in a form that can be read in a failing test."""
    page.evaluate(f"window.axe || (() => {{ {AXE} }})()")
    page.wait_for_function(
        "() => document.getAnimations().every(one => one.playState === 'finished')"
    )
    result: dict[str, Any] = page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'] })"
    )
    faults = [
        f"{where}: {one['id']}: {node['target']} {node['failureSummary']}"
        for one in result["violations"]
        for node in one["nodes"]
    ]
    assert faults == [], "\n".join(faults)


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("size", "scheme"), [("desktop", "light"), ("phone", "dark"), ("phone on its side", "light")]
)
def test_axe_finds_nothing(pages: Pages, size: str, scheme: Literal["light", "dark"]) -> None:
    page = pages.open(size, color_scheme=scheme)
    page.wait_for_selector("[data-play]:not([disabled])")
    finds_nothing(page, "home")
    page.get_by_role("button", name="Settings").click()
    finds_nothing(page, "settings")
    page.keyboard.press("Escape")
    page.goto(pages.address + "/rules")
    page.wait_for_selector(".books section")
    finds_nothing(page, "rules")
    page.goto(pages.address + "/new")
    page.wait_for_selector("[data-start]")
    page.get_by_role("button", name="Party").click()
    page.get_by_role("checkbox", name="Custom").check()
    page.locator("summary").first.click()
    page.locator("[data-axis] [aria-disabled=true]").first.click(force=True)
    expect(page.locator(".refusal")).to_be_visible()
    finds_nothing(page, "choosing")

    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="go")
    finds_nothing(page, "the draw")
    player.play(until="bid")
    page.keyboard.press("h")
    finds_nothing(page, "bidding")
    player.play(until="card")
    finds_nothing(page, "playing")
    player.step()
    player.play(until="card")
    page.keyboard.press("l")
    finds_nothing(page, "the last trick")
    page.keyboard.press("l")
    page.keyboard.press("m")
    finds_nothing(page, "the menu")
    page.keyboard.press("Escape")
    player.play(until="go")
    finds_nothing(page, "the points of a round")
    player.play(until="card")
    page.keyboard.press("s")
    page.wait_for_selector(".sheet")
    finds_nothing(page, "the sheet")
    page.keyboard.press("Escape")
    player.play()
    page.wait_for_selector("[data-fair]")
    finds_nothing(page, "the end")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(pages: Pages, size: str) -> None:
    page = pages.open(size)
    for path in ("/", "/new", "/rules"):
        page.goto(pages.address + path)
        page.wait_for_selector("h1")
        page.wait_for_function("() => document.querySelector('[role=status]')?.textContent !== ''")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= SIZES[size][0], path


def test_what_happens_is_said_in_short_sentences(pages: Pages) -> None:
    page = pages.open("desktop", settings={**QUICK, "results": "none"})
    page.wait_for_selector("h1")
    page.evaluate(
        """() => {
            globalThis.saidAll = [];
            new MutationObserver((changes) => {
                for (const change of changes) {
                    for (const line of change.addedNodes) saidAll.push(line.textContent);
                }
            }).observe(document.getElementById('said'), { childList: true });
        }"""
    )
    player = Player(page)
    player.begin("common players=3 max_size=2", others=2)
    player.play()
    page.wait_for_selector("[data-fair]")
    said: list[str] = page.evaluate("saidAll")
    together = "\n".join(said)
    assert "Round 1, 2 cards." in together
    assert "Your bid." in together
    assert "You lead the " in together or "You play the " in together
    assert " takes the trick." in together
    assert "The game is over." in together
    assert said[-1] == "The deals were fair."
    assert max(map(len, said)) < 200
    assert "web." not in together, "a sentence is missing"
    assert said.count("The game is over.") == 1


def test_who_wants_no_motion_sees_none(pages: Pages) -> None:
    page = pages.open("phone", settings={"hold": "none"}, reduced_motion="reduce")
    page.wait_for_selector("h1")
    page.evaluate(
        """() => {
            globalThis.moved = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, how) {
                moved.push(how);
                return animate.call(this, frames, how);
            };
        }"""
    )
    player = Player(page)
    player.begin("common players=3 max_size=2", others=2)
    player.play()
    assert page.evaluate("moved") == []


def test_the_chosen_look_is_kept(pages: Pages) -> None:
    page = pages.open("desktop")
    page.get_by_role("button", name="Settings").click()
    page.locator("[data-setting=theme-dark]").click()
    page.locator("[data-setting=pack-two]").click()
    page.locator("[data-setting=cloth-spruce]").click()
    page.keyboard.press("Escape")
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-cloth", "spruce")
    expect(page.locator(".fan img").first).to_have_attribute(
        "src", re.compile(r"/cards/two/9S\.svg$")
    )
