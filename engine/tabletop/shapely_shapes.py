"""Shapes of a table as shapely knows them: for finding faults, not for play."""

from __future__ import annotations

from typing import Any

import shapely

from engine.tabletop.shapes import Disc, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape

ROUND = 16  # sides of a quarter of a circle


def solid_polygon(shape: FeatureShape) -> Any:
    """All that a shape covers; of a polygon that crosses itself whatever shapely makes of it."""
    if isinstance(shape, Disc):
        return shapely.Point(shape.centre).buffer(shape.radius, quad_segs=ROUND)
    if isinstance(shape, WideLine):
        points = shape.points if len(set(shape.points)) > 1 else shape.points[:1] * 2
        return shapely.LineString(points).buffer(shape.width / 2, quad_segs=ROUND)
    area = shapely.Polygon(shape.points)
    return area if area.is_valid else area.buffer(0)


def self_crossing(shape: FeatureShape) -> tuple[float, float] | None:
    """Return where a polygon crosses or touches itself; None if it does not, or is none."""
    if not isinstance(shape, Polygon):
        return None
    area = shapely.Polygon(shape.points)
    if area.is_valid:
        return None if area.area else shape.points[0]
    said = shapely.is_valid_reason(area)
    x, y = said[said.index("[") + 1 : said.index("]")].split()[:2]
    return float(x), float(y)
