"""The map itself, layer over layer."""

from __future__ import annotations

from collections.abc import Iterator

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
from studio.drawing.shading import paint_hillshade
from studio.drawing.sides import paint_side_features, paint_water_lines
from studio.drawing.view import View
from studio.drawing.zones import paint_zone_names, paint_zones

# Above so many hexes the ground is drawn as one picture at every size.
MOST_SHAPED = 120_000
STEPS = 10  # of a map that is painted, at most


def paint_map(
    painter: QPainter,
    view: View,
    page: QRectF | None = None,
    overlay: Overlay | None = None,
    deployment: Deployment | None = None,
) -> None:
    """Draw a view of a map at its page coordinates; `page` is the visible rectangle, if not all."""
    for _ in map_painted(painter, view, page, overlay, deployment):
        pass


def map_painted(
    painter: QPainter,
    view: View,
    page: QRectF | None = None,
    overlay: Overlay | None = None,
    deployment: Deployment | None = None,
) -> Iterator[None]:
    """Do what `paint_map` does in some steps, between which the work may be given up."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QRectF(0, 0, *view.map.grid.size(view.width))
    if is_shaped(view):
        yield from _near_painted(painter, view)
    else:
        paint_far_ground(painter, view, page.intersected(whole) if page else whole)
        yield
        paint_far_lines(painter, view)
        yield
    if overlay:
        paint_overlay(painter, view, overlay)
    if view.look.zones:
        paint_zones(painter, view)
    if deployment:
        paint_deployment_zones(painter, view, deployment)
    yield
    if view.look.has_grid:
        paint_grid(painter, view)
        paint_frame(painter, view, exact_outline(view, np.ones(view.grid.shape, bool)))
    yield
    if view.look.writes("labels"):
        paint_labels(painter, view)
    if view.look.writes("places"):
        paint_places(painter, view)
    if view.look.zones:
        paint_zone_names(painter, view)
    if deployment:
        paint_deployment(painter, view, deployment)
    if overlay:
        paint_overlay_words(painter, view, overlay)
    yield


def is_shaped(view: View) -> bool:
    """Whether trees, houses and smooth outlines are drawn, and not a colour for every hex."""
    return view.look.has_patterns and view.grid.columns * view.grid.rows <= MOST_SHAPED


def _near_painted(painter: QPainter, view: View) -> Iterator[None]:
    shading = (paint_hillshade,) if view.look.hillshade else ()
    for paint in (
        paint_relief, *shading, paint_dry_ground, paint_water_lines, paint_area_water,
        paint_side_features, paint_links,
    ):  # fmt: skip
        paint(painter, view)
        yield
