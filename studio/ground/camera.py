"""Which part of the Earth a picture of the ground shows: degrees to pixels and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.ground.area import GeoBox

MARGIN = 0.06  # of the picture, left free round what is fitted into it
LEAST_SPAN, MOST_SPAN = 0.002, 120.0  # degrees of latitude over the height of the picture
METRES_A_DEGREE = 111_195.0  # of latitude
FLATTEST = 0.05  # near the poles degrees of longitude are shown no narrower


@dataclass(frozen=True)
class GeoCamera:
    """North is up. `scale` is pixels a degree of latitude at `lon`, `lat`, the picture's middle."""

    lon: float = 0.0
    lat: float = 0.0
    scale: float = 100.0
    size: tuple[float, float] = (100.0, 100.0)

    @property
    def squeeze(self) -> float:
        """How much narrower a degree of longitude is than one of latitude."""
        return max(FLATTEST, math.cos(math.radians(self.lat)))

    @property
    def metres_a_pixel(self) -> float:
        """How much ground a pixel shows."""
        return METRES_A_DEGREE / self.scale

    @classmethod
    def on(cls, box: GeoBox, size: tuple[float, float]) -> GeoCamera:
        """The camera that shows a whole box."""
        lon, lat = (box.west + box.east) / 2, (box.south + box.north) / 2
        plain = cls(lon, lat, 1.0, size)
        wide = max(box.east - box.west, 1e-6) * plain.squeeze
        high = max(box.north - box.south, 1e-6)
        free = 1 - 2 * MARGIN
        return plain.with_scale(min(size[0] * free / wide, size[1] * free / high))

    def with_scale(self, scale: float) -> GeoCamera:
        """The same middle, nearer or farther, within bounds."""
        high = max(self.size[1], 1.0)
        return replace(self, scale=min(max(scale, high / MOST_SPAN), high / LEAST_SPAN))

    def resized(self, size: tuple[float, float]) -> GeoCamera:
        """The same middle and scale in a picture of another size."""
        return replace(self, size=size)

    def zoomed(self, factor: float, x: float, y: float) -> GeoCamera:
        """Nearer by a factor; what lies at a point of the picture stays there."""
        lon, lat = self.ground(x, y)
        nearer = self.with_scale(self.scale * factor)
        there = nearer.screen(lon, lat)
        return nearer.panned(there[0] - x, there[1] - y)

    def panned(self, right: float, down: float) -> GeoCamera:
        """Moved over the ground by so many pixels."""
        lat = min(max(self.lat - down / self.scale, -89.0), 89.0)
        lon = min(max(self.lon + right / self.scale / self.squeeze, -180.0), 180.0)
        return replace(self, lon=lon, lat=lat)

    def screen(self, lon: float, lat: float) -> tuple[float, float]:
        """Where a place is on the picture."""
        x = self.size[0] / 2 + (lon - self.lon) * self.squeeze * self.scale
        return x, self.size[1] / 2 - (lat - self.lat) * self.scale

    def ground(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude of a point of the picture."""
        lon = self.lon + (x - self.size[0] / 2) / self.squeeze / self.scale
        return lon, self.lat - (y - self.size[1] / 2) / self.scale

    @property
    def box(self) -> GeoBox:
        """All that is shown, as far as it lies on the Earth."""
        west, north = self.ground(0, 0)
        east, south = self.ground(*self.size)
        return GeoBox(max(west, -180), max(south, -90), min(east, 180), min(north, 90))
