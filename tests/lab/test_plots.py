"""Pictures: they are drawn, and what cannot be drawn is refused before any game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ohhell.lab.errors import LabError
from ohhell.lab.figures import Estimate
from ohhell.lab.plots import Bars, Lines, check_plot, draw

FIGURES = {size: Estimate(0.1 * size, 0.1 * size - 0.05, 0.1 * size + 0.05) for size in (1, 3, 5)}
PANELS = [
    Lines("made", "cards", "bids", {"a $x$": FIGURES, "b": FIGURES}, is_share=True),
    Lines("gain", "cards", "points", {"a": FIGURES}, is_share=False, has_zero_line=True),
    Bars("spread", {"a": FIGURES[1], "b": FIGURES[3]}, is_share=False),
]


@pytest.mark.parametrize(
    ("name", "begins"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")]
)
def test_a_picture_of_each_kind(tmp_path: Path, name: str, begins: bytes) -> None:
    file = tmp_path / name
    check_plot(file)
    draw(file, PANELS, title="common & $others$")
    assert file.read_bytes().startswith(begins)


def test_nothing_is_asked_of_who_wants_no_picture() -> None:
    check_plot(None)


def test_a_picture_of_no_kind_is_refused() -> None:
    with pytest.raises(LabError) as refusal:
        check_plot(Path("a.doc"))
    assert refusal.value.code == "plot-kind"


def test_without_the_library_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(LabError) as refusal:
        check_plot(Path("a.png"))
    assert refusal.value.code == "lab-extra-missing"
