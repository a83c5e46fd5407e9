"""Rasters of land cover: what the vectors leave empty is what the cells say of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.height_rasters import Raster, open_raster
from engine.terrain_import.hex_elevation import corners_of_cells, row_bands, sampling_pattern
from engine.terrain_import.import_problems import load_library, translated_errors
from engine.terrain_import.land_cover_legends import Legend, shipped_legends
from engine.terrain_import.map_frame import MapFrame
from engine.terrain_import.tag_mapping import load_tag_mapping

SAMPLED = 256  # cells either way that are looked at to tell what a raster holds
FINEST, COARSEST = 12, 3  # cells to half a hex
CELL_METRES = 10.0  # of the finest such rasters
MINIMUM = 0.001  # of a hex
NOTHING, OPEN = 0, 1  # numbers on a page of cells without data and of open ground

Shares = Mapping[str, NDArray[np.float32]]
Progress = Callable[[float], None]


def is_land_cover(raster: Raster) -> bool:
    """Return True if a raster holds classes of land cover: bytes of a legend."""
    return raster_legend(raster) is not None


def raster_legend(raster: Raster) -> Legend | None:
    """Return the legend that has all the classes of a raster, going by a sample of it."""
    source = raster.source
    if source.dtypes[0] not in ("uint8", "int8") or source.count != 1:
        return None
    shape = min(SAMPLED, source.height), min(SAMPLED, source.width)
    with translated_errors(raster.path):
        sample = source.read(1, out_shape=shape, masked=True).compressed()
    found = set(np.unique(sample).tolist()) - {NOTHING}
    return shipped_legends().of_raster(found)


def with_land_cover(
    shares: Shares, paths: Sequence[Path], frame: MapFrame, progress: Progress
) -> Shares:
    """Shares with what rasters say of the ground that the vectors leave empty."""
    if not paths:
        return shares
    known = sum(shares.values(), np.zeros(frame.grid.shape, np.float32))
    left = np.clip(1 - known, 0, 1)
    found = dict(shares)
    for name, share in _read(paths, frame, progress).items():
        added = np.where(left * share > MINIMUM, left * share, 0).astype(np.float32)
        if added.any():
            found[name] = found.get(name, np.zeros_like(added)) + added
    return found


def _read(
    paths: Sequence[Path], frame: MapFrame, progress: Progress
) -> dict[str, NDArray[np.float32]]:
    """The share of each hex that each cover has by the rasters; of two the first counts."""
    from engine.terrain_import.coverage_kernels import weigh_cells_by_hex

    grid, covers = frame.grid, _covers()
    cells = min(FINEST, max(COARSEST, math.ceil(frame.hex_metres / CELL_METRES / 2)))
    under = sampling_pattern(grid.orientation, cells)
    found: dict[str, NDArray[np.float32]] = {}
    with load_library("rasterio").Env(GDAL_CACHEMAX=64), ExitStack() as open_:
        rasters = [open_.enter_context(open_raster(path)) for path in paths]
        near = [(raster, _lookup(raster)) for raster in rasters if raster.box.meets(frame.box())]
        for first, rows in row_bands(grid, cells):
            page = _page(near, frame, cells, first, rows)
            for number in np.unique(page).tolist():
                if number > OPEN:
                    name = covers[number]
                    plane = found.setdefault(name, np.zeros(grid.shape, np.float32))
                    held = (page == number).astype(np.float32)
                    share = np.zeros(grid.columns, np.float32)
                    for row in range(first, first + rows):
                        left, top = corners_of_cells(grid, cells, row, first)
                        weigh_cells_by_hex(
                            held, under.across, under.down, under.weights, left, top, share
                        )
                        plane[row] += share
            progress((first + rows) / grid.rows)
    return found


def _covers() -> list[str]:
    """The covers in the order of their numbers on a page; the first are nothing and open."""
    return ["", "", *load_tag_mapping().cover]


def _lookup(raster: Raster) -> NDArray[np.uint8]:
    """The number on a page of each byte of a raster."""
    legend, table = raster_legend(raster), np.zeros(256, np.uint8)
    for number, cover in legend.numbers().items() if legend else ():
        if number < len(table):
            table[number] = _covers().index(cover) if cover else OPEN
    return table


def _page(
    rasters: Sequence[tuple[Raster, NDArray[np.uint8]]],
    frame: MapFrame,
    cells: int,
    first: int,
    rows: int,
) -> NDArray[np.uint8]:
    """A band of the page with the number of the cover at the middle of each cell."""
    rasterio, warp = load_library("rasterio"), load_library("rasterio.warp")
    across, down = (length / cells for length in frame.grid.scale(frame.hex_metres))
    a_row = (3 if frame.grid.pointy else 2) * cells
    high, wide = (rows - 1) * a_row + 4 * cells, round(frame.size[0] / across)
    transform = rasterio.Affine(*frame.affine(across, down, 0.0, first * a_row * down))
    page = np.zeros((high, wide), np.uint8)
    for raster, table in rasters:
        new = np.zeros_like(page)
        with translated_errors(raster.path):
            warp.reproject(
                rasterio.band(raster.source, 1), new, dst_transform=transform, dst_crs=frame.crs,
                dst_nodata=NOTHING, resampling=warp.Resampling.nearest,
            )  # fmt: skip
        np.copyto(page, table[new], where=page == NOTHING)
    return page
