"""Every link a party can have, the wrong ones too, and what the host can do in the lobby."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.friends import Friend, host, join, listen, open_page
from tests.e2e.screen import Pages, text_of
from tests.e2e.test_accessible import finds_nothing

RULES = "common players=3 sequence=1"


OF_HOME = ("welcome", "pong", "tables", "rulebooks")
"""What the server says to everybody who opens the first page."""
NOT_LOOKED_AT = "too-many-messages"
"""Said to whoever asks quicker than people do; the page then says its message again."""


def leads_nowhere(page: Page, head: str) -> None:
    """A sentence, and ways on that work."""
    expect(page.locator("h1")).to_have_text(head)
    assert len(text_of(page, "h1 + p")) > 10
    page.get_by_role("link", name="Home").last.click()
    page.wait_for_selector("[data-play]")


def follow(page: Page, link: str) -> None:
    """As by a press on it, in a page that is there already."""
    page.evaluate(
        "link => { history.pushState(null, '', link); dispatchEvent(new PopStateEvent('popstate')); }",
        link,
    )


def test_a_wrong_link_tells_a_stranger_nothing(pages: Pages) -> None:
    noor = host(pages, "desktop", "Noor", RULES)
    party, secret = noor.link().rpartition("/")[2].split(".", 1)
    page = pages.open("phone", path="/join")
    heard = listen(page)
    page.goto(pages.address)
    for link in (f"{party}.{'A' * len(secret)}", f"{'A' * len(party)}.{secret}", "x", f"{party}."):
        for kind in ("join", "watch", "seat"):
            page.wait_for_selector("[data-play]")
            heard.clear()
            follow(page, f"/#/{kind}/{link}")
            if kind == "seat":
                page.get_by_role("button", name="Play here").click()
            expect(page.locator("h1")).to_have_text("This link leads nowhere")
            assert "leads nowhere" not in text_of(page, "h1 + p")
            assert "Noor" not in text_of(page, "body")
            assert "#" not in page.url
            said = [one for one in heard if one["type"] not in OF_HOME]
            answers = [one for one in said if one.get("code") != NOT_LOOKED_AT]
            assert [one.get("code") for one in answers] == ["wrong-link"]
            assert not answers[0]["params"]
            page.get_by_role("link", name="Home").last.click()


def test_each_link_that_does_not_lead_in(pages: Pages) -> None:
    """Expired, full, started, a name in use, removed: each says so and shows a way on."""
    noor = host(pages, "phone", "Noor", RULES)
    old = noor.link()
    noor.page.get_by_role("button", name="New link").click()
    noor.page.locator("[data-do=renew]").click()
    expect(noor.page.get_by_label("Link to join", exact=True)).not_to_have_value(old)
    link = noor.link()
    leads_nowhere(open_page(pages, "phone", old, ""), "This link has expired")

    page = open_page(pages, "desktop", link, "")
    expect(page.locator("[data-what]")).to_contain_text("3 seats, 1 round, ")
    name = page.get_by_label("Your name")
    expect(name).to_have_attribute("aria-invalid", "false")
    name.fill("nOOR ")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description(re.compile("is called Noor already"))
    assert [text for text in page.locator(".refusal").all_inner_texts() if text] == [
        page.locator(".namefield .refusal").inner_text()
    ]
    name.fill("Marta")
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_selector("[data-ready]")
    marta = Friend(page, "Marta")

    theo = join(pages, "phone", link, "Theo")
    full = open_page(pages, "phone", link, "")
    expect(full.locator("h1")).to_have_text("Every seat is taken")
    noor.page.get_by_role("button", name="More about Theo").click()
    noor.page.get_by_role("button", name="Remove from the party").click()
    expect(theo.page.locator("h1")).to_have_text("This party is closed to you")
    full.get_by_role("button", name="Look again").click()
    expect(full.locator("h1")).to_have_text("Noor invites you")

    party = noor.party
    noor.start()
    marta.page.wait_for_selector(".has-company")
    full.get_by_label("Your name").fill("Emil")
    full.get_by_role("button", name="Join", exact=True).click()
    expect(full.locator("h1")).to_have_text("This game has begun")

    # Somebody who lost their device asks for the seat, and the host gives it.
    expect(full.locator("[data-claim]")).to_have_count(0)
    expect(full.locator(".chairs li", has_text="Marta")).to_contain_text("here")
    marta.page.close()
    noor.sees_gone("Marta", party)
    full.get_by_role("button", name="Look again").click()
    full.get_by_role("button", name="That is me Marta").click()
    expect(full.get_by_text("Noor has been asked.")).to_be_visible()
    noor.page.get_by_role("button", name="Give the seat").click()
    full.wait_for_selector(".has-company")
    assert Friend(full, "Marta").seat() == 1


@pytest.mark.parametrize("reach", ["others", "this-machine", "no-network"])
def test_a_link_says_who_can_open_it(pages: Pages, reach: str) -> None:
    """Beside the link to join, and where one's own seat is brought to another device."""
    page = open_page(pages, "small phone", "/rules", "Noor")

    def tamper(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def change(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] in ("invite", "device-link"):
                message["reach"] = reach
            socket.send(json.dumps(message))

        server.on_message(change)

    page.route_web_socket(re.compile("/socket$"), tamper)
    page.goto(f"{pages.address}/party")
    page.get_by_role("button", name="Open the party").click()
    for where in (".choose", "[data-dialog=device]"):
        if where != ".choose":
            page.get_by_role("button", name="Play on another device").click()
        page.locator(f"{where} .linkbox").wait_for()
        sentence = page.locator(f"{where} .reach")
        expect(sentence).to_have_count(0 if reach == "others" else 1)
        if reach == "this-machine":
            expect(sentence).to_contain_text('make play ARGS="--host 0.0.0.0"')
            lines = sentence.locator("code").evaluate("code => code.getClientRects().length")
            assert lines == 1, "a command is read in one piece"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_the_host_can_do(pages: Pages) -> None:
    """Seats, sizes that no longer fit, levels, the host's part; whoever is there sees it all."""
    noor = host(pages, "desktop", "Noor", "common players=3 max_size=17")
    marta = join(pages, "phone", noor.link(), "Marta")
    for _ in range(4):
        noor.page.get_by_role("button", name="One seat more").click()
    expect(marta.page.locator(".chairs li")).to_have_count(7)
    for page in (noor.page, marta.page):
        expect(page.locator(".note").first).to_be_visible()
    noor.page.get_by_label("CPU player of seat 4").select_option("expert")
    expect(marta.page.locator("[data-seat='3']")).to_contain_text("Expert")
    noor.page.locator("[data-preset=party]").click()
    expect(marta.page.locator("section:has(#book-head)")).to_contain_text("Party")
    marta.page.get_by_role("button", name="Sit here Seat 6").click()
    expect(noor.page.locator("[data-seat='5']")).to_contain_text("Marta")
    marta.page.get_by_role("button", name="Name", exact=True).click()
    marta.page.get_by_role("textbox", name="Your name").fill("Marta Löwe")
    marta.page.get_by_role("button", name="Use this name").click()
    expect(noor.page.locator("[data-seat='5']")).to_contain_text("Marta Löwe")
    noor.page.get_by_role("button", name="Change", exact=True).click()
    noor.page.locator("[data-party-setting=turn]").get_by_role("button", name="30 s").click()
    noor.page.keyboard.press("Escape")
    expect(marta.page.locator("section:has(#at-table-head)")).to_contain_text("30 seconds a turn")

    noor.page.get_by_role("button", name="More about Marta Löwe").click()
    noor.page.get_by_role("button", name="Make host").click()
    expect(marta.page.locator("h1")).to_have_text("Your party")
    expect(noor.page.locator("h1")).to_have_text("Marta Löwe's party")
    marta.start()
    for friend in (noor, marta):
        friend.page.wait_for_selector(".has-company")
        counting = friend.page.locator(":is(.prompt, .bidpanel) .num")
        go = friend.page.locator("[data-go]")
        expect(go.or_(counting).first).to_be_visible(timeout=20_000)
        if go.count():
            go.click()
        expect(counting.first).to_have_text(re.compile(r"^\d+ s$"), timeout=20_000)


@pytest.mark.timeout(120)
def test_axe_finds_nothing_in_a_party(pages: Pages) -> None:
    """A desk by night and a small phone by day, from the link to a pause."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=2", color_scheme="dark")
    page = noor.page
    link = noor.link()
    guest = open_page(pages, "small phone", link, "", color_scheme="light")
    guest.wait_for_selector("[data-join]")
    finds_nothing(guest, "joining")
    guest.get_by_label("Your name").fill("Marta")
    guest.keyboard.press("Enter")
    guest.wait_for_selector(".plan")
    finds_nothing(guest, "the lobby")
    marta = Friend(guest, "Marta")
    page.wait_for_selector(".presets")
    page.get_by_role("button", name="Say something").click()
    page.locator("[data-phrase=hello]").click()
    expect(guest.locator(".saying")).to_have_text("Hello!")
    noor.ask("arrange", party=noor.party, may_watch=True)
    page.get_by_text("Somebody wants to watch").click()
    finds_nothing(page, "the host's lobby")
    page.get_by_role("button", name="Change", exact=True).click()
    finds_nothing(page, "the settings of the table")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More about Marta").click()
    finds_nothing(page, "about a member")
    page.keyboard.press("Escape")
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")

    noor.start()
    marta.page.wait_for_selector(".has-company")
    late = open_page(pages, "phone", link, "", color_scheme="dark")
    late.wait_for_selector(".party-door .chairs")
    finds_nothing(late, "a game that has begun")
    late.get_by_role("button", name="Watch this game").click()
    late.get_by_role("button", name="Watch", exact=True).click()
    expect(late.locator(".watching")).to_contain_text("You are watching.")
    for friend in (noor, marta):
        friend.page.locator("[data-go]").click()
    page.keyboard.press("c")
    page.locator("[data-phrase=hello]").click()
    guest.wait_for_selector(".bubble")
    finds_nothing(page, "saying something")
    finds_nothing(guest, "a bubble")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    finds_nothing(page, "who is here")
    page.keyboard.press("Escape")
    for line in ("links", "device", "resign"):
        marta.menu(line)
        guest.wait_for_selector(f"[data-dialog={line}] .dialog-body :is(p, .linkbox)")
        finds_nothing(guest, line)
        guest.keyboard.press("Escape")
    noor.menu("pause")
    guest.wait_for_selector("[data-pause-yes]")
    finds_nothing(guest, "a pause is asked for")
    guest.locator("[data-pause-yes]").click()
    page.wait_for_selector("[data-resume]")
    finds_nothing(page, "a pause")
    assert page.evaluate("document.activeElement.matches('[data-resume]')")
    page.keyboard.press("Enter")
    expect(guest.locator("[data-resume]")).to_have_count(0)


def test_an_address_that_shows_nothing_says_what_would(pages: Pages) -> None:
    """Somebody else's table, a link to a seat that was used, an address nobody has."""
    noor = host(pages, "desktop", "Noor", RULES)
    noor.page.get_by_role("button", name="Play on another device").click()
    link = noor.link("Link to your seat")
    noor.page.keyboard.press("Escape")
    other = open_page(pages, "phone", link, "")
    other.get_by_role("button", name="Play here").click()
    other.wait_for_selector("[data-start]")
    late = open_page(pages, "phone", link, "")
    late.get_by_role("button", name="Play here").click()
    expect(late.locator("h1")).to_have_text("This link has run out")
    expect(late.locator("h1 + p")).to_contain_text("Make a new one on your other device.")

    noor.start()
    table = noor.page.url.partition("/table/")[2]
    page = open_page(pages, "phone", f"/table/{table}", "")
    expect(page.locator("h1")).to_have_text("This cannot be shown")
    expect(page.locator("h1 + p")).to_contain_text("ask one of them for the invitation link")
    assert table[:6] not in text_of(page, "body")
    pages.may_be_missing = True
    page.goto(f"{pages.address}/foo/bar")
    leads_nowhere(page, "There is nothing here")
