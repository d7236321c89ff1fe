"""The scorings that have a name, written as anybody would write a scoring of their own."""

from __future__ import annotations

from typing import Final

NAMED_TEXTS: Final = {
    "tricks-plus-ten": "exact: 10 + tricks; missed: tricks",
    "club-sheet": "exact: 10 * bid if bid > 0 else 10; missed: -10 * abs(bid - tricks)",
    "tricks-plus-five": "exact: 5 + tricks; missed: tricks",
    "exact-only": "exact: 10 + bid; missed: 0",
    "exact-minus-bid": "exact: 10 + bid; missed: -bid",
    "ten-times": "exact: 10 * bid if bid > 0 else 5; missed: 0",
    "ten-times-penalty": (
        "exact: 10 * bid if bid > 0 else 5; missed: -10 * bid if bid > 0 else -5"
    ),
    "double-whammy": "exact: 10 if bid == 0 else 15 if bid == 1 else 11 * bid; missed: tricks",
    "penalty-under-zero-over": "exact: 10 + bid; over: 0; short: -bid",
    "cypriot": "exact: 10 + 5 * bid; missed: -5 * bid if bid > 0 else -10",
    "set-penalty": "exact: 10 + bid; over: tricks; short: -10",
    "progressive-penalty": "exact: 10 + bid; missed: -(bid + 10 * abs(bid - tricks))",
    "reduced-zero": "exact: 10 + tricks if bid > 0 else 5; missed: tricks",
    "adjusted-zero": "exact: 10 + tricks if bid > 0 else 5 + size; missed: tricks",
    "squares": "exact: 10 + bid * bid; missed: tricks",
    "montreal": "exact: 10 + 2 * tricks; missed: 0",
    "negative-triangular": (
        "exact: 0; missed: abs(bid - tricks) * (abs(bid - tricks) + 1) // 2; low wins"
    ),
    "negative-square": "exact: 0; missed: (bid - tricks) * (bid - tricks); low wins",
    "negative-size": "exact: 0; missed: size; low wins",
    "binary": "exact: 10; missed: 0",
    "binary-nil": (
        "exact: 20 if bid == 0 and size > players else 10;"
        " missed: -10 if bid == 0 and size > players else 0"
    ),
    "adjusted-exact": "exact: bid + size; missed: 0",
    "get-fred": "exact: 10 + bid; missed: -abs(bid - tricks)",
    "oy-vey": "exact: 10 + bid * bid; missed: -abs(bid - tricks)",
    "novacastrian": "exact: bid; missed: -max(bid, tricks)",
    "gentleman": ("exact: 10 * bid if bid > 0 else 5; over: tricks; short: -10 * (bid - tricks)"),
    "penalty-steps": "exact: 10 + 5 * tricks; missed: -(10 + 15 * (abs(bid - tricks) - 1))",
    "basas": "exact: 10 + bid * bid; missed: -3 * abs(bid - tricks)",
    "club-of-america": "exact: 10 + bid; missed: -(10 + abs(bid - tricks))",
    "mirror": "exact: 10 + bid; missed: -(10 + bid)",
    "squares-both-ways": "exact: 10 + bid * bid; missed: -(bid - tricks) * (bid - tricks)",
    "squares-triangular": (
        "exact: 10 + bid * bid; missed: -5 * abs(bid - tricks) * (abs(bid - tricks) + 1) // 2"
    ),
    "over-pays": "exact: 10 + bid; over: tricks; short: 0",
    "romanian": "exact: 5 + bid; missed: -abs(bid - tricks)",
    "pocha": "exact: 10 + 5 * tricks; missed: -5 * abs(bid - tricks)",
    "escalier": "exact: 5 + 5 * tricks; missed: -5 * abs(bid - tricks)",
    "plump": "exact: 10 + bid if bid > 0 else 5; missed: 0",
    "ten-times-flat": "exact: 10 * bid; missed: 0",
    "wizard": "exact: 20 + 10 * bid; missed: -10 * abs(bid - tricks)",
    "skull-king": (
        "exact: 20 * bid if bid > 0 else 10 * size;"
        " missed: -10 * abs(bid - tricks) if bid > 0 else -10 * size"
    ),
}
"""Name to text form; low totals win where the text says so."""
