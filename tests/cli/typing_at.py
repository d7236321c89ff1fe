"""Playing through the program itself: what is typed comes from a list, what is said is kept."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from typing import Final

import pytest

from ohhell.cli.main import main
from ohhell.table.settings import STAND_IN_LEVEL

SEED: Final = "5" * 64

ANYTHING: Final = tuple(chain.from_iterable(repeat([*map(str, range(14)), ""], 3000)))
"""Every number there is, over and over: some key is always right, so every game comes to its end."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the program: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it wrote, line by line."""
        return self.out.splitlines()


class Program:
    """Runs `ohhell` in this process, as on a pipe, with a data folder of its own."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.setenv("OHHELL_DATA", str(folder / "data"))
        monkeypatch.setenv("OHHELL_COMMAND", "ohhell")
        monkeypatch.setenv("COLUMNS", "80")
        for name in ("LC_ALL", "LC_CTYPE", "LANG", "FORCE_COLOR"):
            monkeypatch.delenv(name, raising=False)

    def run(self, *words: str, typed: Iterable[str] = ()) -> Run:
        """Run it to its end; CPU players are those that need no process of their own to think in,
        unless others are named.
        """
        if words[0] in ("play", "watch") and not {"--cpu", "--resume"}.intersection(words):
            words = (*words, "--cpu", STAND_IN_LEVEL)
        text = "".join(f"{line}\n" for line in typed)
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main(words)
        said = self._capsys.readouterr()
        return Run(int(left.value.code or 0), said.out, said.err)

    def play(self, *words: str, record: str = "game.jsonl", typed: Iterable[str] = ANYTHING) -> Run:
        """Play a game by the fixed seed."""
        path = str(self.folder / record)
        return self.run("play", *words, "--seed", SEED, "--record", path, typed=typed)

    def path(self, record: str = "game.jsonl") -> Path:
        """Where a record lies."""
        return self.folder / record

    def actions(self, record: str = "game.jsonl") -> list[dict[str, object]]:
        """The lines of a record after the first, which holds the time."""
        lines = self.path(record).read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines[1:]]

    def events(self, record: str = "game.jsonl") -> Iterator[dict[str, object]]:
        """All events of a record."""
        for line in self.actions(record):
            events = line["events"]
            assert isinstance(events, list)
            yield from events

    def verify(self, record: str = "game.jsonl") -> Run:
        """Check a record."""
        return self.run("verify", str(self.path(record)))


def environment(folder: Path, **more: str) -> dict[str, str]:
    """For a process of its own: as plain as can be, and no data of the person who runs the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {
        **kept,
        "OHHELL_COMMAND": "ohhell",
        "OHHELL_DATA": str(folder / "data"),
        "PYTHONUTF8": "1",
        "TERM": "xterm",
        **more,
    }
