"""A person at a screen: opens pages, looks, clicks, and types; waits for things, never for a time."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    Request,
)

SIZES: Final[Mapping[str, tuple[int, int]]] = {
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone on its side": (844, 390),
    "tablet": (768, 1024),
    "desktop": (1280, 800),
}
PATIENCE: Final = 20_000.0
"""Milliseconds."""

QUICK: Final = {"motion": "off", "hold": "none", "name": "Noor"}
"""Settings that make a game as quick as the clicks."""

CARD: Final = ".hand:not(:has(.sent)) .card.up"
READY: Final = f"[data-go], .bidpanel:not(.busy) .bids, {CARD}, .ending"
"""Something is to be done: go on, bid, play, or look at the end."""

STRIP: Final[Position] = {"x": 26, "y": 44}
"""Within a card of a fan, however it is turned, where no other card lies over it."""

_LOST: Final = re.compile(
    r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"
)


@dataclass
class Pages:
    """All pages of one test; nothing may go wrong on any, and nobody else may be asked anything."""

    browser: Browser
    address: str
    contexts: list[BrowserContext] = field(default_factory=list[BrowserContext])
    faults: list[str] = field(default_factory=list[str])
    may_be_lost: bool = False
    """Whether the server may be away for a while."""
    may_be_missing: bool = False
    """Whether an address that leads nowhere may be opened."""
    may_be_hasty: bool = False
    """Whether more may be asked for at once than one page may have."""

    def open(
        self,
        size: str = "desktop",
        *,
        path: str = "/",
        settings: Mapping[str, str] = QUICK,
        script: str = "",
        **options: Any,
    ) -> Page:
        """A page in a browser of its own (its cookies are nobody else's).

        `script` runs before those of the page.
        """
        width, height = SIZES[size]
        context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.contexts.append(context)
        kept = json.dumps(json.dumps(dict(settings)))
        context.add_init_script(
            f"localStorage['ohhell.settings'] ??= {kept};"
            f"localStorage['ohhell.test'] = 'kept by a test'; {script}"
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._request)
        page.goto(self.address + path)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if self.may_be_lost and _LOST.search(message.text):
            return
        if self.may_be_missing and "404 (Not Found)" in message.text:
            return
        if self.may_be_hasty and "429 (Too Many Requests)" in message.text:
            return
        if "Cross-Origin-Opener-Policy header has been ignored" in message.text:
            return  # said of every page over plain http from another machine; there is no harm in it
        self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asked somebody else: {request.url}")

    def close(self) -> None:
        """Nothing went wrong."""
        for context in self.contexts:
            context.close()
        assert self.faults == []


class Player:
    """Plays at the table of a page by clicking; the table is the page's only one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done: list[str] = []

    def begin(self, rulebook: str, *, others: int = 3, level: str = "random") -> None:
        """Open a table without going through the pages that choose one."""
        self.page.wait_for_selector("h1")
        self.page.evaluate(
            "([rulebook, levels]) => ohhell.play(rulebook, levels)", [rulebook, [level] * others]
        )

    def look(self) -> str:
        """Wait for something to do: `go`, `bid`, `card` or `end`."""
        self.page.wait_for_selector(READY)
        for what, selector in (
            ("end", ".ending"),
            ("go", "[data-go]"),
            ("bid", ".bidpanel:not(.busy)"),
            ("card", CARD),
        ):
            if self.page.locator(selector).count():
                return what
        return self.look()

    def step(self) -> str:
        """Do what is to be done next."""
        what = self.look()
        match what:
            case "go":
                self.page.locator("[data-go]").click()
            case "bid":
                keys = self.page.locator(".bids button:not([aria-disabled])")
                keys.nth(min(1, keys.count() - 1)).click()
            case "card":
                self.click_card(self.page.locator(".card.up").first)
            case _:
                pass
        if what == "bid" and self.page.locator("[data-confirm]").count():
            self.page.locator("[data-confirm]").click()
        self.done.append(what)
        return what

    def click_card(self, card: Locator) -> None:
        """Near its left edge, where the next card does not cover it, and above the row before it."""
        card.click(position=STRIP)

    def play(self, *, until: str = "end", most: int = 1000) -> None:
        """Go on until there is something of that kind to do, or the end."""
        for _ in range(most):
            if self.look() in (until, "end"):
                return
            self.step()
        raise AssertionError(f"still no {until} after {most} steps")

    def play_to_a_choice(self) -> None:
        """Go on until more than one card may be played: only then a hint is offered."""
        self.play(until="card")
        while self.page.locator(".card.up").count() == 1:
            self.step()
            self.play(until="card")

    def hand(self) -> list[str]:
        """The cards in my hand."""
        cards: list[str] = self.page.locator(".card:not([disabled])").evaluate_all(
            "cards => cards.map(card => card.dataset.card).sort()"
        )
        return cards


def text_of(page: Page, selector: str) -> str:
    """What is written there, on one line."""
    return " ".join(page.locator(selector).first.inner_text().split())
