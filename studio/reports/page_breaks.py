"""The page breaks of a report: no table is split from its head, no heading from its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QGuiApplication,
    QPagedPaintDevice,
    QPainter,
    QPalette,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

MARGIN_CM, CM_AN_INCH = 2.0, 2.54  # as Qt leaves round what it prints
DEFAULT_DOTS = 96.0
MIN_ROWS = 4  # of a table, head included, before it goes on overleaf
WHOLE = 0.5  # of a sheet: a table that is not higher is never split
BEFORE = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore


@dataclass(frozen=True)
class _Piece:
    """A block that stands alone, or a table."""

    block: QTextBlock
    table: QTextTable | None

    @property
    def is_heading(self) -> bool:
        return bool(self.block.blockFormat().headingLevel())

    def begin_sheet(self) -> None:
        if self.table is not None:
            shape = self.table.format().toTableFormat()
            shape.setPageBreakPolicy(BEFORE)
            self.table.setFormat(shape)
        else:
            form = self.block.blockFormat()
            form.setPageBreakPolicy(BEFORE)
            QTextCursor(self.block).setBlockFormat(form)


def print_paginated(document: QTextDocument, device: QPagedPaintDevice) -> None:
    """Print a document, numbered. No small table is split, and no other one after a row or two.

    Headings go with what they head.
    """
    sheets = _Sheets(document, device)
    _keep_together(sheets, list(_pieces(document)))
    with QPainter(device) as painter:
        for number in range(document.pageCount()):
            if number:
                device.newPage()
            sheets.paint(painter, number)


def _keep_together(sheets: _Sheets, pieces: list[_Piece]) -> None:
    for place, piece in enumerate(pieces):
        begin = _head_of(pieces, place)
        if piece.is_heading or begin == 0 or not sheets.tears(piece, pieces[begin]):
            continue
        if sheets.of(pieces[begin - 1].block) == sheets.of(pieces[begin].block):
            pieces[begin].begin_sheet()


class _Sheets:
    """A document laid out as it will be printed."""

    def __init__(self, document: QTextDocument, device: QPagedPaintDevice) -> None:
        self._layout, self._document = document.documentLayout(), document
        self._layout.setPaintDevice(device)
        root = document.rootFrame().frameFormat()
        root.setMargin(MARGIN_CM / CM_AN_INCH * _dots_an_inch())
        document.rootFrame().setFrameFormat(root)
        self._width, self._height = float(device.width()), float(device.height())
        self._margin = MARGIN_CM / CM_AN_INCH * device.logicalDpiY()
        document.setPageSize(QSizeF(self._width, self._height))

    def paint(self, painter: QPainter, number: int) -> None:
        """A sheet with its number below at the right."""
        room = QRectF(0, number * self._height, self._width, self._height)
        painter.save()
        painter.translate(0, -room.top())
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, QColor("black"))
        context.clip = room
        self._layout.draw(painter, context)
        painter.restore()
        painter.setFont(QFont(self._document.defaultFont(), painter.device()))
        foot = QRectF(0, self._height - self._margin, self._width - self._margin, self._margin / 2)
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, str(number + 1))

    def of(self, block: QTextBlock) -> int:
        """The number of the sheet on which a block begins."""
        return int(self._layout.blockBoundingRect(block).top() // self._height)

    def tears(self, piece: _Piece, head: _Piece) -> bool:
        """Return True if a piece is split from its heading, or a table where it should not be."""
        first = self.of(head.block)
        if piece.table is None:
            return self.of(piece.block) != first
        rows = [self._of_row(piece.table, row) for row in range(piece.table.rows())]
        if rows[0] != first:
            return True
        is_split = rows[-1] != first
        high = self._layout.frameBoundingRect(piece.table).height()
        return is_split and (rows.count(first) < MIN_ROWS or high <= WHOLE * self._height)

    def _of_row(self, table: QTextTable, row: int) -> int:
        return self.of(table.cellAt(row, 0).firstCursorPosition().block())


def _dots_an_inch() -> float:
    """Of the screen, by which Qt counts margins; it scales them to what is printed on."""
    screen = QGuiApplication.primaryScreen()
    return screen.logicalDotsPerInchY() if screen is not None else DEFAULT_DOTS


def _pieces(document: QTextDocument) -> Iterator[_Piece]:
    block, last = document.begin(), None
    while block.isValid():
        table = QTextCursor(block).currentTable()
        if table is None or table is not last:
            yield _Piece(block, table)
        last = table
        block = block.next()


def _head_of(pieces: list[_Piece], place: int) -> int:
    """The first of the headings right above a piece; itself where there is none."""
    while place > 0 and pieces[place - 1].is_heading:
        place -= 1
    return place
