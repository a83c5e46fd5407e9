"""Boxes of degrees, also over the 180th meridian, and longitudes by whole turns of the Earth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.import_problems import import_error, load_library, translated_errors

WORLD = "EPSG:4326"
WORLD_WIDE = 360.0  # degrees
TURNS = (0.0, -WORLD_WIDE, WORLD_WIDE)

Floats = NDArray[np.float64]


class GeoBox(NamedTuple):
    """Degrees of longitude and latitude, as `--bbox` takes them."""

    west: float
    south: float
    east: float
    north: float

    def checked(self) -> GeoBox:
        """Return this box in standard form, if it is one on the Earth.

        A box with its west above its east crosses the 180th meridian, as in RFC 7946.
        """
        within = -180 <= self.west <= 180 and -180 <= self.east <= WORLD_WIDE
        sound = within and self.west != self.east and -90 <= self.south < self.north <= 90
        box = self._replace(east=self.east + WORLD_WIDE * (self.west > self.east))
        if not sound or box.east - box.west > WORLD_WIDE:
            raise import_error("no-box", box=", ".join(f"{side:g}" for side in self))
        return box.in_turn()

    def in_turn(self) -> GeoBox:
        """Return the same box with its west from -180 to 180; its east may be more."""
        turns = math.floor((self.west + WORLD_WIDE / 2) / WORLD_WIDE) * WORLD_WIDE
        return self.shifted(-turns)

    def as_written(self) -> GeoBox:
        """Return the same box with both sides from -180 to 180, as RFC 7946 writes it."""
        return self._replace(east=self.east - WORLD_WIDE * (self.east > WORLD_WIDE / 2))

    def shifted(self, degrees: float) -> GeoBox:
        """Return the box so many degrees to the east."""
        return self._replace(west=self.west + degrees, east=self.east + degrees)

    @property
    def middle(self) -> float:
        """Return the longitude of the middle."""
        return (self.west + self.east) / 2

    @property
    def crosses_meridian(self) -> bool:
        """Return True if the box reaches beyond the 180th meridian."""
        return self.west < -WORLD_WIDE / 2 or self.east > WORLD_WIDE / 2

    def meets(self, other: GeoBox) -> bool:
        """Return True if two boxes have any ground in common, also beyond 180 degrees."""
        return any(self.shifted(turn).meets_as_written(other) for turn in TURNS)

    def meets_as_written(self, other: GeoBox) -> bool:
        """Return True if two boxes overlap without a turn round the Earth."""
        apart = self.west > other.east or other.west > self.east
        return not (apart or self.south > other.north or other.south > self.north)

    def within(self, other: GeoBox) -> GeoBox:
        """Return the intersection of two boxes that meet."""
        shared = [self._shared(other.shifted(turn)) for turn in TURNS]
        return max(shared, key=lambda box: box.east - box.west).in_turn()

    def _shared(self, other: GeoBox) -> GeoBox:
        low = max(self.west, other.west), max(self.south, other.south)
        return GeoBox(*low, min(self.east, other.east), min(self.north, other.north))

    def with_margin(self, metres: float) -> GeoBox:
        """The box with so many metres more on every side."""
        up = metres / 110_000
        aside = up / max(0.02, math.cos(math.radians(max(map(abs, (self.south, self.north))))))
        aside = min(aside, max(0.0, (WORLD_WIDE - self.east + self.west) / 2))
        low = self.west - aside, max(-90.0, self.south - up)
        return GeoBox(*low, self.east + aside, min(90.0, self.north + up))


def near_longitude(lon: Any, middle: float) -> Any:
    """Return longitudes by whole turns nearest to a middle: from 180 below it to 180 above."""
    return lon - WORLD_WIDE * np.floor((lon - middle + WORLD_WIDE / 2) / WORLD_WIDE)


def turned_points(points: Floats, middle: float) -> Floats:
    """Return points [point, x y] in degrees with longitudes nearest to a middle."""
    return np.stack((near_longitude(points[:, 0], middle), points[:, 1]), axis=1)


def box_of_points(lon: Floats, lat: Floats) -> GeoBox:
    """Return the narrowest box round places; it may cross the 180th meridian."""
    boxes = GeoBoxes(lon, lat, lon, lat)
    return boxes.around()


class GeoBoxes(NamedTuple):
    """The sides of many boxes."""

    west: Floats
    south: Floats
    east: Floats
    north: Floats

    def around(self) -> GeoBox:
        """Return the narrowest box round all; it may cross the 180th meridian."""
        turn = np.where(self.west < 0, WORLD_WIDE, 0.0)
        low, high = float(self.south.min()), float(self.north.max())
        plain = GeoBox(float(self.west.min()), low, float(self.east.max()), high)
        west, east = float((self.west + turn).min()), float((self.east + turn).max())
        over = GeoBox(west, low, east, high)
        return over.in_turn() if east - west < plain.east - plain.west - 1e-9 else plain


def bounding_box(boxes: Sequence[GeoBox]) -> GeoBox | None:
    """The box round several; None round none."""
    if not boxes:
        return None
    return GeoBoxes(*np.array([box.in_turn() for box in boxes], float).T).around()


def convert_coordinates(
    crs: str, x: Floats, y: Floats, source: str = WORLD
) -> tuple[Floats, Floats]:
    """Convert coordinates of one projection to another; those beyond its reach are infinite."""
    with translated_errors(source):
        transformer = load_library("pyproj").Transformer.from_crs(source, crs, always_xy=True)
    east, north = transformer.transform(x, y)
    return np.asarray(east, float), np.asarray(north, float)
