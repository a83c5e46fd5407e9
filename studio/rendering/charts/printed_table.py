"""One printed table, drawn as rulebooks print them, with marks on its cells."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from engine.games import result_looks_of
from engine.games.game_appearance import NO_RESULTS, ResultLooks
from engine.games.rules_design import RuleDataTable
from engine.narration.scenario_names import ScenarioNames
from engine.play.forecast_blocks import PrintedTableCell
from engine.texts import localised
from studio.rendering.charts.dice_pictures import result_colour, text_colour_on
from studio.rendering.map.map_sheet import PAPER
from studio.rendering.painting import blend, make_colour
from studio.rendering.text_painting import INK, draw_text, make_font

ZEBRA, HEAD = "#f3eee0", "#e3dac3"
RULE, FRAME = "#a79f8c", "#3d3a34"
LOOKED, AIMED = "#ffd84d", "#1b4fd0"
EDGE = 10.0
UNPRINTED = ("name-en", "name-zh", "symbol")  # columns of sheets


class CellMark(IntEnum):
    """The reasons a cell is marked; a higher one hides a lower."""

    AIMED = 1  # the roll for what is pointed at would land here
    LOOKED_UP = 2  # the last roll was prepared with it
    HIT = 3  # the last roll hit it


@dataclass(frozen=True)
class PrintedTable:
    """A table of a game as it is printed, in one language."""

    name: str
    label: str
    title: str
    corner: str
    over: str  # what the columns are of
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    heads: Mapping[str, str]  # of rows and columns, in words
    cells: Mapping[PrintedTableCell, str] = field(hash=False)
    key: tuple[tuple[str, str], ...] = ()  # results with their words
    known: ResultLooks = NO_RESULTS  # how the results of its game look
    results: Mapping[PrintedTableCell, str] = field(
        hash=False, default_factory=dict
    )  # as they are known

    @classmethod
    def of(cls, name: str, table: Mapping[str, Any], names: ScenarioNames) -> PrintedTable:
        """A table of a handbook."""
        rows, columns = tuple(table["rows"]), tuple(table["columns"])
        own, said, language = table.get("names", {}), table.get("words", {}), names.language
        written = {
            PrintedTableCell(name, row, column): word
            for row, line in zip(rows, table["cells"], strict=True)
            for column, word in zip(columns, line, strict=True)
        }
        cells = {cell: localised(said.get(word, word), language) for cell, word in written.items()}
        known = result_looks_of(names.scenario.game)
        found = {cell: word for cell, word in written.items() if word in known}
        results = sorted(set(found.values()), key=known.weight)
        over, corner = names.word("columns", name), table.get("corner", "")

        def head(word: str) -> str:
            return localised(own[word], language) if word in own else names.word("head", word)

        return cls(
            name,
            _head(names.word("table", name)),
            localised(table["title"], language),
            head(corner),
            "" if over == name else over,
            columns,
            rows,
            {word: head(word) for word in (*rows, *columns)},
            cells,
            tuple((word, names.word("result", word)) for word in results),
            known,
            found,
        )

    @classmethod
    def of_sheet(cls, sheet: RuleDataTable, language: str) -> PrintedTable:
        """A designer's sheet as a printed table, without what only forms need."""
        columns = [column for column in sheet.columns if column.id not in UNPRINTED]
        said = {column.id: dict(column.words) for column in columns}
        cells = {}
        for row in sheet.rows:
            for column in columns:
                cell = PrintedTableCell(sheet.id, row.id, column.id)
                word = sheet.cells.get(cell, "")
                cells[cell] = localised(said[column.id].get(word, word), language)
        heads = {row.id: localised(row.name, language) for row in sheet.rows}
        heads |= {column.id: localised(column.name, language) for column in columns}
        return cls(
            sheet.id, localised(sheet.label, language), localised(sheet.title, language),
            localised(sheet.corner, language), "", tuple(each.id for each in columns),
            tuple(each.id for each in sheet.rows), heads, cells,
        )  # fmt: skip

    def part(self, rows: tuple[str, ...], columns: tuple[str, ...]) -> PrintedTable:
        """Some rows and columns of the table."""
        cells = {cell: word for cell, word in self.cells.items()
                 if cell.row in rows and cell.column in columns}  # fmt: skip
        results = {cell: word for cell, word in self.results.items() if cell in cells}
        key = tuple(pair for pair in self.key if pair[0] in results.values())
        return replace(self, rows=rows, columns=columns, cells=cells, key=key, results=results)

    def named(self, names: Mapping[str, str]) -> PrintedTable:
        """The table with names for heads known only by their word in the file."""
        heads = {head: names.get(head, said) if said == head else said
                 for head, said in self.heads.items()}  # fmt: skip
        return replace(self, heads=heads)

    def as_text(self) -> str:
        """The table as lines with tabs, as a spreadsheet takes it."""
        lines = ["\t".join([self.corner, *(self.heads[column] for column in self.columns)])]
        for row in self.rows:
            words = [
                self.cells[PrintedTableCell(self.name, row, column)] for column in self.columns
            ]
            lines.append("\t".join([self.heads[row], *words]))
        return "\n".join([self.title, *lines])


class PrintedTableGeometry:
    """The geometry of a printed table."""

    def __init__(self, printed: PrintedTable, size: int) -> None:
        self.printed, self.size = printed, size
        self.high = 1.75 * size
        bold, plain = QFontMetricsF(make_font(size, bold=True)), QFontMetricsF(make_font(size))
        heads = [printed.corner, *(printed.heads[row] for row in printed.rows)]
        self.first = max(map(bold.horizontalAdvance, heads)) + 1.1 * size
        self.wides = [
            max(
                bold.horizontalAdvance(printed.heads[column]) + 0.75 * size,
                *(plain.horizontalAdvance(word) + size for word in self._column(column)),
                1.85 * size,
            )
            for column in printed.columns
        ]
        title = QFontMetricsF(make_font(size, bold=True)).horizontalAdvance(self.title)
        wide = self.first + sum(self.wides)
        spread = max(0.0, title - wide) / len(self.wides)
        self.wides = [each + spread for each in self.wides]
        self.wide = self.first + sum(self.wides)
        self.top = EDGE + 1.9 * size + (1.4 * size if printed.over else 0)
        self.bottom = self.top + self.high * (len(printed.rows) + 1)
        self.key_lines = self._keyed()
        foot = 1.6 * size * len(self.key_lines) + (0.5 * size if self.key_lines else 0)
        self.room = QSizeF(self.wide + 2 * EDGE, self.bottom + foot + EDGE)

    @property
    def title(self) -> str:
        """Return the title of the table."""
        return f"{self.printed.label} · {self.printed.title}"

    def cell(self, cell: PrintedTableCell) -> QRectF:
        """Return the rectangle of a cell; an empty one for a cell of another table."""
        printed = self.printed
        if cell not in printed.cells:
            return QRectF()
        down = printed.rows.index(cell.row) + 1
        return self.column(printed.columns.index(cell.column)).adjusted(
            0, down * self.high, 0, (down + 1) * self.high
        )

    def column(self, place: int) -> QRectF:
        """The upper edge of a column, its head's."""
        left = EDGE + self.first + sum(self.wides[:place])
        return QRectF(left, self.top, self.wides[place], 0)

    def row(self, place: int) -> QRectF:
        """A whole line of the table; the heads' is the first."""
        return QRectF(EDGE, self.top + place * self.high, self.wide, self.high)

    def _column(self, column: str) -> list[str]:
        name = self.printed.name
        return [
            self.printed.cells[PrintedTableCell(name, row, column)] for row in self.printed.rows
        ]

    def _keyed(self) -> list[list[tuple[str, str, float]]]:
        """The key in lines that fit under the table: result, words, how far from the left."""
        lines: list[list[tuple[str, str, float]]] = []
        letters, left = QFontMetricsF(make_font(max(self.size - 1, 8))), 0.0
        for result, words in self.printed.key:
            wide = 1.6 * self.size + letters.horizontalAdvance(words) + self.size
            if not lines or left + wide > self.wide:
                lines.append([])
                left = 0.0
            lines[-1].append((result, words, left))
            left += wide
        return lines


class PrintedTableDrawing:
    """A table being drawn."""

    def __init__(
        self, printed: PrintedTable, size: int, marks: Mapping[PrintedTableCell, CellMark]
    ) -> None:
        self.plan, self.printed, self.size = PrintedTableGeometry(printed, size), printed, size
        self.marks = {cell: mark for cell, mark in marks.items() if cell in printed.cells}
        self.plain, self.bold = make_font(size), make_font(size, bold=True)

    def paint(self, painter: QPainter) -> None:
        """Draw it at the painter's origin."""
        plan = self.plan
        painter.fillRect(QRectF(0, 0, plan.room.width(), plan.room.height()), make_colour(PAPER))
        middle = QPointF(EDGE + plan.wide / 2, EDGE + 0.7 * self.size)
        draw_text(painter, middle, plan.title, self.bold, make_colour(INK))
        self._paint_ground(painter)
        self._paint_heads(painter)
        for cell, word in self.printed.cells.items():
            self._paint_cell(painter, cell, word)
        self._paint_rules(painter)
        for cell, mark in sorted(self.marks.items(), key=lambda pair: pair[1]):
            self._paint_frame(painter, cell, mark)
        self._paint_key(painter)

    def _paint_ground(self, painter: QPainter) -> None:
        """Heads shaded, every other line tinted, the lines of what was hit a little more."""
        plan = self.plan
        for place in range(len(self.printed.rows)):
            if place % 2:
                painter.fillRect(plan.row(place + 1), make_colour(ZEBRA))
        for cell, word in self.printed.results.items():
            painter.fillRect(plan.cell(cell), _tint(self.printed.known, word))
        painter.fillRect(plan.row(0), make_colour(HEAD))
        first = QRectF(EDGE, plan.top, plan.first, plan.bottom - plan.top)
        painter.fillRect(first, make_colour(HEAD))
        for cell in self._hit():
            room = plan.cell(cell)
            across = QRectF(EDGE, room.top(), room.right() - EDGE, room.height())
            down = QRectF(room.left(), plan.top, room.width(), room.bottom() - plan.top)
            painter.fillRect(across, make_colour(LOOKED, 0.35))
            painter.fillRect(down, make_colour(LOOKED, 0.35))

    def _hit(self) -> Collection[PrintedTableCell]:
        return [cell for cell, mark in self.marks.items() if mark is CellMark.HIT]

    def _paint_heads(self, painter: QPainter) -> None:
        plan, printed, ink = self.plan, self.printed, make_colour(INK)
        if printed.over:
            middle = plan.first / 2 + EDGE + plan.wide / 2
            above = QPointF(middle, plan.top - 0.75 * self.size)
            draw_text(painter, above, printed.over, make_font(max(self.size - 1, 8)), ink)
        corner = QPointF(EDGE + plan.first / 2, plan.row(0).center().y())
        draw_text(painter, corner, printed.corner, self.bold, ink)
        for place, column in enumerate(printed.columns):
            at = QPointF(plan.column(place).center().x(), plan.row(0).center().y())
            draw_text(painter, at, printed.heads[column], self.bold, ink)
        for place, row in enumerate(printed.rows):
            at = QPointF(EDGE + plan.first / 2, plan.row(place + 1).center().y())
            draw_text(painter, at, printed.heads[row], self.bold, ink)

    def _paint_cell(self, painter: QPainter, cell: PrintedTableCell, word: str) -> None:
        room, mark = self.plan.cell(cell), self.marks.get(cell)
        ink, letters = make_colour(INK), self.plain
        if mark is CellMark.HIT:
            result = self.printed.results.get(cell)
            ground = result_colour(self.printed.known, result) if result else make_colour(LOOKED)
            painter.fillRect(room, ground)
            ink, letters = text_colour_on(ground), self.bold
        elif mark is CellMark.LOOKED_UP:
            painter.fillRect(room, make_colour(LOOKED, 0.55))
        draw_text(painter, room.center(), word, letters, ink)

    def _paint_rules(self, painter: QPainter) -> None:
        plan = self.plan
        painter.setPen(QPen(make_colour(RULE), 0.8))
        for place in range(1, len(self.printed.rows) + 1):
            line = plan.row(place)
            painter.drawLine(QLineF(line.topLeft(), line.topRight()))
        for place in range(len(self.printed.columns)):
            left = plan.column(place).left()
            painter.drawLine(QLineF(left, plan.top, left, plan.bottom))
        painter.setPen(QPen(make_colour(FRAME), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(EDGE, plan.top, plan.wide, plan.bottom - plan.top))
        under, beside = plan.row(1), EDGE + plan.first
        painter.drawLine(QLineF(under.topLeft(), under.topRight()))
        painter.drawLine(QLineF(beside, plan.top, beside, plan.bottom))

    def _paint_frame(self, painter: QPainter, cell: PrintedTableCell, mark: CellMark) -> None:
        if mark is CellMark.LOOKED_UP:
            return
        room = self.plan.cell(cell)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        shade = FRAME if mark is CellMark.HIT else AIMED
        pen = QPen(make_colour(shade), 2.4 if mark is CellMark.HIT else 1.8)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(room)

    def _paint_key(self, painter: QPainter) -> None:
        """Paint the meanings of the letters of results."""
        small, down = make_font(max(self.size - 1, 8)), self.plan.bottom + 1.2 * self.size
        for line in self.plan.key_lines:
            for result, words, left in line:
                chip = QRectF(EDGE + left, 0, 1.3 * self.size, 1.3 * self.size)
                chip.moveCenter(QPointF(chip.center().x(), down))
                shade = result_colour(self.printed.known, result)
                painter.fillRect(chip, shade)
                bold = make_font(max(self.size - 1, 8), bold=True)
                if QFontMetricsF(bold).horizontalAdvance(result) <= chip.width():  # a code
                    draw_text(painter, chip.center(), result, bold, text_colour_on(shade))
                wide = QFontMetricsF(small).horizontalAdvance(words)
                middle = QPointF(chip.right() + 0.3 * self.size + wide / 2, down)
                draw_text(painter, middle, words, small, make_colour(INK))
            down += 1.6 * self.size


def _head(words: str) -> str:
    """Words as a heading begins."""
    return words[:1].upper() + words[1:]


def _tint(known: ResultLooks, word: str) -> QColor:
    """A result's colour as a faint ground; none for an empty result."""
    if known.is_no_effect(word):
        return QColor(0, 0, 0, 0)
    return blend(make_colour(PAPER), known.colour(word), 0.2)
