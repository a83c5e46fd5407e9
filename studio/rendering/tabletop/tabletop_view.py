"""A view of a table: where everything lies on the page, and what the reader wants to see."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QPolygonF

from engine.tabletop.shapes import FOOT, INCH, Disc, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopFeature, TabletopMap, points_of
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions

DETAILED = 4.0  # page units an inch below which small things are only hinted at
TALLEST_SHADOW = 10 * INCH


@dataclass(frozen=True, eq=False)
class TabletopView:
    """A table at a scale of page units a sixteenth of an inch.

    Its upper left corner lies at `left`, `top` of the page; x of the table goes to the right, y up.
    """

    table: TabletopMap
    scale: float
    left: float = 0.0
    top: float = 0.0
    look: TabletopRenderOptions = field(default_factory=TabletopRenderOptions)

    @cached_property
    def page(self) -> QRectF:
        """The table on the page."""
        wide, high = self.table.width * self.scale, self.table.depth * self.scale
        return QRectF(self.left, self.top, wide, high)

    @property
    def inch(self) -> float:
        """Return the length of an inch of the table on the page."""
        return self.scale * INCH

    @property
    def foot(self) -> float:
        """Return the length of a foot of the table on the page."""
        return self.scale * FOOT

    @property
    def is_detailed(self) -> bool:
        """Return True if an inch is large enough for stones, rails and tiles."""
        return self.inch >= DETAILED

    def at(self, x: float, y: float) -> QPointF:
        """Return the point on the page of a point of the table."""
        return QPointF(self.left + x * self.scale, self.top + (self.table.depth - y) * self.scale)

    def points(self, shape: FeatureShape) -> list[QPointF]:
        """The points a shape is laid by, on the page."""
        return [self.at(*point) for point in points_of(shape)]

    def path(self, shape: FeatureShape) -> QPainterPath:
        """All that a shape covers, as it counts in play: lines have round ends and bends."""
        if isinstance(shape, Disc):
            path = QPainterPath()
            radius = shape.radius * self.scale
            path.addEllipse(self.at(*shape.centre), radius, radius)
            return path
        if isinstance(shape, WideLine):
            return stroke_area(self.line(shape), shape.width * self.scale)
        path = QPainterPath()
        path.addPolygon(QPolygonF(self.points(shape)))
        path.closeSubpath()
        return path

    def line(self, course: WideLine) -> QPainterPath:
        """The middle line of a course."""
        first, *others = self.points(course)
        path = QPainterPath(first)
        for point in others:
            path.lineTo(point)
        return path

    def box(self, feature: TabletopFeature) -> QRectF:
        """All that is drawn of a feature, its shadow with it."""
        xs, ys = zip(*points_of(feature.shape), strict=True)
        out = _reach(feature.shape) + INCH
        near, far = self.at(min(xs) - out, max(ys) + out), self.at(max(xs) + out, min(ys) - out)
        fall = shadow_of(feature.height) * self.scale
        return QRectF(near, far).adjusted(0, 0, fall, fall)


def _reach(shape: FeatureShape) -> float:
    if isinstance(shape, Disc):
        return shape.radius
    return shape.width / 2 if isinstance(shape, WideLine) else 0.0


def shadow_of(height: int) -> float:
    """Return the length of a shadow to the right and down, in sixteenths of an inch."""
    return 0.16 * min(height, TALLEST_SHADOW)


def stroke_area(line: QPainterPath, width: float, *, is_round: bool = True) -> QPainterPath:
    """Return the area that a broad line covers."""
    pen = QPainterPathStroker()
    pen.setWidth(width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if is_round else Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    path = pen.createStroke(line)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path.simplified()


def hash_unit(*seeds: object) -> float:
    """A number from 0 to 1 for some values: the same on every machine, every time."""
    return crc32(repr(seeds).encode()) / 2**32
