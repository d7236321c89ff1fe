"""Pictures of figures; what is written in them comes from whoever asks for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ohhell.lab.errors import LabError
from ohhell.lab.figures import Estimate

KINDS: Final = (".png", ".svg", ".pdf")

_WIDTH: Final = 7.0
_HEIGHT: Final = 4.2
_BAR: Final = 0.35
_AROUND_BARS: Final = 0.8
"""Inches: of a whole picture and of its parts."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A line for each subject over the sizes of rounds, with intervals; shares are in per cent."""

    title: str
    across: str
    up: str
    series: Mapping[str, Mapping[int, Estimate]]
    is_share: bool
    has_zero_line: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each subject."""

    title: str
    values: Mapping[str, Estimate]
    is_share: bool


def check_plot(file: Path | None) -> None:
    """Refuse what could not be drawn, before any game is played."""
    if file is None:
        return
    if file.suffix.lower() not in KINDS:
        raise LabError("plot-kind", value=file.name, limit=", ".join(KINDS))
    if find_spec("matplotlib") is None:
        raise LabError("lab-extra-missing", value="matplotlib")


def draw(file: Path, panels: Sequence[Lines | Bars], *, title: str) -> None:
    """Draw the panels one below the other into `file`, whose ending says how."""
    from matplotlib.figure import Figure

    heights = [_height(panel) for panel in panels]
    figure = Figure(figsize=(_WIDTH, sum(heights)), layout="constrained")
    figure.suptitle(_plain(title))
    rows = figure.subplots(len(panels), squeeze=False, height_ratios=heights)[:, 0]
    for axes, panel in zip(rows, panels, strict=True):
        if isinstance(panel, Lines):
            _draw_lines(axes, panel)
        else:
            _draw_bars(axes, panel)
    figure.savefig(file, dpi=150)


def _height(panel: Lines | Bars) -> float:
    if isinstance(panel, Lines):
        return _HEIGHT
    return _AROUND_BARS + _BAR * len(panel.values)


def _draw_lines(axes: Any, panel: Lines) -> None:
    scale = 100 if panel.is_share else 1
    for name, by_size in panel.series.items():
        sizes = sorted(by_size)
        axes.errorbar(
            sizes,
            [scale * by_size[size].mean for size in sizes],
            yerr=[scale * by_size[size].margin for size in sizes],
            label=_plain(name),
            marker="o",
            capsize=2,
        )
    if panel.has_zero_line:
        axes.axhline(0, color="0.5", linewidth=1)
    axes.set_title(panel.title)
    axes.set_xlabel(panel.across)
    axes.set_ylabel(panel.up)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(visible=True, alpha=0.3)
    axes.legend()


def _draw_bars(axes: Any, panel: Bars) -> None:
    scale = 100 if panel.is_share else 1
    names = list(panel.values)
    axes.barh(
        range(len(names)),
        [scale * panel.values[name].mean for name in names],
        xerr=[scale * panel.values[name].margin for name in names],
        capsize=2,
        color=[f"C{index}" for index in range(len(names))],
    )
    axes.set_yticks(range(len(names)), [_plain(name) for name in names])
    axes.invert_yaxis()
    axes.set_title(panel.title)
    axes.grid(visible=True, axis="x", alpha=0.3)


def _plain(text: str) -> str:
    """A dollar sign would begin a formula."""
    return text.replace("$", r"\$")
