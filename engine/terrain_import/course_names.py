"""Names along their courses: of rivers and streams, and the numbers of roads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engine.terrain_import.hex_samples import NamedPlace
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.vector_features import SourceLine

WATERS = {"river": "river-name", "canal": "river-name", "stream": "stream-name"}
ROADS = {"highway": "road-number"}
LETTER = 0.32  # hexes that a letter of a name takes
SPARE = 1.15  # how much longer than its name a course must be
POINTS = 7  # of a curve
TRIED = 24  # places along a course
BESIDE = 0.25  # hexes from a course to the middle of its name
DECIMALS = 2


def course_names(lines: Mapping[str, Sequence[SourceLine]], frame: MapFrame) -> list[NamedPlace]:
    """Return the name of each water and the number of each main road on its longest course.

    Waters are beside their courses, where those turn least; numbers are on the road itself.
    """
    found = []
    for kinds, is_road in ((WATERS, False), (ROADS, True)):
        for kind, place_kind in kinds.items():
            for words, courses in _by_words(lines.get(kind, ()), is_road=is_road).items():
                place = _place_name(words, place_kind, courses, frame, 0.0 if is_road else BESIDE)
                found += [place] if place else []
    return found


def _by_words(lines: Sequence[SourceLine], *, is_road: bool) -> dict[str, list[Any]]:
    found = defaultdict[str, list[Any]](list)
    for line in lines:
        words = line.number if is_road else line.name
        if words:
            found[words].append(line.course)
    return found


def _place_name(
    words: str, kind: str, courses: Sequence[Any], frame: MapFrame, beside: float
) -> NamedPlace | None:
    """The name on the longest piece of its courses; None if that is too short for it."""
    import shapely

    whole = shapely.intersection(shapely.union_all(list(courses)), frame.sheet)
    merged = shapely.line_merge(whole) if whole.geom_type == "MultiLineString" else whole
    pieces = [each for each in shapely.get_parts(merged) if each.geom_type == "LineString"]
    longest = max(pieces, key=lambda piece: piece.length, default=None)
    needed = len(words) * LETTER * frame.hex_metres
    if longest is None or longest.length < SPARE * needed:
        return None
    points = min(_windows(longest, needed), key=_turning)
    return _along(words, kind, points, frame, beside)


def _windows(course: Any, length: float) -> Iterator[Any]:
    """Pieces of a course as points, those near its middle first."""
    room = course.length - length
    for share in sorted(np.linspace(0, 1, TRIED), key=lambda each: abs(each - 0.5)):
        places = np.linspace(room * share, room * share + length, POINTS)
        yield np.array([course.interpolate(place).coords[0] for place in places])


def _turning(points: Any) -> float:
    """Return by how much a curve turns in all, in radians."""
    steps = np.diff(points, axis=0)
    angles = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    return round(float(np.abs(np.diff(angles)).sum()), 1)


def _along(words: str, kind: str, points: Any, frame: MapFrame, beside: float) -> NamedPlace:
    """The name on a curve that reads from left to right."""
    forward = points if points[-1, 0] >= points[0, 0] else points[::-1]
    across = forward[-1] - forward[0]
    up = np.array((across[1], -across[0])) / max(1e-9, float(np.hypot(*across)))
    shifted = forward + up * beside * frame.hex_metres
    at = frame.hex_at(*map(float, shifted[POINTS // 2]))
    centre = np.array(frame.grid.centre(at, frame.hex_metres))
    curve = ((shifted - centre) / frame.hex_metres).round(DECIMALS).tolist()
    return NamedPlace(at, kind, words, curve=tuple((x, y) for x, y in curve))
