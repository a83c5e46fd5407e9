"""Shapes of a table moved, turned, scaled and mirrored; every result is in whole sixteenths."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from engine.tabletop.shapes import Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import points_of

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import FeatureShape

MIN_RADIUS = 1


class ShapeBounds(NamedTuple):
    """An upright rectangle round something, in sixteenths of an inch."""

    left: int
    bottom: int
    right: int
    top: int

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle, which may lie between two whole points."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def wide(self) -> int:
        """Return its extent from left to right."""
        return self.right - self.left

    @property
    def deep(self) -> int:
        """Return its extent away from the viewer."""
        return self.top - self.bottom

    def meets(self, other: ShapeBounds) -> bool:
        """Return True if the bounds share a point."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.bottom <= other.top
            and other.bottom <= self.top
        )

    def holds(self, other: ShapeBounds) -> bool:
        """Return True if the other bounds are wholly within these."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.bottom <= other.bottom
            and other.top <= self.top
        )


@dataclass(frozen=True)
class ShapeTransform:
    """A map of the plane on itself: (x, y) goes to (a·x + c·y + e, b·x + d·y + f)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, at: tuple[float, float]) -> Point:
        """Return the image of a point, rounded to whole coordinates."""
        x, y = at
        return Point(
            round(self.a * x + self.c * y + self.e), round(self.b * x + self.d * y + self.f)
        )

    @property
    def mean_scale(self) -> float:
        """By how much lengths grow, on the average of all directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


def shift_transform(right: float, away: float) -> ShapeTransform:
    """A move along the table."""
    return ShapeTransform(e=right, f=away)


def rotation_transform(degrees: float, about: tuple[float, float]) -> ShapeTransform:
    """A turn clockwise, seen from above."""
    angle = math.radians(-degrees)
    cosine, sine = round(math.cos(angle), 12), round(math.sin(angle), 12)
    return _about(ShapeTransform(cosine, sine, -sine, cosine), about)


def scaling_transform(across: float, away: float, about: tuple[float, float]) -> ShapeTransform:
    """Larger or smaller by two factors; a negative one mirrors."""
    return _about(ShapeTransform(across, 0.0, 0.0, away), about)


def _about(change: ShapeTransform, about: tuple[float, float]) -> ShapeTransform:
    """The same with a point that stays where it is."""
    x, y = about
    return replace(
        change,
        e=x - change.a * x - change.c * y,
        f=y - change.b * x - change.d * y,
    )


def transform_shape(shape: FeatureShape, change: ShapeTransform) -> FeatureShape:
    """A shape after a change: a course keeps its width, a disc grows with the lengths."""
    if isinstance(shape, Disc):
        radius = max(MIN_RADIUS, round(shape.radius * change.mean_scale))
        return Disc(change.point(shape.centre), radius)
    points = tuple(map(change.point, shape.points))
    return WideLine(points, shape.width) if isinstance(shape, WideLine) else Polygon(points)


def with_points(shape: FeatureShape, points: Iterable[Point]) -> FeatureShape:
    """The same kind of shape laid by other points."""
    laid = tuple(points)
    if isinstance(shape, Disc):
        return replace(shape, centre=laid[0])
    return WideLine(laid, shape.width) if isinstance(shape, WideLine) else Polygon(laid)


def shape_bounds(shape: FeatureShape) -> ShapeBounds:
    """The smallest upright rectangle round a shape; of a course, round its line."""
    reach = shape.radius if isinstance(shape, Disc) else 0
    points = points_of(shape)
    across, away = [x for x, _ in points], [y for _, y in points]
    return ShapeBounds(
        min(across) - reach, min(away) - reach, max(across) + reach, max(away) + reach
    )


def box_round(boxes: Iterable[ShapeBounds]) -> ShapeBounds | None:
    """The smallest upright rectangle round several; None round none."""
    every = list(boxes)
    if not every:
        return None
    lefts, bottoms, rights, tops = zip(*every, strict=True)
    return ShapeBounds(min(lefts), min(bottoms), max(rights), max(tops))
