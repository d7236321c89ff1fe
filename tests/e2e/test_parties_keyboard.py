"""A party by keyboard alone: whatever goes away, the focus is somewhere, and what happens is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.friends import Friend, host, join, open_page, play_together
from tests.e2e.screen import Pages


def is_somewhere(page: Page) -> None:
    """The focus is on something that is there."""
    page.wait_for_function("() => document.activeElement !== document.body")


def press(button: Locator) -> None:
    """With Enter, from where the Tab key leads to it."""
    button.focus()
    button.press("Enter")


def hears(page: Page, text: str) -> None:
    """It was said to a screen reader, and the focus is not lost by what happened."""
    expect(page.locator("#said")).to_contain_text(text)
    is_somewhere(page)


@pytest.mark.timeout(180)
def test_the_focus_is_never_lost(pages: Pages) -> None:
    noor = host(pages, "desktop", "Noor", "common players=4 sequence=1")
    link = noor.link()
    desk = noor.page
    is_somewhere(desk)
    guest = open_page(pages, "phone", link, "")
    guest.get_by_label("Your name").fill("Marta")
    guest.keyboard.press("Enter")
    guest.wait_for_selector("[data-ready]")
    is_somewhere(guest)
    marta = Friend(guest, "Marta")
    hears(desk, "Marta joins.")

    press(guest.get_by_role("button", name="Sit here Seat 4"))
    hears(desk, "Marta takes seat 4.")
    expect(guest.locator("[data-seat='3'] [data-rename]")).to_be_visible()
    is_somewhere(guest)
    press(guest.get_by_role("button", name="I am ready"))
    hears(desk, "Marta is ready.")
    press(desk.locator("[data-fewer]"))
    expect(guest.locator(".chairs li")).to_have_count(3)
    hears(guest, "Noor changed the rules: players 3. Ready again?")
    is_somewhere(desk)

    theo = join(pages, "small phone", link, "Theo")
    press(desk.get_by_role("button", name="More about Theo"))
    press(desk.get_by_role("button", name="Remove from the party"))
    hears(desk, "Theo was removed.")
    hears(guest, "Theo was removed.")
    hears(theo.page, "The host took you off the list.")
    press(desk.get_by_role("button", name="More about Marta"))
    press(desk.get_by_role("button", name="Make host"))
    hears(guest, "You are host now.")
    hears(desk, "Marta is host now.")
    press(guest.get_by_role("button", name="New link"))
    press(guest.locator("[data-do=renew]"))
    expect(guest.get_by_label("Link to join", exact=True)).not_to_have_value(link)
    is_somewhere(guest)
    link, party = marta.link(), marta.party
    press(guest.get_by_role("button", name="Start the game"))
    press(guest.locator("[data-do=start]"))
    for friend in (noor, marta):
        expect(friend.page.locator("[data-go]")).to_be_focused()
        friend.page.keyboard.press("Enter")

    noor.menu("pause")
    press(guest.locator("[data-pause-no]"))
    expect(guest.locator("[data-pause-no]")).to_have_count(0)
    hears(guest, "Noor is for a pause.")
    press(desk.locator("[data-pause-back]"))
    expect(desk.locator("[data-pause-back]")).to_have_count(0)
    is_somewhere(desk)
    pages.may_be_lost = True
    noor.cut_off()
    marta.sees_gone("Noor", party)
    other = open_page(pages, "desktop", link, "")
    press(other.get_by_role("button", name="That is me Noor"))
    expect(other.get_by_text("Marta has been asked.")).to_be_visible()
    is_somewhere(other)
    noor.reach_again()
    claim = guest.get_by_role("group", name="A seat is asked for")
    expect(claim).to_contain_text("But Noor is here right now.")
    press(guest.locator("[data-give]"))
    hears(desk, "The host gave this seat to another device.")
    expect(guest.locator("[data-give]")).to_have_count(0)
    hears(guest, "Noor has the seat back.")
    other.wait_for_selector(".has-company")
    again = Friend(other, "Noor")
    again.menu("resign")
    press(other.locator("[data-do=resign]"))
    expect(other.locator(".prompt")).to_contain_text("You resigned")
    is_somewhere(other)

    play_together([marta])
    hears(guest, "The game is over.")
    press(guest.get_by_role("button", name="Play again together"))
    guest.wait_for_selector("input.link")
    is_somewhere(guest)
    press(other.get_by_role("link", name="To the next game"))
    expect(other.locator("h1")).to_have_text(re.compile("Marta's party"))
    is_somewhere(other)
