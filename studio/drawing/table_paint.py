"""A table itself, layer over layer: the one painter of its country."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.tabletop.kinds import FeatureDrawing
from engine.tabletop.table import TabletopFeature
from studio.drawing.inks import clip_to
from studio.drawing.table_barriers import paint_earthwork, paint_fence, paint_hedge, paint_wall
from studio.drawing.table_growth import paint_rock, paint_tree, paint_wood
from studio.drawing.table_houses import paint_house
from studio.drawing.table_names import (
    paint_edge_names,
    paint_table_frame,
    paint_table_grid,
    paint_table_names,
    paint_table_zone_names,
    paint_table_zones,
)
from studio.drawing.table_relief import paint_hill, paint_shadow, paint_surface
from studio.drawing.table_view import TabletopView
from studio.drawing.table_water import paint_bank, paint_marsh, paint_water
from studio.drawing.table_ways import paint_bridge, paint_railway, paint_road, paint_road_edges

_Paint = Callable[[QPainter, TabletopView, TabletopFeature], None]

PAINTERS: Mapping[FeatureDrawing, _Paint] = {
    FeatureDrawing.HILL: paint_hill,
    FeatureDrawing.MARSH: paint_marsh,
    FeatureDrawing.WATER: paint_water,
    FeatureDrawing.WOOD: paint_wood,
    FeatureDrawing.ROAD: paint_road,
    FeatureDrawing.RAILWAY: paint_railway,
    FeatureDrawing.BRIDGE: paint_bridge,
    FeatureDrawing.EARTHWORK: paint_earthwork,
    FeatureDrawing.FENCE: paint_fence,
    FeatureDrawing.HEDGE: paint_hedge,
    FeatureDrawing.WALL: paint_wall,
    FeatureDrawing.ROCK: paint_rock,
    FeatureDrawing.HOUSE: paint_house,
    FeatureDrawing.TREE: paint_tree,
}
# What is drawn of all features of a layer before any of them, so that they join.
UNDER: Mapping[FeatureDrawing, _Paint] = {
    FeatureDrawing.WATER: paint_bank,
    FeatureDrawing.ROAD: paint_road_edges,
}


def paint_tabletop(painter: QPainter, view: TabletopView, room: QRectF | None = None) -> None:
    """Draw a table's country with its names; `room` is the visible part of the page, if not all."""
    whole = view.page if room is None else room
    paint_terrain(painter, view, whole)
    paint_lettering(painter, view)


def paint_terrain(painter: QPainter, view: TabletopView, room: QRectF) -> None:
    """Draw what can be kept as a picture: surface, features, zones, grid and edges."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    with clip_to(painter, room.intersected(view.page)):
        if view.look.surface:
            paint_surface(painter, view, room)
        paint_features(painter, view, visible_features(view, room))
        if view.look.zones:
            paint_table_zones(painter, view)
        if view.look.grid:
            paint_table_grid(painter, view)
    if view.look.edges:
        paint_table_frame(painter, view)


def visible_features(view: TabletopView, room: QRectF) -> list[TabletopFeature]:
    """The features of which anything is within a part of the page, the lowest first."""
    hidden = view.look.hidden
    return [
        feature
        for feature in view.table.in_layers
        if feature.kind not in hidden and view.box(feature).intersects(room)
    ]


def paint_features(
    painter: QPainter, view: TabletopView, features: Iterable[TabletopFeature]
) -> None:
    """Draw features as they lie on each other, with their shadows."""
    layers: dict[int, list[TabletopFeature]] = {}
    for feature in features:
        layers.setdefault(feature.about.layer, []).append(feature)
    for layer in layers.values():
        _paint_layer(painter, view, layer)


def _paint_layer(painter: QPainter, view: TabletopView, features: list[TabletopFeature]) -> None:
    for feature in features:
        if not feature.is_hill:
            paint_shadow(painter, view, feature)
        if under := UNDER.get(feature.about.drawing):
            under(painter, view, feature)
    for feature in features:
        if feature.is_hill:  # whose upper contours throw theirs on the lower
            paint_shadow(painter, view, feature)
        PAINTERS[feature.about.drawing](painter, view, feature)


def paint_lettering(painter: QPainter, view: TabletopView) -> None:
    """Write the names of what is there, over everything."""
    if view.look.zones:
        paint_table_zone_names(painter, view)
    if view.look.names:
        paint_table_names(painter, view)
    if view.look.edges and view.look.names:
        paint_edge_names(painter, view)
