"""The page in a real browser: how heavy it is, and how soon one can play."""

from __future__ import annotations

import os
import shutil
import statistics
import time
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
READY = ".bidpanel:not(.busy) .bids button:not([aria-disabled]), .hand .card.up"
SIZES = """() => [...performance.getEntriesByType('resource'),
    ...performance.getEntriesByType('navigation')]
    .map((one) => one.encodedBodySize).reduce((one, other) => one + other, 0)"""
CARDS_ARE_THERE = """() => performance.getEntriesByType('resource')
    .filter((one) => one.name.includes('/cards/')).length >= 52"""


@dataclass(frozen=True)
class Opening:
    """Bytes of everything as it is sent; seconds until one can begin, and until one can go on."""

    size: int
    begin: float
    go_on: float


def open_page(address: str, *, times: int = 5) -> Opening | None:
    """Open the home page, play, and open the table again; None where there is no browser."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, headless=True, args=list(FLAGS), ignore_default_args=False
        )
        openings = [_open(browser, address) for _ in range(times)]
        browser.close()
    return Opening(
        max(one.size for one in openings),
        statistics.median(one.begin for one in openings),
        statistics.median(one.go_on for one in openings),
    )


def _open(browser: Browser, address: str) -> Opening:
    """Once, as somebody who was never here: nothing is kept from before."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script("localStorage['ohhell.settings'] ??= '{\"motion\": \"off\"}'")
    page = context.new_page()
    begin = _seconds(page, address, "[data-play]")
    page.locator("[data-play]").click()
    page.wait_for_url("**/table/**")
    while not page.locator(READY).count():
        going = page.locator("[data-go]")
        if going.count():
            going.first.click()
        page.wait_for_timeout(50)
    page.wait_for_function(CARDS_ARE_THERE)
    page.wait_for_load_state("networkidle")
    size = int(page.evaluate(SIZES))
    table = page.url
    cookies = context.cookies()
    context.close()
    again = browser.new_context(viewport={"width": 390, "height": 844})
    again.add_cookies(cookies)  # pyright: ignore[reportArgumentType]
    again.add_init_script("localStorage['ohhell.settings'] ??= '{\"motion\": \"off\"}'")
    go_on = _seconds(again.new_page(), table, READY)
    again.close()
    return Opening(size, begin, go_on)


def _seconds(page: Page, address: str, selector: str) -> float:
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(selector)
    return time.perf_counter() - begun
