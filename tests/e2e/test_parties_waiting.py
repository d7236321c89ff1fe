"""Friends who keep the others waiting: idle, out of time, away for good, or on a lost device."""

from __future__ import annotations

import re
import signal
from collections.abc import Generator

import pytest
from playwright.sync_api import expect

from tests.e2e.friends import Friend, host, join, open_page, play_together
from tests.e2e.screen import Pages, text_of
from tests.web.serving import Program


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Generator[Program]:
    """A server whose clock leaps a minute ahead when a test says so."""
    program = Program(
        tmp_path_factory.mktemp("server"),
        *("--port", "0", "--pace", "0"),
        module="tests.e2e.impatient",
    )
    yield program
    program.kill()


def a_minute_later(program: Program) -> None:
    """Nobody waits for it."""
    program.process.send_signal(signal.SIGUSR1)


@pytest.mark.timeout(120)
def test_what_comes_of_somebody_who_is_away(pages: Pages) -> None:
    """When a CPU player sits in is said; nobody can nudge a page that is closed."""
    noor = host(pages, "phone", "Noor", "common players=3 sequence=3")
    marta = join(pages, "small phone", noor.link(), "Marta")
    noor.ask("arrange", party=noor.party, grace_seconds=45)
    party = noor.party
    noor.start()
    play_together([noor, marta], until=lambda: marta.glance() in ("bid", "card"))
    noor.page.get_by_role("button", name="Waiting for Marta").click()
    person = noor.page.locator("[data-person='1']")
    expect(person).to_contain_text("here, to act")
    expect(person.locator("[data-poke]")).to_have_count(1)
    marta.page.context.close()
    pages.contexts.remove(marta.page.context)
    noor.sees_gone("Marta", party)
    expect(person).to_contain_text("away (after 45 s a CPU player sits in), to act")
    expect(person.locator("[data-poke]")).to_have_count(0)


@pytest.mark.timeout(120)
def test_somebody_who_does_not_act(pages: Pages) -> None:
    """Nudged, then voted for, and back; a nudge and a phrase of somebody muted are not shown."""
    noor = host(pages, "phone", "Noor", "common players=3 sequence=3")
    marta = join(pages, "small phone", noor.link(), "Marta")
    theo = join(pages, "desktop", noor.link(), "Theo")
    noor.start()
    friends = [noor, marta, theo]
    play_together(friends, until=lambda: marta.glance() in ("bid", "card"))
    noor.page.get_by_role("button", name="Waiting for Marta").click()
    noor.page.locator("[data-poke]").click()
    expect(marta.page.locator(".notice")).to_have_text("Noor nudges you.")
    noor.page.get_by_role("button", name="Let a CPU player act").click()
    expect(noor.page.locator("[data-person='1']")).to_contain_text("Want a CPU player to act: You.")
    noor.page.get_by_role("button", name="Let them act themselves").click()
    noor.page.get_by_role("button", name="Let a CPU player act").click()
    noor.page.keyboard.press("Escape")
    theo.page.keyboard.press("p")
    theo.page.get_by_role("button", name="Let a CPU player act").click()
    expect(theo.page.locator("[data-seat='1'] .care")).to_have_text("CPU acts")
    theo.page.get_by_role("button", name="Mute Marta").click()
    theo.page.keyboard.press("Escape")

    back = marta.page.get_by_role("button", name="I am here")
    expect(back).to_be_focused()
    assert marta.page.locator(".bidpanel, .card.up").count() == 0
    marta.page.keyboard.press("Enter")
    expect(theo.page.locator("[data-seat='1'] .care")).to_have_count(0)
    marta.page.keyboard.press("c")
    marta.page.locator("[data-phrase=sorry]").click()
    marta.page.keyboard.press("Escape")
    expect(noor.page.locator("[data-bubble='1']")).to_have_text("Sorry!")
    assert theo.page.locator("[data-bubble]").count() == 0
    play_together(friends)


@pytest.mark.timeout(120)
def test_a_turn_that_runs_out(pages: Pages, program: Program) -> None:
    """Everybody sees the time that is left; a CPU player acts for that turn, and no further."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=2")
    marta = join(pages, "phone", noor.link(), "Marta")
    noor.page.get_by_role("button", name="Change", exact=True).click()
    noor.page.locator("[data-party-setting=turn]").get_by_role("button", name="30 s").click()
    noor.page.keyboard.press("Escape")
    noor.start()
    friends = [noor, marta]
    play_together(friends, until=lambda: marta.glance() == "bid")
    counting = marta.page.locator(".bidpanel .num")
    expect(counting).to_have_text(re.compile(r"^[12]?\d s$"))
    shown = counting.inner_text()
    expect(counting).not_to_have_text(shown)
    expect(noor.page.locator("[data-seat='1'] .clock")).to_be_visible()
    a_minute_later(program)
    said = re.compile(r"Your time was up: a CPU player bid \d\.")
    expect(marta.page.locator("[data-done] p")).to_have_text(said)
    expect(marta.page.locator("#said")).to_contain_text(said)
    expect(marta.page.locator("#said")).to_contain_text("The CPU in your seat bids ")
    expect(noor.page.locator("#said")).to_contain_text("Marta ran out of time.")
    assert marta.page.locator("[data-back]").count() == 0, "the next turn is theirs"
    expect(marta.page.locator(".me .fig")).not_to_have_text("–")
    done = len(marta.done)
    play_together(friends)
    assert "card" in marta.done[done:]


@pytest.mark.timeout(120)
def test_whoever_comes_back_is_told_what_was_played_for_them(
    pages: Pages, program: Program
) -> None:
    """After a break, and after a page that was loaded anew: the bid and the card, until it is read."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=3 first_dealer=seat-0")
    marta = join(pages, "small phone", noor.link(), "Marta")
    party = noor.party
    noor.start()
    play_together([noor, marta], until=lambda: marta.glance() == "bid")
    pages.may_be_lost = True
    marta.cut_off()
    noor.sees_gone("Marta", party)
    a_minute_later(program)
    play_together([noor], until=lambda: noor.glance() == "card")
    held = marta.hand()
    marta.reach_again()
    told = marta.page.locator("[data-done] p")
    expect(told).to_contain_text(re.compile(r"^A CPU player bid \d and played .+ for you\.$"))
    heard = re.compile(r"A CPU player bid \d and played the \w+ of \w+ for you\.")
    expect(marta.page.locator("#said p").filter(has_text=heard)).to_have_count(1)
    assert len(marta.hand()) == len(held) - 1
    marta.page.get_by_role("button", name="OK").click()
    expect(told).to_have_count(0)

    table = marta.page.url
    marta.page.goto(f"{pages.address}/rules")
    noor.sees_gone("Marta", party)
    a_minute_later(program)
    gone = noor.page.locator("[data-seat='1'] .care")
    expect(gone).to_have_text("CPU sits in")
    most = len(noor.done) + 2
    play_together([noor], until=lambda: len(noor.done) >= most and noor.glance() == "card")
    marta.page.goto(table)
    expect(told).to_contain_text(re.compile(r"^A CPU player played .+ for you\.$"))
    play_together([noor, marta])


@pytest.mark.timeout(120)
def test_whoever_comes_back_after_the_end_is_told_too(pages: Pages, program: Program) -> None:
    """On a page where the longest name is cut before it meets the points."""
    noor = host(
        pages,
        "desktop",
        "Bartholomew van der Berg",
        "common players=3 sequence=2 first_dealer=seat-0",
    )
    marta = join(pages, "small phone", noor.link(), "Marta")
    party = noor.party
    noor.start()
    play_together([noor, marta], until=lambda: marta.glance() == "bid")
    table = marta.page.url
    marta.page.goto(f"{pages.address}/rules")
    noor.sees_gone("Marta", party)
    a_minute_later(program)
    play_together([noor])
    expect(noor.page.locator("[data-done]")).to_have_count(0)
    marta.page.goto(table)
    said = re.compile(r"^A CPU player finished round 1 \(bid \d, took \d\) for you\.$")
    expect(marta.page.locator(".ending [data-done]")).to_have_text(said)
    row = marta.page.locator(".places li").filter(has_text="Bartholomew")
    name, points = row.locator(".cut").bounding_box(), row.locator(".pts").bounding_box()
    assert name is not None
    assert points is not None
    assert name["x"] + name["width"] <= points["x"]


@pytest.mark.timeout(120)
def test_no_panel_hides_a_turn_that_runs(pages: Pages) -> None:
    """The draw for dealer shows the time that is left of my turn, and goes away by itself."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=2")
    marta = join(pages, "phone", noor.link(), "Marta")
    noor.page.get_by_role("button", name="Change", exact=True).click()
    noor.page.locator("[data-party-setting=turn]").get_by_role("button", name="30 s").click()
    noor.page.keyboard.press("Escape")
    noor.start()
    pages_of_both = [noor.page, marta.page]
    for page in pages_of_both:
        page.wait_for_selector(".pop .running")
    first = next(page for page in pages_of_both if page.locator(".running.now").count())
    expect(first.locator(".running")).to_have_text(re.compile(r"^Your turn\s+[12]?\d s$"))
    expect(first.locator("#said")).to_contain_text("Your bid.")
    expect(first.locator(".bidpanel .num")).to_be_visible()
    expect(first.locator("[data-go]")).to_have_count(0)
    (other,) = (page for page in pages_of_both if page is not first)
    expect(other.locator(".running")).to_have_text(re.compile(r"^Waiting for \w+\s+[12]?\d s$"))


@pytest.mark.timeout(120)
def test_what_comes_too_late_is_told_in_words(pages: Pages, program: Program) -> None:
    """A lost network is shown at once; a bid chosen without it is not sent once the turn is over."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=2 first_dealer=seat-0")
    marta = join(pages, "phone", noor.link(), "Marta")
    noor.page.get_by_role("button", name="Change", exact=True).click()
    noor.page.locator("[data-party-setting=turn]").get_by_role("button", name="30 s").click()
    noor.page.keyboard.press("Escape")
    noor.start()
    play_together([noor, marta], until=lambda: marta.glance() == "bid")
    pages.may_be_lost = True
    marta.page.context.set_offline(True)
    expect(marta.page.locator(".rail .prompt")).to_have_text("Connection lost. Your seat is kept.")
    marta.page.locator(".bids button:not([aria-disabled])").first.click()
    expect(marta.page.locator(".bidpanel")).to_have_class(re.compile("busy"))
    expect(marta.page.locator(".bids [aria-pressed=true]")).to_have_count(1)
    kept = "Connection lost. Sent when it is back."
    expect(marta.page.locator(".rail .prompt")).to_have_text(kept)
    expect(marta.page.locator("#said")).to_contain_text(kept)
    a_minute_later(program)
    expect(noor.page.locator("#said")).to_contain_text("Marta bids ")
    marta.reach_again()
    expect(marta.page.locator("#said")).to_contain_text("That came too late: this turn is over.")
    expect(marta.page.locator("html")).not_to_have_class(re.compile("is-lost"))
    play_together([noor, marta])


@pytest.mark.timeout(120)
def test_a_host_who_does_not_come_back(pages: Pages, program: Program) -> None:
    """Before the game and in it the next member is told, and has the buttons of a host."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=1")
    marta = join(pages, "desktop", noor.link(), "Marta")
    theo = join(pages, "small phone", noor.link(), "Theo")
    lobby, seats = noor.page.url, {noor: 0, marta: 1}
    for friend, heir in ((noor, marta), (marta, theo)):
        friend.page.close()
        expect(heir.page.locator(f"[data-seat='{seats[friend]}']")).to_contain_text(
            re.compile("away|CPU sits in")
        )
        a_minute_later(program)
        expect(heir.page.locator("#said")).to_contain_text("You are host now.")
        expect(heir.page.get_by_text("You are host now.").last).to_be_visible()
        if heir is marta:
            expect(marta.page.locator("h1")).to_have_text("Your party")
            expect(theo.page.locator("#said")).to_contain_text("Marta is host now.")
            for name in ("One seat more", "More about Theo", "New link", "Change"):
                expect(marta.page.get_by_role("button", name=name, exact=True)).to_be_visible()
            theo.page.get_by_role("button", name="I am ready").click()
            marta.start()
            theo.page.wait_for_selector(".has-company")
    play_together([theo])
    expect(theo.page.get_by_role("button", name="Play again together")).to_be_visible()
    back = noor.page.context.new_page()
    back.goto(lobby)
    expect(back.locator(".ending .headline")).to_contain_text("Theo can open the next game.")


@pytest.mark.timeout(120)
def test_a_device_that_was_lost(pages: Pages) -> None:
    """Its seat goes to another, and whoever still looks at it is told so."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=1")
    marta = join(pages, "phone", noor.link(), "Marta")
    link, party = noor.link(), noor.party
    noor.start()
    marta.page.wait_for_selector(".has-company")
    pages.may_be_lost = True
    marta.cut_off()
    noor.sees_gone("Marta", party)
    other = open_page(pages, "small phone", link, "")
    other.get_by_role("button", name="That is me Marta").click()
    claim = noor.page.get_by_role("group", name="A seat is asked for")
    expect(claim).to_contain_text("I am Marta, and my device is lost.")
    marta.reach_again()
    expect(claim).to_contain_text("But Marta is here right now.")
    expect(marta.page.locator("#said")).to_contain_text("Somebody asks for your seat")
    expect(marta.page.locator("[data-give]")).to_have_count(0)
    noor.page.get_by_role("button", name="Give the seat").click()
    other.wait_for_selector(".has-company")
    expect(marta.page.locator("h1")).to_have_text("This party is closed to you")
    assert text_of(marta.page, "h1 + p") == "The host gave this seat to another device."
    marta.page.get_by_role("link", name="Home").last.click()
    marta.page.wait_for_selector("[data-play]")


@pytest.mark.timeout(120)
def test_what_i_did_on_another_device_is_not_told_as_done_for_me(
    pages: Pages, program: Program
) -> None:
    """A phone hears nothing while its owner bids and plays at a desk; then a CPU player acts."""
    noor = host(pages, "desktop", "Noor", "common players=3 sequence=3 first_dealer=seat-0")
    marta = join(pages, "phone", noor.link(), "Marta")
    party = noor.party
    noor.start()
    play_together([noor, marta], until=lambda: marta.glance() == "bid")
    marta.menu("device")
    desk = Friend(
        open_page(pages, "desktop", marta.link("Link to your seat"), ""),
        "Marta",
    )
    desk.page.get_by_role("button", name="Play here").click()
    desk.page.wait_for_selector(".has-company")
    expect(marta.page.locator("[data-used]")).to_be_visible()
    marta.page.keyboard.press("Escape")
    pages.may_be_lost = True
    marta.cut_off()
    play_together([noor, desk], until=lambda: "card" in desk.done and noor.glance() == "card")
    held = desk.hand()
    marta.reach_again()
    expect(marta.page.locator(".card:not([disabled])")).to_have_count(len(held))
    told = marta.page.locator("[data-done] p")
    expect(told).to_have_count(0)

    marta.cut_off()
    desk.cut_off()
    noor.sees_gone("Marta", party)
    a_minute_later(program)
    most = len(noor.done) + 2
    play_together([noor], until=lambda: len(noor.done) >= most and noor.glance() == "card")
    for device in (marta, desk):
        device.reach_again()
        said = device.page.locator("[data-done] p")
        expect(said).to_contain_text(re.compile(r"^A CPU player played .+ for you\.$"))
    marta.page.reload()
    expect(told).to_contain_text(re.compile(r"^A CPU player played .+ for you\.$"))
    marta.page.get_by_role("button", name="OK").click()
    expect(told).to_have_count(0)
    marta.page.reload()
    marta.page.wait_for_selector(".hand .card")
    expect(told).to_have_count(0)
