"""The page that says how strong the CPU players are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_COMMAND: Final = {
    "command.strength": "Measure how strong the CPU players are.",
    "strength.help": (
        "Play the ladder of CPU players against each other, until every figure is known well enough"
        " or the time is up, and write the page. Results are kept, so a later run goes on where"
        " this one ended."
    ),
    "strength.option.quick": "Wider intervals; done within an hour on two processors.",
    "strength.option.minutes": "Stop after so many minutes, whatever is still open.",
    "strength.option.seed": "A number that all luck comes from: same seed, same deals.",
    "strength.option.workers": "How many processes; without it one a processor.",
    "strength.option.ledger": "The file in which all results are kept and added to.",
    "strength.option.out": "The page to write.",
    "strength.option.write-only": "Write the page from the results there are; play nothing.",
    "strength.progress": "Seconds",
    "strength.written": "{path}: {reached} of {count} required figures reached.",
    "strength.dropped": "{cells:# figure was|# figures were} measured with other players than today's: measuring anew.",
    "error.no-ledger": "{value} is no ledger of `ohhell strength`: name another file, or one that does not exist yet.",
    "error.nothing-measured": "{value} holds no results for seed {seed}: run it without --write-only first.",
}

_PAGE: Final = {
    "strength.title": "How strong the CPU players are",
    "strength.made": (
        "Written by `ohhell strength` on {date}, seed {seed}, on {machine} ({versions});"
        " {hours} hours of processor time in all. Nothing on this page is written by hand."
    ),
    "strength.stale": (
        "{cells:# figure on this page was|# figures on this page were} measured before the players"
        " were changed last."
    ),
    "strength.summary": (
        "**{reached} of {count} required figures are reached**[, {missed} missed][, {open} still"
        " open][, {unmeasured} not measured]."
    ),
    "strength.how": (
        "**Difference**: points a round that one player makes more than the other in its place, on"
        " the same deals, in every seat in turn, among the same others; the plain mean over rounds"
        " of 1, 3, 5 and 10 cards (or the largest). ± is the 95 % interval, every deal counting as"
        " one observation. *Above* means that the interval lies above 0, *not below* that it lies"
        " above −0.3. A difference is played on until its interval is narrow enough or lies twice"
        " its half-width away from the mark, so that stopping early does not make it look clearer"
        " than it is. Turn-up trump, hook on, dealer's left leads; 4 players and `exact-only`"
        " (10 and the bid for making it, else nothing) unless said."
    ),
    "strength.section.required": "What is required",
    "strength.section.ladder": "The ladder",
    "strength.section.rungs": "Rung by rung, in four fields",
    "strength.section.inference": "Reading bids and plays",
    "strength.section.club": "Club against the table policy",
    "strength.section.expert": "Expert against club",
    "strength.section.scorings": "Other scorings",
    "strength.section.seats": "Other numbers of players",
    "strength.section.self-play": "Bids made among equals",
    "strength.section.games": "Whole games",
    "strength.section.calibration": "Chances foreseen and what came of them",
    "strength.section.one-card": "One-card rounds",
    "strength.section.clock": "Time for a decision",
    "strength.section.secrecy": "Hidden cards",
    "strength.column.asked": "asked",
    "strength.column.required": "required",
    "strength.column.reached": "reached",
    "strength.column.verdict": "verdict",
    "strength.column.player": "player",
    "strength.column.what": "what it is",
    "strength.column.pair": "difference",
    "strength.column.judged": "{who} among {field}: foreseen",
    "strength.column.field": "others",
    "strength.column.cards": "{size:# card|# cards}",
    "strength.column.mean": "mean",
    "strength.column.deals": "deals",
    "strength.column.scoring": "scoring",
    "strength.column.players": "players",
    "strength.column.size": "cards",
    "strength.column.all": "all seats",
    "strength.column.place": "bids {place}.",
    "strength.column.dealer": "dealer",
    "strength.column.games": "games",
    "strength.column.points": "points a game",
    "strength.column.made": "bids made",
    "strength.column.wins": "games won",
    "strength.column.came": "made",
    "strength.column.bids": "bids",
    "strength.column.gain": "best response gains at most",
    "strength.column.exact": "bids made, first bidder to dealer",
    "strength.column.decisions": "decisions",
    "strength.column.half": "half within",
    "strength.column.most": "95 % within",
    "strength.rung.R0": "random legal bids and cards",
    "strength.rung.R1": "the `rule-of-thumb` player, compiled: a test holds it to the same decisions",
    "strength.rung.R2": "table policy: learned chances of single cards, best expected points; the yardstick",
    "strength.rung.noisy": "R2 that moves 15 % of its bids by one and plays 15 % of its cards at random",
    "strength.rung.R3": "R2, its bids by the bid model",
    "strength.rung.R4": "R3 and {card_worlds} imagined worlds for a card ({bid_worlds} for a bid), played out by the policy",
    "strength.rung.R5": "R4, worlds weighted by the others' bids",
    "strength.rung.R6": "R4, worlds weighted by bids and plays as `expert` reads them: sharply, a share of them held to be anything",
    "strength.rung.novice": "R3 that remembers no card once its trick is gathered, and takes any choice nearly as good as the best",
    "strength.rung.casual": "R3 that remembers only high cards, and takes any choice very nearly as good; solved one-card bids",
    "strength.rung.club": "the level: {card_worlds} worlds for a card, {bid_worlds} for a bid, of {drawn} times as many dealt; solved one-card bids",
    "strength.rung.expert": "the level: {card_worlds} worlds for a card, {bid_worlds} for a bid, of {drawn} times as many dealt; solved one-card bids",
    "strength.field.R1": "three R1",
    "strength.field.R2": "three R2",
    "strength.field.noisy": "three noisy R2",
    "strength.field.mixed": "R1, R2, R3",
    "strength.many.R2": "all R2",
    "strength.ask.above": "{one} above {other}",
    "strength.ask.not-below": "{one} not below {other}",
    "strength.ask.at-least": "{one} gains on {other}",
    "strength.asked": "{asked}, among {field}[, {size:# card|# cards}][, {sizes} cards][, {players} players][, `{scoring}`]",
    "strength.asked.self-play": "{who} among its like makes its bids, {size:# card|# cards}",
    "strength.asked.refereed": "`rule-of-thumb` itself, through the rules, {size:# card|# cards}",
    "strength.asked.games": "four `{who}`, whole games by `tricks-plus-ten`, make their bids",
    "strength.asked.calibration": "`{who}` among {field}: bids made lie from the chance foreseen, in the worst tenth",
    "strength.asked.one-card": "one-card tables, {players} players: a best response gains",
    "strength.asked.response": "in the place of one of four R2, 1 card: anybody gains at most",
    "strength.asked.clock": "`{who}` decides within, 95 of 100 times",
    "strength.like": "its like",
    "strength.mark.above": "> {mark}",
    "strength.mark.at-least": "≥ {mark}",
    "strength.mark.at-most": "≤ {mark}",
    "strength.verdict.reached": "reached",
    "strength.verdict.reached-near": "reached (within the error)",
    "strength.verdict.missed": "**missed by {lacking}**",
    "strength.verdict.missed-near": "**missed by {lacking}** (within the error)",
    "strength.verdict.open": "open: {lacking} short of clear",
    "strength.verdict.unmeasured": "not measured",
    "strength.verdict.beyond": "; out of reach: nobody can gain more than {most} here (see One-card rounds)",
    "strength.note.rungs": (
        "Each rung against the one below it in the same seat. No one-card tables here: the rungs"
        " bid one-card rounds by their own means."
    ),
    "strength.note.inference": "R5 and R6 against R4, which looks at as many worlds but believes all of them alike.",
    "strength.note.club": "`club` with its one-card tables; R2 without.",
    "strength.note.self-play": (
        "Four of the same kind at one table. The hook lets at most three of four make their bids in"
        " the mean, and the dealer pays for it. Shares by place in bidding; the first bidder also"
        " leads."
    ),
    "strength.note.games": (
        "Rounds of 10 … 1 … 10 cards by `tricks-plus-ten`; four of the same kind. Marks from"
        " outside, measured by a neutral referee: the strongest public program makes .624 of its"
        " bids and 145.8 points a game among its like, a rule-based commercial one .50 and 122.8,"
        " random players about 62 points."
    ),
    "strength.note.wins": (
        "One of each at the same table, seats moving on from game to game; an even share is 25 %."
    ),
    "strength.note.calibration": (
        "How likely a player holds the bid it has just made, as it would tell somebody who asks for"
        " advice, and how many of those bids were made; rounds of 1, 3, 5 and 10 cards together, each"
        " counting as if equally many deals of it had been played. Tenths of fewer than {fewest}"
        " bids are shown but not judged; rounds are played until the others are narrow enough, the"
        " short ones most often, for unlikely bids are made there and nowhere else."
    ),
    "strength.note.one-card": (
        "One-card rounds are bid by solved tables. The last column is what somebody who knew the"
        " tables by heart could gain in the best place, in points a round."
    ),
    "strength.note.response": (
        "How much is there to be gained among three R2? What they bid follows from their card, the"
        " turn-up and the bids before it, and play is forced, so every deal there is can be counted"
        " for everything that a bidder may know. Somebody who always took the better bid would make"
        " {most} points a round more than R2 in its place, over all seats (first bidder to dealer:"
        " {places}); nobody can make more."
    ),
    "strength.note.clock": (
        "Processor time on this machine, through the same call as in real play, where there was"
        " more than one thing to do; a seat at a table of four, 10 … 1 … 10 cards."
    ),
    "strength.note.secrecy": (
        "No player can profit from cards it may not see: `tests/players/test_compiled_players.py`"
        " swaps what the other seats and the stock hold, at random moments of random games by all"
        " rulebooks, and asks every level again with the same dice: the decision must not change."
    ),
}

TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(_COMMAND | _PAGE)
