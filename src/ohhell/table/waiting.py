"""What a table waits for, in time.

None of it is stored but the deadline of a turn, and all of it is found out by comparing the clock
with what should have happened: an alarm says nothing but "look", so one that rings late, early
or twice does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ohhell.rules.cards import Seat
from ohhell.rules.engine import all_committed, to_act
from ohhell.rules.view import Phase
from ohhell.table.chance import may_change_bid
from ohhell.table.events import DeadlineSet
from ohhell.table.settings import Timing
from ohhell.table.state import (
    TableState,
    current_deadline,
    persons_to_act,
)

_NEVER = -1


@dataclass(slots=True)
class Waiting:
    """Since when and until when a table waits; times are seconds since 1970 in UTC.

    A table sleeps until somebody is there.  `settled` and `timed_out` are the turns for which
    a person let the bid stand, or let the time run out.  `retry_at` is set while the store fails.
    """

    timing: Timing
    is_awake: bool = False
    settled: int = _NEVER
    timed_out: int = _NEVER
    retry_at: float | None = None
    _slept_at: float | None = None
    _turn: int = _NEVER
    _turn_since: float = 0.0
    _nonce_step: bool | None = None
    _nonces_due: float = 0.0
    _away_since: dict[Seat, float] = field(default_factory=dict[Seat, float])

    def fall_asleep(self, now: float) -> None:
        """Nobody is there: all clocks stop."""
        self.is_awake = False
        self._slept_at = now
        self.stop()

    def stop(self) -> None:
        """All clocks stop, and begin anew when they are next looked at."""
        self.timed_out = _NEVER
        self._turn = _NEVER
        self._nonce_step = None
        self._away_since = {}

    def deadline_on_waking(self, state: TableState, now: float) -> tuple[DeadlineSet, ...]:
        """The turn's deadline where it moves because the table slept.

        What was left of the turn is left; a turn that ran out while the program was not running
        starts afresh, since nobody could have known.
        """
        at, seconds = current_deadline(state), state.settings.turn_seconds
        if at is None or seconds is None or (self._slept_at is None and at > now):
            return ()
        left = 0.0 if self._slept_at is None else at - self._slept_at
        return (DeadlineSet(state.game.turn, now + (left if left > 0 else seconds)),)

    def see(self, state: TableState, present: frozenset[Seat], now: float) -> None:
        """Note, while awake, what began to be waited for."""
        game = state.game
        if game.turn != self._turn:
            self._turn, self._turn_since = game.turn, now
        nonce_step = all_committed(game) if game.phase is Phase.NONCES else None
        if nonce_step is not self._nonce_step:
            self._nonce_step, self._nonces_due = nonce_step, now + self.timing.nonces
        away = state.in_own_hands - present
        self._away_since = {seat: self._away_since.get(seat, now) for seat in sorted(away)}
        deadline = current_deadline(state)
        if deadline is not None and deadline <= now:
            self.timed_out = game.turn

    def idle_at(self, state: TableState, now: float) -> float | None:
        """When the others may want a CPU player for those to act; None where they never may."""
        if state.settings.turn_seconds is not None or state.pause is not None:
            return None
        if not persons_to_act(state) or len(state.persons) == 1:
            return None
        since = self._turn_since if self._turn == state.game.turn else now
        return since + self.timing.idle

    def away_too_long(self, state: TableState, now: float) -> tuple[Seat, ...]:
        """The seats whose persons have been away for the grace they are given."""
        grace = state.settings.grace_seconds
        return tuple(seat for seat, since in self._away_since.items() if since + grace <= now)

    def are_nonces_due(self, now: float) -> bool:
        """Whether programs that are silent in the present nonce step are to be left out."""
        return self._nonce_step is not None and self._nonces_due <= now

    def cpu_seats(self, state: TableState) -> tuple[Seat, ...]:
        """The seats to act for which a CPU player acts, because it has them or for want of time."""
        seats = to_act(state.game)
        if self.timed_out == state.game.turn:
            return seats
        return tuple([seat for seat in seats if seat not in state.in_own_hands])

    def cpu_acts_at(self, state: TableState, seat: Seat) -> float:
        """When a CPU player may act for `seat`: it paces, and waits while a bid may be changed."""
        if seat in state.in_own_hands:  # for want of time: there was time enough
            return self._turn_since
        wait = self.timing.pace
        changing = may_change_bid(state.game)
        if (
            changing is not None
            and changing in state.in_own_hands
            and self.settled != state.game.turn
        ):
            wait = max(wait, self.timing.bid_wait)
        return self._turn_since + wait

    def next_due(self, state: TableState, unasked: Iterable[Seat]) -> float | None:
        """When to look at the clock again; `unasked` CPU seats may have to wait a while."""
        if not self.is_awake or state.pause is not None:
            return None
        times = [self.cpu_acts_at(state, seat) for seat in unasked]
        times += [since + state.settings.grace_seconds for since in self._away_since.values()]
        if self._nonce_step is not None:
            times.append(self._nonces_due)
        deadline = current_deadline(state)
        if deadline is not None and self.timed_out != state.game.turn:
            times.append(deadline)
        return min(times, default=None)
