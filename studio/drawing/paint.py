"""The map itself, layer over layer.

What draws units is loaded when there are some.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from studio.drawing.gridlines import paint_sheet_grid
from studio.drawing.heights import paint_heights
from studio.drawing.layering import paint_layer, paint_terrain_stepwise
from studio.drawing.map_lettering import paint_labels, paint_places
from studio.drawing.overlays import Overlay, paint_overlay, paint_overlay_costs
from studio.drawing.raster import paint_far_ground, paint_far_lines
from studio.drawing.view import MapView
from studio.drawing.zones import paint_zone_names, paint_zones

if TYPE_CHECKING:
    from studio.drawing.deployment import Deployment

# Above so many hexes the ground is drawn as one picture at every size.
MOST_SHAPED = 120_000
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
    if is_shaped(view):
        yield from paint_terrain_stepwise(painter, view)
    else:
        paint_far_ground(painter, view, page.intersected(whole) if page else whole)
        yield
        paint_far_lines(painter, view)
        yield
    if overlay:
        paint_overlay(painter, view, overlay)
    if view.look.zones:
        paint_layer(painter, view, "zones", paint_zones)
    if deployment:
        from studio.drawing.deployment import paint_deployment_zones

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
        from studio.drawing.deployment import paint_deployment

        paint_deployment(painter, view, deployment)
    if overlay:
        paint_overlay_costs(painter, view, overlay)
    yield


def is_shaped(view: MapView) -> bool:
    """Whether trees, houses and smooth outlines are drawn, and not a colour for every hex."""
    return view.look.has_patterns and view.grid.columns * view.grid.rows <= MOST_SHAPED
