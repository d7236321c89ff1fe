"""Pushes as text, of which the part that is the same for all who are told is written once.

What is shared is what a watcher would be told.  What a seat knows beyond that, and whatever else differs
from one connection to the next, is written for each and filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Raw, structs

from ohhell.rules.cards import TEXT_OF, Seat
from ohhell.rules.view import PlayerView
from ohhell.table import messages
from ohhell.web.protocol.convert import Steps, choice_of, steps_of, view_of, wire_push

_ENCODER: Final = msgspec.json.Encoder()

_HOLE: Final = "\0"
"""Stands on both sides of what is filled in; JSON holds no such letter, a string has it escaped."""

_TO_FILL: Final = Raw(_HOLE.encode() * 2)

_SEATS: Final[Mapping[Seat | None, str]] = {None: "null", **{seat: str(seat) for seat in range(7)}}


class PushWriter:
    """Writes pushes; those of one moment, told one after the other, share what they can.

    Pushes are of one moment whose `watched` is one object: then all is the same in them but `push`,
    `did`, `own` and `re`.
    """

    def __init__(self) -> None:
        self._watched: PlayerView | None = None
        self._pieces: list[str] = []
        self._steps: Steps = ()
        self._did = "[]"
        self._bids: tuple[int | None, ...] = ()
        self._bids_text = "[]"

    def __call__(self, push: messages.Push, steps: Steps, *, re: str | None) -> str:
        """The JSON of `push_of(push, steps, re=re)`."""
        if push.watched is not self._watched:
            self._watched, self._pieces = push.watched, _pieces_of(push)
        if steps != self._steps:
            self._steps, self._did = steps, _json(steps_of(steps))
        own = push.own
        if own.bids is not self._bids:
            self._bids, self._bids_text = own.bids, _json(own.bids)
        legal = _json([choice_of(action) for action in own.legal]) if own.legal else "[]"
        start = (str(push.push), self._did, _SEATS[own.seat], legal)
        end = "null" if re is None else _json(re)
        text = self._pieces.copy()
        if push.watched.round is None:
            text[1::2] = (*start, end)
        else:
            hand = _json([TEXT_OF[card] for card in own.hand])
            text[1::2] = (*start, hand, self._bids_text, end)
        return "".join(text)


def _pieces_of(push: messages.Push) -> list[str]:
    """The text of a push in pieces, every second of which is to be filled in."""
    view = view_of(push.watched)
    current = view.round
    if current is not None:
        current = structs.replace(current, hand=_TO_FILL, bids=_TO_FILL)
    view = structs.replace(view, seat=_TO_FILL, legal=_TO_FILL, round=current)
    written = wire_push(push, view, [], re=None)
    written = structs.replace(written, push=_TO_FILL, did=_TO_FILL, re=_TO_FILL)
    return _json(written).split(_HOLE)


def _json(value: object) -> str:
    return _ENCODER.encode(value).decode()
