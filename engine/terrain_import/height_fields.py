"""Heights given cell by cell, as a field that rasters of heights are joined with."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.geo_boxes import GeoBox
from engine.terrain_import.import_problems import load_library

FINENESS = 4  # samples across a cell of middling size
MINIMUM, MAXIMUM = 16, 4000  # samples either way

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class HeightField:
    """Metres above the sea in even steps of degrees over a box, north up; NaN where unknown."""

    heights: Floats
    box: GeoBox

    @property
    def transform(self) -> Any:
        """From samples to degrees, as rasters have it."""
        rows, columns = self.heights.shape
        bounds = load_library("rasterio.transform")
        return bounds.from_bounds(*self.box, columns, rows)


def field_of_cells(
    polygons: Sequence[Any], heights: Sequence[float], is_sea: Sequence[bool], box: GeoBox
) -> HeightField:
    """The heights of cells (in degrees) with slopes between them; the sea is level."""
    rasterise = load_library("rasterio.features").rasterize
    across, down = box.east - box.west, box.north - box.south
    step = math.sqrt(across * down / len(polygons)) / FINENESS
    shape = tuple(min(MAXIMUM, max(MINIMUM, math.ceil(side / step))) for side in (down, across))
    field = HeightField(np.empty(shape, np.float32), box)
    told = {"out_shape": shape, "transform": field.transform, "dtype": "float32"}
    known = [(polygon, height) for polygon, height in zip(polygons, heights, strict=True)
             if math.isfinite(height)]  # fmt: skip
    sea = [(polygon, 1.0) for polygon, wet in zip(polygons, is_sea, strict=True) if wet]
    found = np.full(shape, np.nan, np.float32)
    if known:
        found = rasterise(known, fill=math.nan, **told)
    wet = rasterise(sea, fill=0.0, **told) > 0 if sea else np.zeros(shape, np.bool_)
    found[wet] = np.nan
    found = _smoothed(found, FINENESS)
    found[wet] = 0.0
    return HeightField(found, box)


def _smoothed(heights: Floats, reach: int) -> Floats:
    """Each height the mean of those known about it."""
    known = ~np.isnan(heights)
    total = _summed(np.where(known, heights, 0).astype(np.float64), reach)
    count = _summed(known.astype(np.float64), reach)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(count > 0.5, total / count, np.nan), np.float32)


def _summed(plane: NDArray[np.float64], reach: int) -> NDArray[np.float64]:
    """The sum of a square of `2 × reach // 2 + 1` samples about each."""
    half = reach // 2
    for axis in (0, 1):
        room = [(0, 0), (0, 0)]
        room[axis] = (half + 1, half)
        sums = np.cumsum(np.pad(plane, room), axis=axis)
        size = plane.shape[axis]
        last = np.take(sums, range(2 * half + 1, size + 2 * half + 1), axis=axis)
        plane = last - np.take(sums, range(size), axis=axis)
    return plane
