"""The table: a country of shapes as its file holds it, in whole sixteenths of an inch (G1, G2)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from engine.problems import Waiver
from engine.tabletop.feature_kinds import FigureScale, ShapeKind, TabletopFeatureKind, feature_kinds
from engine.tabletop.shapes import FOOT, Disc, Point, Polygon, WideLine
from engine.texts import LocalText

LARGEST = 6_000
"""The longest side of a table: about 31 ft (G1)."""
MAX_FEATURES = 5_000
MAX_CORNERS = 100_000  # of all features together


class TabletopEdge(StrEnum):
    """An edge of a table, as its viewer sees it."""

    SOUTH = "south"
    NORTH = "north"
    WEST = "west"
    EAST = "east"


FeatureShape = Polygon | WideLine | Disc


@dataclass(frozen=True)
class TabletopFeature:
    """One thing of the country (G2).

    `height` is above what it stands on: of a hill's contour that of its own step. `level` counts
    the contours of a hill from the lowest, 1.
    """

    id: str
    kind: str
    shape: FeatureShape
    height: int = 0
    obstacle: bool = False
    fordable: bool = False
    level: int = 1
    name: LocalText = ""

    @classmethod
    def of_kind(
        cls, id_: str, kind: str, shape: FeatureShape, scale: FigureScale
    ) -> TabletopFeature:
        """A feature as the catalogue has its kind.

        >>> elm = Disc(Point(96, 96), 32)
        >>> TabletopFeature.features_of_kind("elm", "tree", elm, FigureScale.LITTLE_WARS).height
        128
        """
        known = feature_kinds()[kind]
        return cls(id_, kind, shape, known.height(scale), known.obstacle, known.fordable)

    @property
    def kind_entry(self) -> TabletopFeatureKind:
        """Return the catalogue's entry for its kind."""
        return feature_kinds()[self.kind]

    @property
    def is_hill(self) -> bool:
        """Return True if it is ground of its own height, on which other features stand."""
        return self.kind == "hill"

    @property
    def bars_water(self) -> bool:
        """Return True if it is water that cannot be forded."""
        return self.kind_entry.water and not self.fordable

    def moved(self, dx: int, dy: int) -> TabletopFeature:
        """The same feature elsewhere."""
        return replace(self, shape=move_shape(self.shape, dx, dy))


def shape_kind_of(shape: FeatureShape) -> ShapeKind:
    """Return the kind of a shape."""
    if isinstance(shape, Polygon):
        return ShapeKind.POLYGON
    return ShapeKind.LINE if isinstance(shape, WideLine) else ShapeKind.DISC


def move_shape(shape: FeatureShape, dx: int, dy: int) -> FeatureShape:
    """A shape so far to the right and away from the viewer."""
    if isinstance(shape, Disc):
        return replace(shape, centre=Point(shape.centre.x + dx, shape.centre.y + dy))
    return replace(shape, points=tuple(Point(x + dx, y + dy) for x, y in shape.points))


def points_of(shape: FeatureShape) -> tuple[Point, ...]:
    """The points a shape is laid by."""
    return (shape.centre,) if isinstance(shape, Disc) else tuple(shape.points)


@dataclass(frozen=True)
class TabletopZone:
    """A named part of a table: where sides set up, what counts as an aim."""

    shape: Polygon
    name: LocalText = ""
    colour: str = ""


class TabletopPlaceName(NamedTuple):
    """A name written on a table at a point."""

    at: Point
    name: LocalText


class TabletopUnderlay(NamedTuple):
    """A photograph or drawing under the table, fitted by two points (picture in pixels, table)."""

    picture: str
    pixels: tuple[Point, Point]
    points: tuple[Point, Point]


@dataclass(frozen=True)
class TabletopMap:
    """A table with its country.

    `edges` names the back lines among its four edges, each with what it is called.

    >>> table = Table(width=10 * FOOT, depth=8 * FOOT, edges={Edge.SOUTH: "", Edge.NORTH: ""})
    >>> table.edge(Edge.NORTH)
    (Point(x=0, y=1536), Point(x=1920, y=1536))
    """

    width: int = 8 * FOOT
    depth: int = 6 * FOOT
    title: LocalText = ""
    scale: FigureScale = FigureScale.LITTLE_WARS
    edges: Mapping[TabletopEdge, LocalText] = field(default_factory=dict)
    features: tuple[TabletopFeature, ...] = ()
    zones: Mapping[str, TabletopZone] = field(default_factory=dict)
    places: tuple[TabletopPlaceName, ...] = ()
    underlay: TabletopUnderlay | None = None
    credits: str = ""
    notes: LocalText = ""
    waived: tuple[Waiver, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, TabletopFeature]:
        """The features by their ids."""
        return {feature.id: feature for feature in self.features}

    @cached_property
    def in_layers(self) -> tuple[TabletopFeature, ...]:
        """The features as they lie on each other, the lowest first; a hill's contours by level."""
        return tuple(sorted(self.features, key=lambda one: (one.kind_entry.layer, one.level)))

    def features_of_kind(self, kind: str) -> tuple[TabletopFeature, ...]:
        """The features of a kind."""
        return tuple(feature for feature in self.features if feature.kind == kind)

    def edge(self, edge: TabletopEdge) -> tuple[Point, Point]:
        """The two ends of an edge."""
        left, right, near, far = 0, self.width, 0, self.depth
        ends = {
            TabletopEdge.SOUTH: (Point(left, near), Point(right, near)),
            TabletopEdge.NORTH: (Point(left, far), Point(right, far)),
            TabletopEdge.WEST: (Point(left, near), Point(left, far)),
            TabletopEdge.EAST: (Point(right, near), Point(right, far)),
        }
        return ends[edge]

    def has(self, point: Point) -> bool:
        """Return True if a point is on the table."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.depth

    def fingerprint(self) -> str:
        """A digest of what bears on play: a replay belongs to the table with the same one."""
        plain = {
            "size": [self.width, self.depth],
            "scale": self.scale.value,
            "edges": sorted(edge.value for edge in self.edges),
            "features": [_parts_played(feature) for feature in self.features],
            "zones": {name: _shape(zone.shape) for name, zone in self.zones.items()},
        }
        spelled = json.dumps(plain, sort_keys=True, ensure_ascii=False)
        return hashlib.blake2b(spelled.encode(), digest_size=8).hexdigest()


def _parts_played(feature: TabletopFeature) -> list[Any]:
    return [
        feature.id, feature.kind, _shape(feature.shape), feature.height,
        feature.obstacle, feature.fordable, feature.level,
    ]  # fmt: skip


def _shape(shape: FeatureShape) -> list[Any]:
    points = [list(point) for point in points_of(shape)]
    width = shape.width if isinstance(shape, WideLine) else 0
    radius = shape.radius if isinstance(shape, Disc) else 0
    return [shape_kind_of(shape).value, points, width, radius]
