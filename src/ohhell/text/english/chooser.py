"""Choosing a rulebook and CPU players on a screen: a line for each control and each value."""

from __future__ import annotations

from typing import Final

_CONTROLS: Final = {
    "players": "How many people and CPU players sit at the table.",
    "max_size": "The most cards a seat is dealt in a round.",
    "sequence": "How many cards are dealt from round to round.",
    "first_dealer": "Who deals the first round; after that the deal goes round.",
    "trump": "Where the trump suit comes from.",
    "bidding": "How bids are made.",
    "hook": "Whether the bids may add up to the number of tricks.",
    "bid_change": "Whether a bid can be put right.",
    "first_lead": "Who leads to the first trick of a round.",
    "scoring": "What a round pays.",
    "ties": "What happens when several are level for first place at the end.",
}

# `choice.AXIS.VALUE` is a value's label, `choice.AXIS` that of every other value of the axis; the
# same with `.line` says more.  What the value would make of the rulebook may be missing.
_CHOICES: Final = {
    "players": "{value}",
    "players.line": "[{rounds:# round|# rounds} of up to {size:# card|# cards}.]",
    "max_size": "{value}",
    "max_size.line": "[{rounds:# round|# rounds} of up to {size:# card|# cards}.]",
    "max_size.default": "usual[ ({size})]",
    "max_size.default.line": "Ten cards for up to five players, eight for six, seven for seven.",
    "sequence": "sizes {value}",
    "sequence.line": "[{rounds:# round|# rounds}.]",
    "sequence.down-up": "down and up",
    "sequence.down-up.line": "[From {size} down to 1 and up again: {rounds:# round|# rounds}.]",
    "sequence.up": "up",
    "sequence.up.line": "[From 1 up to {size}: {rounds:# round|# rounds}.]",
    "sequence.down": "down",
    "sequence.down.line": "[From {size} down to 1: {rounds:# round|# rounds}.]",
    "sequence.up-down": "up and down",
    "sequence.up-down.line": "[From 1 up to {size} and down again: {rounds:# round|# rounds}.]",
    "first_dealer": "seat {number}",
    "first_dealer.line": "This seat deals first.",
    "first_dealer.seat-0": "you",
    "first_dealer.seat-0.line": "You deal first.",
    "first_dealer.random": "at random",
    "first_dealer.random.line": "Chance names the first dealer.",
    "first_dealer.drawn": "by drawing",
    "first_dealer.drawn.line": "Everybody draws a card; the highest rank deals.",
    "trump": "in turn",
    "trump.line": "Round by round: {value}, over and over.",
    "trump.turn-up": "turned up",
    "trump.turn-up.line": "After the deal a card is turned up; its suit is trump.",
    "trump.turn-up-except-largest": "turned up, but not in the largest rounds",
    "trump.turn-up-except-largest.line": "The largest rounds are played without trump.",
    "trump.none": "no trump",
    "trump.none.line": "The highest card of the suit led wins every trick.",
    "trump.clubs": "always clubs",
    "trump.diamonds": "always diamonds",
    "trump.hearts": "always hearts",
    "trump.spades": "always spades",
    "trump.clubs.line": "Clubs are trump in every round.",
    "trump.diamonds.line": "Diamonds are trump in every round.",
    "trump.hearts.line": "Hearts are trump in every round.",
    "trump.spades.line": "Spades are trump in every round.",
    "bidding.in-turn": "in turn",
    "bidding.in-turn.line": "One after another, the dealer last.",
    "bidding.all-at-once": "all at once",
    "bidding.all-at-once.line": "Nobody sees a bid until all are in.",
    "hook": "from {number:# card|# cards}",
    "hook.line": "As on, but only in rounds of that many cards or more.",
    "hook.on": "on",
    "hook.on.line": "The dealer may not make the bids add up to the tricks: somebody must miss.",
    "hook.off": "off",
    "hook.off.line": "Everybody may bid anything.",
    "bid_change.none": "never",
    "bid_change.none.line": "A bid stands once it is made.",
    "bid_change.until-next": "until the next bid",
    "bid_change.until-next.line": "And the dealer's until the first card is led.",
    "first_lead.dealers-left": "the dealer's left",
    "first_lead.dealers-left.line": "Whoever bid first leads first.",
    "first_lead.dealer": "the dealer",
    "first_lead.dealer.line": "Whoever bid last leads first.",
    "first_lead.highest-bidder": "the highest bidder",
    "first_lead.highest-bidder.line": "Among equals, whoever bid first.",
    "scoring": "{value}",
    "scoring.line": (
        "Made: {exact}. [Missed: {missed}.][Over: {over}.][ Short: {short}.]"
        "[ {low_wins:The lowest total wins.|The lowest total wins.}]"
    ),
    "ties.share": "shared",
    "ties.share.line": "They share first place.",
    "ties": "leaders play up to {number:# more|# more}",
    "ties.line": "They alone play on, for at most that many rounds, and then share.",
    "ties.all-seats": "everybody plays on",
    "ties.all-seats.line": "Another largest round for all, until one total is ahead.",
}

_PRESETS: Final = {
    "cardgames": "Card games",
    "club-sheet": "Club sheet",
    "common": "Common",
    "party": "Party",
}

_LEVELS: Final = {
    "random": "Random",
    "random.line": "Plays any card that is allowed.",
    "rule-of-thumb": "Rule of thumb",
    "rule-of-thumb.line": "Counts what has been played and adds up chances.",
    "novice": "Novice",
    "novice.line": "Knows the rules and forgets what has been played.",
    "casual": "Casual",
    "casual.line": "Plays sensibly and remembers the high cards.",
    "club": "Club",
    "club.line": "Counts every card and knows what bids tell.",
    "expert": "Expert",
    "expert.line": "Thinks many deals through before every card.",
}

TEMPLATES: Final = {
    **{f"control.{axis}": line for axis, line in _CONTROLS.items()},
    **{f"choice.{value}": text for value, text in _CHOICES.items()},
    **{f"preset.{name}": label for name, label in _PRESETS.items()},
    **{f"level.{name}": text for name, text in _LEVELS.items()},
    "example.paid": "Bid {bid}, take {tricks}: {points:# point|# points}.",
    "chooser.adjusted": "The largest size follows the players again: {value} would not fit.",
}
