"""Programs of other people as players: `cmd:PROGRAM`, one view a line in, one action a line out.

The protocol is in docs/bots.md.  A program can be slow, wrong, silent or endlessly talkative: a
seat never waits longer than its time, never does anything illegal, and every decision its program
did not make is counted.  For `cli` and `lab` alone; nothing that came over a network is run.
"""

from __future__ import annotations

import json
import random
import shlex
import shutil
from collections.abc import Generator, Iterable, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final

from ohhell.players.conversation import Conversation, Crashed, Garbled, Late
from ohhell.players.levels import LevelError, player_for
from ohhell.players.player import Player
from ohhell.rules.actions import Action
from ohhell.rules.view import PlayerView
from ohhell.rules.view_codec import action_from_plain, view_to_plain

PREFIX: Final = "cmd:"
STAND_IN: Final = "rule-of-thumb"

DECISION_SECONDS: Final = 5.0
"""What a program may take for a decision, unless told otherwise."""

START_SECONDS: Final = 30.0
"""What it may take for the first after it was started, since libraries take long to load."""

_SHOWN: Final = 60
"""Bytes of a strange answer that are kept to be shown."""

_MOST_FAILURES: Final = 5
"""In a row; a program that failed so often is not started again."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`count` decisions that a program did not make, for one reason; `example` is the first.

    `kind`: `illegal` (an action that the rules refuse now), `garbage` (no action at all), `late`,
    `crashed`, or `unasked` (it had failed too often).
    """

    kind: str
    count: int
    example: str


class CommandPlayer:
    """A program in a seat, or in several; it runs from its first decision until `close`.

    Not for several threads at a time, but any may close it, also in the middle of a question:
    then the rule of thumb answers, and no fault is counted.
    """

    def __init__(self, command: str, *, seconds: float = DECISION_SECONDS) -> None:
        self.level: str = PREFIX + command
        self._arguments = _arguments(command)
        self._seconds = seconds
        self._conversation: Conversation | None = None
        self._failures = 0
        self._has_decided = False
        self._is_closed = False
        self._faults: dict[str, Fault] = {}

    def choose(self, view: PlayerView, dice: random.Random) -> Action:
        """What the program answers; where that is of no use, what the rule of thumb plays."""
        message = json.dumps(message_of(view, number=dice.getrandbits(53)), ensure_ascii=False)
        action = self._ask(message.encode() + b"\n", view)
        return player_for(STAND_IN).choose(view, dice) if action is None else action

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every decision so far that was not the program's own, by kind."""
        return tuple(self._faults.values())

    @property
    def has_decided(self) -> bool:
        """Whether any decision so far was the program's own."""
        return self._has_decided

    def close(self) -> None:
        """Let the program end; it is made to where it does not by itself.  It is not asked again."""
        self._is_closed = True
        self._end(at_once=False)

    def _ask(self, message: bytes, view: PlayerView) -> Action | None:
        if self._is_closed:
            return None
        if self._failures >= _MOST_FAILURES:
            self._note("unasked", f"{_MOST_FAILURES}")
            return None
        seconds = self._seconds
        try:
            conversation = self._conversation
            if conversation is None:
                conversation = self._conversation = Conversation(self._arguments)
                seconds = max(seconds, START_SECONDS)
            if self._is_closed:  # while the program was being started
                self._end(at_once=True)
                return None
            line = conversation.ask(message, seconds=seconds)
        except Late:
            self._fail("late", f"{seconds:g}")
            return None
        except Crashed as crash:
            self._fail("crashed", crash.last_words)
            return None
        except Garbled as garble:
            self._fail("garbage", garble.text)
            return None
        try:
            action = action_from_plain(json.loads(line))
        except (ValueError, RecursionError):
            self._fail("garbage", line[:_SHOWN].decode(errors="replace"))
            return None
        self._failures = 0
        if action in view.legal:
            self._has_decided = True
            return action
        self._note("illegal", str(action))
        return None

    def _fail(self, kind: str, example: str) -> None:
        """What it may still say belongs to nothing any more, so a new process is needed."""
        if not self._is_closed:
            self._note(kind, example)
            self._failures += 1
        self._end(at_once=True)

    def _end(self, *, at_once: bool) -> None:
        conversation, self._conversation = self._conversation, None
        if conversation is not None:
            conversation.close(at_once=at_once)

    def _note(self, kind: str, example: str) -> None:
        before = self._faults.get(kind, Fault(kind, 0, example))
        self._faults[kind] = Fault(kind, before.count + 1, before.example)


def message_of(view: PlayerView, *, number: int) -> dict[str, object]:
    """What a program is told: the view, and two things to spare it work.

    `points` is the table of this round by bid and tricks; `random` a number below 2**53, new each
    time, for programs that want the same luck when the same game is played again.
    """
    assert view.round is not None, "somebody is to act"
    points = view.rulebook.compile().points[view.round.size]
    return {**view_to_plain(view), "points": points, "random": number}


def _arguments(command: str) -> tuple[str, ...]:
    try:
        arguments = tuple(shlex.split(command))
    except ValueError:
        raise LevelError("open-quote-in-command", value=command) from None
    if not arguments:
        raise LevelError("no-program", value=PREFIX)
    if shutil.which(arguments[0]) is None:
        raise LevelError("no-such-program", value=arguments[0])
    return arguments


def is_command(name: str) -> bool:
    """Whether a player of that name is a program of somebody else's."""
    return name.startswith(PREFIX)


def open_player(name: str, *, seconds: float = DECISION_SECONDS) -> Player:
    """A level, or a program with so many seconds a decision; the latter wants to be closed."""
    if is_command(name):
        return CommandPlayer(name.removeprefix(PREFIX), seconds=seconds)
    return player_for(name)


@contextmanager
def opened(
    names: Iterable[str], *, seconds: float = DECISION_SECONDS
) -> Generator[Mapping[str, Player]]:
    """The players of these names, each opened once; programs are closed on the way out."""
    with ExitStack() as stack:
        players: dict[str, Player] = {}
        for name in names:
            if name not in players:
                players[name] = open_player(name, seconds=seconds)
                if isinstance(found := players[name], CommandPlayer):
                    stack.callback(found.close)
        yield players


def faults_of(player: Player) -> tuple[Fault, ...]:
    """What a player did not decide itself; only programs have faults."""
    return player.faults if isinstance(player, CommandPlayer) else ()


def has_decided(player: Player) -> bool:
    """Whether any decision was a player's own; of those that are no programs, all are."""
    return not isinstance(player, CommandPlayer) or player.has_decided
