"""axe finds nothing on any screen, by day and by night, on a phone and on a desk; motion can be had without."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.screen import QUICK, SIZES, Pages, Player

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
AXE: Final = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def finds_nothing(page: Page, where: str) -> None:
    """What axe calls a fault there by day and by night, to be read in a failing test."""
    page.evaluate(f"window.axe || (() => {{ {AXE} }})()")
    faults: list[str] = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(
            "() => document.getAnimations().every(one => one.playState === 'finished')"
        )
        result: dict[str, Any] = page.evaluate(
            "() => axe.run(document, { resultTypes: ['violations'] })"
        )
        faults += [
            f"{where}, {scheme}: {one['id']}: {node['target']} {node['failureSummary']}"
            for one in result["violations"]
            for node in one["nodes"]
        ]
    assert faults == [], "\n".join(faults)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", ["desktop", "phone", "phone on its side"])
def test_axe_finds_nothing(pages: Pages, size: str) -> None:
    page = pages.open(size)
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
    page.get_by_text("The rulebook as text").click()
    page.get_by_label("The rulebook as text").fill("common players=9")
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator("[data-as-text] .refusal")).to_be_visible()
    finds_nothing(page, "a text that cannot be")

    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="go")
    finds_nothing(page, "the draw")
    player.play(until="bid")
    finds_nothing(page, "bidding")
    page.keyboard.press("h")
    page.wait_for_selector(".bids .chance")
    finds_nothing(page, "a hint")
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


def test_without_motion_nothing_glides(pages: Pages) -> None:
    page = pages.open("desktop")
    page.wait_for_selector("h1")
    page.evaluate(
        """() => {
            globalThis.glided = [];
            document.addEventListener("transitionrun", (event) => glided.push(event.propertyName));
            document.addEventListener("animationstart", (event) => glided.push(event.animationName));
        }"""
    )
    player = Player(page)
    player.begin("common players=3 max_size=1", others=2)
    player.play()
    assert page.evaluate("glided") == []


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
