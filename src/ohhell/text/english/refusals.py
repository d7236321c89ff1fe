"""What is refused: what was wrong and what would be right, one sentence a code."""

from __future__ import annotations

from typing import Final

_COMMAND_LINE: Final = {
    "unknown-command": 'There is no command "{value:~40}".[ Did you mean "{near}"?] There are: {limit}.',
    "not-a-seed": 'A seed is {limit} hexadecimal digits; "{value:~80}" is not.',
    "tables-damaged": "The CPU players cannot read {value:~200}: it is damaged. Install ohhell anew.",
    "unknown-level": 'There is no CPU player "{value:~40}".[ Did you mean {near}?] There are: {limit}.',
}

_CARDS: Final = {
    "not-a-card": '"{value:~20}" is not a card: write rank and suit, such as QH, 10S or 2C.',
    "not-a-suit": '"{value:~20}" is not a suit: write clubs, diamonds, hearts or spades.',
}

_RULEBOOKS: Final = {
    "unknown-preset": 'There is no rulebook "{value:~40}".[ Did you mean "{near}"?] There are: {limit}.',
    "unknown-axis": 'A rulebook has no "{field:~40}".[ Did you mean "{near}"?] It has: {limit:~300}.',
    "axis-twice": "{field} is given more than once ({value}): say it once.",
    "no-value": '"{field:~40}" says nothing by itself: write name=value, as in hook=off.',
    "not-a-value": "{field:~40} must be {limit}.",
    "text-too-long": "This rulebook is {value:# character|# characters} long; the most is {limit}.",
    "open-quote": "A quotation mark is opened and not closed in: {value}",
    "not-a-choice": '{field} cannot be "{value:~40}". It can be: {limit}.',
    "not-a-number": '{field} must be a whole number, {limit}; "{value:~40}" is none.',
    "out-of-range": "{field} cannot be {value}: it must be {limit}.",
    "far-out-of-range": "{field} cannot have the number {value:~24}: it must be {limit}.",
    "out-of-range.first_dealer": (
        "first_dealer cannot be seat-{value}: the seats of this game are numbered {limit}."
    ),
    "out-of-range.trump": "trump can be a cycle of {limit} entries; this one has {value}.",
    "out-of-range.ties": "ties cannot be leaders-{value}: the number of extensions must be {limit}.",
    "out-of-range.sequence": "sequence cannot have a round of {value:# card|# cards}: a size is {limit}.",
    "not-a-number.sequence": (
        'A size in sequence must be a whole number, {limit}, as in 3,2,1; "{value:~40}" is none.'
    ),
    "no-rounds": "A game needs a round: name at least one size, as in sequence=3,2,1.",
    "too-many-rounds": "sequence can have {limit} rounds at most; this one has {value}.",
    "pack-too-small": (
        "{players} players cannot be dealt {value:# card|# cards} each{turned: and one turned up|}:"
        " the pack of 52 is enough for {limit} each, so {field} can be {limit} at most."
    ),
    "pack-too-small.sequence": (
        "{players} players cannot be dealt {value:# card|# cards} each{turned: and one turned up|}:"
        " the pack of 52 is enough for {limit} each, so a size in sequence can be {limit} at most."
    ),
    "needs-bids-in-turn": (
        "Changing a bid needs bids made in turn: with all bids at once, set {field}={limit}."
    ),
    "needs-bids-in-turn.hook": (
        "The hook needs bids made in turn: with all bids at once it must be off (hook=off)."
    ),
    "ties-never-end": (
        "ties={value} could go on for ever, because this scoring pays the same for everything in"
        " the largest rounds: choose {limit}."
    ),
}

_SCORINGS: Final = {
    "scoring-unknown": (
        'There is no scoring "{value:~40}".[ Did you mean {near}?]'
        ' You can write your own: "exact: 10 + bid; missed: 0".'
    ),
    "scoring-too-long": "This scoring is {value:# character|# characters} long; the most is {limit}.",
    "scoring-name-taken": "{value} is the name of another scoring: {limit:~300}.",
    "scoring-part-unknown": 'A scoring cannot have "{part:~40}" in it. Its parts are: {limit}.',
    "scoring-part-repeated": (
        "This scoring says more than once what is paid for {part:@outcome}:"
        " write exact and missed, or exact, over and short."
    ),
    "scoring-low-wins-repeated": 'This scoring says "low wins" more than once: once is enough.',
    "scoring-part-missing": (
        "This scoring does not say what is paid for {part:@outcome}:"
        " write exact and missed, or exact, over and short."
    ),
}

# `part` says which formula of a scoring it is, `position` where in it, from 1.
_FORMULAS: Final = {
    "formula-too-long": (
        "The scoring formula for {part:@outcome} is {value:# character|# characters} long;"
        " the most is {limit}."
    ),
    "formula-symbol": (
        'The scoring formula for {part:@outcome}, "{value:~200}", has a "{found}" (character {position})'
        " that means nothing there. These do: {limit}"
    ),
    "formula-name": (
        'The scoring formula for {part:@outcome}, "{value:~200}", speaks of "{found}" (character'
        " {position}). It can speak of: {limit}."
    ),
    "formula-call": (
        'The scoring formula for {part:@outcome}, "{value:~200}", calls "{found}" (character {position}).'
        " It can call: {limit}."
    ),
    "formula-arguments": (
        'In the scoring formula for {part:@outcome}, "{value:~200}", "{found}" (character {position})'
        " takes {limit:one value|two values or more}, not {count}."
    ),
    "formula-number-too-large": (
        'The scoring formula for {part:@outcome}, "{value:~200}", has {found:~20} in it (character'
        " {position}). The largest number is {limit}."
    ),
    "formula-too-deep": (
        'The scoring formula for {part:@outcome}, "{value:~200}", is nested too deeply (character'
        " {position}). {limit} levels are the most."
    ),
    "formula-needs-number": (
        'In the scoring formula for {part:@outcome}, "{value:~200}", a number must stand at character'
        ' {position}. "{found}" is a condition: write {limit}'
    ),
    "formula-needs-condition": (
        'In the scoring formula for {part:@outcome}, "{value:~200}", a condition must stand at character'
        ' {position}. "{found}" is a number: compare it with one of {limit}'
    ),
    "formula-syntax": (
        'In the scoring formula for {part:@outcome}, "{value:~200}", "{found}" cannot stand at character'
        " {position}. This could: {limit}"
    ),
    "formula-ends-early": (
        'The scoring formula for {part:@outcome}, "{value:~200}", breaks off. It could go on with: {limit}'
    ),
    "formula-divides-by-zero": (
        'The scoring formula for {part:@outcome}, "{value:~200}", divides by 0 when {players} play and'
        " somebody bids {bid} of {size} and takes {tricks}."
    ),
    "formula-points-too-large": (
        'The scoring formula for {part:@outcome}, "{value:~200}", passes {limit} points when {players} play'
        " and somebody bids {bid} of {size} and takes {tricks}."
    ),
}

_ACTIONS: Final = {
    "game-over": "The game is over.",
    "no-such-seat": "There is no seat {value}: the seats are numbered 0 to {limit}.",
    "not-an-action": "{found:~60} is no bid of a whole number and no card to play.",
    "not-dealt-yet": "The cards are not dealt yet.",
    "sits-out": "This round is played by those who share the lead, and by nobody else.",
    "out-of-turn": "It is somebody else's turn.",
    "bids-first": "Cards are played when all bids are in.",
    "bid-stands": "That bid stands: it can no longer be changed.",
    "same-bid": "The bid is {value} already.",
    "bid-out-of-range": "A bid here is a number from 0 to {limit}, not {value}.",
    "hook": (
        "A bid of {value} is not allowed: with the other bids, {total}, it would make {size},"
        " as many as there are tricks."
    ),
    "not-your-card": "You do not hold {card}.",
    "must-follow": "You hold {suit:@suit}, so play {suit:@one}, not {card}.",
}

_DEALS: Final = {
    "wrong-number-of-names": "This rulebook has {limit} seats, but {value:# is|# are} named.",
    "not-a-deck": "A deck must hold each of the {limit} cards once.",
    "no-deal-wanted": "No cards are to be dealt now.",
    "no-dealer-wanted": "The first dealer is not to be named now.",
    "not-a-commitment": "A commitment has {limit} bytes, not {value}.",
    "nonces-are-in": "All nonces are in; nothing more can be added.",
    "no-nonce-expected": "Seat {seat} has no nonce to give.",
    "nonce-twice": "Seat {seat} has done that already: a nonce is promised once and shown once.",
    "nonce-too-early": "Seat {seat} may show its nonce when everybody has promised one, not before.",
    "nonce-does-not-match": (
        "Seat {seat} shows another nonce than it promised: its hash should be {committed} and is"
        " {found}."
    ),
    "seed-too-early": "The seed is shown when the game is over, not before.",
    "seed-does-not-match": (
        "This is not the seed that was promised: its hash should be {committed} and is {found}."
    ),
    "wrong-seat": "There is no seat {seat}: seats are numbered {lowest} to {highest}.",
    "wrong-number-of-seats": "There must be {lowest} to {highest} seats, not {seats}.",
    "wrong-number-of-nonces": (
        "{players} seats need an entry each, {nonces:# nonce is|# nonces are} given."
    ),
    "wrong-round-number": "There is no round {number}: rounds are numbered {lowest} to {highest}.",
    "wrong-seed-length": "A seed has {expected} bytes, not {length}.",
    "wrong-nonce-length": "A nonce has {expected} bytes; that of seat {seat} has {length}.",
    "wrong-commitment-length": "A commitment has {expected} bytes, not {length}.",
    "other-commitment": "The record promises the seed as {found}; what you kept says {right}.",
    "nonce-not-recorded": (
        "Seat {seat} has given no nonce in this record[; these seats have: {found}]."
    ),
    "other-nonce": "The record gives seat {seat} the nonce {found}; what you kept says {right}.",
}

_RECORDS: Final = {
    "not-an-event": "An event must be an object with a tag, not {found}.",
    "unknown-event": 'There is no event "{found}".',
    "unknown-field": 'The event "{found}" has no "{field}".',
    "missing-field": 'The event "{found}" lacks its "{field}".',
    "bad-field": 'The "{field}" of this event cannot be {found}.',
    "no-header": "It is empty, or broken off before its first line is whole.",
    "empty-line": "This line is empty.",
    "wrong-number": "This line has the number {value}; the next one is {limit}.",
    "key-twice": "This line says the same thing twice: {found}",
    "not-json": "This line is not JSON: {found}",
    "not-an-object": "This line must be a JSON object: {found}",
    "missing-key": 'This line lacks its "{field}".',
    "bad-key": 'The "{field}" of this line cannot be {found}.',
    "unknown-key": 'This line cannot have a "{field}".',
    "not-a-record": 'This is no record of a game: its first line must begin with "record": "{limit}".',
    "unknown-version": "This record is of version {found}; this program reads version {limit}.",
    "event-not-in-records": 'A record cannot hold the event "{found}": it would show hidden cards.',
    "no-events": "In this line nothing happens.",
    "nothing-led-to-this": 'Nothing before it leads to the event "{found}".',
    "hidden-bid-missing": "The hidden bid of seat {seat} in round {number} is not known.",
    "turn-up-missing": "Round {number} has no turn-up, though one sets its trump.",
    "wrong-event": 'Here comes the event "{found}"; it should be "{right}".',
    "wrong-value": 'The "{field}" of the event "{event}" is {found}; it should be {right}.',
    "no-player": 'The "player" of seat {seat} is empty.',
    "not-a-person": (
        'Seat {seat} is one of the "persons", so its "player" must be "{right}", not "{found}".'
    ),
    "wrong-actor": 'The event "{event}" cannot be by "{found}"; it can be by: {right}.',
    "more-than-one-action": (
        'A line holds one action and what follows from it; the event "{found}" begins another.'
    ),
    "after-the-end": 'A record ends with its seed; the event "{found}" comes after it.',
    "missing-event": 'The event "{right}" is missing after this.',
}

_VIEWS: Final = {
    "not-a-view": "A view must be an object, not {found}.",
    "view-version": "This view is of version {found}; this program reads version {limit}.",
    "view-missing-field": 'This view lacks its "{field}".',
    "view-unknown-field": 'A view cannot have a "{field}".',
    "view-bad-field": 'The "{field}" of a view cannot be {found}.',
    "not-an-action": "{found} is no action: it must be a bid or a card.",
}

_TABLES: Final = {
    "no-such-table": (
        "The address of a table works only on the devices of those who play there; to join, ask one"
        " of them for the invitation link."
    ),
    "table-exists": "There is a table {table} already.",
    "not-at-this-table": "You are not at this table.",
    "only-watching": "You are watching: only those who sit at the table can act.",
    "cpu-seat": "Seat {seat} is taken by a CPU player.",
    "not-for-watchers": "The host no longer lets anybody watch this table.",
    "seat-given-away": "The host gave this seat to another device.",
    "not-idle": "Seat {seat} has not kept the others waiting long enough: {limit:# second|# seconds} more.",
    "not-waited-for": "Nobody waits for seat {seat} just now.",
    "own-seat": "Others can let the CPU act for you; you cannot.",
    "paused": "The table is at a pause: end it first.",
    "stood-in": "The CPU plays for seat {seat}, as the others wanted: say that you are back first.",
    "turn-limited": "Turns are limited here: the CPU acts when the time is up.",
    "resigned": "Seat {seat} has been given up; the CPU plays it to the end.",
    "table-closed": "The table was closed ({value}).",
    "stale": "The game has moved on since then (turn {value}, now {limit}); have another look.",
}

_STORES: Final = {
    "output-trouble": "The output cannot be written: {found}.",
    "file-trouble": "{value:~300}: {found}.",
    "file-changed": "{value:~300} was changed by somebody else: nothing more is written to it.",
    "file-vanished": "{value:~300} was taken away: nothing more can be written to it.",
    "disk-full": "{value:~300} cannot be written to: the disk is full.",
    "no-regular-file": "{value:~300} is no record of a game: it is a device or a pipe, not a file.",
    "file-too-large": "{value:~300} is no record of a game: it is too large for one.",
    "other-line-ends": (
        "{value:~300} has the line ends of another system (CR alone): turn them into LF first."
    ),
    "not-text": "{value:~300} is no record of a game: it is not UTF-8 text.",
    "record-exists": "{value:~300} exists already and is not overwritten: choose another name.",
    "secrets-exist": (
        "{value:~300} holds the secret of another game and is not overwritten: choose another name,"
        " or delete it if that game is gone."
    ),
    "record-missing": "There is no record {value:~300}.",
    "record-lost": (
        "There is no record {value:~300}, only its secret: put the record back, or begin a new game under"
        " another name."
    ),
    "folder-missing": "There is no folder {value:~300}: make it, or choose another.",
    "record-in-use": "{value:~300} is being written to by another program.",
    "record-closed": "{value:~300} is closed: nothing more can be written to it.",
    "record-faulty": (
        "The game in {value:~300} cannot go on, because line {line} of it is wrong.[ {cause:~600}]"
    ),
    "secrets-faulty": (
        "Line {line} of {value:~300} is wrong: without the secret in it this game cannot go on."
    ),
    "secrets-missing": "{value:~300} is missing: without the secret in it this game cannot go on.",
    "other-table": "This file holds the table {limit}, not {value}.",
    "row-conflict": "Row {value} cannot be kept: the next one is {limit}.",
    "secret-exists": "Table {table} has another secret {field} already.",
    "seed-lost": "The secret of table {table} is lost, so its game cannot go on.",
    "masked-event": 'The event "{found}" is for players to see and belongs in no log.',
}

# What a fault of a record says of a seat that is somebody else's; `name` and the like are known
# wherever there is such a seat.
_FAULTS: Final = {
    "sits-out": (
        "Seat {seat}[ ({name})] sits out this round, which is for those who share the lead."
    ),
    "out-of-turn": "It is the turn of seat {next}[ ({next_name})], not of seat {seat}[ ({name})].",
    "bids-first": (
        "Seat {seat}[ ({name})] plays a card before all bids are in: seat {next}[ ({next_name})]"
        " is to bid."
    ),
    "bid-stands": "The bid of seat {seat}[ ({name})] stands: it can no longer be changed.",
    "same-bid": "The bid of seat {seat}[ ({name})] is {value} already.",
    "bid-out-of-range": (
        "Seat {seat}[ ({name})] cannot bid {value}: a bid here is a number from 0 to {limit}."
    ),
    "hook": (
        "Seat {seat}[ ({name})] may not bid {value}: with the other bids, {total}, it would make"
        " {size}, as many as there are tricks."
    ),
    "not-your-card": "Seat {seat}[ ({name})] does not hold {card}.",
    "must-follow": "Seat {seat}[ ({name})] holds {suit:@suit}, so cannot play {card}.",
    "no-nonce-expected": "Seat {seat}[ ({name})] has no nonce to give.",
    "nonce-twice": (
        "Seat {seat}[ ({name})] has done that already: a nonce is promised once and shown once."
    ),
    "nonce-too-early": (
        "Seat {seat}[ ({name})] shows its nonce before everybody has promised one."
    ),
    "nonce-does-not-match": (
        "Seat {seat}[ ({name})] shows another nonce than it promised: its hash should be"
        " {committed} and is {found}."
    ),
    "wrong-nonce-length": "The nonce of seat {seat}[ ({name})] must have {expected} bytes, not {length}.",
    "nonce-not-recorded": (
        "Seat {seat}[ ({name})] has given no nonce in this record[; these seats have: {found}]."
    ),
    "other-nonce": (
        "The record gives seat {seat}[ ({name})] the nonce {found}; what you kept says {right}."
    ),
    "hidden-bid-missing": (
        "The hidden bid of seat {seat}[ ({name})] in round {number} is not known."
    ),
    "wrong-value": (
        'The "{field}" of the event "{event}" is {found}[ ({found_name})]; it should be'
        " {right}[ ({right_name})]."
    ),
}

_ALL: Final = (
    _COMMAND_LINE,
    _CARDS,
    _RULEBOOKS,
    _SCORINGS,
    _FORMULAS,
    _ACTIONS,
    _DEALS,
    _RECORDS,
    _VIEWS,
    _TABLES,
    _STORES,
)

TEMPLATES: Final = {
    f"error.{code}": template for sentences in _ALL for code, template in sentences.items()
} | {f"fault.{code}": template for code, template in _FAULTS.items()}
