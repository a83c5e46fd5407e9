"""The contents of a raster by a sample: heights, a picture, or nothing at all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.terrain_import.height_rasters import Raster
from engine.terrain_import.import_problems import (
    ImportReport,
    import_error,
    load_library,
    translated_errors,
)

SAMPLED = 256  # cells either way
HIGHEST, LOWEST = 9_000.0, -500.0  # metres above the sea that ground can have
ODD = 0.01  # of the cells that may lie beyond, without those of one undeclared void
BANDS = 3  # of a picture

Numbers = NDArray[np.float64]


def check_heights(raster: Raster, account: ImportReport) -> None:
    """Refuse a raster that holds no heights; note a unit that was converted or is doubtful."""
    source, name = raster.source, raster.path.name
    if _is_picture(source):
        raise import_error("picture-of-ground", file=raster.path, count=source.count)
    if source.dtypes[0] in ("uint8", "int8") and not _says_heights(raster):
        raise import_error("bytes-not-heights", file=raster.path)
    numbers = _sample(raster)
    if not numbers.size:
        raise import_error("void-raster", file=raster.path)
    metres = numbers * raster.scale.factor + raster.scale.offset
    low, high = float(metres.min()), float(metres.max())
    extent = {"low": f"{low:g}", "high": f"{high:g}"}
    beyond = _share_beyond(metres)
    if beyond == 1:
        raise import_error("heights-impossible", file=raster.path, **extent)
    if raster.scale.is_converted:
        account.note("heights-converted", 1, about=[f"{name}: {_describe(raster)}"])
    elif beyond > ODD and not raster.scale.unit:
        account.note("heights-odd", 1, about=[f"{name}: {low:g} – {high:g}"])


def _is_picture(source: Any) -> bool:
    """Several bands of colours, or numbers of a palette."""
    colours = {each.name for each in source.colorinterp}
    is_coloured = bool(colours & {"red", "green", "blue", "palette"})
    return is_coloured or (source.count >= BANDS and source.dtypes[0] == "uint8")


def _says_heights(raster: Raster) -> bool:
    """Return True if a raster states a unit or a scale, or the user gave a unit."""
    return bool(raster.scale.unit) or raster.scale.is_converted


def _describe(raster: Raster) -> str:
    """The conversion to metres, as a formula."""
    offset = f" + {raster.scale.offset:g}" if raster.scale.offset else ""
    return f"× {raster.scale.factor:.7g}{offset} = m"


def _sample(raster: Raster) -> Numbers:
    """Some numbers all over a raster; all of it is searched if those are void."""
    source = raster.source
    shape = min(SAMPLED, source.height), min(SAMPLED, source.width)
    with translated_errors(raster.path):
        found = _finite_numbers(source.read(1, out_shape=shape, masked=True))
        for window in _strips(source) if not found.size else ():
            found = _finite_numbers(source.read(1, window=window, masked=True))
            if found.size:
                break
    return found


def _strips(source: Any) -> Any:
    """Windows over a whole raster, some rows each."""
    windows = load_library("rasterio.windows")
    rows = max(1, SAMPLED * SAMPLED * 16 // source.width)
    for top in range(0, source.height, rows):
        yield windows.Window(0, top, source.width, min(rows, source.height - top))


def _finite_numbers(cells: Any) -> Numbers:
    numbers = cells.compressed().astype(np.float64)
    return np.asarray(numbers[np.isfinite(numbers)])


def _share_beyond(metres: Numbers) -> float:
    """The share of heights beyond those on Earth, leaving aside one number for voids."""
    beyond = (metres > HIGHEST) | (metres < LOWEST)
    if not beyond.any() or beyond.all():
        return float(beyond.mean())
    _, counts = np.unique(metres[beyond], return_counts=True)
    return float((beyond.sum() - counts.max()) / max(1, metres.size - counts.max()))
