"""Many areas in little memory: the corners of all their rings, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.geo_boxes import GeoBox, turned_points

GRAINS = 1e7  # a degree, as OpenStreetMap counts them

Points = NDArray[np.float64]
Offsets = NDArray[np.int64]


@dataclass(frozen=True)
class AreaRings:
    """Areas as corners [corner, x y], the first corner of each ring, the first ring of each area.

    Both lists of firsts end with how many there are in all. The first ring of an area is its rim,
    the others are its holes; each ends where it begins.
    """

    points: NDArray[Any]
    rings: Offsets
    areas: Offsets

    @classmethod
    def of(cls, polygons: NDArray[Any]) -> AreaRings:
        """Shapely polygons, those in several pieces as several areas."""
        import shapely

        parts = shapely.get_parts(polygons)
        parts = parts[(shapely.get_type_id(parts) == 3) & ~shapely.is_empty(parts)]
        if not len(parts):
            return cls(np.empty((0, 2)), np.zeros(1, np.int64), np.zeros(1, np.int64))
        _, points, (rings, areas) = shapely.to_ragged_array(parts, include_z=False)
        return cls(points, np.asarray(rings, np.int64), np.asarray(areas, np.int64))

    @classmethod
    def joined(cls, several: Sequence[AreaRings]) -> AreaRings:
        """Some patches one after the other."""
        rings, areas = [np.zeros(1, np.int64)], [np.zeros(1, np.int64)]
        corners = count = 0
        for each in several:
            rings.append(each.rings[1:] + corners)
            areas.append(each.areas[1:] + count)
            corners, count = corners + len(each.points), count + len(each.rings) - 1
        points = [each.points for each in several if len(each.points)]
        whole = np.concatenate(points) if points else np.empty((0, 2))
        return cls(whole, np.concatenate(rings), np.concatenate(areas))

    def __len__(self) -> int:
        return len(self.areas) - 1

    def polygons(self) -> NDArray[Any]:
        """The areas as shapely polygons."""
        import shapely

        if not len(self):
            return np.empty(0, object)
        offsets = self.rings, self.areas
        points = np.ascontiguousarray(self.points, np.float64)
        made = shapely.from_ragged_array(shapely.GeometryType.POLYGON, points, offsets)
        return np.asarray(made)

    def bounds(self) -> Points:
        """The box round each area: [area, least x, least y, greatest x, greatest y]."""
        if not len(self):
            return np.empty((0, 4))
        firsts = self.rings[self.areas[:-1]]
        low = np.minimum.reduceat(self.points, firsts)
        return np.concatenate([low, np.maximum.reduceat(self.points, firsts)], axis=1)

    def chosen(self, wanted: NDArray[np.bool_]) -> AreaRings:
        """Those areas that are wanted."""
        if wanted.all():
            return self
        of_ring = np.repeat(wanted, np.diff(self.areas))
        of_point = np.repeat(of_ring, np.diff(self.rings))
        rings = np.concatenate([[0], np.cumsum(np.diff(self.rings)[of_ring])])
        areas = np.concatenate([[0], np.cumsum(np.diff(self.areas)[wanted])])
        return AreaRings(self.points[of_point], rings, areas)

    def moved(self, by: Callable[[Points], NDArray[Any]]) -> AreaRings:
        """The same areas with their corners elsewhere."""
        return AreaRings(by(self.points), self.rings, self.areas)

    def sizes(self) -> Points:
        """Return the area of each, in the square of its unit, without its holes."""
        if not len(self):
            return np.empty(0)
        ring = np.abs(self.turns())
        total = np.concatenate([[0.0], np.cumsum(ring)])
        whole = total[self.areas[1:]] - total[self.areas[:-1]]
        return np.asarray(2 * ring[self.areas[:-1]] - whole)

    def turns(self) -> Points:
        """The area within each ring, negative where it runs clockwise."""
        near = self.points - np.repeat(
            self.points[self.rings[:-1]], np.diff(self.rings), axis=0
        )  # near nothing, where floats are finest
        cross = np.zeros(len(near))
        cross[:-1] = near[:-1, 0] * near[1:, 1] - near[1:, 0] * near[:-1, 1]
        cross[self.rings[1:] - 1] = 0
        return np.asarray(np.add.reduceat(cross, self.rings[:-1]) / 2, np.float64)


@dataclass
class AreaCollector(Sequence[Any]):
    """All areas of one cover as they come in, in degrees."""

    kept: list[AreaRings] = field(default_factory=list)  # in whole grains
    loose: list[Any] = field(default_factory=list)

    def add(self, polygon: Any) -> None:
        """Add a shapely polygon, or several in one."""
        self.loose.append(polygon)

    def add_patches(self, patches: AreaRings) -> None:
        """Add many areas at once."""
        if len(patches):
            self.kept.append(patches.moved(_to_grains))

    def extend(self, other: AreaCollector) -> None:
        """Add all that another one holds."""
        self.kept.extend(other.kept)
        self.loose.extend(other.loose)

    def near(self, box: GeoBox | None = None) -> AreaRings:
        """The areas whose own boxes meet a box, in degrees."""
        if self.loose:
            self.kept.append(AreaRings.of(np.array(self.loose, object)).moved(_to_grains))
            self.loose = []
        found = []
        for each in self.kept:
            if box and box.crosses_meridian:
                found.append(_chosen_near(_turned(each, box.middle), box, 1.0))
            else:
                found.append(_chosen_near(each, box, GRAINS).moved(_to_degrees))
        return AreaRings.joined(found)

    def __len__(self) -> int:
        return sum(map(len, self.kept)) + len(self.loose)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self.near().polygons()[place]


def _chosen_near(areas: AreaRings, box: GeoBox | None, grains: float) -> AreaRings:
    """The areas whose own boxes meet a box; `grains` make a degree of theirs."""
    if box is None:
        return areas
    west, south, east, north = (areas.bounds() / grains).T
    meets = (west <= box.east) & (east >= box.west)
    return areas.chosen(meets & (south <= box.north) & (north >= box.south))


def _turned(areas: AreaRings, middle: float) -> AreaRings:
    """Areas in degrees, with longitudes nearest to a middle."""
    return areas.moved(lambda points: turned_points(_to_degrees(points), middle))


def _to_degrees(points: NDArray[Any]) -> Points:
    return np.asarray(points / GRAINS, np.float64)


def _to_grains(points: Points) -> NDArray[np.int32]:
    return np.asarray(np.round(points * GRAINS), np.int32)
