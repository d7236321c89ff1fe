"""Whole games against CPU players, by clicking and by keyboard, through reloads and a dying server."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.friends import host
from tests.e2e.screen import QUICK, STRIP, Pages, Player, text_of
from tests.web.serving import Program, free_port


def sees_the_end(page: Page) -> None:
    """Places, the sheet, and deals that the browser itself found fair."""
    expect(page.locator(".ending h1")).to_have_text(
        re.compile(r"wins?\.|share first place\."), timeout=20_000
    )
    expect(page.locator("[data-fair=true]")).to_be_visible(timeout=20_000)
    assert "This browser added a secret of its own to every shuffle." in text_of(page, ".fair")


@pytest.mark.timeout(900)
def test_play_now_at_a_desk(pages: Pages) -> None:
    """One click on the first page, then nothing but the common game: 19 rounds, 109 tricks."""
    page = pages.open("desktop")
    page.get_by_role("button", name="Play now").click()
    player = Player(page)
    player.play()
    assert (player.done.count("bid"), player.done.count("card")) == (19, 109)
    assert player.done.count("go") == 20, "the draw, and the points of 19 rounds"
    sees_the_end(page)
    assert page.locator(".sheetbox tbody tr").count() == 19
    page.get_by_role("button", name="Play again").click()
    page.wait_for_selector("[data-go]")
    assert text_of(page, "h2") == "The draw for dealer"


def test_a_chosen_game_on_a_phone_by_touch(pages: Pages) -> None:
    """Chosen page by page; a finger chooses a bid first, and the bar confirms it."""
    page = pages.open("phone", path="/new", has_touch=True, is_mobile=True)
    page.get_by_role("button", name=re.compile("^Party")).tap()
    page.locator("[data-axis=players] [data-value='5']").tap()
    page.locator("[data-axis=max_size] [data-value='3']").tap()
    page.locator("[data-level=random]").tap()
    expect(page.locator(".startbar")).to_contain_text("You and 4 CPU players, 5 rounds")
    page.get_by_role("button", name="Start the game").tap()
    player = Player(page)
    taps = 0
    while (what := player.look()) != "end":
        if what == "bid":
            key = page.locator(".bids button:not([aria-disabled])").first
            key.tap()
            expect(key).to_have_attribute("aria-pressed", "true")
            confirm = page.locator("[data-confirm]")
            expect(confirm).to_contain_text(f"Bid {key.get_attribute('data-bid')}")
            confirm.tap()
        elif what == "card":
            page.locator(".card.up").first.tap(position=STRIP)
        else:
            page.locator("[data-go]").tap()
        taps += 1
    assert taps > 20
    sees_the_end(page)


def test_a_game_on_a_tablet_where_a_bid_may_be_changed(pages: Pages) -> None:
    page = pages.open("tablet")
    player = Player(page)
    player.begin("club-sheet players=3 max_size=2 ties=share", others=2)
    changed = kept = 0
    while player.step() != "end":
        if player.done[-1] != "bid":
            continue
        page.wait_for_selector(f"[data-change], {'.card.up'}, [data-go], .ending")
        change = page.locator("[data-change]")
        if not change.count() or page.locator(".card.up").count():
            continue
        change.click()
        if changed:
            page.get_by_role("button", name=re.compile("^Keep")).click()
            kept += 1
        else:
            page.locator(".bids button:not([aria-disabled])").first.click()
            changed += 1
        page.wait_for_selector(".bidpanel", state="detached")
    assert changed == 1
    sees_the_end(page)


def test_a_whole_game_by_keyboard_alone(pages: Pages) -> None:
    """From the first page to the last; the focus is never lost."""
    page = pages.open("desktop")
    page.wait_for_selector("[data-play]")
    keys = page.keyboard

    def focused(script: str) -> object:
        return page.evaluate(f"(() => {{ const at = document.activeElement; return {script}; }})()")

    def tab_to(condition: str) -> None:
        for _ in range(60):
            if focused(condition):
                return
            keys.press("Tab")
        raise AssertionError(f"no Tab leads to {condition}")

    tab_to("at.pathname === '/new'")
    keys.press("Enter")
    page.wait_for_selector("[data-start]")
    tab_to("at.dataset.value === '3' && at.closest('[data-axis=players]') !== null")
    keys.press("Enter")
    tab_to("at.dataset.level === 'random'")
    keys.press("Enter")
    tab_to("at.matches('[data-axis=max_size] select')")
    keys.press("2")
    expect(page.locator(".startbar")).to_contain_text("You and 2 CPU players, 3 rounds")
    tab_to("at.dataset.start !== undefined")
    keys.press("Enter")

    player = Player(page)
    reasons = 0
    while (what := player.look()) != "end":
        page.wait_for_function(
            """() => document.activeElement.matches(
                '[data-go], [data-bid], .card:not([disabled]), #table-head')"""
        )
        if what == "bid":
            page.wait_for_function("() => document.activeElement.dataset.bid !== undefined")
            legal = page.locator(".bids button:not([aria-disabled])").last.get_attribute("data-bid")
            keys.press(str(legal))
            page.wait_for_function(f"() => document.activeElement.dataset.bid === '{legal}'")
        elif what == "card":
            page.wait_for_function("() => document.activeElement.matches('.card.up')")
            keys.press("Home")
            while not focused("at.matches('.up')"):
                # A card that may not be played says why, and stays where it is.
                assert "not now" in str(focused("at.getAttribute('aria-label')"))
                before = player.hand()
                keys.press("Enter")
                assert player.hand() == before
                expect(page.locator(".reason")).to_contain_text("so play")
                reasons += 1
                keys.press("ArrowRight")
        keys.press("Enter")
        if what == "go":
            page.wait_for_function("() => !document.activeElement.matches('[data-go]')")
        else:
            page.wait_for_selector(".sent, .busy", state="detached")
    sees_the_end(page)
    tab_to("at.dataset.again !== undefined")


def test_panels_open_and_close_by_keyboard(pages: Pages) -> None:
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="card")
    player.step()
    player.play(until="card")
    keys = page.keyboard
    keys.press("l")
    expect(page.get_by_role("heading", name="Last trick")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("heading", name="Last trick")).to_have_count(0)
    page.wait_for_function("() => document.activeElement.matches('.card')")
    keys.press("s")
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    keys.press("s")
    expect(page.get_by_role("heading", name="Score sheet")).to_have_count(0)
    keys.press("m")
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("() => document.activeElement.matches('.card')")
    keys.press("r")
    expect(page.get_by_role("dialog", name="Rules of this game")).to_contain_text("The hook")


def test_a_reload_in_the_middle_of_a_trick_changes_nothing(pages: Pages) -> None:
    page = pages.open("small phone")
    player = Player(page)
    player.begin("common players=4 max_size=5")
    player.play(until="card")
    player.step()
    player.play(until="card")
    facts = "[...document.querySelectorAll('.plate, .me, .fact')].map(one => one.textContent)"
    before = (player.hand(), page.evaluate(facts), page.url)
    page.reload()
    player.look()
    assert (player.hand(), page.evaluate(facts), page.url) == before
    player.step()
    player.play(until="go")
    # On the first page it is a game to go on with.
    page.goto(pages.address)
    expect(page.get_by_role("heading", name="Your game goes on")).to_be_visible()
    page.get_by_role("link", name="Go on").click()
    player.play(until="card")


def test_two_screens_of_one_person_stay_in_step(pages: Pages) -> None:
    page = pages.open("desktop", settings={**QUICK, "results": "none"})
    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="card")
    other = page.context.new_page()
    other.goto(page.url)
    second = Player(other)
    assert second.look() == "card"
    assert second.hand() == player.hand()
    card = page.locator(".card.up").first.get_attribute("data-card")
    player.step()
    expect(other.locator(f".hand .card[data-card='{card}']:not([disabled])")).to_have_count(0)


def test_a_screen_left_on_a_panel_follows_the_other(pages: Pages) -> None:
    """The points of a round do not stay once the person plays on elsewhere, and the end is seen."""
    page = pages.open("desktop", settings={**QUICK, "results": "wait"})
    player = Player(page)
    player.begin("common players=3 sequence=1,1,1", others=2)
    player.play(until="card")
    other = page.context.new_page()
    other.goto(page.url)
    second = Player(other)
    second.play(until="card")
    second.step()
    for one in (page, other):
        expect(one.locator("#result-head")).to_have_text("Round 1")
    player.step()
    player.play(until="bid")
    expect(other.locator("#result-head")).to_have_text("Round 1")
    player.step()
    expect(other.locator("#result-head")).to_have_count(0)
    assert second.look() == "card"
    player.play()
    expect(other.locator("#result-head")).to_have_text("Round 3")
    assert second.step() == "go"
    other.wait_for_selector(".ending")


def test_a_game_that_ends_while_a_screen_is_cut_off(pages: Pages) -> None:
    """When the network is back that screen shows the end as well."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=1", others=2)
    player.play(until="card")
    other = page.context.new_page()
    other.goto(page.url)
    assert Player(other).look() == "card"
    network = page.context.new_cdp_session(other)
    speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {"offline": True, **speed})
    player.play()
    sees_the_end(page)
    assert other.locator(".ending").count() == 0
    network.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    sees_the_end(other)


def test_a_connection_lost_while_the_points_are_read_is_said(pages: Pages) -> None:
    page = pages.open("phone", settings={**QUICK, "results": "wait"})
    player = Player(page)
    player.begin("common players=3 max_size=2", others=2)
    player.play(until="bid")
    player.play(until="go")
    expect(page.locator(".result .running")).to_have_count(0)
    pages.may_be_lost = True
    page.context.set_offline(True)
    expect(page.locator(".result .running")).to_have_text("Connection lost. Your seat is kept.")
    page.context.set_offline(False)
    expect(page.locator(".result .running")).to_have_count(0)


@pytest.fixture
def mortal(tmp_path: Path) -> Generator[list[Program]]:
    """A list whose last program is the one that runs."""
    programs: list[Program] = []
    yield programs
    for program in programs:
        program.kill()


def test_a_server_that_dies_and_comes_back_costs_nothing(
    browser: Browser, mortal: list[Program], tmp_path: Path
) -> None:
    """What was clicked while it was away is played once, when it is back."""
    port = str(free_port())
    mortal.append(Program(tmp_path / "data", "--port", port))
    pages = Pages(browser, mortal[-1].address, may_be_lost=True)
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="card")
    before = player.hand()
    mortal[-1].kill()
    expect(page.locator(".prompt")).to_contain_text("Connection lost. Your seat is kept.")
    assert player.hand() == before
    card = page.locator(".card.up").first
    name = card.get_attribute("data-card")
    player.click_card(card)
    expect(page.locator(".card.sent")).to_have_count(1)
    mortal.append(Program(tmp_path / "data", "--port", port))
    page.wait_for_selector(".card.sent", state="detached")
    assert name not in player.hand()
    player.play()
    sees_the_end(page)
    pages.close()


def test_from_another_machine_over_plain_http(
    browser: Browser, mortal: list[Program], tmp_path: Path
) -> None:
    """Where browsers withhold what they keep for secure pages, a game and its check work the same."""
    port = str(free_port())
    address = f"http://cards.test:{port}"
    mortal.append(Program(tmp_path / "data", "--port", port, "--public-url", address))
    assert mortal[-1].address == address
    pages = Pages(browser, address)
    page = pages.open("phone")
    page.wait_for_selector("h1")
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    player = Player(page)
    expect(page.locator(".withheld")).to_contain_text("will not keep the screen awake")
    player.begin("common players=3 max_size=2", others=2)
    player.play()
    sees_the_end(page)
    # Friends have other machines: the link is there to be photographed.
    noor = host(pages, "phone", "Noor", "common players=3 sequence=1")
    expect(noor.page.locator(".qr")).to_be_visible()
    pages.close()


def test_a_game_can_be_given_up_and_its_deals_checked(pages: Pages) -> None:
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 max_size=3", others=2)
    player.play(until="card")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give the game up").click()
    page.get_by_role("button", name="Give it up").click()
    expect(page.locator(".ending h1")).to_have_text("The game was given up.")
    expect(page.locator("[data-fair=true]")).to_be_visible()


def test_a_table_that_is_not_there_is_a_sentence_and_a_way_on(pages: Pages) -> None:
    page = pages.open("phone", path="/table/nowhere")
    expect(page.locator("h1")).to_have_text("This cannot be shown")
    page.get_by_role("link", name="Home").last.click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_one_game_after_another_without_an_end(pages: Pages) -> None:
    """Whoever plays again has left the table before: a page may look at a few only.

    Games so quick reach what one page may ask for in a time; it waits a moment and says it again.
    """
    pages.may_be_hasty = True
    page = pages.open("desktop", settings={**QUICK, "results": "none"})
    player = Player(page)
    player.begin("cardgames sequence=1", others=3)
    for _ in range(10):
        player.play()
        before = page.url
        page.get_by_role("button", name="Play again").click()
        page.wait_for_function(
            f"() => location.href !== {before!r} && document.querySelector('.ending') === null"
        )
    player.play()
    head = text_of(page, "h1")
    page.reload()
    expect(page.locator(".ending h1")).to_have_text(head)
    page.goto(pages.address)
    page.get_by_role("button", name="All 11 games").click()
    page.get_by_role("link", name="Look at it").first.click()
    expect(page.locator(".ending h1")).to_have_text(head)
    sees_the_end(page)
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
