"""Elevation of hexes: rasters warped onto the page and weighted by area, and a small overview.

The page is cut into cells so that every hex covers the same pattern of them; the weights of the
pattern are exact areas. Between the cells of a coarse raster heights are interpolated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.hexes.grid import Grid, Orientation
from engine.terrain_import.geo_boxes import (
    TURNS,
    WORLD,
    GeoBox,
    convert_coordinates,
    near_longitude,
)
from engine.terrain_import.height_fields import HeightField
from engine.terrain_import.height_rasters import (
    Floats,
    RasterPiece,
    apply_transform,
    open_raster,
    piece_of,
    raster_mosaics,
)
from engine.terrain_import.import_problems import (
    ImportReport,
    import_error,
    load_library,
    translated_errors,
)
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.raster_contents import HIGHEST, LOWEST

BAND_CELLS = 6_000_000  # of the page warped at once
HEXES_AT_ONCE = 2_000
FINEST, COARSEST = 12, 3  # cells to half a hex

Progress = Callable[[float], None]


@dataclass(frozen=True)
class HexElevation:
    """Metres above the sea over each hex, [row, column]; NaN where no raster has a height.

    `share` is how much of the hex has heights.
    """

    mean: Floats
    median: Floats
    lowest: Floats
    highest: Floats
    share: Floats

    def of(self, statistic: str) -> Floats:
        """One of mean, median, min, max."""
        return {
            "mean": self.mean, "median": self.median, "min": self.lowest, "max": self.highest
        }[statistic]  # fmt: skip


STATISTICS = ("mean", "median", "min", "max")


@dataclass(frozen=True)
class CellPattern:
    """The cells of the page under a hex, from the first cell of its lattice cross.

    `weights` are the shares of the hex's area; they sum to 1.
    """

    across: NDArray[np.int64]
    down: NDArray[np.int64]
    weights: NDArray[np.float64]


@cache
def sampling_pattern(orientation: Orientation, cells: int) -> CellPattern:
    """The pattern for pages with so many cells to a lattice unit either way."""
    import shapely

    corners = np.array(orientation.corners)
    wide, high = np.abs(corners).max(axis=0)
    hexagon = shapely.polygons((corners + np.array((wide, high))) * cells)
    down, across = np.indices((2 * high * cells, 2 * wide * cells)).reshape(2, -1)
    squares = shapely.box(across, down, across + 1, down + 1)
    areas = shapely.area(shapely.intersection(squares, hexagon))
    inside = areas > 0
    return CellPattern(across[inside], down[inside], areas[inside] / areas.sum())


def relief(
    paths: Sequence[Path],
    frame: MapFrame,
    account: ImportReport,
    progress: Progress,
    fields: Sequence[HeightField] = (),
    height_unit: str = "",
) -> HexElevation:
    """The elevation over every hex of a frame from rasters, and beyond them from fields.

    `height_unit` overrules the rasters' own.
    """
    rasterio = load_library("rasterio")
    grid = frame.grid
    found = HexElevation(*(np.full(grid.shape, np.nan, np.float32) for _ in range(5)))
    found.share[:] = 0
    with rasterio.Env(GDAL_CACHEMAX=64), ExitStack() as open_:
        rasters = [open_.enter_context(open_raster(path, height_unit)) for path in paths]
        near = [raster for raster in rasters if raster.box.meets(frame.box())]
        told = [field for field in fields if field.box.meets(frame.box())]
        if not (near or told):
            raise import_error("no-elevation-here", files=", ".join(str(path) for path in paths))
        pieces = [*raster_mosaics(near, frame), *(piece_of(field, frame) for field in told)]
        for piece in pieces:
            absurd = (piece.heights > HIGHEST) | (piece.heights < LOWEST)
            account.note("absurd-heights", int(absurd.sum()))
            piece.heights[absurd] = np.nan
        if len(pieces) == 1 and pieces[0].suits_hex_size(frame.hex_metres):
            _extract(pieces[0], frame, found, progress)
        else:
            _interpolate(pieces, frame, found, progress)
    _tell_voids(found, account)
    return found


def _interpolate(
    pieces: Sequence[RasterPiece], frame: MapFrame, found: HexElevation, progress: Progress
) -> None:
    """Heights between the cells of coarse rasters, or over several of different kinds."""
    cells = _cells_to_a_unit(frame, min(piece.metres for piece in pieces))
    for first, rows in row_bands(frame.grid, cells):
        page = _page(pieces, frame, cells, first, rows)
        _weigh(page, frame.grid, cells, first, rows, found)
        progress((first + rows) / frame.grid.rows)


def _extract(piece: RasterPiece, frame: MapFrame, found: HexElevation, progress: Progress) -> None:
    """The raster's own cells, each weighted by how much of it lies in the hex."""
    import shapely

    exact, raster = load_library("exactextract"), load_library("exactextract.raster")
    high, wide = piece.heights.shape
    left, top = piece.transform.c, piece.transform.f
    right, low = apply_transform(piece.transform, wide, high)
    source = raster.NumPyRasterSource(
        piece.heights, xmin=left, ymin=low, xmax=right, ymax=top, nodata=math.nan
    )
    cell = abs(piece.transform.a * piece.transform.e)
    moved = _mover(frame, piece)
    planes = {"mean": found.mean, "median": found.median, "min": found.lowest}
    planes |= {"max": found.highest, "count": found.share}
    rows, columns = frame.grid.shape
    at_once = max(1, HEXES_AT_ONCE // columns)
    for first in range(0, rows, at_once):
        block = slice(first, min(rows, first + at_once)), slice(0, columns)
        hexes = shapely.transform(frame.outlines_in(block).ravel(), moved)
        features = [
            {"type": "Feature", "geometry": hexagon.__geo_interface__, "properties": {}}
            for hexagon in hexes.tolist()
        ]
        values = exact.exact_extract(source, features, list(planes))
        for name, plane in planes.items():
            column = [feature["properties"][name] for feature in values]
            plane[block] = np.array(column, np.float32).reshape(plane[block].shape)
        held = found.share[block].ravel() * cell / shapely.area(hexes)
        found.share[block] = np.minimum(held, 1.0).reshape(found.share[block].shape)
        progress(block[0].stop / rows)


def _mover(
    frame: MapFrame, piece: RasterPiece
) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Turns metres of the page into a raster's projection, [point, x y]."""
    a, b, c, d, e, f = frame.affine(1.0, 1.0, 0.0, 0.0)
    wkt, middle = piece.crs.to_wkt(), frame.box().middle

    def moved(points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = points.T
        x, y = convert_coordinates(wkt, a * x + b * y + c, d * x + e * y + f, frame.crs)
        return np.stack((near_longitude(x, middle) if piece.crs.is_geographic else x, y), axis=1)

    return moved


def _tell_voids(found: HexElevation, account: ImportReport) -> None:
    empty = found.share == 0
    account.note_hexes("no-elevation", empty)
    account.note_hexes("voids", ~empty & (found.share < 0.999))


# --- the page -------------------------------------------------------------------------------------


def _cells_to_a_unit(frame: MapFrame, metres: float) -> int:
    """Return how finely to cut the page: finer than the raster, within limits."""
    return min(FINEST, max(COARSEST, math.ceil(frame.hex_metres / metres / 2)))


def row_bands(grid: Grid, cells: int) -> Iterator[tuple[int, int]]:
    """The rows of the grid in bands whose cells fit memory: the first row and how many."""
    wide, _ = grid.scale(1.0)
    columns = grid.size(1.0)[0] / wide * cells
    a_row = (3 if grid.pointy else 2) * cells * columns
    rows = max(1, int(BAND_CELLS / a_row))
    for first in range(0, grid.rows, rows):
        yield first, min(rows, grid.rows - first)


def corners_of_cells(
    grid: Grid, cells: int, row: int, first: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the patterns of a row's hexes start on a band from row `first`."""
    a_row = (3 if grid.pointy else 2) * cells
    columns = np.arange(grid.columns)
    lines = np.full_like(columns, row) if grid.pointy else columns
    shift = ((lines & 1) ^ grid.shift(0)) * cells
    if grid.pointy:
        return 2 * columns * cells + shift, np.full_like(columns, (row - first) * a_row)
    return 3 * columns * cells, (row - first) * a_row + shift


def _page(
    pieces: Sequence[RasterPiece], frame: MapFrame, cells: int, first: int, rows: int
) -> Floats:
    """A band of the page as heights, warped from each piece in turn."""
    warp, rasterio = load_library("rasterio.warp"), load_library("rasterio")
    across, down = (length / cells for length in frame.grid.scale(frame.hex_metres))
    a_row = (3 if frame.grid.pointy else 2) * cells
    high = (rows - 1) * a_row + 4 * cells
    wide = round(frame.size[0] / across)
    transform = rasterio.Affine(*frame.affine(across, down, 0.0, first * a_row * down))
    page = np.full((high, wide), np.nan, np.float32)
    for piece in pieces:
        coarse = piece.metres < max(across, down)
        how = warp.Resampling.average if coarse else warp.Resampling.bilinear
        new = np.full_like(page, np.nan)
        warp.reproject(
            piece.heights, new, src_transform=piece.transform, src_crs=piece.crs,
            src_nodata=np.nan, dst_transform=transform, dst_crs=frame.crs, dst_nodata=np.nan,
            resampling=how,
        )  # fmt: skip
        np.copyto(page, new, where=np.isnan(page))
    return page


def _weigh(
    page: Floats, grid: Grid, cells: int, first: int, rows: int, found: HexElevation
) -> None:
    """The statistics of the hexes of a band."""
    under = sampling_pattern(grid.orientation, cells)
    for row in range(first, first + rows):
        left, top = corners_of_cells(grid, cells, row, first)
        heights = page[top[:, None] + under.down, left[:, None] + under.across]
        _statistics(heights, under.weights, row, found)


def _statistics(
    heights: Floats, weights: NDArray[np.float64], row: int, found: HexElevation
) -> None:
    """The statistics of the hexes of one row from their cells, [hex, cell]."""
    there = ~np.isnan(heights)
    held = np.where(there, weights, 0.0)
    share = held.sum(axis=1)
    some = share > 0
    found.share[row] = share
    if not some.any():
        return
    heights, held, share = heights[some], held[some], share[some]
    known = np.where(np.isnan(heights), 0.0, heights)
    found.mean[row, some] = (known * held).sum(axis=1) / share
    found.lowest[row, some] = np.nanmin(heights, axis=1)
    found.highest[row, some] = np.nanmax(heights, axis=1)
    order = np.argsort(heights, axis=1)
    run = np.cumsum(np.take_along_axis(held, order, axis=1), axis=1)
    middle = (run >= share[:, None] / 2).argmax(axis=1)
    place = np.take_along_axis(order, middle[:, None], axis=1)
    found.median[row, some] = np.take_along_axis(heights, place, axis=1)[:, 0]


def height_overview(
    paths: Sequence[Path], box: GeoBox, shape: tuple[int, int]
) -> NDArray[np.float32]:
    """Heights over a box, [row, column] from its north-west corner; NaN where no raster has any.

    Cells are of so many degrees either way, a coarse picture of fine rasters.
    """
    rasterio, warping = load_library("rasterio"), load_library("rasterio.vrt")
    transforms = load_library("rasterio.transform")
    high, wide = shape
    place: dict[str, Any] = {"width": wide, "height": high}
    heights = np.full(shape, np.nan, np.float32)
    how = rasterio.enums.Resampling.bilinear
    with rasterio.Env(GDAL_CACHEMAX=64):
        for path in paths:
            with open_raster(path) as raster:
                for turn in TURNS:
                    there = box.shifted(turn)
                    if not raster.box.meets_as_written(there):
                        continue
                    place["transform"] = transforms.from_bounds(*there, wide, high)
                    with (
                        translated_errors(path),
                        warping.WarpedVRT(
                            raster.source, crs=WORLD, resampling=how, nodata=np.nan,
                            dtype="float32", **place,
                        ) as warped,
                    ):  # fmt: skip
                        read = raster.scale.metres(warped.read(1))
                    np.copyto(heights, read, where=np.isnan(heights))
    heights[(heights > HIGHEST) | (heights < LOWEST)] = np.nan
    return heights
