"""The trained tables as they ship: one compressed file for each number of seats.

Chances are kept as bytes (0 … 254 for 0 … 1): far finer than they are known.  `policy-4.npz` holds
`now` and `future-1`, `future-2`, … by round size, in the shapes that `kernel.policy` describes;
`one-card.npz` holds the solved one-card tables of the presets, named by `one_card_name`, and
`usual.npz` how often table players bid and take so many tricks, named by `usual_name`.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ohhell.kernel.bid_model import BidModel
from ohhell.kernel.calibration import TERMS
from ohhell.kernel.play import RoundRules
from ohhell.kernel.rollout import Tables
from ohhell.rules.errors import OhHellError

DATA: Final = Path(__file__).resolve().parent / "data"
"""Where the tables that ship lie."""

_STEPS: Final = 254
_place: Final = {"read": DATA}
NO_TABLE: Final = np.zeros((0, 0, 0, 0), np.float32)
"""Stands where no solved one-card table fits."""


class TablesError(OhHellError):
    """A file of trained tables that cannot be read, or lacks what should be in it."""


def as_bytes(chances: Any) -> Any:
    """Chances 0 … 1 as uint8."""
    return np.clip(np.rint(chances * _STEPS), 0, _STEPS).astype(np.uint8)


def as_chances(steps: Any) -> Any:
    """The inverse of `as_bytes`, float32."""
    return steps.astype(np.float32) / np.float32(_STEPS)


def save_policy(seats: int, trained: dict[str, Any], directory: Path = DATA) -> Path:
    """Write what `train_policy` made for a number of seats."""
    path = directory / f"policy-{seats}.npz"
    arrays = {f"future-{size}": as_bytes(table) for size, table in trained["future"].items()}
    directory.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, now=as_bytes(trained["now"]), **arrays)
    return path


@contextmanager
def reading_from(directory: Path) -> Generator[None]:
    """Read tables from another directory meanwhile: training builds on what it just made."""
    before, _place["read"] = _place["read"], directory
    try:
        _forget()
        yield
    finally:
        _place["read"] = before
        _forget()


def _forget() -> None:
    for reader in (bid_model, calibration, policy_tables, _one_card_tables, usual_results):
        reader.cache_clear()


@contextmanager
def _read(name: str) -> Generator[Any]:
    """The arrays of a file; refuses one that is damaged (`tables-damaged`)."""
    path = _place["read"] / f"{name}.npz"
    try:
        # Opened here: numpy leaves a file open that turns out to be none of its own.
        with path.open("rb") as raw, np.load(raw) as file:
            yield file
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError) as error:
        raise TablesError("tables-damaged", value=str(path)) from error


@lru_cache(maxsize=1)
def bid_model() -> BidModel:
    """The bid model; without weights where it has not been trained."""
    if not (_place["read"] / "bid-model.npz").exists():
        shapes = ((0, 0), (0,), (0, 0), (0,), (0, 0), (0,))
        return BidModel(*(np.zeros(shape, np.float32) for shape in shapes))
    with _read("bid-model") as file:
        return BidModel(*(file[name].astype(np.float32) for name in BidModel._fields))


@lru_cache(maxsize=1)
def calibration() -> Any:
    """The calibration of what levels foresee; without rows where it has not been made."""
    if not (_place["read"] / "calibration.npz").exists():
        return np.zeros((0, 2, TERMS))
    with _read("calibration") as file:
        return file["terms"].astype(np.float64)


def save_calibration(terms: Any, directory: Path = DATA) -> Path:
    """Write the calibration."""
    path = directory / "calibration.npz"
    np.savez_compressed(path, terms=terms.astype(np.float32))
    return path


def usual_name(seats: int, size: int) -> str:
    """What the usual results of rounds of `size` cards among `seats` are kept by."""
    return f"{seats}-{size}"


@lru_cache(maxsize=256)
def usual_results(seats: int, size: int) -> Any:
    """How often so many tricks were bid and so many taken, int64[size + 1, size + 1]."""
    with _read("usual") as file:
        return file[usual_name(seats, size)].astype(np.int64)


def save_usual_results(counts: dict[str, Any], directory: Path = DATA) -> Path:
    """Write the usual results."""
    path = directory / "usual.npz"
    arrays = {name: array.astype(np.uint16) for name, array in counts.items()}
    np.savez_compressed(path, **arrays)
    return path


def save_bid_model(model: BidModel, directory: Path = DATA) -> Path:
    """Write the bid model, its weights as float16."""
    path = directory / "bid-model.npz"
    arrays = {name: array.astype(np.float16) for name, array in model._asdict().items()}
    np.savez_compressed(path, **arrays)
    return path


@lru_cache(maxsize=256)
def policy_tables(seats: int, size: int) -> Tables:
    """The policy's tables for rounds of `size` cards among `seats`; read once a process."""
    with _read(f"policy-{seats}") as file:
        future, now = as_chances(file[f"future-{size}"]), as_chances(file["now"])
    return Tables(future, now, NO_TABLE, bid_model(), calibration())


def one_card_name(rules: RoundRules) -> str:
    """What a solved table hangs on, as a name: seats, turn-up, hook, leader, points.

    The points are brought to one scale first: strategies do not change with it.
    """
    points = np.asarray(rules.points, dtype=np.float64)
    low, high = float(points.min()), float(points.max())
    scaled = np.rint((points - low) / max(high - low, 1e-9) * 1000).astype(int).ravel()
    kind = "none" if not rules.trumps else "turn-up" if rules.turned else "fixed"
    hook = "hook" if rules.hook else "at-once" if rules.at_once else "free"
    return f"{rules.seats}-{kind}-{hook}-{rules.lead_kind}-" + "-".join(map(str, scaled))


@lru_cache(maxsize=1)
def _one_card_tables() -> dict[str, Any]:
    if not (_place["read"] / "one-card.npz").exists():
        return {}
    with _read("one-card") as file:
        return {name: as_chances(file[name]) for name in file.files}


def tables_for(rules: RoundRules) -> Tables:
    """All tables that fit a round."""
    tables = policy_tables(rules.seats, rules.size)
    if rules.size > 1:
        return tables
    solved = _one_card_tables().get(one_card_name(rules))
    return tables if solved is None else tables._replace(one_card=solved)
