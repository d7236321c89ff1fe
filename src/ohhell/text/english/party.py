"""What is said around a party: why something is not done there, and what members say to each other."""

from __future__ import annotations

from typing import Final

_REFUSALS: Final = {
    "game-running": "The game is still running; gather again when it is over.",
    "link-expired": (
        "This link has run out. Ask whoever sent it for a new one; it takes them a moment."
    ),
    "seats-twice": "This asks for {value} seats and for {found:~20} players at once: name one number.",
    "member-already": "This device has a place in this party already.",
    "name-in-use": "Somebody here is called {name} already; please choose another name.",
    "no-game-running": "No game is running here, so there is no seat to ask for: just join.",
    "no-such-claim": "Nobody asks for that seat any more.",
    "no-such-member": "They are not in this party any more.",
    "no-such-party": "There is no such party here, or it is somebody else's.",
    "no-such-phrase": "There is no such phrase: {value}.",
    "not-during-a-game": (
        "That has to wait until the game is over and the host gathers again; to give up a seat now,"
        " resign at the table."
    ),
    "nobody-waits": "Nobody waits for them just now.",
    "not-at-this-party": "This page is not at that party; open it first.",
    "not-the-host": "Only the host can do that.",
    "party-closed": "This party has ended, since nobody came for a long time. Gather a new one.",
    "party-damaged": "Row {value} of a party cannot be read: the data there is damaged.",
    "party-full": (
        "All {limit:# seat is|# seats are} taken. The host can add one, or remove somebody, before"
        " the start."
    ),
    "party-started": (
        "The game has started. You can join for the next one; if a seat in this one is yours, ask"
        " the host for it."
    ),
    "no-seat-to-bring": (
        "You are watching, so there is no seat to bring along; on another device, open the link to"
        " watch."
    ),
    "poked-lately": "They were nudged a moment ago; give them a little time.",
    "seat-is-here": (
        "{name} is here right now, so nobody else can ask for that seat. To play on another device,"
        " make a link for it on the one you have."
    ),
    "seat-taken": "That seat is taken; please choose another.",
    "seats-taken": (
        "{limit:# person has|# people have} a seat here, so {value:# seat is|# seats are} too few."
    ),
    "that-is-you": "That is yourself.",
    "too-many-claims": "Too many seats are being asked for; the host has to answer first.",
    "too-many-parties": "This page is at {limit:# party|# parties} already, which is the most.",
    "too-many-watchers": "{limit:# person watches|# people watch} already, which is the most.",
    "too-much-said": "One moment: that was a lot of talk.",
    "watching-off": "The host does not let people watch just now.",
    "wrong-link": (
        "This link leads nowhere. Perhaps a part of it was lost on the way: ask for it again."
    ),
}

_CHAT: Final = {
    "chat.hello": "Hello!",
    "chat.good-luck": "Good luck!",
    "chat.ready": "I'm ready.",
    "chat.one-moment": "One moment, please.",
    "chat.take-your-time": "Take your time.",
    "chat.your-turn": "Your turn!",
    "chat.well-played": "Well played!",
    "chat.thank-you": "Thank you!",
    "chat.sorry": "Sorry!",
    "chat.no-problem": "No problem.",
    "chat.lucky": "Lucky me!",
    "chat.unlucky": "Oh hell!",
    "chat.so-close": "So close!",
    "chat.on-purpose": "That was on purpose.",
    "chat.good-game": "Good game!",
    "chat.again": "Another one?",
    "chat.see-you": "See you!",
    "chat.emoji-smile": "🙂",
    "chat.emoji-laugh": "😂",
    "chat.emoji-wink": "😉",
    "chat.emoji-cool": "😎",
    "chat.emoji-thinking": "🤔",
    "chat.emoji-surprised": "😮",
    "chat.emoji-cry": "😢",
    "chat.emoji-angry": "😠",
    "chat.emoji-thumbs-up": "👍",
    "chat.emoji-clap": "👏",
    "chat.emoji-party": "🎉",
    "chat.emoji-heart": "❤️",
}

TEMPLATES: Final = {
    **{f"error.{code}": template for code, template in _REFUSALS.items()},
    **_CHAT,
}
