"""The sighting chart of two hexes as values: why they see each other or not (tank S1–S9).

One test serves every case (S6): with the low end at the origin, a point d hexes away of
effective height h blocks iff (h − low) · D > d · (high + 1 − low).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, distance
from engine.sight.line_trace import GrazingRule, TraceRule, hexes_on, hexes_passed

Plane = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """One hex or hexside on the line, as the chart plots it.

    Where the line runs along a hexside, `hex` is the lower of its two hexes, which decides (both
    must block, S7), and `beside` the other one; a side with a hex off the map never blocks.
    `limit` is the height of the line here: what rises above it blocks, and by choice what rises
    exactly to it.
    """

    hex: Hex
    beside: Hex | None
    distance: int
    level: int
    cover: int
    height: int
    limit: Fraction
    blocks: bool

    @property
    def excess(self) -> Fraction:
        """Return the height of this point above the line; below 0 the line is clear."""
        return self.height - self.limit


@dataclass(frozen=True, slots=True)
class Profile:
    """A line of sight explained: its ends, every point between them from the low end up.

    `low` is the lower of the two ends (`start` when they are level), `distance` the hexes
    between them. The chart's line climbs from `low_level` to `high_level` + 1 (S5).
    """

    start: Hex
    end: Hex
    low: Hex
    high: Hex
    low_level: int
    high_level: int
    distance: int
    points: tuple[ProfilePoint, ...]

    @property
    def is_clear(self) -> bool:
        """Return True if the two hexes see each other; adjacent ones always do (S9)."""
        return not any(point.blocks for point in self.points)

    @property
    def blocking(self) -> ProfilePoint | None:
        """The point that rises steepest from the low end, of equal ones the nearest to it (S5)."""
        found: ProfilePoint | None = None
        for point in self.points:
            if point.blocks and (found is None or self._is_before(point, found)):
                found = point
        return found

    def _is_before(self, point: ProfilePoint, other: ProfilePoint) -> bool:
        steep = (point.height - self.low_level) * other.distance
        beside = (other.height - self.low_level) * point.distance
        if steep != beside:
            return steep > beside
        return (point.distance, point.hex) < (other.distance, other.hex)

    def as_json(self, grid: Grid) -> dict[str, Any]:
        """The profile as `sandtable sight MAP FROM TO --json` prints it, hexes as `@column,row`."""
        return {
            "from": grid.name(self.start),
            "to": grid.name(self.end),
            "distance": self.distance,
            "visible": self.is_clear,
            "blocked_by": grid.name(self.blocking.hex) if self.blocking else None,
            "profile": [_point_as_json(point, grid) for point in self.points],
        }


def _point_as_json(point: ProfilePoint, grid: Grid) -> dict[str, Any]:
    beside = {"beside": grid.name(point.beside)} if point.beside else {}
    whole = point.limit.denominator == 1
    return {
        "hex": grid.name(point.hex),
        **beside,
        "distance": point.distance,
        "level": point.level,
        "cover": point.cover,
        "height": point.height,
        "limit": int(point.limit) if whole else float(point.limit),
        "blocks": point.blocks,
    }


def sight_profile(
    grid: Grid,
    eye: Plane,
    height: Plane,
    a: Hex,
    b: Hex,
    kind: TraceRule,
    on_the_line: GrazingRule = GrazingRule.CLEAR,
) -> Profile:
    """The line of sight from a to b, explained.

    `eye` holds the level one sees from and is seen at, `height` the effective height of a hex on
    the line (S2), both [row, column]. Raises ValueError when an end is off the map.
    """
    steps = list(enumerate(hexes_on(grid, a, b, kind), 1))[:-1]
    level_a, level_b = int(eye[grid.index(a)]), int(eye[grid.index(b)])
    length = distance(a, b)
    low, high = (a, b) if level_a <= level_b else (b, a)
    low_level, high_level = min(level_a, level_b), max(level_a, level_b)
    points = []
    for step, (hexes, is_along) in steps if low == a else reversed(steps):
        from_low = step if low == a else length - step
        limit = Fraction(low_level * length + from_low * (high_level + 1 - low_level), length)
        groups = [hexes] if is_along else [(hex_,) for hex_ in hexes if hex_ in grid]
        for group in groups if low == a else reversed(groups):
            points.append(_point(grid, eye, height, group, from_low, limit, on_the_line))
    return Profile(a, b, low, high, low_level, high_level, length, tuple(points))


def _point(
    grid: Grid,
    eye: Plane,
    height: Plane,
    group: tuple[Hex, ...],
    from_low: int,
    limit: Fraction,
    on_the_line: GrazingRule,
) -> ProfilePoint:
    """A hex crossed, or the two hexes beside the hexside the line runs along."""
    on_map = [hex_ for hex_ in group if hex_ in grid]
    hex_ = min(on_map, key=lambda each: (int(height[grid.index(each)]), each))
    beside = next((other for other in group if other != hex_), None)
    rises, level = int(height[grid.index(hex_)]), int(eye[grid.index(hex_)])
    is_above = rises > limit or (rises == limit and on_the_line is GrazingRule.BLOCKED)
    blocks = is_above and len(on_map) == len(group)
    return ProfilePoint(hex_, beside, from_low, level, rises - level, rises, limit, blocks)


def is_clear(
    grid: Grid,
    eye: Plane,
    height: Plane,
    a: Hex,
    b: Hex,
    kind: TraceRule,
    on_the_line: GrazingRule = GrazingRule.CLEAR,
) -> bool:
    """Return True if a and b see each other by S6, the reference of every kernel."""
    ends = int(eye[grid.index(a)]), int(eye[grid.index(b)])
    low, high, length = min(ends), max(ends), distance(a, b)
    touching = int(on_the_line is GrazingRule.BLOCKED)
    for step, (hexes, is_along) in enumerate(hexes_passed(a, b, kind), start=1):
        from_low = step if ends[0] == low else length - step
        blocking = (
            (rises - low) * length + touching > from_low * (high + 1 - low)
            for rises in _heights(grid, height, hexes)
        )
        if step < length and (all(blocking) if is_along else any(blocking)):
            return False
    return True


def _heights(grid: Grid, height: Plane, hexes: tuple[Hex, ...]) -> Iterator[int]:
    """The effective heights of hexes; one off the map is lower than all."""
    lowest = np.iinfo(np.int16).min
    return (int(height[grid.index(hex_)]) if hex_ in grid else lowest for hex_ in hexes)
