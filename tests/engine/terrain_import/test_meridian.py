"""Ground on both sides of the 180th meridian, at the poles, and where headers lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rasterio")
pytest.importorskip("osmium")
pytest.importorskip("pyogrio")

import rasterio
from rasterio.transform import from_origin

from engine.terrain_import.geo_boxes import GeoBox, bounding_box, near_longitude
from engine.terrain_import.hex_elevation import height_overview
from engine.terrain_import.import_problems import TerrainImportError
from engine.terrain_import.map_frame import SheetSpec
from engine.terrain_import.source_reader import combine_sources, common_ground, read_source
from engine.terrain_import.survey import Sources, common_extent, load, survey_frame
from tests.engine.terrain_import.small_ground import box_ring, osm, raster

FINE = 1 / 600
SOUTH, NORTH = -17.0, -16.8
SHAPE = (120, 120)


def rise(lon: Any, lat: Any) -> Any:
    """Heights that rise to the east over the meridian."""
    return 500 + 1000 * near_longitude(lon - 180, 0.0)


def tiles(folder: Path) -> list[Path]:
    west = raster(folder / "w.tif", rise, west=179.8, north=NORTH, shape=SHAPE, cell=FINE)
    east = raster(folder / "e.tif", rise, west=-180.0, north=NORTH, shape=SHAPE, cell=FINE)
    return [west, east]


def check_slope(found: Any) -> None:
    """Every hex has the height of its own place."""
    frame = found.frame
    lon, lat = frame.degrees(*frame.centres())
    assert np.abs(found.relief.mean - rise(lon, lat)).max() < 3
    assert found.relief.share.min() > 0.99


def test_tiles_on_either_side_are_one_ground(tmp_path: Path) -> None:
    ready = load(Sources.of(tiles(tmp_path)))
    ground = common_extent(ready)
    assert tuple(ground) == pytest.approx((179.8, SOUTH, 180.2, NORTH))
    found = survey_frame(ready, SheetSpec(500).frame_over_box(ground))
    assert found.frame.grid.columns > 80
    check_slope(found)
    assert tuple(found.frame.box().as_written())[2] < -179.7
    assert tuple(common_ground([read_source(path) for path in tiles(tmp_path)])) == ground


@pytest.mark.parametrize("west", [179.8, -180.2, 539.8])
@pytest.mark.parametrize("hex_metres", [100, 1000])
def test_a_raster_over_the_meridian_is_read_on_both_sides(
    tmp_path: Path, west: float, hex_metres: float
) -> None:
    path = raster(tmp_path / "a.tif", rise, west=west, north=NORTH, shape=(120, 240), cell=FINE)
    ready = load(Sources.of([path]))
    assert common_extent(ready).west == pytest.approx(179.8)
    frame = SheetSpec(hex_metres).frame_round_place(-180, -16.9, 15_000, 12_000)
    check_slope(survey_frame(ready, frame))


def test_a_raster_from_0_to_360_serves_the_west_and_the_meridian(tmp_path: Path) -> None:
    path = raster(tmp_path / "a.tif", lambda lon, lat: 500 + 10 * np.sin(np.radians(lon)),
                  west=0.0, north=NORTH, shape=(2, 3600), cell=0.1)  # fmt: skip
    for lon in (-90.0, 180.0, -179.95, 0.0):
        found = survey_frame(load(Sources.of([path])), SheetSpec(500).of_hexes(lon, -16.9, 12, 12))
        expected = 500 + 10 * np.sin(np.radians(lon))
        assert np.nanmean(found.relief.mean) == pytest.approx(expected, abs=0.5)
        assert found.relief.share.min() > 0.99


def test_the_overview_shows_both_sides(tmp_path: Path) -> None:
    seen = height_overview(tiles(tmp_path), GeoBox(179.9, -16.95, 180.1, -16.85), (20, 40))
    assert not np.isnan(seen).any()
    assert (np.diff(seen.mean(axis=0)) > 0).all()


def test_a_box_may_reach_over_the_meridian() -> None:
    box = GeoBox(179.9, -17, -179.9, -16.8).checked()
    assert tuple(box) == pytest.approx((179.9, -17, 180.1, -16.8))
    frame = SheetSpec(500).frame_over_box(GeoBox(179.9, -17, -179.9, -16.8))
    assert frame.grid.columns > 35
    assert GeoBox(-180, -17, -179.8, -16.8).meets(box)
    assert not GeoBox(-179, -17, -178, -16.8).meets(box)
    assert bounding_box([GeoBox(-10, 0, 10, 1), GeoBox(20, 0, 30, 1)]) == GeoBox(-10, 0, 30, 1)


@pytest.mark.parametrize("whole", [True, False])
def test_an_extract_over_the_meridian_has_all_its_ground(tmp_path: Path, whole: bool) -> None:
    """Woods on both sides; a road and a lake drawn across."""
    corners = [*box_ring(179.85, -16.95, 180.0, -16.85), *box_ring(-180.0, -16.95, -179.85, -16.85)]
    corners += [(179.99, -16.92), (-179.99, -16.92), (-179.99, -16.88), (179.99, -16.88)]
    nodes = dict(enumerate([*corners, (179.86, -16.93), (-179.86, -16.93)], 1))
    ways = [
        (1, [1, 2, 3, 4, 1], {"landuse": "forest"}),
        (2, [5, 6, 7, 8, 5], {"landuse": "forest"}),
        (3, [9, 10, 11, 12, 9], {"natural": "water"}),
        (4, [13, 14], {"highway": "primary"}),
    ]
    file = osm(tmp_path / "a.osm", nodes, ways)
    frame = SheetSpec(500).of_hexes(180, -16.9, 50, 20)
    found = survey_frame(load(Sources.of([file]), None if whole else frame.box()), frame)
    woods, lake = found.cover["woods"], found.cover["lake"]
    assert woods[10, 5] > 0.99
    assert woods[10, 44] > 0.99
    assert lake[10, 25] + lake[10, 24] > 1.5
    assert found.links["highway"].any()
    assert (found.links["highway"] != 0).any(axis=0).sum() > 45


def test_geojson_cut_at_the_meridian_is_whole_again(tmp_path: Path) -> None:
    parts = [[[*ring, ring[0]]] for ring in (
        box_ring(179.9, -17, 180, -16.8), box_ring(-180, -17, -179.9, -16.8))]  # fmt: skip
    feature = {"type": "Feature", "properties": {"landuse": "forest"},
               "geometry": {"type": "MultiPolygon", "coordinates": parts}}  # fmt: skip
    file = tmp_path / "a.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": [feature] * 2}))
    ready = load(Sources.of([file]))
    assert tuple(common_extent(ready)) == pytest.approx((-180, -17, 180, -16.8))
    found = survey_frame(ready, SheetSpec(500).of_hexes(180, -16.9, 12, 12))
    assert found.cover["woods"].min() > 0.99


@pytest.mark.parametrize("box", [(-180, -60, 180, 60), (-180, 70, 180, 90), (0, -90, 359, 90)])
@pytest.mark.parametrize("projection", ["utm", "local", "EPSG:3413"])
def test_a_box_too_wide_for_a_projection_is_refused(
    box: tuple[float, float, float, float], projection: str
) -> None:
    with pytest.raises(TerrainImportError):
        SheetSpec(20_000, projection=projection).frame_over_box(GeoBox(*box))


def projected(path: Path, crs: str, west: float, north: float, cell: float) -> Path:
    settings = {"driver": "GTiff", "dtype": "float32", "count": 1, "height": 200, "width": 200,
                "crs": crs, "transform": from_origin(west, north, cell, cell)}  # fmt: skip
    with rasterio.open(path, "w", **settings) as out:
        out.write(np.full((200, 200), 321, np.float32), 1)
    return path


@pytest.mark.parametrize("lat", [89.9, 80.0])
def test_a_polar_raster_is_read_at_the_pole_and_near_it(tmp_path: Path, lat: float) -> None:
    path = projected(tmp_path / "a.tif", "EPSG:3413", -2e6, 2e6, 20_000)
    source = read_source(path)
    assert source.box is not None
    assert source.box.north == 90
    found = survey_frame(combine_sources([source]), SheetSpec(5000).of_hexes(100, lat, 9, 9))
    assert found.relief.mean == pytest.approx(321)


def test_a_geostationary_raster_is_read_where_it_shows_the_earth(tmp_path: Path) -> None:
    seen = "+proj=geos +h=35785831 +lon_0=0 +sweep=y +ellps=WGS84"
    path = projected(tmp_path / "a.tif", seen, -5.5e6, 5.5e6, 55_000)
    ready = load(Sources.of([path]))
    found = survey_frame(ready, SheetSpec(5000).of_hexes(10, 45, 9, 9))
    assert found.relief.mean == pytest.approx(321)
    with pytest.raises(TerrainImportError):
        survey_frame(ready, SheetSpec(5000).of_hexes(170, 45, 9, 9))
    with pytest.raises(TerrainImportError):
        SheetSpec(20_000).frame_over_box(common_extent(ready))


@pytest.mark.parametrize("place", [(0.0, 5e8), (1e30, 0.0), (-1e9, -1e9)])
def test_a_raster_that_claims_to_lie_elsewhere_is_refused(
    tmp_path: Path, place: tuple[float, float]
) -> None:
    for name, crs in (("a.tif", "EPSG:3413"), ("b.tif", "EPSG:4326"), ("c.tif", "EPSG:32632")):
        path = projected(tmp_path / name, crs, *place, 30)
        try:
            survey_frame(load(Sources.of([path])), SheetSpec(500).of_hexes(9, 50, 4, 4))
        except TerrainImportError:
            continue
        raise AssertionError(name)
