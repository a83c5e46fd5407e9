"""The painter of a map: its layers from the bottom up, each as opaque as the reader wants.

The drawing of units is loaded when there are some.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter

from studio.rendering.map.contours import paint_contours, paint_hachures
from studio.rendering.map.ground_areas import paint_lakes, paint_land
from studio.rendering.map.height_labels import paint_heights
from studio.rendering.map.hex_outlines import exact_outline, paint_sheet_grid
from studio.rendering.map.line_features import paint_links, paint_side_features, paint_streams
from studio.rendering.map.map_labels import paint_labels, paint_places
from studio.rendering.map.map_view import MapView
from studio.rendering.map.preview_tints import Overlay, paint_overlay_costs, paint_preview_tints
from studio.rendering.map.relief_painter import (
    paint_covered_slope_edges,
    paint_hillshade,
    paint_relief,
)
from studio.rendering.map.small_hex_raster import paint_ground_raster, paint_line_raster
from studio.rendering.map.zones import paint_zone_names, paint_zones
from studio.rendering.painting import fill, make_colour

if TYPE_CHECKING:
    from studio.rendering.map.deployment import Deployment


PaintLayer = Callable[[QPainter, MapView], None]

GROUND: tuple[tuple[str, PaintLayer], ...] = (
    ("elevation", paint_relief),
    ("hillshade", paint_hillshade),
    ("contours", paint_hachures),
    ("ground", paint_land),
    ("elevation", paint_covered_slope_edges),
    ("contours", paint_contours),
    ("sides", paint_streams),
    ("ground", paint_lakes),
    ("sides", paint_side_features),
    ("links", paint_links),
)
FINER, MAX_PIXELS = 3.0, 24_000_000  # pixels a page unit, and in all, of a layer in an SVG or PDF


def paint_terrain_stepwise(painter: QPainter, view: MapView) -> Iterator[None]:
    """Draw elevation, ground and lines, a layer at a time."""
    if view.look.opacity("elevation") < 1:
        sheet = exact_outline(view, np.ones(view.grid.shape, bool))
        fill(painter, sheet, make_colour(view.style.paper))
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
    scale = min(FINER, math.sqrt(MAX_PIXELS / (room.width() * room.height())))
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
    """Return the rectangle of a view on the page."""
    centres = view.centres(np.ones(view.grid.shape, bool))
    (left, top), (right, bottom) = centres.min(axis=0), centres.max(axis=0)
    room = QRectF(QPointF(left, top), QPointF(right, bottom))
    return room.adjusted(-view.width, -view.width, view.width, view.width)


def _empty(wide: int, high: int) -> QImage:
    picture = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


# Above so many hexes the ground is drawn as one picture at every size.
MAX_SHAPED = 120_000
STEPS = 12  # of a map that is painted, at most


def paint_map(
    painter: QPainter,
    view: MapView,
    page: QRectF | None = None,
    overlay: Overlay | None = None,
    deployment: Deployment | None = None,
) -> None:
    """Draw a view of a map at its page coordinates; `page` is the visible rectangle, if not all."""
    for _ in paint_map_stepwise(painter, view, page, overlay, deployment):
        pass


def paint_map_stepwise(
    painter: QPainter,
    view: MapView,
    page: QRectF | None = None,
    overlay: Overlay | None = None,
    deployment: Deployment | None = None,
) -> Iterator[None]:
    """Do what `paint_map` does in some steps, between which the work may be given up."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QRectF(0, 0, *view.map.grid.size(view.width))
    if is_drawn_in_detail(view):
        yield from paint_terrain_stepwise(painter, view)
    else:
        paint_ground_raster(painter, view, page.intersected(whole) if page else whole)
        yield
        paint_line_raster(painter, view)
        yield
    if overlay:
        paint_preview_tints(painter, view, overlay)
    if view.look.zones:
        paint_layer(painter, view, "zones", paint_zones)
    if deployment:
        from studio.rendering.map.deployment import paint_deployment_zones

        paint_deployment_zones(painter, view, deployment)
    yield
    if view.look.has_grid:
        paint_layer(painter, view, "grid", paint_sheet_grid)
    yield
    if view.look.writes("labels"):
        paint_layer(painter, view, "labels", paint_labels)
    if view.look.labels:
        paint_heights(painter, view)
    if view.look.writes("places"):
        paint_layer(painter, view, "places", paint_places)
    if view.look.zones:
        paint_zone_names(painter, view)
    if deployment:
        from studio.rendering.map.deployment import paint_deployment

        paint_deployment(painter, view, deployment)
    if overlay:
        paint_overlay_costs(painter, view, overlay)
    yield


def is_drawn_in_detail(view: MapView) -> bool:
    """Return True if trees, houses and smooth outlines are drawn, not only colours."""
    return view.look.has_patterns and view.grid.columns * view.grid.rows <= MAX_SHAPED
