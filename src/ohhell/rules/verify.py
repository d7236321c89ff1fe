"""Whether a record is what the rules and the fair deals make of it."""

from __future__ import annotations

from dataclasses import dataclass

from ohhell.rules.errors import DealError
from ohhell.rules.record import Fault, Header, Record
from ohhell.rules.retrace import retrace
from ohhell.rules.shuffle import commitment
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a record came to.

    `state` is the game as far as it could be followed (None without a header); `has_seed` says
    whether the decks themselves were checked; `unchecked` counts the lines after an action that
    cannot have happened; `is_cut` that the last line is broken off.
    """

    faults: tuple[Fault, ...]
    state: GameState | None
    has_seed: bool
    unchecked: int
    is_cut: bool

    @property
    def is_finished(self) -> bool:
        """Whether the game ended, or was abandoned, and its secret is revealed."""
        return self.state is not None and self.state.seed is not None

    @property
    def is_abandoned(self) -> bool:
        """Whether the game was given up before its end."""
        return self.state is not None and self.state.phase is Phase.ABANDONED


def verify(
    record: Record,
    *,
    kept_commitment: bytes | None = None,
    kept_nonces: dict[int, bytes] | None = None,
) -> Verdict:
    """Replay a record: decks from the seed, legality, winners, points, totals, places.

    `kept_commitment` and `kept_nonces` (by seat) are what a player's program wrote down when the
    game began; a record that tells another story is at fault, however well it fits itself.
    """
    header = record.header
    if header is None:
        return Verdict(record.faults, None, has_seed=False, unchecked=0, is_cut=record.is_cut)
    seed = _fitting_seed(record, header)
    found = retrace(header, record.lines, seed=seed, hidden_bids=None)
    faults = [*record.faults, *found.faults]
    faults += _check_kept(header, found.state, kept_commitment, kept_nonces or {})
    faults.sort(key=lambda fault: fault.line)
    return Verdict(
        faults=tuple(faults),
        state=found.state,
        has_seed=seed is not None,
        unchecked=found.unchecked,
        is_cut=record.is_cut,
    )


def _fitting_seed(record: Record, header: Header) -> bytes | None:
    """The revealed seed, unless it is not the promised one (its own line will say so)."""
    seed = record.seed
    if seed is None:
        return None
    try:
        return seed if commitment(seed) == header.commitment else None
    except DealError:
        return None


def _check_kept(
    header: Header,
    state: GameState,
    kept_commitment: bytes | None,
    kept_nonces: dict[int, bytes],
) -> list[Fault]:
    faults: list[Fault] = []
    if kept_commitment is not None and kept_commitment != header.commitment:
        error = DealError(
            "other-commitment", found=header.commitment.hex(), right=kept_commitment.hex()
        )
        faults.append(Fault(1, error))
    for seat, nonce in kept_nonces.items():
        told = state.nonces[seat] if 0 <= seat < len(state.nonces) else None
        if told != nonce:
            found = "nothing" if told is None else told.hex()
            faults.append(
                Fault(1, DealError("other-nonce", seat=seat, found=found, right=nonce.hex()))
            )
    return faults
