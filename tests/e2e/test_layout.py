"""Nothing covers what must be seen, and nothing is cut off, on any screen and with any hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.screen import SIZES, Pages, Player

LARGEST = {
    "common players=3 sequence=17 trump=spades first_dealer=seat-0": 2,
    "common players=4 sequence=13 trump=none first_dealer=seat-0": 3,
    "common players=7 sequence=7 first_dealer=seat-0": 6,
}
"""Rulebooks with the most cards in a hand, and how many others play; I deal, and bid last."""

BOXES = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { name: one.dataset.seat ?? one.dataset.card ?? one.dataset.bid ?? one.className,
        left, top, right, bottom };
})"""


def cover(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two boxes share more than an edge."""
    return bool(
        one["left"] < other["right"] - 1
        and other["left"] < one["right"] - 1
        and one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
    )


@pytest.mark.parametrize("size", SIZES)
def test_the_place_to_bid_leaves_all_plates_and_my_hand_in_sight(pages: Pages, size: str) -> None:
    """With 17, 13 and 7 cards, before and after a hint."""
    width, height = SIZES[size]
    page = pages.open(size)
    player = Player(page)
    for rulebook, others in LARGEST.items():
        player.begin(rulebook, others=others)
        page.wait_for_selector(f".plate >> nth={others - 1}")
        player.play(until="bid")
        for step in ("before", "after a hint"):
            (panel,) = page.evaluate(BOXES, ".bidpanel")
            seen = page.evaluate(BOXES, ".plate, .hand .card:not([disabled])")
            where = f"{rulebook}, {step}"
            assert [one["name"] for one in seen if cover(panel, one)] == [], where
            for one in (panel, *seen, *page.evaluate(BOXES, ".rail > *, .dock")):
                inside = one["left"] >= -1 and one["right"] <= width + 1
                assert inside, f"{where}: {one}"
                assert one["top"] >= -1, f"{where}: {one}"
                assert one["bottom"] <= height + 1, f"{where}: {one}"
            keys = page.evaluate(BOXES, ".bids button")
            assert min(one["right"] - one["left"] for one in keys) >= 44, where
            assert min(one["bottom"] - one["top"] for one in keys) >= 44, where
            if step == "before":
                page.keyboard.press("h")
                page.wait_for_selector(".bids .chance")
