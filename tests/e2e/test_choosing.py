"""Choosing a game on a screen: a rulebook as text, values that cannot be, hints and the record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from tests.e2e.friends import host, join, open_page
from tests.e2e.screen import QUICK, Pages, Player, text_of


def chooser(pages: Pages, size: str = "desktop") -> Page:
    page = pages.open(size, path="/new")
    page.wait_for_selector("[data-start]")
    return page


def paste(page: Page, text: str) -> None:
    if not page.locator("[data-as-text]").evaluate("one => one.open"):
        page.get_by_text("The rulebook as text").click()
    page.get_by_label("The rulebook as text").fill(text)
    page.get_by_role("button", name="Use this text").click()


def test_a_friends_rulebook_is_pasted_and_played(pages: Pages) -> None:
    page = chooser(pages, "phone")
    paste(page, "party players=5 sequence=2,1 hook=off")
    expect(page.locator(".startbar")).to_contain_text("You and 4 CPU players, 2 rounds")
    expect(page.locator("[data-preset=party]")).to_have_attribute("aria-pressed", "true")
    # Beyond what its source lets anybody change: every control is open now.
    expect(page.locator("[data-custom]")).to_be_checked()
    expect(page.locator("[data-axis=hook] [data-value=off]")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="Start the game").click()
    player = Player(page)
    player.play(until="card")
    assert page.locator(".plate").count() == 4
    assert "2 cards" in text_of(page, "header .bar")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("common players=7 max_size=10", r"7 players|52 cards"),
        ("common hook=on bidding=all-at-once", r"hook"),
        ("common hats=on", r"hats"),
        ("party players='5", r"quote|'"),
        ("nobodys", r"nobodys"),
    ],
)
def test_a_text_that_cannot_be_says_why_where_it_stands(pages: Pages, text: str, why: str) -> None:
    page = chooser(pages)
    before = text_of(page, ".startbar")
    paste(page, text)
    refusal = page.locator("[data-as-text] .refusal")
    expect(refusal).to_contain_text(re.compile(why))
    box = page.get_by_label("The rulebook as text")
    expect(box).to_have_value(text)
    expect(box).to_have_attribute("aria-invalid", "true")
    assert text_of(page, ".startbar") == before, "the game stays as it was chosen"
    paste(page, "common players=3")
    expect(refusal).to_have_count(0)
    expect(box).to_be_visible()  # it stays open under the hands
    expect(page.locator(".startbar")).to_contain_text("You and 2 CPU players")


def test_what_is_chosen_by_controls_stands_in_the_text(pages: Pages) -> None:
    page = chooser(pages)
    page.locator("[data-axis=players] [data-value='3']").click()
    expect(page.locator(".startbar")).to_contain_text("You and 2 CPU players")
    page.get_by_text("The rulebook as text").click()
    expect(page.get_by_label("The rulebook as text")).to_have_value(re.compile("players=3"))


@pytest.mark.parametrize("size", ["desktop", "tablet", "phone"])
def test_all_choices_of_a_column_begin_at_its_left_edge(pages: Pages, size: str) -> None:
    page = chooser(pages, size)
    page.get_by_text("More house rules").click()
    left_out = page.locator(".choose .axis").evaluate_all(
        """(axes) => axes.filter((axis) => {
            const first = axis.querySelector('.pick button, .field');
            return Math.abs(first.getBoundingClientRect().left
                - axis.getBoundingClientRect().left) > 1;
        }).map((axis) => axis.textContent)"""
    )
    assert left_out == []
    assert page.locator(".choose .axis").count() >= 12


def test_club_is_the_level_of_those_who_do_not_choose(pages: Pages) -> None:
    page = chooser(pages)
    expect(page.locator("[data-level=club]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("level", ["random", "expert"])
def test_a_hint_tells_of_every_bid_its_chance_and_its_points(pages: Pages, level: str) -> None:
    """Whoever the others are, the hint is that of a good player."""
    page = pages.open("desktop")
    player = Player(page)
    player.begin("common players=3 sequence=9 scoring=exact-only", others=2, level=level)
    player.play(until="bid")
    page.get_by_role("button", name="Hint").click()
    keys = page.locator(".bids button:not([aria-disabled])")
    expect(page.locator(".bids .chance")).to_have_count(keys.count())
    for key in keys.all():
        assert re.search(r"\d+ %", key.inner_text())
        assert re.search(
            r"made \d+ times in 100, -?\d+\.\d points on average", key.text_content() or ""
        )
    expect(page.locator(".bids .best")).to_have_count(1)
    expect(page.locator(".bidpanel .hint")).to_contain_text("A CPU player would bid")
    player.step()
    player.play_to_a_choice()
    page.keyboard.press("h")
    expect(page.locator(".card.best")).to_have_count(1)
    expect(page.locator(".card.up .chance")).to_have_count(page.locator(".card.up").count())


@pytest.mark.parametrize("size", ["phone", "desktop", "phone on its side"])
def test_where_low_totals_win_a_hint_says_so(pages: Pages, size: str) -> None:
    """With what each bid brings on average, so that they can be compared."""
    page = pages.open(size)
    player = Player(page)
    player.begin("common players=3 sequence=5 scoring=negative-square", others=2)
    player.play(until="bid")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".bidpanel .hint")).to_contain_text("points on average (lower is better)")
    for average in page.locator(".bids .average").all():
        expect(average).to_be_visible()
        expect(average).to_have_text(re.compile(r"^\d+\.\d$"))
    possible = page.locator(".bids button:not([aria-disabled=true])")
    expect(page.locator(".bids .average")).to_have_count(possible.count())
    assert possible.count() in (5, 6)  # the dealer has one less


def test_where_there_is_no_choice_no_hint_is_offered(pages: Pages) -> None:
    page = pages.open("phone")
    player = Player(page)
    player.begin("common players=3 sequence=1", others=2)
    player.play(until="card")
    expect(page.locator(".card.up")).to_have_count(1)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_who_wants_no_hints_is_offered_none(pages: Pages) -> None:
    page = pages.open("desktop", settings={**QUICK, "hints": "off"})
    player = Player(page)
    player.begin("common players=3 sequence=2", others=2)
    player.play(until="bid")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.keyboard.press("h")
    player.step()
    expect(page.locator(".chance")).to_have_count(0)


def test_the_record_is_downloaded_and_right(pages: Pages, tmp_path: Path) -> None:
    page = pages.open("desktop", settings={**QUICK, "results": "none"})
    player = Player(page)
    player.begin("common players=3 sequence=2,1", others=2)
    player.play()
    page.wait_for_selector("[data-fair=true]")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Game record").click()
    coming.value.save_as(tmp_path / "game.jsonl")
    record = read_record((tmp_path / "game.jsonl").read_text(encoding="utf-8"))
    assert not verify(record).faults
    made = page.locator(".places li .nm .small").all_inner_texts()
    assert len(made) == 3
    assert all(re.search(r"made \d of 2 bids", one) for one in made), json.dumps(made)


def test_a_rulebook_that_was_changed_says_so_until_the_end(pages: Pages) -> None:
    """Where it is chosen, and where the game has ended; a preset's own card keeps its own name.

    The usual size is offered once, by its name.
    """
    page = chooser(pages)
    page.locator("[data-preset=club-sheet]").click()
    expect(page.locator(".chip")).to_have_text("As published")
    paste(page, "club-sheet players=4 sequence=1 hook=off ties=share")
    expect(page.locator(".chip")).to_have_text("A rulebook of your own")
    expect(page.locator("[data-preset=club-sheet] b")).to_have_text("Club sheet")
    sizes = page.locator("[data-axis=max_size] [data-value]").all_inner_texts()
    assert len([one for one in sizes if "10" in one]) == 1
    assert all(label[0].isdecimal() or label[0].isupper() for label in sizes)
    page.get_by_role("button", name="Start the game").click()
    Player(page).play()
    expect(page.locator(".headline")).to_contain_text("Club sheet rulebook, changed")


def test_a_first_dealer_is_told_by_the_chair_of_the_lobby(pages: Pages) -> None:
    """To all the same, until names are known; alone it is me.  What was changed is not called usual."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=1 first_dealer=seat-1")
    link = noor.link()
    came = open_page(pages, "phone", link, "Theo")
    expect(came.locator("[data-what]")).to_contain_text("Common rulebook, changed")
    theo = join(pages, "desktop", link, "Theo", seat=2)
    for page in (noor.page, theo.page):
        page.get_by_text("These rules in words").click()
        expect(page.locator("#main")).to_contain_text("First dealer: Seat 2. The deal moves")
    noor.page.get_by_text("More house rules").click()
    offered = noor.page.locator("[data-axis=first_dealer] [data-value^=seat]")
    expect(offered).to_have_text(["Seat 1", "Seat 2", "Seat 3"])
    expect(theo.page.locator("dl.chosen")).to_contain_text("Seat 2")
    expect(theo.page.locator("#main")).not_to_contain_text("3–7 players")
    noor.start()
    for friend in (noor, theo):
        friend.page.get_by_role("button", name="Menu", exact=True).click()
        friend.page.get_by_role("button", name="Rules of this game").click()
    second = noor.page.locator(".plate[data-seat='1'] .who").get_attribute("title")
    told = f"First dealer: {second}. The deal moves one seat clockwise after each round:"
    expect(noor.page.locator(".words")).to_contain_text(f"{told} Theo and you, and so on.")
    expect(theo.page.locator(".words")).to_contain_text(f"{told} you and Noor, and so on.")


def test_bids_at_once_and_the_hook_are_both_in_sight(pages: Pages) -> None:
    page = chooser(pages)
    page.get_by_text("More house rules").click()
    page.locator("[data-axis=bidding] [data-value=all-at-once]").click(force=True)
    expect(page.locator("[data-axis=bidding] .refusal")).to_contain_text("it must be off")
    page.locator("[data-axis=hook] [data-value=off]").click()
    page.locator("[data-axis=bidding] [data-value=all-at-once]").click()
    expect(page.locator("[data-axis=bidding] [data-value=all-at-once]")).to_have_attribute(
        "aria-pressed", "true"
    )
    hook = page.locator("[data-axis=hook] [data-value=on]")
    expect(hook).to_have_attribute("aria-disabled", "true")


def test_a_rulebook_that_writes_out_what_is_usual_is_as_published(pages: Pages) -> None:
    """Where it is chosen, where a party waits, and where the game has ended."""
    text = "common players=4 max_size=10"
    noor = host(pages, "desktop", "Noor", text)
    page = noor.page
    expect(page.locator(".chip").filter(has_text="As published")).to_have_count(1)
    page.locator(".brand").click()
    expect(page.locator(".hero [data-party]")).to_contain_text("Common rulebook")
    expect(page.locator(".hero [data-party]")).not_to_contain_text("changed")
    page.goto(f"{pages.address}/new")
    paste(page, text)
    expect(page.locator(".chip")).to_have_text("As published")
    page.get_by_role("button", name="Start the game").click()
    Player(page).play(until="card")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give the game up").click()
    page.get_by_role("button", name="Give it up").click()
    expect(page.locator(".headline")).to_contain_text("Common rulebook")
    expect(page.locator(".headline")).not_to_contain_text("changed")
