"""What the game in the terminal says; `.you` stands where the person at the keyboard acts."""

from __future__ import annotations

from typing import Final

TEMPLATES: Final = {
    # ------------------------------------------------------------------ who and what
    "terminal.you": "You",
    "terminal.round": "Round {number} of {rounds} · {size:# card|# cards}",
    "terminal.extension": ("Extension {number}[ of at most {most}] · {size:# card|# cards}"),
    "terminal.now-round": "Round {number} of {rounds}",
    "terminal.now-extension": "Extension {number}",
    "terminal.deals": "{who} deals",
    "terminal.deals.you": "You deal",
    "terminal.turn-up": "Turn-up {card} · Trump {suit}",
    "terminal.trump": "Trump {suit}",
    "terminal.no-trump": "No trump",
    "terminal.sits-out": "You sit out of this extension and watch.",
    # ------------------------------------------------------------------ the table
    "terminal.column.player": "Player",
    "terminal.column.bid": "Bid",
    "terminal.column.took": "Took",
    "terminal.column.points": "Points",
    "terminal.column.total": "Total",
    "terminal.column.trick": "Trick {number}",
    "terminal.dealer": "dealer",
    "terminal.out": "out",
    "terminal.bid-in": "in",
    "terminal.leads": "leads",
    "terminal.will-lead": "will lead",
    "terminal.low-wins": "lowest total wins",
    "terminal.more": "Enter: more, q: enough ",
    "terminal.winning": "winning",
    "terminal.bids-so-far": "Bids so far: {total} for {size:# trick|# tricks}",
    "terminal.bids-in": "Bids made: {count} of {seats}",
    "terminal.bids-over": "The bids make {total} for {size:# trick|# tricks}: {count} over",
    "terminal.bids-under": "The bids make {total} for {size:# trick|# tricks}: {count} under",
    "terminal.bids-even": "The bids make {total} for {size:# trick|# tricks}: even",
    # ------------------------------------------------------------------ what happens
    "terminal.drawing": "Drawing for dealer",
    "terminal.drawing-again": "{who} draw again",
    "terminal.drew": "{who} {card}",
    "terminal.first-dealer": "{who} deals first.",
    "terminal.first-dealer.you": "You deal first.",
    "terminal.first-dealer-by-lot": "{who} deals first, by lot.",
    "terminal.first-dealer-by-lot.you": "You deal first, by lot.",
    "terminal.bids": "{who} bids {tricks}",
    "terminal.bids.you": "You bid {tricks}",
    "terminal.has-bid": "{who} has bid",
    "terminal.has-bid.you": "You have bid",
    "terminal.changes": "{who} changes the bid to {tricks}",
    "terminal.changes.you": "You change your bid to {tricks}",
    "terminal.revealed": "All bids are in",
    "terminal.revealed-bid": "{who} {tricks}",
    "terminal.plays-first": "{who} leads {card}",
    "terminal.plays-first.you": "You lead {card}",
    "terminal.plays": "{who} {card}",
    "terminal.plays.you": "You {card}",
    "terminal.takes": "{who} takes the trick",
    "terminal.takes.you": "You take the trick",
    "terminal.scored": "Round {number} is scored",
    "terminal.extension-scored": "Extension {number} is scored",
    "terminal.tied": "{who} are level for first place and play an extension.",
    "terminal.tied-all": "{who} are level for first place: everybody plays an extension.",
    "terminal.abandoned": "The game was given up.",
    # ------------------------------------------------------------------ your turn
    "terminal.ask-bid": "Your bid[ (Enter: {enter})]: ",
    "terminal.ask-keep": "Enter or another bid: ",
    "terminal.ask-card": "Your card[ (Enter: {enter})]: ",
    "terminal.turn-bid": "Bid from 0 to {size}.",
    "terminal.turn-bid-hidden": "All bid at once: nobody sees a bid before all are in.",
    "terminal.turn-bid-hooked": "Bid 0 to {size}, but not {out}: the bids may not add up to {size}.",
    "terminal.hooked": "{tricks} is out: the bids may not add up to {size}.",
    "terminal.keep": "Enter keeps your bid of {tricks}, another number[ but {out}] changes it.",
    "terminal.lead": "You lead: any card.",
    "terminal.follow": "Follow {suit}.",
    "terminal.void": "You have no {suit}: any card.",
    "terminal.to-go": "{count:# more trick makes|# more tricks make} your bid.",
    "terminal.out-of-reach": "Your bid is out of reach.",
    "terminal.made": "Your bid is made: no more tricks.",
    "terminal.made-zero": "You bid 0: no tricks.",
    "terminal.passed": "{count:# trick|# tricks} over your bid.",
    # ------------------------------------------------------------------ a wrong key
    "terminal.wrong-bid": "Type a number from 0 to {size}.[ {out}] ? is help.",
    "terminal.wrong-keep": (
        "Enter keeps your bid; a number from 0 to {size} changes it.[ {out}] ? is help."
    ),
    "terminal.out-bid": "{tricks} is out.",
    "terminal.wrong-card": "Type {first} to {last}, or a card such as {example}.",
    "terminal.wrong-card-only": "Your only card is {example}: type 1, or Enter.",
    "terminal.wrong-follow": "Follow {suit}: {cards}.",
    "terminal.wrong-follow-many": "Follow {suit}: {first} to {last}, or a card such as {example}.",
    "terminal.not-yours": "You do not hold {card}: type {places}.",
    "terminal.not-yours-follow": "You do not hold {card}. Follow {suit}: type {places}.",
    "terminal.places": "{first} to {last}",
    "terminal.numbered": "{card} ({number})",
    # ------------------------------------------------------------------ a hint
    "terminal.hint": "Hint ({level})",
    "terminal.hint-low": "Hint ({level}); lower points are better",
    "terminal.hint-bid": "Bid",
    "terminal.hint-card": "Card",
    "terminal.hint-made": "Made",
    "terminal.hint-points": "Points",
    "terminal.hint-chosen": "recommended",
    "terminal.hint-rest": "Others: under 1 % made.",
    "terminal.hint-later": "A hint comes when you are asked for a bid or a card.",
    "terminal.getting-ready": (
        "The CPU players are being made ready. This takes some seconds, the first time after an"
        " installation up to a minute."
    ),
    # ------------------------------------------------------------------ the keys
    "terminal.no-last-trick": "No trick has been taken yet.",
    "terminal.sheet": "Score sheet",
    "terminal.sheet-empty": "No round has been scored yet.",
    "terminal.sheet-round": "Round",
    "terminal.sheet-round.short": "Rd",
    "terminal.sheet-legend": "Bid/tricks ({made} made), points, running total; (cards dealt).",
    "terminal.help.number-key": "3",
    "terminal.help.number": "bid 3, or play the card under the 3",
    "terminal.help.card-key": "QH 10s",
    "terminal.help.card": "play a card by its name",
    "terminal.help.enter-key": "Enter",
    "terminal.help.enter": "keep a bid that may change; make the only bid, play the only card",
    "terminal.help.hint-key": "h",
    "terminal.help.hint": "a hint: what each bid or card is worth",
    "terminal.help.table-key": "t",
    "terminal.help.table": "the table and your hand again",
    "terminal.help.sheet-key": "s",
    "terminal.help.sheet": "score sheet of all rounds",
    "terminal.help.last-key": "l",
    "terminal.help.last": "the last trick",
    "terminal.help.rules-key": "r",
    "terminal.help.rules": "the rules of this game",
    "terminal.help.help-key": "?",
    "terminal.help.help": "these keys",
    "terminal.help.quit-key": "q",
    "terminal.help.quit": "leave; the game is kept and can go on later",
    # ------------------------------------------------------------------ beginning and end
    "terminal.title": "Oh Hell",
    "terminal.rules": "Rules: {rulebook:~2000}",
    "terminal.low-wins-rule": "The lowest total wins.",
    "terminal.against": "You play with {who}[ ({level})].",
    "terminal.watching": "{who} play[ ({level})].",
    "terminal.with-level": "{who} ({level})",
    "terminal.record": "Record: {file}",
    "terminal.keys": "? shows all keys, h gives a hint, q leaves and keeps the game.",
    "terminal.record-shorter": (
        "This record has been cut back: {count:# move or more that was stored is"
        "|# moves or more that were stored are} missing. The game goes on from where it ends."
    ),
    "terminal.over": "The game is over",
    "terminal.over-already": "This game is over: there is nothing left to play.",
    "terminal.wins": "{who} wins.",
    "terminal.wins.you": "You win.",
    "terminal.share": "{who} share {place} place.",
    "terminal.place.1": "first",
    "terminal.place.2": "second",
    "terminal.place.3": "third",
    "terminal.place.4": "fourth",
    "terminal.place.5": "fifth",
    "terminal.place.6": "sixth",
    "terminal.after-extensions": "The extensions decide first place, whatever the totals say.",
    "terminal.verify": "Check the deals: {command}",
    "terminal.left": "You have left the game.",
    "terminal.input-ended": "The input ended before the game did.",
    "terminal.interrupted": "The game was stopped.",
    "terminal.kept": "Everything up to here is kept.",
    "terminal.unfinished": "Unfinished: {command}",
    "terminal.going-on": "Going on with {name}.",
    "terminal.resume": "To go on: {command}",
    # ------------------------------------------------------------------ options and refusals
    "terminal.help.play": (
        "Play RULEBOOK (common where none is given) against CPU players in this terminal. A"
        " rulebook is the name of a preset and whatever differs from it: party players=5 hook=off;"
        " ohhell rules --list shows what there is. The game is kept move by move and can go on"
        " later, whatever happens."
    ),
    "terminal.help.watch": (
        "Let CPU players play a whole game by RULEBOOK (common where none is given)."
    ),
    "terminal.the-rulebook": "the rulebook",
    "terminal.option.cpu": (
        "How well CPU players play: {levels:or}; or one for each of them, between commas."
        " cmd:PROGRAM seats a program of your own."
    ),
    "terminal.option.record": "Where to keep the game (a new file in your data folder).",
    "terminal.option.record-watch": "Where to keep the game; without it nothing is kept.",
    "terminal.option.resume": (
        "Go on with a game: its record, or its name in your data folder; without either, the one"
        " you played last."
    ),
    "terminal.option.seed": "64 hexadecimal digits that fix all luck: same seed, same keys, same game.",
    "terminal.option.name": "What you are called.",
    "terminal.option.pace": (
        "Seconds between actions of CPU players, up to {limit}; 0 is at once."
        " Default: 0.35 when you play, 0.5 when you watch, 0 on a pipe."
    ),
    "error.not-a-seed": 'A seed is {limit} hexadecimal digits; "{value:~80}" is none.',
    "error.no-name": "A name needs at least one letter.",
    "error.wrong-number-of-levels": (
        "There are {limit:# CPU player|# CPU players} and {value:# level|# levels}:"
        " name one level for all, or one for each."
    ),
    "error.several-persons": (
        "{value} persons play in this game; a terminal can go on with a game of one."
    ),
    "error.nothing-to-resume": "There is no unfinished game in {value:~300}: ohhell play begins one.",
    "error.resume-alone": ("--resume goes on by what the record says: leave out {field}."),
    "error.table-closed": "The table had to stop ({value}).",
    "error.bad-pace": '--pace is a number of seconds from 0 to {limit}, not "{value:~40}".',
}
