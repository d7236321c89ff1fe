"""What `ohhell verify` says of records."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "verify.help": "Replay records of games: decks, legality, winners, points, totals and places.",
        "verify.commitment": "The commitment your own program kept when the game began.",
        "verify.nonce": "The nonce your own program gave, with its seat: 0:5f3a…; may be repeated.",
        "verify.not-hex": "this takes {digits} hexadecimal digits",
        "verify.not-a-seat-nonce": "this takes a seat, a colon and the nonce: 0:5f3a…",
        "verify.one-file": "--commitment and --nonce belong to one game: give one file.",
        "verify.too-large": "{file}: this is too large for the record of a game.",
        "verify.no-regular-file": "{file}: this is a device or a pipe, not a file: no game is kept in it.",
        "verify.not-text": "{file}: this is no record of a game: it is not UTF-8 text.",
        "verify.cannot-open": "{file}: cannot be read: {reason}.",
        "verify.fault": "{file}, line {line}: {sentence}",
        "verify.unchecked": (
            "{file}: the {count:# line|# lines} after that could not be checked, because the game"
            " cannot have gone that way."
        ),
        "verify.more-faults": "{file}: and {count:# more fault|# more faults}.",
        "verify.no-header": (
            "{file}: without a readable first line this is no record of a game. {sentence}"
        ),
        "verify.ok": (
            "{file}: ok, {rounds:# round|# rounds}; every deck, card, point and place is right."
        ),
        "verify.ok-abandoned": (
            "{file}: ok, abandoned after {rounds:# round|# rounds}; every deck and card is right."
        ),
        "verify.ok-broken-off": (
            "{file}: ok, but its last line is broken off; {rounds:# round|# rounds}, and every"
            " deck, card, point and place is right."
        ),
        "verify.ok-abandoned-broken-off": (
            "{file}: ok, but its last line is broken off; abandoned after"
            " {rounds:# round|# rounds}, and every deck and card is right."
        ),
        "verify.ok-unfinished": (
            "{file}: unfinished, ok as far as it goes ({rounds:# round|# rounds}); the decks can"
            " be checked when the seed is revealed."
        ),
        "verify.ok-cut": (
            "{file}: unfinished and cut off in its last line, ok as far as it goes"
            " ({rounds:# round|# rounds}); the decks can be checked when the seed is revealed."
        ),
    }
)
