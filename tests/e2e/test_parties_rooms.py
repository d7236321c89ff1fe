"""What a room tells its members: why they are not ready any more, who is waited for, what is new."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.friends import host, join
from tests.e2e.screen import Pages

RULES = "common players=3 sequence=1"


def test_whoever_was_ready_is_told_why_they_are_not(pages: Pages) -> None:
    """In sight on a small phone, and once to a screen reader, however many presses it took."""
    noor = host(pages, "desktop", "Noor", "common players=3")
    theo = join(pages, "small phone", noor.link(), "Theo")
    bar, note = theo.page.locator(".startbar"), theo.page.locator("[data-unsettled]")
    expect(bar).to_contain_text("You are not ready yet.")
    expect(note).to_have_count(0)
    theo.page.get_by_role("button", name="I am ready").click()
    expect(bar).to_contain_text("A CPU player takes the empty seat.")
    for size in ("5", "4"):
        noor.ask("arrange", party=noor.party, change={"max_size": size})
    expect(note).to_have_text(re.compile(r"Noor changed the rules: largest .*4\. Ready again\?"))
    expect(note).to_be_in_viewport(ratio=1)
    heard = theo.page.locator("#said p", has_text="changed the rules")
    expect(heard).to_have_count(1)
    expect(theo.page.locator("#said p", has_text="The rules were changed.")).to_have_count(0)
    theo.page.get_by_role("button", name="I am ready").click()
    expect(note).to_have_count(0)
    expect(bar).to_contain_text("A CPU player takes the empty seat.")
    theo.page.get_by_role("button", name="I am ready").click()
    expect(bar).to_contain_text("You are not ready yet.")
    expect(note).to_have_count(0)


def test_a_start_that_comes_too_early_asks_first(pages: Pages) -> None:
    noor = host(pages, "phone", "Noor", RULES)
    link = noor.link()
    theo, marta = (join(pages, "phone", link, name) for name in ("Theo", "Marta"))
    noor.page.get_by_role("button", name="Start the game").click()
    box = noor.page.locator("[data-dialog=start]")
    expect(box).to_contain_text("Theo and Marta are not ready. Start all the same?")
    theo.page.get_by_role("button", name="I am ready").click()
    expect(box).to_contain_text("Marta is not ready.")
    box.get_by_role("button", name="Wait").click()
    expect(box).to_have_count(0)
    expect(noor.page.locator(".startbar")).to_contain_text("Not ready yet: Marta.")
    marta.page.get_by_role("button", name="I am ready").click()
    expect(noor.page.locator(".startbar")).to_contain_text("Everybody is ready.")
    noor.page.get_by_role("button", name="Start the game").click()
    noor.page.wait_for_selector(".has-company")


def test_what_is_pressed_in_a_room_shows_that_it_worked(pages: Pages) -> None:
    """What can be said comes into sight where it opens; a new link is told of."""
    noor = host(pages, "desktop", "Noor", RULES)
    noor.page.get_by_role("button", name="Say something").click()
    expect(noor.page.locator("#chat-head")).to_be_focused()
    for one in (noor.page.locator("#chat-head"), noor.page.locator("[data-phrase]").last):
        expect(one).to_be_in_viewport(ratio=1)
    noor.page.get_by_role("button", name="New link").click()
    noor.page.locator("[data-do=renew]").click()
    expect(noor.page.locator(".startbar")).to_contain_text("There is a new link.")
    expect(noor.page.locator("#said")).to_contain_text("There is a new link.")


def test_everybody_has_a_colour_of_their_own(pages: Pages) -> None:
    """The same in the room and at the table, and with those who wait on the first page."""
    noor = host(pages, "desktop", "Noor", "common players=7 sequence=1")
    for name in ("Marta", "Theo"):
        join(pages, "phone", noor.link(), name)
    hue = "disc => disc.style.getPropertyValue('--hue')"
    expect(noor.page.locator(".chairs [data-member]")).to_have_count(3)
    in_room = noor.page.locator(".chairs [data-member] .disc").evaluate_all(
        f"all => all.map({hue})"
    )
    assert len(set(in_room)) == 3
    lobby = noor.page.url
    noor.page.locator(".brand").click()
    card = noor.page.locator(".hero [data-party]")
    expect(card).to_contain_text("Your party waits")
    expect(card).to_contain_text("Common rulebook, changed")
    card.get_by_role("link").click()
    assert noor.page.url == lobby
    noor.start()
    discs = noor.page.locator(":is(.plate, .mine) .disc")
    expect(discs).to_have_count(7)
    at_table = discs.evaluate_all(f"all => all.map({hue})")
    assert len(set(at_table)) == 7
    assert set(in_room) <= set(at_table)
