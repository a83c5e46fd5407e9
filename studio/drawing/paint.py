"""The map itself, layer over layer."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from studio.drawing.deployment import Deployment, paint_deployment, paint_deployment_zones
from studio.drawing.gridlines import paint_frame, paint_grid
from studio.drawing.ground import paint_area_water, paint_dry_ground
from studio.drawing.lettering import paint_labels, paint_places
from studio.drawing.outlines import exact_outline
from studio.drawing.overlays import Overlay, paint_overlay, paint_overlay_words
from studio.drawing.raster import paint_far_ground, paint_far_lines
from studio.drawing.relief import paint_relief
from studio.drawing.roads import paint_links
from studio.drawing.sides import paint_side_features, paint_water_lines
from studio.drawing.view import View
from studio.drawing.zones import paint_zone_names, paint_zones

# Above so many hexes the ground is drawn as one picture at every size.
MOST_SHAPED = 120_000


def paint_map(
    painter: QPainter,
    view: View,
    page: QRectF | None = None,
    overlay: Overlay | None = None,
    deployment: Deployment | None = None,
) -> None:
    """Draw a view of a map at its page coordinates; `page` is the visible rectangle, if not all."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QRectF(0, 0, *view.map.grid.size(view.width))
    if view.look.has_patterns and view.grid.columns * view.grid.rows <= MOST_SHAPED:
        _paint_near(painter, view)
    else:
        paint_far_ground(painter, view, page.intersected(whole) if page else whole)
        paint_far_lines(painter, view)
    if overlay:
        paint_overlay(painter, view, overlay)
    if view.look.zones:
        paint_zones(painter, view)
    if deployment:
        paint_deployment_zones(painter, view, deployment)
    if view.look.has_grid:
        paint_grid(painter, view)
        paint_frame(painter, view, exact_outline(view, np.ones(view.grid.shape, bool)))
    if view.look.labels:
        paint_labels(painter, view)
        paint_places(painter, view)
    if view.look.zones:
        paint_zone_names(painter, view)
    if deployment:
        paint_deployment(painter, view, deployment)
    if overlay:
        paint_overlay_words(painter, view, overlay)


def _paint_near(painter: QPainter, view: View) -> None:
    paint_relief(painter, view)
    paint_dry_ground(painter, view)
    paint_water_lines(painter, view)
    paint_area_water(painter, view)
    paint_side_features(painter, view)
    paint_links(painter, view)
