"""A printed table on the screen, with marks on its cells."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.play.forecast_blocks import PrintedTableCell
from studio.rendering.charts.printed_table import (
    CellMark,
    PrintedTable,
    PrintedTableDrawing,
    PrintedTableGeometry,
)


class PrintedTableView(QWidget):
    """A table on paper; as large as its letters make it."""

    def __init__(self) -> None:
        super().__init__()
        self.printed: PrintedTable | None = None
        self.marks: dict[PrintedTableCell, CellMark] = {}
        self._size = 14

    def show_table(self, printed: PrintedTable | None, size: int) -> None:
        """Draw another table, or the same in letters of another size."""
        self.printed, self._size = printed, size
        self.resize(self.sizeHint())
        self.updateGeometry()
        self.update()

    def mark(self, marks: Mapping[PrintedTableCell, CellMark]) -> None:
        """Mark these cells and no others."""
        self.marks = dict(marks)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the table."""
        return self.size_for_letters(self._size).toSize() if self.printed else QSize(1, 1)

    def size_for_letters(self, size: int) -> QSizeF:
        """Return the size of the table in letters of a size in pixels."""
        return PrintedTableGeometry(self.printed, size).room if self.printed else QSizeF(1, 1)

    def cell_rect(self, cell: PrintedTableCell) -> QRectF:
        """Return the rectangle of a cell on the sheet."""
        assert self.printed is not None
        return PrintedTableGeometry(self.printed, self._size).cell(cell)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw paper, title, heads, cells, and the key of results below."""
        if self.printed is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        PrintedTableDrawing(self.printed, self._size, self.marks).paint(painter)
        painter.end()


def letters_of(font_: QFont) -> int:
    """The size in pixels of a widget's letters."""
    return round(QFontMetricsF(font_).ascent())
