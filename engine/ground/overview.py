"""The lie of the land for the eye: heights of a box of degrees as a small raster."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.ground.area import WORLD, GeoBox
from engine.ground.faults import library, readable
from engine.ground.rasters import open_raster
from engine.ground.relief import HIGHEST, LOWEST


def overview(paths: Sequence[Path], box: GeoBox, shape: tuple[int, int]) -> NDArray[np.float32]:
    """Heights over a box, [row, column] from its north-west corner; NaN where no raster has any.

    Cells are of so many degrees either way, a coarse picture of fine rasters.
    """
    rasterio, warping = library("rasterio"), library("rasterio.vrt")
    transforms = library("rasterio.transform")
    high, wide = shape
    place = {"width": wide, "height": high, "transform": transforms.from_bounds(*box, wide, high)}
    heights = np.full(shape, np.nan, np.float32)
    how = rasterio.enums.Resampling.bilinear
    with rasterio.Env(GDAL_CACHEMAX=64):
        for path in paths:
            with open_raster(path) as raster:
                if not raster.box.meets(box):
                    continue
                with (
                    readable(path),
                    warping.WarpedVRT(
                        raster.source, crs=WORLD, resampling=how, nodata=np.nan,
                        dtype="float32", **place,
                    ) as warped,
                ):  # fmt: skip
                    read = warped.read(1)
            np.copyto(heights, read, where=np.isnan(heights))
    heights[(heights > HIGHEST) | (heights < LOWEST)] = np.nan
    return heights
