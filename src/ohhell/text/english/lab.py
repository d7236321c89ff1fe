"""Simulations, duels, comparisons and advice: what they say, and what they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_COMMANDS: Final = {
    "command.sim": "Simulate whole games and say who scores, makes bids and wins.",
    "command.duel": "Measure two players against each other on the same deals.",
    "command.compare": "Show how house rules change the game.",
    "command.advise": "Say what to bid or play in given positions.",
    "lab.option.cpus": (
        "A player for each seat, between commas: levels, or cmd:PROGRAM for a program of your own"
        " (in double quotes where it has commas). One name fills all seats."
    ),
    "lab.option.games": "How many games.",
    "lab.option.keep-seats": "Seat the players as they are named, instead of anew each game.",
    "lab.option.players": "How many play by each of the rulebooks.",
    "lab.option.field": "Who has the other seats; without it, B.",
    "lab.option.rounds": "The most deals of each size; fewer where it is clear before.",
    "lab.option.sizes": "Cards in hand, between commas; without it 1,3,5,10 or the largest.",
    "lab.option.cpu": "Who plays in every seat: a level, or cmd:PROGRAM.",
    "lab.option.seed": "A number that all luck comes from: same seed, same figures.",
    "lab.option.workers": "How many processes; without it one a processor.",
    "lab.option.dask": "Play on a Dask cluster: the address of its scheduler.",
    "lab.option.json": "Write all figures as JSON; - is the standard output.",
    "lab.option.csv": "Write all figures as CSV; - is the standard output.",
    "lab.option.plot": "Draw the figures: FILE.png, .svg or .pdf.",
    "lab.option.bot-seconds": "What a cmd: program may take for a decision.",
    "lab.one-output": "only one of --json and --csv can go to the standard output",
    "lab.one-file": "--json, --csv and --plot need a file each",
    "lab.one-workforce": "give --workers or --dask, not both",
    "lab.progress": "Playing",
    "lab.help.sim": (
        "Play whole games among given players by the rules of RULEBOOK, and say who scores, makes"
        " bids and wins how often."
    ),
    "lab.help.duel": (
        "Measure player A against player B: on the same deals each of them sits once in every seat,"
        " with the same others at the table. It stops early where it is clear who is better."
    ),
    "lab.help.compare": (
        "Play by several rulebooks, with the same players and decks, and show how the games differ."
        " Each RULEBOOK is one text: 'party hook=off'."
    ),
}

_RESULTS: Final = {
    "lab.games": "{games:# game|# games} · {players} players · seed {seed}",
    "lab.seats-drawn": "seats drawn anew each game",
    "lab.seats-kept": "seats kept",
    "lab.column.player": "Player",
    "lab.column.seats": "Seats",
    "lab.column.total": "Game",
    "lab.column.points": "points",
    "lab.column.round": "Round",
    "lab.column.exact": "Made %",
    "lab.column.wins": "Won %",
    "lab.column.time": "Time for a decision",
    "lab.column.decisions": "Decisions",
    "lab.column.p50": "Half within",
    "lab.column.p95": "95 % within",
    "lab.column.cards": "Cards",
    "lab.column.deals": "Deals",
    "lab.column.gain": "Difference",
    "lab.column.all": "all",
    "lab.column.first": "A",
    "lab.column.second": "B",
    "lab.column.made": "made %",
    "lab.exact-by-size": "Made %, by cards in hand",
    "lab.exact-by-place": "Made %, by place in bidding",
    "lab.place.dealer": "dealer",
    "lab.interval": (
        "Points a game and a round; bids made; games won (an even share is {share})."
        " ± is the 95 % interval."
    ),
    "lab.faults": (
        "{player}: {count:# decision was|# decisions were} not its own; the rule of thumb"
        " played instead."
    ),
    "lab.fault.illegal": "{count} not allowed; the first: {example}",
    "lab.fault.garbage": "{count} no answer one can read; the first: {example:~60}",
    "lab.fault.late": "{count} too late (after {example} seconds)",
    "lab.fault.crashed": "{count} because the program ended; the first time: {example:~100}",
    "lab.fault.stopped": "{count} because it could not think ({example})",
    "lab.fault.unasked": "{count} not asked for any more, after {example} failures in a row",
    # ------------------------------------------------------------------ duels
    "lab.duel": "{one} against {other}",
    "lab.duel-field": "{players} players, the others {field} · at most {deals} deals a size · seed {seed}",
    "lab.duel-better": "{player} is better: {gain} points a round ({deals} deals of each size).",
    "lab.duel-open": "Not clear who is better: {gain} points a round for {player} ({deals} deals of each size).",
    "lab.duel-absent": (
        "Nothing can be said: not one decision was made by {players} itself, the rule of thumb played"
        " them all."
    ),
    "lab.duel-same": "Both did exactly the same ({deals} deals of each size).",
    "lab.duel-looks": (
        "Points a round, on the same deals in every seat. ± holds at every look: {look} of {count}"
        " here."
    ),
    # ------------------------------------------------------------------ comparisons
    "lab.compared": "{player} in every seat · {games:# game|# games} by each rulebook · seed {seed}",
    "lab.players": "{players:# player|# players}",
    "lab.per-cent": ", %",
    "lab.interval-only": "± is the 95 % interval.",
    "lab.measure.exact": "Bids made",
    "lab.measure.overbid": "Bids less tricks, a round",
    "lab.measure.points": "Points a round",
    "lab.measure.total": "Total of a seat",
    "lab.measure.first": "Best total",
    "lab.measure.spread": "First to last",
    "lab.measure.dealer-exact": "Dealer makes fewer bids by",
    "lab.measure.dealer-points": "Dealer gets fewer points by",
    "lab.measure.zeros": "Bids of 0",
    "lab.measure.zeros-made": "Bids of 0 made",
    "lab.measure.zero-points": "A bid of 0 pays",
    "lab.measure.other-points": "Another bid pays",
    "lab.measure.lead-changes": "Lead changes, a game",
    "lab.measure.turned": "Turned in the last round",
    "lab.measure.ties": "First place tied",
    "lab.measure.extensions": "Extensions, a game",
    # ------------------------------------------------------------------ plots
    "lab.axis.cards": "cards in hand",
    "lab.axis.exact": "bids made, %",
    "lab.axis.gain": "points a round",
}

_ADVICE: Final = {
    "advise.help": (
        "Read positions, one JSON object a line, from FILE or the standard input, and answer each"
        " with one JSON object: what to do, and what every choice is worth.\n\n"
        "A position is one round as one seat knows it: how many play, its hand, the card turned up"
        " or the trump, the bids and tricks so far, and who is to act; docs/lab.md has all keys."
        " Seat A sits left of the dealer, who is the last.\n\n"
        "\b\n"
        'echo \'{{"players": 3, "hand": [["AS", "KD"]], "turned": "7S", "to_act": "A"}}\' |\n'
        "  ohhell advise --explain"
    ),
    "advise.level": "Whose advice.",
    "advise.explain": "Add a sentence for people.",
    "advise.seed": "A number that all luck comes from: same seed, same advice.",
    "advise.bid": "Bid {choice}: {points} points to be expected, made {make} times in 100.",
    "advise.play": "Play {choice}: {points} points to be expected, bid made {make} times in 100.",
    "advise.next": "Next best: {choice} ({points} points, {make} in 100).",
    "advise.only": "There is nothing else to do.",
    "advise.same": "{other} looks about as good.",
    "advise.near": "{other} looks better by {regret} points, but that is within the error of looking.",
    "advise.winner": "{seat} wins the trick with {card}.",
}

_POSITIONS: Final = {
    "not-json-line": "This line is not JSON: {found}",
    "position-too-long": "A line can have at most {limit} bytes; this one is longer.",
    "position-long-number": "A number in this line has {value} digits: more than {limit} mean nothing.",
    "position-key-twice": 'This position says "{field:~40}" twice.',
    "position-not-an-object": "A position is a JSON object, not {found:~60}.",
    "position-unknown-key": 'A position has no "{field:~40}": is "{near}" meant?',
    "position-missing-key": 'This position lacks its "{field}".',
    "position-bad-key": 'The "{field}" of a position cannot be {found:~60}.',
    "position-number": 'The "{field}" of a position must be a whole number, {limit}, not {found:~60}.',
    "position-choice": 'The "{field}" of a position can be {limit}, not {found:~60}.',
    "position-seat": 'In "{field}", {found:~60} is no seat: the seats here are {limit}.',
    "position-dealer": (
        "Seat A is the one to the dealer's left, so the dealer must be {limit}, not {value}."
    ),
    "position-other-trump": "{card} was turned up, so trump must be {suit:@suit}.",
    "position-hand": (
        "{value:# card|# cards} in hand, {tricks:# trick|# tricks} played and {size:# card|# cards}"
        " dealt do not go together."
    ),
    "position-won": "{seat} has won {limit} of these tricks, not {value}.",
    "position-card-twice": "{card} is in two places.",
    "position-revoke": "{seat} was out of this suit before, so it cannot have {card}.",
    "position-trick-short": "Trick {number} has {value:# card|# cards}; all {limit} are needed.",
    "position-trick-long": 'In "{field}" a trick has {value:# card|# cards}, more than {limit}.',
    "position-trick-leader": "Trick {number} was led by {value}; it should be {limit}.",
    "position-order": 'In "{field}", {value} plays where it is the turn of {limit}.',
    "position-turn": "It is not the turn of {value}[, but that of {limit}].",
    "position-no-bid": "{seat} has bid already, or cards were played: there is nothing to bid.",
    "position-own-bid": "To advise {seat} on a card, its own bid must be given.",
    "position-bid-later": "{seat} cannot have bid before {next}.",
    "position-hook": "With the hook on, these bids cannot add up to {size}.",
    "position-rule-to-act": (
        'A position of the kind "rule" asks who won a trick: nobody is to act in it, not {seat}.'
    ),
    "position-other-players": "This rulebook is for {value} players, and the position has {limit}.",
    "position-nobody": "Nobody is to act, and the trick is not complete: there is no question.",
}

_REFUSALS: Final = {
    "no-advice": "{value:~40} plays, but gives no advice.",
    "players-not-listed": "These are no players between commas: {value:~60}",
    "open-quote-in-command": "A quotation mark is opened and not closed in: {value}",
    "no-program": "After {value} comes a program, as in cmd:./my-bot.",
    "no-such-program": 'There is no program "{value}" that can be run.',
    "never-plays": "{value} changes its bid for ever and never plays a card.",
    "wrong-lineup": "There are {limit} seats, but {value:# player is|# players are} named.",
    "lab-extra-missing": (
        "This needs {value}, which comes with the extra lab: pip install 'ohhell[[lab]]'."
    ),
    "plot-kind": "{value} is no picture that can be drawn: its name must end in {limit}.",
    "no-cluster": "There is no Dask scheduler at {value}.",
    "worker-died": "A process that played has ended by accident; the same command can be tried again.",
    "no-workers": "The Dask cluster at {value} has no worker.",
}

TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    _COMMANDS
    | _RESULTS
    | _ADVICE
    | {f"error.{code}": template for code, template in (_POSITIONS | _REFUSALS).items()}
)
