"""The sea, which OpenStreetMap draws only as coastlines with the land on their left.

The lines part the area that is known into faces; on which side of them a face lies says whether it
is sea. Ends that reach no border are reported, and part nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.import_problems import ImportReport
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.vector_features import SourceLine

COAST = "coastline"
ASIDE = 0.05  # metres off a coastline at which its side is asked for
CUT_SHORT = 300.0  # metres from the border of the data at which an extract may have cut a line
BEYOND = 1.0  # metres that a line goes on past the border, so as to cross it surely
DOUBT = 0.05  # of the coast round a face that may contradict the rest

Points = NDArray[np.float64]


def sea_polygons(
    lines: Sequence[SourceLine], frame: MapFrame, data: GeoBox | None, account: ImportReport
) -> list[Any]:
    """The sea round a page as polygons on it; `data` is the border of the vectors in degrees."""
    import shapely

    if not lines:
        return []
    courses = shapely.line_merge(shapely.union_all([line.course for line in lines]), directed=True)
    region = _region(frame, data, courses)
    within = shapely.get_parts(shapely.intersection(courses, region.buffer(BEYOND)))
    drawn = _whole(within.tolist(), region, frame, account)
    if not drawn:
        return []
    noded = shapely.union_all([shapely.boundary(region), *drawn])
    faces = shapely.get_parts(shapely.polygonize([noded]))
    wet = _is_sea(faces, np.array(drawn, object), frame, account)
    return [face for face, is_wet in zip(faces, wet.tolist(), strict=True) if is_wet]


def _region(frame: MapFrame, data: GeoBox | None, courses: Any) -> Any:
    """Return the known region: the page and some ground round it, or all the data."""
    import shapely

    wide, high = frame.size
    page = shapely.box(0, 0, wide, high).buffer(frame.hex_metres, join_style="mitre")
    if data is None:
        return page if courses.intersects(page) else page.union(courses.envelope).envelope
    border = shapely.segmentize(shapely.box(*data), 0.05)
    known = shapely.transform(border, lambda p: np.stack(frame.page_of(p[:, 0], p[:, 1]), axis=1))
    both = known.intersection(page)
    return both if courses.intersects(both) and not both.is_empty else known


def _whole(lines: Sequence[Any], region: Any, frame: MapFrame, account: ImportReport) -> list[Any]:
    """Extend line ends that stop just short of the border to it; report others."""
    import shapely

    border = shapely.boundary(region)
    loose: dict[tuple[float, float], int] = {}
    for line in lines:
        for point in (line.coords[0], line.coords[-1]) if not line.is_closed else ():
            loose[point] = loose.get(point, 0) + 1
    found = list(lines)
    ends = [point for point, times in loose.items() if times == 1]
    for end in (shapely.Point(each) for each in ends if region.contains(shapely.Point(each))):
        if border.distance(end) <= max(CUT_SHORT, frame.hex_metres):
            found.append(_longer(shapely.shortest_line(end, border)))
        else:
            account.note("coast-broken", 1)
    return found


def _longer(line: Any) -> Any:
    """A line that surely crosses what it ends on."""
    import shapely

    (x, y), (to_x, to_y) = shapely.get_coordinates(line)
    far = math.hypot(to_x - x, to_y - y)
    more = 1 + BEYOND / far if far else 1.0
    return shapely.LineString([(x, y), (x + (to_x - x) * more, y + (to_y - y) * more)])


def _is_sea(
    faces: NDArray[Any], drawn: NDArray[Any], frame: MapFrame, account: ImportReport
) -> NDArray[np.bool_]:
    """Return True for faces that have the water's side of more coast than the land's."""
    import shapely

    tree = shapely.STRtree(faces)
    steps = [np.diff(shapely.get_coordinates(line), axis=0) for line in drawn]
    starts = [shapely.get_coordinates(line)[:-1] for line in drawn]
    step, start = np.concatenate(steps), np.concatenate(starts)
    length = np.hypot(*step.T)
    middle, far = start + step / 2, np.maximum(length, 1e-9)[:, None]
    # On the page y grows downwards: the right of a line that goes (dx, dy) lies at (-dy, dx).
    right = np.stack([-step[:, 1], step[:, 0]], 1) / far * ASIDE
    wet = _votes(tree, middle + right, length, len(faces))
    dry = _votes(tree, middle - right, length, len(faces))
    doubtful = np.minimum(wet, dry) > DOUBT * (wet + dry)
    account.note("coast-contradicts", int(doubtful.sum()))
    return np.asarray(wet > dry)


def _votes(tree: Any, points: Points, length: Points, count: int) -> Points:
    """Return the length of coast that votes for each face."""
    import shapely

    asking, face = tree.query(shapely.points(points), predicate="intersects")
    return np.asarray(np.bincount(face, weights=length[asking], minlength=count), np.float64)
