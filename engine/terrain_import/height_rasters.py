"""Height rasters and virtual rasters: opened, placed on the Earth, and joined near a page."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import numpy as np
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse
from numpy.typing import NDArray

from engine.files.source_text import is_file, resolve_links
from engine.files.zip_errors import UNREADABLE
from engine.terrain_import.height_fields import HeightField
from engine.terrain_import.import_problems import import_error, load_library, translated_errors
from engine.terrain_import.map_frame import WORLD, GeoBox, MapFrame

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
CELLS_A_HEX = 2.0  # a hex of fewer cells across is interpolated

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Raster:
    """A file of heights, opened with rasterio as `source`, and the degrees round it."""

    path: Path
    source: Any
    box: GeoBox


@contextmanager
def open_raster(path: Path) -> Iterator[Raster]:
    """A raster of heights with what is needed to place it."""
    rasterio = load_library("rasterio")
    if path.suffix.lower() == ".vrt":
        check_mosaic(path)
    named = _in_archive(path) if path.suffix.lower() == ".zip" else str(path)
    with translated_errors(path):
        raster = rasterio.open(named, driver=DRIVERS[path.suffix.lower()])
    with raster as source:
        if source.crs is None:
            raise import_error("no-projection-in", file=path)
        if source.count < 1 or np.dtype(source.dtypes[0]).kind not in "iuf":
            raise import_error("not-heights", file=path)
        yield Raster(path, source, _box_of(path, source))


def _in_archive(path: Path) -> str:
    """The tile in a zip archive, as GDAL names it."""
    try:
        with zipfile.ZipFile(path) as archive:
            inside = [each for each in archive.infolist() if each.filename.endswith(".hgt")]
    except UNREADABLE as error:
        raise import_error("unreadable", file=path, reason=str(error)) from error
    if len(inside) != 1 or inside[0].file_size > MAX_UNZIPPED:
        raise import_error("no-tile-in-archive", file=path)
    return f"/vsizip/{path.resolve()}/{inside[0].filename}"


def bounds_of(path: Path) -> GeoBox:
    """The degrees round a raster."""
    with open_raster(path) as raster:
        return raster.box


def _box_of(path: Path, source: Any) -> GeoBox:
    """The degrees round a raster; one that claims to lie nowhere on the Earth is refused."""
    warp = load_library("rasterio.warp")
    a, b, _, d, e, _ = tuple(source.transform)[:6]
    wide, high = source.width, source.height
    if not math.isfinite(a * e - b * d) or a * e - b * d == 0:
        raise import_error("misplaced", file=path)
    corners = [(x, y) for x in (0, wide / 2, wide) for y in (0, high / 2, high)]
    xs, ys = zip(*(apply_transform(source.transform, x, y) for x, y in corners), strict=True)
    with translated_errors(path):
        lon, lat = warp.transform(source.crs, WORLD, xs, ys)
    box = GeoBox(min(lon), min(lat), max(lon), max(lat))
    is_sound = box.west > -181 and box.east < 181 and box.south > -91 and box.north < 91
    if not (is_sound and all(map(math.isfinite, box))):
        raise import_error("misplaced", file=path)
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
    for raster in rasters:
        a, b, _, d, e, _ = tuple(raster.source.transform)[:6]
        key = str(raster.source.crs), round(a, 12), round(b, 12), round(d, 12), round(e, 12)
        groups.setdefault(key, []).append(raster)
    return [_mosaic(group, frame) for group in groups.values()]


def piece_of(field: HeightField, frame: MapFrame) -> RasterPiece:
    """A field of heights as a piece of a raster of degrees."""
    crs, transform = load_library("rasterio").CRS.from_user_input(WORLD), field.transform
    return RasterPiece(field.heights.copy(), transform, crs, *_cell_metres(transform, crs, frame))


def _mosaic(group: Sequence[Raster], frame: MapFrame) -> RasterPiece:
    """One window over tiles that share a lattice, also a turned one, averaged if it is huge."""
    rasterio = load_library("rasterio")
    first = group[0].source
    crs = first.crs
    columns, rows = _cells_of(first.transform, crs, frame)
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
    offset = apply_transform(~lattice, raster.source.transform.c, raster.source.transform.f)
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
    new = np.ma.filled(read.astype(np.float32), np.nan)
    here = heights[first_r:last_r, first_c:last_c]
    np.copyto(here, new, where=np.isnan(here))


def _cells_of(transform: Any, crs: Any, frame: MapFrame) -> tuple[Any, Any]:
    """The fractional cells of a raster on the rim of a frame's page."""
    warp = load_library("rasterio.warp")
    wide, high = frame.size
    steps = np.linspace(0, 1, 21)
    x = np.concatenate([steps * wide, steps * wide, steps * 0, steps * 0 + wide])
    y = np.concatenate([steps * 0, steps * 0 + high, steps * high, steps * high])
    a, b, c, d, e, f = frame.affine(1.0, 1.0, 0.0, 0.0)
    xs, ys = warp.transform(frame.crs, crs, a * x + b * y + c, d * x + e * y + f)
    return apply_transform(~transform, np.array(xs), np.array(ys))


def apply_transform(transform: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Apply an affine transform to places."""
    a, b, c, d, e, f = tuple(transform)[:6]
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
