"""The placement of a picture under or over a map: an affine fit to two or three points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Point = tuple[float, float]
# Three points whose triangle is flatter than this part of its longest side squared lie on a line.
FLATTEST = 1e-6


@dataclass(frozen=True)
class ImagePlacement:
    """From pixels of a picture to the page of a map whose hexes are 1 wide.

    A point (x, y) of the picture lies at (a·x + c·y + e, b·x + d·y + f), as in SVG and PDF.
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def page(self, point: Point) -> Point:
        """Return the point of the page at a point of the picture."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def picture(self, point: Point) -> Point:
        """Return the point of the picture at a point of the page."""
        area = self.a * self.d - self.b * self.c
        x, y = point[0] - self.e, point[1] - self.f
        return (self.d * x - self.c * y) / area, (self.a * y - self.b * x) / area

    @property
    def scale(self) -> float:
        """Return the mean width of a pixel of the picture, in hexes."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @property
    def turn(self) -> float:
        """By how many degrees the picture is turned clockwise."""
        return math.degrees(math.atan2(self.b, self.a))

    def moved(self, across: float, down: float) -> ImagePlacement:
        """The same, further right and down by parts of a hex."""
        return ImagePlacement(self.a, self.b, self.c, self.d, self.e + across, self.f + down)


def fit_placement(pairs: Sequence[tuple[Point, Point]]) -> ImagePlacement:
    """The placing that lays points of a picture on points of the page.

    Two pairs move, turn and scale the picture; three also stretch and slant it; one only moves it.
    ValueError when there are none or more, or when points coincide or lie on one line.
    """
    if len(pairs) == 1:
        (x, y), (page_x, page_y) = pairs[0]
        return ImagePlacement(e=page_x - x, f=page_y - y)
    if len(pairs) == 2:
        return _similar(*pairs)
    if len(pairs) == 3:
        return _affine(pairs)
    raise ValueError(f"one, two or three pairs of points place a picture, not {len(pairs)}")


def initial_placement(size: tuple[int, int], sheet: tuple[float, float]) -> ImagePlacement:
    """A first placing: the picture as large as the sheet allows, in its middle."""
    scale = min(sheet[0] / size[0], sheet[1] / size[1])
    left, top = (sheet[0] - scale * size[0]) / 2, (sheet[1] - scale * size[1]) / 2
    return ImagePlacement(scale, 0.0, 0.0, scale, left, top)


def _similar(one: tuple[Point, Point], other: tuple[Point, Point]) -> ImagePlacement:
    """Fit a similarity: as complex numbers, a turn with a scale is one factor."""
    first, second = complex(*one[0]), complex(*other[0])
    there, beyond = complex(*one[1]), complex(*other[1])
    if first == second or there == beyond:
        raise ValueError("the two points coincide; choose points far apart")
    factor = (beyond - there) / (second - first)
    rest = there - factor * first
    return ImagePlacement(factor.real, factor.imag, -factor.imag, factor.real, rest.real, rest.imag)


def _affine(pairs: Sequence[tuple[Point, Point]]) -> ImagePlacement:
    for corners in zip(*pairs, strict=True):
        if _is_flat(corners):
            raise ValueError("the three points lie on one line; choose a triangle")
    here = np.array([[x, y, 1.0] for (x, y), _ in pairs])
    there = np.array([point for _, point in pairs])
    (a, b), (c, d), (e, f) = np.linalg.solve(here, there).tolist()
    return ImagePlacement(a, b, c, d, e, f)


def _is_flat(corners: Sequence[Point]) -> bool:
    (x, y), (x1, y1), (x2, y2) = corners
    area = abs((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y))
    longest = max((x1 - x) ** 2 + (y1 - y) ** 2, (x2 - x) ** 2 + (y2 - y) ** 2)
    return area <= FLATTEST * longest
