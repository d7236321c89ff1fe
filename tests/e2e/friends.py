"""Several people at screens of their own, who meet in a party and play together."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from playwright.sync_api import Page, WebSocket

from tests.e2e.screen import CARD, PATIENCE, QUICK, Pages, Player

SETTINGS: Final = {**QUICK, "results": "none"}
SCRIPT: Final = """
    globalThis.sockets = [];
    globalThis.WebSocket = class extends WebSocket {
        constructor(...all) { super(...all); sockets.push(this); }
    };
    globalThis.Image = class {};
"""
"""Lets a test break a page's connection as a tunnel does; cards are fetched when they are to be seen,
since so many browsers at once have better things to do than to fetch whole packs."""

WAYS: Final = (
    ("end", ".ending"),
    ("go", "[data-go]"),
    ("bid", ".bidpanel:not(.busy) .bids button:not([aria-disabled])"),
    ("card", CARD),
)


class Friend(Player):
    """One of a party, in a browser of their own."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page)
        self.name = name

    def glance(self) -> str | None:
        """What there is to do, without waiting for it."""
        found: str | None = self.page.evaluate(
            "ways => ways.find(([, where]) => document.querySelector(where))?.[0] ?? null",
            [list(way) for way in WAYS],
        )
        return found

    def link(self, label: str = "Link to join") -> str:
        """The link that stands in the page."""
        return self.page.get_by_label(label, exact=True).first.input_value()

    def ask(self, kind: str, **fields: Any) -> Any:
        """Ask the server what no button of this page asks."""
        return self.page.evaluate("saying => ohhell.ask(saying)", {"type": kind, **fields})

    @property
    def party(self) -> str:
        """The party in the address of its lobby."""
        return self.page.url.rpartition("/party/")[2]

    def seat(self) -> int:
        """Where I sit, as the others see it: the one plate that is not there is mine."""
        shown: list[int] = self.page.locator(".plate").evaluate_all(
            "plates => plates.map(plate => Number(plate.dataset.seat))"
        )
        return next(iter({*range(len(shown) + 1)} - {*shown}))

    def start(self) -> None:
        """Start the game, whether or not everybody has said that they are ready."""
        self.page.get_by_role("button", name="Start the game").click()
        self.page.wait_for_selector("[data-dialog=start], .has-company")
        if self.page.locator("[data-do=start]").count():
            self.page.locator("[data-do=start]").click()

    def menu(self, line: str) -> None:
        """Choose a line of the table's menu."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        self.page.locator(f"[data-menu={line}]").click()

    def sees_gone(self, name: str, party: str) -> None:
        """The server has noticed that a member of my party is away."""
        self.page.evaluate(
            """async ([name, party]) => {
                const isHere = async () => (await ohhell.ask({ type: 'attend', party })).members
                    .some((one) => one.name === name && one.is_present);
                while (await isHere()) await new Promise((done) => setTimeout(done, 50));
            }""",
            [name, party],
        )

    def cut_off(self) -> None:
        """The network is gone."""
        self.page.context.set_offline(True)
        self.page.evaluate("sockets.forEach(socket => socket.close())")

    def reach_again(self) -> None:
        """The network is back."""
        self.page.context.set_offline(False)


def open_page(pages: Pages, size: str, path: str, name: str, **options: Any) -> Page:
    """A page at the server, of somebody who has called themselves so before."""
    here = path.removeprefix(pages.address)
    return pages.open(
        size, path=here, settings={**SETTINGS, "name": name}, script=SCRIPT, **options
    )


def host(pages: Pages, size: str, name: str, rulebook: str, **options: Any) -> Friend:
    """Open a party with this rulebook, on its pages."""
    page = open_page(pages, size, "/party", name, **options)
    choice = json.dumps({"rulebook": rulebook, "levels": [], "isCustom": True})
    page.evaluate("choice => { localStorage['ohhell.choice'] = choice; }", choice)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the party").click()
    page.wait_for_selector("input.link")
    return Friend(page, name)


def join(pages: Pages, size: str, link: str, name: str, seat: int | None = None) -> Friend:
    """Come by a link: a name, a seat, and in."""
    page = open_page(pages, size, link, "")
    page.get_by_label("Your name").fill(name)
    if seat is not None:
        page.locator(f"input[name=seat][value='{seat}']").check()
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_selector("[data-ready]")
    return Friend(page, name)


def play_together(
    friends: Sequence[Friend], *, until: Callable[[], object] = lambda: False
) -> None:
    """Everybody does what is theirs to do, until something is so, or all see the end.

    Then a panel that somebody has yet to close is closed: what lies behind it can be looked at.
    """
    last = time.monotonic()
    while True:
        ways = {friend: friend.glance() for friend in friends}
        # Asked after the glances: nobody does what came up since, and was to be waited for.
        if until():
            looking = [friend for friend, what in ways.items() if what == "go"]
            if not looking:
                return
            for friend in looking:
                friend.step()
            continue
        if all(what == "end" for what in ways.values()):
            return
        can = [friend for friend, what in ways.items() if what not in (None, "end")]
        if can:
            last = time.monotonic()
        for friend in can:
            friend.step()
        assert time.monotonic() - last < PATIENCE / 1000, f"all wait: {ways}"
        if not can:
            friends[0].page.wait_for_timeout(20)


def listen(page: Page) -> list[dict[str, Any]]:
    """All that the server says to a page from its next connection on."""
    heard: list[dict[str, Any]] = []

    def attach(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    page.on("websocket", attach)
    return heard


def hand_of(friend: Friend) -> list[str]:
    """The cards of a hand, once there are any."""
    friend.page.wait_for_selector(".hand .card:not([disabled])")
    return friend.hand()
