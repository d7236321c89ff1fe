"""Asking CPU players without waiting for them: the table goes on, the answers come to its mailbox.

A CPU player may crash, hang or cheat.  Whatever it does, its seat acts in the end, and at least
as the fast policy says.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from ohhell.rules.actions import Action
from ohhell.rules.cards import Seat
from ohhell.rules.view import PlayerView
from ohhell.table.chance import same_action
from ohhell.table.ports import Brains, FastPolicy

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What a CPU player is asked, for which seat and turn, and when it is too late."""

    seat: Seat
    turn: int
    view: PlayerView
    level: str
    dice_key: bytes = field(repr=False)
    late_at: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for a question; `action` may be anything, None where nothing came."""

    question: Question
    action: object


class Thinking:
    """The questions a table has open, at most one a seat."""

    def __init__(
        self, brains: Brains, fast: FastPolicy, *, answered: Callable[[Answer], None]
    ) -> None:
        self._brains = brains
        self._fast = fast
        self._answered = answered
        self._open: dict[Seat, tuple[Question, asyncio.Task[Action]]] = {}

    def ask(self, question: Question) -> None:
        """Put a question for a seat that has none open."""
        task = asyncio.create_task(self._ask(question))
        self._open[question.seat] = (question, task)
        task.add_done_callback(lambda done: self._answered(Answer(question, _result(done))))

    async def _ask(self, question: Question) -> Action:
        return await self._brains.ask(question.view, question.level, dice_key=question.dice_key)

    def late(self, now: float) -> tuple[Question, ...]:
        """The open questions that should have been answered by now."""
        return tuple(question for question, _ in self._open.values() if question.late_at <= now)

    @property
    def next_late(self) -> float | None:
        """When the first open question will be late."""
        if not self._open:  # at most tables, most of the time
            return None
        return min(question.late_at for question, _ in self._open.values())

    def is_asked(self, seat: Seat) -> bool:
        """Whether a question is open for this seat."""
        return seat in self._open

    def is_open(self, question: Question) -> bool:
        """Whether an answer to this question is still wanted."""
        return self._open.get(question.seat, (None,))[0] is question

    def keep_only(self, seats: Collection[Seat], *, turn: int) -> None:
        """Withdraw the questions of other seats and other turns."""
        for question, _ in tuple(self._open.values()):
            if question.turn != turn or question.seat not in seats:
                self.withdraw(question)

    def withdraw(self, question: Question) -> None:
        """Stop asking; an answer that still comes is no longer open."""
        _, task = self._open.pop(question.seat)
        task.cancel()

    def choose(self, question: Question, action: object) -> Action:
        """The answered action if it is legal, else the fast policy's; closes the question."""
        self.withdraw(question)
        legal = question.view.legal
        chosen = same_action(action, legal)
        if chosen is not None:
            return chosen
        _log.warning("no usable answer from a CPU player of level %s", question.level)
        try:
            fast = self._fast(question.view, dice_key=question.dice_key)
        except Exception as error:  # a seat must act, whatever is broken
            _log.error("the fast policy failed: %s", type(error).__name__)
            return legal[0]
        return same_action(fast, legal) or legal[0]


def _result(done: asyncio.Task[Action]) -> object:
    """What the task came to.  Of a failure only its kind is logged: a message may show cards."""
    if done.cancelled():
        return None
    error = done.exception()
    if error is not None:
        _log.warning("a CPU player failed: %s", type(error).__name__)
        return None
    return done.result()
