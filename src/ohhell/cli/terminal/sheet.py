"""The score sheet, the scores of one round, and the places at the end, drawn as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from ohhell.cli.terminal.names import from_own_seat, shown_names, told
from ohhell.cli.terminal.phrases import left, phrase, right, rule, shortened
from ohhell.cli.terminal.screen import MARGIN, NUMBER_COLUMNS, number_column, player_column
from ohhell.rules.cards import Seat
from ohhell.rules.view import PlayerView, RoundResult
from ohhell.text import say

MADE: Final = "✓"
_GAP: Final = 2
_WIDEST_GAP: Final = 5
_WIDEST_RULE: Final = 78


def round_lines(
    view: PlayerView, result: RoundResult, totals: Sequence[int], width: int
) -> tuple[Text, ...]:
    """What a round came to for every seat: bid, tricks, points and the new total."""
    names = shown_names(view)
    column = player_column(view)
    scheduled = len(view.rulebook.compile().rounds)
    if result.number > scheduled:
        title = phrase("terminal.extension-scored", "bold", number=result.number - scheduled)
    else:
        title = phrase("terminal.scored", "bold", number=result.number)
    points = number_column(map(_signed, result.points))
    total = number_column(map(str, totals))
    heading = Text(MARGIN).append_text(left(say("terminal.column.player"), column))
    widths = (NUMBER_COLUMNS, NUMBER_COLUMNS, points, total)
    for key, cells in zip(("bid", "took", "points", "total"), widths, strict=True):
        heading.append_text(right(say(f"terminal.column.{key}"), cells))
        heading.append("  " if key == "took" else "")
    heading.stylize("dim")
    lines = [Text(""), rule(title, width, aside=_low_wins(view)), heading]
    for seat in from_own_seat(view):
        line = Text(MARGIN, "bold" if seat == view.seat else "")
        line.append_text(left(names[seat], column))
        bid = result.bids[seat]
        if bid is None:
            line.append_text(right(say("terminal.out"), NUMBER_COLUMNS))
            line.append(" " * (NUMBER_COLUMNS + 2 + points))
        else:
            is_made = bid == result.taken[seat]
            line.append_text(right(str(bid), NUMBER_COLUMNS))
            line.append_text(right(str(result.taken[seat]), NUMBER_COLUMNS))
            line.append(" " + (MADE if is_made else " "), "green")
            line.append_text(right(_signed(result.points[seat]), points))
        line.append_text(right(str(totals[seat]), total))
        lines.append(line)
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class _Cell:
    """One seat in one round: `bid/tricks` with its mark, points, and the total after it."""

    bid: str
    is_made: bool
    points: str
    total: str


@dataclass(frozen=True, slots=True)
class _Layout:
    """The heading of the rounds, widths in cells, and whether a cell takes two lines."""

    word: str
    label: int
    bid: int
    points: int
    total: int
    column: int
    gap: int
    at_once: int
    is_stacked: bool

    @property
    def numbers(self) -> int:
        """Width of points and total, with the space between them."""
        return self.points + 1 + self.total


def sheet_lines(view: PlayerView, width: int) -> tuple[Text, ...]:
    """All finished rounds, one column a seat; a cell takes one line or, in less room, two.

    Where the seats do not fit side by side into `width` even so, they follow one another.
    """
    pages = sheet_pages(view, width)
    return tuple(line for page in pages for line in page)


def sheet_pages(
    view: PlayerView, width: int, height: int | None = None
) -> tuple[tuple[Text, ...], ...]:
    """The same in pages of at most `height` lines, each with the names; one page for each block
    of seats where there is no `height`, and one for all where all fits.
    """
    title = rule(phrase("terminal.sheet", "bold"), min(width, _WIDEST_RULE), aside=_low_wins(view))
    if not view.results:
        return ((title, Text(MARGIN).append_text(phrase("terminal.sheet-empty"))),)
    names = shown_names(view)
    rows = _cells(view)
    layout = _layout(view, rows, names, width)
    seats = from_own_seat(view)
    legend = phrase("terminal.sheet-legend", "dim", made=MADE)
    row_height = 2 if layout.is_stacked else 1
    blocks = -(-len(seats) // layout.at_once)
    is_whole = height is None or blocks * (row_height * len(rows) + 2) + 1 <= height
    at_once = len(rows) if is_whole or height is None else max((height - 3) // row_height, 1)
    lines = [title]
    pages: list[tuple[Text, ...]] = []
    for first, since in product(range(0, len(seats), layout.at_once), range(0, len(rows), at_once)):
        if first or since:
            if not is_whole:
                pages.append(tuple(lines))
                lines = []
            lines.append(Text(""))
        block = seats[first : first + layout.at_once]
        heading = left(layout.word, layout.label)
        for seat in block:
            name = right(shortened(names[seat], layout.column), layout.column)
            heading.append(" " * layout.gap).append_text(name)
        heading.stylize("dim")
        lines.append(heading)
        for result, row in zip(
            view.results[since : since + at_once], rows[since : since + at_once], strict=True
        ):
            lines += _row_lines(result, [row[seat] for seat in block], layout)
    lines.append(legend)
    return (*pages, tuple(lines))


def _low_wins(view: PlayerView) -> Text | None:
    """A remark that nobody may forget where it holds."""
    return phrase("terminal.low-wins") if view.rulebook.scoring.low_wins else None


def _cells(view: PlayerView) -> list[tuple[_Cell | None, ...]]:
    """By round and seat; None for a seat that sat out."""
    rows: list[tuple[_Cell | None, ...]] = []
    totals = [0] * view.rulebook.players
    for result in view.results:
        row: list[_Cell | None] = []
        for seat, bid in enumerate(result.bids):
            totals[seat] += result.points[seat]
            if bid is None:
                row.append(None)
                continue
            row.append(
                _Cell(
                    bid=f"{bid}/{result.taken[seat]}",
                    is_made=bid == result.taken[seat],
                    points=_signed(result.points[seat]),
                    total=str(totals[seat]),
                )
            )
        rows.append(tuple(row))
    return rows


def _layout(
    view: PlayerView,
    rows: Sequence[Sequence[_Cell | None]],
    names: Sequence[str],
    width: int,
) -> _Layout:
    cells = [cell for row in rows for cell in row if cell is not None]
    bid = max(len(cell.bid) for cell in cells) + len(MADE)
    points = max(len(cell.points) for cell in cells)
    total = max(len(cell.total) for cell in cells)
    numbers = max(len(str(result.number)) for result in view.results)
    sizes = max(len(_size_label(result)) for result in view.results)
    word, short_word = say("terminal.sheet-round"), say("terminal.sheet-round.short")
    seats = len(names)

    def fitted(label: int, cell: int, gap: int) -> tuple[int, int]:
        """Seats side by side in the fewest, evenly filled blocks; and how many blocks."""
        most = max((width - label) // (cell + gap), 1)
        blocks = -(-seats // most)
        return -(-seats // blocks), blocks

    one_line = bid + 1 + points + 1 + total
    label = max(len(word), numbers + 1 + sizes)
    at_once, blocks = fitted(label, one_line, _GAP)
    stacked = max(bid, points + 1 + total)
    stacked_label = max(len(short_word), numbers, sizes)
    stacked_at_once, stacked_blocks = fitted(stacked_label, stacked, 1)
    is_stacked = stacked_blocks < blocks
    if is_stacked:
        label, one_line, at_once, word = stacked_label, stacked, stacked_at_once, short_word
    gap = 1 if is_stacked else _GAP
    longest = max(cell_len(name) for name in names)
    room = (width - label) // at_once
    column = max(one_line, min(longest, room - gap))
    gap = max(gap, min(room - column, _WIDEST_GAP))
    return _Layout(word, label, bid, points, total, column, gap, at_once, is_stacked)


def _row_lines(result: RoundResult, row: Sequence[_Cell | None], layout: _Layout) -> Iterator[Text]:
    number, size = str(result.number), _size_label(result)
    if layout.is_stacked:
        upper, lower = left(number, layout.label), left(size, layout.label, "dim")
    else:
        upper, lower = left(f"{number} {size}", layout.label), None
    for cell in row:
        bid, points = _cell_texts(cell, layout)
        if lower is None:
            both = Text.assemble(bid, " ", points)
            upper.append(" " * layout.gap).append_text(right(both, layout.column))
        else:
            upper.append(" " * layout.gap).append_text(right(bid, layout.column))
            lower.append(" " * layout.gap).append_text(right(points, layout.column))
    yield upper
    if lower is not None:
        yield lower


def _cell_texts(cell: _Cell | None, layout: _Layout) -> tuple[Text, Text]:
    """The two halves of a cell, each as wide as in every other row."""
    if cell is None:
        return right(say("terminal.out"), layout.bid, "dim"), Text(" " * layout.numbers)
    bid = right(cell.bid, layout.bid - len(MADE)).append(MADE if cell.is_made else " ", "green")
    points = right(cell.points, layout.points, "dim")
    return bid, points.append(" ").append_text(right(cell.total, layout.total))


def _size_label(result: RoundResult) -> str:
    return f"({result.size})"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points)


def places_lines(view: PlayerView, width: int) -> tuple[Text, ...]:
    """Places and totals in order, and in words who won or who shares what."""
    names = shown_names(view)
    column = player_column(view)
    order = sorted(from_own_seat(view), key=lambda seat: view.places[seat])
    total = number_column(map(str, view.totals))
    lines = [
        Text(""),
        rule(phrase("terminal.over", "bold"), width, aside=_low_wins(view), heavy=True),
    ]
    for seat in order:
        line = Text(MARGIN, "bold" if seat == view.seat else "")
        line.append_text(right(str(view.places[seat]), 2)).append("  ")
        line.append_text(left(names[seat], column))
        line.append_text(right(str(view.totals[seat]), total))
        lines.append(line)
    lines.append(Text(""))
    lines += [Text(MARGIN).append_text(line) for line in _results_in_words(view, names)]
    return (*lines, Text(""))


def _results_in_words(view: PlayerView, names: tuple[str, ...]) -> Iterator[Text]:
    by_place: dict[int, list[Seat]] = {}
    for seat in from_own_seat(view):
        by_place.setdefault(view.places[seat], []).append(seat)
    first = by_place[1]
    if len(first) == 1:
        yield told("terminal.wins", view, first[0], names).append("")
    for place, seats in sorted(by_place.items()):
        if len(seats) > 1:
            who = tuple(names[seat] for seat in seats)
            yield phrase("terminal.share", who=who, place=say(f"terminal.place.{place}"))
    totals = [view.totals[seat] for seat in sorted(range(len(names)), key=view.places.__getitem__)]
    if totals != sorted(totals, reverse=not view.rulebook.scoring.low_wins):
        yield phrase("terminal.after-extensions")
