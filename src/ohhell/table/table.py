"""One table: a mailbox, and one task that takes its messages one by one.

Check, decide, store, evolve, tell, in this order: nobody is told what is not stored, and where
storing fails nothing has happened.  Nothing in here waits for a person or a CPU player.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, assert_never

from ohhell.rules.cards import Seat
from ohhell.rules.engine import abandon, decide
from ohhell.rules.errors import OhHellError
from ohhell.rules.record import PERSON, By
from ohhell.table.agreement import is_pause_agreed, next_wanted_out
from ohhell.table.audience import Audience
from ohhell.table.chance import (
    chance_move,
    last_move,
    leave_out,
    may_change_bid,
    silent_programs,
    view_for_cpu,
)
from ohhell.table.errors import StoreConflict, StoreError, TableError
from ohhell.table.events import CpuTookOver, LogEvent, Paused, Returned, VotedOut
from ohhell.table.mailbox import Look, Mailbox
from ohhell.table.messages import (
    Abandon,
    AbandonAsleep,
    Act,
    Back,
    FromOutside,
    GiveNonce,
    Leave,
    PutOut,
    Resign,
    Settle,
    Sit,
    WantPause,
    WantStandIn,
    Wish,
)
from ohhell.table.ports import Ports, StoredRow
from ohhell.table.settings import Timing
from ohhell.table.state import (
    TableState,
    current_deadline,
    deadline_after,
    dice_key,
    evolve_row,
    fold,
    is_finished,
    level_of,
)
from ohhell.table.thinking import Answer, Question, Thinking
from ohhell.table.waiting import Waiting
from ohhell.table.wishes import Moment, check_speaks, decide_wish, ids_in

_log = logging.getLogger(__name__)

_MOST_RELOADS: Final = 3

_Message = FromOutside | Answer


class Table:
    """A table at play, made from its log; `hall.Hall` opens and wakes them.

    `seed` is the game's secret; a finished game may still have it in the secret store.  `ended` is
    called when a game is over and all of it is stored, and again when it is found again.
    """

    def __init__(
        self,
        name: str,
        rows: Sequence[StoredRow],
        *,
        seed: bytes,
        ports: Ports,
        timing: Timing,
        boot: str,
        ended: Callable[[TableState], None],
    ) -> None:
        self.name: Final = name
        self._ended = ended
        self._ports = ports
        self._timing = timing
        self._seed = seed
        self._has_secrets = True
        self._state = fold(rows)
        self._ids = ids_in(rows)
        self._mailbox: Mailbox[_Message] = Mailbox(
            f"table {name}", ports.clock, take=self._take, ended=self._put_away
        )
        self._waiting = Waiting(timing)
        self._audience = Audience(name, ports.outbox, boot=boot, idle_at=self._idle_at)
        self._thinking = Thinking(ports.brains, ports.fast, answered=self._mailbox.put)
        self._trouble: StoreError | None = None
        self._is_given_up = False

    # ------------------------------------------------------------------ from outside

    @property
    def state(self) -> TableState:
        """The whole truth as far as it is stored; not for anybody at the table."""
        return self._state

    @property
    def is_asleep(self) -> bool:
        """Whether it waits for nothing but somebody to come."""
        return not self._waiting.is_awake

    @property
    def is_deserted(self) -> bool:
        """Whether no connection is open to it."""
        return not self._audience

    @property
    def is_closed(self) -> bool:
        """Whether this table takes no more messages."""
        return self._mailbox.is_closed

    def post(self, message: FromOutside) -> None:
        """Put a message into the mailbox; what comes of it is told to the connections."""
        self._mailbox.put(message)

    async def caught_up(self) -> None:
        """Return when every message that was posted has been dealt with."""
        await self._mailbox.caught_up()

    async def close(self) -> None:
        """Deal with what was posted before, say `closing` to everybody, and stop."""
        await self._mailbox.close()

    # ------------------------------------------------------------------ the mailbox

    def _put_away(self, has_crashed: bool, late: Sequence[_Message]) -> None:
        self._thinking.keep_only((), turn=self._state.game.turn)
        waiting = [message.listener for message in late if isinstance(message, Sit)]
        self._audience.close("crashed" if has_crashed else "closing", waiting=waiting)

    async def _take(self, message: _Message | Look) -> None:
        """Deal with one message and all that follows from it."""
        try:
            await self._reloading(lambda: self._obey(message))
        except OhHellError as error:
            self._refuse(message, error)
        await self._go_on_or_retry()

    async def _reloading(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work, again from the store's log whenever somebody else has written to it."""
        for _ in range(_MOST_RELOADS):
            try:
                return await work()
            except StoreConflict:
                rows = await self._ports.events.load(self.name)
                self._state, self._ids = fold(rows), ids_in(rows)
                self._audience.tell(self._state)
        return await work()

    def _refuse(self, message: _Message | Look, error: OhHellError) -> None:
        match message:
            case Act() | GiveNonce() | Resign() | WantStandIn() | Back() | WantPause():
                self._audience.refuse(message.listener, self._state, error, re=message.id)
            case Sit():
                self._audience.refuse(message.listener, self._state, error, re=None)
            case _:
                assert isinstance(error, StoreError), "the table itself does nothing illegal"
                self._be_in_trouble(error)

    def _be_in_trouble(self, error: StoreError) -> None:
        """The store does not let the table go on: say so once, and try again later."""
        self._waiting.retry_at = self._ports.clock.now() + self._timing.retry
        if self._trouble is None or self._trouble.code != error.code:
            self._audience.refuse_all(self._state, error)
        self._trouble = error

    # ------------------------------------------------------------------ what is asked of it

    async def _obey(self, message: _Message | Look) -> None:
        match message:
            case Act() | GiveNonce() | Resign() | WantStandIn() | Back() | WantPause():
                await self._grant(message)
            case Answer():
                # While the store fails the table does not go on, but people have acted.
                self._withdraw_questions()
                if self._thinking.is_open(message.question):
                    await self._act_for(message.question, message.action)
            case Sit():
                self._sit(message)
            case Leave():
                before = self._audience.headcount
                self._audience.leave(message.listener)
                self._tell_who_is_there(before)
            case Settle():
                self._settle(message)
            case Abandon():
                self._is_given_up = True
            case AbandonAsleep():
                self._is_given_up = self._is_given_up or not self._waiting.is_awake
            case PutOut():
                before = self._audience.headcount
                self._audience.put_out_watchers()
                self._tell_who_is_there(before)
            case Look():
                pass
            case _:
                assert_never(message)

    def _sit(self, sit: Sit) -> None:
        seat, seats = sit.seat, len(self._state.players)
        if seat is not None and not 0 <= seat < seats:
            raise TableError("no-such-seat", value=seat, limit=seats - 1)
        if seat is not None and self._state.players[seat] != PERSON:
            raise TableError("cpu-seat", seat=seat)
        before = self._audience.headcount
        self._audience.join(sit.listener, seat)
        self._audience.show(sit.listener, self._state, re=None)
        self._tell_who_is_there(before, apart_from=sit.listener)
        if self._trouble is not None:
            self._audience.refuse(sit.listener, self._state, self._trouble, re=None)

    def _tell_who_is_there(
        self, before: tuple[frozenset[Seat], int], *, apart_from: str | None = None
    ) -> None:
        if self._audience.headcount != before:
            self._audience.tell(self._state, apart_from=apart_from)

    async def _grant(self, wish: Wish) -> None:
        """Do what a person wishes; what is done already is answered with how things are."""
        seat = self._seat_asking(wish.listener)
        if (seat, wish.id) not in self._ids:
            check_speaks(self._state, seat)
            now, state = self._ports.clock.now(), self._state
            moment = Moment(state, self._audience.present, now, self._waiting)
            if events := decide_wish(moment, seat, wish):
                await self._commit("person", events, answers=(wish.listener, wish.id), seat=seat)
                return
        self._audience.show(wish.listener, self._state, re=wish.id)

    def _seat_asking(self, listener: str) -> Seat:
        """The seat a connection speaks for."""
        if listener not in self._audience:
            raise TableError("not-at-this-table")
        seat = self._audience.seat_of(listener)
        if seat is None:
            raise TableError("only-watching")
        return seat

    def _settle(self, settle: Settle) -> None:
        game = self._state.game
        if (
            settle.turn == game.turn
            and settle.listener in self._audience
            and self._audience.seat_of(settle.listener) == may_change_bid(game)
        ):
            self._waiting.settled = game.turn

    # ------------------------------------------------------------------ what it does by itself

    async def _go_on_or_retry(self) -> None:
        now, retry_at = self._ports.clock.now(), self._waiting.retry_at
        if retry_at is None or retry_at <= now:
            try:
                await self._reloading(self._go_on)
            except StoreError as error:
                self._be_in_trouble(error)
            else:
                self._waiting.retry_at = None
        self._mailbox.set_alarm(self._next_due())

    async def _go_on(self) -> None:
        while await self._step():
            pass

    async def _step(self) -> bool:
        """Do the one thing that is to be done first; False when there is nothing left to do."""
        state, now = self._state, self._ports.clock.now()
        if self._is_given_up and not is_finished(state):
            return await self._commit("table", (abandon(state.game),))
        if is_finished(state):
            return await self._end(state)
        if not self._is_anybody_there():
            if self._waiting.is_awake:
                self._waiting.fall_asleep(now)
                self._thinking.keep_only((), turn=state.game.turn)
                await self._note(asleep_since=now)
            return False
        if not self._waiting.is_awake:
            moved = self._waiting.deadline_on_waking(state, now)
            if moved:
                await self._commit("table", moved)
            self._waiting.is_awake = True
            await self._note(asleep_since=None)
            return True
        present = self._audience.present
        self._waiting.see(state, present, now)
        if back := state.stood_in & present:
            return await self._commit("person", (Returned(min(back)),))
        if state.pause is not None:
            self._waiting.stop()
            self._thinking.keep_only((), turn=state.game.turn)
            return False
        if is_pause_agreed(state, present):
            deadline = current_deadline(state)
            left = None if deadline is None else max(0.0, deadline - now)
            return await self._commit("table", (Paused(left),))
        if away := self._waiting.away_too_long(state, now):
            return await self._commit("table", (CpuTookOver(min(away)),))
        if (idle := next_wanted_out(state, present)) is not None:
            replaced = VotedOut(idle) if idle in present else CpuTookOver(idle)
            return await self._commit("table", (replaced,))
        if self._waiting.are_nonces_due(now):
            silent = silent_programs(state.game)[0]
            return await self._commit("table", leave_out(state.game, silent))
        if move := chance_move(state.game, self._seed):
            return await self._commit("table", move)
        return await self._let_cpus_think(state, now)

    async def _end(self, state: TableState) -> bool:
        """Reveal the seed of a finished game, then forget the secrets: the log has it all."""
        self._thinking.keep_only((), turn=state.game.turn)
        if reveal := last_move(state.game, self._seed):
            return await self._commit("table", reveal)
        if self._has_secrets:
            await self._ports.secrets.forget(self.name)
            self._has_secrets = False
            await self._note(asleep_since=None)
            self._ended(self._state)
        return False

    async def _note(self, *, asleep_since: float | None) -> None:
        """Let the house know since when this table sleeps; the game goes on without, too."""
        sleepers = self._ports.sleepers
        try:
            if sleepers is None:
                return
            if asleep_since is None:
                await sleepers.note_awake(self.name)
            else:
                await sleepers.note_asleep(self.name, asleep_since)
        except StoreError as error:
            _log.warning("table %s: its sleep could not be noted: %s", self.name, error.code)

    async def _let_cpus_think(self, state: TableState, now: float) -> bool:
        seats = self._withdraw_questions()
        if late := self._thinking.late(now):
            await self._act_for(late[0], None)
            return True
        for seat in seats:
            is_time = self._waiting.cpu_acts_at(state, seat) <= now
            if is_time and not self._thinking.is_asked(seat):
                self._thinking.ask(self._question(seat, now))
        return False

    def _withdraw_questions(self) -> tuple[Seat, ...]:
        """Ask no longer what is settled; the seats that CPU players are to act for."""
        seats = self._waiting.cpu_seats(self._state)
        self._thinking.keep_only(seats, turn=self._state.game.turn)
        return seats

    def _question(self, seat: Seat, now: float) -> Question:
        turn = self._state.game.turn
        return Question(
            seat=seat,
            turn=turn,
            view=view_for_cpu(self._state.game, seat),
            level=level_of(self._state, seat),
            dice_key=dice_key(self._seed, seat=seat, turn=turn),
            late_at=now + self._timing.think,
        )

    async def _act_for(self, question: Question, action: object) -> None:
        """A CPU player acts, in its own right or for a person who has run out of time."""
        chosen = self._thinking.choose(question, action)
        by: By = "timeout" if question.seat in self._state.in_own_hands else "cpu"
        await self._commit(by, decide(self._state.game, question.seat, chosen))

    def _is_anybody_there(self) -> bool:
        """Whether a person who plays is there; where no person plays, whether anybody is."""
        playing = self._state.persons
        return bool(playing & self._audience.present if playing else self._audience)

    def _idle_at(self, state: TableState) -> float | None:
        return self._waiting.idle_at(state, self._ports.clock.now())

    # ------------------------------------------------------------------ store, then tell

    async def _commit(
        self,
        by: By,
        events: tuple[LogEvent, ...],
        *,
        answers: tuple[str, str] | None = None,
        seat: Seat | None = None,
    ) -> bool:
        """Store a row, then let it be true, then tell; raises `StoreError` with nothing done."""
        after = evolve_row(self._state, by, events)
        if deadline := deadline_after(after, now=self._ports.clock.now()):
            events = (*events, *deadline)
            after = evolve_row(self._state, by, events)
        action_id = None if answers is None else answers[1]
        await self._ports.events.append(self.name, StoredRow(after.number, action_id, by, events))
        self._state = after
        if action_id is not None and seat is not None:
            self._ids.add((seat, action_id))
        self._trouble = self._waiting.retry_at = None
        self._audience.tell(after, did=events, by=by, answers=answers)
        return True

    # ------------------------------------------------------------------ the clock

    def _next_due(self) -> float | None:
        if self._waiting.retry_at is not None:
            return self._waiting.retry_at
        if is_finished(self._state):
            return None
        waiting = self._waiting.cpu_seats(self._state)
        unasked = [seat for seat in waiting if not self._thinking.is_asked(seat)]
        times = (self._waiting.next_due(self._state, unasked), self._thinking.next_late)
        return min((at for at in times if at is not None), default=None)
