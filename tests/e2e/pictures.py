"""Takes the pictures in docs/pictures: `python -m tests.e2e.pictures`.

The same seeds, the same keys, the same pictures: the server's luck is fixed, so that a picture
changes only when the screen does.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

import ohhell
from tests.e2e.chromium import FLAGS, chromium
from tests.e2e.screen import SIZES, Pages, Player
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
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
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


def a_game(pages: Pages, size: str, rulebook: str, others: int, *, theme: str) -> None:
    """The draw, a bid, a trick, the points of a round, the sheet, the end."""
    page = pages.open(size, settings={**LOOK, "theme": theme})
    player = Player(page)
    player.begin(rulebook, others=others, level="rule-of-thumb")
    player.play(until="go")
    take(page, f"draw-{size}")
    player.play(until="bid")
    take(page, f"bid-{size}")
    player.play(until="card")
    player.step()
    player.play(until="card")
    take(page, f"play-{size}")
    player.play(until="go")
    take(page, f"result-{size}")
    player.play(until="card")
    page.keyboard.press("s")
    page.wait_for_selector(".sheet")
    take(page, f"sheet-{size}")
    page.keyboard.press("Escape")
    page.wait_for_selector(".sheet", state="detached")
    player.play()
    page.wait_for_selector("[data-fair]")
    take(page, f"end-{size}")


def main() -> None:
    """All pictures, in place of those that are there."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        program = Program(Path(data), "--port", "0")
        browser: Browser = playwright.chromium.launch(
            executable_path=chromium(), args=[*FLAGS, "--hide-scrollbars"]
        )
        pages = Pages(browser, program.address)
        try:
            for size in ("desktop", "phone"):
                pages_of_paper(pages, size)
            a_game(pages, "desktop", "common max_size=5", 3, theme="light")
            a_game(pages, "phone", "common max_size=7", 3, theme="light")
            a_game(pages, "small phone", "party players=7 max_size=7", 6, theme="dark")
            a_game(pages, "tablet", "club-sheet players=5 max_size=6", 4, theme="dark")
            a_game(pages, "phone on its side", "party players=6 max_size=6", 5, theme="light")
        finally:
            pages.close()
            browser.close()
            program.kill()
    squeeze = shutil.which("optipng")
    if squeeze is not None:
        subprocess.run([squeeze, "-quiet", *map(str, sorted(FOLDER.glob("*.png")))], check=True)


if __name__ == "__main__":
    assert set(SIZES) >= {"desktop", "phone"}
    sys.exit(main())
