"""Styles that come with the pages that need them: what does not come holds nothing up."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.e2e.screen import Pages


def test_a_stylesheet_that_never_comes_holds_no_page_up(pages: Pages) -> None:
    page = pages.open("desktop")
    page.route("**/styles/choose.css", lambda _: None)  # never answered
    page.locator('a[href="/new"]').first.click()
    expect(page.locator("main h1")).to_be_focused()
    assert page.url.endswith("/new")


def test_a_stylesheet_that_failed_comes_into_its_place_later(pages: Pages) -> None:
    page = pages.open("desktop")
    pages.may_be_missing = True
    tries: list[str] = []

    def fail_once(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) == 1:
            route.fulfill(status=404)
        else:
            route.continue_()

    page.route("**/styles/choose.css", fail_once)
    for _ in range(2):
        page.locator('a[href="/new"]').first.click()
        expect(page.locator("main h1")).to_be_focused()
        page.go_back()
        expect(page.locator('a[href="/new"]').first).to_be_visible()
    assert len(tries) == 2
    names = page.evaluate("[...document.styleSheets].map((one) => one.href.split('/').at(-1))")
    assert names[-2:] == ["choose.css", "end.css"]
    assert names.count("choose.css") == 1
