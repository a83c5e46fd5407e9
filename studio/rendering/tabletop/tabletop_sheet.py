"""Tables as files, PNG, SVG and PDF, from one drawing, with a key to the kinds of feature."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from engine.tabletop.feature_kinds import FigureScale, ShapeKind, TabletopFeatureKind, feature_kinds
from engine.tabletop.lengths import IN_FEET, write_length
from engine.tabletop.shapes import INCH, Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopFeature, TabletopMap
from engine.texts import localised, text
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import (
    MAX_PIXELS,
    MAX_PIXELS_IN_ALL,
    PictureTooLarge,
    RenderedFile,
    render_drawing,
)
from studio.rendering.map.map_sheet import PAPER
from studio.rendering.painting import clip_to
from studio.rendering.tabletop.figure_tokens import FigureToken, paint_tokens
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions
from studio.rendering.tabletop.tabletop_painter import paint_features, paint_tabletop
from studio.rendering.tabletop.tabletop_view import TabletopView
from studio.rendering.text_painting import INK, centred_baseline, draw_text_from, make_font

WIDE, HIGH = 44.0, 26.0  # page units of a swatch
INCHES = 9.0  # of table on a swatch
BETWEEN, LETTERS = 18.0, 13
LINE = HIGH + 12.0


class LegendSwatch(NamedTuple):
    """A kind with its swatch's upper left corner, and what it is called."""

    kind: TabletopFeatureKind
    at: QPointF
    words: str


def legend_entries(
    table: TabletopMap, look: TabletopRenderOptions, wide: float
) -> list[LegendSwatch]:
    """The kinds that are on a table, in lines no wider than a room."""
    used = {feature.kind for feature in table.features} - look.hidden
    metrics, x, y = QFontMetricsF(make_font(LETTERS)), 0.0, 0.0
    found = []
    for kind in feature_kinds().values():
        if kind.id not in used:
            continue
        words = localised(kind.name, look.language)
        room = WIDE + 6 + metrics.horizontalAdvance(words) + BETWEEN
        if x and x + room > wide:
            x, y = 0.0, y + LINE
        found.append(LegendSwatch(kind, QPointF(x, y), words))
        x += room
    return found


def legend_height(entries: Sequence[LegendSwatch]) -> float:
    """Return the height of a legend."""
    return entries[-1].at.y() + LINE if entries else 0.0


def paint_table_legend(painter: QPainter, entries: Sequence[LegendSwatch], corner: QPointF) -> None:
    """Draw a legend with its upper left corner at a point."""
    for entry in entries:
        at = corner + entry.at
        _paint_swatch(painter, entry.kind, at)
        down = centred_baseline(at.y() + HIGH / 2, make_font(LETTERS))
        draw_text_from(painter, QPointF(at.x() + WIDE + 6, down), entry.words, make_font(LETTERS))


def _paint_swatch(painter: QPainter, kind: TabletopFeatureKind, at: QPointF) -> None:
    scale = WIDE / (INCHES * INCH)
    wide, deep = round(WIDE / scale), round(HIGH / scale)
    sample = TabletopFeature.of_kind(
        "", kind.id, _sample(kind, wide, deep), FigureScale.LITTLE_WARS
    )
    view = TabletopView(TabletopMap(wide, deep, features=(sample,)), scale, at.x(), at.y())
    with clip_to(painter, view.page):
        painter.fillRect(view.page, QColor("#d5dba8"))
        paint_features(painter, view, [sample])


def _sample(kind: TabletopFeatureKind, wide: int, deep: int) -> FeatureShape:
    """A feature of a kind that fills a swatch well."""
    if kind.shapes[0] is ShapeKind.LINE:
        width = min(kind.width or INCH, deep // 2)
        return WideLine((Point(0, deep // 2), Point(wide, deep // 2)), max(width, INCH // 2))
    if kind.shapes[0] is ShapeKind.DISC:
        return Disc(Point(wide // 2, deep // 2), min(kind.radius or INCH, deep * 2 // 5))
    left, low, right, high = wide // 6, deep // 6, wide * 5 // 6, deep * 5 // 6
    corners = (Point(left, low), Point(right, low), Point(right, high), Point(left, high))
    return Polygon(corners)


MARGIN, TITLE, FOOT_HEIGHT = 24.0, 40.0, 34.0
DEFAULT_WIDTH = 1400.0  # page units: the default width of a drawn table
MIN_INCH, MAX_INCH = 1.0, 96.0
SMALL = 13


def default_inch_px(table: TabletopMap) -> float:
    """Page units an inch at which a table makes a picture of the usual width."""
    inches = max(table.width, table.depth) / INCH
    return max(MIN_INCH, min(MAX_INCH, math.floor(DEFAULT_WIDTH / inches * 4) / 4))


class TabletopSheet:
    """A table with its title, a scale of feet and a legend, as a picture shows it."""

    def __init__(
        self,
        table: TabletopMap,
        look: TabletopRenderOptions,
        inch: float,
        tokens: Sequence[FigureToken] = (),
        title: str = "",
        has_legend: bool = True,
    ) -> None:
        self.table, self.look, self.tokens = table, look, tokens
        self.title = title or localised(table.title, look.language)
        top = MARGIN + (TITLE if self.title else 0)
        self.view = TabletopView(table, inch / INCH, MARGIN, top, look)
        self.entries = legend_entries(table, look, self.view.page.width()) if has_legend else []
        self.width = math.ceil(self.view.page.right() + MARGIN)
        under = FOOT_HEIGHT + (legend_height(self.entries) + 8 if self.entries else 0)
        self.height = math.ceil(self.view.page.bottom() + under + MARGIN / 2)

    def paint(self, painter: QPainter) -> None:
        """Draw all of it."""
        painter.fillRect(QRectF(0, 0, self.width, self.height), QColor(PAPER))
        if self.title:
            self._write(QPointF(MARGIN, MARGIN + TITLE / 2 - 6), self.title, painter, 24, bold=True)
        paint_tabletop(painter, self.view)
        paint_tokens(painter, self.view, self.tokens)
        self._paint_scale(painter)
        corner = QPointF(MARGIN, self.view.page.bottom() + FOOT_HEIGHT + 4)
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
        painter.setFont(make_font(SMALL))
        room = painter.fontMetrics().horizontalAdvance(words)
        self._write(QPointF(page.right() - room, y), words, painter)

    def _write(
        self, at: QPointF, words: str, painter: QPainter, size: int = SMALL, bold: bool = False
    ) -> None:
        letters = make_font(size, bold)
        draw_text_from(painter, QPointF(at.x(), centred_baseline(at.y(), letters)), words, letters)


def render_tabletop(sheet: TabletopSheet, format_: PictureFormat) -> RenderedFile:
    """A table's sheet as a file. Raises PictureTooLarge."""
    pixels = sheet.width * sheet.height
    if format_ is not PictureFormat.PDF and (
        max(sheet.width, sheet.height) > MAX_PIXELS or pixels > MAX_PIXELS_IN_ALL
    ):
        values = {"width": sheet.width, "height": sheet.height, "most": MAX_PIXELS}
        raise PictureTooLarge(text("drawing.table-too-large", sheet.look.language, **values))
    return render_drawing(sheet.paint, sheet.width, sheet.height, format_, sheet.title)
