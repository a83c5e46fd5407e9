"""The layers of a map's ground from the bottom up, each as opaque as its reader wants."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter

from studio.drawing.contours import paint_contours
from studio.drawing.ground import paint_lakes, paint_land
from studio.drawing.hachures import paint_hachures
from studio.drawing.inks import colour, fill
from studio.drawing.outlines import exact_outline
from studio.drawing.relief import paint_covered_edges, paint_relief
from studio.drawing.roads import paint_links
from studio.drawing.shading import paint_hillshade
from studio.drawing.sides import paint_side_features, paint_streams
from studio.drawing.view import MapView

PaintLayer = Callable[[QPainter, MapView], None]

GROUND: tuple[tuple[str, PaintLayer], ...] = (
    ("elevation", paint_relief),
    ("hillshade", paint_hillshade),
    ("contours", paint_hachures),
    ("ground", paint_land),
    ("elevation", paint_covered_edges),
    ("contours", paint_contours),
    ("sides", paint_streams),
    ("ground", paint_lakes),
    ("sides", paint_side_features),
    ("links", paint_links),
)
FINER, MOST_PIXELS = 3.0, 24_000_000  # pixels a page unit, and in all, of a layer in an SVG or PDF


def paint_terrain_stepwise(painter: QPainter, view: MapView) -> Iterator[None]:
    """Draw elevation, ground and lines, a layer at a time."""
    if view.look.opacity("elevation") < 1:
        sheet = exact_outline(view, np.ones(view.grid.shape, bool))
        fill(painter, sheet, colour(view.style.paper))
    for layer, paint in GROUND:
        if _is_shown(view, layer):
            paint_layer(painter, view, layer, paint)
        yield


def _is_shown(view: MapView, layer: str) -> bool:
    if layer == "hillshade":
        return view.look.hillshade
    return layer != "contours" or "contours" not in view.look.hidden


def paint_layer(painter: QPainter, view: MapView, layer: str, paint: PaintLayer) -> None:
    """Draw a layer as a whole at its opacity: its parts hide each other as always."""
    opacity = view.look.opacity(layer)
    if opacity >= 1:
        paint(painter, view)
        return
    engine, device = painter.paintEngine(), painter.device()
    painter.save()
    if engine is not None and engine.type() is QPaintEngine.Type.Raster:
        picture = _empty(device.width(), device.height())
        other = QPainter(picture)
        other.setRenderHint(QPainter.RenderHint.Antialiasing)
        other.setTransform(painter.transform())
        _finish(other, view, paint)
        painter.resetTransform()
        painter.setOpacity(opacity)
        painter.drawImage(QPointF(0, 0), picture)
    else:
        room = _room(view)
        painter.setOpacity(opacity)
        painter.drawImage(room, _apart(view, room, paint))
    painter.restore()


def _apart(view: MapView, room: QRectF, paint: PaintLayer) -> QImage:
    """A layer by itself, as fine as a printer needs it."""
    scale = min(FINER, math.sqrt(MOST_PIXELS / (room.width() * room.height())))
    picture = _empty(math.ceil(scale * room.width()), math.ceil(scale * room.height()))
    other = QPainter(picture)
    other.setRenderHint(QPainter.RenderHint.Antialiasing)
    other.scale(picture.width() / room.width(), picture.height() / room.height())
    other.translate(-room.topLeft())
    _finish(other, view, paint)
    return picture


def _finish(painter: QPainter, view: MapView, paint: PaintLayer) -> None:
    try:
        paint(painter, view)
    finally:
        painter.end()


def _room(view: MapView) -> QRectF:
    """What a view takes of the page."""
    centres = view.centres(np.ones(view.grid.shape, bool))
    (left, top), (right, bottom) = centres.min(axis=0), centres.max(axis=0)
    room = QRectF(QPointF(left, top), QPointF(right, bottom))
    return room.adjusted(-view.width, -view.width, view.width, view.width)


def _empty(wide: int, high: int) -> QImage:
    picture = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    return picture
