"""One-click fixes of a table: for each problem whose remedy is clear, the table put right.

A fix is made for the table as it is now; a problem that is there no more has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, floor, hypot
from typing import Any

import shapely

from engine.checks.tabletop_map_checks import OPPOSITE
from engine.editing.polygon_repair import clip_to_tabletop, repair_polygon
from engine.editing.shape_transforms import shape_bounds, shift_transform, transform_shape
from engine.editing.tabletop_map_edits import (
    Key,
    shape_of,
    with_features_changed,
    with_shapes,
    without_objects,
    zone_key,
)
from engine.problems import Problem
from engine.quick_fixes.map_fixes import sort_by_harm
from engine.tabletop.footprints import footprint
from engine.tabletop.shapely_shapes import solid_polygon
from engine.tabletop.shapes import FOOT, INCH, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import TabletopEdge, TabletopFeature, TabletopMap
from engine.texts import localised, text

DESTRUCTIVE = frozenset({"remove"})
LONGEST = 4 * FOOT  # by which an end of a bridge is led to a bank


@dataclass(frozen=True)
class TabletopMapFix:
    """A way to put a problem right; `id` says which way, the same for all problems of a kind."""

    id: str
    thing: TabletopFeature | str
    table: TabletopMap
    values: Mapping[str, Any]

    def name(self, language: str | None = None) -> str:
        """Return the name of the fix, for a button and the history."""
        thing = self.thing
        if isinstance(thing, TabletopFeature):
            thing = localised(thing.name, language) or thing.id
        values = {key: _said(value, language) for key, value in self.values.items()}
        return text(f"tabletop.fix-{self.id}", language, thing=thing, **values)

    @property
    def is_destructive(self) -> bool:
        """Return True if the fix removes something that was drawn."""
        return self.id in DESTRUCTIVE


def _said(value: object, language: str | None) -> object:
    if isinstance(value, TabletopEdge):
        return text(f"tabletop.edge-{value.value}", language)
    return value


def table_fixes(table: TabletopMap, problem: Problem) -> tuple[TabletopMapFix, ...]:
    """Return the quick fixes of a problem; those that remove something come last."""
    fixer = FIXERS.get(problem.code)
    if fixer is None or any(id_ not in table.by_id for id_ in problem.at):
        return ()
    return sort_by_harm(fixer(table, problem))


Fixes = Iterator[TabletopMapFix]


def _fix(
    id_: str, thing: TabletopFeature | str, table: TabletopMap, **values: Any
) -> TabletopMapFix:
    return TabletopMapFix(id_, thing, table, values)


def _features(table: TabletopMap, problem: Problem) -> list[TabletopFeature]:
    return [table.by_id[id_] for id_ in problem.at]


def _key(table: TabletopMap, problem: Problem) -> tuple[Key, TabletopFeature | str] | None:
    """Return the feature a problem refers to, or the zone, named among its values."""
    if problem.at:
        return problem.at[0], table.by_id[problem.at[0]]
    zone = str(problem.values.get("feature", ""))
    return (zone_key(zone), zone) if zone in table.zones else None


# --- shapes ---------------------------------------------------------------------------------------


def _untangle(table: TabletopMap, problem: Problem) -> Fixes:
    """The same corners in an order in which no sides cross, else the greatest part."""
    found = _key(table, problem)
    shape = shape_of(table, found[0]) if found is not None else None
    better = repair_polygon(shape) if isinstance(shape, Polygon) else None
    if found is not None and better is not None:
        yield _fix("untangle", found[1], with_shapes(table, {found[0]: better}))
    if found is not None:
        yield _fix("remove", found[1], without_objects(table, [found[0]]))


def _bring_back(table: TabletopMap, problem: Problem) -> Fixes:
    """On to the table as it is where there is room for it, or cut off at the edge."""
    found = _key(table, problem)
    if found is None:
        return
    key, thing = found
    shape, box = shape_of(table, key), shape_bounds(shape_of(table, key))
    if box.wide <= table.width and box.deep <= table.depth:
        right = _back(box.left, box.right, table.width)
        away = _back(box.bottom, box.top, table.depth)
        yield _fix(
            "bring-back",
            thing,
            with_shapes(table, {key: transform_shape(shape, shift_transform(right, away))}),
        )
    cut = clip_to_tabletop(shape, table)
    if cut is not None:
        yield _fix("cut-off", thing, with_shapes(table, {key: cut}))


def _back(low: int, high: int, room: int) -> int:
    """Return how far something has to move to be between 0 and the edge."""
    return -low if low < 0 else min(room - high, 0)


def _take_one(table: TabletopMap, problem: Problem) -> Fixes:
    """Of two that are alike the upper one is enough."""
    twice = _features(table, problem)[0]
    yield _fix("one-is-enough", twice, without_objects(table, [twice.id]))


def _remove(table: TabletopMap, problem: Problem) -> Fixes:
    thing = _features(table, problem)[0]
    yield _fix("remove", thing, without_objects(table, [thing.id]))


# --- bridges --------------------------------------------------------------------------------------


def _over_water(table: TabletopMap, problem: Problem) -> Fixes:
    """A bridge over nothing is laid over the nearest water, or goes."""
    bridge = _features(table, problem)[0]
    waters = [each for each in table.features if each.kind_entry.water]
    middle = shapely.Point(*shape_bounds(bridge.shape).centre)
    if waters:
        lines = [_bed(each) for each in waters]
        nearest = min(lines, key=lambda line: float(shapely.distance(line, middle)))
        there = shapely.shortest_line(middle, nearest).coords[-1]
        change = shift_transform(round(there[0] - middle.x), round(there[1] - middle.y))
        yield _fix(
            "over-water",
            bridge,
            with_shapes(table, {bridge.id: transform_shape(bridge.shape, change)}),
        )
    yield from _remove(table, problem)


def _bed(water: TabletopFeature) -> Any:
    """Along which a water is crossed: a river's middle line, a lake itself."""
    shape = water.shape
    return shapely.LineString(shape.points) if isinstance(shape, WideLine) else solid_polygon(shape)


def _to_the_banks(table: TabletopMap, problem: Problem) -> Fixes:
    """Its ends are led on until they lie on land."""
    bridge, *waters = _features(table, problem)
    if not isinstance(bridge.shape, WideLine) or len(bridge.shape.points) < 2:
        return
    wet = shapely.union_all([solid_polygon(water.shape) for water in waters])
    points = list(bridge.shape.points)
    points[0] = _ashore(points[0], points[1], wet)
    points[-1] = _ashore(points[-1], points[-2], wet)
    if all(not wet.contains(shapely.Point(each)) for each in (points[0], points[-1])):
        longer = replace(bridge.shape, points=tuple(points))
        yield _fix("to-the-banks", bridge, with_shapes(table, {bridge.id: longer}))


def _ashore(end: Point, inner: Point, wet: Any) -> Point:
    """Return the point at which a path leaves the water if extended beyond its end."""
    across, away = end.x - inner.x, end.y - inner.y
    length = hypot(across, away)
    for far in range(0, LONGEST if length else 0, INCH // 2):
        there = Point(
            end.x + round(across * far / length), end.y + round(away * far / length)
        )  # fmt: skip
        if not wet.contains(shapely.Point(there)):
            return there
    return end


# --- hills and gaps -------------------------------------------------------------------------------


def _levels_right(table: TabletopMap, problem: Problem) -> Fixes:
    """A contour is one level above the highest around it."""
    hill = _features(table, problem)[0]
    area = solid_polygon(hill.shape)
    around = [
        each.level
        for each in table.features
        if each.is_hill and each.id != hill.id and solid_polygon(each.shape).covers(area)
    ]
    level = max(around, default=0) + 1
    if level != hill.level:
        yield _fix("level", hill, with_features_changed(table, [hill.id], level=level), level=level)


def _open_or_close(table: TabletopMap, problem: Problem) -> Fixes:
    """A gap that lets no man through is made wide enough, or is closed."""
    one, other = _features(table, problem)
    man = 2 * (footprint("foot", table.scale).radius + 1)
    line = shapely.shortest_line(solid_polygon(one.shape), solid_polygon(other.shape))
    (x, y), (end_x, end_y) = line.coords
    wide = line.length
    if not wide:
        return
    for id_, far in (("widen-gap", wide - man - 1), ("close-gap", wide)):
        right, away = (_outwards(part * far / wide) for part in (end_x - x, end_y - y))
        there = transform_shape(one.shape, shift_transform(right, away))
        box = shape_bounds(there)
        if box.left >= 0 <= box.bottom and box.right <= table.width and box.top <= table.depth:
            yield _fix(id_, one, with_shapes(table, {one.id: there}))


def _outwards(length: float) -> int:
    """The next whole number away from nothing."""
    return ceil(length) if length > 0 else floor(length)


def _opposite(table: TabletopMap, problem: Problem) -> Fixes:
    """The back lines are the first that is named, and the edge that lies opposite."""
    first = next(iter(table.edges))
    pair = next(pair for pair in OPPOSITE if first in pair)
    edges = {edge: table.edges.get(edge, "") for edge in sorted(pair, key=lambda e: e != first)}
    one, other = edges
    yield _fix("opposite", "", replace(table, edges=edges), one=one, other=other)


_Fixer = Callable[[TabletopMap, Problem], Iterable[TabletopMapFix]]
FIXERS: Mapping[str, _Fixer] = {
    "shape-crosses-itself": _untangle,
    "beyond-the-table": _bring_back,
    "feature-twice": _take_one,
    "bridge-without-water": _over_water,
    "bridge-ends-in-water": _to_the_banks,
    "stands-in-water": _remove,
    "contour-on-nothing": _levels_right,
    "contour-order": _levels_right,
    "narrow-gap": _open_or_close,
    "back-lines": _opposite,
}
