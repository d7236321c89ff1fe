"""Help, options and lists of the command line."""

from __future__ import annotations

from typing import Final

TEMPLATES: Final = {
    "help.ohhell": "Oh Hell by any house rules: play, watch, look up rules, check records.",
    "help.commands": "Commands",
    "help.usage": "{message} ({command} --help shows what there is.)",
    "command.play": "Play a game in this terminal.",
    "command.watch": "Let the CPU players play a whole game.",
    "command.rules": "Explain a rulebook, or list what there is.",
    "command.verify": "Check records: deals, plays, points and places.",
    "option.not-whole": '"{value:~40}" is not a whole number.',
    "option.not-decimal": '"{value:~40}" is not a number.',
    "option.no-path": "This path is empty: name a file or a folder, such as ./here.",
    "option.out-of-range": "{value:~40} cannot be: it must be {limit}.",
    "option.from-to": "a whole number from {low} to {high}",
    "option.up-to-bits": "a whole number of up to {bits} bits",
    "option.above-0": "more than 0 and at most {high}",
    "option.players": "How many play: 3 to 7.",
    "option.players.values": "N",
    "option.max_size": "The most cards a seat is dealt; default follows the players.",
    "option.max_size.values": "N|default",
    "option.sequence": "How the sizes run: down-up, up, down, up-down, or a list: 1,3,5.",
    "option.sequence.values": "SIZES",
    "option.first_dealer": "Who deals first: random, drawn, or a seat: seat-0.",
    "option.first_dealer.values": "WHO",
    "option.trump": (
        "Where trump comes from: turn-up, turn-up-except-largest, none, a suit,"
        " or a cycle: spades,hearts,none."
    ),
    "option.trump.values": "TRUMP",
    "option.bidding": "How bids are made: in-turn or all-at-once.",
    "option.bidding.values": "HOW",
    "option.hook": "Whether the dealer is hooked: on, off, or from-N (rounds of N cards or more).",
    "option.hook.values": "on|off|from-N",
    "option.bid_change": "Whether a bid may change: none or until-next.",
    "option.bid_change.values": "WHEN",
    "option.first_lead": "Who leads first: dealers-left, dealer or highest-bidder.",
    "option.first_lead.values": "WHO",
    "option.scoring": 'A scoring by name, or one of your own: "exact: 10 + bid; missed: 0".',
    "option.scoring.values": "SCORING",
    "option.ties": "How a tie for first place ends: share, leaders-N or all-seats.",
    "option.ties.values": "HOW",
    "help.rules": (
        "Explain RULEBOOK in plain words: the name of a preset (common where none is given) and"
        " whatever differs from it, as in: party players=5 hook=off."
    ),
    "rules.list": "List all presets and named scorings, or one of the two.",
    "rules.json": "Say the same for other programs to read.",
    "rules.title": "{preset} · {players} players · {rounds:# round|# rounds}",
    # what helps at a command line after a refusal
    "hint.scoring-unknown": "All scorings: ohhell rules --list scorings.",
    "rules.presets": "Rulebooks",
    "rules.preset": "{players} players, {rounds} rounds, {scoring}",
    "rules.read": "to read one",
    "rules.read.how": "ohhell rules party",
    "rules.play": "to play it",
    "rules.play.how": "ohhell play party",
    "rules.change": "to change it",
    "rules.change.how": "ohhell play party players=5 hook=off",
    "rules.scorings": "Scorings ({count})",
    "rules.exact": "exact: {formula:words}",
    "rules.missed": "missed: {formula:words}",
    "rules.over": "over: {formula:words}",
    "rules.short": "short: {formula:words}",
    "rules.low-wins": "low wins",
    "rules.choose": "to use one",
    "rules.choose.how": "ohhell play --scoring exact-only",
    "rules.write": "to write one",
    "rules.write.how": 'ohhell play --scoring "exact: 10 + bid; missed: 0"',
}
