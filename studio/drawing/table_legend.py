"""A row of the kinds of feature on a table, each drawn small as it is drawn large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from engine.tabletop.kinds import FigureScale, ShapeKind, TabletopFeatureKind, feature_kinds
from engine.tabletop.point import INCH, Point
from engine.tabletop.shapes import Disc, Polygon, WideLine
from engine.tabletop.table import FeatureShape, TabletopFeature, TabletopMap
from engine.texts import localised
from studio.drawing.inks import clip_to
from studio.drawing.lettering import baseline, draw_text_from, font
from studio.drawing.table_look import TabletopRenderOptions
from studio.drawing.table_paint import paint_features
from studio.drawing.table_view import TabletopView

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
    metrics, x, y = QFontMetricsF(font(LETTERS)), 0.0, 0.0
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
    """How high a legend is."""
    return entries[-1].at.y() + LINE if entries else 0.0


def paint_table_legend(painter: QPainter, entries: Sequence[LegendSwatch], corner: QPointF) -> None:
    """Draw a legend with its upper left corner at a point."""
    for entry in entries:
        at = corner + entry.at
        _paint_swatch(painter, entry.kind, at)
        down = baseline(at.y() + HIGH / 2, font(LETTERS))
        draw_text_from(painter, QPointF(at.x() + WIDE + 6, down), entry.words, font(LETTERS))


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
