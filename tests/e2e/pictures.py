"""Takes the pictures in docs/pictures: `python -m tests.e2e.pictures`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

import ohhell
from tests.e2e.chromium import FLAGS, chromium
from tests.e2e.friends import host, join, open_page, play_together
from tests.e2e.screen import Pages, Player
from tests.web.serving import Program

STATIC: Final = Path(ohhell.__file__).parent / "web" / "static"
FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
LOOK: Final = {"motion": "off", "hold": "none", "results": "wait", "name": "Noor"}
"""Nothing moves, so that a picture shows what lies still."""


def take(page: Page, name: str) -> None:
    """A picture of what is shown now, as small as it can be without a loss anybody sees."""
    page.mouse.move(2, 2)
    page.evaluate("() => document.fonts.ready")
    page.wait_for_function(
        "() => [...document.images].every((one) => one.complete) &&"
        " document.getAnimations().every((one) => one.playState === 'finished')"
    )
    path = FOLDER / f"{name.replace(' ', '-')}.jpg"
    page.screenshot(path=path, type="jpeg", quality=86)
    print(path.relative_to(FOLDER.parents[1]))


def pages_of_paper(pages: Pages, size: str) -> None:
    """Home, choosing a game, the rules."""
    page = pages.open(size, settings=LOOK)
    page.wait_for_selector("[data-play]:not([disabled])")
    take(page, f"home-{size}")
    page.goto(f"{pages.address}/new")
    page.wait_for_selector("[data-start]")
    take(page, f"choose-{size}")
    page.goto(f"{pages.address}/rules")
    page.wait_for_selector(".books section")
    take(page, f"rules-{size}")


def a_game(
    pages: Pages, size: str, rulebook: str, others: int, *, theme: str, shown: tuple[str, ...]
) -> None:
    """What is `shown` of the draw, a bid, a trick, the points of a round, the sheet, the end."""

    def take_one(what: str) -> None:
        if what in shown:
            take(page, f"{what}-{size}")

    page = pages.open(size, settings={**LOOK, "theme": theme})
    player = Player(page)
    player.begin(rulebook, others=others, level="club")
    if "draw" in shown:
        player.play(until="go")
        take_one("draw")
    player.play(until="bid")
    take_one("bid")
    player.play(until="card")
    player.step()
    player.play(until="card")
    take_one("play")
    if "result" in shown:
        player.play(until="go")
        take_one("result")
    if not set(shown) & {"sheet", "end"}:
        return
    if "sheet" in shown:
        player.play(until="card")
        page.keyboard.press("s")
        page.wait_for_selector(".sheet")
        take_one("sheet")
        page.keyboard.press("Escape")
        page.wait_for_selector(".sheet", state="detached")
    if "end" in shown:
        player.play()
        page.wait_for_selector("[data-fair]")
        take_one("end")


def a_party(pages: Pages) -> None:
    """A lobby and a table with friends, and how one comes in."""
    noor = host(pages, "desktop", "Noor", "party players=5")
    link = "/#" + noor.link().partition("#")[2]
    page = open_page(pages, "phone", link, "Theo", color_scheme="dark")
    page.wait_for_selector("[data-join]")
    take(page, "join-phone")
    marta = join(pages, "phone", link, "Marta")
    theo = join(pages, "phone", link, "Theo", seat=3)
    for friend in (marta, theo):
        friend.page.get_by_role("button", name="I am ready").click()
    for friend, size in ((noor, "desktop"), (marta, "phone")):
        friend.page.wait_for_selector(".plan")
        friend.page.locator(".chip.ready").nth(1).wait_for()
        take(friend.page, f"lobby-{size}")
    noor.start()
    friends = [noor, marta, theo]
    play_together(friends, until=lambda: noor.glance() == "card")
    theo.page.keyboard.press("c")
    theo.page.locator("[data-phrase=so-close]").click()
    noor.page.wait_for_selector(".bubble")
    take(noor.page, "party-desktop")
    marta.page.keyboard.press("c")
    take(marta.page, "party-phone")


def main() -> None:
    """All pictures, in place of those that are there."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        # Others can reach it, so that no link says that they cannot; here it is looked at as its own.
        program = Program(Path(data), "--port", "0", "--host", "0.0.0.0")
        browser: Browser = playwright.chromium.launch(
            executable_path=chromium(), args=[*FLAGS, "--hide-scrollbars"]
        )
        pages = Pages(browser, f"http://127.0.0.1:{program.port}")
        try:
            for size in ("desktop", "phone"):
                pages_of_paper(pages, size)
            a_party(pages)
            short, whole = "common max_size=4", "common first_dealer=seat-0"
            rest = ("draw", "result", "sheet", "end")
            some = ("bid", "play")
            for size, theme in (("desktop", "light"), ("phone", "dark")):
                a_game(pages, size, short, 3, theme=theme, shown=rest)
                a_game(pages, size, whole, 3, theme=theme, shown=some)
            a_game(pages, "small phone", "party players=7", 6, theme="light", shown=some)
            a_game(pages, "tablet", "club-sheet players=6", 5, theme="dark", shown=some)
            a_game(pages, "phone on its side", "party players=5", 4, theme="light", shown=some)
        finally:
            pages.close()
            browser.close()
            program.kill()


if __name__ == "__main__":
    sys.exit(main())
