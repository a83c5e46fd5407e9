"""Heights in metres whatever their unit, and rasters that hold none refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rasterio")

import rasterio
from rasterio.transform import from_origin

from engine.terrain_import.height_units import HEIGHT_UNITS, parse_unit
from engine.terrain_import.import_problems import TerrainImportError
from engine.terrain_import.source_reader import read_source
from engine.terrain_import.survey import Sources, load, survey_frame
from tests.cases import check_each
from tests.engine.terrain_import.small_ground import CELL, LAT, LON, frame, raster

SIZE = 120


def band(path: Path, cells: Any, *, unit: str = "", scale: float = 1.0, offset: float = 0.0,
         **more: Any) -> Path:  # fmt: skip
    """A raster of one number everywhere, or of several bands, with what its head says."""
    planes = np.broadcast_to(cells, (more.get("count", 1), SIZE, SIZE))
    settings = {
        "driver": "GTiff", "dtype": "float32", "count": 1, "height": SIZE, "width": SIZE,
        "crs": "EPSG:4326", "transform": from_origin(LON - 0.05, LAT + 0.05, CELL, CELL),
    }  # fmt: skip
    with rasterio.open(path, "w", **{**settings, **more}) as out:
        out.write(planes.astype(out.dtypes[0]))
        if unit:
            out.units = [unit] * out.count
        out.scales, out.offsets = [scale] * out.count, [offset] * out.count
    return path


def height(path: Path, unit: str = "") -> float:
    found = survey_frame(load(Sources.of([path], unit)), frame(4, 4))
    return float(found.relief.mean.mean())


@check_each(
    "words, unit",
    [
        ("metre", "m"), ("Meters", "m"), ("[m]", "m"), ("US survey foot", "us-ft"),
        ("us_survey_feet", "us-ft"), ("ftUS", "us-ft"), ("US Survey Foot (ftUS)", ""),
        ("ft", "ft"), ("feet", "ft"), ("Foot (International)", "ft"), ("decimetres", "dm"),
        ("cm", "cm"), ("millimeter", "mm"), ("km", "km"), ("degree", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_unit_is_known_by_its_usual_names(words: str, unit: str) -> None:
    assert parse_unit(words) == unit


@pytest.mark.parametrize("unit", [*HEIGHT_UNITS])
def test_heights_in_a_band_s_unit_become_metres(tmp_path: Path, unit: str) -> None:
    path = band(tmp_path / "a.tif", 300 / HEIGHT_UNITS[unit], unit=unit)
    assert height(path) == pytest.approx(300, abs=0.01)
    codes = {found.code for found in Sources.of([path]).findings}
    assert ("heights-converted" in codes) == (unit != "m")


def test_scale_and_offset_of_a_band_are_applied_before_its_unit(tmp_path: Path) -> None:
    path = band(tmp_path / "a.tif", 250, unit="ft", scale=2.0, offset=500.0, dtype="int16")
    assert height(path) == pytest.approx(1000 * 0.3048, abs=0.01)


def test_a_vertical_projection_says_the_unit(tmp_path: Path) -> None:
    path = band(tmp_path / "a.tif", 1000, crs="EPSG:6318+6360")
    assert height(path) == pytest.approx(1000 * 1200 / 3937, abs=0.01)


def test_a_unit_that_the_user_names_overrules_the_file_s(tmp_path: Path) -> None:
    path = band(tmp_path / "a.tif", 3000, unit="metre")
    assert height(path, "dm") == pytest.approx(300, abs=0.01)


def test_heights_too_high_for_metres_are_told_where_nothing_says_their_unit(
    tmp_path: Path,
) -> None:
    slope = raster(tmp_path / "a.tif", lambda lon, lat: (lon - LON + 0.05) * 200_000)
    (told,) = [found for found in Sources.of([slope]).findings if found.code == "heights-odd"]
    assert "a.tif" in told.sentence()
    assert Sources.of([slope], "ft").findings[0].code != "heights-odd"
    assert read_source(slope).findings == (told,)


@pytest.mark.parametrize(
    ("cells", "more"),
    [
        ([[[90]], [[120]], [[30]]], {"count": 3, "dtype": "uint8", "photometric": "RGB"}),
        ([[[90]], [[120]], [[30]], [[255]]], {"count": 4, "dtype": "uint8"}),
        (93, {"dtype": "uint8"}),
        (-9999, {"nodata": -9999}),
        (np.nan, {}),
        (300_000, {}),
    ],
    ids=["picture", "four bands", "bytes", "void", "not a number", "millimetres"],
)
def test_a_raster_without_heights_is_refused_by_name(
    tmp_path: Path, cells: Any, more: dict[str, Any]
) -> None:
    path = band(tmp_path / "a.tif", cells, **more)
    with pytest.raises(TerrainImportError, match=r"a\.tif"):
        Sources.of([path])


def test_bytes_are_heights_where_their_unit_is_named(tmp_path: Path) -> None:
    path = band(tmp_path / "a.tif", 93, dtype="uint8")
    assert height(path, "m") == pytest.approx(93)


def test_a_raster_with_little_data_is_no_void(tmp_path: Path) -> None:
    rows, columns = np.indices((SIZE * 6, SIZE * 6))
    cells = np.where((rows == 3) & (columns == 5), 120.0, -9999.0)
    settings = {"height": SIZE * 6, "width": SIZE * 6, "nodata": -9999, "count": 1,
                "driver": "GTiff", "dtype": "float32", "crs": "EPSG:4326",
                "transform": from_origin(LON - 0.05, LAT + 0.05, CELL / 6, CELL / 6)}  # fmt: skip
    with rasterio.open(tmp_path / "a.tif", "w", **settings) as out:
        out.write(cells.astype(np.float32), 1)
    assert Sources.of([tmp_path / "a.tif"]).rasters
