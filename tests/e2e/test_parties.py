"""Friends play together, each in a browser of their own: from the link to the next game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.friends import (
    Friend,
    hand_of,
    host,
    join,
    listen,
    open_page,
    play_together,
)
from tests.e2e.screen import Pages, text_of

RULES = "common players=4 sequence=3,2"


def sees_a_fair_end(friend: Friend) -> None:
    """The places, and deals that this browser found fair."""
    expect(friend.page.locator(".ending h1")).to_have_text(
        re.compile(r"wins?\.|share first place\.")
    )
    expect(friend.page.locator("[data-fair=true]")).to_be_visible()


@pytest.mark.timeout(300)
def test_a_party_of_four(pages: Pages) -> None:
    """Desks and phones; a reload, a lost connection, another device, a resignation, a watcher."""
    noor = host(pages, "desktop", "Noor", RULES)
    link = noor.link()
    marta = join(pages, "phone", link, "Marta")
    theo = join(pages, "small phone", link, "Theo", seat=3)
    long_name = "Ștefan-Alexandru Längst"
    stefan = join(pages, "desktop", link, long_name)
    assert "#" not in marta.page.url
    seats = noor.page.locator(".chairs li .nm b")
    expect(seats).to_have_text(["Noor", "Marta", long_name, "Theo"])

    for friend in (marta, theo, stefan):
        friend.page.get_by_role("button", name="I am ready").click()
    expect(noor.page.locator(".startbar")).to_contain_text("Everybody is ready.")
    expect(theo.page.locator(".chip.ready")).to_have_count(3)
    assert "2 rounds" in text_of(theo.page, "section:has(#what-head)")
    assert theo.page.locator(".presets, [data-fewer], select").count() == 0, "the host's alone"
    noor.ask("arrange", party=noor.party, grace_seconds=5)
    expect(theo.page.locator("section:has(#at-table-head)")).to_contain_text("After 5 s away")
    noor.page.get_by_role("button", name="Change", exact=True).click()
    noor.page.locator("[data-party-setting=watch]").get_by_role("button", name="Allowed").click()
    noor.page.keyboard.press("Escape")
    noor.page.get_by_text("Somebody wants to watch").click()
    watching = noor.link("Link to watch")

    noor.start()
    friends = [noor, marta, theo, stefan]
    for friend in friends:
        friend.page.wait_for_selector(".has-company")

    page = open_page(pages, "phone", "/rules", "")
    heard = listen(page)
    page.goto(watching)
    page.get_by_role("button", name="Watch").click()
    expect(page.locator(".watching")).to_contain_text("You are watching.")

    play_together(friends, until=lambda: noor.glance() == "card")
    marta.page.get_by_role("button", name=re.compile("Say something")).click()
    marta.page.get_by_role("button", name="Well played").click()
    marta.page.keyboard.press("Escape")
    bubble = noor.page.locator(f"[data-bubble='{marta.seat()}']")
    expect(bubble).to_have_text(re.compile("Well played"))

    before = hand_of(marta)
    marta.page.reload()
    assert hand_of(marta) == before

    play_together(friends, until=lambda: theo.glance() in ("bid", "card"))
    pages.may_be_lost = True
    theo.cut_off()
    expect(theo.page.locator(".prompt").first).to_contain_text("Connection lost.")
    badge = noor.page.locator(f"[data-seat='{theo.seat()}'] .care")
    expect(badge).to_have_text("CPU sits in", timeout=20_000)
    theo.reach_again()
    expect(badge).to_have_count(0, timeout=20_000)
    expect(theo.page.locator("html")).not_to_have_class(re.compile("is-lost"))

    marta.menu("device")
    other = open_page(pages, "tablet", marta.link("Link to your seat"), "")
    other.get_by_role("button", name="Play here").click()
    second = Friend(other, "Marta")
    other.wait_for_selector(".has-company")
    assert second.seat() == marta.seat()
    expect(marta.page.locator("[data-used]")).to_contain_text("Your other device is here.")
    expect(marta.page.get_by_label("Link to your seat")).to_have_count(0)
    marta.page.close()

    stefan.page.get_by_role("button", name="Menu", exact=True).click()
    expect(stefan.page.locator(".dialog-body")).to_contain_text("After 5 s away a CPU player")
    stefan.page.locator("[data-menu=resign]").click()
    stefan.page.get_by_role("button", name="Cancel").click()
    stefan.menu("resign")
    stefan.page.locator("[data-do=resign]").click()
    expect(stefan.page.locator(".prompt")).to_have_text("You resigned: a CPU player has your seat.")
    stefan.page.evaluate("document.getElementById('said').replaceChildren()")
    expect(noor.page.locator(f"[data-seat='{stefan.seat()}'] .care")).to_have_text("resigned")

    players = [noor, second, theo]
    play_together(players)
    for friend in (*players, stefan):
        sees_a_fair_end(friend)
        expect(friend.page.locator(".places li .tag")).to_have_text("resigned")
    said = stefan.page.locator("#said").inner_text()
    assert not re.search(r"You (bid|play|lead)|Your (turn|bid)", said)
    expect(page.locator(".ending h1")).to_be_visible()
    hands = [
        message["view"]["round"]["hand"]
        for message in heard
        if message["type"] == "push" and message["view"]["round"]
    ]
    assert len(hands) > 5
    assert not any(hands), "who watches was shown a hand"


@pytest.mark.timeout(120)
def test_another_game_with_one_more(pages: Pages) -> None:
    """The next game keeps chairs and rules, and lets others in."""
    noor = host(pages, "phone", "Noor", "common players=3 sequence=1")
    marta = join(pages, "desktop", noor.link(), "Marta")
    party = noor.party
    noor.start()
    play_together([noor, marta])
    sees_a_fair_end(noor)
    expect(marta.page.locator(".headline")).to_contain_text("Noor can open the next game.")
    noor.page.get_by_role("button", name="Play again together").click()
    noor.page.get_by_role("button", name="One seat more").click()
    theo = join(pages, "small phone", noor.link(), "Theo", seat=3)
    marta.page.get_by_role("link", name="To the next game").click()
    expect(marta.page.locator(".chairs li .nm b")).to_have_text(["Noor", "Marta", "Empty", "Theo"])
    assert party in marta.page.url
    noor.start()
    friends = [noor, marta, theo]
    play_together(friends, until=lambda: all(friend.hand() for friend in friends))
    for friend in friends:
        assert len(friend.hand()) == 1
        assert friend.page.locator(".plate").count() == 3
    play_together(friends)


@pytest.mark.timeout(180)
def test_seven_friends(pages: Pages) -> None:
    """As many as can play, on all sizes of screens, and everybody checks the deals."""
    noor = host(pages, "desktop", "Noor", "common players=7 sequence=1,2")
    link = noor.link()
    sizes = ("phone", "small phone", "tablet", "phone on its side", "desktop", "phone")
    names = ("Marta", "Theo", "Emil", "Ada", "美咲", "Zoë")
    friends = [noor]
    friends += [join(pages, size, link, name) for size, name in zip(sizes, names, strict=True)]
    late = open_page(pages, "phone", link, "")
    expect(late.locator("h1")).to_have_text("Every seat is taken")
    noor.start()
    for friend in friends:
        friend.page.wait_for_selector(".has-company")
        assert friend.page.locator(".plate").count() == 6
    assert len({friend.seat() for friend in friends}) == 7
    play_together(friends)
    for friend in friends:
        sees_a_fair_end(friend)
