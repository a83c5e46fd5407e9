"""Errors and warnings about a readable table, one check function each.

Shapes that cross themselves or reach beyond the table are errors: no game is played on them. All
else is a warning, which a designer may waive at a feature: ``waived: [{code: narrow-gap, at: [inn],
reason: the yard is walled}]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
import shapely

from engine.checks.waivers import apply_waivers
from engine.files.source_text import ParsedSource
from engine.files.tabletop_map_reader import SHAPES, corner_mark
from engine.problems import MAX_LISTED, MORE, Problem, Severity, TextPosition
from engine.tabletop.footprints import footprint
from engine.tabletop.lengths import write_length
from engine.tabletop.shapely_shapes import self_crossing, solid_polygon
from engine.tabletop.shapes import Point, WideLine
from engine.tabletop.tabletop_map import (
    FeatureShape,
    TabletopEdge,
    TabletopFeature,
    TabletopMap,
    points_of,
)
from engine.texts import localised

TOUCHING = 2  # sixteenths: anything nearer is joined (L11: contact)
OPPOSITE = ({TabletopEdge.SOUTH, TabletopEdge.NORTH}, {TabletopEdge.WEST, TabletopEdge.EAST})
BESIDE_WATER = frozenset({"house", "tree", "wall", "hedge", "fence", "entrenchment"})


def lint_table(table: TabletopMap, source: ParsedSource) -> list[Problem]:
    """Every error of a table's shapes, and every warning its designer has not waived."""
    sheet = _TableSheet(table, source)
    found = [problem for check in CHECKS for problem in _first(sheet, check)]
    return list(apply_waivers(found, table.waived, source, WARNINGS))


def _first(sheet: _TableSheet, check: _Check) -> list[Problem]:
    """Return the findings of one check, up to the number that is listed."""
    found = list(islice(check(sheet), MAX_LISTED + 1))
    if len(found) > MAX_LISTED:
        found[-1] = replace(found[-1], code=MORE, at=(), values={"most": MAX_LISTED})
    return found


@dataclass(frozen=True)
class _TableSheet:
    """The table under the lamp, with what several checks ask."""

    table: TabletopMap
    source: ParsedSource

    @cached_property
    def places(self) -> dict[str, int]:
        """Return the place of each feature in the file's list, by id."""
        listed = self.source.root.at(["features"]).value
        entries = enumerate(listed if isinstance(listed, list) else ())
        return {
            entry.value["id"].value: place
            for place, entry in entries
            if isinstance(entry.value, dict) and "id" in entry.value
        }

    @cached_property
    def sound(self) -> tuple[TabletopFeature, ...]:
        """The features whose shapes do not cross themselves."""
        return tuple(each for each in self.table.features if self_crossing(each.shape) is None)

    @cached_property
    def solids(self) -> dict[str, Any]:
        """Return the area that each sound feature covers, by id."""
        return {feature.id: solid_polygon(feature.shape) for feature in self.sound}

    def problem(
        self, code: str, feature: TabletopFeature, corner: int = -1, /, **values: object
    ) -> Problem:
        """An error at a feature, or at one of the points it is laid by."""
        path: list[str | int] = ["features", self.places.get(feature.id, 0)]
        mark = self._mark(path, corner) if corner >= 0 else None
        said = {"feature": _call(feature), **values}
        where = f"features.{feature.id}"
        return self.source.problem(code, path, said, mark=mark, where=where, at=(feature.id,))

    def warning(self, code: str, *features: TabletopFeature, **values: object) -> Problem:
        """A warning at some features, marked at the first."""
        told = self.problem(code, features[0], **values)
        ids = tuple(feature.id for feature in features)
        return replace(told, severity=Severity.WARNING, at=ids)

    def _mark(self, path: Sequence[str | int], corner: int) -> TextPosition | None:
        """Return the position of a point in the file; None in a table that has no file yet."""
        entry = self.source.root.at(path)
        key = next((key for key in SHAPES if key in entry.value), None)
        if key is None:
            return None
        return corner_mark(self.source, entry.value[key], 0 if key == "rectangle" else corner)


def _call(feature: TabletopFeature) -> str:
    """A feature by its kind and id, as `house inn`."""
    return f"{localised(feature.kind_entry.name).lower()} {feature.id}"


# --- shapes ---------------------------------------------------------------------------------------


def _crossed_polygons(sheet: _TableSheet) -> Iterator[Problem]:
    """Polygons that cross or touch themselves, or cover nothing."""
    for feature in sheet.table.features:
        at = self_crossing(feature.shape)
        if at is not None:
            corner = _nearest_corner(feature.shape, at)
            yield sheet.problem("shape-crosses-itself", feature, corner, at=_place(at))
    for name, zone in sheet.table.zones.items():
        at = self_crossing(zone.shape)
        if at is not None:
            values = {"feature": name, "at": _place(at)}
            yield sheet.source.problem("shape-crosses-itself", ["zones", name], values)


def _nearest_corner(shape: FeatureShape, at: tuple[float, float]) -> int:
    points = np.array(points_of(shape), float)
    return int(((points - at) ** 2).sum(axis=1).argmin())


def _place(at: tuple[float, float]) -> str:
    return f"{write_length(round(at[0]))},{write_length(round(at[1]))}"


def _beyond(sheet: _TableSheet) -> Iterator[Problem]:
    """Points beyond the table's edges."""
    table = sheet.table
    size = _place((table.width, table.depth))
    for feature in table.features:
        for number, point in enumerate(points_of(feature.shape)):
            if not table.has(point):
                yield sheet.problem(
                    "beyond-the-table", feature, number, at=_place(point), size=size
                )
                break
    for key, points in _other_points(table):
        for point in points:
            if not table.has(point):
                values = {"feature": key[-1], "at": _place(point), "size": size}
                yield sheet.source.problem("beyond-the-table", key, values)
                break


def _other_points(table: TabletopMap) -> Iterator[tuple[list[str | int], Sequence[Point]]]:
    for name, zone in table.zones.items():
        yield ["zones", name], zone.shape.points
    for number, place in enumerate(table.places):
        yield ["places", number], [place.at]


def _twice(sheet: _TableSheet) -> Iterator[Problem]:
    """Features of one kind and shape, one on the other."""
    seen: dict[Any, TabletopFeature] = {}
    for feature in sheet.table.features:
        key = feature.kind, feature.shape, feature.level
        if key in seen:
            yield sheet.warning("feature-twice", feature, seen[key], other=_call(seen[key]))
        else:
            seen[key] = feature


# --- bridges and water ----------------------------------------------------------------------------


def _bridges(sheet: _TableSheet) -> Iterator[Problem]:
    """Bridges over nothing, and those that end in the water."""
    waters = [each for each in sheet.sound if each.kind_entry.water]
    for bridge in (each for each in sheet.sound if each.kind_entry.bridges):
        under = [each for each in waters if _meet(sheet, bridge, each)]
        if not under:
            yield sheet.warning("bridge-without-water", bridge)
        elif isinstance(bridge.shape, WideLine) and _ends_in(sheet, bridge.shape, under):
            yield sheet.warning("bridge-ends-in-water", bridge, *under, water=_call(under[0]))


def _meet(sheet: _TableSheet, one: TabletopFeature, other: TabletopFeature) -> bool:
    return bool(sheet.solids[one.id].intersects(sheet.solids[other.id]))


def _ends_in(sheet: _TableSheet, way: WideLine, waters: Sequence[TabletopFeature]) -> bool:
    """Return True if an end of a path is in the water and inside the table."""
    ends = [shapely.Point(way.points[0]), shapely.Point(way.points[-1])]
    return any(sheet.solids[water.id].contains(end) for water in waters for end in ends)


def _in_water(sheet: _TableSheet) -> Iterator[Problem]:
    """Houses, trees and walls that stand wholly in water that cannot be forded."""
    waters = [each for each in sheet.sound if each.bars_water]
    for feature in sheet.sound:
        if feature.kind not in BESIDE_WATER or not waters:
            continue
        for water in waters:
            if sheet.solids[water.id].contains(sheet.solids[feature.id]):
                yield sheet.warning("stands-in-water", feature, water, water=_call(water))


# --- hills ----------------------------------------------------------------------------------------


def _levels(sheet: _TableSheet) -> Iterator[Problem]:
    """Contours that do not lie within one of the level below (G2)."""
    hills = [each for each in sheet.sound if each.is_hill]
    for hill, around in zip(hills, _around(sheet, hills), strict=True):
        if hill.level > 1 and not any(each.level == hill.level - 1 for each in around):
            yield sheet.warning("contour-on-nothing", hill, level=hill.level)
        for other in around:
            if other.level >= hill.level:
                values = {"other": _call(other), "level": hill.level}
                yield sheet.warning("contour-order", hill, other, **values)


def _around(
    sheet: _TableSheet, hills: Sequence[TabletopFeature]
) -> Iterator[Sequence[TabletopFeature]]:
    """The contours around each contour, but for those that are the same."""
    solids = np.array([sheet.solids[each.id] for each in hills], dtype=object)
    tree = shapely.STRtree(solids)
    for area in solids:
        found = sorted(tree.query(area, predicate="covered_by").tolist())
        yield [hills[each] for each in found if solids[each].area > area.area]


# --- ways through ---------------------------------------------------------------------------------


def _gaps(sheet: _TableSheet) -> Iterator[Problem]:
    """Gaps between obstacles that look open and let no man through (G5, G6)."""
    bars = [each for each in sheet.sound if each.obstacle]
    if len(bars) < 2:
        return
    solids = np.array([sheet.solids[each.id] for each in bars], dtype=object)
    man = 2 * (footprint("foot", sheet.table.scale).radius + 1)
    tree = shapely.STRtree(solids)
    ones, others = tree.query(solids, predicate="dwithin", distance=man)
    for one, other in zip(ones.tolist(), others.tolist(), strict=True):
        if one >= other:
            continue
        wide = float(shapely.distance(solids[one], solids[other]))
        if TOUCHING < wide < man and not _is_filled(tree, one, other):
            values = {"other": _call(bars[other]), "wide": write_length(int(wide))}
            values["man"] = write_length(man)
            yield sheet.warning("narrow-gap", bars[one], bars[other], **values)


def _is_filled(tree: Any, one: int, other: int) -> bool:
    """Return True if a third obstacle fills a gap or joins both, so that no path is seen there."""
    ends = [tree.geometries[one], tree.geometries[other]]
    line = shapely.shortest_line(*ends)
    across = {*tree.query(line, predicate="intersects").tolist()}
    beside = [{*tree.query(end, "dwithin", TOUCHING).tolist()} for end in ends]
    return bool((across | (beside[0] & beside[1])) - {one, other})


# --- back lines -----------------------------------------------------------------------------------


def _back_lines(sheet: _TableSheet) -> Iterator[Problem]:
    """Back lines are two edges that lie opposite (G1)."""
    edges = set(sheet.table.edges)
    if edges and edges not in OPPOSITE:
        values = {"edges": ", ".join(sorted(edge.value for edge in edges))}
        yield sheet.source.problem("back-lines", ["edges"], values, severity=Severity.WARNING)


_Check = Callable[[_TableSheet], Iterator[Problem]]
CHECKS: tuple[_Check, ...] = (
    _crossed_polygons, _beyond, _twice, _bridges, _in_water, _levels, _gaps, _back_lines,
)  # fmt: skip
WARNINGS = frozenset({
    "feature-twice", "bridge-without-water", "bridge-ends-in-water", "stands-in-water",
    "contour-on-nothing", "contour-order", "narrow-gap", "back-lines",
})  # fmt: skip
