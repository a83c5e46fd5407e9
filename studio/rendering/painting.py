"""Colours, pens and paths, by which everything is drawn, and pictures as PNG files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QImageWriter,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from engine.map.terrain import Stroke
from engine.problems import SandtableError
from engine.texts import text

# Shapes in one path: Qt's time to fill a path grows faster than the path.
BATCH = 100

Points = NDArray[np.float64]


def make_colour(name: str, opacity: float = 1.0) -> QColor:
    """A colour `#rrggbb`, see-through where opacity is less than 1."""
    result = QColor(name)
    result.setAlphaF(opacity)
    return result


def blend(below: QColor, above: str, opacity: float) -> QColor:
    """The colour below a see-through tint, as it then looks."""
    tint = QColor(above)
    return QColor.fromRgbF(
        below.redF() + (tint.redF() - below.redF()) * opacity,
        below.greenF() + (tint.greenF() - below.greenF()) * opacity,
        below.blueF() + (tint.blueF() - below.blueF()) * opacity,
    )


def is_dark(shade: QColor) -> bool:
    """Return True if light lettering reads better on a colour than dark."""
    return 0.299 * shade.redF() + 0.587 * shade.greenF() + 0.114 * shade.blueF() < 0.52


def fill(painter: QPainter, path: QPainterPath, shade: QColor) -> None:
    """Fill a path, without an outline."""
    if path.isEmpty():  # SVG has no empty paths
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(shade))
    painter.drawPath(path)


def draw(painter: QPainter, path: QPainterPath, pen: QPen) -> None:
    """Draw along a path, without filling it."""
    if path.isEmpty():  # SVG has no empty paths
        return
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def fill_and_draw(painter: QPainter, path: QPainterPath, shade: QColor, pen: QPen) -> None:
    """Fill a path and draw along it."""
    if path.isEmpty():  # SVG has no empty paths
        return
    painter.setPen(pen)
    painter.setBrush(QBrush(shade))
    painter.drawPath(path)


@contextmanager
def clip_to(painter: QPainter, room: QPainterPath | QRectF) -> Iterator[None]:
    """Paint meanwhile nothing beyond a path or a rectangle, nor beyond what bounded it before.

    Qt rounds a clip within a clip to whole units in an SVG, and does not end it: there the two
    are made one path, and the outer one is set anew.
    """
    outer = painter.clipPath() if is_svg(painter) and painter.hasClipping() else None
    painter.save()
    if outer is not None:
        painter.setClipPath(outer.intersected(_path_of(room)))
    elif isinstance(room, QRectF):
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
    else:
        painter.setClipPath(room, Qt.ClipOperation.IntersectClip)
    try:
        yield
    finally:
        painter.restore()
        if outer is not None:
            painter.setClipPath(outer)


def _path_of(room: QPainterPath | QRectF) -> QPainterPath:
    if isinstance(room, QPainterPath):
        return room
    path = QPainterPath()
    path.addRect(room)
    return path


def is_svg(painter: QPainter) -> bool:
    """True if what is painted becomes an SVG."""
    return painter.paintEngine().type() is QPaintEngine.Type.SVG


def is_document_painter(painter: QPainter) -> bool:
    """True if what is painted becomes an SVG or a PDF, whose words can be searched."""
    return painter.paintEngine().type() in (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)


def round_pen(shade: QColor, width: float) -> QPen:
    """A pen with round ends and bends."""
    return QPen(
        QBrush(shade),
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )


def catalogue_pen(stroke: Stroke, hex_width: float) -> QPen:
    """The pen of a stroke of the catalogue, at least half a page unit wide."""
    width = max(stroke.width * hex_width, 0.5)
    pen = round_pen(QColor(stroke.colour), width)
    if stroke.dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([length * hex_width / width for length in stroke.dash])
    return pen


def winding_path() -> QPainterPath:
    """An empty path whose overlapping parts are filled once."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def make_polygon(points: Iterable[Sequence[float]]) -> QPolygonF:
    """A polygon of page points."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def add_polygon(path: QPainterPath, points: Iterable[Sequence[float]]) -> None:
    """Add a closed polygon to a path."""
    path.addPolygon(make_polygon(points))
    path.closeSubpath()


def add_curve(
    path: QPainterPath, points: Points, closed: bool, sharp: NDArray[np.bool_] | None = None
) -> None:
    """Add a smooth curve through the middles of a chain's edges; `sharp` corners stay corners.

    An open chain begins and ends at its first and last point.
    """
    middles = ((points + np.roll(points, -1, axis=0)) / 2).tolist()
    corners = points.tolist()
    kept = sharp.tolist() if sharp is not None else [False] * len(corners)
    if closed:
        path.moveTo(*middles[-1])
        steps = range(len(corners))
    else:
        path.moveTo(*corners[0])
        path.lineTo(*middles[0])
        steps = range(1, len(corners) - 1)
    for step in steps:
        if kept[step]:
            path.lineTo(*corners[step])
            path.lineTo(*middles[step])
        else:
            path.quadTo(*corners[step], *middles[step])
    if closed:
        path.closeSubpath()
    else:
        path.lineTo(*corners[-1])


def encode_png(image: QImage) -> bytes:
    """A picture as the content of a PNG file; SandtableError where it cannot be one."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise SandtableError(text("drawing.not-written", None, format="PNG"))
    buffer.close()
    return bytes(content.data())
