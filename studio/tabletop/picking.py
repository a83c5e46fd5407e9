"""Which thing of a table lies under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from engine.editing.table_edits import PLACE, ZONE, Key, shape_of
from engine.editing.table_shapes import box_of
from engine.tabletop.shapes import Disc, WideLine
from engine.tabletop.table import FeatureShape, TabletopMap, points_of

REACH = 4.0  # pixels beside a line that still count as on it
NAME_REACH = 14.0  # pixels round a name

Spot = tuple[float, float]


def object_at(table: TabletopMap, keys: Sequence[Key], at: Spot, pixel: float) -> Key | None:
    """The uppermost of some things at a point; a zone is only where its border is."""
    for key in reversed(keys):
        if _is_at(key, shape_of(table, key), at, pixel):
            return key
    return None


def _is_at(key: Key, shape: FeatureShape, at: Spot, pixel: float) -> bool:
    reach = (NAME_REACH if key.startswith(PLACE) else REACH) * pixel
    width = shape.width / 2 if isinstance(shape, WideLine) else 0
    if not _is_near_box(shape, at, reach + width):
        return False
    if isinstance(shape, Disc):
        return hypot(at[0] - shape.centre.x, at[1] - shape.centre.y) <= shape.radius + reach
    points = points_of(shape)
    is_line = isinstance(shape, WideLine)
    if nearest_edge(points, at, is_closed=not is_line)[1] <= reach + width:
        return True
    return not is_line and not key.startswith(ZONE) and is_inside(points, at)


def _is_near_box(shape: FeatureShape, at: Spot, reach: float) -> bool:
    box = box_of(shape)
    return (
        box.left - reach <= at[0] <= box.right + reach
        and box.bottom - reach <= at[1] <= box.top + reach
    )


def is_inside(points: Sequence[Spot], at: Spot) -> bool:
    """Whether a point lies in a polygon."""
    x, y = at
    inside = False
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def nearest_edge(points: Sequence[Spot], at: Spot, *, is_closed: bool) -> tuple[int, float]:
    """Behind which of its points a line comes nearest to another point, and how near."""
    ends = [*points[1:], points[0]] if is_closed else points[1:]
    apart = [distance_to_segment(at, one, other) for one, other in zip(points, ends, strict=False)]
    if not apart:
        return 0, hypot(at[0] - points[0][0], at[1] - points[0][1])
    place = min(range(len(apart)), key=apart.__getitem__)
    return place, apart[place]


def distance_to_segment(at: Spot, one: Spot, other: Spot) -> float:
    """How far a point is from a stretch."""
    right, away = other[0] - one[0], other[1] - one[1]
    length = right**2 + away**2
    share = 0.0 if not length else ((at[0] - one[0]) * right + (at[1] - one[1]) * away) / length
    share = min(max(share, 0.0), 1.0)
    return hypot(at[0] - one[0] - share * right, at[1] - one[1] - share * away)
