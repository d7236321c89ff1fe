"""One game at the terminal: what the table says is told, what the person types is brought to it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rich.text import Text

from ohhell.cli.player_names import DEFAULT_PLAYER
from ohhell.cli.terminal.help import help_lines, rules_lines
from ohhell.cli.terminal.hint import hint_lines
from ohhell.cli.terminal.keys import (
    Asked,
    Do,
    Keep,
    Look,
    Quit,
    Wrong,
    asked_of,
    read_line,
)
from ohhell.cli.terminal.local_table import LISTENER, LocalTable
from ohhell.cli.terminal.luck import Luck
from ohhell.cli.terminal.paper import Paper
from ohhell.cli.terminal.phrases import phrase
from ohhell.cli.terminal.screen import (
    MARGIN,
    TURN_MARK,
    hand_lines,
    prompt,
    standing_lines,
    table_lines,
    turn_line,
)
from ohhell.cli.terminal.sheet import places_lines, sheet_pages
from ohhell.cli.terminal.story import Said, Sheet, Shown, last_trick, story, trick_line
from ohhell.cli.terminal.welcome import Ending, welcome_lines
from ohhell.players.command_player import Fault
from ohhell.rules.actions import Action, CommitNonce, RevealNonce
from ohhell.rules.cards import Seat
from ohhell.rules.errors import OhHellError
from ohhell.rules.shuffle import nonce_commitment
from ohhell.rules.view import Phase, PlayerView, Trick
from ohhell.table.errors import StoreError, TableError
from ohhell.table.messages import Act, Closed, GiveNonce, Push, Refused, Settle, ToListener
from ohhell.text import sentence

_NONCE: Final = "nonce"
"""What the secret store keeps this program's own nonce by, until the game is over."""


class Session:
    """Shows a game, from the seat that was taken at `table` before, until it is over or left.

    `record` is where the game is kept, None where it is not.
    """

    def __init__(self, table: LocalTable, paper: Paper, *, luck: Luck, record: Path | None) -> None:
        self._table = table
        self._paper = paper
        self._luck = luck
        self._record = record
        self._nonce: bytes | None = None
        self._before: PlayerView | None = None
        self._kept_turn: int | None = None
        self._before_bid: PlayerView | None = None
        self._awaited: str | None = None
        self._has_asked = False
        self._is_under_heading = False
        self._last_trick: Trick | None = None

    @property
    def has_begun(self) -> bool:
        """Whether there is a game that somebody has seen."""
        return self._before is not None

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end."""
        return self._before is not None and self._before.phase is Phase.OVER

    @property
    def faults(self) -> Mapping[str, tuple[Fault, ...]]:
        """By level or program: the decisions that somebody else had to make instead."""
        return self._table.faults

    def run(self, first: Push | None = None) -> Ending:
        """Play; `TableError` or `StoreError` where the table cannot go on.

        `first` is what the table has said already, where somebody has listened before.
        """
        message: ToListener = self._table.next() if first is None else first
        while True:
            match message:
                case Push():
                    ending = self._take(message)
                case Refused():
                    ending = self._take_refusal(message)
                case Closed():
                    raise TableError("table-closed", value=message.code)
            if ending is not None:
                return ending
            message = self._table.next()

    # ------------------------------------------------------------------ what the table says

    def _take(self, push: Push) -> Ending | None:
        self._tell(push)
        if push.view.phase is Phase.NONCES:
            self._shuffle_along(push)
        if push.shuffle.seed is not None:
            return Ending.OVER
        return self._ask(push, answers=push.re)

    def _tell(self, push: Push) -> None:
        before, view = self._before, push.view
        self._before = view
        if before is None:
            self._paper.show(welcome_lines(push, self._record, self._paper.width))
            if view.phase is Phase.OVER:
                self._tell_end(view)
            elif view.round is not None or view.results:
                self._paper.show(standing_lines(view, self._paper.width))
                self._is_under_heading = view.round is not None
            before = view
        self._last_trick = last_trick(push.did, before, self._last_trick)
        for piece in story(push.did, before, view, width=self._paper.width):
            self._is_under_heading = isinstance(piece, Shown) and piece.is_heading
            match piece:
                case Sheet():
                    self._show_sheet(view)
                case Said():
                    self._paper.say(piece.text, starts=piece.starts, ends=piece.ends)
                case Shown():
                    self._paper.show(piece.lines)

    def _tell_end(self, view: PlayerView) -> None:
        """What there is to see of a game that was over before."""
        self._show_line(phrase("terminal.over-already"))
        self._show_sheet(view)
        if view.places:
            self._paper.show(places_lines(view, self._paper.width), is_paced=False)
        else:
            self._show_line(phrase("terminal.abandoned"))

    def _show_sheet(self, view: PlayerView) -> None:
        self._paper.show([Text("")], is_paced=False)
        self._paper.show_pages(sheet_pages(view, self._paper.full_width, self._paper.height))

    def _take_refusal(self, refused: Refused) -> Ending | None:
        """Say why, and ask again; where the store fails there is nothing to go on with."""
        error = OhHellError(refused.code, **refused.params)
        if refused.now is None or refused.re is None:
            raise StoreError(refused.code, **refused.params)
        self._show_line(Text(sentence(error)))
        return self._ask(refused.now, answers=refused.re)

    def _shuffle_along(self, push: Push) -> None:
        """Promise a nonce of our own, and show it when everybody has promised."""
        seat, shuffle = push.view.seat, push.shuffle
        if seat is None or seat not in shuffle.persons or seat in shuffle.left_out:
            return
        if shuffle.promised[seat] is None:
            nonce = self._own_nonce(seat)
            promise = nonce_commitment(nonce, seat=seat, game=shuffle.commitment)
            self._give(CommitNonce(promise), "promise")
        elif shuffle.may_reveal and shuffle.shown[seat] is None:
            self._give(RevealNonce(self._own_nonce(seat)), "show")

    def _own_nonce(self, seat: Seat) -> bytes:
        """Made once, and kept before it is promised: a game may stop between the two steps."""
        if self._nonce is None:
            self._nonce = self._table.find_secret(_NONCE)
        if self._nonce is None:
            self._nonce = self._luck.nonce(seat)
            self._table.keep_secret(_NONCE, self._nonce)
        return self._nonce

    def _give(self, move: CommitNonce | RevealNonce, step: str) -> None:
        self._table.post(GiveNonce(self._table.name, LISTENER, f"{_NONCE}-{step}", move))

    # ------------------------------------------------------------------ what the person says

    def _ask(self, push: Push, *, answers: str | None) -> Ending | None:
        """Ask until something is said that moves the game, or the person leaves.

        What was done last must be answered first: the table may have been busy with others.
        """
        if self._awaited is not None and answers != self._awaited:
            return None
        self._awaited = None
        view = push.view
        asked = self._asked(view)
        if asked is Asked.NOTHING:
            return None
        if asked is Asked.BID:
            self._before_bid = view
        self._show_turn(view, asked)
        while True:
            typed = self._paper.ask(prompt(view, asked))
            if typed is None:
                return Ending.INPUT_ENDED
            meant = read_line(typed, view, asked)
            match meant:
                case Do():
                    self._act(push, meant.action)
                    return None
                case Keep():
                    self._table.post(Settle(self._table.name, LISTENER, view.turn))
                    self._kept_turn = view.turn
                    return self._ask(push, answers=None)
                case Quit():
                    return Ending.LEFT
                case Wrong():
                    self._show_line(meant.line)
                case Look():
                    self._show_look(view, asked, meant)

    def _asked(self, view: PlayerView) -> Asked:
        return asked_of(view, is_kept=self._kept_turn == view.turn)

    def _act(self, push: Push, action: Action) -> None:
        # Rows are numbered without a gap, so no two stored actions of a game have the same id.
        self._awaited = action_id = f"row-{push.number + 1}"
        self._table.post(Act(self._table.name, LISTENER, push.turn, action_id, action))

    def _show_turn(self, view: PlayerView, asked: Asked, *, is_whole: bool = False) -> None:
        """What is on the table, the hand, and what is asked; of a bid to keep only the last."""
        current = view.round
        assert current is not None, "somebody is asked only in a round"
        drawn: list[Text] = []
        if asked is not Asked.KEEP or is_whole or not self._has_asked:
            is_under_heading = self._is_under_heading and not is_whole
            table = table_lines(view, current, is_under_heading=is_under_heading)
            drawn += [Text(""), *table, Text("")]
            drawn += [*hand_lines(view, current, self._paper.width, asked), Text("")]
        drawn.append(Text.assemble((TURN_MARK, "bold yellow"), turn_line(view, current, asked)))
        self._has_asked = True
        self._is_under_heading = False
        self._paper.show(drawn, is_paced=False)

    def _show_look(self, view: PlayerView, asked: Asked, look: Look) -> None:
        """Show what was asked for and nothing after it: it must not be pushed out of sight."""
        match look:
            case Look.TABLE:
                self._show_turn(view, asked, is_whole=True)
                return
            case Look.HELP:
                lines = help_lines()
            case Look.SHEET:
                self._show_sheet(view)
                self._paper.show([Text("")], is_paced=False)
                return
            case Look.RULES:
                lines = rules_lines(view, self._paper.width)
            case Look.HINT:
                lines = self._hint(view, asked)
            case Look.LAST_TRICK:
                trick = self._last_trick
                found = (
                    phrase("terminal.no-last-trick") if trick is None else trick_line(trick, view)
                )
                lines = (Text(MARGIN).append_text(found),)
        self._paper.show([Text("")], is_paced=False)
        self._paper.show_pages(self._paper.pages(lines))
        self._paper.show([Text("")], is_paced=False)

    def _hint(self, view: PlayerView, asked: Asked) -> tuple[Text, ...]:
        """Advice for what is asked now; of a bid that may still change, as it was before it."""
        if asked is not Asked.KEEP:
            return hint_lines(*self._table.advise(view, DEFAULT_PLAYER), view)
        if self._before_bid is None:
            return (Text(MARGIN).append_text(phrase("terminal.hint-later")),)
        return self._hint(self._before_bid, Asked.BID)

    def _show_line(self, line: Text) -> None:
        self._paper.show([Text(MARGIN).append_text(line)], is_paced=False)
