"""What was done at a seat by others, worked out from two views of it; in the browser it runs in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.screen import Pages

FINISHED = {"number": 1, "bids": [1, 0, 2], "taken": [1, 1, 0]}


def view(
    number: int, *, bid: int | None, played: str = "", left: str = "", over: int = 0
) -> dict[str, Any]:
    """Seat 0 in round `number`, with the cards it has played and holds; `over` rounds are over."""
    cards, hand = played.split(), left.split()
    return {
        "seat": 0,
        "results": [{**FINISHED, "number": one + 1} for one in range(over)],
        "round": {
            "number": number,
            "size": len(cards) + len(hand),
            "hand": hand,
            "bids": [bid, 0, 1],
            "has_bid": [bid is not None, True, True],
            "tricks": [{"seats": [1, 0, 2], "cards": ["2C", card, "3C"]} for card in cards],
            "trick_seats": [],
            "trick_cards": [],
        },
    }


BEGIN = view(1, bid=None, left="QS KH")
BOTH = view(1, bid=1, played="QS", left="KH")
Case = tuple[dict[str, Any], dict[str, Any], dict[str, Any] | None, dict[str, Any] | None]
CASES: dict[str, Case] = {
    "nothing": (BOTH, BOTH, None, None),
    "bid and card": (BEGIN, BOTH, None, {"over": [], "round": 1, "bid": 1, "cards": ["QS"]}),
    "what I sent myself": (view(1, bid=1, left="QS KH"), BOTH, {"play": "QS"}, None),
    "the last card": (
        BOTH,
        view(1, bid=1, played="QS KH", over=1),
        None,
        {"over": [], "round": 1, "bid": None, "cards": ["KH"]},
    ),
    "my own last card": (BOTH, view(1, bid=1, played="QS KH", over=1), {"play": "KH"}, None),
    "into another round": (
        BOTH,
        view(2, bid=0, played="AC", left="2D", over=1),
        None,
        {"over": [1], "round": 2, "bid": 0, "cards": ["AC"]},
    ),
    "over whole rounds": (
        BEGIN,
        view(4, bid=None, left="2D", over=3),
        None,
        {"over": [1, 2, 3], "round": 4, "bid": None, "cards": []},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_done_while_nothing_was_heard(pages: Pages, case: str) -> None:
    before, now, sent, expected = CASES[case]
    page = pages.open()
    page.wait_for_selector("h1")
    found = page.evaluate(
        """async ([before, view, sent]) => {
            const app = document.querySelector('script[type=module]').src;
            const { doneWith, knownFrom } = await import(new URL('./party/meanwhile.js', app).href);
            const seats = [{ has_stand_in: true }];
            const done = doneWith(null, knownFrom(before, sent), { did: [], view, seats });
            const me = { by: 'person', events: [{ event: 'bid', seat: 0, tricks: 1 }] };
            const other = { by: 'cpu', events: [{ event: 'bid', seat: 1, tricks: 1 }] };
            const next = (step) => doneWith(done, knownFrom(view), { did: [step], view, seats });
            return [done, next(other), next(me)];
        }""",
        [before, now, sent],
    )
    told = None if expected is None else {"how": "cpu", **expected}
    assert found == [told, told, None], "it stays while others act, and goes when I do"
