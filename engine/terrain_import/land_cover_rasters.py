"""Rasters of land cover: what the vectors leave empty is what the cells say of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from engine.terrain_import.height_rasters import Raster, open_raster
from engine.terrain_import.hex_elevation import corners_of_cells, row_bands, sampling_pattern
from engine.terrain_import.import_problems import load_library, translated_errors
from engine.terrain_import.map_frame import MapFrame

SAMPLED = 256  # cells either way that are looked at to tell what a raster holds
FINEST, COARSEST = 12, 3  # cells to half a hex
CELL_METRES = 10.0  # of the finest such rasters
MINIMUM = 0.001  # of a hex
NOTHING = 0  # what cells without data hold

Shares = Mapping[str, NDArray[np.float32]]
Progress = Callable[[float], None]


@cache
def cover_classes() -> Mapping[int, str | None]:
    """The cover that each number means, from engine/terrain_import/landcover.yaml."""
    source = (Path(__file__).parent / "landcover.yaml").read_text(encoding="utf-8")
    tables = yaml.load(source, Loader=yaml.CSafeLoader)
    return {int(number): cover for table in tables.values() for number, cover in table.items()}


def is_land_cover(raster: Raster) -> bool:
    """Return True if a raster holds classes of land cover: bytes of the table."""
    source = raster.source
    if source.dtypes[0] != "uint8" or source.count != 1:
        return False
    shape = min(SAMPLED, source.height), min(SAMPLED, source.width)
    with translated_errors(raster.path):
        sample = source.read(1, out_shape=shape, masked=True).compressed()
    found = set(np.unique(sample).tolist()) - {NOTHING}
    return bool(found) and found <= cover_classes().keys()


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

    grid = frame.grid
    cells = min(FINEST, max(COARSEST, math.ceil(frame.hex_metres / CELL_METRES / 2)))
    under = sampling_pattern(grid.orientation, cells)
    found: dict[str, NDArray[np.float32]] = {}
    with load_library("rasterio").Env(GDAL_CACHEMAX=64), ExitStack() as open_:
        rasters = [open_.enter_context(open_raster(path)) for path in paths]
        near = [raster for raster in rasters if raster.box.meets(frame.box())]
        for first, rows in row_bands(grid, cells):
            page = _page(near, frame, cells, first, rows)
            for number in np.unique(page).tolist():
                name = cover_classes().get(number)
                if name:
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


def _page(
    rasters: Sequence[Raster], frame: MapFrame, cells: int, first: int, rows: int
) -> NDArray[np.uint8]:
    """A band of the page with the class at the middle of each cell."""
    rasterio, warp = load_library("rasterio"), load_library("rasterio.warp")
    across, down = (length / cells for length in frame.grid.scale(frame.hex_metres))
    a_row = (3 if frame.grid.pointy else 2) * cells
    high, wide = (rows - 1) * a_row + 4 * cells, round(frame.size[0] / across)
    transform = rasterio.Affine(*frame.affine(across, down, 0.0, first * a_row * down))
    page = np.zeros((high, wide), np.uint8)
    for raster in rasters:
        new = np.zeros_like(page)
        with translated_errors(raster.path):
            warp.reproject(
                rasterio.band(raster.source, 1), new, dst_transform=transform, dst_crs=frame.crs,
                dst_nodata=NOTHING, resampling=warp.Resampling.nearest,
            )  # fmt: skip
        np.copyto(page, new, where=page == NOTHING)
    return page
