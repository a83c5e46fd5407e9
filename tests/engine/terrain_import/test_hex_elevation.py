"""Elevation over hexes, against planes and brute force."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
import shapely
from pyproj import Transformer
from rasterio.transform import Affine

from engine.hexes.grid import Orientation
from engine.terrain_import.hex_elevation import HexElevation, relief, sampling_pattern
from engine.terrain_import.import_problems import ImportReport, TerrainImportError
from engine.terrain_import.map_frame import MapFrame
from tests.engine.terrain_import.small_ground import CELL, LAT, LON, frame, raster


def over(here: MapFrame, *paths: Path) -> tuple[HexElevation, ImportReport]:
    account = ImportReport()
    return relief(paths, here, account, lambda share: None), account


def codes(account: ImportReport) -> set[str]:
    return {found.code for found in account.findings}


def samples(here: MapFrame, column: int, row: int) -> tuple[Any, Any]:
    """Some thousand points spread evenly over a hex, in degrees."""
    hexagon = shapely.Polygon(here.grid.outline(here.grid.hex(column, row), here.hex_metres))
    left, top, right, low = hexagon.bounds
    x, y = np.meshgrid(np.linspace(left, right, 160), np.linspace(top, low, 160))
    inside = shapely.contains_xy(hexagon, x, y)
    a, b, c, d, e, f = here.affine(1.0, 1.0, 0.0, 0.0)
    x, y = x[inside], y[inside]
    to_degrees = Transformer.from_crs(here.crs, "EPSG:4326", always_xy=True)
    return to_degrees.transform(a * x + b * y + c, d * x + e * y + f)


def hilly(lon: Any, lat: Any) -> Any:
    return np.round(400 + 60 * np.sin(lon * 400) * np.cos(lat * 300) + 9 * np.sin(lon * 3000))


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("cells", [3, 4, 12])
def test_the_weights_of_a_hex_sum_to_one_and_lie_evenly(
    orientation: Orientation, cells: int
) -> None:
    under = sampling_pattern(orientation, cells)
    assert under.weights.sum() == pytest.approx(1, abs=1e-12)
    wide, high = np.abs(np.array(orientation.corners)).max(axis=0) * cells
    assert (under.weights * (under.across + 0.5)).sum() == pytest.approx(wide)
    assert (under.weights * (under.down + 0.5)).sum() == pytest.approx(high)


@pytest.mark.parametrize("rotation", [0, 35])
@pytest.mark.parametrize("orientation", list(Orientation))
def test_coarse_hexes_have_the_area_weighted_mean_of_the_raster_s_cells(
    tmp_path: Path, rotation: float, orientation: Orientation
) -> None:
    path = raster(tmp_path / "a.tif", hilly)
    here = frame(8, 6, 300, rotation=rotation, orientation=orientation)
    found, _ = over(here, path)
    with rasterio.open(path) as source:
        heights = source.read(1)
    for column, row in ((0, 0), (4, 3), (7, 5), (2, 5)):
        lon, lat = samples(here, column, row)
        cells = heights[
            ((LAT + 0.05 - lat) / CELL).astype(int), ((lon - LON + 0.05) / CELL).astype(int)
        ]
        assert found.mean[row, column] == pytest.approx(cells.mean(), abs=0.5)
        low, high = np.percentile(cells, [40, 60])
        assert low - 1 <= found.median[row, column] <= high + 1
        assert found.lowest[row, column] <= cells.min()
        assert found.highest[row, column] >= cells.max()
        assert found.share[row, column] == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("hex_metres", [25, 60, 120, 400])
def test_a_slope_is_as_high_in_every_hex_as_in_its_middle(
    tmp_path: Path, hex_metres: float
) -> None:
    path = raster(tmp_path / "a.tif", lambda lon, lat: (lon - LON) * 4000 + (lat - LAT) * 9000)
    here = frame(7, 5, hex_metres, rotation=20)
    found, _ = over(here, path)
    for column, row in ((0, 0), (3, 2), (6, 4)):
        lon, lat = samples(here, column, row)
        wanted = ((lon - LON) * 4000 + (lat - LAT) * 9000).mean()
        assert found.mean[row, column] == pytest.approx(wanted, abs=0.6)


def test_tiles_that_meet_are_one_surface(tmp_path: Path) -> None:
    def slope(lon: Any, lat: Any) -> Any:
        return 500 + (lat - LAT) * 9000

    whole = raster(tmp_path / "whole.tif", slope)
    upper = raster(tmp_path / "upper.tif", slope, shape=(60, 120))
    lower = raster(tmp_path / "lower.tif", slope, shape=(60, 120), north=LAT)
    here = frame(8, 8, 60)
    joined, account = over(here, lower, upper)
    assert joined.mean == pytest.approx(over(here, whole)[0].mean, abs=1e-3)
    assert codes(account) == set()


def test_a_void_is_left_out_of_the_mean_and_told(tmp_path: Path) -> None:
    path = raster(tmp_path / "a.tif", lambda lon, lat: np.where(lon < LON, 300, -9999))
    found, account = over(frame(8, 6, 300), path)
    assert np.nanmax(found.mean) == 300
    assert np.isnan(found.mean[:, -1]).all()
    assert codes(account) == {"no-elevation", "voids"}
    assert ((found.share > 0) == ~np.isnan(found.mean)).all()


def test_heights_beyond_any_on_earth_are_left_out(tmp_path: Path) -> None:
    path = raster(tmp_path / "a.tif", lambda lon, lat: np.where(lon < LON, 300, 32767))
    found, account = over(frame(8, 6, 300), path)
    assert np.nanmax(found.mean) == 300
    assert "absurd-heights" in codes(account)


def srtm(path: Path, value: int) -> Path:
    """A tile of SRTM: 1201 × 1201 big-endian heights, its name the place of its corner."""
    tile = np.full((1201, 1201), value, ">i2")
    path.write_bytes(tile.tobytes())
    return path


def test_srtm_tiles_are_read_also_zipped(tmp_path: Path) -> None:
    tile = srtm(tmp_path / "N50E011.hgt", 412)
    packed = tmp_path / "N50E011.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(tile, "N50E011.hgt")
    here = frame(4, 3, 200, projection="utm")
    for path in (tile, packed):
        found, _ = over(here, path)
        assert np.nanmean(found.mean) == pytest.approx(412)


def test_esri_ascii_grids_are_read_with_their_projection(tmp_path: Path) -> None:
    path = tmp_path / "a.asc"
    head = (
        "ncols 40\nnrows 40\nxllcorner 11.45\nyllcorner 49.95\ncellsize 0.0025\nNODATA_value -1\n"
    )
    path.write_text(head + ("77 " * 40 + "\n") * 40, encoding="ascii")
    with pytest.raises(TerrainImportError, match="projection"):
        over(frame(), path)
    path.with_suffix(".prj").write_text(
        rasterio.crs.CRS.from_epsg(4326).to_wkt(version="WKT1_ESRI")
    )
    assert np.nanmean(over(frame(), path)[0].mean) == pytest.approx(77)


def test_a_turned_raster_is_read_as_it_lies(tmp_path: Path) -> None:
    here = frame(5, 5, 150)
    middle = Transformer.from_crs("EPSG:4326", here.crs, always_xy=True).transform(LON, LAT)
    cos, sin = 40 * np.cos(0.5), 40 * np.sin(0.5)
    left = middle[0] - 100 * (cos + sin), middle[1] - 100 * (sin - cos)
    turned = Affine(cos, sin, left[0], sin, -cos, left[1])
    columns, rows = np.meshgrid(np.arange(200) + 0.5, np.arange(200) + 0.5)
    x = turned.a * columns + turned.b * rows + turned.c
    with rasterio.open(
        tmp_path / "t.tif", "w", driver="GTiff", dtype="float32", count=1, width=200, height=200,
        crs=here.crs, transform=turned,
    ) as out:  # fmt: skip
        out.write((300 + (x - middle[0]) / 10).astype(np.float32), 1)
    found, _ = over(here, tmp_path / "t.tif")
    x, _ = here.centres()
    wanted = 300 + (x - here.size[0] / 2) / 10
    assert found.mean == pytest.approx(wanted, abs=0.5)


@pytest.mark.parametrize("keep", [0, 100, 3000])
def test_a_truncated_raster_is_told_by_name(tmp_path: Path, keep: int) -> None:
    path = raster(tmp_path / "cut.tif", hilly)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(TerrainImportError, match=r"cut\.tif"):
        over(frame(), path)


def test_a_raster_that_lies_nowhere_on_earth_is_told(tmp_path: Path) -> None:
    path = raster(tmp_path / "a.tif", hilly, west=500_000, north=5_500_000, cell=90)
    with pytest.raises(TerrainImportError, match="not on the Earth"):
        over(frame(), path)


def test_a_raster_of_another_place_is_told(tmp_path: Path) -> None:
    with pytest.raises(TerrainImportError, match="outside the elevation"):
        over(frame(), raster(tmp_path / "a.tif", hilly, west=20))


def test_a_huge_raster_is_read_only_where_the_map_is(tmp_path: Path) -> None:
    path = tmp_path / "huge.tif"
    with rasterio.open(
        path, "w", driver="GTiff", dtype="int16", count=1, width=400_000, height=200_000,
        crs="EPSG:4326", transform=Affine(0.0009, 0, -180, 0, -0.0009, 90), tiled=True,
        sparse_ok=True, BIGTIFF="YES",
    ):  # fmt: skip
        pass
    found, _ = over(frame(), path)
    assert (found.mean == 0).all()


def test_an_archive_without_a_tile_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "nothing")
    with pytest.raises(TerrainImportError, match=r"one \.hgt"):
        over(frame(), path)
