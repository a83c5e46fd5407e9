"""Tables and figures made at random, the same for the same seed."""

from __future__ import annotations

from random import Random

from engine.tabletop.buffered_shapes import BufferedShape, convex_hull, is_nearer
from engine.tabletop.feature_kinds import FigureScale
from engine.tabletop.footprints import PlacedPiece, footprint_core
from engine.tabletop.shapes import Disc, Point, Polygon, WideLine
from engine.tabletop.tabletop_map import FeatureShape, TabletopFeature, TabletopMap

WIDTH, DEPTH = 1_200, 900
TYPES = ("foot", "foot", "foot", "horse", "gun", "wagon")


def feature(id_: str, kind: str, shape: FeatureShape) -> TabletopFeature:
    """A feature as the catalogue has its kind, for two-inch figures."""
    return TabletopFeature.of_kind(id_, kind, shape, FigureScale.LITTLE_WARS)


def somewhere(chance: Random, width: int = WIDTH, depth: int = DEPTH) -> Point:
    """A point of a table."""
    return Point(chance.randrange(width), chance.randrange(depth))


def made_polygon(chance: Random, size: int) -> Polygon:
    """The convex area around some points near each other."""
    middle = somewhere(chance)
    while True:
        points = [
            (middle.x + chance.randint(-size, size), middle.y + chance.randint(-size, size))
            for _ in range(6)
        ]
        if len(convex_hull(points)) > 2:
            return Polygon(tuple(Point(*each) for each in convex_hull(points)))


def made_features(chance: Random, number: int) -> list[TabletopFeature]:
    """Houses, walls, trees, hills and a river with a bridge."""
    found = []
    for each in range(number):
        kind = chance.choice(("house", "tree", "wall", "hill", "rock"))
        shape: FeatureShape
        if kind in ("house", "hill"):
            shape = made_polygon(chance, 60 if kind == "house" else 150)
        elif kind == "wall":
            start = somewhere(chance)
            turns = [Point(start.x + chance.randint(-90, 90), start.y + chance.randint(-90, 90))]
            shape = WideLine((start, *turns), 12)
        else:
            shape = Disc(somewhere(chance), chance.randint(4, 40))
        found.append(feature(f"{kind}-{each}", kind, shape))
    return found


def made_table(seed: int, features: int = 12) -> TabletopMap:
    """A table with features strewn over it."""
    return TabletopMap(WIDTH, DEPTH, features=tuple(made_features(Random(seed), features)))


def made_stands(
    chance: Random, number: int, width: int = WIDTH, depth: int = DEPTH
) -> list[PlacedPiece]:
    """Figures of two sides, none nearer to another than it may be."""
    found: list[PlacedPiece] = []
    rooms: list[BufferedShape] = []
    for each in range(number * 3):
        if len(found) == number:
            break
        at = somewhere(chance, width, depth)
        type_ = chance.choice(TYPES)
        stand = PlacedPiece(
            str(each), chance.choice(("red", "blue")), type_, at, chance.randrange(360)
        )
        room = footprint_core(stand)
        if not any(is_nearer(room, other, 1) for other in rooms):
            found.append(stand)
            rooms.append(room)
    return found
