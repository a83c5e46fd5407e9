"""A table's geometry by the rules alone, in plain numbers: slow, short, and nobody else's.

Nothing of the engine's geometry is used. Everything is in u; a shape is a skeleton (a point, a
segment, a chain or a filled polygon) with a radius around it. Results are those of real numbers, so
who compares allows for less than a u.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

XY = tuple[float, float]

HORSE_TYPES = ("general", "scout")
FOOT_TYPES = ("foot", "gunner", "engineer")
SIZES = {  # radius, axis or width, length, height (G3)
    "foot": (6, 0, 0, 32),
    "horse": (10, 8, 0, 44),
    "gun": (0, 40, 64, 24),
    "wagon": (0, 32, 64, 40),
    "engine": (0, 40, 96, 56),
    "truck": (0, 40, 80, 48),
    "boat": (0, 40, 96, 16),
    "box": (0, 40, 56, 32),
}


class Form(NamedTuple):
    """A skeleton with a radius around it; filled where it is a polygon."""

    points: tuple[XY, ...]
    radius: float = 0.0
    is_filled: bool = False

    @property
    def segments(self) -> list[tuple[XY, XY]]:
        """Its edges; one without length where it is a point."""
        points = self.points
        if len(points) == 1:
            return [(points[0], points[0])]
        closed = [*points, points[0]] if self.is_filled else list(points)
        return list(pairwise(closed))


def form(kind: str, at: XY, facing: float, halved: bool = False) -> Form:
    """The footprint of a figure, gun or wagon; facing in degrees clockwise from y away (G3)."""
    size = SIZES["foot" if kind in FOOT_TYPES else "horse" if kind in HORSE_TYPES else kind]
    radius, wide, long, _ = (each / (2 if halved else 1) for each in size)
    ahead = (math.sin(math.radians(facing)), math.cos(math.radians(facing)))
    aside = (ahead[1], -ahead[0])
    if not wide:
        return Form((at,), radius)
    if not long:
        return Form((_go(at, ahead, wide / 2), _go(at, ahead, -wide / 2)), radius)
    corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    return Form(
        tuple(_go(_go(at, ahead, a * long / 2), aside, b * wide / 2) for a, b in corners),
        0.0,
        True,
    )


def height(kind: str, halved: bool = False) -> float:
    """How high a figure stands (G3)."""
    size = SIZES["foot" if kind in FOOT_TYPES else "horse" if kind in HORSE_TYPES else kind]
    return size[3] / (2 if halved else 1)


def _go(at: XY, way: XY, far: float) -> XY:
    return at[0] + way[0] * far, at[1] + way[1] * far


# --- distances (G4) -------------------------------------------------------------------------------


def gap(one: Form, other: Form) -> float:
    """From edge to edge; nothing or less where they overlap."""
    return _bare(one, other) - one.radius - other.radius


def _bare(one: Form, other: Form) -> float:
    if is_inside(one.points[0], other) or is_inside(other.points[0], one):
        return 0.0
    if len(one.points) == 1:
        return min(to_segment(one.points[0], *edge) for edge in other.segments)
    return min(between(*a, *b) for a in one.segments for b in other.segments)


def is_inside(point: XY, area: Form) -> bool:
    """Whether a point lies within a filled shape."""
    if not area.is_filled:
        return False
    x, y = point
    crossings = 0
    for (x1, y1), (x2, y2) in area.segments:
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1


def between(a: XY, b: XY, c: XY, d: XY) -> float:
    """The distance of two segments."""
    if _cross(a, b, c, d):
        return 0.0
    return min(to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b))


def to_segment(p: XY, a: XY, b: XY) -> float:
    """The distance of a point from a segment."""
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    if not length:
        return math.dist(p, a)
    t = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length
    t = min(max(t, 0.0), 1.0)
    return math.dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def side(a: XY, b: XY, p: XY) -> float:
    """Positive left of the line from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _cross(a: XY, b: XY, c: XY, d: XY) -> bool:
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def furthest(p: XY, area: Form) -> float:
    """How far the furthest point of a shape is."""
    return max(math.dist(p, each) for each in area.points) + area.radius


# --- ways (G6) ------------------------------------------------------------------------------------


def length(path: Sequence[XY]) -> float:
    """How long a chain of points is."""
    return sum(math.dist(a, b) for a, b in pairwise(path))


def swept(path: Sequence[XY], radius: float) -> Form:
    """What a disc of this radius covers along a path."""
    return Form(tuple(path), radius)


def meets(path: Sequence[XY], radius: float, things: Iterable[Form], spare: float = 1.0) -> bool:
    """Whether a disc on a path goes into any of some things, by more than can be rounding."""
    track = swept(path, radius)
    return any(gap(track, each) < -spare for each in things)


# --- contours (K1.2) ------------------------------------------------------------------------------


def crossings(path: Sequence[XY], hills: Iterable[Form]) -> list[tuple[float, bool]]:
    """Where a path crosses the edges of hills: how far along, and whether it enters one."""
    found = []
    for hill in hills:
        behind = 0.0
        for a, b in pairwise(path):
            cuts = [t for e in hill.segments if (t := _cut(a, b, *e)) is not None]
            for t in sorted(cuts):
                step = 1e-4
                beyond = (a[0] + (t + step) * (b[0] - a[0]), a[1] + (t + step) * (b[1] - a[1]))
                found.append((behind + t * math.dist(a, b), is_inside(beyond, hill)))
            behind += math.dist(a, b)
    return sorted(found)


def _cut(a: XY, b: XY, c: XY, d: XY) -> float | None:
    """The part of a segment after which another is crossed."""
    if not _cross(a, b, c, d):
        return None
    return side(c, d, a) / (side(c, d, a) - side(c, d, b))
