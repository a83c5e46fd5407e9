"""The features near a frame brought from degrees onto its page."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.area_rings import AreaRings
from engine.terrain_import.coastlines import COAST, sea_polygons
from engine.terrain_import.geo_boxes import GeoBox, turned_points
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.tag_mapping import load_tag_mapping
from engine.terrain_import.vector_features import SourceLine, VectorFeatures

KNOT_METRES, MAX_KNOTS = 500.0, 400  # how finely a page is put under another projection

Points = NDArray[np.float64]


@dataclass(frozen=True)
class PageFeatures:
    """The features near a frame, in metres of its page."""

    areas: dict[str, AreaRings]
    lines: dict[str, list[SourceLine]]


def on_page(
    features: VectorFeatures, frame: MapFrame, account: ImportReport | None = None
) -> PageFeatures:
    """The true courses and areas under a frame, to be hexed or drawn below the hexes."""
    import shapely

    around_page = frame.box().with_margin(frame.hex_metres)
    box, moved = shapely.box(*around_page), _mover(frame)
    quickly = _quick_mover(frame, around_page)
    areas = {
        name: _patches_on_page(stock.near(around_page), quickly, box)
        for name, stock in features.areas.items()
    }
    lines = {}
    for name, listed in features.lines.items():
        courses = np.array([line.course for line in listed], object)
        if around_page.crosses_meridian:
            courses = shapely.transform(courses, partial(turned_points, middle=around_page.middle))
        near = np.flatnonzero(shapely.intersects(courses, box))
        turned = _moved(courses[near], moved, box)
        lines[name] = [
            SourceLine(course, *listed[place][1:])
            for place, course in zip(near.tolist(), turned, strict=True)
        ]
    areas = _by_size(areas)
    wet = _sea(features, frame, account or ImportReport())
    if len(wet):
        sea_there = [areas[name] for name in ("sea",) if name in areas]
        areas["sea"] = AreaRings.joined([*sea_there, AreaRings.of(wet)])
    return PageFeatures(areas, lines)


def _patches_on_page(patches: AreaRings, moved: Callable[[Points], Points], box: Any) -> AreaRings:
    """Areas under a projection; what reaches to where it has no value is cut to the box."""
    turned = patches.moved(moved)
    bad = ~np.isfinite(turned.points).all(axis=1)
    if not bad.any():
        return turned
    sums = np.concatenate([[0], np.cumsum(bad)])
    ends = patches.rings[patches.areas]
    is_bad = sums[ends[1:]] > sums[ends[:-1]]
    cut = _moved(patches.chosen(is_bad).polygons(), moved, box)
    return AreaRings.joined([turned.chosen(~is_bad), AreaRings.of(cut)])


def _sea(features: VectorFeatures, frame: MapFrame, account: ImportReport) -> NDArray[Any]:
    """The sea behind the coastlines, as polygons on the page."""
    import shapely

    listed = features.lines.get(COAST, [])
    courses = shapely.transform(np.array([line.course for line in listed], object), _mover(frame))
    return np.array(
        sea_polygons([SourceLine(each) for each in courses], frame, features.box, account), object
    )


def _mover(frame: MapFrame) -> Callable[[Points], Points]:
    """Turns degrees into metres of the page, [point, x y]."""
    return lambda points: np.stack(frame.page_of(points[:, 0], points[:, 1]), axis=1)


def _quick_mover(frame: MapFrame, box: GeoBox) -> Callable[[Points], Points]:
    """The same for many points in a box, between exact places some hundred metres apart.

    A thousandth of a hex at most is lost by that.
    """
    wide, high = frame.size
    count = int(min(MAX_KNOTS, max(2, math.ceil(max(wide, high) / KNOT_METRES))))
    lon, lat = np.linspace(box.west, box.east, count), np.linspace(box.south, box.north, count)
    exactly = _mover(frame)
    knots = exactly(np.stack(np.meshgrid(lon, lat), axis=-1).reshape(-1, 2)).reshape(
        count, count, 2
    )
    if not np.isfinite(knots).all():
        return exactly
    step = lon[1] - lon[0], lat[1] - lat[0]

    def moved(points: Points) -> Points:
        place = (points - (box.west, box.south)) / step
        cell = np.clip(place.astype(np.int64), 0, count - 2)
        right, up = (place - cell).T[:, :, None]
        column, row = cell.T
        low = knots[row, column] * (1 - right) + knots[row, column + 1] * right
        top = knots[row + 1, column] * (1 - right) + knots[row + 1, column + 1] * right
        return np.asarray(low * (1 - up) + top * up)

    return moved


def _moved(geometries: NDArray[Any], moved: Callable[[Points], Points], box: Any) -> NDArray[Any]:
    """Geometries under a projection; what reaches to where it has no value is cut to the box."""
    import shapely

    turned: NDArray[Any] = shapely.transform(geometries, moved)
    points, owner = shapely.get_coordinates(turned, return_index=True)
    far = np.unique(owner[~np.isfinite(points).all(axis=1)])
    turned[far] = shapely.transform(shapely.intersection(geometries[far], box), moved)
    return turned


def _by_size(areas: dict[str, AreaRings]) -> dict[str, AreaRings]:
    """Areas that count as another cover where they are small: a pond is a small lake."""
    result = dict(areas)
    for name, kind in load_tag_mapping().cover.items():
        if kind.small_is and name in areas:
            small = areas[name].sizes() < kind.small_below
            result[name] = areas[name].chosen(~small)
            before = [result[other] for other in (kind.small_is,) if other in result]
            result[kind.small_is] = AreaRings.joined([*before, areas[name].chosen(small)])
    return result
