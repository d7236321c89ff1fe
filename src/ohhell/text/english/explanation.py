"""A rulebook in plain words; which of these are said, and with what, `rules.explanation` knows."""

from __future__ import annotations

from typing import Final

_HEADINGS: Final = {
    "rounds": "The rounds",
    "dealing": "Dealing and trump",
    "bidding": "Bidding",
    "play": "Play",
    "scoring": "Scoring",
    "end": "The end",
    "source": "Where it comes from",
}

_ROUNDS: Final = {
    "players": (
        "{players} players, each alone, with the usual 52 cards. The ace is the highest card of"
        " its suit, the two the lowest."
    ),
    "rounds": ("There {rounds:is # round|are # rounds}, with {tricks:# trick|# tricks} in all:"),
    "sizes.down": "rounds {first} to {last}: from {size:# card|# cards} each down to {least}",
    "sizes.up": "rounds {first} to {last}: from {size:# card|# cards} each up to {most}",
    "sizes.same": "rounds {first} to {last}: {size:# card|# cards} each",
    "sizes.one": "round {first}: {size:# card|# cards} each",
    "sizes.list": "rounds {first} to {last}: {sizes} cards each",
    "dealer.random": (
        "The first dealer is picked at random. After each round the deal moves one seat clockwise."
    ),
    "dealer.drawn": (
        "Everybody draws a card, and the highest rank deals first; those tied for the highest draw"
        " again. After each round the deal moves one seat clockwise."
    ),
    "dealer.seats": (
        "Seat {first} deals first. Seats count clockwise from 0; seat 0 is you where you play, and"
        " else the first name. After each round the deal moves one seat clockwise: {others}, and so"
        " on."
    ),
    "dealer.names": (
        "First dealer: {first}. The deal moves one seat clockwise after each round: {others}, and"
        " so on."
    ),
}

_DEALING: Final = {
    "deal": (
        "Every round begins with the whole pack, freshly shuffled. Cards are dealt one at a time,"
        " clockwise from the dealer's left. In the largest {largest:round|rounds} {dealt} of the"
        " {pack} cards are dealt."
    ),
    "trump.turn-up": (
        "Then the next card is turned up, and its suit is trump. That card stays in sight for the"
        " whole round and belongs to nobody."
    ),
    "trump.except-largest": (
        "In rounds of fewer than {size:# card|# cards}, the next card is then turned up, and its"
        " suit is trump. That card stays in sight for the whole round and belongs to nobody. In"
        " {count:round|rounds} {rounds}, of {size:# card|# cards} each, there is no trump, and no"
        " card is turned up."
    ),
    "trump.never": "There is no trump in this game, and no card is turned up.",
    "trump.fixed": "{suit:@Suit} are trump in every round. No card is turned up.",
    "trump.cycle": "Trump changes from round to round, in a fixed order. No card is turned up.",
    "trump.rounds": "{suit:@suit}: {count:round|rounds} {rounds}",
}

_BIDDING: Final = {
    "bids.in-turn": (
        "Look at your hand and say how many tricks you will take, from none to one for each card."
        " Bidding goes round clockwise from the dealer's left; the dealer bids last."
    ),
    "bids.at-once": (
        "Look at your hand and decide how many tricks you will take, from none to one for each"
        " card. Nobody sees a bid until all are made; then they are shown together."
    ),
    "bids.stand": "A bid, once made, stands.",
    "bids.change": (
        "You may change your bid until the next seat has bid; the dealer, until the first card is"
        " led."
    ),
    "hook.on": "The hook: the dealer may not make the bids add up to the number of tricks.",
    "hook.from": (
        "The hook: in rounds of {size} cards or more, the dealer may not make the bids add up to"
        " the number of tricks."
    ),
    "hook.off": "There is no hook: the bids may add up to the number of tricks.",
    "hook.never": (
        "There is a hook for rounds of {size} cards or more, but no round of this game is that"
        " large: the bids may add up to the number of tricks."
    ),
    "hook.example": (
        "in a round of {size} cards, after bids of {earlier}, the dealer may bid anything from 0 to"
        " {size} but {barred}"
    ),
    "hook.example.one": (
        "in a round of 1 card, after bids of {earlier}, the dealer may not bid {barred}, only {only}"
    ),
    "hook.free": "after bids that make more than the number of tricks, the dealer is free",
}

_PLAY: Final = {
    "lead.dealers-left": "The seat on the dealer's left leads to the first trick.",
    "lead.dealer": "The dealer leads to the first trick.",
    "lead.highest-bidder": (
        "The highest bidder leads to the first trick; among equals, whoever comes first going round"
        " from the dealer's left."
    ),
    "trick": "Clockwise from there everybody plays one card; together they are a trick.",
    "follow": (
        "If you hold the suit that is led, you must play it. If you hold none of it, you may play"
        " any card."
    ),
    "win.trump": (
        "The highest trump takes the trick; if there is none in it, the highest card of the suit"
        " led does. Trumps may be led at any time."
    ),
    "win.either": (
        "The highest trump takes the trick; if there is none in it, or no trump at all, the highest"
        " card of the suit led does. Trumps may be led at any time."
    ),
    "win.no-trump": "The highest card of the suit led takes the trick.",
    "next": "Whoever takes a trick leads to the next, until all cards are played.",
}

_SCORING: Final = {
    "scoring.named": "The scoring is {name:@choice.scoring} ({name}):",
    "scoring.custom": "The scoring is this table's own:",
    "scoring.exact": "for an exact bid: {formula:formula}",
    "scoring.missed": "for a missed bid: {formula:formula}",
    "scoring.over": "for too many tricks: {formula:formula}",
    "scoring.short": "for too few tricks: {formula:formula}",
    "scoring.words": "In the formulas, {words:@word}.",
    "example.size": "So in a round of {size:# card|# cards}:",
    "example.exact": "bid {bid}, take {bid}: {points:# point|# points}",
    "example.missed": (
        "bid {bid}, take {short}: {paid:# point|# points}"
        "[; take {over}: {paid_over:# point|# points}]"
    ),
    "example.zero": "bid 0, take 0: {points:# point|# points}; take 1: {missed:# point|# points}",
}

_END: Final = {
    "end.high": "Points are added up over all rounds. The highest total wins.",
    "end.low": "Points are added up over all rounds. The lowest total wins.",
    "ties.share": "If several are level for first place, they share it.",
    "ties.leaders": (
        "If several are level for first place, those alone play on while they are level, for at"
        " most {extensions:# more round|# more rounds} of {size:# card|# cards}. Those still level"
        " then share first place."
    ),
    "ties.all-seats": (
        "If several are level for first place, everybody plays another round of"
        " {size:# card|# cards}, and so on until one total is ahead of all. Anybody can still win."
    ),
    "extension.turn-up": "a new card is turned up for trump",
    "extension.cycle": "the order of trumps goes on, with {suit:@suit}",
    "extension.fixed": "{suit:@suit} stay trump",
    "extension.no-trump": "there is no trump",
    "extension.next": "the deal goes on to the next seat clockwise",
    "extension.deal": "the deal goes on to the next of them clockwise; of two, the dealer bids last",
    "extension.stay": (
        "whoever falls behind drops out, but stays ahead of those who were not level to begin with"
    ),
    "places": "Equal totals share a place, and the next place is left out.",
}

_SOURCE: Final = {
    "source": "The rulebook {preset} follows {source:@source}.",
    "standing.as-written": "This game is played as it is written there.",
    "standing.variation": "This game makes changes that the source allows:",
    "standing.custom": "This game is a rulebook of your own, beyond the source in {axes:@axis}:",
    "differs": "{axis:@axis}: [{who}][{value:choice}] instead of {usual:choice}",
    "differs.players": "{axis:@axis}: {value} instead of {usual:to}",
    "may-change.nothing": "The source lets nothing be changed.",
    "may-change.everything": "The source lets everything be changed.",
    "may-change.freely": "The source lets a table change:",
    "may-change.one": "The source lets a table change one of these, no more:",
    "may-change.values": "{axis:@axis}: {values:choice or}",
    "may-change.capped": "{axis:@axis}: any up to {most}",
    "may-change.any": "{axis:@axis}: any",
    "silent": "What the source leaves open is our choice: {axes:@axis}.",
    "text": "In short: {text}",
}

_NAMES: Final = {
    # where a preset comes from
    "source.cardgames": "the rules of a browser game for four, after cardgames.io",
    "source.club-sheet": "Carter Hoerr's club sheet, as linked by Pagat",
    "source.common": "Playmore's beginner's guide to the common version",
    "source.party": "the rules of Qdan's party game",
    # suits at the start of a sentence
    "Suit.clubs": "Clubs",
    "Suit.diamonds": "Diamonds",
    "Suit.hearts": "Hearts",
    "Suit.spades": "Spades",
    # what the words of a formula mean
    "word.bid": "bid is what you bid",
    "word.tricks": "tricks is what you took",
    "word.size": "size is the number of cards in a hand",
    "word.players": "players is how many play",
    "word.abs": "abs() drops a minus sign",
    "word.min": "min() is the smallest of several",
    "word.max": "max() is the largest of several",
    "word.//": "// divides and rounds down",
    # formulas in words; `text` is the formula as it is written
    "formula.whole": "{words} ({text})",
    "formula.zero-last": "{paid}; for a bid of 0: {zero}",
    "formula.zero-first": "for a bid of 0: {zero}; otherwise {paid}",
    "formula.choice": "{paid} if {condition}, otherwise {otherwise}",
    "formula.sum": "{first}, and {more}",
    "formula.bid": "{count} for each trick bid",
    "formula.tricks": "{count} for each trick taken",
    "formula.size": "{count} for each card of the hand",
    "formula.players": "{count} for each player",
    "formula.off": "{count} for each trick off the bid",
    "formula.greater": "{count} for each trick bid or taken, whichever are more",
    "formula.squared": "{count:the bid times itself|# times the square of the bid}",
    "formula.off-squared": (
        "{count:the square of the tricks off the bid|# times the square of the tricks off the bid}"
    ),
    "formula.stairs": (
        "{count} for the first trick off the bid, {twice} for the second, {thrice} for the third"
        " and so on"
    ),
    "formula.and": "{parts}",
    "formula.or": "{parts:or}",
    "compared.less": "{left} is less than {right}",
    "compared.at-most": "{left} is at most {right}",
    "compared.more": "{left} is more than {right}",
    "compared.at-least": "{left} is at least {right}",
    "compared.equal": "{left} is {right}",
    "compared.unequal": "{left} is not {right}",
}

TEMPLATES: Final = (
    {f"heading.{key}": heading for key, heading in _HEADINGS.items()}
    | {
        f"explain.{key}": template
        for key, template in (
            _ROUNDS | _DEALING | _BIDDING | _PLAY | _SCORING | _END | _SOURCE
        ).items()
    }
    | _NAMES
)
