"""The kinds of values that messages are made of; docs/protocol.md lists them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

CardText = Annotated[
    str,
    Meta(
        max_length=2,
        pattern="^[2-9TJQKA][CDHS]$",
        description="a card by rank and suit: `QS`, `TC`",
    ),
]
SuitText = Annotated[Literal["clubs", "diamonds", "hearts", "spades"], Meta(description="a suit")]
SeatNumber = Annotated[int, Meta(ge=0, le=6, description="a seat, clockwise from 0")]
Tricks = Annotated[int, Meta(ge=0, le=52, description="a number of tricks")]
MessageId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="made up by the client, never the same twice; the answer names it as `re`",
    ),
]
TableId = Annotated[
    str, Meta(min_length=1, max_length=64, description="a table, as the server named it")
]
PartyId = Annotated[
    str, Meta(min_length=1, max_length=64, description="a party, as the server named it")
]
LevelName = Annotated[
    str, Meta(min_length=1, max_length=40, description="the name of a CPU player's level")
]
Name = Annotated[
    str,
    Meta(
        max_length=200,
        description="what a person is called at the table; the server strips and shortens it",
    ),
]
RulebookText = Annotated[
    str, Meta(max_length=2000, description="a rulebook in text form: `party players=5 hook=off`")
]
StandingName = Annotated[
    Literal["as-written", "variation", "custom"],
    Meta(
        description="whether a rulebook is played as its preset is written, with changes its source"
        " allows, or with others"
    ),
]
Turn = Annotated[
    int, Meta(ge=0, le=1_000_000, description="the turn of the view that a message is meant for")
]
HexCommitment = Annotated[
    str,
    Meta(max_length=64, pattern="^[0-9a-f]{64}$", description="32 bytes in lower-case hexadecimal"),
]
HexNonce = Annotated[
    str,
    Meta(max_length=32, pattern="^[0-9a-f]{32}$", description="16 bytes in lower-case hexadecimal"),
]
RulebookValue = Annotated[
    str | int | list[int], Meta(description="the value of one axis of a rulebook in JSON")
]
LinkText = Annotated[
    str,
    Meta(
        max_length=2000,
        description="what stands behind `#/join/`, `#/watch/` or `#/seat/` in a link",
    ),
]
MemberNumber = Annotated[
    int, Meta(ge=0, le=1_000_000, description="a member of a party, from 0; never given twice")
]
ClaimNumber = Annotated[
    int, Meta(ge=0, le=1_000_000, description="somebody's wish for a seat of a running game")
]
PhraseName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="a phrase or picture: a key of the catalogue behind `chat.`",
    ),
]
