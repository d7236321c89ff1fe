"""What was done at a seat for its person, told from one push; in the browser it runs in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.screen import Pages

Acts = list[tuple[int, int, str, str | None]]
"""Number, round, by whom, and the card; None is a bid."""

BID: Acts = [(5, 1, "cpu", None)]
BOTH: Acts = [*BID, (8, 1, "cpu", "QS")]
LAST: Acts = [(12, 1, "timeout", "KH")]


def push(acts: Acts, *, number: int = 1, over: int = 0) -> dict[str, Any]:
    """Seat 0 in round `number`, having bid 2; `over` rounds are over."""
    told = [dict(zip(("number", "round", "by", "card"), act, strict=True)) for act in acts]
    return {
        "view": {
            "seat": 0,
            "results": [{"number": one + 1} for one in range(over)],
            "round": {"number": number, "bids": [2, 0, 1]},
        },
        "seats": [{"acted_for": told}, {"acted_for": []}, {"acted_for": []}],
    }


def done(how: str, last: int, **others: Any) -> dict[str, Any]:
    return {"how": how, "over": [], "round": 1, "bid": None, "cards": [], "last": last, **others}


Case = tuple[dict[str, Any], int, dict[str, Any] | None]
CASES: dict[str, Case] = {
    "nothing": (push([]), 0, None),
    "bid and card": (push(BOTH), 0, done("cpu", 8, bid=2, cards=["QS"])),
    "the bid is read": (push(BOTH), 5, done("cpu", 8, cards=["QS"])),
    "all is read": (push(BOTH), 8, None),
    "time was up": (push([(5, 1, "timeout", None)]), 0, done("timeout", 5, bid=2)),
    "time was up, then away": (
        push([(5, 1, "timeout", None), (8, 1, "cpu", "QS")]),
        0,
        done("cpu", 8, bid=2, cards=["QS"]),
    ),
    "the last card": (push(LAST, over=1), 0, done("timeout", 12, cards=["KH"])),
    "the last cards": (
        push([*BOTH, *LAST], over=1),
        5,
        done("cpu", 12, over=[1], round=0),
    ),
    "into another round": (
        push([*LAST, (20, 2, "cpu", None), (24, 2, "cpu", "AC")], number=2, over=1),
        0,
        done("cpu", 24, over=[1], round=2, bid=2, cards=["AC"]),
    ),
    "over whole rounds": (
        push([(12, 1, "cpu", "KH"), (30, 2, "cpu", "2D"), (50, 3, "cpu", "4C")], number=4, over=3),
        12,
        done("cpu", 50, over=[2, 3], round=4),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_done_for_me(pages: Pages, case: str) -> None:
    given, read, expected = CASES[case]
    page = pages.open()
    page.wait_for_selector("h1")
    found = page.evaluate(
        """async ([push, read]) => {
            const app = document.querySelector('script[type=module]').src;
            const { doneSince } = await import(new URL('./party/meanwhile.js', app).href);
            const watched = { ...push, view: { ...push.view, seat: null } };
            const other = { ...push, view: { ...push.view, seat: 1 } };
            return [doneSince(push, read), doneSince(watched, read), doneSince(other, read)];
        }""",
        [given, read],
    )
    assert found == [expected, None, None], "nobody else is told"
