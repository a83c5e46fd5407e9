"""The piece of ground a map shows, and where on it each hex lies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, Orientation
from engine.hexes.hex import SIDES, Hex
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.narration.number_format import format_decimal
from engine.terrain_import.geo_boxes import (
    WORLD,
    WORLD_WIDE,
    GeoBox,
    box_of_points,
    convert_coordinates,
    near_longitude,
)
from engine.terrain_import.import_problems import import_error, load_library

SMALLEST_HEX, LARGEST_HEX = 10.0, 20_000.0
MAX_HEXES = 4_000_000
MAX_A_SIDE = 10_000
KM_LABELS_UP_TO = 500.0  # metres per hex: larger ones have a letter or two a kilometre square
POINTS_A_SIDE = 21  # how finely a box's sides are followed into another projection
WIDEST = 60.0  # degrees of longitude that one projection in metres holds

Floats = NDArray[np.float64]
Block = tuple[slice, slice]
"""Rows and columns of a grid."""


@dataclass(frozen=True)
class SheetSpec:
    """The specification of a sheet: the size of hexes and their orientation.

    `rotation` is how many degrees the map's upper edge is turned clockwise from grid north.
    `projection` is `utm`, `local` (metres true at the middle of the map) or a code like EPSG:25832.
    """

    hex_metres: float = 200.0
    orientation: Orientation = Orientation.POINTY
    rotation: float = 0.0
    projection: str = "utm"

    def frame_over_box(self, box: GeoBox) -> MapFrame:
        """Return the frame of as many whole hexes as fit into a box, in its middle."""
        west, south, east, north = box.checked()
        self._check()
        middle = (west + east) / 2, (south + north) / 2
        crs = _projection(self.projection, *middle)
        aside = np.linspace(west, east, POINTS_A_SIDE)
        up = np.linspace(south, north, POINTS_A_SIDE)
        # The largest upright sheet between the middles of the sides: no corner lies outside.
        rim = [np.full_like(up, west), np.full_like(up, east), aside, aside]
        other = [up, up, np.full_like(aside, south), np.full_like(aside, north)]
        if east - west > WIDEST:
            raise import_error("too-wide", degrees=f"{east - west:.0f}", most=f"{WIDEST:.0f}")
        x, y = convert_coordinates(crs, np.array(rim), np.array(other))
        wide, high = _turn_in(*_room(x, y), self.rotation)
        columns, rows = self._hexes_in(wide, high)
        return self._centred(crs, middle, columns, rows)

    def frame_round_place(self, lon: float, lat: float, width: float, height: float) -> MapFrame:
        """Return the frame of as many whole hexes as fit into so many metres round a place."""
        self._check()
        return self.of_hexes(lon, lat, *self._hexes_in(width, height))

    def of_hexes(self, lon: float, lat: float, columns: int, rows: int) -> MapFrame:
        """A sheet of so many hexes round a place."""
        self._check()
        if not (-180 <= lon <= WORLD_WIDE and -90 <= lat <= 90):
            raise import_error(
                "no-place", lon=format_decimal(f"{lon:g}"), lat=format_decimal(f"{lat:g}")
            )
        lon = float(near_longitude(lon, 0.0)) if lon > WORLD_WIDE / 2 else lon
        crs = _projection(self.projection, lon, lat)
        return self._centred(crs, (lon, lat), columns, rows)

    def _check(self) -> None:
        if not SMALLEST_HEX <= self.hex_metres <= LARGEST_HEX:
            limits = {"least": f"{SMALLEST_HEX:g}", "most": f"{LARGEST_HEX:g}"}
            raise import_error("hex-size", metres=format_decimal(f"{self.hex_metres:g}"), **limits)

    def _hexes_in(self, width: float, height: float) -> tuple[int, int]:
        half, third = self.hex_metres / 2, self.hex_metres / 2 / math.sqrt(3)
        if not (math.isfinite(width) and math.isfinite(height)):
            raise import_error("too-small")
        if self.orientation is Orientation.POINTY:
            return int((width / half - 1) // 2), int((height / third - 1) // 3)
        return int((width / third - 1) // 3), int((height / half - 1) // 2)

    def _centred(self, crs: str, middle: tuple[float, float], columns: int, rows: int) -> MapFrame:
        if columns < 1 or rows < 1:
            raise import_error("too-small")
        if columns * rows > MAX_HEXES or max(columns, rows) > MAX_A_SIDE:
            raise import_error("too-large", columns=columns, rows=rows, most=MAX_HEXES)
        grid = Grid(columns, rows, self.orientation)
        x, y = convert_coordinates(crs, np.array([middle[0]]), np.array([middle[1]]))
        wide, high = grid.size(self.hex_metres)
        left, top = grid.centre(grid.hex(0, 0), self.hex_metres)
        right, up = left - wide / 2, high / 2 - top
        angle = math.radians(self.rotation)
        east = right * math.cos(angle) + up * math.sin(angle)
        north = up * math.cos(angle) - right * math.sin(angle)
        place = round(float(x[0]) + east), round(float(y[0]) + north)
        return MapFrame(grid, self.hex_metres, crs, *place, self.rotation % 360)


@dataclass(frozen=True)
class MapFrame:
    """The place of a map's hexes on the Earth.

    `easting` and `northing` are the metres of the centre of @0,0 in the projection `crs`. The map's
    page is measured in metres from its upper left corner, x to the right and y down.
    """

    grid: Grid
    hex_metres: float
    crs: str
    easting: float
    northing: float
    rotation: float = 0.0

    @cached_property
    def origin(self) -> tuple[float, float]:
        """Return the centre of @0,0 on the page."""
        return self.grid.centre(self.grid.hex(0, 0), self.hex_metres)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the page in metres."""
        return self.grid.size(self.hex_metres)

    def page(self, east: Floats, north: Floats) -> tuple[Floats, Floats]:
        """Metres of the projection as metres on the page."""
        x, y = _turn(east - self.easting, north - self.northing, self.rotation)
        return x + self.origin[0], self.origin[1] - y

    def page_of(self, lon: Floats, lat: Floats, crs: str = WORLD) -> tuple[Floats, Floats]:
        """Degrees, or coordinates of another projection, as metres on the page."""
        return self.page(*convert_coordinates(self.crs, lon, lat, crs))

    def degrees(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Metres on the page as degrees of longitude and latitude."""
        a, b, c, d, e, f = self.affine(1.0, 1.0, 0.0, 0.0)
        return convert_coordinates(WORLD, a * x + b * y + c, d * x + e * y + f, self.crs)

    def affine(self, across: float, down: float, left: float, top: float) -> tuple[float, ...]:
        """The six numbers that turn cells of a raster on the page into metres of the projection.

        A cell is `across` by `down` metres of the page, and the raster begins at `left`, `top`.
        """
        angle = math.radians(self.rotation)
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = left - self.origin[0], self.origin[1] - top
        east, north = x * cos + y * sin, y * cos - x * sin
        return (
            across * cos, -down * sin, self.easting + east,
            -across * sin, -down * cos, self.northing + north,
        )  # fmt: skip

    def box(self) -> GeoBox:
        """The degrees round the whole page."""
        steps = np.linspace(0, 1, POINTS_A_SIDE)
        wide, high = self.size
        x = np.concatenate([steps * wide, steps * wide, steps * 0, steps * 0 + wide])
        y = np.concatenate([steps * 0, steps * 0 + high, steps * high, steps * high])
        lon, lat = self.degrees(x, y)
        there = np.isfinite(lon) & np.isfinite(lat)
        if not there.any():
            raise import_error("too-far")
        box = box_of_points(lon[there], lat[there])
        poles = [pole for pole in (-90.0, 90.0) if self._holds(0.0, pole)]
        for pole in poles:
            box = GeoBox(-180.0, min(box.south, pole), 180.0, max(box.north, pole))
        return box

    def _holds(self, lon: float, lat: float) -> bool:
        x, y = self.page_of(np.array([lon]), np.array([lat]))
        wide, high = self.size
        return bool(0 <= x[0] <= wide and 0 <= y[0] <= high)

    def centres(self) -> tuple[Floats, Floats]:
        """Return the centres of all hexes on the page, [row, column] each."""
        x, y = self._lattice(self.whole)
        across, down = self.grid.scale(self.hex_metres)
        return np.asarray(x * across, np.float64), np.asarray(y * down, np.float64)

    @property
    def whole(self) -> Block:
        """All rows and columns."""
        return slice(0, self.grid.rows), slice(0, self.grid.columns)

    def outlines(self) -> NDArray[Any]:
        """Every hex as a polygon on the page, row by row."""
        return self.outlines_in(self.whole).ravel()

    def outlines_in(self, block: Block) -> NDArray[Any]:
        """The hexes of a block as polygons on the page, [row, column]."""
        import shapely

        return np.asarray(shapely.polygons(self._rings(block) * self.grid.scale(self.hex_metres)))

    def _lattice(self, block: Block) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The centres of a block's hexes in steps of the lattice that their corners lie on."""
        rows, columns = np.mgrid[block]
        lines = rows if self.grid.pointy else columns
        shift = (lines & 1) ^ self.grid.shift(0)
        if self.grid.pointy:
            return 2 * columns + shift + 1, 3 * rows + 2
        return 3 * columns + 2, 2 * rows + shift + 1

    def _rings(self, block: Block) -> NDArray[np.float64]:
        """The corners of a block's hexes on that lattice, [row, column, corner, x y]."""
        corners = np.array(self.grid.orientation.corners, float)
        return np.asarray(np.stack(self._lattice(block), 2)[:, :, None, :] + corners)

    @cached_property
    def sheet(self) -> Any:
        """All hexes together as one polygon on the page."""
        import shapely

        high, wide = self.grid.shape
        rows, columns = self.whole
        rims = [(slice(0, min(2, high)), columns), (slice(max(0, high - 2), high), columns)]
        rims += [(rows, slice(0, min(2, wide))), (rows, slice(max(0, wide - 2), wide))]
        # On the lattice neighbours share their corners to the bit.
        hexes = np.concatenate([self._rings(rim).reshape(-1, SIDES, 2) for rim in rims])
        ring = shapely.get_exterior_ring(shapely.union_all(shapely.polygons(hexes)))
        scale = self.grid.scale(self.hex_metres)
        return shapely.transform(shapely.Polygon(ring), lambda points: points * scale)

    def block(self, rim: tuple[float, float, float, float]) -> Block:
        """The rows and columns of all hexes that touch a piece of the page, and a few more.

        `rim` are its left, top, right and bottom.
        """
        across, down = self.grid.scale(self.hex_metres)
        step = (2 * across, 3 * down) if self.grid.pointy else (3 * across, 2 * down)
        left, right = int(rim[0] // step[0]) - 1, int(rim[2] // step[0]) + 1
        top, low = int(rim[1] // step[1]) - 1, int(rim[3] // step[1]) + 1
        grid = self.grid
        return (
            slice(max(0, min(top, grid.rows)), max(0, min(low, grid.rows))),
            slice(max(0, min(left, grid.columns)), max(0, min(right, grid.columns))),
        )

    def metres_true(self) -> float:
        """Return the metres on the ground of a metre of the page, in its middle."""
        wide, high = self.size
        x, y = np.array([wide / 2, wide / 2 + 1]), np.array([high / 2, high / 2])
        lon, lat = self.degrees(x, y)
        geod = load_library("pyproj").Geod(ellps="WGS84")
        return float(geod.inv(lon[0], lat[0], lon[1], lat[1])[2])

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that holds a place of the page, also off the map."""
        return self.grid.hex_at(x, y, self.hex_metres)

    def labels(self, style: str = "") -> LabelStyle:
        """A style of labels; without a name kilometre squares wherever those would be true."""
        kilometres = KmSquare(float(self.northing), float(self.easting))
        is_true = not self.rotation and self.crs.startswith("EPSG:")
        if style == "km-square":
            if not is_true:
                raise import_error("labels-not-true")
            if kilometres.fault(self.grid, self.hex_metres):
                raise import_error("labels-do-not-fit")
            return kilometres
        if style == "letter-number":
            return LetterNumber()
        fits = is_true and self.hex_metres <= KM_LABELS_UP_TO
        if not style and fits and not kilometres.fault(self.grid, self.hex_metres):
            return kilometres
        return ColumnRow()


def _room(x: Floats, y: Floats) -> tuple[float, float]:
    """The width and height between the four sides of a box, where they are nearest."""
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise import_error("too-far")
    middle_x, middle_y = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
    lines = [(line_x, line_y) for line_x, line_y in zip(x, y, strict=True)]
    upright = [lx for lx, ly in lines if np.ptp(ly) > np.ptp(lx)]
    level = [ly for lx, ly in lines if np.ptp(ly) <= np.ptp(lx)]
    left = [line.max() for line in upright if line.mean() < middle_x]
    right = [line.min() for line in upright if line.mean() > middle_x]
    low = [line.max() for line in level if line.mean() < middle_y]
    high = [line.min() for line in level if line.mean() > middle_y]
    if not (left and right and low and high):
        raise import_error("too-far")
    return float(min(right) - max(left)), float(min(high) - max(low))


def _turn_in(width: float, height: float, degrees: float) -> tuple[float, float]:
    """The largest sheet of the same proportions that lies turned within a box."""
    cos, sin = abs(math.cos(math.radians(degrees))), abs(math.sin(math.radians(degrees)))
    if round(degrees / 90) % 2 and math.isclose(sin, 1):
        return height, width
    share = min(width / (width * cos + height * sin), height / (width * sin + height * cos))
    return width * share, height * share


def _turn(east: Floats, north: Floats, degrees: float) -> tuple[Floats, Floats]:
    """Right and up on a page whose upper edge is turned clockwise by so many degrees.

    What is infinite lies nowhere on the page: it is not a number.
    """
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    with np.errstate(invalid="ignore"):
        return east * cos - north * sin, east * sin + north * cos


def _projection(name: str, lon: float, lat: float) -> str:
    """The projection in metres that a name means round a place."""
    if name == "utm" and -80 <= lat <= 84:
        zone = min(60, int((near_longitude(lon, 0.0) + 180) // 6) + 1)
        return f"EPSG:{(32600 if lat >= 0 else 32700) + zone}"
    if name in ("utm", "local"):
        shape = "laea" if abs(lat) > 80 else "tmerc"
        return f"+proj={shape} +lat_0={lat:.4f} +lon_0={lon:.4f} +datum=WGS84 +units=m +no_defs"
    pyproj = load_library("pyproj")
    try:
        crs = pyproj.CRS.from_user_input(name)
    except pyproj.exceptions.CRSError as error:
        raise import_error("no-projection", name=name) from error
    if not crs.is_projected or any(axis.unit_name != "metre" for axis in crs.axis_info):
        raise import_error("not-in-metres", name=name)
    authority = crs.to_authority()
    return ":".join(authority) if authority else name
