"""The shapes a country is made of, in whole sixteenths of an inch (G2)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tabletop.point import Point


@dataclass(frozen=True)
class Polygon:
    """An area by its corners, either way round."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class WideLine:
    """A line with a width, as a wall or a river."""

    points: tuple[Point, ...]
    width: int


@dataclass(frozen=True)
class Disc:
    """Something round, as a tree."""

    centre: Point
    radius: int
