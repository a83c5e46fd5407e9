"""Height rasters and virtual rasters: opened, placed on the Earth, and joined near a page."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any
from xml.etree.ElementTree import ParseError

import numpy as np
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse
from numpy.typing import NDArray

from engine.files.source_text import is_file, resolve_links
from engine.files.zip_errors import UNREADABLE
from engine.terrain_import.geo_boxes import (
    TURNS,
    WORLD,
    WORLD_WIDE,
    GeoBox,
    box_of_points,
    convert_coordinates,
    near_longitude,
)
from engine.terrain_import.height_fields import HeightField
from engine.terrain_import.height_units import HeightScale, read_height_scale
from engine.terrain_import.import_problems import import_error, load_library, translated_errors
from engine.terrain_import.map_frame import POINTS_A_SIDE, MapFrame

MAX_BYTES = 20_000_000
SOURCES = "SourceFilename"
# What makes GDAL compute, or open anything but a file.
REFUSED = ("PixelFunctionType", "PixelFunctionCode", "OpenOptions", "GDALWarpOptions", "Algorithm")


def check_mosaic(path: Path) -> None:
    """Refuse a virtual raster that names anything but rasters in its folder or below."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise import_error("unreadable", file=path, reason=f"> {MAX_BYTES // 1_000_000} MB")
        root = parse(path).getroot()
    except (OSError, ParseError, DefusedXmlException, ValueError) as error:
        raise import_error("unreadable", file=path, reason=error) from error
    assert root is not None  # of a file that was parsed
    strange = next((each.tag for each in root.iter() if each.tag in REFUSED), None)
    if strange:
        raise import_error("no-mosaic", file=path, name=strange)
    folder = resolve_links(path).parent
    for source in root.iter(SOURCES):
        named = (source.text or "").strip()
        there = resolve_links(folder / named)
        if named.startswith("/vsi") or not there.is_relative_to(folder) or not is_file(there):
            raise import_error("no-mosaic", file=path, name=named)


DRIVERS = {
    ".tif": "GTiff",
    ".tiff": "GTiff",
    ".hgt": "SRTMHGT",
    ".zip": "SRTMHGT",
    ".asc": "AAIGrid",
    ".vrt": "VRT",
    ".dt0": "DTED",
    ".dt1": "DTED",
    ".dt2": "DTED",
}
MAX_UNZIPPED = 200_000_000  # bytes of a tile in an archive
MAX_CELLS = 40_000_000  # read of a raster at once; a finer one is read averaged
VERTICAL = 3  # axes of a projection with heights
POLES = (-90.0, 90.0)
CELLS_A_HEX = 2.0  # a hex of fewer cells across is interpolated

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Raster:
    """A file of heights, opened with rasterio as `source`, and the degrees round it.

    `crs` is its projection without heights, `transform` its place there: of a raster in degrees by
    whole turns of the Earth where it is wanted.
    """

    path: Path
    source: Any
    box: GeoBox
    crs: Any
    transform: Any
    scale: HeightScale

    def placements(self, box: GeoBox) -> Iterator[Raster]:
        """Yield this raster at each turn of the Earth where it meets a box as that is written."""
        for turn in TURNS if self.crs.is_geographic else ():
            placed = self.box.shifted(turn)
            if placed.meets_as_written(box):
                shift = load_library("rasterio").Affine.translation(turn, 0)
                yield replace(self, box=placed, transform=shift * self.transform)
        if not self.crs.is_geographic and self.box.meets(box):
            yield self


@contextmanager
def open_raster(path: Path, unit: str = "") -> Iterator[Raster]:
    """A raster of heights with what is needed to place it; `unit` overrules its own."""
    rasterio = load_library("rasterio")
    with _open_source(path) as source:
        if source.crs is None:
            raise import_error("no-projection-in", file=path)
        if source.count < 1 or np.dtype(source.dtypes[0]).kind not in "iuf":
            raise import_error("not-heights", file=path)
        crs, scale = _without_heights(path, source.crs), read_height_scale(source, unit)
        box = _box_of(path, source, crs)
        turn = box.west - _bounds(source.transform, source.width, source.height).west
        shift = rasterio.Affine.translation(turn if crs.is_geographic else 0, 0)
        yield Raster(path, source, box, crs, shift * source.transform, scale)


@contextmanager
def _open_source(path: Path) -> Iterator[Any]:
    """A raster opened with rasterio; a tile in an archive is unpacked in memory."""
    rasterio = load_library("rasterio")
    ending = path.suffix.lower()
    if ending == ".vrt":
        check_mosaic(path)
    with ExitStack() as open_:
        with translated_errors(path), rasterio.Env(GTIFF_REPORT_COMPD_CS="YES"):
            if ending == ".zip":
                name, octets = _unpack_tile(path)
                memory = rasterio.io.MemoryFile(octets, filename=name)
                raster = open_.enter_context(memory).open(driver=DRIVERS[ending])
            else:
                raster = rasterio.open(path, driver=DRIVERS[ending])
        yield open_.enter_context(raster)


def _without_heights(path: Path, crs: Any) -> Any:
    """A projection of the plane, without a vertical one beside it."""
    pyproj = load_library("pyproj")
    try:
        known = pyproj.CRS.from_wkt(crs.to_wkt())
    except pyproj.exceptions.CRSError as error:
        raise import_error("no-projection-in", file=path) from error
    if len(known.axis_info) < VERTICAL:
        return crs
    return load_library("rasterio").CRS.from_wkt(known.to_2d().to_wkt())


def _unpack_tile(path: Path) -> tuple[str, bytes]:
    """Return the name and the bytes of the tile in a zip archive; GDAL trusts broken ones."""
    try:
        with zipfile.ZipFile(path) as archive:
            inside = [each for each in archive.infolist() if each.filename.endswith(".hgt")]
            if len(inside) != 1 or inside[0].file_size > MAX_UNZIPPED:
                raise import_error("no-tile-in-archive", file=path)
            return PurePath(inside[0].filename).name, archive.read(inside[0])
    except UNREADABLE as error:
        raise import_error("unreadable", file=path, reason=str(error)) from error


def bounds_of(path: Path) -> GeoBox:
    """The degrees round a raster."""
    with open_raster(path) as raster:
        return raster.box


def _box_of(path: Path, source: Any, crs: Any) -> GeoBox:
    """The degrees round a raster; one that claims to lie nowhere on the Earth is refused."""
    a, b, _, d, e, _ = tuple(source.transform)[:6]
    if not math.isfinite(a * e - b * d) or a * e - b * d == 0:
        raise import_error("misplaced", file=path)
    box = _bounds(source.transform, source.width, source.height)
    if not crs.is_geographic:
        box = _box_on_globe(path, source, crs)
    is_sound = box.east - box.west < WORLD_WIDE + 1 and box.south > -91 and box.north < 91
    if not (is_sound and all(map(math.isfinite, box)) and abs(box.west) <= 2 * WORLD_WIDE):
        raise import_error("misplaced", file=path)
    return box.in_turn()


def _bounds(transform: Any, wide: int, high: int) -> GeoBox:
    """The box round a raster in its own projection."""
    corners = [(0, 0), (wide, 0), (0, high), (wide, high)]
    xs, ys = zip(*(apply_transform(transform, x, y) for x, y in corners), strict=True)
    return GeoBox(min(xs), min(ys), max(xs), max(ys))


def _box_on_globe(path: Path, source: Any, crs: Any) -> GeoBox:
    """The degrees round the part of a projected raster that lies on the Earth."""
    steps = np.linspace(0, 1, POINTS_A_SIDE)
    across, down = np.meshgrid(steps * source.width, steps * source.height)
    xs, ys = apply_transform(source.transform, across.ravel(), down.ravel())
    with translated_errors(path):
        lon, lat = convert_coordinates(WORLD, xs, ys, crs.to_wkt())
        poles = convert_coordinates(crs.to_wkt(), np.zeros(2), np.array(POLES))
    there = np.isfinite(lon) & np.isfinite(lat)
    if not there.any():
        raise import_error("misplaced", file=path)
    box = box_of_points(lon[there], lat[there])
    columns, rows = apply_transform(~source.transform, *poles)
    for pole, column, row in zip(POLES, columns, rows, strict=True):
        if 0 <= column <= source.width and 0 <= row <= source.height:
            box = GeoBox(-180.0, min(box.south, pole), 180.0, max(box.north, pole))
    return box


@dataclass(frozen=True)
class RasterPiece:
    """Heights in memory, in the projection of their raster; NaN where there are none."""

    heights: Floats
    transform: Any
    crs: Any
    metres: float  # of the shorter side of a cell
    longest: float  # of the longer side

    def suits_hex_size(self, hex_metres: float) -> bool:
        """Return True if cells are small enough, and upright, to be weighted as they are."""
        upright = self.transform.b == 0 == self.transform.d
        return upright and self.transform.e < 0 and hex_metres >= CELLS_A_HEX * self.longest


def raster_mosaics(rasters: Sequence[Raster], frame: MapFrame) -> list[RasterPiece]:
    """The windows of the rasters near a frame; tiles of one lattice joined without a seam."""
    groups: dict[tuple[Any, ...], list[Raster]] = {}
    near = frame.box()
    for raster in (placed for each in rasters for placed in each.placements(near)):
        a, b, _, d, e, _ = tuple(raster.transform)[:6]
        key = str(raster.crs), round(a, 12), round(b, 12), round(d, 12), round(e, 12)
        groups.setdefault(key, []).append(raster)
    return [_mosaic(group, frame) for group in groups.values()]


def piece_of(field: HeightField, frame: MapFrame) -> RasterPiece:
    """A field of heights as a piece of a raster of degrees."""
    crs, transform = load_library("rasterio").CRS.from_user_input(WORLD), field.transform
    return RasterPiece(field.heights.copy(), transform, crs, *_cell_metres(transform, crs, frame))


def _mosaic(group: Sequence[Raster], frame: MapFrame) -> RasterPiece:
    """One window over tiles that share a lattice, also a turned one, averaged if it is huge."""
    rasterio = load_library("rasterio")
    first = group[0]
    crs = first.crs
    columns, rows = _cells_of(first.transform, crs, frame)
    if not (np.isfinite(columns).all() and np.isfinite(rows).all()):
        raise import_error("no-elevation-here", files=first.path)
    left, top = math.floor(columns.min()) - 2, math.floor(rows.min()) - 2
    wide, high = math.ceil(columns.max()) + 2 - left, math.ceil(rows.max()) + 2 - top
    step = max(1, math.ceil(math.sqrt(wide * high / MAX_CELLS)))
    wide, high = math.ceil(wide / step), math.ceil(high / step)
    heights = np.full((high, wide), np.nan, np.float32)
    for raster in group:
        _lay(raster, first.transform, (left, top, step), heights)
    a, b, _, d, e, _ = tuple(first.transform)[:6]
    corner = apply_transform(first.transform, left, top)
    transform = rasterio.Affine(a * step, b * step, corner[0], d * step, e * step, corner[1])
    return RasterPiece(heights, transform, crs, *_cell_metres(transform, crs, frame))


def _lay(raster: Raster, lattice: Any, window: tuple[int, int, int], heights: Floats) -> None:
    """Lay what a tile has of a window onto it, where nothing lies yet."""
    rasterio, windows = load_library("rasterio"), load_library("rasterio.windows")
    left, top, step = window
    high, wide = heights.shape
    offset = apply_transform(~lattice, raster.transform.c, raster.transform.f)
    column, row = round(offset[0]) - left, round(offset[1]) - top
    # The cells of a coarser window whose middles lie in the tile.
    source = raster.source
    first_c, last_c = max(0, round(column / step)), round((column + source.width) / step)
    first_r, last_r = max(0, round(row / step)), round((row + source.height) / step)
    last_c, last_r = min(wide, last_c), min(high, last_r)
    if first_c >= last_c or first_r >= last_r:
        return
    left_c, top_r = max(0, first_c * step - column), max(0, first_r * step - row)
    there = windows.Window(
        left_c, top_r,
        min(source.width - left_c, (last_c - first_c) * step),
        min(source.height - top_r, (last_r - first_r) * step),
    )  # fmt: skip
    shape = last_r - first_r, last_c - first_c
    how = rasterio.enums.Resampling.average if step > 1 else rasterio.enums.Resampling.nearest
    with translated_errors(raster.path):
        read = source.read(1, window=there, out_shape=shape, masked=True, resampling=how)
    new = raster.scale.metres(np.ma.filled(read.astype(np.float32), np.nan))
    here = heights[first_r:last_r, first_c:last_c]
    np.copyto(here, new, where=np.isnan(here))


def _cells_of(transform: Any, crs: Any, frame: MapFrame) -> tuple[Any, Any]:
    """The fractional cells of a raster on the rim of a frame's page."""
    wide, high = frame.size
    steps = np.linspace(0, 1, 21)
    x = np.concatenate([steps * wide, steps * wide, steps * 0, steps * 0 + wide])
    y = np.concatenate([steps * 0, steps * 0 + high, steps * high, steps * high])
    a, b, c, d, e, f = frame.affine(1.0, 1.0, 0.0, 0.0)
    xs, ys = convert_coordinates(crs.to_wkt(), a * x + b * y + c, d * x + e * y + f, frame.crs)
    if crs.is_geographic:
        xs = near_longitude(xs, frame.box().middle)
    return apply_transform(~transform, xs, ys)


def apply_transform(transform: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Apply an affine transform to places; infinite ones may become NaN."""
    a, b, c, d, e, f = tuple(transform)[:6]
    with np.errstate(invalid="ignore"):
        return a * x + b * y + c, d * x + e * y + f


def _cell_metres(transform: Any, crs: Any, frame: MapFrame) -> tuple[float, float]:
    """The shorter and the longer side of a raster's cells under a frame, in metres."""
    columns, rows = _cells_of(transform, crs, frame)
    wide, high = frame.size
    # How many cells to a metre along the page's upper and left rims.
    across = abs(columns[20] - columns[0]) / wide, abs(rows[20] - rows[0]) / wide
    down = abs(columns[62] - columns[42]) / high, abs(rows[62] - rows[42]) / high
    sides = [1 / math.hypot(one, other) for one, other in zip(across, down, strict=True)]
    return min(sides), max(sides)
