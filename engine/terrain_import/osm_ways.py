"""Ways of an extract in batches: what libosmium wrote of each, taken apart all at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.area_rings import AreaRings
from engine.terrain_import.geo_boxes import GeoBox, turned_points
from engine.terrain_import.import_problems import ImportReport

HEAD = 9  # bytes of a line in WKB before its points: the order of bytes, the type, the count
RING = 4  # corners of the least ring, the first one again at its end


@dataclass
class WayBatch:
    """Ways as hexadecimal WKB, with the cover and the line each is."""

    written: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    courses: list[str] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)  # with the number of a road

    def __len__(self) -> int:
        return len(self.written)

    def add(self, drawn: str, kind: str, line: str, name: tuple[str, str]) -> None:
        """Add a way."""
        self.written.append(drawn)
        self.kinds.append(kind)
        self.courses.append(line)
        self.names.append(name)

    def drawn(self, near: GeoBox | None) -> WayGeometries:
        """The ways with their points, without those that lie elsewhere."""
        counts = np.fromiter(map(len, self.written), np.int64, len(self.written)) // 2 - HEAD
        octets = np.frombuffer(bytes.fromhex("".join(self.written)), np.uint8)
        wanted = np.ones(len(octets), np.bool_)
        firsts = np.concatenate([[0], np.cumsum(counts + HEAD)[:-1]])
        wanted[(firsts[:, None] + np.arange(HEAD)).ravel()] = False
        points = octets[wanted].view("<f8").reshape(-1, 2)
        ends = np.concatenate([[0], np.cumsum(counts // 16)])
        is_near: NDArray[np.bool_] = np.ones(len(counts), np.bool_)
        if near:
            placed = turned_points(points, near.middle) if near.crosses_meridian else points
            low = np.minimum.reduceat(placed, ends[:-1])
            high = np.maximum.reduceat(placed, ends[:-1])
            is_near &= np.asarray((low <= (near.east, near.north)).all(axis=1))
            is_near &= np.asarray((high >= (near.west, near.south)).all(axis=1))
        return WayGeometries(self, points, ends, is_near)


@dataclass(frozen=True)
class WayGeometries:
    """A batch of ways with their points, each from one end to the next one's."""

    batch: WayBatch
    points: NDArray[np.float64]
    ends: NDArray[np.int64]
    is_near: NDArray[np.bool_]

    def areas(self) -> Iterator[tuple[str, AreaRings]]:
        """The areas of each cover, just as they were drawn."""
        kinds = np.array(self.batch.kinds)
        for kind in dict.fromkeys(self.batch.kinds):
            wanted = (kinds == kind) & self.is_near
            if kind and wanted.any():
                inside = np.repeat(wanted, np.diff(self.ends))
                rings = np.concatenate([[0], np.cumsum(np.diff(self.ends)[wanted])])
                yield kind, AreaRings(self.points[inside], rings, np.arange(len(rings)))

    def lines(self) -> Iterator[tuple[str, tuple[str, str], Any]]:
        """Each line with its kind, and its name and number."""
        import shapely

        is_line = np.array([bool(line) for line in self.batch.courses]) & self.is_near
        places = np.flatnonzero(is_line)
        inside = np.repeat(is_line, np.diff(self.ends))
        number = np.repeat(np.arange(len(places)), np.diff(self.ends)[places])
        if not len(places):
            return
        drawn = np.asarray(shapely.linestrings(self.points[inside], indices=number), object)
        for place, course in zip(places.tolist(), drawn, strict=True):
            yield self.batch.courses[place], self.batch.names[place], course


def split_valid_rings(patches: AreaRings, account: ImportReport) -> tuple[AreaRings, NDArray[Any]]:
    """Rings that are sound areas, and the others as polygons; too short ones are noted."""
    import shapely

    enough = np.diff(patches.rings) >= RING
    account.note("areas-broken", int((~enough).sum()))
    rings = patches.chosen(enough)
    polygons = rings.polygons()
    is_sound = shapely.is_valid(polygons)
    return rings.chosen(is_sound), polygons[~is_sound]
