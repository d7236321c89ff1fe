"""Messages that are lost, late or refused between a page and its server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute, expect

from ohhell.text import sentence
from ohhell.web.errors import WebError
from ohhell.web.protocol import outgoing
from tests.e2e.screen import Pages, Player

Message = dict[str, Any]


def intercept(page: Page, answer: Callable[[Message], Message | bool | None]) -> None:
    """Load the page anew; `answer` gives True for what may pass, or what comes back instead."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def take(text: str | bytes) -> None:
            said = answer(json.loads(text))
            if said is True:
                server.send(text)
            elif said:
                socket.send(json.dumps(said))

        socket.on_message(take)

    page.route_web_socket("**/socket", route)
    page.reload()


def too_many(message: Message) -> Message:
    """What the server says to one message too many."""
    error = WebError("too-many-messages")
    no = outgoing.Refused(
        message["id"], message.get("table"), error.code, {}, sentence(error), None
    )
    told: Message = msgspec.to_builtins(no)
    return told


def test_what_was_too_much_at_once_is_said_again(pages: Pages) -> None:
    """Whatever it is: with the promise and the secret, the list of games, and what is played."""
    refused: list[str] = []

    def answer(message: Message) -> Message | bool:
        kind: str = message["type"]
        if kind in refused:
            return True
        refused.append(kind)
        return too_many(message)

    page = pages.open("desktop")
    intercept(page, answer)
    player = Player(page)
    player.begin("common players=3 max_size=2", others=2)
    player.play()
    expect(page.locator("[data-fair=true]")).to_contain_text("added a secret of its own")
    page.reload()
    expect(page.locator(".ending h1")).to_be_visible()
    page.goto(pages.address)
    expect(page.get_by_role("link", name="Look at it")).to_have_count(1)
    assert {"rulebooks", "open", "promise", "reveal", "act", "enter", "tables"} <= set(refused)


def test_what_is_said_again_keeps_its_place(pages: Pages) -> None:
    """Later wishes wait for it; and after a break all wait until the page is at its table again."""
    refused: set[str] = set()
    passed: list[str] = []

    def answer(message: Message) -> Message | bool:
        kind: str = message["type"]
        if kind in refused:
            refused.remove(kind)
            return too_many(message)
        passed.append(kind)
        return True

    page = pages.open("desktop")
    intercept(page, answer)
    page.wait_for_selector("[data-play]")
    page.evaluate("ohhell.ask({ type: 'tables' })")
    refused.add("rulebooks")
    passed.clear()
    page.evaluate(
        """async () => {
            const books = ohhell.ask({ type: 'rulebooks' });
            await ohhell.ask({ type: 'ping' });  // its answer comes after the refusal
            await Promise.all([books, ohhell.ask({ type: 'explain', rulebook: 'common' })]);
        }"""
    )
    assert [kind for kind in passed if kind != "ping"] == ["rulebooks", "explain"]
    player = Player(page)
    player.begin("common players=3 max_size=2", others=2)
    player.play(until="card")
    refused.add("enter")
    passed.clear()
    page.evaluate("dispatchEvent(new Event('offline'))")
    player.play(until="end")
    assert not refused
    assert passed[0] == "enter"
    expect(page.locator("[data-fair=true]")).to_be_visible()


def test_a_table_that_was_left_is_not_entered_again(pages: Pages) -> None:
    """The page asked to be at the table after a break, was told to wait, and went home."""
    seen: list[str] = []
    is_busy = False

    def answer(message: Message) -> Message | bool:
        kind: str = message["type"]
        seen.append(kind)
        return too_many(message) if kind == "enter" and is_busy else True

    page = pages.open("desktop")
    intercept(page, answer)
    Player(page).begin("common players=3 max_size=2", others=2)
    page.wait_for_selector(".seat, .plate")
    is_busy = True
    with page.expect_websocket():
        page.evaluate("dispatchEvent(new Event('offline'))")
    page.wait_for_function("() => !document.documentElement.classList.contains('is-lost')")
    page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    is_busy = False
    page.evaluate("ohhell.ask({ type: 'tables' })")
    seen.clear()
    page.evaluate("new Promise((done) => setTimeout(done, 1500))")
    assert "enter" not in seen


def test_a_secret_that_came_too_late_accuses_nobody(pages: Pages) -> None:
    """Unless the table has told that it was in."""
    page = pages.open("desktop")
    intercept(page, lambda message: None if message["type"] == "reveal" else True)
    player = Player(page)
    player.begin("common players=3 max_size=2", others=2)
    player.play()
    expect(page.locator("[data-fair=true]")).to_contain_text("own secret came too late")
    faults = page.evaluate(
        """async () => {
            const app = document.querySelector('script[type=module]').src;
            const { verify } = await import(new URL('./fair/verify.js', app).href);
            const { find } = await import(new URL('./fair/kept.js', app).href);
            const table = location.pathname.split('/').pop();
            const record = await (await fetch(`/tables/${table}/record`)).text();
            const silent = record.replace(/{"event": ?"nonce-missed", ?"seat": ?0},?/, '');
            const short = record.split('\\n').filter((line) => !line.includes('"round"')).join('\\n');
            const kept = find(table);
            const plan = { sizes: [2, 1, 2], trumps: Array(3).fill('turn-up'), low_wins: false };
            const rules = { firstDealer: 'drawn', plan };
            return [
                [record, kept], [record, { ...kept, isIn: true }], [silent, kept], [short, kept],
            ].map(
                ([told, mine]) => verify(told, rules, mine).faults.map((fault) => fault.key));
        }"""
    )
    assert faults[:3] == [[], ["left-out"], ["left-out"]]
    assert "round" in faults[3]
