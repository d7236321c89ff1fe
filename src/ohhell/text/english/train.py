"""The command that makes the trained tables."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "command.train": "Make the trained tables of the CPU players anew.",
        "train.help": (
            "Make all trained tables from nothing by self-play: the policy's tables for two to"
            " seven seats, the solved one-card rounds, the bid model, the calibration. Takes a"
            " quarter of an hour of one processor. The seeds are fixed; docs/players.md says how far"
            " the result is the one that ships."
        ),
        "train.option.out": (
            "Where to put them, once all are made; the program itself goes on playing by its own."
        ),
        "warmup.begins": "The CPU players are getting ready",
        "warmup.now": "The CPU players are getting ready: {name} ({number} of {of})",
        "warmup.bidding": "bidding",
        "warmup.card-play": "card play",
        "warmup.part": "CPU players: {name} ready ({number} of {of}, {seconds} s)",
        "warmup.not-kept": (
            "CPU players: there is no private folder to keep compiled code in, so every start"
            " compiles it anew."
        ),
        "error.no-round": "There is no round to decide anything in.",
        "error.no-seat": "A watcher has nothing to decide.",
        "train.option.effort": "1 is the whole recipe; 0.01 is enough for a trial.",
    }
)
