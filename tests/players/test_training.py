"""Training is a fixed recipe: the same tables every time, whole and small."""

from __future__ import annotations

import hashlib
import os
import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from ohhell.cli.main import main
from ohhell.cli.train import command
from ohhell.kernel.bid_model import INPUTS, OUTPUTS
from ohhell.players import tables
from ohhell.players.train_everything import one_card_rules
from ohhell.players.training import LARGEST_SIZE, train_policy

MADE: dict[str, Any] = {"future": {}, "now": np.zeros(1)}


def test_the_same_seed_gives_the_same_tables() -> None:
    first, second = (
        train_policy(3, rounds=200, passes=2, sizes=(2, 3), say=lambda _: None) for _ in range(2)
    )
    assert (first["now"] == second["now"]).all()
    assert all((first["future"][size] == second["future"][size]).all() for size in (2, 3))


@pytest.mark.parametrize("seats", LARGEST_SIZE)
def test_every_size_has_tables(seats: int) -> None:
    for size in range(1, LARGEST_SIZE[seats] + 1):
        found = tables.policy_tables(seats, size)
        assert found.future.shape == (size + 1, 3, 13, 5, 4, 3)
        assert found.now.shape == (seats, seats, 4, 13, 4, 2, 4)
        for table in found[:2]:
            assert ((table >= 0) & (table <= 1)).all()


def test_the_bid_model_ships() -> None:
    model = tables.bid_model()
    assert model.first.shape[0] == INPUTS
    assert model.last.shape[1] == OUTPUTS
    assert all(np.isfinite(weights).all() for weights in model)


def test_all_tables_stay_small() -> None:
    assert sum(path.stat().st_size for path in tables.DATA.iterdir()) <= 2_000_000


def test_the_command_writes_every_file(tmp_path: Path) -> None:
    run = CliRunner().invoke(command, ["--out", str(tmp_path), "--effort", "0.0002"])
    assert run.exit_code == 0, run.output
    assert {path.name for path in tmp_path.iterdir()} == {
        path.name for path in tables.DATA.iterdir()
    }
    # What ships is untouched, and read again.
    assert tables.policy_tables(4, 1).future.shape[0] == 2


def test_a_training_that_is_stopped_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(**_: object) -> None:
        raise KeyboardInterrupt

    def make(*_: object, **__: object) -> object:
        return MADE

    monkeypatch.setattr("ohhell.players.train_everything.train_policy", make)
    monkeypatch.setattr("ohhell.players.train_everything.solve_one_card", stop)
    (tmp_path / "policy-2.npz").write_bytes(b"before")
    run = CliRunner().invoke(command, ["--out", str(tmp_path), "--effort", "0.0002"])
    assert run.exit_code != 0
    assert [path.name for path in tmp_path.iterdir()] == ["policy-2.npz"]
    assert (tmp_path / "policy-2.npz").read_bytes() == b"before"


def test_a_wish_to_stop_that_the_compiler_swallows_is_heard_at_the_next_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def swallow(*_: object, say: Callable[[str], None], **__: object) -> object:
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        say("a pass is done")
        return MADE

    monkeypatch.setattr("ohhell.players.train_everything.train_policy", swallow)
    with pytest.raises(SystemExit) as left:
        main(["train", "--out", str(tmp_path), "--effort", "0.0002"])
    assert left.value.code == 130
    assert not list(tmp_path.iterdir())


def test_no_tables_are_replaced_that_nobody_named() -> None:
    run = CliRunner().invoke(command, [])
    assert run.exit_code == 2
    assert "--out" in run.output


def test_the_page_names_the_tables_that_ship() -> None:
    """Whoever trains anew compares with these digests."""
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"^\| `([a-z0-9-]+)` \|.* `([0-9a-f]{64})` \|", page, re.MULTILINE))
    assert named == {
        path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in tables.DATA.iterdir()
    }


@pytest.mark.parametrize("name", ["policy-3", "usual", "calibration", "one-card", "bid-model"])
def test_damaged_tables_are_refused_by_name(name: str, tmp_path: Path) -> None:
    for path in tables.DATA.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    damaged = tmp_path / f"{name}.npz"
    whole = damaged.read_bytes()
    for content in (b"", whole[: len(whole) // 2], b"no archive"):
        damaged.write_bytes(content)
        with tables.reading_from(tmp_path), pytest.raises(tables.TablesError) as refused:
            tables.tables_for(one_card_rules()[0])
            tables.usual_results(3, 1)
        assert refused.value.code == "tables-damaged"
        assert refused.value.params["value"] == str(damaged)
    assert tables.usual_results(3, 1).shape == (2, 2)
