"""What members can say to each other, and how often.

The list is closed: nothing that is said can give away a hand in words of one's own, and nobody has
to read what they did not choose to sit with.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ohhell.table.errors import TableError
from ohhell.table.party_events import Member

PHRASES: Final = (
    "hello",
    "good-luck",
    "ready",
    "one-moment",
    "take-your-time",
    "your-turn",
    "well-played",
    "thank-you",
    "sorry",
    "no-problem",
    "lucky",
    "unlucky",
    "so-close",
    "on-purpose",
    "good-game",
    "again",
    "see-you",
)
"""Each has its words in the catalogue, under `chat.`."""

EMOJI: Final = (
    "emoji-smile",
    "emoji-laugh",
    "emoji-wink",
    "emoji-cool",
    "emoji-thinking",
    "emoji-surprised",
    "emoji-cry",
    "emoji-angry",
    "emoji-thumbs-up",
    "emoji-clap",
    "emoji-party",
    "emoji-heart",
)

SAYINGS: Final = frozenset((*PHRASES, *EMOJI))

_BURST: Final = 5
_SECONDS_EACH: Final = 3.0
"""So many phrases at once, and then one in so many seconds."""

_POKE_REST: Final = 20.0
"""Seconds before the same member can be poked again, by anybody."""


@dataclass(slots=True)
class Talk:
    """What was said lately; nothing of it is stored."""

    said: int = 0
    _spent: dict[Member, float] = field(default_factory=dict[Member, float])
    _poked: dict[Member, float] = field(default_factory=dict[Member, float])

    def say(self, member: Member, phrase: str, now: float) -> int:
        """Let a member say something; its number.  Refuses what is no phrase, and too much of it.

        `_spent` is the time at which all that a member said is paid for.
        """
        if phrase not in SAYINGS:
            raise TableError("no-such-phrase", value=phrase)
        paid_at = max(self._spent.get(member, now), now)
        if paid_at - now > (_BURST - 1) * _SECONDS_EACH:
            raise TableError("too-much-said")
        self._spent[member] = paid_at + _SECONDS_EACH
        self.said += 1
        return self.said

    def poke(self, member: Member, now: float) -> None:
        """Let a member be poked; refuses it too soon after the last time."""
        last = self._poked.get(member)
        if last is not None and now - last < _POKE_REST:
            raise TableError("poked-lately")
        self._poked[member] = now

    def forget(self, members: set[Member]) -> None:
        """Keep what concerns these members only."""
        for kept in (self._spent, self._poked):
            for gone in kept.keys() - members:
                del kept[gone]
