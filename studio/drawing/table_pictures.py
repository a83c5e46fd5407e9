"""Tables as files: PNG, SVG and PDF, from one drawing. Needs the application of `system`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from engine.tabletop.lengths import IN_FEET, write_length
from engine.tabletop.point import INCH
from engine.tabletop.table import TabletopMap
from engine.texts import localised, text
from studio.drawing.formats import PictureFormat
from studio.drawing.lettering import INK, baseline, draw_text_from, font
from studio.drawing.pictures import (
    MOST_PIXELS,
    MOST_PIXELS_IN_ALL,
    PictureTooLarge,
    RenderedFile,
    render_drawing,
)
from studio.drawing.sheet import PAPER
from studio.drawing.table_legend import legend_entries, legend_height, paint_table_legend
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_paint import paint_tabletop
from studio.drawing.table_tokens import FigureToken, paint_tokens
from studio.drawing.table_view import TabletopView

MARGIN, TITLE, FOOT_HIGH = 24.0, 40.0, 34.0
USUAL_WIDE = 1400.0  # page units: the default width of a drawn table
LEAST_INCH, MOST_INCH = 1.0, 96.0
SMALL = 13


def default_inch_px(table: TabletopMap) -> float:
    """Page units an inch at which a table makes a picture of the usual width."""
    inches = max(table.width, table.depth) / INCH
    return max(LEAST_INCH, min(MOST_INCH, math.floor(USUAL_WIDE / inches * 4) / 4))


class TabletopSheet:
    """A table with its title, a scale of feet and a legend, as a picture shows it."""

    def __init__(
        self, table: TabletopMap, look: TabletopRenderOptions, inch: float, tokens: Sequence[FigureToken] = (),
        title: str = "", has_legend: bool = True,
    ) -> None:  # fmt: skip
        self.table, self.look, self.tokens = table, look, tokens
        self.title = title or localised(table.title, look.language)
        top = MARGIN + (TITLE if self.title else 0)
        self.view = TabletopView(table, inch / INCH, MARGIN, top, look)
        self.entries = legend_entries(table, look, self.view.page.width()) if has_legend else []
        self.width = math.ceil(self.view.page.right() + MARGIN)
        under = FOOT_HIGH + (legend_height(self.entries) + 8 if self.entries else 0)
        self.height = math.ceil(self.view.page.bottom() + under + MARGIN / 2)

    def paint(self, painter: QPainter) -> None:
        """Draw all of it."""
        painter.fillRect(QRectF(0, 0, self.width, self.height), QColor(PAPER))
        if self.title:
            self._write(QPointF(MARGIN, MARGIN + TITLE / 2 - 6), self.title, painter, 24, bold=True)
        paint_tabletop(painter, self.view)
        paint_tokens(painter, self.view, self.tokens)
        self._paint_scale(painter)
        corner = QPointF(MARGIN, self.view.page.bottom() + FOOT_HIGH + 4)
        paint_table_legend(painter, self.entries, corner)

    def _paint_scale(self, painter: QPainter) -> None:
        """A foot of the table, and how large it is."""
        page = self.view.page
        y, foot = page.bottom() + 18, self.view.foot
        painter.setPen(QColor(INK))
        lines = [QLineF(page.left(), y, page.left() + foot, y)]
        lines += [QLineF(x, y - 4, x, y + 4) for x in (page.left(), page.left() + foot)]
        painter.drawLines(lines)
        one = text("drawing.one-foot", self.look.language)
        self._write(QPointF(page.left() + foot + 8, y), one, painter)
        wide, deep = (write_length(side, IN_FEET) for side in (self.table.width, self.table.depth))
        said = text("drawing.table-size", self.look.language, width=wide, depth=deep)
        words = "   ".join(filter(None, (said, self.table.credits)))
        painter.setFont(font(SMALL))
        room = painter.fontMetrics().horizontalAdvance(words)
        self._write(QPointF(page.right() - room, y), words, painter)

    def _write(
        self, at: QPointF, words: str, painter: QPainter, size: int = SMALL, bold: bool = False
    ) -> None:
        letters = font(size, bold)
        draw_text_from(painter, QPointF(at.x(), baseline(at.y(), letters)), words, letters)


def render_tabletop(sheet: TabletopSheet, format_: PictureFormat) -> RenderedFile:
    """A table's sheet as a file. Raises PictureTooLarge."""
    pixels = sheet.width * sheet.height
    if format_ is not PictureFormat.PDF and (
        max(sheet.width, sheet.height) > MOST_PIXELS or pixels > MOST_PIXELS_IN_ALL
    ):
        values = {"width": sheet.width, "height": sheet.height, "most": MOST_PIXELS}
        raise PictureTooLarge(text("drawing.table-too-large", sheet.look.language, **values))
    return render_drawing(sheet.paint, sheet.width, sheet.height, format_, sheet.title)
