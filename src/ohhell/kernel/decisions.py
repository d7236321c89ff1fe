"""The two questions a player answers, compiled: which bid, which card."""

from __future__ import annotations

from ohhell.kernel.compiled import compiled
from ohhell.kernel.search import search_bid, search_card


@compiled
def decide_bid(rules, tables, depth, me, hand, bids, dice, means, makes):
    """The bid; see `search_bid` for what is filled in."""
    return search_bid(rules, tables, depth, me, hand, bids, dice, means, makes)


@compiled
def decide_card(
    rules, tables, depth, me, hand, bids, leader, play_seats, play_cards, plays, dice,
    cards, means, makes,
):  # fmt: skip
    """The index of the card chosen and how many options there are; see `search_card`."""
    return search_card(
        rules, tables, depth, me, hand, bids, leader, play_seats, play_cards, plays, dice,
        cards, means, makes,
    )  # fmt: skip
